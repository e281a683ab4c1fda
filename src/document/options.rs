//! What a document is built from besides its source, and why that may fail.

use crate::source::{Source, chars};
use crate::units::{Cols, LineNo, LineRange};
use thiserror::Error;

/// Widest distance of tab stops that is taken.
pub(super) const WIDEST_TAB: u32 = 64;

/// Tells whether the fonts at hand can draw a character.
pub type Coverage = fn(char) -> bool;

/// The coverage taken when no fonts are known: the Basic Multilingual Plane and the blocks of pictographs.
pub fn assigned(c: char) -> bool {
    !chars::is_unassignable(c) && (u32::from(c) < 0x1_0000 || matches!(c, '\u{1F000}'..='\u{1FAFF}'))
}

/// How the language is found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// By mode lines, the name, the first line.
    #[default]
    Auto,
    /// The one of this name, extension or alias.
    Named(String),
}

/// Whether the text is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Highlight {
    /// Classes of the language are told apart.
    #[default]
    On,
    /// Everything is plain text.
    Off,
}

/// Whether tabs and trailing blanks are marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Whitespace {
    /// As blanks.
    #[default]
    Hidden,
    /// A tab begins with an arrow, trailing blanks are dots.
    Marked,
}

/// How a document is built.
#[derive(Clone, Debug)]
pub struct Options {
    /// Distance of tab stops, counted from the code column. Default 4.
    pub tab_width: Cols,
    /// How the language is found. Default by the source.
    pub language: Language,
    /// Whether the text is coloured. Default on.
    pub highlight: Highlight,
    /// The lines to keep, by their number in the file; clipped at the end. Default all.
    pub window: Option<LineRange>,
    /// Number of the first input line in its file. Default 1.
    pub start_line: LineNo,
    /// Whether tabs and trailing blanks are marked. Default not.
    pub whitespace: Whitespace,
    /// What the fonts can draw; the rest is written as code points. Default [`assigned`].
    pub coverage: Coverage,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            tab_width: Cols::new(4),
            language: Language::Auto,
            highlight: Highlight::On,
            window: None,
            start_line: LineNo::new(1),
            whitespace: Whitespace::Hidden,
            coverage: assigned,
        }
    }
}

/// Why no document can be made of a source.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum DocumentError {
    /// The language asked for is not known.
    #[error("unknown language \"{name}\"; give a name or an extension such as \"python\" or \"py\", or leave it out")]
    UnknownLanguage {
        /// As it was given.
        name: String,
    },
    /// The window lies outside the source.
    #[error("{name} has no lines {first} to {last}: it has {has}")]
    EmptyWindow {
        /// The file, or `stdin`.
        name: String,
        /// First line asked for.
        first: LineNo,
        /// Last line asked for.
        last: LineNo,
        /// The lines there are, in words.
        has: String,
    },
    /// The distance of tab stops is zero or too large.
    #[error("tab width {value} is outside 1 to 64")]
    TabWidth {
        /// As it was given.
        value: Cols,
    },
    /// The number of the first line is zero or too large.
    #[error("start line {value} is outside 1 to 18446744073709551615, counted to the last line")]
    StartLine {
        /// As it was given.
        value: LineNo,
    },
}

/// Which lines of a source are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Picked {
    /// Lines before the first one kept.
    pub(super) skipped: u64,
    /// Lines kept.
    pub(super) count: u64,
}

pub(super) fn pick(source: &Source, options: &Options) -> Result<Picked, DocumentError> {
    let lines = source.lines();
    if let Some(numbers) = source.numbers() {
        return pick_listed(source, numbers, options.window);
    }
    let first = options.start_line.get();
    if first == 0 || first.checked_add(lines).is_none() {
        return Err(DocumentError::StartLine { value: options.start_line });
    }
    let Some(window) = options.window else { return Ok(Picked { skipped: 0, count: lines }) };
    let start = window.first().get().max(first);
    // One past the last line of both.
    let end = window.last().get().saturating_add(1).min(first + lines);
    if start >= end {
        return Err(empty(source, window, (lines > 0).then(|| (first, first + lines - 1))));
    }
    Ok(Picked { skipped: start - first, count: end - start })
}

/// The lines of a window by numbers that came with them.
fn pick_listed(source: &Source, numbers: &[u64], window: Option<LineRange>) -> Result<Picked, DocumentError> {
    let Some(window) = window else { return Ok(Picked { skipped: 0, count: numbers.len() as u64 }) };
    let (first, last) = (window.first().get(), window.last().get());
    let is_in = |&number: &u64| (first..=last).contains(&number);
    let Some((start, end)) = numbers.iter().position(is_in).zip(numbers.iter().rposition(is_in)) else {
        let ends = numbers.iter().copied().filter(|&number| number > 0);
        let has = ends.clone().min().zip(ends.max());
        return Err(empty(source, window, has));
    };
    Ok(Picked { skipped: start as u64, count: (end - start) as u64 + 1 })
}

fn empty(source: &Source, window: LineRange, has: Option<(u64, u64)>) -> DocumentError {
    DocumentError::EmptyWindow {
        name: source.name().map_or_else(|| "stdin".to_owned(), chars::printable),
        first: window.first(),
        last: window.last(),
        has: match has {
            None => "none".to_owned(),
            Some((first, last)) if first == last => format!("line {first} only"),
            Some((first, last)) => format!("lines {first} to {last}"),
        },
    }
}
