//! A bash line run on the model: lists, pipelines and compound commands decide which parts run and where
//! their output goes; [`programs`](super::programs) says what one program prints.

mod compound;
pub(super) mod expand;
pub(super) mod glob;
mod paths;
mod redirect;
mod simple;

use super::stream::{Kind, Seg, SourceFile, Stream};
use super::{Class, Classified, Context, Numbering, Read, range, text};
use brush_parser::{Parser, ParserOptions, ast};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

pub(super) use paths::{Opened, is_order_certain};

/// How many commands one line may run, loops unrolled.
const FUEL: u32 = 600;
/// How deep `bash -c`, functions and substitutions may call each other.
const MAX_CALLS: u32 = 8;
/// How deep wrappers such as `env` and `timeout` may be stacked.
const MAX_NESTING: u32 = 16;

/// Why a command was not parsed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ParseError {
    /// Refused before parsing.
    #[error("too long or nested too deep: not parsed")]
    TooDeep,
    /// Not bash.
    #[error("not parsed as bash")]
    Syntax,
}

/// Parses a line as bash would.
pub(super) fn parse(source: &str) -> Result<ast::Program, ParseError> {
    if !text::is_shallow(source) {
        return Err(ParseError::TooDeep);
    }
    let parse = |source: &str| Parser::new(source.as_bytes(), &ParserOptions::default()).parse_program().ok();
    let program = parse(source).or_else(|| parse(&format!("{source}{}", text::missing_ends(source)?)));
    program.ok_or(ParseError::Syntax)
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Success,
    Failure,
    /// Cannot be foretold.
    Unknown,
}

impl Status {
    pub(super) const fn of(success: bool) -> Self {
        if success { Self::Success } else { Self::Failure }
    }
}

/// One argument; `None` when its text cannot be foretold.
pub(super) type Arg = Option<String>;

/// What a subshell has of its own.
#[derive(Clone, Debug, Default)]
pub(super) struct Env {
    /// `None` after a change to an unknown folder.
    pub(super) cwd: Option<PathBuf>,
    /// Known variables; an array has several values, an unknown one none.
    vars: BTreeMap<String, Option<Vec<String>>>,
    functions: BTreeMap<String, Rc<ast::FunctionBody>>,
    /// `$1` and on inside functions and `bash -c`.
    pub(super) positional: Vec<Arg>,
    errexit: bool,
    /// `exit`, `return`, or a failure under `set -e`.
    halted: bool,
}

/// The interpreter's state.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts about one line, each noted once and never combined"
)]
pub(super) struct Shell<'a> {
    context: Context<'a>,
    pub(super) env: Env,
    /// Files read so far; loops open the same ones again.
    opened: BTreeMap<PathBuf, Rc<SourceFile>>,
    bytes_read: usize,
    /// Stand-ins for `<(...)`, by the path they are passed as.
    substitutions: BTreeMap<String, Stream>,
    edits: bool,
    tests: bool,
    submits: bool,
    never_render: bool,
    /// Some part may print at any time, or change what others print.
    pub(super) background: bool,
    /// A word of the current command holds source text by substitution.
    borrowed: bool,
    /// The last `cd` of this list led nowhere.
    lost: bool,
    /// Names came in an order that hangs on the locale or the disk.
    pub(super) order_doubt: bool,
    why: Vec<String>,
    fuel: u32,
    calls: u32,
    /// Programs that run one another (`env nice sudo ...`) at this moment.
    nesting: u32,
    parts: u32,
    /// The pipeline's output feeds another command, so listings are worth working out.
    pub(super) wanted: bool,
}

impl<'a> Shell<'a> {
    pub(super) fn new(context: &Context<'a>) -> Self {
        let env = Env { cwd: Some(paths::normal(context.cwd)), ..Env::default() };
        Self {
            context: *context,
            env,
            opened: BTreeMap::new(),
            bytes_read: 0,
            substitutions: BTreeMap::new(),
            edits: false,
            tests: false,
            submits: false,
            never_render: false,
            background: false,
            borrowed: false,
            lost: false,
            order_doubt: false,
            why: Vec::new(),
            fuel: FUEL,
            calls: 0,
            nesting: 0,
            parts: 0,
            wanted: false,
        }
    }

    /// Runs a parsed line and gives what reaches stdout.
    pub(super) fn run(&mut self, program: &ast::Program) -> Stream {
        let mut out = Stream::empty();
        for list in &program.complete_commands {
            out.append(self.list(list).0);
        }
        out
    }

