//! What an agent gets back for a command that ran: windows of source as pages, everything else as it was printed.
//!
//! Why so strict: a picture whose lines or numbers are not the file's misleads without a trace. A window is drawn only
//! when its printed lines are found in stdout, in order, equal to the file's lines for the claimed range, read again
//! after the run. Whatever is in doubt stays text, byte for byte, with one word why.

mod align;
mod draw;
mod emit;
mod markup;
mod record;
mod secrets;
mod stats;
mod wide;

pub(crate) use emit::sole;
pub use emit::{Agent, data_url, emit};
pub use markup::Neutraliser;
pub use record::{Record, RecordWindow};
pub(crate) use secrets::is_secret;
pub use stats::{Actions, Sums, actions_of, sums_of};

use super::{Class, Classified, Context, Numbering};
use crate::cost::Model;
use crate::engine::{Budget, Page};
use crate::units::{LineRange, Permille, Tokens};
use align::{Claim, FileLines, Piece};
use serde::Serialize;

/// The most bytes of stdout that are looked at; more is passed on as it comes. A page run of this size would be far
/// beyond every request limit.
pub const MAX_STDOUT: usize = 1 << 20;

/// Whether a window is returned as asked or grown first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// The lines that were printed.
    #[default]
    Normal,
    /// Grown around its centre to at least [`Settings::grow`] lines.
    Wide,
}

/// When a window becomes pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum When {
    /// When the pages cost at least a tenth less than the text.
    #[default]
    Auto,
    /// Whenever the window is certain.
    Always,
}

/// How an observation is made.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Model the pages are priced for. Default: an unknown reader.
    pub model: Model,
    /// Budget of each window. Default: half its text tokens.
    pub budget: Budget,
    /// Name of the tokenizer. Default: `o200k`.
    pub tokenizer: String,
    /// As asked, or grown. Default: as asked.
    pub scope: Scope,
    /// When to draw. Default: when it saves tokens.
    pub when: When,
    /// Lines that a window is grown to. Default: 200, as the paper's prompt speaks of 180 to 260.
    pub grow: u64,
    /// The most pages of one observation. Default: 20, past which Anthropic limits sides to 2000 px.
    pub max_pages: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            model: Model::unknown_reader(),
            budget: Budget::Ratio(Permille::new(2000)),
            tokenizer: "o200k".to_owned(),
            scope: Scope::Normal,
            when: When::Auto,
            grow: 200,
            max_pages: 20,
        }
    }
}

/// Why output stays text, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The command prints no known window of source.
    Command,
    /// The command or its output hands a patch in.
    Submission,
    /// The file may hold secrets.
    Secret,
    /// The command did not succeed.
    Exit,
    /// Nothing was printed.
    Empty,
    /// More was printed than is looked at.
    Size,
    /// The command took longer than output may be held back.
    Slow,
    /// Not UTF-8, or holds NUL.
    Encoding,
    /// Numbers in front of the lines are not the file's.
    Numbers,
    /// The file cannot be read again.
    File,
    /// The printed lines are not the file's.
    Mismatch,
    /// Pages would not cost clearly less.
    Cost,
    /// More pages than the agent takes.
    Pages,
    /// No layout was found.
    Layout,
    /// Drawing took longer than allowed.
    Timeout,
    /// The agent takes no text beside a picture here.
    Mixed,
    /// Something failed on our side.
    Error,
}

impl Reason {
    /// The word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Submission => "submission",
            Self::Secret => "secret",
            Self::Exit => "exit",
            Self::Empty => "empty",
            Self::Size => "size",
            Self::Slow => "slow",
            Self::Encoding => "encoding",
            Self::Numbers => "numbers",
            Self::File => "file",
            Self::Mismatch => "mismatch",
            Self::Cost => "cost",
            Self::Pages => "pages",
            Self::Layout => "layout",
            Self::Timeout => "timeout",
            Self::Mixed => "mixed",
            Self::Error => "error",
        }
    }
}

/// Lines of one file at one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The file as the classifier names it.
    pub path: String,
    /// The revision, unless it is the working tree.
    pub rev: Option<String>,
    /// What the command printed.
    pub asked: LineRange,
    /// What is shown; more than asked in wide scope.
    pub shown: LineRange,
}

impl Window {
    /// The name on the pages: the path, after its revision if it has one.
    pub fn name(&self) -> String {
        match &self.rev {
            Some(rev) => format!("{rev}:{}", self.path),
            None => self.path.clone(),
        }
    }
}

/// A part of an observation, in print order.
#[derive(Clone, Debug)]
pub enum Segment {
    /// Printed bytes, as they were.
    Text(Vec<u8>),
    /// Pages in place of printed lines.
    Pages {
        /// The lines; `None` for a diff.
        window: Option<Window>,
        /// The pages, at least one.
        pages: Vec<Page>,
        /// A line of text for each page.
        captions: Vec<String>,
    },
}

/// What the agent gets, and what it costs.
#[derive(Clone, Debug)]
pub struct Observation {
    /// Text and pages in print order.
    pub segments: Vec<Segment>,
    /// Why (some of) it stayed text.
    pub reason: Option<Reason>,
    /// What the replaced lines cost as text; zero when nothing was counted.
    pub text_tokens: Tokens,
    /// What the pages cost, the text beside them included.
    pub visual_tokens: Tokens,
}

