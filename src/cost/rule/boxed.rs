//! Shrunk into a box, then to a short side, then cut into tiles (GPT-4o to GPT-5.1, o-series).
#![expect(
    clippy::float_arithmetic,
    reason = "the documented scale factors are quotients in doubles, rounded once at the end"
)]

use super::super::float::{half_up, real};
use super::{Field, Fit, MOST_TILES, Size, Slot};

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct Boxed {
    /// Tokens a picture.
    pub(in crate::cost) base: u64,
    /// Tokens a tile.
    pub(in crate::cost) per_tile: u64,
    /// Edge of the box in px.
    pub(in crate::cost) edge: u64,
    /// Longest short side in px.
    pub(in crate::cost) short: u64,
    /// Edge of a tile in px.
    pub(in crate::cost) tile: u64,
    /// One small view for the base price alone (`detail: low`).
    pub(in crate::cost) low: bool,
}

impl Boxed {
    /// The box of 2048 px, the short side of 768 px and the tiles of 512 px at the given prices.
    pub(in crate::cost) const fn tiles(base: u64, per_tile: u64) -> Self {
        Self { base, per_tile, edge: 2048, short: 768, tile: 512, low: false }
    }

    pub(super) fn fit(&self, size: Size) -> Fit {
        if self.low {
            return Fit::full(scaled(size, self.tile, self.tile), self.base);
        }
        let shown = scaled(size, self.edge, self.short);
        Fit::full(shown, self.base + self.per_tile * shown.cells(self.tile))
    }

    /// The pages made of whole tiles that are left as they are.
    pub(in crate::cost) fn pages(&self) -> Vec<Size> {
        if self.low {
            return vec![Size::square(self.tile)];
        }
        let most = (self.edge / self.tile).min(MOST_TILES);
        (1..=most)
            .flat_map(|across| (1..=most).map(move |down| (across, down)))
            .map(|(across, down)| Size::new(across * self.tile, down * self.tile))
            .filter(|page| page.short() <= self.short)
            .collect()
    }

    pub(super) const fn unit(&self) -> u64 {
        self.tile
    }

    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            (&["base"], Slot::Extra(&mut self.base)),
            (&["per_tile"], Slot::Extra(&mut self.per_tile)),
            (&["edge"], Slot::Count(&mut self.edge)),
            (&["short"], Slot::Count(&mut self.short)),
            (&["tile"], Slot::Count(&mut self.tile)),
            (&["low"], Slot::Flag(&mut self.low)),
        ]
    }

    pub(super) fn describe(&self) -> String {
        if self.low {
            return format!("{} a picture, seen at {1}x{1} px", self.base, self.tile);
        }
        format!(
            "{} + {} a {} px tile; shrunk into {4}x{4} px, then to a short side of {3} px",
            self.base, self.per_tile, self.tile, self.short, self.edge
        )
    }
}

/// Shrunk into the box, then to the short side, rounded once.
fn scaled(size: Size, edge: u64, short: u64) -> Size {
    let (mut w, mut h) = (real(size.w), real(size.h));
    if size.long() > edge {
        let factor = (real(edge) / w).min(real(edge) / h);
        (w, h) = (w * factor, h * factor);
    }
    if w.min(h) > real(short) {
        let factor = real(short) / w.min(h);
        (w, h) = (w * factor, h * factor);
    }
    Size::new(half_up(w).max(1), half_up(h).max(1))
}
