//! What every page size costs, tabled once so that the search looks prices up.
//!
//! The table also answers the question that matters for pages that hug their rows: which is the
//! cheapest page, at least so many units high, that the provider leaves untouched? For most
//! families that is the page itself; where a small picture costs the same or is enlarged (Gemini 3)
//! it is the full page.

use crate::units::{Px, PxSize, Tokens};

/// Prices of pages up to a greatest width and height, in units of the model.
#[derive(Clone, Debug)]
pub struct Tariff {
    unit: Px,
    widths: u32,
    heights: u32,
    /// `fit[(w - 1) * heights + h - 1]`: the cheapest untouched page of width `w` and height ≥ `h`.
    fit: Vec<Option<Fit>>,
    /// Cheapest (tokens, height asked for) a unit of height among heights up to `h`, laid out as `fit`.
    rate: Vec<(u64, u64)>,
}

/// A page height with its price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// Height in units.
    pub height: u32,
    /// Tokens the page costs, overhead included.
    pub tokens: u64,
}

impl Tariff {
    /// Tables `price` for all pages up to `limit`; `price` gives `None` for a page that would be resampled.
    pub fn new(unit: Px, limit: PxSize, price: impl Fn(PxSize) -> Option<Tokens>) -> Self {
        let (widths, heights) = (limit.width.get() / unit.get(), limit.height.get() / unit.get());
        let mut fit = vec![None; widths as usize * heights as usize];
        for w in 1..=widths {
            let mut best: Option<Fit> = None;
            for h in (1..=heights).rev() {
                let size = PxSize::new(Px::new(w * unit.get()), Px::new(h * unit.get()));
                if let Some(tokens) = price(size).map(Tokens::get)
                    && best.is_none_or(|b| tokens <= b.tokens)
                {
                    best = Some(Fit { height: h, tokens });
                }
                fit[((w - 1) * heights + h - 1) as usize] = best;
            }
        }
        let rate = rates(&fit, heights);
        Self { unit, widths, heights, fit, rate }
    }

    /// The edge that page sides are multiples of.
    pub fn unit(&self) -> Px {
        self.unit
    }
    /// Greatest width in units.
    pub fn widths(&self) -> u32 {
        self.widths
    }
    /// Greatest height in units.
    pub fn heights(&self) -> u32 {
        self.heights
    }
    /// The cheapest untouched page `width` units wide and at least `height` units high.
    pub fn fit(&self, width: u32, height: u32) -> Option<Fit> {
        if width == 0 || height == 0 || width > self.widths || height > self.heights {
            return None;
        }
        self.fit[((width - 1) * self.heights + height - 1) as usize]
    }
    /// The least price a unit of height among pages `width` units wide and up to `height` high, as
    /// (tokens, units of height): no page costs less than `tokens / units` for each unit it must hold.
    pub(crate) fn least_rate(&self, width: u32, height: u32) -> (u64, u64) {
        self.rate[((width - 1) * self.heights + height - 1) as usize]
    }
    /// Tokens of the costliest untouched page: what one page can hold at most.
    pub fn dearest(&self) -> u64 {
        self.fit.iter().flatten().map(|f| f.tokens).max().unwrap_or(1)
    }
    /// Whether any page at all is left untouched.
    pub fn is_empty(&self) -> bool {
        self.fit.iter().all(Option::is_none)
    }
}

/// Running minima of tokens / height for each width.
fn rates(fit: &[Option<Fit>], heights: u32) -> Vec<(u64, u64)> {
    let mut rate = Vec::with_capacity(fit.len());
    for column in fit.chunks(heights.max(1) as usize) {
        let mut best = (u64::MAX >> 32, 1);
        for (fit, height) in column.iter().zip(1_u64..) {
            if let Some(fit) = fit
                && fit.tokens * best.1 < best.0 * height
            {
                best = (fit.tokens, height);
            }
            rate.push(best);
        }
    }
    rate
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_would_be_resampled_is_raised_to_one_that_is_not() {
        // Only heights of 10 units are left alone, as by a reader with a fixed budget.
        let unit = Px::new(48);
        let tariff = Tariff::new(unit, PxSize::new(Px::new(480), Px::new(960)), |size| {
            (size.height == Px::new(480)).then_some(Tokens::new(1120))
        });
        assert_eq!(tariff.fit(5, 3), Some(Fit { height: 10, tokens: 1120 }));
        assert_eq!(tariff.fit(5, 11), None);
    }

    #[test]
    fn where_pages_may_hug_the_least_height_is_taken() {
        let tariff = Tariff::new(Px::new(28), PxSize::new(Px::new(280), Px::new(280)), |size| {
            Some(Tokens::new(size.area() / 784 + 3))
        });
        assert_eq!(tariff.fit(4, 3), Some(Fit { height: 3, tokens: 15 }));
    }
}
