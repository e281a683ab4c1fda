//! The finite space of layouts: cells, page widths, greatest page heights, columns.

use super::tariff::Tariff;
use crate::grid::{Cell, Frame, Grid};
use crate::units::{Cols, Px, Rows};
use serde::{Deserialize, Serialize};

/// The smallest cell that an outside OCR reads at about 1 % errors (`docs/legibility.md`).
pub const MECHANICAL_FLOOR: Cell = Cell::new(5, 8);

/// The smallest cell that is drawn at all, with the floor lifted: a glyph needs a pixel each for stem and gap.
pub const DRAWABLE_FLOOR: Cell = Cell::new(3, 5);

/// Code columns narrower than this break most lines of source, and identifiers with them. From 36
/// to 48 cells a source character costs least with half of the lines still whole (`docs/legibility.md`).
pub const LEAST_CODE: Cols = Cols::new(36);

/// Code columns of documents that fit a page anyway: lines of ordinary length stay whole, which costs a
/// few dozen tokens and keeps the shape of the code.
pub const LEAST_SHORT: Cols = Cols::new(80);

/// Rows of the flow layout are at least this long: about what a line of source needs with its number.
pub(crate) const LEAST_FLOW: Cols = Cols::new(60);

/// What the planner may choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Space {
    /// Cells, smallest first.
    pub cells: Vec<Cell>,
    /// Numbers of newspaper columns.
    pub columns: Vec<u32>,
    /// Narrowest code column, unless no line is wider.
    pub least_code: Cols,
}

impl Space {
    /// Whole-pixel cells from `floor` to `comfortable` of ordinary proportions, one to three columns.
    pub fn new(floor: Cell, comfortable: Cell) -> Self {
        let widths = floor.width.get()..=comfortable.width.get().max(floor.width.get());
        let cells = widths
            .flat_map(|w| (3 * w / 2..=11 * w / 5).map(move |h| Cell::new(w, h)))
            .filter(|cell| cell.height >= floor.height && cell.height <= comfortable.height.max(floor.height))
            .collect();
        Self { cells, columns: vec![1, 2, 3], least_code: LEAST_CODE }
    }

    /// The same cells for lines that run on: one column, rows long enough to be worth it.
    #[must_use]
    pub fn flowing(&self) -> Self {
        Self { cells: self.cells.clone(), columns: vec![1], least_code: LEAST_FLOW }
    }
}

/// One layout of the space: enough to count it and to draw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Page, cell and columns.
    pub grid: Grid,
    /// Greatest page height.
    pub height: Px,
}

impl Candidate {
    /// Rows that each column holds at most.
    pub fn rows(&self) -> Rows {
        self.grid.rows_in(self.height)
    }
}

/// Calls `visit` for every layout of the space that fits the frame and the tariff, in a fixed order.
///
/// Left out are pages wider than the widest line needs (blank paper), columns narrower than
/// [`LEAST_CODE`] (unless no line is wider), and heights that no untouched page has.
pub(super) fn for_each(space: &Space, tariff: &Tariff, frame: Frame, widest: Cols, mut visit: impl FnMut(Candidate)) {
    // No page need be wider than the reader's widest, whatever the code would like.
    let smallest = space.cells.iter().map(|cell| cell.width).min().unwrap_or(Px::new(1));
    let most = Grid::new(
        Px::new(tariff.widths() * tariff.unit().get()),
        Cell { width: smallest, height: Px::new(1) },
        1,
        frame,
    );
    let most = most.map_or(Cols::new(1), |grid| grid.code);
    let least = space.least_code.min(widest.max(Cols::new(1))).min(most);
    for &cell in &space.cells {
        for &columns in &space.columns {
            let enough = Grid::narrowest_width(widest.max(Cols::new(1)), cell, columns, frame);
            for width in 1..=tariff.widths() {
                let px = Px::new(width * tariff.unit().get());
                if px > enough && tariff.fit(enough.get() / tariff.unit().get(), 1).is_some() {
                    break;
                }
                let Some(grid) = Grid::new(px, cell, columns, frame).filter(|g| g.code >= least) else { continue };
                for height in 1..=tariff.heights() {
                    if tariff.fit(width, height).is_none_or(|fit| fit.height != height) {
                        continue;
                    }
                    let candidate = Candidate { grid, height: Px::new(height * tariff.unit().get()) };
                    if candidate.rows() > Rows::ZERO {
                        visit(candidate);
                    }
                }
            }
        }
    }
}