    /// Runs a nested line (`bash -c`, `eval`, a script on stdin) with its own positional parameters.
    pub(super) fn run_text(&mut self, source: &str, mut stdin: Stream) -> (Stream, Status) {
        if self.calls >= MAX_CALLS {
            return (Stream::opaque(Kind::Misc), Status::Unknown);
        }
        self.calls += 1;
        let result = if let Ok(program) = parse(source) {
            let mut out = Stream::empty();
            let mut status = Status::Success;
            for list in &program.complete_commands {
                let (stream, end) = self.list_with(list, &mut stdin);
                out.append(stream);
                status = end;
            }
            (out, status)
        } else {
            (self.guess(source), Status::Unknown)
        };
        self.calls -= 1;
        result
    }

    /// The class of a line that could not be parsed, from its first word alone; its output is unknown.
    pub(super) fn guess(&mut self, source: &str) -> Stream {
        let words: Vec<Arg> = source.split_whitespace().take(40).map(|word| Some(word.to_owned())).collect();
        let first = source.lines().next().unwrap_or_default();
        let target = first.split_once(" > ").and_then(|(_, rest)| rest.split_whitespace().next());
        let redirects = target.is_some_and(|target| self.is_repository_path(target));
        let (out, _) = self.program(&words, Stream::empty());
        if redirects && source.contains("<<") {
            self.edit("a redirection of a line that was not parsed");
        }
        Stream { doubtful: true, segs: vec![Seg::Opaque], ..Stream::opaque(out.kind) }
    }

    /// Notes a reason, once.
    pub(super) fn note(&mut self, reason: impl Into<String>) {
        let reason = reason.into();
        // A loop over many files would say the same thing many times.
        if self.why.len() < 40 && !self.why.contains(&reason) {
            self.why.push(reason);
        }
    }

    pub(super) fn edit(&mut self, what: &str) {
        self.edits = true;
        self.note(format!("edit: {what}"));
    }

    pub(super) fn test(&mut self, what: &str) {
        self.tests = true;
        self.note(format!("test: {what}"));
    }

    pub(super) fn forbid_render(&mut self, what: &str) {
        self.never_render = true;
        self.note(format!("stays text: {what}"));
    }

    pub(super) fn mark_submission(&mut self) {
        self.submits = true;
    }

    pub(super) fn submits(&self) -> bool {
        self.submits
    }

    /// A number for the windows of one program.
    pub(super) fn next_part(&mut self) -> u32 {
        self.parts += 1;
        self.parts
    }

    pub(super) fn context(&self) -> &Context<'a> {
        &self.context
    }

    fn burn(&mut self) -> bool {
        let left = self.fuel > 0;
        self.fuel = self.fuel.saturating_sub(1);
        if !left {
            self.note("too many commands to follow");
        }
        left
    }

    /// Turns what reached stdout into the answer.
    pub(super) fn conclude(&mut self, output: &Stream) -> Classified {
        let mut reads: Vec<Read> = Vec::new();
        let mut last = None;
        let shown = output.kind != Kind::Hits;
        let mut faithful = true;
        if shown {
            for seg in &output.segs {
                let Seg::Lines(run) = seg else { continue };
                let numbering = if output.interleaved { Numbering::SedEquals } else { run.numbering };
                faithful &= run.verbatim && numbering.is_true();
                if run.file.is_binary() {
                    self.forbid_render("binary content");
                }
                let Some(lines) = range(run.first, run.last) else { continue };
                let key = (run.part, Rc::as_ptr(&run.file), numbering);
                match reads.last_mut() {
                    Some(read) if last == Some(key) => read.ranges.push(lines),
                    _ => reads.push(Read {
                        path: run.file.path.clone(),
                        rev: run.file.rev.clone(),
                        ranges: vec![lines],
                        numbering,
                    }),
                }
                last = Some(key);
            }
        }
        let mixed = !reads.is_empty() && output.segs.iter().any(|seg| !matches!(seg, Seg::Lines(_)));
        let doubtful = output.doubtful || self.order_doubt || self.background || self.edits;
        let exact = !reads.is_empty() && !mixed && faithful && !doubtful && !self.never_render;
        if output.kind == Kind::Source && reads.is_empty() {
            self.note("source text, but which lines is unknown");
        }
        if mixed {
            self.note("other text stands between the lines");
        }
        if !faithful {
            self.note("printed lines or numbers are not the file's");
        }
        let class = match (self.edits, self.tests, output.kind) {
            (true, ..) => Class::Edit,
            (_, true, _) => Class::Test,
            (.., Kind::Source) => Class::Read,
            (.., Kind::Hits) => Class::Search,
            (.., Kind::Misc) => Class::Misc,
        };
        let diff = output.diff && class == Class::Misc;
        Classified {
            class,
            reads,
            exact,
            mixed,
            never_render: self.never_render,
            diff,
            why: std::mem::take(&mut self.why),
        }
    }
}
