//! Finds the claimed windows in what was printed.

use crate::observe::range;
use crate::units::{LineNo, LineRange};
use std::ops::Range;

/// The most line comparisons: hostile output of equal lines would be quadratic.
const MAX_COMPARISONS: usize = 4_000_000;

/// A file cut into lines.
#[derive(Debug)]
pub(super) struct FileLines {
    pub(super) bytes: Vec<u8>,
    lines: Vec<Range<usize>>,
}

impl FileLines {
    pub(super) fn new(bytes: Vec<u8>) -> Self {
        let lines = cut(&bytes);
        Self { bytes, lines }
    }
    /// How many lines there are.
    pub(super) fn count(&self) -> u64 {
        self.lines.len() as u64
    }
    /// A line by its number, without its line feed.
    pub(super) fn line(&self, number: u64) -> Option<&[u8]> {
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        self.lines.get(index).map(|line| &self.bytes[line.clone()])
    }
    /// The bytes of a range of lines, line feeds included.
    pub(super) fn slice(&self, lines: LineRange) -> Option<&[u8]> {
        let at = |number: LineNo| self.lines.get(usize::try_from(number.get().checked_sub(1)?).ok()?);
        let (first, last) = (at(lines.first())?, at(lines.last())?);
        let end = (last.end + 1).min(self.bytes.len());
        self.bytes.get(first.start..end)
    }
}

/// Lines of a text without their line feeds; nothing follows a final line feed.
fn cut(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', bytes) {
        lines.push(start..end);
        start = end + 1;
    }
    if start < bytes.len() {
        lines.push(start..bytes.len());
    }
    lines
}

/// A window that the command is said to print.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    /// Index of the file.
    pub(super) file: usize,
    pub(super) range: LineRange,
    /// Whether the file's numbers stand in front.
    pub(super) numbered: bool,
}

/// A part of stdout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Bytes that are no window.
    Text(Range<usize>),
    /// Bytes that are lines of a file.
    Window { file: usize, asked: LineRange, shown: LineRange, bytes: Range<usize> },
}

/// Cuts stdout into windows and the text around them; `None` unless every claim is found, in order.
pub(super) fn align(stdout: &[u8], files: &[FileLines], claims: &[Claim]) -> Option<Vec<Piece>> {
    let lines = cut(stdout);
    let mut pieces = Vec::new();
    let mut budget = MAX_COMPARISONS;
    // Next line of stdout, and where the text not yet handed out begins.
    let (mut next, mut from) = (0, 0);
    for claim in claims {
        let count = usize::try_from(claim.range.count()).ok()?;
        let start = (next..(lines.len() + 1).saturating_sub(count)).find(|&at| {
            let found = matches(stdout, &lines[at..at + count], &files[claim.file], *claim, &mut budget);
            found || budget == 0
        })?;
        if budget == 0 {
            return None;
        }
        let bytes = lines[start].start..(lines[start + count - 1].end + 1).min(stdout.len());
        if from < bytes.start {
            pieces.push(Piece::Text(from..bytes.start));
        }
        (next, from) = (start + count, bytes.end);
        push_window(&mut pieces, claim, bytes);
    }
    if from < stdout.len() {
        pieces.push(Piece::Text(from..stdout.len()));
    }
    Some(pieces)
}

/// Adds a window, joined to the one before it where it continues it.
fn push_window(pieces: &mut Vec<Piece>, claim: &Claim, bytes: Range<usize>) {
    if let Some(Piece::Window { file, asked, shown, bytes: before }) = pieces.last_mut()
        && *file == claim.file
        && asked.last().get() + 1 == claim.range.first().get()
        && before.end == bytes.start
        && let Some(joined) = range(asked.first().get(), claim.range.last().get())
    {
        (*asked, *shown) = (joined, joined);
        before.end = bytes.end;
        return;
    }
    pieces.push(Piece::Window { file: claim.file, asked: claim.range, shown: claim.range, bytes });
}

