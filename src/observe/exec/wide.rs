//! Wide scope: windows grown around their centre, so that the next read is often not needed.

use super::align::{FileLines, Piece};
use crate::observe::{Read, range};
use crate::units::LineRange;

/// How far a grown window's end moves to meet the bounds of a symbol.
const SNAP: u64 = 10;

/// Grows every window to `least` lines and merges those that then overlap, at the place of the first.
pub(super) fn grow(pieces: Vec<Piece>, files: &[FileLines], reads: &[Read], least: u64) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    for piece in pieces {
        let Piece::Window { file, asked, bytes, .. } = piece else {
            out.push(piece);
            continue;
        };
        let grown = grown(asked, &files[file], least);
        let same = |other: usize| reads[other].path == reads[file].path && reads[other].rev == reads[file].rev;
        // Only windows that follow each other are merged: text between them keeps its place.
        let before = out.iter_mut().rev().find(|piece| matches!(piece, Piece::Window { .. }));
        if let Some(Piece::Window { file: other, asked: first, shown, bytes: held }) = before
            && same(*other)
            && held.end == bytes.start
            && shown.first() <= grown.last()
            && grown.first() <= shown.last()
        {
            *first = hull(*first, asked);
            *shown = hull(*shown, grown);
            held.end = bytes.end;
            continue;
        }
        out.push(Piece::Window { file, asked, shown: grown, bytes });
    }
    out
}

fn hull(a: LineRange, b: LineRange) -> LineRange {
    range(a.first().min(b.first()).get(), a.last().max(b.last()).get()).unwrap_or(a)
}

fn grown(asked: LineRange, file: &FileLines, least: u64) -> LineRange {
    let (total, count) = (file.count(), asked.count());
    if count >= least {
        return asked;
    }
    let before = (least - count) / 2;
    let first = asked.first().get().saturating_sub(before).max(1);
    let last = first.saturating_add(least - 1).min(total).max(asked.last().get());
    let first = last.saturating_sub(least - 1).max(1).min(first);
    let starts = |number: u64| {
        let top = |line: &[u8]| line.first().is_some_and(|&byte| !byte.is_ascii_whitespace() && byte != b'}');
        let blank = |line: &[u8]| line.trim_ascii().is_empty();
        number == 1 || (file.line(number).is_some_and(top) && file.line(number - 1).is_some_and(blank))
    };
    let first = (first.saturating_sub(SNAP).max(1)..=first).rev().find(|&at| starts(at)).unwrap_or(first);
    let ends = |number: u64| number == total || starts(number + 1);
    let last = (last..=last.saturating_add(SNAP).min(total)).find(|&at| ends(at)).unwrap_or(last);
    range(first, last).unwrap_or(asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_grows_around_its_centre_and_stays_in_the_file() {
        let file = FileLines::new(b" x\n".repeat(1000));
        let of = |first, last| grown(range(first, last).expect("a range"), &file, 200);
        assert_eq!(of(500, 519), range(410, 609).expect("a range"));
        assert_eq!(of(5, 9), range(1, 200).expect("a range"));
        assert_eq!(of(999, 1000), range(801, 1000).expect("a range"));
        assert_eq!(of(1, 1000), range(1, 1000).expect("a range"));
    }

    #[test]
    fn its_ends_move_to_the_bounds_of_a_symbol_that_is_near() {
        let mut text = b" x\n".repeat(1000);
        let at = |line: usize| (line - 1) * 3;
        text[at(404)..at(405)].copy_from_slice(b"  \n");
        text[at(405)..at(406)].copy_from_slice(b"fn\n");
        let file = FileLines::new(text);
        assert_eq!(grown(range(500, 519).expect("a range"), &file, 200).first().get(), 405);
    }
}
