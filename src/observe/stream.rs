//! What flows through a pipeline: runs of file lines, known text, or output nobody can foretell.

use super::Numbering;
use std::rc::Rc;

/// The most lines one stream is followed through; longer ones turn opaque.
pub(crate) const MAX_LINES: u64 = 400_000;

/// What a stream shows, from weakest to strongest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Anything else.
    #[default]
    Misc,
    /// Names, hits and counts.
    Hits,
    /// Source text.
    Source,
}

/// A file, or a file at a revision, cut into lines.
#[derive(Debug)]
pub(crate) struct SourceFile {
    pub(crate) path: String,
    pub(crate) rev: Option<String>,
    bytes: Vec<u8>,
    starts: Vec<usize>,
}

impl SourceFile {
    pub(crate) fn new(path: String, rev: Option<String>, bytes: Vec<u8>) -> Self {
        let ends = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').map(|(at, _)| at + 1);
        let mut starts: Vec<usize> = std::iter::once(0).chain(ends).collect();
        if starts.last() == Some(&bytes.len()) {
            starts.pop();
        }
        Self { path, rev, bytes, starts }
    }

    /// How many lines it has; an unfinished last line counts.
    pub(crate) fn count(&self) -> u64 {
        self.starts.len() as u64
    }

    /// The whole content.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Line `no`, without its line feed.
    pub(crate) fn line(&self, no: u64) -> &[u8] {
        let index = usize::try_from(no.saturating_sub(1)).unwrap_or(usize::MAX);
        let Some(&start) = self.starts.get(index) else { return &[] };
        let end = self.starts.get(index + 1).copied().unwrap_or(self.bytes.len());
        let line = &self.bytes[start..end];
        line.strip_suffix(b"\n").unwrap_or(line)
    }

    /// Whether the last line ends with a line feed (or there is none).
    pub(crate) fn is_finished(&self) -> bool {
        self.bytes.last().is_none_or(|&byte| byte == b'\n')
    }

    /// Whether tools would call it binary.
    pub(crate) fn is_binary(&self) -> bool {
        self.bytes.contains(&0)
    }
}

/// Lines `first..=last` of one file as one part of the command printed them.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) file: Rc<SourceFile>,
    pub(crate) part: u32,
    pub(crate) first: u64,
    pub(crate) last: u64,
    pub(crate) numbering: Numbering,
    /// The text after the number is the file's, byte for byte.
    pub(crate) verbatim: bool,
}

/// A piece of a stream.
#[derive(Clone, Debug)]
pub(crate) enum Seg {
    /// Lines of a file.
    Lines(Run),
    /// Known lines of other text.
    Text(Vec<String>),
    /// Unknown output.
    Opaque,
}

/// One line of a stream whose pieces are all known.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Item<'a> {
    /// Line `.1` of the run's file.
    Line(&'a Run, u64),
    /// Other text.
    Text(&'a str),
}

impl Item<'_> {
    /// The text as printed; `None` when its number's form is not known.
    pub(crate) fn printed(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some((*text).to_owned()),
            Self::Line(run, _) if !run.verbatim => None,
            Self::Line(run, no) => {
                let line = String::from_utf8_lossy(run.file.line(*no));
                match run.numbering {
                    Numbering::None => Some(line.into_owned()),
                    // Both print six columns and a tab.
                    Numbering::Nl | Numbering::CatN => Some(format!("{no:6}\t{line}")),
                    _ => None,
                }
            }
        }
    }
}

/// Output in order, with what it amounts to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stream {
    pub(crate) segs: Vec<Seg>,
    pub(crate) kind: Kind,
    /// It may come in another order, or not at all.
    pub(crate) doubtful: bool,
    /// Numbers and lines take turns (`sed =`).
    pub(crate) interleaved: bool,
    /// A diff of git's, untouched.
    pub(crate) diff: bool,
}

impl Stream {
    pub(crate) fn empty() -> Self {
        Self::default()
    }

    /// Unknown output of a kind.
    pub(crate) fn opaque(kind: Kind) -> Self {
        Self { segs: vec![Seg::Opaque], kind, ..Self::default() }
    }

    /// Known text of a kind.
    pub(crate) fn text(lines: Vec<String>, kind: Kind) -> Self {
        Self { segs: if lines.is_empty() { vec![] } else { vec![Seg::Text(lines)] }, kind, ..Self::default() }
    }

    /// All lines of a file.
    pub(crate) fn file(file: Rc<SourceFile>, part: u32) -> Self {
        let mut stream = Self { kind: Kind::Source, ..Self::default() };
        let last = file.count();
        if last > 0 {
            let numbering = Numbering::None;
            stream.segs.push(Seg::Lines(Run { file, part, first: 1, last, numbering, verbatim: true }));
        }
        stream
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.segs.is_empty()
    }

    pub(crate) fn has_lines(&self) -> bool {
        self.segs.iter().any(|seg| matches!(seg, Seg::Lines(_)))
    }

    /// Lines in all; `None` when some of it is unknown.
    pub(crate) fn count(&self) -> Option<u64> {
        self.segs.iter().try_fold(0_u64, |sum, seg| match seg {
            Seg::Lines(run) => Some(sum + (run.last - run.first + 1)),
            Seg::Text(lines) => Some(sum + lines.len() as u64),
            Seg::Opaque => None,
        })
    }

