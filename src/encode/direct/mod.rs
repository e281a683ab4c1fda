//! PNG files straight from the cells of a page, without painting a pixel.
//!
//! A page is a grid of cells, so its compressed stream can be written from the grid. Repeats are looked for
//! once a text row, between runs of equal cells, and hold for all its pixel rows, because the distance back is
//! the same in each. A glyph's pixel row outside a repeat is a look-up of ready Huffman bits; blank stretches
//! are one run; both checksums but the last pass of the CRC work by cell. Measured against painting and a
//! general encoder in `benches/README.md`.
//!
//! The bytes depend on the page alone (its cells, atlas and theme), never on its neighbours or on threads.
//! Formats: RFC 1950 and 1951, PNG third edition.

mod bits;
mod huffman;
mod kinds;
mod rows;
mod stream;

use crate::font::Atlas;
use crate::grid::MARGIN;
use crate::render::{PageCells, Rgb, Theme};
use kinds::{Kinds, Parts};

// Four-bit pages pack two pixels a byte: an odd margin would split every cell.
const _: () = assert!(MARGIN.get().is_multiple_of(2), "the margin is a whole number of bytes at 4 bits");

/// Tallest cell for which the pixel rows of a cell fit a machine word.
const TALLEST: usize = 64;

/// Writes the pages of one atlas and theme.
#[derive(Debug)]
pub struct Direct<'a> {
    atlas: &'a Atlas,
    theme: &'a Theme,
    parts: Parts,
}

/// How the cells of a page lie in the bytes of its image, all in bytes and pixel rows.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// Bits a pixel: 4 or 8.
    depth: usize,
    /// Bytes of a pixel row, its filter byte included.
    stride: usize,
    /// Filter byte and left margin.
    left: usize,
    /// Bytes of a cell.
    cell: usize,
    /// Cells across.
    across: usize,
    /// Pixel rows of a text row.
    pitch: usize,
    /// Text rows.
    rows: usize,
    /// Blank pixel rows above the first text row.
    top: usize,
    /// Pixel rows of the page.
    height: usize,
}

impl Shape {
    fn of(page: &PageCells, depth: usize) -> Self {
        let (width, height) = (page.size.width.index(), page.size.height.index());
        let cell = page.grid.cell;
        Self {
            depth,
            stride: 1 + (width * depth).div_ceil(8),
            left: 1 + MARGIN.index() * depth / 8,
            cell: cell.width.index() * depth / 8,
            across: page.across.index(),
            pitch: cell.height.index(),
            rows: page.rows.index(),
            top: MARGIN.index(),
            height,
        }
    }
    /// Bytes of the image before compression.
    fn len(&self) -> usize {
        self.stride * self.height
    }
}

impl<'a> Direct<'a> {
    /// Prepares for the pages of an atlas in a theme.
    pub fn new(atlas: &'a Atlas, theme: &'a Theme) -> Self {
        Self { atlas, theme, parts: Parts::of(atlas, theme) }
    }

    /// The page as an indexed PNG: 4 bits a pixel where the colours in use fit and cells are even, else 8.
    /// Rows are not filtered.
    ///
    /// `None` when the cell is taller than 64 pixels or the page is empty; paint it and take [`super::png()`].
    pub fn png(&self, page: &PageCells) -> Option<Vec<u8>> {
        let pitch = page.grid.cell.height.index();
        if pitch > TALLEST || pitch == 0 || page.size.area() == 0 {
            return None;
        }
        let found = kinds::find(page, &self.parts);
        let palette = kinds::Palette::of(&found, self.theme);
        // Cells of odd width would share bytes at 4 bits: a third larger and slower than at 8, measured.
        let packs = palette.colours.len() <= 16 && page.grid.cell.width.index().is_multiple_of(2);
        let shape = Shape::of(page, if packs { 4 } else { 8 });
        let kinds = Kinds::new(found, self.atlas, &palette, &shape);
        let rows = rows::parse(&kinds, &shape);
        let zlib = stream::zlib(&rows, &kinds, &shape);
        Some(file(page, &palette.colours, shape.depth, &zlib))
    }
}

/// The chunks of an indexed PNG.
fn file(page: &PageCells, colours: &[Rgb], depth: usize, zlib: &[u8]) -> Vec<u8> {
    let mut header = Vec::with_capacity(13);
    header.extend(page.size.width.get().to_be_bytes());
    header.extend(page.size.height.get().to_be_bytes());
    // Bits a pixel, palette, deflate, the one filter method, not interlaced.
    header.extend([if depth == 4 { 4 } else { 8 }, 3, 0, 0, 0]);
    let mut out = Vec::with_capacity(zlib.len() + 3 * colours.len() + 64);
    out.extend(b"\x89PNG\r\n\x1a\n");
    chunk(&mut out, *b"IHDR", &header);
    chunk(&mut out, *b"PLTE", colours.as_flattened());
    chunk(&mut out, *b"IDAT", zlib);
    chunk(&mut out, *b"IEND", &[]);
    out
}

fn chunk(out: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    // A page's stream is far below the 2^31 bytes that a chunk may have.
    out.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    let start = out.len();
    out.extend(name);
    out.extend(data);
    let crc = crc32fast::hash(&out[start..]);
    out.extend(crc.to_be_bytes());
}

#[cfg(test)]
mod tests;
