//! Both sides rounded to the nearest whole unit, the area kept within bounds (Qwen-VL, GLM-4.xV): the picture is stretched.
#![expect(clippy::float_arithmetic, reason = "the vendors' resize scales by square roots in doubles")]

use super::super::error::CostError;
use super::super::float::{div_half_even, real, up, whole};
use super::{Field, Fit, Size, Slot, UNLIMITED, cap, plus};

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct Round {
    /// Edge of a patch of the encoder in px.
    pub(in crate::cost) patch: u64,
    /// Patches a token, along one side.
    pub(in crate::cost) merge: u64,
    /// Least area, in px times frames.
    pub(in crate::cost) min_pixels: u64,
    /// Greatest area, in px times frames.
    pub(in crate::cost) max_pixels: u64,
    /// Frames that one picture counts as: GLM's bounds are written for two.
    pub(in crate::cost) temporal: u64,
    /// Whether a side below one unit is first enlarged to it (GLM).
    pub(in crate::cost) lifts: bool,
    /// Tokens on top.
    pub(in crate::cost) overhead: u64,
}

/// Vendors' code raises an error beyond this ratio of the sides.
const MAX_ASPECT: u64 = 200;

impl Round {
    /// No bounds, one frame, nothing on top.
    pub(in crate::cost) const PLAIN: Self =
        Self { patch: 1, merge: 1, min_pixels: 1, max_pixels: UNLIMITED, temporal: 1, lifts: false, overhead: 0 };

    pub(super) fn fit(&self, size: Size) -> Result<Fit, CostError> {
        let unit = self.unit();
        let source = if self.lifts && size.short() < unit { self.lift(size) } else { size };
        if source.long() > MAX_ASPECT * source.short() {
            return Err(CostError::Aspect { size: size.into(), limit: MAX_ASPECT });
        }
        let near = |side: u64| div_half_even(side, unit) * unit;
        let rounded = Size::new(near(source.w), near(source.h));
        let area = self.temporal * rounded.area();
        let canvas = if area > self.max_pixels {
            self.shrink(source)
        } else if area < self.min_pixels {
            self.enlarge(source)
        } else {
            rounded
        };
        Ok(Fit::full(canvas, canvas.cells(unit) + self.overhead))
    }

    fn lift(&self, size: Size) -> Size {
        let unit = real(self.unit());
        let scale = (unit / real(size.h)).max(unit / real(size.w));
        Size::new(whole(real(size.w) * scale).max(1), whole(real(size.h) * scale).max(1))
    }

    fn shrink(&self, size: Size) -> Size {
        let unit = self.unit();
        let beta = (real(self.temporal * size.area()) / real(self.max_pixels)).sqrt();
        let side = |n: u64| (whole(real(n) / beta / real(unit)) * unit).max(unit);
        Size::new(side(size.w), side(size.h))
    }

    fn enlarge(&self, size: Size) -> Size {
        let unit = self.unit();
        let beta = (real(self.min_pixels) / real(self.temporal * size.area())).sqrt();
        let side = |n: u64| up(real(n) * beta / real(unit)) * unit;
        Size::new(side(size.w), side(size.h))
    }

    pub(super) const fn unit(&self) -> u64 {
        self.patch * self.merge
    }

    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            (&["patch"], Slot::Count(&mut self.patch)),
            (&["merge"], Slot::Count(&mut self.merge)),
            (&["min_pixels", "shortest_edge"], Slot::Count(&mut self.min_pixels)),
            (&["max_pixels", "longest_edge"], Slot::Cap(&mut self.max_pixels)),
            (&["temporal"], Slot::Count(&mut self.temporal)),
            (&["overhead"], Slot::Extra(&mut self.overhead)),
        ]
    }

    pub(super) fn describe(&self) -> String {
        let max = if self.max_pixels == UNLIMITED { UNLIMITED } else { self.max_pixels / self.temporal };
        format!(
            "sides rounded to {} px units{}; area {} to {} px; the picture is stretched to the units",
            self.unit(),
            plus(self.overhead),
            self.min_pixels / self.temporal,
            cap(max)
        )
    }
}
