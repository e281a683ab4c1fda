//! What leaves the program: PNG files, the manifest, and content blocks for each API.
//!
//! The only module that sees the `png` crate.

mod blocks;
mod digest;
mod direct;
mod manifest;
mod picture;

pub use blocks::{Emit, blocks};
pub use digest::{DecodeError, Digest, pixels_digest, png_digest};
pub use direct::Direct;
pub use manifest::{CellSize, FileEntry, Lines, Manifest, PageEntry, PageRange, RiskyLine, realised_ratio};
pub use picture::{EncodeError, png, rgb_png};
