//! Repeats between runs of cells, found once a text row.

use super::Shape;
use super::huffman::LONGEST;
use super::kinds::Kinds;

/// How far back deflate sees.
pub(super) const WINDOW: usize = 32768;

/// Earlier places tried for each cell. More cost time and save little (`benches/README.md`).
const TRIES: usize = 4;

/// Slots of the table of last places, a power of two.
const SLOTS: usize = 4096;

// What things cost in bits on ordinary pages of code, to weigh a repeat against its cells one by one.
const INK: u32 = 8;
const PAPER: u32 = 3;
const ABOVE: u32 = 8;
const REPEAT: u32 = 8;

/// A stretch of a text row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Pixel rows with ink, a bit each.
    pub(super) inked: u64,
    /// Pixel rows equal to the one above, a bit each.
    pub(super) same: u64,
    /// Bytes across.
    pub(super) bytes: usize,
    pub(super) what: What,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    Paper,
    /// A cell of this kind, byte by byte.
    Cell(usize),
    /// The same bytes as so many before.
    Repeat(usize),
}

/// The text rows of a page in pieces.
#[derive(Debug)]
pub(super) struct TextRows {
    pieces: Vec<Piece>,
    /// Where the pieces of each row end.
    ends: Vec<usize>,
}

impl TextRows {
    /// The pieces of each row; paper at the end of a row is left out.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[Piece]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.pieces[start..end])
    }
    pub(super) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
}

/// Cuts all rows of a page into pieces.
pub(super) fn parse(kinds: &Kinds, shape: &Shape) -> TextRows {
    let mut finder = Finder::new(kinds, shape);
    let mut rows = TextRows { pieces: Vec::new(), ends: Vec::with_capacity(shape.rows) };
    for row in 0..shape.rows {
        let start = rows.pieces.len();
        finder.row(row, &mut rows.pieces);
        while rows.pieces.len() > start && rows.pieces.last().is_some_and(|piece| matches!(piece.what, What::Paper)) {
            rows.pieces.pop();
        }
        rows.ends.push(rows.pieces.len());
    }
    rows
}

/// A run of cells that stood before: how many, how far back in bytes, and the bits it saves.
#[derive(Clone, Copy, Debug, Default)]
struct Repeat {
    cells: usize,
    distance: usize,
    gain: i64,
    inked: u64,
    same: u64,
}

struct Finder<'a> {
    kinds: &'a Kinds,
    shape: &'a Shape,
    /// Bits that a cell of each kind takes by itself.
    costs: Vec<u32>,
    /// The last place with each hash of two cells, plus one; zero is none.
    last: Vec<u32>,
    /// The place before with the same hash, plus one.
    before: Vec<u32>,
    /// The last place of each kind, plus one.
    recent: Vec<u32>,
    /// Fewest and most cells of a repeat: deflate's 3 to 258 bytes.
    least: usize,
    most: usize,
}

impl<'a> Finder<'a> {
    fn new(kinds: &'a Kinds, shape: &'a Shape) -> Self {
        let cost = |kind: usize| {
            let rows = (0..shape.pitch).filter(|&y| kinds.inked[kind] >> y & 1 == 1);
            rows.map(|y| {
                let ink = kinds.row(kind, y).iter().map(|&byte| if byte == 0 { PAPER } else { INK }).sum();
                if kinds.same[kind] >> y & 1 == 1 { ABOVE.min(ink) } else { ink }
            })
            .sum()
        };
        Self {
            kinds,
            shape,
            costs: (0..kinds.len()).map(cost).collect(),
            last: vec![0; SLOTS],
            before: vec![0; kinds.cells.len()],
            recent: vec![0; kinds.len()],
            least: 3_usize.div_ceil(shape.cell),
            most: LONGEST / shape.cell,
        }
    }

