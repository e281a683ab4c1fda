//! Patches under an edge cap and a patch cap (Claude): a picture that does not fit is shrunk to the largest size that does.
#![expect(clippy::float_arithmetic, reason = "the published reference computes the short edge in doubles")]

use super::super::float::{half_up, real};
use super::{Field, Fit, Size, Slot, cap, plus};

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct Search {
    /// Edge of a patch in px.
    pub(in crate::cost) patch: u64,
    /// Longest edge in px, after rounding up to whole patches.
    pub(in crate::cost) edge: u64,
    /// Most patches.
    pub(in crate::cost) patches: u64,
    /// Tokens on top of the patches.
    pub(in crate::cost) overhead: u64,
}

impl Search {
    pub(super) fn fit(&self, size: Size) -> Fit {
        let shown = match size {
            _ if self.fits(size) => size,
            Size { w, h } if h > w => self.shrink(size.turned()).turned(),
            _ => self.shrink(size),
        };
        Fit::full(shown, shown.cells(self.patch) + self.overhead)
    }

    fn fits(&self, size: Size) -> bool {
        size.ceil_to(self.patch).long() <= self.edge && size.cells(self.patch) <= self.patches
    }

    /// Bisects for the longest edge of a landscape picture. Ties of the short edge round up, as in the JavaScript
    /// reference; a second re-implementation rounds them away from zero, which is the same for positive numbers.
    fn shrink(&self, size: Size) -> Size {
        let aspect = real(size.h) / real(size.w);
        let at = |long: u64| Size::new(long, half_up(real(long) * aspect).max(1));
        let (mut low, mut high, mut best) = (1, size.w, 1);
        while low <= high {
            let middle = u64::midpoint(low, high);
            if self.fits(at(middle)) {
                best = middle;
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        at(best)
    }

    pub(super) const fn unit(&self) -> u64 {
        self.patch
    }

    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            (&["patch"], Slot::Count(&mut self.patch)),
            (&["edge"], Slot::Cap(&mut self.edge)),
            (&["patches"], Slot::Cap(&mut self.patches)),
            (&["overhead"], Slot::Extra(&mut self.overhead)),
        ]
    }

    pub(super) fn describe(&self) -> String {
        format!(
            "{0} px patches{1}; edge {2}, patches {3}; larger pictures are shrunk to fit",
            self.patch,
            plus(self.overhead),
            cap(self.edge),
            cap(self.patches)
        )
    }
}
