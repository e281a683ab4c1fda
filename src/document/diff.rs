//! Unified and combined diffs: which lines are added, removed, kept, or about the diff itself.
//!
//! Why not a grammar: only the counts of a hunk header tell a removed line that begins with `-- ` from a file header.

use super::cell::Ink;

/// One side of a hunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Side {
    /// Number of its next line.
    next: u64,
    /// Lines that are still to come.
    left: u64,
}

impl Side {
    /// The number of the next line, which is then used up.
    fn take(&mut self) -> u64 {
        let number = self.next;
        self.next = number.saturating_add(1);
        self.left = self.left.saturating_sub(1);
        number
    }
}

/// How far a hunk has come.
#[derive(Clone, Debug, Default)]
pub(super) struct Diff {
    /// The old sides; more than one in a combined diff.
    old: Vec<Side>,
    /// The new side.
    new: Side,
    /// Numbers of the line looked at last, old sides first; 0 where it is not on that side, empty outside hunks.
    numbers: Vec<u64>,
}

impl Diff {
    /// The class of the next line.
    pub(super) fn ink(&mut self, line: &str) -> Ink {
        self.numbers.clear();
        if self.new.left == 0 && self.old.iter().all(|side| side.left == 0) {
            return self.between(line);
        }
        let sides = self.old.len();
        let signs = line.as_bytes();
        let sign = |side: usize| signs.get(side).copied().unwrap_or(b' ');
        if signs.first() == Some(&b'\\') {
            return Ink::Comment;
        }
        if !(0..sides).all(|side| matches!(sign(side), b' ' | b'+' | b'-')) {
            // The hunk is cut short.
            self.old.clear();
            self.new = Side::default();
            return self.between(line);
        }
        let is_removed = (0..sides).any(|side| sign(side) == b'-');
        let is_added = !is_removed && (0..sides).any(|side| sign(side) == b'+');
        for (at, side) in self.old.iter_mut().enumerate() {
            // A removed line is in the sides that have the sign; another line in those that do not.
            let is_here = if is_removed { sign(at) == b'-' } else { sign(at) != b'+' };
            self.numbers.push(if is_here { side.take() } else { 0 });
        }
        self.numbers.push(if is_removed { 0 } else { self.new.take() });
        match (is_added, is_removed) {
            (true, _) => Ink::Added,
            (_, true) => Ink::Removed,
            _ => Ink::Text,
        }
    }

    /// Numbers of the line that [`Self::ink`] was asked for last: old sides, then the new one; 0 where it is not there.
    /// Empty outside hunks.
    pub(super) fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    fn between(&mut self, line: &str) -> Ink {
        if let Some((old, new)) = hunk(line) {
            (self.old, self.new) = (old, new);
            return Ink::Function;
        }
        let heads = ["diff ", "--- ", "+++ ", "Index: ", "=== "];
        if heads.iter().any(|head| line.starts_with(head)) {
            return Ink::Keyword;
        }
        let notes =
            ["index ", "new file ", "deleted file ", "old mode ", "new mode ", "similarity ", "rename ", "copy "];
        if line.starts_with('\\') || notes.iter().any(|head| line.starts_with(head)) { Ink::Comment } else { Ink::Text }
    }
}

/// The old sides and the new side, by a header such as `@@ -96,13 +96,13 @@` or `@@@ -1,2 -1,2 +1,3 @@@`.
fn hunk(line: &str) -> Option<(Vec<Side>, Side)> {
    let ats = line.bytes().take_while(|&b| b == b'@').count();
    let mut parts = line.get(ats..)?.strip_prefix(' ')?.split(' ');
    let side = |part: &str| {
        let (next, left) = part.split_once(',').unwrap_or((part, "1"));
        Some(Side { next: next.parse().ok()?, left: left.parse().ok()? })
    };
    let mut old = Vec::new();
    for _ in 1..ats {
        old.push(side(parts.next()?.strip_prefix('-')?)?);
    }
    let new = side(parts.next()?.strip_prefix('+')?)?;
    let is_closed = parts.next()?.bytes().all(|b| b == b'@');
    ((2..=16).contains(&ats) && is_closed).then_some((old, new))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inks(text: &str) -> Vec<Ink> {
        let mut diff = Diff::default();
        text.lines().map(|line| diff.ink(line)).collect()
    }

    #[test]
    fn counts_tell_a_removed_line_from_a_header() {
        let text = "--- a/q\n+++ b/q\n@@ -1,3 +1,3 @@\n a\n--- later\n+++ sooner\n b\n\\ No newline\n--- a/r\n";
        let (head, text_ink) = (Ink::Keyword, Ink::Text);
        let want = [head, head, Ink::Function, text_ink, Ink::Removed, Ink::Added, text_ink, Ink::Comment, head];
        assert_eq!(inks(text), want);
    }

    #[test]
    fn a_combined_diff_has_a_sign_for_each_parent() {
        let text = "@@@ -1,2 -1,2 +1,3 @@@\n  a\n- b\n -c\n++d\n +e\n";
        let want = [Ink::Function, Ink::Text, Ink::Removed, Ink::Removed, Ink::Added, Ink::Added];
        assert_eq!(inks(text), want);
    }

    #[test]
    fn every_line_of_a_hunk_has_the_numbers_of_its_sides() {
        let mut diff = Diff::default();
        let mut numbers = |line: &str| {
            diff.ink(line);
            diff.numbers().to_vec()
        };
        assert!(numbers("@@@ -10,2 -20,2 +30,3 @@@").is_empty());
        assert_eq!(numbers("  a"), [10, 20, 30]);
        assert_eq!(numbers("- b"), [11, 0, 0]);
        assert_eq!(numbers(" -c"), [0, 21, 0]);
        assert_eq!(numbers("++d"), [0, 0, 31]);
        assert_eq!(numbers(" +e"), [12, 0, 32]);
    }
}
