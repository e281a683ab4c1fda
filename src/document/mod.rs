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
mod numbering;
mod options;
mod part;
mod scopes;
mod walk;

use crate::source::{Facts, Source, chars};
use crate::units::{Cols, LineNo, LineRange, Rows};
use highlight::Runs;
use language::Found;
use lines::Lines;
use numbering::{Numbering, Sides};
use part::{Part, Place};
use std::ops::Range;
use std::sync::Arc;
use walk::Rules;

pub use cell::{CellGlyph, ClusterText, Glyph, Ink};
pub use options::{Coverage, DocumentError, Highlight, Language, Options, Whitespace, assigned};

/// Lines ready to be laid out and drawn: of one file, of several ranges of it, or of several files.
///
/// Where a file begins among several, and where lines are left out between two ranges, stands a *bar*: a line without
/// a number that no source line can imitate. To the layout it is a line as any other.
#[derive(Clone, Debug)]
pub struct Document {
    /// At least one.
    files: Vec<File>,
    parts: Vec<Part>,
    /// First document line of each part.
    starts: Vec<usize>,
    gutter: Cols,
    warnings: Vec<String>,
}

/// A file of a document.
#[derive(Clone, Debug)]
pub struct File {
    name: Option<Arc<str>>,
    language: &'static str,
    facts: Facts,
}

impl File {
    /// The name, fit to be shown: hidden characters are written out.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
    /// The language that colours were chosen by, or `plain text`.
    pub fn language(&self) -> &str {
        self.language
    }
    /// What the picture cannot show of it.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }
}