fn matches(stdout: &[u8], lines: &[Range<usize>], file: &FileLines, claim: Claim, budget: &mut usize) -> bool {
    let mut separator: Option<&[u8]> = None;
    for (number, line) in (claim.range.first().get()..).zip(lines) {
        *budget = budget.saturating_sub(1);
        let (Some(text), true) = (file.line(number), *budget > 0) else { return false };
        let printed = &stdout[line.clone()];
        if !claim.numbered {
            if printed != text {
                return false;
            }
            continue;
        }
        let Some(between) = numbered(printed, number, text) else { return false };
        // grep's two marks stand for hit and context.
        let grep = |mark: &[u8]| mark == b":" || mark == b"-";
        match separator {
            Some(before) if before != between && !(grep(before) && grep(between)) => return false,
            _ => separator = Some(between),
        }
    }
    true
}

/// What stands between the number and the text of a numbered line: a few marks or blanks.
fn numbered<'a>(printed: &'a [u8], number: u64, text: &[u8]) -> Option<&'a [u8]> {
    let label = printed.trim_ascii_start();
    let digits = label.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (label, rest) = label.split_at(digits);
    if std::str::from_utf8(label).ok()?.parse::<u64>().ok()? != number {
        return None;
    }
    let between = rest.get(..rest.len().checked_sub(text.len())?)?;
    let plain = between.len() <= 4 && !between.is_empty() && !between.iter().any(u8::is_ascii_alphanumeric);
    (rest.ends_with(text) && plain).then_some(between)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(first: u64, last: u64, numbered: bool) -> Claim {
        Claim { file: 0, range: range(first, last).expect("a range"), numbered }
    }

    fn file() -> Vec<FileLines> {
        vec![FileLines::new(b"a\n  b\n\n}\nd".to_vec())]
    }

    #[test]
    fn windows_are_found_between_other_text() {
        let out = b"head\na\n  b\n-----\n}\nd";
        let pieces = align(out, &file(), &[claim(1, 2, false), claim(4, 5, false)]).expect("found");
        assert_eq!(pieces.len(), 4);
        assert_eq!(pieces[0], Piece::Text(0..5));
        assert_eq!(pieces[2], Piece::Text(11..17));
    }

    #[test]
    fn windows_that_continue_each_other_are_one() {
        let pieces = align(b"a\n  b\n\n", &file(), &[claim(1, 1, false), claim(2, 3, false)]).expect("found");
        assert_eq!(pieces.len(), 1);
    }

    #[test]
    fn a_number_must_be_the_files_and_its_mark_the_same_on_all_lines() {
        let ok = b"     1\ta\n     2\t  b\n     3\t\n";
        assert!(align(ok, &file(), &[claim(1, 3, true)]).is_some());
        assert!(align(b"2:a\n3:  b\n", &file(), &[claim(1, 2, true)]).is_none());
        assert!(align(b"1:a\n2|  b\n", &file(), &[claim(1, 2, true)]).is_none());
        assert!(align(b"1-a\n2:  b\n", &file(), &[claim(1, 2, true)]).is_some());
        assert!(align(b"1a\n", &file(), &[claim(1, 1, true)]).is_none());
    }

    #[test]
    fn a_changed_line_or_a_missing_one_is_no_window() {
        assert!(align(b"a\n b\n", &file(), &[claim(1, 2, false)]).is_none());
        assert!(align(b"a\n", &file(), &[claim(1, 2, false)]).is_none());
        assert!(align(b"}\nd\nx\n", &file(), &[claim(4, 6, false)]).is_none());
    }

    #[test]
    fn equal_lines_without_end_are_given_up() {
        let many = vec![b'\n'; 300_000];
        let mut other = many.clone();
        other.truncate(200_000);
        other.push(b'x');
        assert!(align(&many, &[FileLines::new(other)], &[claim(1, 200_001, false)]).is_none());
    }
}
