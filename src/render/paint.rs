//! From cells to palette indices.

use super::cells::PageCells;
use super::theme::{Rgb, Theme};
use crate::document::Ink;
use crate::font::{Atlas, LEVELS};
use crate::units::{Cols, PxSize, Rows};

/// A page as palette indices, one byte a pixel, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRaster {
    size: PxSize,
    palette: Vec<Rgb>,
    indices: Vec<u8>,
}

impl PageRaster {
    /// Size in pixels.
    pub fn size(&self) -> PxSize {
        self.size
    }
    /// The colours that indices point at; at most 256.
    pub fn palette(&self) -> &[Rgb] {
        &self.palette
    }
    /// Palette indices, `width` × `height` of them.
    pub fn indices(&self) -> &[u8] {
        &self.indices
    }
    /// The pixels in full colour, three bytes each.
    pub fn rgb(&self) -> Vec<u8> {
        self.indices.iter().flat_map(|&index| self.palette[usize::from(index)]).collect()
    }
}

/// Palette indices by level for every ink, upright and inverse.
struct Tables([[[u8; LEVELS as usize + 1]; 2]; Ink::ALL.len()]);

impl Tables {
    fn new() -> Self {
        Self(Ink::ALL.map(|ink| [Theme::indices(ink, false), Theme::indices(ink, true)]))
    }
}

/// Paints a page.
pub fn paint(page: &PageCells, atlas: &Atlas, theme: &Theme) -> PageRaster {
    let tables = Tables::new();
    let (width, pitch) = (page.size.width.index(), page.grid.cell.height.index());
    let cell_width = page.grid.cell.width.index();
    let mut indices = vec![0; width * page.size.height.index()];
    for row in 0..page.rows.get() {
        let (left, top) = page.grid.origin(Cols::ZERO, Rows::new(row));
        for (cell, col) in page.row(Rows::new(row)).iter().zip(0_usize..) {
            let table = &tables.0[cell.ink as usize][usize::from(cell.inverse)];
            let x = left.index() + col * cell_width;
            let mut at = top.index() * width + x;
            if cell.is_blank() {
                if cell.inverse {
                    for _ in 0..pitch {
                        indices[at..at + cell_width].fill(table[0]);
                        at += width;
                    }
                }
                continue;
            }
            let glyph = atlas.slot(cell.slot as usize);
            let stride = glyph.width().index();
            let start = usize::from(cell.part) * cell_width;
            for levels in glyph.levels().chunks_exact(stride) {
                for (pixel, &level) in indices[at..at + cell_width].iter_mut().zip(&levels[start..start + cell_width]) {
                    *pixel = table[usize::from(level)];
                }
                at += width;
            }
        }
    }
    PageRaster { size: page.size, palette: theme.palette(), indices }
}
