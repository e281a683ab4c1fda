//! The target of the published search: a side and a page number whose proxy price is near the budget.
#![expect(clippy::float_arithmetic, reason = "the published search is floating-point code; it is restated as it is")]

use super::{LARGEST_FONT, LEAST_FONT};
use crate::units::{Px, Tokens};
use serde::{Deserialize, Serialize};

/// Proxy price of one tile, a line of GPT-4o's published rule.
const TILE_TOKENS: f64 = 170.0;
/// Edge of that tile here.
const TILE: u32 = 112;
/// The search's guess of characters a token.
const CHARS_PER_TOKEN: f64 = 3.5;
/// Its guess of a character's width, in font sizes.
const CHAR_WIDTH: f64 = 0.6;
/// Most pages considered.
const MOST_PAGES: u32 = 100;
/// The largest side considered.
const LARGEST_SIDE: u32 = 4480;

/// What the published search settles on before it renders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// Side of the square page.
    pub side: Px,
    /// Pages aimed at; the rendering may take fewer, or more at the smallest font.
    pub pages: u32,
}

/// The pair of best score within tolerance, the first of equals; one page of 112 px where there is none.
pub(super) fn target(text: Tokens, ratio: f64) -> Target {
    let text = as_f64(text.get());
    let budget = text / ratio;
    let (low, high) = tolerance(budget);
    let mut best = (0.0, Target { side: Px::new(TILE), pages: 1 });
    for side in sides() {
        let tile_price = TILE_TOKENS * f64::from(side.div_ceil(TILE).pow(2));
        for pages in 1..=MOST_PAGES {
            let cost = tile_price * f64::from(pages);
            if cost < low * budget {
                continue;
            }
            if cost > high * budget {
                break;
            }
            let score = score(text, side, pages, cost / budget);
            if score > best.0 {
                best = (score, Target { side: Px::new(side), pages });
            }
        }
    }
    best.1
}

/// Multiples of 14 below 112 px, then of 28.
fn sides() -> impl Iterator<Item = u32> {
    (14..TILE).step_by(14).chain((TILE..=LARGEST_SIDE).step_by(28))
}

/// How far from the budget a price may lie.
fn tolerance(budget: f64) -> (f64, f64) {
    match budget {
        b if b < 50.0 => (0.5, 2.0),
        b if b < 100.0 => (0.7, 1.5),
        b if b < 3000.0 => (0.8, 1.25),
        b if b < 5000.0 => (0.9, 1.12),
        _ => (0.95, 1.05),
    }
}

fn score(text: f64, side: u32, pages: u32, of_budget: f64) -> f64 {
    let area = f64::from(pages) * (0.98 * f64::from(side)).powi(2);
    let one_em = CHARS_PER_TOKEN * text * CHAR_WIDTH;
    let font = (area / one_em).sqrt().floor().clamp(f64::from(LEAST_FONT), f64::from(LARGEST_FONT));
    let fill = match one_em * font * font / area {
        fill if fill >= 0.8 => 1.0,
        fill if fill >= 0.2 => 0.2 + fill,
        _ => 0.1,
    };
    let size = 1.0 + (f64::from(side) - f64::from(TILE)) / f64::from(LARGEST_SIDE - TILE);
    fill * size / power_of_three_tenths(pages) / (1.0 + 2.0 * (of_budget - 1.0).abs())
}

/// p^0.3 by Newton's method on y^10 = p^3: only exactly rounded operations, so the same on every machine.
fn power_of_three_tenths(p: u32) -> f64 {
    let cube = f64::from(p).powi(3);
    let mut y = 4.0_f64; // 100^0.3 is 3.98: from above, so that the steps fall towards the root
    for _ in 0..40 {
        y -= (y - cube / y.powi(9)) / 10.0;
    }
    y
}

#[expect(clippy::cast_precision_loss, reason = "token counts lie far below 2^52")]
fn as_f64(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_three_tenths_are_right() {
        for (p, power) in
            [(1, 1.0), (2, 1.231_144_413_344_916), (10, 1.995_262_314_968_88), (100, 3.981_071_705_534_97)]
        {
            assert!((power_of_three_tenths(p) - power).abs() < 1e-12, "{p}");
        }
    }

    #[test]
    fn a_budget_between_one_and_two_tiles_has_no_pair_in_tolerance() {
        // 340 / 1.25 is 272 and 170 / 0.8 is 212.5: between them nothing is near enough.
        assert_eq!(target(Tokens::new(240), 1.0), Target { side: Px::new(112), pages: 1 });
        assert_eq!(target(Tokens::new(300), 1.0).pages, 2);
    }

    #[test]
    fn a_small_budget_leaves_sides_of_one_tile_only() {
        for text in [900, 1700, 2700] {
            assert!(target(Tokens::new(text), 5.0).side <= Px::new(112), "{text}");
        }
    }
}
