//! Composing a page: which glyph in which ink stands in which cell.

use super::flow;
use super::slots::{BLANK, Slots};
use crate::document::{CellGlyph, Document, Ink};
use crate::grid::Grid;
use crate::layout::ColumnSpan;
use crate::plan::{LayoutKind, PagePlan, Plan};
use crate::text::clusters;
use crate::units::{Cols, PxSize, Rows};

/// The glyph of the rule between newspaper columns.
pub(super) const COLUMN_RULE: &str = "│";

/// One cell of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PageCell {
    /// Slot in the atlas; blank when it is no slot.
    pub slot: u32,
    /// Which cell of the glyph: 0, or 1 for the right half of a wide one.
    pub part: u8,
    /// Ink of the glyph.
    pub ink: Ink,
    /// Paper on ink rather than ink on paper.
    pub inverse: bool,
}

impl PageCell {
    /// Nothing but paper.
    pub const EMPTY: Self = Self { slot: BLANK, part: 0, ink: Ink::Text, inverse: false };

    /// Whether no glyph stands here.
    pub fn is_blank(&self) -> bool {
        self.slot == BLANK
    }
}

/// A page as a grid of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageCells {
    /// Size of the page in pixels.
    pub size: PxSize,
    /// Geometry.
    pub grid: Grid,
    /// Cells across.
    pub across: Cols,
    /// Rows down, the caption's included.
    pub rows: Rows,
    cells: Vec<PageCell>,
}

impl PageCells {
    fn new(grid: Grid, page: &PagePlan) -> Self {
        let across = grid.cells_across();
        let rows = grid.frame.caption + page.span.rows();
        let cells = vec![PageCell::EMPTY; across.index() * rows.index()];
        Self { size: page.size, grid, across, rows, cells }
    }
    /// A page of any cells, row by row, for tests of what draws them.
    #[cfg(test)]
    pub(crate) fn of_cells(size: PxSize, grid: Grid, cells: Vec<PageCell>) -> Self {
        let across = grid.cells_across();
        let rows = Rows::new(u32::try_from(cells.len() / across.index()).expect("a page"));
        Self { size, grid, across, rows, cells }
    }
    /// The cells of one row.
    pub fn row(&self, row: Rows) -> &[PageCell] {
        let start = row.index() * self.across.index();
        &self.cells[start..start + self.across.index()]
    }
    pub(super) fn put(&mut self, col: Cols, row: Rows, cell: PageCell) {
        if col < self.across && row < self.rows {
            let at = row.index() * self.across.index() + col.index();
            self.cells[at] = cell;
        }
    }
    /// Puts a glyph of `cols` cells.
    pub(super) fn put_glyph(&mut self, col: Cols, row: Rows, cols: u32, cell: PageCell) {
        for part in 0..cols {
            let part_cell = PageCell { part: u8::try_from(part).unwrap_or(0), ..cell };
            self.put(col + Cols::new(part), row, part_cell);
        }
    }
}

/// Lays a page of `document` out in cells.
pub fn compose(document: &Document, plan: &Plan, page: &PagePlan, slots: &Slots) -> PageCells {
    let grid = plan.grid;
    let mut cells = PageCells::new(grid, page);
    if grid.frame.caption > Rows::ZERO {
        caption(&mut cells, &page.caption, slots);
    }
    let mut glyphs = Vec::new();
    for (column, index) in page.span.columns.iter().zip(0_u32..) {
        let start = grid.column_start(index);
        if index > 0 {
            rule(&mut cells, start.saturating_sub(crate::grid::COLUMN_GAP), slots);
        }
        match plan.layout {
            LayoutKind::Rows => fill_column(&mut cells, document, column, start, slots, &mut glyphs),
            LayoutKind::Flow => flow::fill_column(&mut cells, document, column, start, slots, &mut glyphs),
        }
    }
    cells
}

