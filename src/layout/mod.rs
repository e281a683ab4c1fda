//! Where each source line goes: wrapping to the code width, columns and page cuts. Integers only.
//!
//! The layout never shapes text and never sees pixels. Two layouts share everything but how lines
//! meet rows ([`Text`]): in *rows* each source line begins a row of its own and wraps; in *flow* lines
//! run on one after the other, each set off by its number. A text answers in logarithmic time how
//! many lines fit into so many rows, so that cutting a page costs a binary search and no walk.
//!
//! Promises, each a property test: every line lies on exactly one page, in order; a source line is
//! never split between pages or columns, except one longer than a whole column, which starts a
//! column of its own and is named in [`Pages::split`].

mod flow;
mod histogram;
mod pages;

pub use flow::{Flow, FlowLine, FlowText, INDENT_MARK, NUMBER_MARK};
pub use histogram::Histogram;
pub use pages::{ColumnSpan, PageSpan, Pages, paginate};

use crate::document::Document;
use crate::units::{Cols, Rows};

/// What the layout needs to know of a document.
pub trait Lines {
    /// Number of source lines.
    fn count(&self) -> usize;
    /// Cells that line `line` (from 0) takes on an endless row.
    fn cols(&self, line: usize) -> Cols;
    /// Rows that the line takes when wrapped to `code` cells; at least one.
    fn rows(&self, line: usize, code: Cols) -> Rows;
    /// What the line takes when lines run on.
    fn flow(&self, line: usize) -> FlowLine;
}

impl Lines for Document {
    fn count(&self) -> usize {
        self.lines()
    }
    fn cols(&self, line: usize) -> Cols {
        self.cols(line)
    }
    fn rows(&self, line: usize, code: Cols) -> Rows {
        self.rows(line, code)
    }
    fn flow(&self, line: usize) -> FlowLine {
        FlowLine::of(self, line)
    }
}

/// A document measured for one layout; wrapping it to a code width gives a [`Text`].
pub trait Measure {
    /// The document wrapped to one width.
    type Text: Text;
    /// Number of source lines.
    fn lines(&self) -> usize;
    /// Cells of all lines together.
    fn cells(&self) -> u64;
    /// The code width beyond which no line gains anything.
    fn widest(&self) -> Cols;
    /// Rows at a code width: never more than the true number.
    fn least_rows(&self, code: Cols) -> u64;
    /// Wraps to `code` cells.
    fn wrap(&self, code: Cols) -> Self::Text;
}

/// A document wrapped to one code width.
pub trait Text {
    /// Number of source lines.
    fn lines(&self) -> usize;
    /// Rows of line `line` on its own.
    fn rows(&self, line: usize) -> u64;
    /// Rows of the lines from `first` up to, not including, `end`, when `first` begins a row.
    fn rows_between(&self, first: usize, end: usize) -> u64;
    /// The line after the last one that fits into `rows` rows when `first` begins the first.
    fn end_within(&self, first: usize, rows: u64) -> usize;
    /// How many lines are broken over rows to the reader's cost.
    fn broken_lines(&self) -> usize;
    /// Rows of the whole document.
    fn total(&self) -> u64 {
        self.rows_between(0, self.lines())
    }
}

/// Lines measured for the rows layout.
#[derive(Debug)]
pub struct Rowed<'a, L> {
    lines: &'a L,
    histogram: Histogram,
}

impl<'a, L: Lines> Rowed<'a, L> {
    /// Measures for code widths up to `limit`.
    pub fn new(lines: &'a L, limit: Cols) -> Self {
        Self { lines, histogram: Histogram::new(lines, limit) }
    }
}

impl<L: Lines> Measure for Rowed<'_, L> {
    type Text = Wrapped;
    fn lines(&self) -> usize {
        self.lines.count()
    }
    fn cells(&self) -> u64 {
        self.histogram.cells()
    }
    fn widest(&self) -> Cols {
        self.histogram.widest()
    }
    fn least_rows(&self, code: Cols) -> u64 {
        self.histogram.rows(code)
    }
    fn wrap(&self, code: Cols) -> Wrapped {
        Wrapped::new(self.lines, code)
    }
}

/// A document in the rows layout: running sums of rows.
#[derive(Clone, Debug)]
pub struct Wrapped {
    /// `sums[i]` is the rows of all lines before line `i`.
    sums: Vec<u64>,
    broken_lines: usize,
}

impl Wrapped {
    /// Wraps every line to `code` cells.
    pub fn new(lines: &impl Lines, code: Cols) -> Self {
        let mut sums = Vec::with_capacity(lines.count() + 1);
        let (mut sum, mut broken_lines) = (0_u64, 0);
        sums.push(0);
        for line in 0..lines.count() {
            let rows = lines.rows(line, code).max(Rows::new(1));
            broken_lines += usize::from(rows > Rows::new(1));
            sum += u64::from(rows.get());
            sums.push(sum);
        }
        Self { sums, broken_lines }
    }
}

impl Text for Wrapped {
    fn lines(&self) -> usize {
        self.sums.len() - 1
    }
    fn rows(&self, line: usize) -> u64 {
        self.sums[line + 1] - self.sums[line]
    }
    fn rows_between(&self, first: usize, end: usize) -> u64 {
        self.sums[end] - self.sums[first]
    }
    fn end_within(&self, first: usize, rows: u64) -> usize {
        let limit = self.sums[first] + rows;
        first + self.sums[first + 1..].partition_point(|&sum| sum <= limit)
    }
    fn broken_lines(&self) -> usize {
        self.broken_lines
    }
}
