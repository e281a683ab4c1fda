//! What leaves the program: PNG files, the manifest, and content blocks for each API.
//!
//! The only module that sees the `png` crate.

mod blocks;
mod digest;
mod manifest;
mod picture;

pub use blocks::{Emit, blocks};
pub use digest::{Digest, pixels_digest};
pub use manifest::{CellSize, FileEntry, Lines, Manifest, PageEntry, PageRange, RiskyLine, realised_ratio};
pub use picture::{EncodeError, png};
