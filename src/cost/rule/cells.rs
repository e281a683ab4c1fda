//! A fixed budget of cells that every picture is resized to fill, up or down (Gemini 3, Gemma 4).
#![expect(clippy::float_arithmetic, reason = "the vendor's resize scales by a square root in doubles")]

use super::super::error::CostError;
use super::super::float::{real, whole};
use super::{Field, Fit, Size, Slot, plus};

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct Cells {
    /// Edge of a patch of the encoder in px.
    pub(in crate::cost) patch: u64,
    /// Patches a token, along one side.
    pub(in crate::cost) pool: u64,
    /// Most tokens: a ceiling that is rarely met exactly.
    pub(in crate::cost) max_soft_tokens: u64,
    /// Tokens on top.
    pub(in crate::cost) overhead: u64,
}

impl Cells {
    pub(super) fn fit(&self, size: Size) -> Result<Fit, CostError> {
        let unit = self.unit();
        let target = self.max_soft_tokens * unit * unit;
        let factor = (real(target) / real(size.area())).sqrt();
        let cells = |side: u64| whole((factor * real(side) / real(unit)).floor());
        let (across, down) = match (cells(size.w), cells(size.h)) {
            (0, 0) => return Err(self.no_fit(size)),
            (_, 0) => (self.strip(size.w, size.h), 1),
            (0, _) => (1, self.strip(size.h, size.w)),
            both => both,
        };
        let canvas = Size::new(across * unit, down * unit);
        if canvas.area() > target || canvas.area() == 0 {
            return Err(self.no_fit(size));
        }
        Ok(Fit::full(canvas, across * down + self.overhead))
    }

    /// Cells along the long side of a picture so thin that its short side came out below one cell. The vendor's code takes
    /// the whole ratio of the sides there, whatever the first scaling said.
    fn strip(&self, long: u64, short: u64) -> u64 {
        (long / short).min(self.max_soft_tokens)
    }

    fn no_fit(&self, size: Size) -> CostError {
        CostError::NoFit { size: size.into(), budget: self.max_soft_tokens }
    }

    /// The portrait page of about 5:7 that uses the budget best and is left as it is.
    pub(in crate::cost) fn best_page(&self) -> Size {
        let unit = self.unit();
        let candidates = (1..=self.max_soft_tokens).flat_map(|across| {
            let most = self.max_soft_tokens / across;
            (across..=most).map(move |down| Size::new(across * unit, down * unit))
        });
        candidates
            .filter(|page| (600..=800).contains(&(page.w * 1000 / page.h)))
            .filter(|&page| self.fit(page).is_ok_and(|fit| fit.encoded == page))
            .max_by_key(|page| (page.area(), page.h))
            .unwrap_or(Size::square(unit))
    }

    pub(super) const fn unit(&self) -> u64 {
        self.patch * self.pool
    }

    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            (&["patch"], Slot::Count(&mut self.patch)),
            (&["pool"], Slot::Count(&mut self.pool)),
            (&["max_soft_tokens"], Slot::Count(&mut self.max_soft_tokens)),
            (&["overhead"], Slot::Extra(&mut self.overhead)),
        ]
    }

    pub(super) fn describe(&self) -> String {
        format!(
            "{} px cells, resized up or down to at most {}{}; small pictures cost the same",
            self.unit(),
            self.max_soft_tokens,
            plus(self.overhead)
        )
    }
}
