//! Cutting a wrapped document into columns and pages.

use super::Text;
use crate::units::Rows;
use serde::{Deserialize, Serialize};

/// The rows of one newspaper column: lines `first..end` (from 0), or a slice of one long line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnSpan {
    /// First source line of the column, counted from 0 in the document.
    pub first: usize,
    /// The line after the last one.
    pub end: usize,
    /// Rows of the first line that earlier columns already showed; zero but for a split line.
    pub skip: u64,
    /// Rows used.
    pub rows: Rows,
}

/// One page: its columns in reading order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageSpan {
    /// Columns that hold something, left to right.
    pub columns: Vec<ColumnSpan>,
}

impl PageSpan {
    /// Rows of the fullest column: what the page's height must hold.
    pub fn rows(&self) -> Rows {
        self.columns.iter().map(|c| c.rows).max().unwrap_or_default()
    }
    /// Rows of all columns together.
    pub fn used(&self) -> u64 {
        self.columns.iter().map(|c| u64::from(c.rows.get())).sum()
    }
    /// First line on the page, from 0.
    pub fn first(&self) -> usize {
        self.columns.first().map_or(0, |c| c.first)
    }
    /// The line after the last on the page.
    pub fn end(&self) -> usize {
        self.columns.last().map_or(0, |c| c.end)
    }
}

/// A whole document cut into pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages {
    /// The pages in order.
    pub pages: Vec<PageSpan>,
    /// Lines (from 0) longer than a whole column, which had to be split.
    pub split: Vec<usize>,
}

/// Where the next row to be placed lies.
#[derive(Clone, Copy, PartialEq)]
struct Cursor {
    line: usize,
    skip: u64,
}

/// Cuts `text` into pages of `columns` columns of at most `rows` rows.
///
/// Columns fill in reading order and break only between source lines. The last page is balanced:
/// its columns are as level as line boundaries allow, so that it can be cropped.
pub fn paginate(text: &impl Text, columns: u32, rows: Rows) -> Pages {
    let rows = u64::from(rows.get().max(1));
    let mut pages = Vec::new();
    let mut split = Vec::new();
    let mut at = Cursor { line: 0, skip: 0 };
    while at.line < text.lines() {
        let (page, next) = fill_page(text, at, columns, rows, Some(&mut split));
        // The tail of a split line is not cut up further.
        if next.line >= text.lines() && columns > 1 && at.skip == 0 {
            pages.push(level(text, at, columns, rows).unwrap_or(page));
        } else {
            pages.push(page);
        }
        at = next;
    }
    split.dedup();
    Pages { pages, split }
}

/// Fills one page greedily from `at`.
fn fill_page(
    text: &impl Text,
    mut at: Cursor,
    columns: u32,
    rows: u64,
    mut split: Option<&mut Vec<usize>>,
) -> (PageSpan, Cursor) {
    let mut page = PageSpan { columns: Vec::with_capacity(columns as usize) };
    for _ in 0..columns {
        if at.line >= text.lines() {
            break;
        }
        let (column, next) = fill_column(text, at, rows);
        if next.skip > 0
            && let Some(split) = split.as_deref_mut()
        {
            split.push(next.line);
        }
        page.columns.push(column);
        at = next;
    }
    (page, at)
}

/// Fills one column of `rows` rows from `at`.
fn fill_column(text: &impl Text, at: Cursor, rows: u64) -> (ColumnSpan, Cursor) {
    let left = text.rows(at.line) - at.skip;
    if left > rows {
        let column = ColumnSpan { first: at.line, end: at.line + 1, skip: at.skip, rows: to_rows(rows) };
        return (column, Cursor { line: at.line, skip: at.skip + rows });
    }
    // The line after the tail of a split line begins a row of its own.
    let (tail, first) = if at.skip > 0 { (left, at.line + 1) } else { (0, at.line) };
    let end = if first < text.lines() { text.end_within(first, rows - tail) } else { first };
    let used = tail + text.rows_between(first, end);
    let column = ColumnSpan { first: at.line, end, skip: at.skip, rows: to_rows(used) };
    (column, Cursor { line: end, skip: 0 })
}

/// The page from `at` to the end of the text with the fewest rows that still hold it all.
fn level(text: &impl Text, at: Cursor, columns: u32, rows: u64) -> Option<PageSpan> {
    let used = text.rows_between(at.line, text.lines()).saturating_sub(at.skip);
    let (mut low, mut high) = (used.div_ceil(u64::from(columns)).max(1), rows);
    let ends = |rows| fill_page(text, at, columns, rows, None).1.line >= text.lines();
    while low < high {
        let middle = u64::midpoint(low, high);
        if ends(middle) { high = middle } else { low = middle + 1 }
    }
    let (page, end) = fill_page(text, at, columns, high, None);
    (end.line >= text.lines() && !splits_more(text, &page, high)).then_some(page)
}

/// Whether levelling cut a line that the full column height would have kept whole.
fn splits_more(text: &impl Text, page: &PageSpan, rows: u64) -> bool {
    page.columns.iter().any(|c| c.skip == 0 && c.end == c.first + 1 && text.rows(c.first) > rows)
}

