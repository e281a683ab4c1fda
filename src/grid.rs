//! The one owner of page geometry: page, margin, caption, gutter, columns and cell.
//!
//! Planner, renderer and cost all ask the same [`Grid`], so what was priced is what is drawn.
//! Everything is whole pixels and whole cells. A page is, from the left: margin, then for each
//! newspaper column a gutter (line number and one blank cell) and the code cells, a gap between
//! columns; from the top: margin, the caption row if any, then the text rows.

use crate::units::{Cols, Px, PxSize, Rows};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Blank pixels on each side of the text area. Two keep ink off the page edge, where the border
/// of a patch and of the picture coincide; a wider margin would cost a column of cells.
pub const MARGIN: Px = Px::new(2);

/// Blank cells between two newspaper columns (a rule is drawn in them).
pub const COLUMN_GAP: Cols = Cols::new(2);

/// The pixel box of one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell {
    /// Advance of one character.
    pub width: Px,
    /// Pitch of one row.
    pub height: Px,
}

impl Cell {
    /// A cell of `width` × `height` pixels.
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width: Px::new(width), height: Px::new(height) }
    }
    /// Pixels of one cell.
    pub const fn area(self) -> u64 {
        self.width.get() as u64 * self.height.get() as u64
    }
}

impl From<PxSize> for Cell {
    fn from(size: PxSize) -> Self {
        Self { width: size.width, height: size.height }
    }
}

impl From<Cell> for PxSize {
    fn from(cell: Cell) -> Self {
        Self::new(cell.width, cell.height)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// What is the same for every candidate page of a document: gutter and caption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// Cells of the line-number column, its separating blank included; zero for none.
    pub gutter: Cols,
    /// Rows of the caption on top of each page; zero for none.
    pub caption: Rows,
    /// Page sides are whole multiples of this.
    pub unit: Px,
}

/// The geometry of a page of given width; its height follows from the rows it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Grid {
    /// Page width, whole units.
    pub width: Px,
    /// The character cell.
    pub cell: Cell,
    /// Newspaper columns, at least one.
    pub columns: u32,
    /// Code cells of each column, gutter aside; at least one.
    pub code: Cols,
    /// Gutter, caption and unit.
    pub frame: Frame,
}

impl Grid {
    /// The grid of a page `width` pixels wide, or `None` when not even one code cell a column fits.
    pub fn new(width: Px, cell: Cell, columns: u32, frame: Frame) -> Option<Self> {
        let inside = width.get().checked_sub(2 * MARGIN.get())?;
        let cells = inside / cell.width.get();
        let gaps = COLUMN_GAP.get() * columns.checked_sub(1)?;
        let code = (cells.checked_sub(gaps)? / columns).checked_sub(frame.gutter.get())?;
        (code > 0).then_some(Self { width, cell, columns, code: Cols::new(code), frame })
    }

    /// The narrowest page, in whole units, whose columns hold `code` cells of source each.
    pub fn narrowest_width(code: Cols, cell: Cell, columns: u32, frame: Frame) -> Px {
        let cells = (code.get() + frame.gutter.get()) * columns + COLUMN_GAP.get() * (columns - 1);
        round_up(Px::new(cells * cell.width.get() + 2 * MARGIN.get()), frame.unit)
    }

    /// Cells across the whole text area.
    pub fn cells_across(&self) -> Cols {
        Cols::new((self.width.get() - 2 * MARGIN.get()) / self.cell.width.get())
    }

    /// Text rows that a page of `height` pixels holds in each column; the caption is already off.
    pub fn rows_in(&self, height: Px) -> Rows {
        let inside = height.get().saturating_sub(2 * MARGIN.get());
        Rows::new((inside / self.cell.height.get()).saturating_sub(self.frame.caption.get()))
    }

    /// The least height, in whole units, of a page with `rows` text rows in its fullest column.
    pub fn height_of(&self, rows: Rows) -> Px {
        let rows = rows.get() + self.frame.caption.get();
        round_up(Px::new(rows * self.cell.height.get() + 2 * MARGIN.get()), self.frame.unit)
    }

    /// The size of a page with `rows` text rows in its fullest column.
    pub fn page_of(&self, rows: Rows) -> PxSize {
        PxSize::new(self.width, self.height_of(rows))
    }

    /// The cell column at which newspaper column `index` (from 0) begins, gutter first.
    pub fn column_start(&self, index: u32) -> Cols {
        Cols::new(index * (self.frame.gutter.get() + self.code.get() + COLUMN_GAP.get()))
    }

    /// The pixel at which a cell of the text area begins.
    pub fn origin(&self, col: Cols, row: Rows) -> (Px, Px) {
        (
            Px::new(MARGIN.get() + col.get() * self.cell.width.get()),
            Px::new(MARGIN.get() + row.get() * self.cell.height.get()),
        )
    }
}

/// `length` rounded up to a whole number of `unit`s, at least one.
fn round_up(length: Px, unit: Px) -> Px {
    Px::new(length.get().div_ceil(unit.get()).max(1) * unit.get())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame { gutter: Cols::new(4), caption: Rows::new(1), unit: Px::new(28) };

    #[test]
    fn a_page_too_narrow_for_gutter_and_one_cell_cannot_be_built() {
        assert!(Grid::new(Px::new(56), Cell::new(5, 8), 1, FRAME).is_some());
        assert!(Grid::new(Px::new(28), Cell::new(5, 8), 1, FRAME).is_none());
        assert!(Grid::new(Px::new(56), Cell::new(5, 8), 0, FRAME).is_none());
    }

    #[test]
    fn the_narrowest_page_holds_the_code_and_one_unit_less_does_not() {
        for columns in 1..=3 {
            for code in 1..200 {
                let code = Cols::new(code);
                let width = Grid::narrowest_width(code, Cell::new(7, 13), columns, FRAME);
                let fits = |w| Grid::new(w, Cell::new(7, 13), columns, FRAME).is_some_and(|g| g.code >= code);
                assert!(fits(width));
                assert!(!fits(width.saturating_sub(FRAME.unit)) || width == FRAME.unit);
            }
        }
    }

    #[test]
    fn height_and_rows_agree() {
        let grid = Grid::new(Px::new(560), Cell::new(6, 11), 2, FRAME).expect("wide enough");
        for rows in 1..300 {
            let height = grid.height_of(Rows::new(rows));
            assert!(grid.rows_in(height) >= Rows::new(rows));
            assert!(grid.rows_in(height.saturating_sub(Px::new(28))) < Rows::new(rows));
            assert_eq!(height.get() % 28, 0);
        }
    }

    #[test]
    fn columns_lie_side_by_side_inside_the_page() {
        let grid = Grid::new(Px::new(1568), Cell::new(5, 8), 3, FRAME).expect("wide enough");
        let end = grid.column_start(2) + FRAME.gutter + grid.code;
        assert!(end <= grid.cells_across());
        assert!(grid.origin(end, Rows::ZERO).0 <= grid.width - MARGIN);
    }
}