impl Observation {
    /// All of `stdout` as text.
    pub fn text(stdout: &[u8], reason: Reason) -> Self {
        let segments = vec![Segment::Text(stdout.to_vec())];
        Self { segments, reason: Some(reason), text_tokens: Tokens::ZERO, visual_tokens: Tokens::ZERO }
    }
    /// How many pages there are.
    pub fn pages(&self) -> usize {
        let count = |segment: &Segment| if let Segment::Pages { pages, .. } = segment { pages.len() } else { 0 };
        self.segments.iter().map(count).sum()
    }
    /// The windows that became pages.
    pub fn windows(&self) -> impl Iterator<Item = &Window> {
        self.segments.iter().filter_map(|segment| match segment {
            Segment::Pages { window, .. } => window.as_ref(),
            Segment::Text(_) => None,
        })
    }
}

/// Whether the output of a command is worth holding back: it may print windows that can become pages.
///
/// # Errors
/// The reason why it is not.
pub fn promising(found: &Classified) -> Result<(), Reason> {
    if found.never_render {
        return Err(Reason::Submission);
    }
    if found.diff {
        return Ok(());
    }
    if found.class != Class::Read || found.reads.is_empty() {
        return Err(Reason::Command);
    }
    if found.reads.iter().any(|read| secrets::is_secret(&read.path)) {
        return Err(Reason::Secret);
    }
    if found.reads.iter().any(|read| !read.numbering.is_true()) {
        return Err(Reason::Numbers);
    }
    Ok(())
}

/// Turns what a command printed into what the agent gets. The command has ended with success.
pub fn observe(found: &Classified, context: &Context<'_>, stdout: &[u8], settings: &Settings) -> Observation {
    match try_observe(found, context, stdout, settings) {
        Ok(observation) => observation,
        Err(reason) => Observation::text(stdout, reason),
    }
}

fn try_observe(
    found: &Classified,
    context: &Context<'_>,
    stdout: &[u8],
    settings: &Settings,
) -> Result<Observation, Reason> {
    promising(found)?;
    if stdout.len() > MAX_STDOUT {
        return Err(Reason::Size);
    }
    if stdout.is_empty() {
        return Err(Reason::Empty);
    }
    if std::str::from_utf8(stdout).is_err() || stdout.contains(&0) {
        return Err(Reason::Encoding);
    }
    if markup::submits(stdout) {
        return Err(Reason::Submission);
    }
    if found.diff {
        return draw::diff(stdout, settings);
    }
    let mut files = Vec::new();
    for read in &found.reads {
        let path = context.root.join(&read.path);
        // A link may lead to a secret under another name.
        let real = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        if secrets::is_secret(&real.to_string_lossy()) {
            return Err(Reason::Secret);
        }
        let bytes = match &read.rev {
            None => context.files.read(&path),
            Some(rev) => blob(context, rev, &path),
        };
        files.push(FileLines::new(bytes.ok_or(Reason::File)?));
    }
    let mut claims = Vec::new();
    for (index, read) in found.reads.iter().enumerate() {
        let numbered = read.numbering != Numbering::None;
        claims.extend(read.ranges.iter().map(|&range| Claim { file: index, range, numbered }));
    }
    let pieces = align::align(stdout, &files, &claims).ok_or(Reason::Mismatch)?;
    let mut job = draw::Job::new(settings)?;
    let pieces = match settings.scope {
        Scope::Normal => pieces,
        Scope::Wide => wide::grow(pieces, &files, &found.reads, settings.grow),
    };
    let mut segments = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(bytes) => push_text(&mut segments, &stdout[bytes]),
            Piece::Window { file, asked, shown, bytes } => {
                let read = &found.reads[file];
                let window = Window { path: read.path.clone(), rev: read.rev.clone(), asked, shown };
                // Grown windows are weighed against their own text: the condition that they stand in for has it too.
                let printed = (asked == shown).then(|| &stdout[bytes.clone()]);
                match job.window(&window, &files[file], printed) {
                    Ok(segment) => segments.push(segment),
                    Err(reason) => {
                        job.reason = Some(reason);
                        push_text(&mut segments, &stdout[bytes]);
                    }
                }
            }
        }
    }
    job.finish(segments)
}

/// Adds text, joined to the text before it.
fn push_text(segments: &mut Vec<Segment>, bytes: &[u8]) {
    match segments.last_mut() {
        _ if bytes.is_empty() => {}
        Some(Segment::Text(text)) => text.extend_from_slice(bytes),
        _ => segments.push(Segment::Text(bytes.to_vec())),
    }
}

/// The bytes of a file at a revision, by the repository that it lies in.
fn blob(context: &Context<'_>, rev: &str, path: &std::path::Path) -> Option<Vec<u8>> {
    let top = path.ancestors().skip(1).find(|folder| context.files.entry(&folder.join(".git")).is_some())?;
    let inner = path.strip_prefix(top).ok()?;
    context.files.blob(top, rev, &inner.to_string_lossy())
}
