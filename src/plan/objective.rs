//! What makes one layout better than another, in whole numbers.
//!
//! Loss = token term + layout term + page term, in millionths:
//!
//! - token term: `|ln(T_img / B)|`. With the logarithm a smaller budget can never choose a costlier
//!   layout, because the other terms do not depend on the budget (the loss has decreasing differences).
//! - layout term: the shortfall of the cell's area against the reader's comfortable cell; a cell
//!   whose sides are out of proportion; lines that wrap; too little of the page used.
//! - page term: pages beyond those that the same tokens need at the reader's largest page.
//!
//! The weights are ours. They keep the token term in charge: gaining a tenth more cell area is
//! worth about half a per cent of the budget.

use super::log::{Micro, ln_ratio};
use crate::grid::Cell;
use crate::units::Permille;
use serde::{Deserialize, Serialize};

/// Weights of the objective in thousandths of the token term's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weights {
    /// `|ln(tokens / budget)|`.
    pub token: u64,
    /// `ln(comfortable area / cell area)` where the cell is smaller.
    pub cell: u64,
    /// `ln` of how far height / width lies outside 1.6 to 1.9 (`docs/legibility.md`: the range read best).
    pub aspect: u64,
    /// Share of source lines that wrap.
    pub wrap: u64,
    /// Share of page area that is missing to [`LEAST_FILL`].
    pub fill: u64,
    /// `ln(pages / pages needed)`.
    pub page: u64,
}

impl Default for Weights {
    fn default() -> Self {
        Self { token: 1000, cell: 50, aspect: 100, wrap: 60, fill: 100, page: 20 }
    }
}

/// Used cells below this share of a page count as a fault: half of what one column of ordinary code fills.
pub const LEAST_FILL: Permille = Permille::new(250);

/// The terms of a loss in millionths, already weighted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Terms {
    /// Distance from the budget.
    pub token: Micro,
    /// Cell size and proportion.
    pub cell: Micro,
    /// Wrapped lines.
    pub wrap: Micro,
    /// Blank paper.
    pub fill: Micro,
    /// Fragmentation.
    pub page: Micro,
}

impl Terms {
    /// The loss: the sum of all terms.
    pub fn loss(&self) -> Micro {
        self.token + self.cell + self.wrap + self.fill + self.page
    }
}

/// The objective for one reader and one budget.
#[derive(Clone, Copy, Debug)]
pub struct Objective {
    /// The weights.
    pub weights: Weights,
    /// Budget in tokens, at least 1.
    pub budget: u64,
    /// The cell beyond which larger letters earn nothing.
    pub comfortable: Cell,
    /// Tokens of the reader's largest page.
    pub dearest_page: u64,
}

impl Objective {
    /// The part of the loss that only the cell decides.
    pub(crate) fn cell_term(&self, cell: Cell) -> Micro {
        let short = if cell.area() < self.comfortable.area() {
            ln_ratio(self.comfortable.area(), cell.area()) * self.weights.cell
        } else {
            0
        };
        let (w, h) = (u64::from(cell.width.get()), u64::from(cell.height.get()));
        let odd = if 10 * h > 19 * w {
            ln_ratio(10 * h, 19 * w)
        } else if 10 * h < 16 * w {
            ln_ratio(16 * w, 10 * h)
        } else {
            0
        };
        (short + odd * self.weights.aspect) / 1000
    }

    /// The token term of a layout that costs `tokens`.
    pub(crate) fn token_term(&self, tokens: u64) -> Micro {
        ln_ratio(tokens, self.budget) * self.weights.token / 1000
    }

    /// The least token term of a layout that costs from `least` to `most` tokens.
    pub(crate) fn token_bound(&self, least: u64, most: u64) -> Micro {
        if least > self.budget {
            self.token_term(least)
        } else if most < self.budget {
            self.token_term(most)
        } else {
            0
        }
    }

    /// The term for `wrapped` of `lines` source lines taking several rows.
    pub(crate) fn wrap_term(&self, wrapped: usize, lines: usize) -> Micro {
        (wrapped as u64 * 1000).checked_div(lines as u64).unwrap_or(0) * self.weights.wrap
    }

    /// The term for `used` of `cells` page cells holding text.
    pub(crate) fn fill_term(&self, used: u64, cells: u64) -> Micro {
        LEAST_FILL.saturating_sub(Permille::of(used, cells)).get() * self.weights.fill
    }

    /// The term for spreading `tokens` over `pages`.
    pub(crate) fn page_term(&self, pages: u64, tokens: u64) -> Micro {
        let needed = tokens.div_ceil(self.dearest_page.max(1)).max(1);
        if pages > needed { ln_ratio(pages, needed) * self.weights.page / 1000 } else { 0 }
    }
}
