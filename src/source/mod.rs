//! Any bytes in; text with LF line ends, and what must be said beside it, out.
//!
//! Why a step of its own: everything after it may trust that the text is one `String`, that a line ends at LF and
//! nowhere else, and that nothing of the input was dropped or replaced without a note. What the picture cannot show
//! (line ends, a byte-order mark, the final newline, indentation, decomposed letters) is kept as [`Facts`].
//!
//! ```
//! use codeshot::source::{Limits, Source};
//! let source = Source::decode(b"a\r\nb\xE9".to_vec(), Some("x.txt"), &Limits::default())?;
//! assert_eq!(source.text(), "a\nb\u{FFFD}");
//! assert_eq!(source.bad_bytes()[0].byte, 0xE9);
//! # Ok::<(), codeshot::source::SourceError>(())
//! ```

mod binary;
pub mod chars;
mod decode;
mod facts;
mod heads;
mod numbered;
mod read;
mod terminal;

use crate::units::{Bytes, Cols, LineNo};
use std::sync::Arc;
use thiserror::Error;

pub use facts::{Encoding, Eol, Facts, Indent, Invisible};
pub use heads::split_heads;
pub use read::{Read, read};

/// What is let in; each limit has an error of its own that names its cure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes of input. Default 256 MiB: what a page run can hold in memory with room to spare.
    pub bytes: Bytes,
    /// Most source lines. Default 4,000,000.
    pub lines: u64,
    /// Most characters in one line. Default 4,000,000.
    pub columns: Cols,
    /// Most bytes that are not of the encoding. Default 1,000,000: past it the stand-ins say nothing any more.
    pub bad_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: Bytes::new(256 << 20), lines: 4_000_000, columns: Cols::new(4_000_000), bad_bytes: 1_000_000 }
    }
}

/// How the bytes are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum InputKind {
    /// A file: shown, not executed. Control characters stay in the text.
    #[default]
    Source,
    /// Output of a program for a terminal: escape sequences, carriage returns and backspaces are carried out and the
    /// text is what the terminal would show in the end. Colours are dropped.
    Terminal,
}

/// A byte that is not of the encoding; the text has U+FFFD in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadByte {
    /// Where its U+FFFD begins in the text, in bytes.
    pub offset: u32,
    /// The byte itself.
    pub byte: u8,
}

/// Why an input cannot be shown.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The bytes are no text.
    #[error("{name} is binary ({reason}); only text can be drawn")]
    Binary {
        /// The file, or `stdin`.
        name: String,
        /// What gave it away.
        reason: &'static str,
    },
    /// More bytes than [`Limits::bytes`].
    #[error("{name} has more than {limit} bytes, the most that is read; give a smaller part of it")]
    TooManyBytes {
        /// The file, or `stdin`.
        name: String,
        /// The limit passed.
        limit: Bytes,
    },
    /// More lines than [`Limits::lines`].
    #[error("{name} has {lines} lines, the limit is {limit}; give a smaller part of it")]
    TooManyLines {
        /// The file, or `stdin`.
        name: String,
        /// Lines found.
        lines: u64,
        /// The limit passed.
        limit: u64,
    },
    /// A line longer than [`Limits::columns`].
    #[error("line {line} of {name} has {columns} characters, the limit is {limit}; cut or reformat it first")]
    LineTooLong {
        /// The file, or `stdin`.
        name: String,
        /// The first such line, counted from 1.
        line: LineNo,
        /// Characters in it.
        columns: u64,
        /// The limit passed.
        limit: Cols,
    },
    /// More undecodable bytes than [`Limits::bad_bytes`].
    #[error("{name} has {count} bytes that are not {encoding}, the limit is {limit}; convert it to UTF-8 first")]
    TooManyBadBytes {
        /// The file, or `stdin`.
        name: String,
        /// Bytes found.
        count: u64,
        /// What the rest of the input is.
        encoding: Encoding,
        /// The limit passed.
        limit: u64,
    },
    /// Meant as numbered lines, and not numbered as `cat -n`, `nl -ba` or `grep -n` do.
    #[error("line {line} of {name} has no number as cat -n, nl -ba and grep -n write them; leave out --input numbered")]
    NotNumbered {
        /// The file, or `stdin`.
        name: String,
        /// The first such line, counted from 1.
        line: LineNo,
    },
    /// The input could not be read.
    #[error("cannot read {name}")]
    Io {
        /// The file, or `stdin`.
        name: String,
        /// Why.
        source: std::io::Error,
    },
}