    fn row(&mut self, row: usize, pieces: &mut Vec<Piece>) {
        let across = self.shape.across;
        let first = row * across;
        let mut at = 0;
        while at < across {
            let kind = self.kinds.cells[first + at] as usize;
            if kind == 0 {
                let paper = self.kinds.cells[first + at..first + across].iter().take_while(|&&kind| kind == 0).count();
                pieces.push(self.paper(paper));
                at += paper;
                continue;
            }
            let best = self.best(row, at);
            let cells = if best.gain > 0 { best.cells } else { 1 };
            for place in at..at + cells {
                self.remember(first + place, across - place);
            }
            pieces.push(if best.gain > 0 {
                let what = What::Repeat(best.distance);
                Piece { inked: best.inked, same: best.same, bytes: cells * self.shape.cell, what }
            } else {
                let (inked, same) = (self.kinds.inked[kind], self.kinds.same[kind]);
                Piece { inked, same, bytes: self.shape.cell, what: What::Cell(kind) }
            });
            at += cells;
        }
    }

    fn paper(&self, cells: usize) -> Piece {
        Piece { inked: 0, same: !0, bytes: cells * self.shape.cell, what: What::Paper }
    }

    /// The table slot of the two cells at a place.
    fn slot(&self, place: usize, left: usize) -> usize {
        let cells = &self.kinds.cells;
        let next = if left > 1 { cells[place + 1] } else { 0 };
        let mixed = (cells[place] ^ next.rotate_left(16)).wrapping_mul(0x9E37_79B1);
        (mixed >> 20) as usize
    }

    fn remember(&mut self, place: usize, left: usize) {
        let slot = self.slot(place, left);
        self.before[place] = self.last[slot];
        let place_next = u32::try_from(place + 1).unwrap_or(0);
        self.last[slot] = place_next;
        self.recent[self.kinds.cells[place] as usize] = place_next;
    }

    /// The repeat at a place that saves most.
    fn best(&self, row: usize, at: usize) -> Repeat {
        let Shape { across, stride, pitch, cell, .. } = *self.shape;
        let cells = &self.kinds.cells;
        let place = row * across + at;
        let room = self.most.min(across - at);
        let mut best = Repeat::default();
        let mut earlier = self.recent[cells[place] as usize] as usize;
        let mut chain = self.last[self.slot(place, across - at)] as usize;
        for _ in 0..TRIES {
            if earlier == 0 {
                break;
            }
            let from = earlier - 1;
            let (row_from, at_from) = (from / across, from % across);
            // Rows are longer than their cells together, so this cannot fall below zero.
            let distance = (row - row_from) * pitch * stride + at * cell - at_from * cell;
            if distance > WINDOW {
                break;
            }
            let room = room.min(across - at_from);
            // The nearest is cheapest; one further back has to be longer.
            if room > best.cells && (best.cells == 0 || cells[from + best.cells] == cells[place + best.cells]) {
                let pairs = cells[place..place + room].iter().zip(&cells[from..]);
                let found = pairs.take_while(|(a, b)| a == b).count();
                let repeat = self.weigh(place, found, distance);
                if repeat.gain > best.gain {
                    best = repeat;
                }
            }
            earlier = chain;
            chain = chain.checked_sub(1).map_or(0, |from| self.before[from] as usize);
        }
        best
    }

    /// What a repeat saves.
    fn weigh(&self, place: usize, cells: usize, distance: usize) -> Repeat {
        let mut repeat = Repeat { cells, distance, gain: 0, inked: 0, same: !0 };
        if cells < self.least {
            return repeat;
        }
        let mut alone = 0;
        for &kind in &self.kinds.cells[place..place + cells] {
            alone += self.costs[kind as usize];
            repeat.inked |= self.kinds.inked[kind as usize];
            repeat.same &= self.kinds.same[kind as usize];
        }
        let fresh = (repeat.inked & !repeat.same).count_ones();
        let above = (repeat.inked & repeat.same).count_ones();
        let cost = fresh * (REPEAT + distance.ilog2()) + above * ABOVE;
        repeat.gain = i64::from(alone) - i64::from(cost);
        repeat
    }
}
