//! The nine shapes of rule by which providers turn a picture's size into tokens.
//!
//! Each shape is one small module: the resize that the provider does first, then the count. Every number a rule uses is
//! a field of it, filled by the table; a field is named as vendors name it, so that options address fields by name.

mod boxed;
mod budget;
mod cells;
mod constant;
mod pad;
mod round;
mod rows;
mod search;
pub(super) mod tiles;

pub(super) use boxed::Boxed;
pub(super) use budget::Budget;
pub(super) use cells::Cells;
pub(super) use constant::Constant;
pub(super) use pad::{Method, Pad};
pub(super) use round::Round;
pub(super) use rows::{Cap, Rounding, Rows};
pub(super) use search::Search;
pub(super) use tiles::Tiles;

use super::error::CostError;
use crate::units::{Px, PxSize};

/// No side of a picture may be longer: beyond it areas would leave the range in which the vendors' floats are exact.
pub(super) const MAX_SIDE: u64 = 100_000;
/// No page of more tiles along one side is offered, whatever a declared rule allows.
const MOST_TILES: u64 = 64;
/// A cap that never binds.
pub(super) const UNLIMITED: u64 = u64::MAX;

/// A width and a height inside the rules, wide enough that no product of them overflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) w: u64,
    pub(super) h: u64,
}

impl Size {
    pub(super) const fn new(w: u64, h: u64) -> Self {
        Self { w, h }
    }
    pub(super) const fn square(side: u64) -> Self {
        Self { w: side, h: side }
    }
    pub(super) const fn area(self) -> u64 {
        self.w * self.h
    }
    pub(super) const fn turned(self) -> Self {
        Self { w: self.h, h: self.w }
    }
    pub(super) fn long(self) -> u64 {
        self.w.max(self.h)
    }
    pub(super) fn short(self) -> u64 {
        self.w.min(self.h)
    }
    /// Both sides rounded up to whole units.
    pub(super) const fn ceil_to(self, unit: u64) -> Self {
        Self { w: self.w.div_ceil(unit) * unit, h: self.h.div_ceil(unit) * unit }
    }
    /// Cells of `unit` px that cover the size, partial ones counted whole.
    pub(super) const fn cells(self, unit: u64) -> u64 {
        self.w.div_ceil(unit) * self.h.div_ceil(unit)
    }
}

impl From<PxSize> for Size {
    fn from(size: PxSize) -> Self {
        Self { w: size.width.get().into(), h: size.height.get().into() }
    }
}

impl From<Size> for PxSize {
    fn from(size: Size) -> Self {
        let px = |n: u64| Px::new(u32::try_from(n).unwrap_or(u32::MAX));
        Self::new(px(size.w), px(size.h))
    }
}

/// What a rule makes of one picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fit {
    /// The canvas the encoder gets. Padding that the provider adds is in it where its code reports it so.
    pub(super) encoded: Size,
    /// The part of the canvas that shows our picture; for rules with a global and detailed views, the detailed ones.
    pub(super) content: Size,
    /// Tokens in all.
    pub(super) tokens: u64,
}

impl Fit {
    /// The picture fills its canvas.
    const fn full(canvas: Size, tokens: u64) -> Self {
        Self { encoded: canvas, content: canvas, tokens }
    }
}

