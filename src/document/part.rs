//! A piece of a document: lines of one file that follow each other, perhaps behind a bar that says what they are.

use super::Whitespace;
use super::cell::{CellGlyph, Glyph, Ink};
use super::highlight::Runs;
use super::lines::{Kind, Lines};
use super::numbering::Numbering;
use super::walk::{self, Look, Rules, Shape};
use crate::source::{BadByte, chars};
use crate::text::keep_end;
use std::sync::Arc;

/// Most cells of a bar; a longer name keeps its end.
const WIDEST_BAR: u32 = 76;

/// A line that is not of the source: a name where a file begins, or a note where lines are left out.
#[derive(Clone, Debug)]
pub(super) struct Bar {
    pub(super) text: String,
    cols: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Which file of the document it is of.
    pub(super) file: usize,
    pub(super) bar: Option<Bar>,
    pub(super) text: Arc<String>,
    pub(super) bad_bytes: Arc<Vec<BadByte>>,
    pub(super) rules: Rules,
    pub(super) numbering: Numbering,
    pub(super) lines: Lines,
    pub(super) runs: Runs,
}

impl Part {
    /// Document lines of the part, its bar included.
    pub(super) fn len(&self) -> usize {
        self.lines.len() + usize::from(self.bar.is_some())
    }

    /// Puts a bar before the first line.
    pub(super) fn with_bar(mut self, text: &str) -> Self {
        let text = format!(" {} ", keep_end(&chars::printable(text), WIDEST_BAR - 2));
        let mut cols = 0;
        let clusters = &mut self.lines.clusters;
        walk::walk(&plain(&self.rules), &text, 0, &[], |piece| {
            if let Shape::Sequence(text) = piece.shape {
                clusters.add(text);
            }
            cols += u32::from(piece.cols);
        });
        self.bar = Some(Bar { text, cols });
        self
    }

    /// What a document line of this part is: a source line, or the bar.
    pub(super) fn place(&self, line: usize) -> Place<'_> {
        match &self.bar {
            Some(bar) if line == 0 => Place::Bar(bar),
            Some(_) => Place::Line(line - 1),
            None => Place::Line(line),
        }
    }

    pub(super) fn glyphs(&self, line: usize, out: &mut Vec<CellGlyph>) {
        let info = self.lines.get(line);
        out.reserve(info.cols as usize);
        let text = self.text(line);
        let mut inks = self.runs.of_line(line);
        if info.kind == Kind::Plain && self.rules.whitespace == Whitespace::Hidden {
            out.extend(text.bytes().enumerate().map(|(at, byte)| CellGlyph {
                glyph: Glyph::scalar(char::from(byte)),
                ink: inks.at(at),
                cols: 1,
                inverse: false,
            }));
            return;
        }
        let offset = info.start as usize;
        let from = self.bad_bytes.partition_point(|b| b.offset < info.start);
        walk::walk(&self.rules, text, offset, &self.bad_bytes[from..], |piece| {
            let glyph = self.glyph(piece.shape);
            let ink = if piece.look == Look::Plain { inks.at(piece.at) } else { Ink::Mark };
            out.push(CellGlyph { glyph, ink, cols: piece.cols, inverse: piece.look == Look::StandIn });
        });
    }

    pub(super) fn bar_glyphs(&self, bar: &Bar, out: &mut Vec<CellGlyph>) {
        walk::walk(&plain(&self.rules), &bar.text, 0, &[], |piece| {
            out.push(CellGlyph { glyph: self.glyph(piece.shape), ink: Ink::Caption, cols: piece.cols, inverse: true });
        });
    }

    fn glyph(&self, shape: Shape<'_>) -> Glyph {
        match shape {
            Shape::Scalar(c) => Glyph::scalar(c),
            Shape::Sequence(text) => self.lines.clusters.glyph(text),
        }
    }

    pub(super) fn bar_rows(&self, bar: &Bar, cols: u32) -> u32 {
        if bar.cols <= cols {
            return 1;
        }
        let (mut rows, mut col) = (1, 0);
        walk::walk(&plain(&self.rules), &bar.text, 0, &[], |piece| {
            let width = u32::from(piece.cols);
            if col > 0 && col + width > cols {
                (rows, col) = (rows + 1, 0);
            }
            col += width;
        });
        rows
    }

    pub(super) fn text(&self, line: usize) -> &str {
        &self.text[self.lines.range(line)]
    }
}

impl Bar {
    pub(super) fn cols(&self) -> u32 {
        self.cols
    }
}

/// What a document line is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<'a> {
    Bar(&'a Bar),
    Line(usize),
}

/// The rules for a bar: its blanks are no trailing blanks of a source.
fn plain(rules: &Rules) -> Rules {
    Rules { whitespace: Whitespace::Hidden, ..*rules }
}
