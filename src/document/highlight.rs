//! Colours: runs of classes for each line, from a grammar or from the signs of a diff.
//!
//! Why behind a type of our own: grammars are the slowest and the least predictable step, so nothing else may depend on
//! them, each has a budget, and a lexer from a table can take the place of any of them. Whatever goes over a budget
//! stays in plain ink; the text is never touched.

use super::cell::Ink;
use super::diff::Diff;
use super::language::Found;
use super::lines::Lines;
use super::options::Picked;
use super::scopes::ScopeTable;
use std::ops::Range;
use syntect::parsing::{ClearAmount, ParseState, Scope, ScopeStackOp, SyntaxReference, SyntaxSet};

/// Longest line that is coloured, in bytes; an offset in it fits 12 bits. Longer ones are generated, and grammars can
/// be quadratic in a line.
const LONGEST_LINE: usize = 2_000;
/// Most work that a grammar is given for one document, in bytes: about five seconds.
const MOST_WORK: usize = 8 << 20;
/// What a line costs besides its bytes: a million lines of `int x;` took twenty seconds.
const LINE_WORK: usize = 32;
/// Most lines before the window that are read to know the state it begins in.
const FARTHEST_START: u64 = 20_000;

/// Ends of runs and their classes, line by line. A run is an offset in its line (12 bits) and a class (4 bits).
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    packed: Vec<u16>,
    /// Where the runs of each line end in `packed`; empty when nothing is coloured.
    ends: Vec<u32>,
    /// Class of each line for what no run covers; empty when it is plain text everywhere.
    base: Vec<Ink>,
}

impl Runs {
    /// The classes of a line, to be asked for by rising offsets.
    pub(super) fn of_line(&self, line: usize) -> Inks<'_> {
        let end = self.ends.get(line).map_or(0, |&end| end as usize);
        let start = line.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |&start| start as usize);
        let base = self.base.get(line).copied().unwrap_or_default();
        Inks { runs: self.packed.get(start..end).unwrap_or_default(), base }
    }
}

/// Classes of one line.
#[derive(Clone, Debug)]
pub(super) struct Inks<'a> {
    runs: &'a [u16],
    base: Ink,
}

impl Inks<'_> {
    /// The class at `offset`; no smaller one may be asked for afterwards.
    pub(super) fn at(&mut self, offset: usize) -> Ink {
        while let [run, rest @ ..] = self.runs {
            if offset < usize::from(run >> 4) {
                return Ink::from_bits(run & 0xF);
            }
            self.runs = rest;
        }
        self.base
    }
}

/// Colours the lines that are kept.
pub(super) fn highlight(found: &Found, text: &str, lines: &Lines, picked: Picked, warnings: &mut Vec<String>) -> Runs {
    match found {
        Found::Plain => Runs::default(),
        Found::Diff => {
            let mut diff = Diff::default();
            // A diff is cheap to read: always from its start.
            let before = &text[..lines.range(0).start];
            for line in before.lines() {
                diff.ink(line);
            }
            let base = (0..lines.len()).map(|line| diff.ink(&text[lines.range(line)])).collect();
            Runs { base, ..Runs::default() }
        }
        Found::Grammar { grammar, set, name } => {
            if is_endless(name) {
                warnings.push(format!("{name} is drawn without colours: this build's expressions may never end on it"));
                return Runs::default();
            }
            let mut reader = Reader::new(grammar, set);
            let mut runs = Runs::default();
            if picked.skipped > 0 && picked.skipped <= FARTHEST_START {
                let before = &text[..lines.range(0).start];
                before.split_inclusive('\n').for_each(|line| reader.skip(line));
            }
            for line in 0..lines.len() {
                reader.line(text, lines.range(line), &mut runs.packed);
                runs.ends.push(u32::try_from(runs.packed.len()).unwrap_or(u32::MAX));
            }
            reader.report(warnings);
            runs
        }
    }
}

/// Grammars that pure-Rust expressions were seen never to come back from, on ordinary input.
fn is_endless(name: &str) -> bool {
    cfg!(not(feature = "onig")) && (name.starts_with("JavaScript") || name.starts_with("TypeScript"))
}

/// A grammar at work, with its budgets. Nesting needs none: syntect opens no more than 100 contexts.
struct Reader<'a> {
    set: &'a SyntaxSet,
    state: ParseState,
    table: ScopeTable,
    /// Open scopes, each with the class it gives to what is in it.
    open: Vec<(Scope, Ink)>,
    /// Scopes that a grammar has set aside, to be put back.
    aside: Vec<Vec<Scope>>,
    work: usize,
    /// Lines that were too long.
    long: usize,
    stopped: Option<&'static str>,
    /// For a last line without its line feed.
    buffer: String,
}

