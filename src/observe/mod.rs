//! What a shell command shows of a repository: its class, and for reads the file windows it prints.
//!
//! An agent's hook may return pages only where the command printed source lines, so the question here is never
//! "which verb is this" but "which lines of which file reach stdout, in which order". The line is parsed as bash
//! parses it, then run on a model: every stage of a pipeline is a function from a list of (file, line) pairs to
//! such a list. Whatever the model does not know makes the output opaque, and opaque output stays text.
//!
//! Nothing is executed and nothing is written; files are read through [`Files`].

pub mod exec;
mod files;
pub mod hook;
mod programs;
mod shell;
mod stream;
mod text;

pub use files::{Disk, Entry, Files};

use crate::units::{LineNo, LineRange};
use serde::{Serialize, Serializer};
use std::path::Path;

/// The longest command that is parsed whole; from longer ones only the first line counts. Longest command among the
/// 225 sample rows: 211 bytes; edits by here-document reach tens of kilobytes.
const MAX_COMMAND: usize = 64 * 1024;

/// The line that hands an agent's patch in: whatever follows must reach the agent unchanged.
const SUBMISSION: &str = "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT";

/// What a command does, by the strongest effect of all its parts: edit, then test, read, search, misc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// The rest: environment, versions, repository state, builds, the submission.
    Misc,
    /// Listings and look-ups.
    Search,
    /// Source text on stdout.
    Read,
    /// A test runner, or a script run to reproduce or probe.
    Test,
    /// Some part changes a file of the repository.
    Edit,
}

impl Class {
    /// The lower-case name, as it is serialised.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Misc => "misc",
            Self::Search => "search",
            Self::Read => "read",
            Self::Test => "test",
            Self::Edit => "edit",
        }
    }
}

/// How printed lines are numbered, if they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Numbering {
    /// Bare lines.
    #[default]
    #[serde(rename = "none")]
    None,
    /// `nl -ba`: the file's numbers.
    #[serde(rename = "nl")]
    Nl,
    /// `cat -n`: the file's numbers.
    #[serde(rename = "cat-n")]
    CatN,
    /// `grep -n`: `12:` on hits, `12-` on context; the file's numbers.
    #[serde(rename = "grep")]
    Grep,
    /// A number printed by an awk or perl program in front of the line; the file's numbers.
    #[serde(rename = "awk")]
    Awk,
    /// `nl` with its own width or separator; the file's numbers.
    #[serde(rename = "nl-custom")]
    NlCustom,
    /// Numbers that skip blank lines (plain `nl`, `cat -b`): not the file's.
    #[serde(rename = "nl-t")]
    NlNonBlank,
    /// Numbers that start anew in a slice: not the file's.
    #[serde(rename = "nl-1")]
    Restarted,
    /// `sed =`: the number stands on a line of its own or was joined to its line.
    #[serde(rename = "sed=")]
    SedEquals,
    /// `grep -H`: the path stands in front.
    #[serde(rename = "grep-path")]
    GrepPath,
    /// `git blame`: commit, author and the file's number in front.
    #[serde(rename = "blame")]
    Blame,
}

impl Numbering {
    /// Whether lines so printed are the file's lines with at most the file's own number in front.
    pub const fn is_true(self) -> bool {
        matches!(self, Self::None | Self::Nl | Self::CatN | Self::Grep | Self::Awk | Self::NlCustom)
    }
}

/// One window: lines of one file that one part of the command prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Read {
    /// The file, relative to the root when it lies below it, else absolute; with `/` between its parts.
    pub path: String,
    /// The revision of `git show REV:PATH`; `None` is the working tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rev: Option<String>,
    /// The line ranges in print order, serialised as `[first, last]`.
    #[serde(serialize_with = "pairs")]
    pub ranges: Vec<LineRange>,
    /// What stands in front of each line.
    pub numbering: Numbering,
}

fn pairs<S: Serializer>(ranges: &[LineRange], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(ranges.iter().map(|range| [range.first(), range.last()]))
}

/// What [`classify`] found.
#[expect(clippy::struct_excessive_bools, reason = "independent facts that serialise as such")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Classified {
    /// The class of the whole line.
    pub class: Class,
    /// The windows it prints, in print order; empty when they are unknown.
    pub reads: Vec<Read>,
    /// Stdout is these lines and nothing else, true numbers in front aside.
    pub exact: bool,
    /// Other text stands before, between or after the lines.
    pub mixed: bool,
    /// Stdout must reach the agent as it is, whatever it holds.
    pub never_render: bool,
    /// Stdout is a unified diff of git's and nothing else.
    pub diff: bool,
    /// The reasons, in the order they were found.
    pub why: Vec<String>,
}

/// Where a command runs.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The folder of the repository; windows are named relative to it.
    pub root: &'a Path,
    /// The working directory.
    pub cwd: &'a Path,
    /// Access to files.
    pub files: &'a dyn Files,
}

impl std::fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context").field("root", &self.root).field("cwd", &self.cwd).finish_non_exhaustive()
    }
}

/// Classifies `command` as it would run in `context`.
///
/// ```
/// use codeshot::observe::{Class, Context, Disk, classify};
/// use std::path::Path;
///
/// let here = Path::new(".");
/// let found = classify("ls src | head", &Context { root: here, cwd: here, files: &Disk });
/// assert_eq!(found.class, Class::Search);
/// assert!(found.reads.is_empty());
/// ```
pub fn classify(command: &str, context: &Context<'_>) -> Classified {
    let sentinel = command.contains(SUBMISSION);
    let (source, cut) = if command.len() > MAX_COMMAND { (text::first_line(command), true) } else { (command, false) };
    let mut shell = shell::Shell::new(context);
    let output = match shell::parse(source) {
        Ok(program) => shell.run(&program),
        Err(error) => {
            shell.note(error.to_string());
            shell.guess(source)
        }
    };
    if cut {
        shell.note(format!("longer than {MAX_COMMAND} bytes: only the first line was looked at"));
    }
    let mut found = shell.conclude(&output);
    if sentinel {
        found.never_render = true;
        found.exact = false;
        found.why.push("holds the submission line: stdout stays as it is".into());
        if shell.submits() {
            found.class = Class::Misc;
            found.reads.clear();
        }
    }
    if cut {
        found.exact = false;
        found.reads.clear();
    }
    found
}

/// The range `first..=last`, when it is one.
pub(crate) fn range(first: u64, last: u64) -> Option<LineRange> {
    LineRange::new(LineNo::new(first), LineNo::new(last))
}
