//! Unified and combined diffs: which lines are added, removed, kept, or about the diff itself.
//!
//! Why not a grammar: only the counts of a hunk header tell a removed line that begins with `-- ` from a file header.

use super::cell::Ink;

/// How far a hunk has come.
#[derive(Clone, Debug, Default)]
pub(super) struct Diff {
    /// Lines of each old side that are still to come; more than one side in a combined diff.
    old: Vec<u64>,
    /// Lines of the new side that are still to come.
    new: u64,
}

impl Diff {
    /// The class of the next line.
    pub(super) fn ink(&mut self, line: &str) -> Ink {
        if self.new == 0 && self.old.iter().all(|&left| left == 0) {
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
            self.new = 0;
            return self.between(line);
        }
        let is_removed = (0..sides).any(|side| sign(side) == b'-');
        let is_added = !is_removed && (0..sides).any(|side| sign(side) == b'+');
        for (side, left) in self.old.iter_mut().enumerate() {
            // A removed line is in the sides that have the sign; another line in those that do not.
            let is_here = if is_removed { sign(side) == b'-' } else { sign(side) != b'+' };
            *left = left.saturating_sub(u64::from(is_here));
        }
        self.new = self.new.saturating_sub(u64::from(!is_removed));
        match (is_added, is_removed) {
            (true, _) => Ink::Added,
            (_, true) => Ink::Removed,
            _ => Ink::Text,
        }
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

/// Lines of the old sides and of the new side, by a header such as `@@ -96,13 +96,13 @@` or `@@@ -1,2 -1,2 +1,3 @@@`.
fn hunk(line: &str) -> Option<(Vec<u64>, u64)> {
    let ats = line.bytes().take_while(|&b| b == b'@').count();
    let mut parts = line.get(ats..)?.strip_prefix(' ')?.split(' ');
    let count = |part: &str| match part.split_once(',') {
        Some((_, count)) => count.parse::<u64>().ok(),
        None => Some(1),
    };
    let mut old = Vec::new();
    for _ in 1..ats {
        old.push(count(parts.next()?.strip_prefix('-')?)?);
    }
    let new = count(parts.next()?.strip_prefix('+')?)?;
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
}