impl<'a> Reader<'a> {
    fn new(grammar: &'a SyntaxReference, set: &'a SyntaxSet) -> Self {
        Self {
            set,
            state: ParseState::new(grammar),
            table: ScopeTable::new(),
            open: Vec::new(),
            aside: Vec::new(),
            work: 0,
            long: 0,
            stopped: None,
            buffer: String::new(),
        }
    }

    /// Reads a line before the window, for the state it leaves.
    fn skip(&mut self, line: &str) {
        if line.len() <= LONGEST_LINE {
            self.read(line, line.len(), None);
        }
    }

    fn line(&mut self, text: &str, range: Range<usize>, out: &mut Vec<u16>) {
        if range.len() > LONGEST_LINE {
            self.long += 1;
        } else if let Some(line) = text.get(range.start..=range.end) {
            self.read(line, range.len(), Some(out));
        } else {
            let mut buffer = std::mem::take(&mut self.buffer);
            buffer.clear();
            buffer.push_str(&text[range.clone()]);
            buffer.push('\n');
            self.read(&buffer, range.len(), Some(out));
            self.buffer = buffer;
        }
    }

    /// Reads a line with its line feed; `len` is its length without.
    fn read(&mut self, line: &str, len: usize, mut out: Option<&mut Vec<u16>>) {
        if self.stopped.is_some() {
            return;
        }
        self.work += line.len() + LINE_WORK;
        if self.work > MOST_WORK {
            self.stopped = Some("there is too much text to colour");
            return;
        }
        let Ok(ops) = self.state.parse_line(line, self.set) else {
            self.stopped = Some("the grammar failed");
            return;
        };
        let mut from = 0;
        for (at, op) in ops {
            let at = at.min(len);
            if let Some(out) = out.as_deref_mut()
                && at > from
            {
                push(out, from == 0, at, self.ink());
                from = at;
            }
            self.apply(&op);
        }
        if let Some(out) = out
            && len > from
        {
            push(out, from == 0, len, self.ink());
        }
    }

    fn ink(&self) -> Ink {
        self.open.last().map_or(Ink::Text, |&(_, ink)| ink)
    }

    fn push_scope(&mut self, scope: Scope) {
        let ink = match (self.table.ink(scope), self.open.last()) {
            // The string that is a key of JSON or YAML is told from the strings that are values.
            (Some(Ink::String), Some(&(around, _))) if self.table.is_key(around) => Ink::Name,
            (Some(ink), _) => ink,
            (None, around) => around.map_or(Ink::Text, |&(_, ink)| ink),
        };
        self.open.push((scope, ink));
    }

    fn apply(&mut self, op: &ScopeStackOp) {
        match *op {
            ScopeStackOp::Push(scope) => self.push_scope(scope),
            ScopeStackOp::Pop(count) => self.open.truncate(self.open.len().saturating_sub(count)),
            ScopeStackOp::Clear(amount) => {
                let keep = match amount {
                    ClearAmount::TopN(count) => self.open.len().saturating_sub(count),
                    ClearAmount::All => 0,
                };
                self.aside.push(self.open.drain(keep..).map(|(scope, _)| scope).collect());
            }
            ScopeStackOp::Restore => {
                for scope in self.aside.pop().unwrap_or_default() {
                    self.push_scope(scope);
                }
            }
            ScopeStackOp::Noop => {}
        }
    }

    fn report(&self, warnings: &mut Vec<String>) {
        if let Some(reason) = self.stopped {
            warnings.push(format!("colours stop early: {reason}"));
        }
        match self.long {
            0 => {}
            1 => warnings.push(format!("1 line of more than {LONGEST_LINE} bytes is drawn without colours")),
            long => warnings.push(format!("{long} lines of more than {LONGEST_LINE} bytes are drawn without colours")),
        }
    }
}

/// Adds a run that ends at `end`, or lengthens the one before.
#[expect(clippy::cast_possible_truncation, reason = "lines that are coloured are shorter than 4,096 bytes")]
fn push(out: &mut Vec<u16>, is_first: bool, end: usize, ink: Ink) {
    let run = (end as u16) << 4 | ink as u16;
    match out.last_mut() {
        Some(last) if !is_first && *last & 0xF == ink as u16 => *last = run,
        _ => out.push(run),
    }
}
