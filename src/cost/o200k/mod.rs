//! Counting o200k tokens without a start-up.
//!
//! The `tiktoken` crate unpacks its vocabulary and fills a hash table of 200,000 tokens on the first count, which
//! takes longer than all other work on a page together (`benches/README.md`). Here the table is made when the
//! program is built and lies in its read-only data; only what is looked up is paged in. Counts are the crate's own:
//! tests compare them on real source and random text. What the splitter does not know is left to the crate.

mod split;
mod vocabulary;

use split::piece_end;

/// Longest piece merged here: merging is quadratic, and no word or run of real source comes near it.
const LONGEST: usize = 512;

/// The tokens of a text, or `None` where it has a character or a piece that is left to the crate.
pub(super) fn count(text: &str) -> Option<u64> {
    let mut tokens = 0;
    let mut start = 0;
    let mut merger = Merger::default();
    while start < text.len() {
        let end = piece_end(text, start).ok()?;
        let piece = &text.as_bytes()[start..end];
        tokens += if vocabulary::rank(piece).is_some() { 1 } else { merger.count(piece)? };
        start = end;
    }
    Some(tokens)
}

/// Byte pair merging: the pair of lowest rank first, the leftmost of equals.
#[derive(Default)]
struct Merger {
    /// Where each part starts and the rank of the token it would make with the next part.
    parts: Vec<(usize, u32)>,
}

impl Merger {
    fn count(&mut self, piece: &[u8]) -> Option<u64> {
        if piece.len() > LONGEST {
            return None;
        }
        let rank = |start: usize, end: usize| vocabulary::rank(&piece[start..end]).unwrap_or(u32::MAX);
        let pair = |at: usize| if at + 2 <= piece.len() { rank(at, at + 2) } else { u32::MAX };
        self.parts.clear();
        self.parts.extend((0..piece.len()).map(|at| (at, pair(at))));
        loop {
            let best = self.parts.iter().zip(0_usize..).min_by_key(|&(&(_, rank), at)| (rank, at));
            let Some((&(_, lowest), at)) = best else { break };
            if lowest == u32::MAX {
                break;
            }
            self.parts.remove(at + 1);
            for at in [at, at.wrapping_sub(1)] {
                let end = |at: usize| self.parts.get(at).map_or(piece.len(), |&(start, _)| start);
                if at < self.parts.len() {
                    let rank = if at + 1 < self.parts.len() { rank(self.parts[at].0, end(at + 2)) } else { u32::MAX };
                    self.parts[at].1 = rank;
                }
            }
        }
        Some(self.parts.len() as u64)
    }
}

#[cfg(test)]
mod tests;
