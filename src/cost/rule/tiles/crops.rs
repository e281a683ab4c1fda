//! Crops whose size follows the picture: Gemini 2.0 by its documented example, Gemma 3's pan-and-scan.

use super::super::{Field, Fit, Size, Slot};

/// Gemini 2.0: small pictures are one view, others are cut into crops sized by their short side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct Gemini2 {
    /// Largest crop in px.
    pub(in crate::cost) tile: u64,
    /// Pictures within this edge are one view.
    pub(in crate::cost) small: u64,
    pub(in crate::cost) tokens_per_tile: u64,
}

/// Smallest crop of Gemini 2.0 in px.
const MIN_CROP: u64 = 256;

impl Gemini2 {
    pub(super) fn fit(&self, size: Size) -> Fit {
        if size.long() <= self.small {
            return Fit::full(size, self.tokens_per_tile);
        }
        // The short side by 1.5, rounded down, without a float.
        let crop = (size.short() * 2 / 3).clamp(MIN_CROP.min(self.tile), self.tile);
        let content =
            if crop < self.tile { Size::new(size.w * self.tile / crop, size.h * self.tile / crop) } else { size };
        Fit { encoded: size.ceil_to(crop), content, tokens: self.tokens_per_tile * size.cells(crop) }
    }

    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            (&["tile"], Slot::Count(&mut self.tile)),
            (&["small"], Slot::Count(&mut self.small)),
            (&["tokens_per_tile"], Slot::Count(&mut self.tokens_per_tile)),
        ]
    }

    pub(super) fn describe(&self) -> String {
        format!(
            "{} up to {} px, else as much for each crop of two thirds of the short side, {MIN_CROP} to {} px",
            self.tokens_per_tile, self.small, self.tile
        )
    }
}

/// Gemma 3 with pan-and-scan: the whole picture, and crops along its long side when it is long enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct PanAndScan {
    /// Edge of every view in px.
    pub(in crate::cost) tile: u64,
    pub(in crate::cost) min_crop: u64,
    pub(in crate::cost) max_crops: u64,
    /// Ratio of the sides from which there are crops, in thousandths.
    pub(in crate::cost) min_ratio: u64,
    pub(in crate::cost) tokens_per_view: u64,
}

impl PanAndScan {
    pub(super) fn fit(&self, size: Size) -> Fit {
        let views = 1 + self.crops(size.long(), size.short());
        Fit::full(Size::square(self.tile), views * self.tokens_per_view)
    }

    fn crops(&self, long: u64, short: u64) -> u64 {
        if long * 1000 < self.min_ratio * short {
            return 0;
        }
        // The ratio of the sides, halves up; never fewer than two crops, never more than allowed.
        let crops = ((2 * long + short) / (2 * short)).min(long / self.min_crop).max(2).min(self.max_crops);
        if long.div_ceil(crops).min(short) < self.min_crop { 0 } else { crops }
    }

    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            (&["tile"], Slot::Count(&mut self.tile)),
            (&["min_crop"], Slot::Count(&mut self.min_crop)),
            (&["max_crops"], Slot::Count(&mut self.max_crops)),
            (&["min_ratio"], Slot::Ratio(&mut self.min_ratio)),
            (&["tokens_per_tile"], Slot::Count(&mut self.tokens_per_view)),
        ]
    }

    pub(super) fn describe(&self) -> String {
        format!(
            "{} a view of {1}x{1} px: the whole, and up to {2} crops of long pictures",
            self.tokens_per_view, self.tile, self.max_crops
        )
    }
}