/// A decoded input: text with LF line ends, and the facts that the text no longer shows.
#[derive(Clone, Debug)]
pub struct Source {
    name: Option<Arc<str>>,
    text: Arc<String>,
    bad_bytes: Arc<Vec<BadByte>>,
    facts: Facts,
    /// Numbers that came with the lines, 0 for none.
    numbers: Option<Arc<Vec<u64>>>,
}

impl Source {
    /// Decodes a file.
    ///
    /// # Errors
    /// When the bytes are no text or pass a limit.
    pub fn decode(bytes: Vec<u8>, name: Option<&str>, limits: &Limits) -> Result<Self, SourceError> {
        Self::decode_as(InputKind::Source, bytes, name, limits)
    }

    /// Decodes bytes that are meant as `kind`.
    ///
    /// # Errors
    /// When the bytes are no text or pass a limit.
    pub fn decode_as(
        kind: InputKind,
        bytes: Vec<u8>,
        name: Option<&str>,
        limits: &Limits,
    ) -> Result<Self, SourceError> {
        let shown = || name.map_or_else(|| "stdin".to_owned(), chars::printable);
        let size = Bytes::new(bytes.len() as u64);
        // Offsets into the text are `u32`, and U+FFFD is three bytes for one.
        if size > limits.bytes || size.get() >= u64::from(u32::MAX) / 3 {
            let limit = limits.bytes.min(Bytes::new(u64::from(u32::MAX) / 3));
            return Err(SourceError::TooManyBytes { name: shown(), limit });
        }
        let decode::Decoded { text, bad, encoding, ends } = match decode::decode(bytes, kind, limits.bad_bytes) {
            Ok(decoded) => decoded,
            Err(decode::Failure::Binary(reason)) => return Err(SourceError::Binary { name: shown(), reason }),
            Err(decode::Failure::TooManyBad { count, encoding }) => {
                return Err(SourceError::TooManyBadBytes { name: shown(), count, encoding, limit: limits.bad_bytes });
            }
        };
        let invalid_bytes = bad.len() as u64;
        let (text, bad) = match kind {
            InputKind::Source => (text, bad),
            InputKind::Terminal => terminal::settle(text, bad),
        };
        let survey = facts::survey(&text);
        if survey.lines > limits.lines {
            return Err(SourceError::TooManyLines { name: shown(), lines: survey.lines, limit: limits.lines });
        }
        if survey.longest.1 > u64::from(limits.columns.get()) {
            let (line, columns) = survey.longest;
            return Err(SourceError::LineTooLong { name: shown(), line, columns, limit: limits.columns });
        }
        let facts = survey.facts(size, encoding, invalid_bytes, ends);
        Ok(Self { name: name.map(Arc::from), text: Arc::new(text), bad_bytes: Arc::new(bad), facts, numbers: None })
    }

    /// The name as it was given, control characters and all; `None` for standard input without a name.
    /// Show it only through [`chars::printable`].
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The text: lines end with LF; bytes that are not of the encoding are U+FFFD.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text, shared.
    pub(crate) fn shared_text(&self) -> Arc<String> {
        Arc::clone(&self.text)
    }

    /// The bytes that are not of the encoding, in the order of the text.
    pub fn bad_bytes(&self) -> &[BadByte] {
        &self.bad_bytes
    }

    /// The undecodable bytes, shared.
    pub(crate) fn shared_bad_bytes(&self) -> Arc<Vec<BadByte>> {
        Arc::clone(&self.bad_bytes)
    }

    /// What the picture cannot show.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Numbers that came with the lines, one a line, 0 for a line without; see [`Self::unnumbered`].
    pub fn numbers(&self) -> Option<&[u64]> {
        self.numbers.as_deref().map(Vec::as_slice)
    }

    pub(crate) fn shared_numbers(&self) -> Option<Arc<Vec<u64>>> {
        self.numbers.clone()
    }

    /// How many source lines there are; 0 for an empty input.
    pub fn lines(&self) -> u64 {
        self.facts.lines
    }

    /// The same source, marked as read only up to the end of a window: its facts tell of what was read.
    #[must_use]
    pub fn partly_read(mut self) -> Self {
        self.facts.whole = false;
        self
    }
}

#[cfg(test)]
mod tests;
