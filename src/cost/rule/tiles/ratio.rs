//! Grids chosen by the closest aspect: `InternVL`, and the `DeepSeek-OCR` line that adds a view of the whole.
#![expect(
    clippy::float_arithmetic,
    clippy::float_cmp,
    reason = "the vendors compare quotients in doubles, ties included"
)]

use super::super::super::float::{half_even, real};
use super::super::{Field, Fit, Size, Slot, plus};

/// The columns and rows, `min` to `max` tiles in all, whose aspect is closest to the picture's. Grids come by tile count,
/// then by columns; on a tie the later grid wins if the picture covers more than half of its area.
fn closest_grid(size: Size, tile: u64, min: u64, max: u64) -> (u64, u64) {
    let aspect = real(size.w) / real(size.h);
    let (mut best, mut least) = ((1, 1), f64::INFINITY);
    for tiles in min..=max {
        for across in (1..=tiles).filter(|across| tiles % across == 0) {
            let down = tiles / across;
            let difference = (aspect - real(across) / real(down)).abs();
            let covers = 2 * size.area() > tile * tile * tiles;
            if difference < least || (difference == least && covers) {
                (best, least) = ((across, down), difference);
            }
        }
    }
    best
}

/// Stretched to the closest grid, with a thumbnail when there is more than one tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct Stretched {
    pub(in crate::cost) tile: u64,
    pub(in crate::cost) min_tiles: u64,
    pub(in crate::cost) max_tiles: u64,
    pub(in crate::cost) tokens_per_tile: u64,
    pub(in crate::cost) overhead: u64,
}

impl Stretched {
    pub(super) fn fit(&self, size: Size) -> Fit {
        let (across, down) = closest_grid(size, self.tile, self.min_tiles, self.max_tiles);
        let tiles = across * down;
        let views = if tiles > 1 { tiles + 1 } else { 1 };
        let canvas = Size::new(across * self.tile, down * self.tile);
        Fit::full(canvas, views * self.tokens_per_tile + self.overhead)
    }

    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            (&["tile"], Slot::Count(&mut self.tile)),
            (&["min_tiles"], Slot::Count(&mut self.min_tiles)),
            (&["max_tiles"], Slot::Count(&mut self.max_tiles)),
            (&["tokens_per_tile"], Slot::Count(&mut self.tokens_per_tile)),
            (&["overhead"], Slot::Extra(&mut self.overhead)),
        ]
    }

    pub(super) fn describe(&self) -> String {
        format!(
            "{} a {} px tile, up to {} tiles and a thumbnail{}; stretched to the grid of the closest aspect",
            self.tokens_per_tile,
            self.tile,
            self.max_tiles,
            plus(self.overhead)
        )
    }
}

/// A padded view of the whole, and crops beside it once a side exceeds a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct Ocr {
    /// Edge of the view of the whole in px.
    pub(in crate::cost) global: u64,
    pub(in crate::cost) tile: u64,
    pub(in crate::cost) min_tiles: u64,
    pub(in crate::cost) max_tiles: u64,
    /// Whether there are crops at all.
    pub(in crate::cost) crops: bool,
    /// Whether every row of the grids ends in one more token.
    pub(in crate::cost) breaks: bool,
    /// Whether a picture without crops is stretched to its view instead of padded.
    pub(in crate::cost) stretches: bool,
    pub(in crate::cost) overhead: u64,
}

impl Ocr {
    pub(super) fn fit(&self, size: Size) -> Fit {
        let whole = Size::square(self.global);
        let side = queries(self.global, self.breaks);
        let view = if self.breaks { side * (side + 1) } else { side * side };
        let mut fit = Fit { encoded: whole, content: self.placed(size), tokens: view + 1 + self.overhead };
        if self.crops && size.long() > self.tile {
            let (across, down) = closest_grid(size, self.tile, self.min_tiles, self.max_tiles);
            fit.content = Size::new(across * self.tile, down * self.tile);
            fit.tokens += self.crop_tokens(across, down);
        }
        fit
    }

    fn crop_tokens(&self, across: u64, down: u64) -> u64 {
        let side = queries(self.tile, self.breaks);
        if self.breaks { side * down * (side * across + 1) } else { side * side * across * down }
    }

    fn placed(&self, size: Size) -> Size {
        if self.stretches && !self.crops {
            return Size::square(self.global);
        }
        let scale = real(self.global) / real(size.long());
        let side = |n: u64| half_even(real(n) * scale).max(1);
        Size::new(side(size.w), side(size.h))
    }

    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            (&["global"], Slot::Count(&mut self.global)),
            (&["tile"], Slot::Count(&mut self.tile)),
            (&["min_tiles"], Slot::Count(&mut self.min_tiles)),
            (&["max_tiles"], Slot::Count(&mut self.max_tiles)),
            (&["crops"], Slot::Flag(&mut self.crops)),
            (&["stretches"], Slot::Flag(&mut self.stretches)),
            (&["overhead"], Slot::Extra(&mut self.overhead)),
        ]
    }

    pub(super) fn describe(&self) -> String {
        if !self.crops {
            return format!("one view of {0}x{0} px", self.global);
        }
        format!(
            "a view of {0}x{0} px, and {1} to {2} crops of {3} px once a side exceeds {3} px",
            self.global, self.min_tiles, self.max_tiles, self.tile
        )
    }
}

/// Tokens along one side: patches of 16 px, four to a token.
const fn queries(side: u64, whole_patches: bool) -> u64 {
    if whole_patches { (side / 16).div_ceil(4) } else { side.div_ceil(64) }
}