/// One field of a rule that an option can set.
pub(super) enum Slot<'a> {
    /// A count or a length in pixels, at least 1.
    Count(&'a mut u64),
    /// A count, at least 1, that may also be lifted.
    Cap(&'a mut u64),
    /// A count that may be 0.
    Extra(&'a mut u64),
    /// A ratio in thousandths, written as a decimal number.
    Ratio(&'a mut u64),
    /// Yes or no.
    Flag(&'a mut bool),
    /// Which way lengths are rounded.
    Rounding(&'a mut Rounding),
}

/// A field's names (the vendors' own, some have two) and the place of its value.
pub(super) type Field<'a> = (&'static [&'static str], Slot<'a>);

/// A rule of one of the nine shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Rule {
    /// Patches under an edge and a patch cap; the largest size that fits is searched for.
    Search(Search),
    /// Patches under a budget, shrunk by formula, times a multiplier.
    Budget(Budget),
    /// Both sides rounded to whole units, the area kept within bounds.
    Round(Round),
    /// Shrunk where needed, then padded up to whole units.
    Pad(Pad),
    /// Resized both ways to fill a budget of cells.
    Cells(Cells),
    /// Cut into tiles chosen by aspect, usually with a view of the whole.
    Tiles(Tiles),
    /// Boxed, its short side limited, then cut into 512 px tiles.
    Boxed(Boxed),
    /// A patch grid whose every row ends in one more token.
    Rows(Rows),
    /// The same price for every picture.
    Constant(Constant),
}

/// Calls the same method on whichever shape the rule has.
macro_rules! on_shape {
    ($rule:expr, $shape:ident => $call:expr) => {
        match $rule {
            Rule::Search($shape) => $call,
            Rule::Budget($shape) => $call,
            Rule::Round($shape) => $call,
            Rule::Pad($shape) => $call,
            Rule::Cells($shape) => $call,
            Rule::Tiles($shape) => $call,
            Rule::Boxed($shape) => $call,
            Rule::Rows($shape) => $call,
            Rule::Constant($shape) => $call,
        }
    };
}

impl Rule {
    /// Prices a picture with sides from 1 to [`MAX_SIDE`]. Allocates nothing.
    pub(super) fn fit(&self, size: Size) -> Result<Fit, CostError> {
        match self {
            Self::Search(shape) => Ok(shape.fit(size)),
            Self::Budget(shape) => Ok(shape.fit(size)),
            Self::Boxed(shape) => Ok(shape.fit(size)),
            Self::Constant(shape) => Ok(shape.fit(size)),
            Self::Tiles(shape) => Ok(shape.fit(size)),
            Self::Round(shape) => shape.fit(size),
            Self::Pad(shape) => shape.fit(size),
            Self::Cells(shape) => shape.fit(size),
            Self::Rows(shape) => shape.fit(size),
        }
    }

    /// Page sides should be multiples of this.
    pub(super) fn unit(&self) -> u64 {
        on_shape!(self, shape => shape.unit())
    }

    /// The edge of the square that one token stands for, where the rule has one.
    pub(super) fn patch(&self) -> Option<u64> {
        match self {
            Self::Tiles(shape) => shape.patch(),
            Self::Constant(shape) => Some(shape.patch()),
            Self::Boxed(_) => None,
            _ => Some(self.unit()),
        }
    }

    /// The fields that options can set.
    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        on_shape!(self, shape => shape.fields())
    }

    /// The rule in a few words.
    pub(super) fn describe(&self) -> String {
        on_shape!(self, shape => shape.describe())
    }

    /// A rule of the named shape with fields that say nothing yet, for rules that users declare.
    pub(super) fn blank(shape: &str) -> Option<Self> {
        Some(match shape {
            "search" => Self::Search(Search { patch: 28, edge: UNLIMITED, patches: UNLIMITED, overhead: 0 }),
            "budget" => Self::Budget(Budget::plain(32, UNLIMITED)),
            "round" => Self::Round(Round { patch: 14, merge: 2, ..Round::PLAIN }),
            "pad" => Self::Pad(Pad::PLAIN),
            "cells" => Self::Cells(Cells { patch: 16, pool: 3, max_soft_tokens: 280, overhead: 0 }),
            "tiles" => Self::Tiles(Tiles::PLAIN),
            "box" => Self::Boxed(Boxed::tiles(85, 170)),
            "rows" => Self::Rows(Rows::edge(16, 1, 1024)),
            "constant" => Self::Constant(Constant::stretched(256, 896, 0)),
            _ => return None,
        })
    }

    /// The shapes that [`Rule::blank`] knows.
    pub(super) const SHAPES: &'static [&'static str] =
        &["search", "budget", "round", "pad", "cells", "tiles", "box", "rows", "constant"];
}

/// "no cap" or the number, for descriptions.
fn cap(n: u64) -> String {
    if n == UNLIMITED { "no cap".into() } else { n.to_string() }
}

/// " + n" or nothing, for descriptions.
fn plus(n: u64) -> String {
    if n == 0 { String::new() } else { format!(" + {n}") }
}
