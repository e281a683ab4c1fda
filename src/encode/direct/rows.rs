//! Repeats between runs of units, found once a text row.

use super::Shape;
use super::huffman::LONGEST;
use super::kinds::Kinds;

/// How far back deflate sees.
pub(super) const WINDOW: usize = 32768;

/// Earlier places tried for each unit. More cost time and save little (`benches/README.md`).
const TRIES: usize = 8;

/// Slots of the table of last places, a power of two.
const SLOTS: usize = 4096;

// What things cost in bits on ordinary pages of code, to weigh a repeat against its cells one by one.
const INK: u32 = 6;
const PAPER: u32 = 2;
const ABOVE: u32 = 8;
const REPEAT: u32 = 10;

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
    /// A unit of this kind, byte by byte.
    Unit(usize),
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

/// A run of units that stood before: how many, how far back in bytes, and the bits it saves.
#[derive(Clone, Copy, Debug, Default)]
struct Repeat {
    units: usize,
    distance: usize,
    gain: i64,
    inked: u64,
    same: u64,
}

struct Finder<'a> {
    kinds: &'a Kinds,
    shape: &'a Shape,
    /// Bits that a unit of each kind takes by itself.
    costs: Vec<u32>,
    /// The last place with each hash of two units, plus one; zero is none.
    last: Vec<u32>,
    /// The place before with the same hash, plus one.
    before: Vec<u32>,
    /// Fewest and most units of a repeat: deflate's 3 to 258 bytes.
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
            before: vec![0; kinds.units.len()],
            least: 3_usize.div_ceil(shape.unit),
            most: LONGEST / shape.unit,
        }
    }

    fn row(&mut self, row: usize, pieces: &mut Vec<Piece>) {
        let across = self.shape.across;
        let first = row * across;
        let mut at = 0;
        while at < across {
            let kind = self.kinds.units[first + at] as usize;
            if kind == 0 {
                let paper = self.kinds.units[first + at..first + across].iter().take_while(|&&kind| kind == 0).count();
                pieces.push(self.paper(at, paper));
                at += paper;
                continue;
            }
            let best = self.best(row, at);
            let units = if best.gain > 0 { best.units } else { 1 };
            for place in at..at + units {
                self.remember(first + place, across - place);
            }
            pieces.push(if best.gain > 0 {
                let what = What::Repeat(best.distance);
                Piece { inked: best.inked, same: best.same, bytes: units * self.shape.unit, what }
            } else {
                let (inked, same) = (self.kinds.inked[kind], self.kinds.same[kind]);
                Piece { inked, same, bytes: self.kinds.widths[kind], what: What::Unit(kind) }
            });
            at += units;
        }
    }

    fn paper(&self, at: usize, units: usize) -> Piece {
        let bytes = (at..at + units).map(|at| self.shape.width(at)).sum();
        Piece { inked: 0, same: !0, bytes, what: What::Paper }
    }

    /// The table slot of the two units at a place.
    fn slot(&self, place: usize, left: usize) -> usize {
        let units = &self.kinds.units;
        let next = if left > 1 { units[place + 1] } else { 0 };
        let mixed = (units[place] ^ next.rotate_left(16)).wrapping_mul(0x9E37_79B1);
        (mixed >> 20) as usize
    }

    fn remember(&mut self, place: usize, left: usize) {
        let slot = self.slot(place, left);
        self.before[place] = self.last[slot];
        self.last[slot] = u32::try_from(place + 1).unwrap_or(0);
    }

    /// The repeat at a place that saves most.
    fn best(&self, row: usize, at: usize) -> Repeat {
        let Shape { across, stride, pitch, unit, .. } = *self.shape;
        let units = &self.kinds.units;
        let place = row * across + at;
        // The last unit may be cut short by the edge: no part of a repeat.
        let whole = across - usize::from(self.shape.width(across - 1) < unit);
        let room = self.most.min(whole.saturating_sub(at));
        let mut best = Repeat::default();
        let mut next = self.last[self.slot(place, across - at)];
        for _ in 0..TRIES {
            let Some(earlier) = (next as usize).checked_sub(1) else { break };
            let (earlier_row, earlier_at) = (earlier / across, earlier % across);
            // Rows are longer than their units together, so this cannot fall below zero.
            let distance = (row - earlier_row) * pitch * stride + at * unit - earlier_at * unit;
            if distance > WINDOW {
                break;
            }
            next = self.before[earlier];
            let room = room.min(whole.saturating_sub(earlier_at));
            // Longer ones alone can be better than a nearer one.
            if best.units > 0 && (room <= best.units || units[earlier + best.units] != units[place + best.units]) {
                continue;
            }
            let pairs = units[place..place + room].iter().zip(&units[earlier..]);
            let found = pairs.take_while(|(a, b)| a == b).count();
            let repeat = self.weigh(place, found, distance);
            if repeat.gain > best.gain {
                best = repeat;
            }
        }
        best
    }

    /// What a repeat saves.
    fn weigh(&self, place: usize, units: usize, distance: usize) -> Repeat {
        let mut repeat = Repeat { units, distance, gain: 0, inked: 0, same: !0 };
        if units < self.least {
            return repeat;
        }
        let mut alone = 0;
        for &kind in &self.kinds.units[place..place + units] {
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
