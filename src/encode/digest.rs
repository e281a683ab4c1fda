//! Digests: of pixels, for golden images and the manifest, and of content and options, for file names.

use crate::render::PageRaster;
use sha2::Digest as _;
use std::fmt::Write as _;

/// A running SHA-256 over length-prefixed parts, so that parts cannot run into each other.
#[derive(Clone, Debug, Default)]
pub struct Digest(sha2::Sha256);

impl Digest {
    /// Adds one part.
    #[must_use]
    pub fn with(mut self, part: &[u8]) -> Self {
        self.0.update((part.len() as u64).to_be_bytes());
        self.0.update(part);
        self
    }
    /// The digest in hexadecimal.
    pub fn hex(self) -> String {
        hex(&self.0.finalize())
    }
}

/// SHA-256 of the decoded pixels: red, green, blue a pixel, row by row, nothing else.
///
/// Anyone can check it: `hashlib.sha256(Image.open(page).convert("RGB").tobytes())` in Python.
pub fn pixels_digest(page: &PageRaster) -> String {
    hex(&sha2::Sha256::digest(page.rgb()))
}

/// A file is not a PNG that can be decoded.
#[derive(Debug, thiserror::Error)]
#[error("page could not be decoded as PNG")]
pub struct DecodeError(#[from] png::DecodingError);

/// [`pixels_digest`] of a PNG file.
///
/// # Errors
/// [`DecodeError`] when it is none.
pub fn png_digest(file: &[u8]) -> Result<String, DecodeError> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info()?;
    let mut digest = sha2::Sha256::new();
    while let Some(row) = reader.next_row()? {
        digest.update(row.data());
    }
    Ok(hex(&digest.finalize()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
        // Writing to a string cannot fail.
        let _ = write!(out, "{byte:02x}");
        out
    })
}
