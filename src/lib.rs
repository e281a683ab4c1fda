//! codeshot turns source code into PNG pages that vision-language models read at fewer tokens than text.

#[cfg(feature = "cli")]
pub mod cli;
pub mod cost;
pub mod document;
pub mod encode;
pub mod engine;
#[cfg(feature = "eval")]
pub mod eval;
pub mod font;
pub mod grid;
pub mod layout;
pub mod observe;
pub mod plan;
pub mod reader;
pub mod render;
pub mod sheet;
pub mod source;
mod text;
pub mod units;
