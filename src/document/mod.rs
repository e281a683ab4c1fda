//! Lines of a source with their numbers, widths and styles: all that layout and drawing need to know of the text.
//!
//! Why a step of its own: widths in cells, stand-ins and colours are settled here once, in logical order, and whoever
//! lays out or draws afterwards handles cells and never text. The text stays one shared string; a line costs 16 bytes
//! and a change of colour 2.
//!
//! ```
//! use codeshot::document::{Document, Options};
//! use codeshot::source::{Limits, Source};
//! use codeshot::units::{Cols, Rows};
//! let source = Source::decode(b"fn main() {\n\t\x07\n}\n".to_vec(), Some("a.rs"), &Limits::default())?;
//! let document = Document::build(&source, &Options::default())?;
//! assert_eq!((document.lines(), document.language()), (3, "Rust"));
//! assert_eq!(document.cols(1), Cols::new(6)); // a tab to column 4, then ^G
//! assert_eq!(document.rows(0, Cols::new(8)), Rows::new(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cell;
mod diff;
mod highlight;
mod language;
mod lines;
mod options;
mod scopes;
mod walk;

use crate::source::{BadByte, Facts, Source, chars};
use crate::units::{Cols, LineNo, Rows};
use highlight::Runs;
use lines::{Kind, Lines};
use std::sync::Arc;
use walk::{Look, Rules, Shape};

pub use cell::{CellGlyph, ClusterText, Glyph, Ink};
pub use options::{Coverage, DocumentError, Highlight, Language, Options, Whitespace, assigned};

/// Lines ready to be laid out and drawn.
#[derive(Clone, Debug)]
pub struct Document {
    name: Option<Arc<str>>,
    text: Arc<String>,
    bad_bytes: Arc<Vec<BadByte>>,
    facts: Facts,
    language: &'static str,
    rules: Rules,
    numbering: Numbering,
    lines: Lines,
    runs: Runs,
    warnings: Vec<String>,
}

/// How lines are labelled. Lists of labels (numbered input, hunks of a diff, several ranges) join here.
#[derive(Clone, Debug)]
enum Numbering {
    /// One after the other from this number.
    Sequential(LineNo),
}

impl Document {
    /// Measures and styles the lines of `source` that `options` ask for.
    ///
    /// # Errors
    /// When the language is not known, the window holds no line, or an option is out of range.
    pub fn build(source: &Source, options: &Options) -> Result<Self, DocumentError> {
        let Options { tab_width, start_line, .. } = *options;
        if !(1..=options::WIDEST_TAB).contains(&tab_width.get()) {
            return Err(DocumentError::TabWidth { value: tab_width });
        }
        let picked = options::pick(source, options)?;
        let grammar = language::find(source.name(), source.text(), &options.language)?;
        let rules = Rules { tab_width: tab_width.get(), whitespace: options.whitespace, coverage: options.coverage };
        let (text, bad_bytes) = (source.shared_text(), source.shared_bad_bytes());
        let lines = Lines::index(&text, &bad_bytes, picked, &rules);
        let mut warnings = Vec::new();
        let runs = match options.highlight {
            Highlight::Off => Runs::default(),
            Highlight::On => highlight::highlight(&grammar, &text, &lines, picked, &mut warnings),
        };
        if source.facts().invalid_bytes > 0 {
            let facts = source.facts();
            let (bytes, are) = if facts.invalid_bytes == 1 { ("byte", "is") } else { ("bytes", "are") };
            let count = facts.invalid_bytes;
            warnings.push(format!("{count} {bytes} {are} not {}: drawn as x and the value", facts.encoding));
        }
        let first = LineNo::new(start_line.get() + picked.skipped);
        Ok(Self {
            name: source.name().map(|name| chars::printable(name).into()),
            text,
            bad_bytes,
            facts: source.facts().clone(),
            language: grammar.name(),
            rules,
            numbering: Numbering::Sequential(first),
            lines,
            runs,
            warnings,
        })
    }

    /// How many lines there are to draw.
    pub fn lines(&self) -> usize {
        self.lines.len()
    }

    /// The label of a line: the number it has in its file. `None` past the end, and for lines without a number.
    pub fn number(&self, line: usize) -> Option<LineNo> {
        match &self.numbering {
            Numbering::Sequential(first) => (line < self.lines.len()).then(|| LineNo::new(first.get() + line as u64)),
        }
    }

    /// Cells that a line takes on one endless row: tabs expanded, stand-ins counted.
    pub fn cols(&self, line: usize) -> Cols {
        Cols::new(self.lines.get(line).cols)
    }

    /// Rows that a line takes when `cols` cells fit on a row: at least one. A glyph of two cells is never cut: it
    /// begins the next row, and the cell before it stays free.
    pub fn rows(&self, line: usize, cols: Cols) -> Rows {
        Rows::new(self.lines.rows(line, cols.get()))
    }

    /// Puts the glyphs of a line into `out` (emptied first), in the order of the text.
    pub fn glyphs(&self, line: usize, out: &mut Vec<CellGlyph>) {
        out.clear();
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
            let glyph = match piece.shape {
                Shape::Scalar(c) => Glyph::scalar(c),
                Shape::Sequence(text) => self.lines.clusters.glyph(text),
            };
            let ink = if piece.look == Look::Plain { inks.at(piece.at) } else { Ink::Mark };
            out.push(CellGlyph { glyph, ink, cols: piece.cols, inverse: piece.look == Look::StandIn });
        });
    }

    /// What to draw for a glyph of this document.
    pub fn cluster(&self, glyph: Glyph) -> ClusterText<'_> {
        match glyph.cluster_index() {
            Some(index) => ClusterText::Sequence(self.lines.clusters.text(index)),
            None => ClusterText::Scalar(glyph.as_scalar().unwrap_or(char::REPLACEMENT_CHARACTER)),
        }
    }

    /// The text of a line as it stands in the source, without its line end.
    pub fn text(&self, line: usize) -> &str {
        &self.text[self.lines.range(line)]
    }

    /// Whether a line has nothing but blanks and tabs.
    pub fn is_blank(&self, line: usize) -> bool {
        self.text(line).bytes().all(|b| b == b' ' || b == b'\t')
    }

    /// Cells of blanks and tabs before the first other character; of a blank line, all its cells.
    pub fn indent(&self, line: usize) -> Cols {
        let tab = self.rules.tab_width;
        let lead = self.text(line).bytes().take_while(|&b| b == b' ' || b == b'\t');
        Cols::new(lead.fold(0, |col, b| if b == b'\t' { (col / tab + 1) * tab } else { col + 1 }))
    }

    /// The language that colours were chosen by, or `plain text`.
    pub fn language(&self) -> &str {
        self.language
    }

    /// The name of the source, fit to be shown: hidden characters are written out.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// What the picture cannot show.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// What the reader of the page should be told besides.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

#[cfg(test)]
mod tests;
