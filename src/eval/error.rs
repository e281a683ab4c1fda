//! Why an evaluation cannot go on.

use crate::cost::CostError;
use crate::document::DocumentError;
use crate::engine::EngineError;
use crate::source::SourceError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why an evaluation cannot go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EvalError {
    /// The Python that should run pip is not there, or has no pip.
    #[error(
        "no pip under '{python}'; install Python with pip, name another interpreter with --python, or take a folder of sources with --corpus"
    )]
    NoPip {
        /// The interpreter asked for.
        python: String,
    },
    /// Pip could not fetch a package.
    #[error(
        "pip could not fetch {package}: {reason}; the machine must reach a package index (pip's own settings hold), or take a folder of sources with --corpus"
    )]
    Fetch {
        /// Name and version.
        package: String,
        /// Pip's last words.
        reason: String,
    },
    /// A downloaded file is not the one that was pinned.
    #[error("{wheel} has SHA-256 {found}, pinned is {pinned}; delete it and fetch it again")]
    Digest {
        /// The file's name.
        wheel: String,
        /// Its digest.
        found: String,
        /// The digest that was pinned.
        pinned: &'static str,
    },
    /// A file could not be read or written.
    #[error("cannot use {path}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A wheel is no readable archive.
    #[error("{path} is no readable wheel; delete it and run `codeshot eval corpus` again")]
    Wheel {
        /// The file.
        path: PathBuf,
        /// Why.
        source: zip::result::ZipError,
    },
    /// A folder holds nothing to sample from.
    #[error("{path} holds no source files with extension {extensions}; name others with --extension")]
    NoSources {
        /// The folder.
        path: PathBuf,
        /// What was looked for.
        extensions: String,
    },
    /// No file is long enough for a window size.
    #[error("no file of {corpus} has {lines} lines, the longest has {longest}; leave that size out of --windows")]
    TooShort {
        /// The corpus.
        corpus: String,
        /// The size asked for.
        lines: usize,
        /// The longest file.
        longest: usize,
    },
    /// Nearly every window of a size was left out as a generated table.
    #[error("too few windows of {lines} lines in {corpus} have at most {limit} tokens a line; take another corpus")]
    TooDense {
        /// The corpus.
        corpus: String,
        /// The size asked for.
        lines: usize,
        /// Most tokens a line.
        limit: u64,
    },
    /// A folder holds the results of another run.
    #[error("{path} holds results of other settings; give another folder with -o, or delete it")]
    OtherRun {
        /// The file that tells.
        path: PathBuf,
    },
    /// A file of results is not what this version writes.
    #[error("{path}, line {line} is no result of this version; delete the file to begin anew")]
    Results {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Why.
        source: serde_json::Error,
    },
    /// A figure could not be drawn.
    #[error("cannot draw figure {figure}: {reason}")]
    Figure {
        /// Its file name.
        figure: String,
        /// Why.
        reason: String,
    },
    /// The outside reader could not be run or did not answer as it should.
    #[error("reader {reader} failed: {reason}")]
    Reader {
        /// Its name.
        reader: String,
        /// What happened, and the cure where it is known.
        reason: String,
    },
    /// A recording has no answer for these pages.
    #[error("recording {path} has no answer for {sheet}; record it again with the same settings")]
    NotRecorded {
        /// The recording.
        path: PathBuf,
        /// The pages.
        sheet: String,
    },
    /// A window has no lines.
    #[error("a window size of 0 has no lines; sizes count from 1")]
    EmptyWindow,
    /// A model, tokenizer or option is not known.
    #[error(transparent)]
    Cost(#[from] CostError),
    /// A source could not be decoded.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A document could not be built.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// No pages could be planned.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl EvalError {
    /// For `map_err` on file operations.
    pub(super) fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, source }
    }
}
