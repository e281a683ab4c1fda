//! From a plan to pixels: a page as a grid of glyph cells, then as palette indices.
//!
//! A page is first composed as [`PageCells`], which name a glyph of the atlas and an ink for each
//! cell, then painted by copying coverage through a table of 16 palette indices a style. Nothing on
//! a page lies outside the cell grid (rules and marks are glyphs too), so an encoder may work from
//! the cells without ever seeing pixels.

mod cells;
mod flow;
mod paint;
mod slots;
mod theme;

pub use cells::{PageCell, PageCells, compose};
pub use paint::{PageRaster, paint};
pub use slots::Slots;
pub use theme::{Rgb, THEMES, Theme, ThemeError};

/// Version of the pixel contract: the same document and plan give the same pixels as long as it
/// stands. It changes whenever a golden image changes.
pub const PIXEL_CONTRACT: &str = "codeshot-pixels-1";