/// The caption: a bar across the page, paper on ink, so that no source line can pass for it.
fn caption(cells: &mut PageCells, text: &str, slots: &Slots) {
    let bar = PageCell { ink: Ink::Caption, inverse: true, ..PageCell::EMPTY };
    for col in 0..cells.across.get() {
        cells.put(Cols::new(col), Rows::ZERO, bar);
    }
    let mut col = Cols::ZERO;
    for (cluster, cols) in clusters(text) {
        if let Some(slot) = slots.of_text(cluster, cols) {
            cells.put_glyph(col, Rows::ZERO, cols, PageCell { slot, ..bar });
        }
        col += Cols::new(cols);
    }
}

/// The rule in the gap before a column.
fn rule(cells: &mut PageCells, col: Cols, slots: &Slots) {
    let Some(slot) = slots.of_text(COLUMN_RULE, 1) else { return };
    for row in cells.grid.frame.caption.get()..cells.rows.get() {
        cells.put(col, Rows::new(row), PageCell { slot, ink: Ink::Gutter, ..PageCell::EMPTY });
    }
}

fn fill_column(
    cells: &mut PageCells,
    document: &Document,
    column: &ColumnSpan,
    start: Cols,
    slots: &Slots,
    glyphs: &mut Vec<CellGlyph>,
) {
    let (gutter, code) = (cells.grid.frame.gutter, cells.grid.code);
    let top = cells.grid.frame.caption;
    let mut row = 0_u64;
    let mut text = String::new();
    for line in column.first..column.end {
        let skip = if line == column.first { column.skip } else { 0 };
        if skip == 0 && gutter > Cols::ZERO {
            document.label(line, &mut text);
            label(cells, &text, (start, top + to_rows(row)), slots);
        }
        document.glyphs(line, glyphs);
        let mut col = 0;
        let mut line_row = 0_u64;
        for &glyph in glyphs.iter() {
            let cols = u32::from(glyph.cols);
            if col > 0 && col + cols > code.get() {
                col = 0;
                line_row += 1;
            }
            if line_row >= skip && row + line_row - skip < u64::from(column.rows.get()) {
                let at = (start + gutter + Cols::new(col), top + to_rows(row + line_row - skip));
                put_source(cells, glyph, at, slots);
            }
            col += cols;
        }
        row += line_row + 1 - skip;
    }
}

/// One glyph of the source; blanks stay paper unless inverse.
pub(super) fn put_source(cells: &mut PageCells, glyph: CellGlyph, (col, row): (Cols, Rows), slots: &Slots) {
    let slot = slots.of_glyph(glyph);
    if slot.is_none() && !glyph.inverse {
        return;
    }
    let cell = PageCell { slot: slot.unwrap_or(BLANK), part: 0, ink: glyph.ink, inverse: glyph.inverse };
    cells.put_glyph(col, row, u32::from(glyph.cols), cell);
}

/// The line's label, flush right in the gutter with a blank after it.
fn label(cells: &mut PageCells, label: &str, (start, row): (Cols, Rows), slots: &Slots) {
    let gutter = cells.grid.frame.gutter;
    let mut col = (start + gutter).saturating_sub(Cols::new(1));
    for digit in label.bytes().rev() {
        if col <= start {
            break;
        }
        col = col.saturating_sub(Cols::new(1));
        if let Some(slot) = slots.of_digit(digit) {
            cells.put(col, row, PageCell { slot, ink: Ink::Gutter, ..PageCell::EMPTY });
        }
    }
}

/// The decimal digits of a number as texts, first the most significant.
pub(super) fn digits(mut number: u64) -> Vec<&'static str> {
    const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let mut digits = Vec::new();
    loop {
        digits.push(DIGITS[usize::try_from(number % 10).unwrap_or(0)]);
        number /= 10;
        if number == 0 {
            break;
        }
    }
    digits.reverse();
    digits
}

/// Rows inside a column, bounded by the page's height.
pub(super) fn to_rows(rows: u64) -> Rows {
    Rows::new(u32::try_from(rows).unwrap_or(u32::MAX))
}