    /// The lines one by one; `None` when some are unknown, too many, or not lines of text.
    pub(crate) fn items(&self) -> Option<Vec<Item<'_>>> {
        if self.interleaved || self.count()? > MAX_LINES {
            return None;
        }
        let mut items = Vec::new();
        for seg in &self.segs {
            match seg {
                Seg::Lines(run) if run.file.is_binary() => return None,
                Seg::Lines(run) => items.extend((run.first..=run.last).map(|no| Item::Line(run, no))),
                Seg::Text(lines) => items.extend(lines.iter().map(|line| Item::Text(line))),
                Seg::Opaque => return None,
            }
        }
        Some(items)
    }

    /// The lines as words would see them; `None` when unknown, or when their order is not settled.
    pub(crate) fn known_text(&self) -> Option<Vec<String>> {
        if self.doubtful && self.count()? > 1 {
            return None;
        }
        self.items()?.iter().map(Item::printed).collect()
    }

    /// Whether the output ends in the middle of a line.
    pub(crate) fn is_unfinished(&self) -> bool {
        match self.segs.last() {
            Some(Seg::Lines(run)) => run.last == run.file.count() && !run.file.is_finished(),
            _ => false,
        }
    }

    /// Puts `other` behind.
    pub(crate) fn append(&mut self, other: Self) {
        // The next line would be glued to the unfinished one.
        self.doubtful |= other.doubtful || (self.is_unfinished() && !other.is_empty());
        self.interleaved |= other.interleaved;
        self.diff = if self.is_empty() { other.diff } else { self.diff && other.is_empty() };
        self.kind = self.kind.max(other.kind);
        // Hits are no windows, whatever stands beside them.
        let other = if other.kind == Kind::Hits && other.has_lines() { other.blurred() } else { other };
        self.segs.extend(other.segs);
    }

    /// Adds one line in the given dress, growing the last run where it continues.
    pub(crate) fn push(&mut self, item: Item<'_>, numbering: Numbering, verbatim: bool) {
        match item {
            Item::Text(text) => match self.segs.last_mut() {
                Some(Seg::Text(lines)) => lines.push(text.to_owned()),
                _ => self.segs.push(Seg::Text(vec![text.to_owned()])),
            },
            Item::Line(run, no) => {
                let verbatim = verbatim && run.verbatim;
                if let Some(Seg::Lines(last)) = self.segs.last_mut()
                    && Rc::ptr_eq(&last.file, &run.file)
                    && (last.part, last.last + 1) == (run.part, no)
                    && (last.numbering, last.verbatim) == (numbering, verbatim)
                {
                    last.last = no;
                } else {
                    let run = Run { first: no, last: no, numbering, verbatim, ..run.clone() };
                    self.segs.push(Seg::Lines(run));
                }
            }
        }
    }

    /// Adds one line as it came.
    pub(crate) fn keep(&mut self, item: Item<'_>) {
        let numbering = if let Item::Line(run, _) = item { run.numbering } else { Numbering::None };
        self.push(item, numbering, true);
    }

    /// An empty stream with this one's kind and doubts.
    pub(crate) fn like(&self) -> Self {
        Self { kind: self.kind, doubtful: self.doubtful, ..Self::default() }
    }

    /// The same kind with unknown content.
    pub(crate) fn blurred(&self) -> Self {
        Self { segs: if self.is_empty() { vec![] } else { vec![Seg::Opaque] }, ..self.like() }
    }

    /// Lines `from..to` (from 0, end excluded).
    pub(crate) fn slice(&self, from: u64, to: u64) -> Self {
        let Some(_) = self.count() else { return self.blurred() };
        if self.interleaved {
            return self.blurred();
        }
        let mut out = self.like();
        let mut at = 0_u64;
        for seg in &self.segs {
            match seg {
                Seg::Lines(run) => {
                    let length = run.last - run.first + 1;
                    let (start, end) = (from.max(at), to.min(at + length));
                    if start < end {
                        let first = run.first + (start - at);
                        let last = run.first + (end - at) - 1;
                        out.segs.push(Seg::Lines(Run { first, last, ..run.clone() }));
                    }
                    at += length;
                }
                Seg::Text(lines) => {
                    let kept: Vec<String> = (at..)
                        .zip(lines)
                        .filter(|(no, _)| (from..to).contains(no))
                        .map(|(_, line)| line.clone())
                        .collect();
                    if !kept.is_empty() {
                        out.segs.push(Seg::Text(kept));
                    }
                    at += lines.len() as u64;
                }
                Seg::Opaque => return self.blurred(),
            }
        }
        out
    }

    /// The same lines in another dress.
    pub(crate) fn dressed(mut self, numbering: Numbering, verbatim: bool) -> Self {
        for seg in &mut self.segs {
            if let Seg::Lines(run) = seg {
                run.numbering = if run.numbering == Numbering::None { numbering } else { Numbering::Restarted };
                run.verbatim &= verbatim;
            }
        }
        self
    }

    /// The same lines with their text changed in place.
    pub(crate) fn altered(mut self) -> Self {
        self.diff = false;
        for seg in &mut self.segs {
            match seg {
                Seg::Lines(run) => run.verbatim = false,
                Seg::Text(_) => *seg = Seg::Opaque,
                Seg::Opaque => {}
            }
        }
        self
    }

    /// The lines with running numbers from `start` in front: the file's own where the two agree.
    pub(crate) fn numbered(&self, numbering: Numbering, start: u64) -> Self {
        let Some(items) = self.items() else { return self.blurred() };
        let mut out = self.like();
        for (number, item) in (start..).zip(items) {
            let dress = match item {
                Item::Line(run, no) if no == number && run.numbering == Numbering::None => numbering,
                _ => Numbering::Restarted,
            };
            match item {
                Item::Text(text) => out.push(Item::Text(&format!("{number:6}\t{text}")), dress, true),
                Item::Line(..) => out.push(item, dress, true),
            }
        }
        out
    }
}
