//! How many rows a document takes at every code width, from a count of its line widths.
//!
//! The planner asks this for each of some ten thousand candidates before it wraps a single line.

use super::Lines;
use crate::units::Cols;

/// Least rows of a document for each code width up to a limit.
#[derive(Clone, Debug)]
pub struct Histogram {
    /// `rows[c]` for a code width of `c` cells; index 0 is unused.
    rows: Vec<u64>,
    widest: Cols,
    cells: u64,
    lines: usize,
}

impl Histogram {
    /// Counts the widths of `lines` and sums rows for code widths up to `limit`.
    pub fn new(lines: &impl Lines, limit: Cols) -> Self {
        let mut widths: Vec<u32> = (0..lines.count()).map(|line| lines.cols(line).get()).collect();
        widths.sort_unstable();
        let cells = widths.iter().map(|&w| u64::from(w)).sum();
        let widest = Cols::new(widths.last().copied().unwrap_or_default());
        let mut runs: Vec<(u32, u64)> = Vec::new();
        for width in widths {
            match runs.last_mut() {
                Some((last, count)) if *last == width => *count += 1,
                _ => runs.push((width, 1)),
            }
        }
        let rows_at = |code: u32| runs.iter().map(|&(w, n)| u64::from(w.div_ceil(code).max(1)) * n).sum();
        let rows = std::iter::once(0).chain((1..=limit.get().max(1)).map(rows_at)).collect();
        Self { rows, widest, cells, lines: lines.count() }
    }

    /// Rows at a code width of `code` cells: exact where no two-cell character meets a row's end,
    /// never more than the true number.
    pub fn rows(&self, code: Cols) -> u64 {
        let last = self.rows.len() - 1;
        self.rows[code.index().clamp(1, last)]
    }
    /// Width of the widest line.
    pub fn widest(&self) -> Cols {
        self.widest
    }
    /// Cells of all lines together, wrapping aside.
    pub fn cells(&self) -> u64 {
        self.cells
    }
    /// Number of lines.
    pub fn lines(&self) -> usize {
        self.lines
    }
}
