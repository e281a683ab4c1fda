//! The flow layout: source lines run on one after the other in full rows.
//!
//! Each line begins with a thin bar and its number in inks that no source is drawn in, and one blank.
//! Of four marks tried the bar was read best by an outside OCR (`docs/legibility.md`).
//! Indentation is shortened: a blank cell stands for four columns, a dot for one of the rest, so
//! that it can be read back. Lines of nothing but blanks are left out; the numbers tell of them.
//! A line with two-cell glyphs or without a number begins a row of its own and so does the one
//! after it: counting rows then needs no more than sums of cells.

use super::{Lines, Measure, Text};
use crate::document::Document;
use crate::units::Cols;

/// Columns of indentation that one blank cell stands for.
const STEP: u32 = 4;

/// The glyph that stands for one column of indentation.
pub const INDENT_MARK: &str = "·";

/// The glyph before each number.
pub const NUMBER_MARK: &str = "▏";

/// Cells of one source line in the flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowLine {
    /// Digits of the number; zero for a line without one.
    pub digits: u32,
    /// Blank cells of indentation, four columns each.
    pub blanks: u32,
    /// Dots of indentation, one column each.
    pub dots: u32,
    /// Columns of the source line that number and indentation stand for.
    pub skip: u32,
    /// Cells of the rest.
    pub body: u32,
    /// Begins a row of its own, and so does the line after it.
    pub alone: bool,
    /// Left out: nothing but blanks.
    pub blank: bool,
}

impl FlowLine {
    /// Measures a line of a document.
    pub fn of(document: &Document, line: usize) -> Self {
        let cols = document.cols(line).get();
        let number = document.number(line);
        if number.is_some() && document.is_blank(line) {
            return Self { digits: 0, blanks: 0, dots: 0, skip: cols, body: 0, alone: false, blank: true };
        }
        let indent = document.indent(line).get().min(cols);
        let digits = number.map_or(0, |number| number.get().checked_ilog10().unwrap_or(0) + 1);
        let alone = number.is_none() || !document.text(line).is_ascii();
        Self {
            digits,
            blanks: indent / STEP,
            dots: indent % STEP,
            skip: indent,
            body: cols - indent,
            alone,
            blank: false,
        }
    }

    /// Cells before the body: mark, number, a blank after it, indentation.
    pub fn lead(&self) -> u32 {
        if self.blank { 0 } else { self.digits + 2 * u32::from(self.digits > 0) + self.blanks + self.dots }
    }

    /// Cells in all, a blank before the next number included.
    pub fn cells(&self) -> u32 {
        if self.blank { 0 } else { self.lead() + self.body + 1 }
    }
}

/// Lines measured for the flow layout.
#[derive(Debug)]
pub struct Flow {
    /// Cells of all lines before line `i`.
    sums: Vec<u64>,
    /// Lines that stand alone.
    alone: Vec<usize>,
}

impl Flow {
    /// Measures every line.
    pub fn new(lines: &impl Lines) -> Self {
        let mut sums = Vec::with_capacity(lines.count() + 1);
        let mut alone = Vec::new();
        let mut sum = 0_u64;
        sums.push(0);
        for line in 0..lines.count() {
            let flow = lines.flow(line);
            let cells = u64::from(flow.cells());
            if flow.alone {
                alone.push(line);
            }
            sum += cells;
            sums.push(sum);
        }
        Self { sums, alone }
    }
}

impl Measure for Flow {
    type Text = FlowText;
    fn lines(&self) -> usize {
        self.sums.len() - 1
    }
    fn cells(&self) -> u64 {
        self.sums.last().copied().unwrap_or_default()
    }
    fn widest(&self) -> Cols {
        // No page is wider than so many cells.
        const MOST: u64 = 4096;
        Cols::new(u32::try_from(self.cells().clamp(1, MOST)).unwrap_or(1))
    }
    fn least_rows(&self, code: Cols) -> u64 {
        // The blank after the last line of each run is not needed.
        let spare = 1 + 2 * self.alone.len() as u64;
        self.cells().saturating_sub(spare).div_ceil(u64::from(code.get().max(1))).max(1)
    }
    fn wrap(&self, code: Cols) -> FlowText {
        FlowText::new(self, code)
    }
}

/// A document in the flow layout at one code width.
#[derive(Clone, Debug)]
pub struct FlowText {
    /// Cells of all lines before line `i`.
    sums: Vec<u64>,
    code: u64,
    /// Lines that share rows, in order.
    runs: Vec<Run>,
}

/// Lines that share rows.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// First line.
    start: usize,
    /// Rows of all runs before it.
    before: u64,
    /// A single line that stands alone.
    alone: bool,
}

impl FlowText {
    fn new(flow: &Flow, code: Cols) -> Self {
        let code = u64::from(code.get().max(2));
        let lines = flow.sums.len() - 1;
        let mut text = Self { sums: flow.sums.clone(), code, runs: Vec::with_capacity(2 * flow.alone.len() + 1) };
        let mut alone = flow.alone.iter().copied().peekable();
        let (mut start, mut before) = (0, 0);
        while start < lines {
            let single = alone.next_if_eq(&start).is_some();
            let end = if single { start + 1 } else { alone.peek().copied().unwrap_or(lines) };
            text.runs.push(Run { start, before, alone: single });
            before += text.span(single, start, end);
            start = end;
        }
        text
    }

    /// Rows of lines that share rows, the first beginning one. A two-cell glyph may leave a cell free at
    /// a row's end, so the rows of a line that stands alone are counted a cell short.
    fn span(&self, alone: bool, first: usize, end: usize) -> u64 {
        let cells = self.sums[end] - self.sums[first];
        cells.saturating_sub(1).div_ceil(self.code - u64::from(alone))
    }

    /// The run that a line belongs to.
    fn run(&self, line: usize) -> usize {
        self.runs.partition_point(|run| run.start <= line) - 1
    }

    fn run_end(&self, run: usize) -> usize {
        self.runs.get(run + 1).map_or(self.lines(), |next| next.start)
    }
}

impl Text for FlowText {
    fn lines(&self) -> usize {
        self.sums.len() - 1
    }
    fn rows(&self, line: usize) -> u64 {
        self.span(self.runs[self.run(line)].alone, line, line + 1)
    }
    fn rows_between(&self, first: usize, end: usize) -> u64 {
        if first >= end {
            return 0;
        }
        let (from, to) = (self.run(first), self.run(end - 1));
        let (head, tail) = (self.runs[from], self.runs[to]);
        if from == to {
            return self.span(head.alone, first, end);
        }
        let between = tail.before - self.runs[from + 1].before;
        self.span(head.alone, first, self.run_end(from)) + between + self.span(tail.alone, tail.start, end)
    }
    fn end_within(&self, first: usize, rows: u64) -> usize {
        let (mut low, mut high) = (first, self.lines());
        while low < high {
            let middle = usize::midpoint(low, high + 1);
            if self.rows_between(first, middle) <= rows { low = middle } else { high = middle - 1 }
        }
        low
    }
    fn broken_lines(&self) -> usize {
        0
    }
}
