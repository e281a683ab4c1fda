//! Drawing a column in which source lines run on; see [`crate::layout::FlowLine`].

use super::cells::{PageCell, PageCells, digits, put_source, to_rows};
use super::slots::{BLANK, Slots};
use crate::document::{CellGlyph, Document, Ink};
use crate::layout::{ColumnSpan, FlowLine, INDENT_MARK, NUMBER_MARK};
use crate::units::{Cols, Rows};

/// Where the next cell of the flow goes.
struct Pen<'a> {
    cells: &'a mut PageCells,
    start: Cols,
    /// Rows of the column: nothing is drawn below.
    rows: u64,
    /// Rows of a split line that earlier columns showed, still to be passed over.
    hidden: u64,
    row: u64,
    col: u32,
}

impl Pen<'_> {
    /// Moves to the next row unless this one is empty.
    fn fresh_row(&mut self) {
        if self.col > 0 {
            self.row += 1;
            self.col = 0;
        }
    }

    /// The place for something `cols` cells wide, or `None` outside the column; moves on.
    fn place(&mut self, cols: u32) -> Option<(Cols, Rows)> {
        if self.col + cols > self.cells.grid.code.get() {
            self.row += 1;
            self.col = 0;
        }
        let (row, col) = (self.row, self.col);
        self.col += cols;
        let row = row.checked_sub(self.hidden).filter(|&row| row < self.rows)?;
        Some((self.start + Cols::new(col), self.cells.grid.frame.caption + to_rows(row)))
    }

    fn put(&mut self, cell: PageCell) {
        if let Some((col, row)) = self.place(1) {
            self.cells.put(col, row, cell);
        }
    }
}

/// Draws the lines of a column.
pub(super) fn fill_column(
    cells: &mut PageCells,
    document: &Document,
    column: &ColumnSpan,
    start: Cols,
    slots: &Slots,
    glyphs: &mut Vec<CellGlyph>,
) {
    let rows = u64::from(column.rows.get());
    let mut pen = Pen { cells, start, rows, hidden: column.skip, row: 0, col: 0 };
    let mut after_alone = false;
    for line in column.first..column.end {
        let flow = FlowLine::of(document, line);
        if flow.blank {
            continue;
        }
        if flow.alone || after_alone {
            pen.fresh_row();
        }
        lead(&mut pen, document, line, flow, slots);
        document.glyphs(line, glyphs);
        let mut skipped = 0;
        for &glyph in glyphs.iter() {
            if skipped < flow.skip {
                skipped += u32::from(glyph.cols);
                continue;
            }
            if let Some(at) = pen.place(u32::from(glyph.cols)) {
                put_source(pen.cells, glyph, at, slots);
            }
        }
        if pen.col < pen.cells.grid.code.get() {
            // The blank before the next number.
            pen.col += 1;
        }
        // The line after the tail of a split line begins a row too.
        after_alone = flow.alone || (line == column.first && column.skip > 0);
    }
}

/// Number and indentation.
fn lead(pen: &mut Pen<'_>, document: &Document, line: usize, flow: FlowLine, slots: &Slots) {
    if let Some(number) = document.number(line) {
        let slot = slots.of_text(NUMBER_MARK, 1).unwrap_or(BLANK);
        pen.put(PageCell { slot, ink: Ink::Mark, ..PageCell::EMPTY });
        for digit in digits(number.get()) {
            let slot = slots.of_text(digit, 1).unwrap_or(BLANK);
            pen.put(PageCell { slot, ink: Ink::Gutter, ..PageCell::EMPTY });
        }
        pen.put(PageCell::EMPTY);
    }
    for _ in 0..flow.blanks {
        pen.put(PageCell::EMPTY);
    }
    let slot = slots.of_text(INDENT_MARK, 1).unwrap_or(BLANK);
    for _ in 0..flow.dots {
        pen.put(PageCell { slot, ink: Ink::Gutter, ..PageCell::EMPTY });
    }
}
