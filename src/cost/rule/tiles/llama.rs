//! Llama 4: of all canvases of up to 16 tiles the one that needs the least shrinking, or else the least enlarging.
#![expect(
    clippy::float_arithmetic,
    clippy::float_cmp,
    reason = "the vendor compares scales as 32-bit floats, ties included"
)]

use super::super::super::float::{real, whole};
use super::super::{Field, Fit, Size, Slot, plus};

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct Llama {
    pub(in crate::cost) tile: u64,
    pub(in crate::cost) max_tiles: u64,
    pub(in crate::cost) tokens_per_tile: u64,
    pub(in crate::cost) overhead: u64,
}

/// Start, whole picture and end.
const MARKS: u64 = 3;

impl Llama {
    pub(super) fn fit(&self, size: Size) -> Fit {
        let canvas = self.canvas(size);
        let (across, down) = (canvas.w / self.tile, canvas.h / self.tile);
        let tiled =
            if across * down > 1 { across * down * self.tokens_per_tile + down * (across - 1) + down } else { 0 };
        let tokens = tiled + self.tokens_per_tile + MARKS + self.overhead;
        Fit { encoded: canvas, content: self.placed(size, canvas), tokens }
    }

    /// Scales of 1 and more come first, the smallest of them best; below 1 the largest. Among equals the least area.
    fn canvas(&self, size: Size) -> Size {
        let mut best = (Size::square(self.tile), f32::NAN);
        for across in 1..=self.max_tiles {
            for down in 1..=self.max_tiles / across {
                let canvas = Size::new(across * self.tile, down * self.tile);
                let scale = single(canvas.w, size.w).min(single(canvas.h, size.h));
                let closer = match (best.1 >= 1.0, scale >= 1.0) {
                    (true, true) => scale < best.1,
                    (false, false) => scale > best.1 || best.1.is_nan(),
                    (grown, grows) => grows && !grown,
                };
                if closer || (scale == best.1 && canvas.area() < best.0.area()) {
                    best = (canvas, scale);
                }
            }
        }
        best.0
    }

    /// The picture is enlarged to one tile at most, and padded.
    fn placed(&self, size: Size, canvas: Size) -> Size {
        let (w, h) = (size.w.max(self.tile).min(canvas.w), size.h.max(self.tile).min(canvas.h));
        let (across, down) = (real(w) / real(size.w), real(h) / real(size.h));
        if across < down {
            Size::new(w, whole(real(size.h) * across).min(h).max(1))
        } else {
            Size::new(whole(real(size.w) * down).min(w).max(1), h)
        }
    }

    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            (&["tile"], Slot::Count(&mut self.tile)),
            (&["max_tiles"], Slot::Count(&mut self.max_tiles)),
            (&["tokens_per_tile"], Slot::Count(&mut self.tokens_per_tile)),
            (&["overhead"], Slot::Extra(&mut self.overhead)),
        ]
    }

    pub(super) fn describe(&self) -> String {
        format!(
            "{} a {} px tile of the best canvas of up to {} tiles, a view of the whole, separators{}",
            self.tokens_per_tile,
            self.tile,
            self.max_tiles,
            plus(self.overhead)
        )
    }
}

/// A quotient as the vendor's tensors hold it.
#[expect(clippy::cast_precision_loss, reason = "sides are far below 2^24")]
const fn single(a: u64, b: u64) -> f32 {
    a as f32 / b as f32
}