/// A count of rows inside a column; columns are bounded by page heights, far below `u32::MAX`.
fn to_rows(rows: u64) -> Rows {
    Rows::new(u32::try_from(rows).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::super::{Flow, FlowLine, Histogram, Lines, Measure, Wrapped};
    use super::*;
    use crate::units::Cols;
    use proptest::prelude::*;

    /// Lines of given widths, all of one-cell characters.
    pub(crate) struct Widths(pub Vec<u32>);
    impl Lines for Widths {
        fn count(&self) -> usize {
            self.0.len()
        }
        fn cols(&self, line: usize) -> Cols {
            Cols::new(self.0[line])
        }
        fn rows(&self, line: usize, code: Cols) -> Rows {
            Rows::new(self.0[line].div_ceil(code.get()).max(1))
        }
        fn flow(&self, line: usize) -> FlowLine {
            let cols = self.0[line];
            let (blank, alone) = (cols == 0, cols % 17 == 5);
            let indent = cols.min(cols % 9);
            let digits = (line + 1).ilog10() + 1;
            FlowLine { digits, blanks: indent / 4, dots: indent % 4, skip: indent, body: cols - indent, alone, blank }
        }
    }

    /// Rows of a flow counted cell by cell.
    fn walk(lines: &Widths, code: u32, first: usize, end: usize) -> u64 {
        let (mut rows, mut run) = (0, 0_u64);
        let close = |run: &mut u64, code: u64| std::mem::take(run).saturating_sub(1).div_ceil(code);
        for line in first..end {
            let flow = lines.flow(line);
            if flow.alone {
                rows += close(&mut run, u64::from(code));
                run = u64::from(flow.cells());
                rows += close(&mut run, u64::from(code) - 1);
            } else {
                run += u64::from(flow.cells());
            }
        }
        rows + close(&mut run, u64::from(code))
    }

    fn documents() -> impl Strategy<Value = (Vec<u32>, u32, u32, u32)> {
        (prop::collection::vec(prop_oneof![9 => 0_u32..90, 1 => 90_u32..900], 1..120), 1_u32..100, 1_u32..4, 1_u32..60)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn every_row_of_every_line_lies_on_exactly_one_page_in_order((widths, code, columns, rows) in documents()) {
            let text = Wrapped::new(&Widths(widths.clone()), Cols::new(code));
            let pages = paginate(&text, columns, Rows::new(rows));
            let (mut line, mut skip) = (0, 0);
            for column in pages.pages.iter().flat_map(|p| &p.columns) {
                prop_assert_eq!((column.first, column.skip), (line, skip));
                prop_assert!(column.rows.get() >= 1 && column.rows.get() <= rows);
                let shown: u64 = (column.first..column.end).map(|l| text.rows(l)).sum::<u64>() - column.skip;
                if shown > u64::from(column.rows.get()) {
                    prop_assert_eq!(column.end, column.first + 1);
                    (line, skip) = (column.first, column.skip + u64::from(column.rows.get()));
                } else {
                    prop_assert_eq!(shown, u64::from(column.rows.get()));
                    (line, skip) = (column.end, 0);
                }
            }
            prop_assert_eq!((line, skip), (widths.len(), 0));
        }

        #[test]
        fn only_a_line_longer_than_a_column_is_split((widths, code, columns, rows) in documents()) {
            let text = Wrapped::new(&Widths(widths), Cols::new(code));
            let pages = paginate(&text, columns, Rows::new(rows));
            let cut: Vec<usize> = pages.pages.iter().flat_map(|p| &p.columns).filter(|c| c.skip > 0).map(|c| c.first).collect();
            for line in &cut {
                prop_assert!(text.rows(*line) > u64::from(rows));
                prop_assert!(pages.split.contains(line));
            }
            prop_assert!(pages.split.iter().all(|line| cut.contains(line)));
        }

        #[test]
        fn in_the_flow_every_line_lies_on_exactly_one_page_and_columns_hold_what_they_say(
            (widths, code, columns, rows) in documents()
        ) {
            let lines = Widths(widths.clone());
            let flow = Flow::new(&lines);
            let code = code.max(2);
            let text = flow.wrap(Cols::new(code));
            let pages = paginate(&text, columns, Rows::new(rows));
            let (mut line, mut skip) = (0, 0);
            for column in pages.pages.iter().flat_map(|p| &p.columns) {
                prop_assert_eq!((column.first, column.skip), (line, skip));
                prop_assert!(column.rows.get() <= rows);
                let tail = if skip > 0 { text.rows(line) - skip } else { 0 };
                if tail > u64::from(rows) || (skip == 0 && text.rows(line) > u64::from(rows)) {
                    (line, skip) = (line, skip + u64::from(column.rows.get()));
                    continue;
                }
                let first = if skip > 0 { line + 1 } else { line };
                prop_assert_eq!(walk(&lines, code, first, column.end) + tail, u64::from(column.rows.get()));
                (line, skip) = (column.end, 0);
            }
            prop_assert_eq!((line, skip), (widths.len(), 0));
            prop_assert!(flow.least_rows(Cols::new(code)) <= text.total().max(1));
        }

        #[test]
        fn the_histogram_is_exact_for_one_cell_characters((widths, code, _columns, _rows) in documents()) {
            let lines = Widths(widths);
            let histogram = Histogram::new(&lines, Cols::new(120));
            prop_assert_eq!(histogram.rows(Cols::new(code)), Wrapped::new(&lines, Cols::new(code)).total());
        }
    }

    #[test]
    fn the_last_page_is_level() {
        let text = Wrapped::new(&Widths(vec![10; 100]), Cols::new(40));
        let pages = paginate(&text, 2, Rows::new(80));
        assert_eq!(pages.pages.len(), 1);
        assert_eq!(pages.pages[0].rows(), Rows::new(50));
    }

    #[test]
    fn an_empty_document_has_no_page() {
        let text = Wrapped::new(&Widths(vec![]), Cols::new(40));
        assert!(paginate(&text, 2, Rows::new(80)).pages.is_empty());
    }
}