/// Lines of one file that follow each other, by the numbers of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The file's place in [`Document::files`].
    pub file: usize,
    /// First line.
    pub first: LineNo,
    /// Last line, itself included.
    pub last: LineNo,
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
        let sides = if matches!(grammar, Found::Diff) { Sides::read(&text, &lines) } else { None };
        let numbering = match (source.shared_numbers(), sides) {
            (Some(numbers), _) => Numbering::Listed(numbers, usize::try_from(picked.skipped).unwrap_or(usize::MAX)),
            (None, Some(sides)) => Numbering::Diff(first, sides),
            (None, None) => Numbering::Sequential(first),
        };
        let name = source.name().map(|name| chars::printable(name).into());
        let file = File { name, language: grammar.name(), facts: source.facts().clone() };
        let part = Part { file: 0, bar: None, text, bad_bytes, rules, numbering, lines, runs };
        Ok(Self::assemble(vec![file], vec![part], warnings))
    }

    /// Several ranges of one source, in the order of the file, each once, with a bar where lines between two of them
    /// are left out. All lines when there is no range; [`Options::window`] is not looked at.
    ///
    /// # Errors
    /// As [`Self::build`].
    pub fn build_ranges(source: &Source, options: &Options, ranges: &[LineRange]) -> Result<Self, DocumentError> {
        let ranges = merged(ranges);
        let build = |window| Self::build(source, &Options { window, ..options.clone() });
        let Some((&first, rest)) = ranges.split_first() else { return build(None) };
        let mut document = build(Some(first))?;
        for &range in rest {
            let after = build(Some(range))?;
            let before = document.last_number();
            let next = after.parts.iter().find_map(|part| part.numbering.number(0));
            let gap = match (before.map(LineNo::get), next.map(LineNo::get)) {
                (Some(before), Some(next)) if next == before + 2 => format!("… line {} not shown", before + 1),
                (Some(before), Some(next)) if next > before + 2 => {
                    format!("… lines {}-{} not shown", before + 1, next - 1)
                }
                _ => "…".to_owned(),
            };
            document.parts.extend(after.parts.into_iter().map(|part| part.with_bar(&gap)));
            for warning in after.warnings {
                if !document.warnings.contains(&warning) {
                    document.warnings.push(warning);
                }
            }
        }
        Ok(Self::assemble(document.files, document.parts, document.warnings))
    }

    /// Several documents as one, in the order given: each begins with a bar that has its name. A single one stays as
    /// it is; `None` when there is none.
    pub fn join(mut documents: Vec<Self>) -> Option<Self> {
        if documents.len() < 2 {
            return documents.pop();
        }
        let (mut files, mut parts, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
        for document in documents {
            let name = document.name().unwrap_or("stdin").to_owned();
            let before = files.len();
            warnings.extend(document.warnings.iter().map(|warning| format!("{name}: {warning}")));
            let is_empty = document.lines() == 0;
            for (at, mut part) in document.parts.into_iter().enumerate() {
                part.file += before;
                parts.push(match (at, is_empty) {
                    (0, false) => part.with_bar(&name),
                    (0, true) => part.with_bar(&format!("{name} (empty)")),
                    _ => part,
                });
            }
            files.extend(document.files);
        }
        Some(Self::assemble(files, parts, warnings))
    }

    fn assemble(files: Vec<File>, mut parts: Vec<Part>, warnings: Vec<String>) -> Self {
        let mut starts = Vec::with_capacity(parts.len());
        let (mut lines, mut clusters) = (0, 0);
        for part in &mut parts {
            starts.push(lines);
            part.lines.clusters.before = clusters;
            lines += part.len();
            clusters += part.lines.clusters.len();
        }
        let gutter = parts.iter().map(|part| part.numbering.cols(part.lines.len())).max().unwrap_or_default();
        Self { files, parts, starts, gutter, warnings }
    }

    /// How many lines there are to draw, bars included.
    pub fn lines(&self) -> usize {
        self.starts.last().copied().unwrap_or(0) + self.parts.last().map_or(0, Part::len)
    }

    /// How many of the lines are source lines: all but the bars.
    pub fn source_lines(&self) -> usize {
        self.parts.iter().map(|part| part.lines.len()).sum()
    }

    /// The part a line is in and what it is there; past the end, the line after the last.
    fn place(&self, line: usize) -> Option<(&Part, Place<'_>)> {
        let at = match self.starts.len() {
            0 | 1 => 0,
            _ => self.starts.partition_point(|&start| start <= line).saturating_sub(1),
        };
        let part = self.parts.get(at)?;
        Some((part, part.place(line - self.starts[at])))
    }

    /// The number that a line has in its file. `None` past the end, and for lines without a number: bars, and lines
    /// between the groups of numbered input.
    pub fn number(&self, line: usize) -> Option<LineNo> {
        match self.place(line)? {
            (part, Place::Line(at)) if at < part.lines.len() => part.numbering.number(at),
            _ => None,
        }
    }

    /// The number of the last line, also while parts are still being added.
    fn last_number(&self) -> Option<LineNo> {
        let part = self.parts.last()?;
        part.lines.len().checked_sub(1).and_then(|line| part.numbering.number(line))
    }

    /// Puts what stands in the gutter beside a line into `out` (emptied first): its number, or for a diff the numbers
    /// of its sides in columns.
    pub fn label(&self, line: usize, out: &mut String) {
        out.clear();
        if let Some((part, Place::Line(at))) = self.place(line) {
            part.numbering.label(at, out);
        }
    }

    /// Cells of the widest label.
    pub fn label_cols(&self) -> Cols {
        self.gutter
    }

    /// Whether a line is of a source; if not, it is a bar.
    pub fn is_source(&self, line: usize) -> bool {
        matches!(self.place(line), Some((_, Place::Line(_))))
    }

    /// The file a line is of, by its place in [`Self::files`].
    pub fn file_of(&self, line: usize) -> usize {
        self.place(line).map_or(0, |(part, _)| part.file)
    }

    /// The source lines among `lines`, as runs of one file whose numbers follow each other.
    pub fn shown(&self, lines: Range<usize>) -> Vec<Shown> {
        let mut shown: Vec<Shown> = Vec::new();
        for line in lines {
            let Some(number) = self.number(line) else { continue };
            let file = self.file_of(line);
            match shown.last_mut() {
                Some(last) if last.file == file && last.last.get().checked_add(1) == Some(number.get()) => {
                    last.last = number;
                }
                _ => shown.push(Shown { file, first: number, last: number }),
            }
        }
        shown
    }

    /// Cells that a line takes on one endless row: tabs expanded, stand-ins counted.
    pub fn cols(&self, line: usize) -> Cols {
        Cols::new(match self.place(line) {
            Some((part, Place::Line(at))) => part.lines.get(at).cols,
            Some((_, Place::Bar(bar))) => bar.cols(),
            None => 0,
        })
    }

    /// Rows that a line takes when `cols` cells fit on a row: at least one. A glyph of two cells is never cut: it
    /// begins the next row, and the cell before it stays free.
    pub fn rows(&self, line: usize, cols: Cols) -> Rows {
        Rows::new(match self.place(line) {
            Some((part, Place::Line(at))) => part.lines.rows(at, cols.get()),
            Some((part, Place::Bar(bar))) => part.bar_rows(bar, cols.get()),
            None => 1,
        })
    }

    /// Puts the glyphs of a line into `out` (emptied first), in the order of the text.
    pub fn glyphs(&self, line: usize, out: &mut Vec<CellGlyph>) {
        out.clear();
        match self.place(line) {
            Some((part, Place::Line(at))) => part.glyphs(at, out),
            Some((part, Place::Bar(bar))) => part.bar_glyphs(bar, out),
            None => {}
        }
    }

    /// What to draw for a glyph of this document.
    pub fn cluster(&self, glyph: Glyph) -> ClusterText<'_> {
        let Some(index) = glyph.cluster_index() else {
            return ClusterText::Scalar(glyph.as_scalar().unwrap_or(char::REPLACEMENT_CHARACTER));
        };
        let at = self.parts.partition_point(|part| part.lines.clusters.before <= index).saturating_sub(1);
        let text = self.parts.get(at).map_or("\u{FFFD}", |part| part.lines.clusters.text(index));
        ClusterText::Sequence(text)
    }

    /// The text of a line as it stands in the source, without its line end; of a bar, what it says.
    pub fn text(&self, line: usize) -> &str {
        match self.place(line) {
            Some((part, Place::Line(at))) => part.text(at),
            Some((_, Place::Bar(bar))) => &bar.text,
            None => "",
        }
    }

    /// Whether a line has nothing but blanks and tabs.
    pub fn is_blank(&self, line: usize) -> bool {
        self.text(line).bytes().all(|b| b == b' ' || b == b'\t')
    }

    /// Cells of blanks and tabs before the first other character; of a blank line, all its cells.
    pub fn indent(&self, line: usize) -> Cols {
        let tab = self.parts.first().map_or(1, |part| part.rules.tab_width);
        let lead = self.text(line).bytes().take_while(|&b| b == b' ' || b == b'\t');
        Cols::new(lead.fold(0, |col, b| if b == b'\t' { (col / tab + 1) * tab } else { col + 1 }))
    }

    /// The files, in the order they are drawn.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The language of the first file.
    pub fn language(&self) -> &str {
        self.files[0].language
    }

    /// The name of the first file, fit to be shown.
    pub fn name(&self) -> Option<&str> {
        self.files[0].name()
    }

    /// What the picture cannot show of the first file.
    pub fn facts(&self) -> &Facts {
        &self.files[0].facts
    }

    /// What the reader of the page should be told besides.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

/// Ranges in order, those that touch or overlap as one.
fn merged(ranges: &[LineRange]) -> Vec<LineRange> {
    let mut sorted = ranges.to_vec();
    sorted.sort_unstable_by_key(|range| (range.first(), range.last()));
    let mut merged: Vec<LineRange> = Vec::new();
    for range in sorted {
        match merged.last_mut() {
            Some(last) if range.first().get() <= last.last().get().saturating_add(1) => {
                *last = LineRange::new(last.first(), last.last().max(range.last())).unwrap_or(*last);
            }
            _ => merged.push(range),
        }
    }
    merged
}

#[cfg(test)]
mod tests;
