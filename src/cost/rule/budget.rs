//! Patches under a budget, shrunk by a closed formula, times a multiplier (`OpenAI` from 4.1-mini on; Grok with no budget).
#![expect(clippy::float_arithmetic, reason = "the documented shrink factors are square roots and quotients in doubles")]

use super::super::float::{half_up, real, whole};
use super::{Field, Fit, Size, Slot, UNLIMITED, cap, plus};

/// See the module.
#[expect(clippy::struct_field_names, reason = "`budget` is what vendors call the cap")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct Budget {
    /// Edge of a patch in px.
    pub(in crate::cost) patch: u64,
    /// Most patches.
    pub(in crate::cost) budget: u64,
    /// Longest edge in px; the picture is shrunk to it before patches are counted.
    pub(in crate::cost) edge: u64,
    /// Tokens a patch, in thousandths; the product is rounded up for each picture.
    pub(in crate::cost) multiplier: u64,
    /// Tokens on top, after the multiplier.
    pub(in crate::cost) overhead: u64,
}

impl Budget {
    /// One token a patch, no edge limit, nothing on top.
    pub(in crate::cost) const fn plain(patch: u64, budget: u64) -> Self {
        Self { patch, budget, edge: UNLIMITED, multiplier: 1000, overhead: 0 }
    }

    /// The same rule at `multiplier` thousandths of a token a patch.
    pub(in crate::cost) const fn times(self, multiplier: u64) -> Self {
        Self { multiplier, ..self }
    }

    pub(super) fn fit(&self, size: Size) -> Fit {
        let boxed = self.within_edge(size);
        let shown = if boxed.cells(self.patch) > self.budget { self.within_budget(boxed) } else { boxed };
        let patches = shown.cells(self.patch).min(self.budget);
        Fit::full(shown, (patches * self.multiplier).div_ceil(1000) + self.overhead)
    }

    fn within_edge(&self, size: Size) -> Size {
        if size.long() <= self.edge {
            return size;
        }
        let factor = (real(self.edge) / real(size.w)).min(real(self.edge) / real(size.h));
        let scaled = |side: u64| half_up(real(side) * factor).max(1);
        Size::new(scaled(size.w), scaled(size.h))
    }

    /// Shrinks by area, then a little more, so that the side that loses most ends on a whole patch.
    fn within_budget(&self, size: Size) -> Size {
        let patch = real(self.patch);
        let by_area = (real(self.patch * self.patch * self.budget) / real(size.area())).sqrt();
        let (across, down) = (real(size.w) * by_area / patch, real(size.h) * by_area / patch);
        let factor = by_area * (across.floor() / across).min(down.floor() / down);
        let scaled = |side: u64| whole(real(side) * factor).max(1);
        Size::new(scaled(size.w), scaled(size.h))
    }

    pub(super) const fn unit(&self) -> u64 {
        self.patch
    }

    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            (&["patch"], Slot::Count(&mut self.patch)),
            (&["budget"], Slot::Cap(&mut self.budget)),
            (&["edge"], Slot::Cap(&mut self.edge)),
            (&["multiplier"], Slot::Ratio(&mut self.multiplier)),
            (&["overhead"], Slot::Extra(&mut self.overhead)),
        ]
    }

    pub(super) fn describe(&self) -> String {
        let multiplier = match self.multiplier {
            1000 => String::new(),
            n => format!(" x {}.{:02} rounded up", n / 1000, n % 1000 / 10),
        };
        format!(
            "{} px patches{multiplier}{}; patches {}, edge {}; larger pictures are shrunk to fit",
            self.patch,
            plus(self.overhead),
            cap(self.budget),
            cap(self.edge)
        )
    }
}
