//! Where lines begin, how wide they are, and the clusters that stand in them.

use super::cell::Glyph;
use super::options::Picked;
use super::walk::{self, Rules, Shape};
use crate::source::BadByte;
use std::collections::HashMap;
use std::ops::Range;

/// How a line is measured and drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    /// Printable ASCII and nothing else: a byte is a cell.
    Plain,
    /// Needs the walk, and each glyph takes one cell.
    Narrow,
    /// Needs the walk, and some glyphs take two cells.
    Wide,
}

/// A line; the next one's `start` tells its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineInfo {
    pub(super) start: u32,
    pub(super) cols: u32,
    pub(super) kind: Kind,
}

/// The lines of a document.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    infos: Vec<LineInfo>,
    /// One past the line feed of the last line (or where it would be).
    end: u32,
    /// First cells of glyphs of two cells, line by line.
    wide: Vec<u32>,
    /// For each line that has such: the line and where its cells begin in `wide`.
    with_wide: Vec<(u32, usize)>,
    pub(super) clusters: Clusters,
}

impl Lines {
    #[expect(clippy::cast_possible_truncation, reason = "a source is under 4 GiB and its lines under 4 billion")]
    pub(super) fn index(text: &str, bad: &[BadByte], picked: Picked, rules: &Rules) -> Self {
        let mut lines = Self::default();
        let bytes = text.as_bytes();
        let mut feeds = memchr::memchr_iter(b'\n', bytes);
        let mut start = match picked.skipped {
            0 => 0,
            skipped => feeds.nth(skipped as usize - 1).map_or(bytes.len(), |feed| feed + 1),
        };
        lines.infos.reserve_exact(picked.count as usize);
        for _ in 0..picked.count {
            let end = feeds.next().unwrap_or(bytes.len());
            lines.push(&text[start..end], start, bad, rules);
            start = end + 1;
        }
        lines.end = start as u32;
        lines
    }

    #[expect(clippy::cast_possible_truncation, reason = "a source is under 4 GiB and its lines under 4 billion")]
    fn push(&mut self, line: &str, start: usize, bad: &[BadByte], rules: &Rules) {
        let is_plain = line.bytes().fold(true, |plain, b| plain & (b.wrapping_sub(0x20) < 0x5F));
        let mut info = LineInfo { start: start as u32, cols: line.len() as u32, kind: Kind::Plain };
        if !is_plain {
            info.cols = 0;
            info.kind = Kind::Narrow;
            let from = bad.partition_point(|b| (b.offset as usize) < start);
            let Self { infos, wide, with_wide, clusters, .. } = self;
            walk::walk(rules, line, start, &bad[from..], |piece| {
                if let Shape::Sequence(text) = piece.shape {
                    clusters.add(text);
                }
                if piece.cols == 2 {
                    if info.kind == Kind::Narrow {
                        info.kind = Kind::Wide;
                        with_wide.push((infos.len() as u32, wide.len()));
                    }
                    wide.push(info.cols);
                }
                info.cols += u32::from(piece.cols);
            });
        }
        self.infos.push(info);
    }

    pub(super) fn len(&self) -> usize {
        self.infos.len()
    }

    /// A line; an empty one past the end.
    pub(super) fn get(&self, line: usize) -> LineInfo {
        let past = LineInfo { start: self.end.saturating_sub(1), cols: 0, kind: Kind::Plain };
        self.infos.get(line).copied().unwrap_or(past)
    }

    /// Where a line stands in the text, without its line end.
    pub(super) fn range(&self, line: usize) -> Range<usize> {
        let start = self.get(line).start;
        let next = self.infos.get(line + 1).map_or(self.end, |next| next.start);
        start as usize..next.saturating_sub(1).max(start) as usize
    }

    pub(super) fn rows(&self, line: usize, cols: u32) -> u32 {
        let info = self.get(line);
        let cols = cols.max(1);
        if info.cols <= cols {
            return 1;
        }
        if info.kind != Kind::Wide {
            return info.cols.div_ceil(cols);
        }
        let wide = self.wide_of(line);
        let (mut rows, mut at) = (0, 0);
        while at < info.cols {
            rows += 1;
            let end = at + cols;
            let is_cut = end < info.cols && wide.binary_search(&(end - 1)).is_ok();
            at = match (is_cut, end - 1 > at) {
                (false, _) => end,
                (true, true) => end - 1,
                // Two cells never fit: they stand alone, beyond the edge.
                (true, false) => end + 1,
            };
        }
        rows
    }

    fn wide_of(&self, line: usize) -> &[u32] {
        match self.with_wide.binary_search_by_key(&line, |&(line, _)| line as usize) {
            Ok(i) => {
                let end = self.with_wide.get(i + 1).map_or(self.wide.len(), |&(_, from)| from);
                &self.wide[self.with_wide[i].1..end]
            }
            Err(_) => &[],
        }
    }
}

/// Clusters of more than one scalar value, numbered in the order of the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Clusters {
    texts: Vec<Box<str>>,
    numbers: HashMap<Box<str>, usize>,
    /// Clusters of the parts of the document before this one.
    pub(super) before: usize,
}

impl Clusters {
    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    pub(super) fn add(&mut self, text: &str) {
        if !self.numbers.contains_key(text) {
            self.numbers.insert(text.into(), self.texts.len());
            self.texts.push(text.into());
        }
    }

    pub(super) fn glyph(&self, text: &str) -> Glyph {
        let number = self.numbers.get(text);
        number.map_or(Glyph::scalar(char::REPLACEMENT_CHARACTER), |&number| Glyph::cluster(self.before + number))
    }

    pub(super) fn text(&self, number: usize) -> &str {
        let own = number.checked_sub(self.before);
        own.and_then(|own| self.texts.get(own)).map_or("\u{FFFD}", |text| text)
    }
}
