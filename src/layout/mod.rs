//! Where each source line goes: wrapping to the code width, columns and page cuts. Integers only.
//!
//! The layout never shapes text and never sees pixels. It asks [`Lines`] how many rows a line takes
//! at a code width, sums the answers once ([`Wrapped`]), and cuts pages by looking sums up, so that
//! counting a page costs a binary search and not a walk over its lines.
//!
//! Promises, each a property test: every line lies on exactly one page, in order; a wrapped line is
//! never split between pages or columns, except a line longer than a whole column, which starts a
//! column of its own and is named in [`Pages::split`].

mod histogram;
mod pages;

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
    /// Whether a page may well end before this line: it is blank or begins a top-level thing.
    fn is_break(&self, line: usize) -> bool;
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
    fn is_break(&self, line: usize) -> bool {
        self.is_blank(line)
    }
}

/// A document wrapped to one code width: running sums of rows.
#[derive(Clone, Debug)]
pub struct Wrapped {
    /// `sums[i]` is the rows of all lines before line `i`.
    sums: Vec<u64>,
    widest: Rows,
    broken_lines: usize,
}

impl Wrapped {
    /// Wraps every line to `code` cells.
    pub fn new(lines: &impl Lines, code: Cols) -> Self {
        let mut sums = Vec::with_capacity(lines.count() + 1);
        let (mut sum, mut widest, mut broken_lines) = (0_u64, Rows::new(1), 0);
        sums.push(0);
        for line in 0..lines.count() {
            let rows = lines.rows(line, code).max(Rows::new(1));
            broken_lines += usize::from(rows > Rows::new(1));
            widest = widest.max(rows);
            sum += u64::from(rows.get());
            sums.push(sum);
        }
        Self { sums, widest, broken_lines }
    }

    /// Rows of the whole document.
    pub fn total(&self) -> u64 {
        self.sums.last().copied().unwrap_or_default()
    }
    /// Number of source lines.
    pub fn lines(&self) -> usize {
        self.sums.len() - 1
    }
    /// Rows of the line that takes most.
    pub fn widest(&self) -> Rows {
        self.widest
    }
    /// How many lines take more than one row.
    pub fn wrapped_lines(&self) -> usize {
        self.broken_lines
    }
    /// Rows of line `line`.
    pub fn rows(&self, line: usize) -> u64 {
        self.sums[line + 1] - self.sums[line]
    }
    /// Rows of the lines from `first` up to, not including, `end`.
    fn rows_between(&self, first: usize, end: usize) -> u64 {
        self.sums[end] - self.sums[first]
    }
    /// The line after the last one that fits into `rows` rows when `first` comes first.
    fn end_within(&self, first: usize, rows: u64) -> usize {
        let limit = self.sums[first] + rows;
        let ahead = self.sums[first + 1..].partition_point(|&sum| sum <= limit);
        first + ahead
    }
}
