//! The enlargement of laid-out pages: **a fit** to the published table, not a finding about its code.
//!
//! For ratios up to 3 the table's prices lie above those of the layout while its page numbers do not, so
//! the pages were scaled. The rule: the largest page whose patches stay within T / r, with a font of at most
//! 10 px and a side of at most 896 px. Other rules with more numbers fit about as well, so these constants
//! mean little. Nothing is enlarged for ratios of 5 and more from 100 lines on.
#![expect(clippy::float_arithmetic, reason = "a fit to published means, in the units of the published code")]

use super::{Ask, LEAST_FONT, PATCH, Pages, Sheet};
use crate::layout::Lines;
use crate::units::{Px, Tokens};

/// Largest effective ratio at which pages are enlarged.
const LAST_RATIO: f64 = 3.0;
/// Largest font after enlargement, in pixels.
const LARGEST_FONT: u32 = 10;
/// Largest side after enlargement.
const LARGEST_SIDE: u32 = 896;
/// Windows up to so many lines keep to the target's page number by enlarging the page.
const SMALL_LINES: usize = 40;

pub(super) fn enlarge(lines: &impl Lines, pages: Pages, ask: &Ask, ratio: f64) -> Pages {
    if lines.count() <= SMALL_LINES {
        return small(lines, pages, ask, ratio);
    }
    if ratio > LAST_RATIO {
        return pages;
    }
    let least = pages.side.get().div_ceil(PATCH);
    let n = within_budget(&pages, ask, ratio).max(least);
    if n == least { pages } else { Pages { side: Px::new(n * PATCH), ..pages } }
}

/// The most patches a side that all pages together keep within T / r.
fn within_budget(pages: &Pages, ask: &Ask, ratio: f64) -> u32 {
    let each = as_f64(ask.text_tokens) / ratio / as_f64(Tokens::new(pages.spans.len() as u64));
    let by_font = LARGEST_FONT * pages.laid_out.get() / pages.font;
    let largest = by_font.min(LARGEST_SIDE) / PATCH;
    (1..=largest).take_while(|&n| f64::from(n * n) <= each).last().unwrap_or(0)
}

/// A small window keeps the target's page number: the page grows until the text fits at the smallest font.
fn small(lines: &impl Lines, pages: Pages, ask: &Ask, ratio: f64) -> Pages {
    let most = pages.target.pages as usize;
    let fits = |n: u32| {
        let sheet = Sheet { side: Px::new(n * PATCH), font: LEAST_FONT };
        sheet.pages(lines).filter(|spans| spans.len() <= most)
    };
    let least = pages.laid_out.get().div_ceil(PATCH);
    let Some((fitting, spans)) = (least..=LARGEST_SIDE / PATCH).find_map(|n| Some((n, fits(n)?))) else {
        return pages;
    };
    // Where the layout already kept to the target it is only scaled; else it is laid out anew on the page that fits.
    let pages = if fitting == least {
        pages
    } else {
        let sheet = Sheet { side: Px::new(fitting * PATCH), font: LEAST_FONT };
        let (cols, rows) = (sheet.cols(), sheet.rows());
        Pages { font: LEAST_FONT, laid_out: sheet.side, side: sheet.side, cols, rows, spans, ..pages }
    };
    let wanted = if ratio < 2.0 { within_budget(&pages, ask, ratio) } else { half(ask) };
    let n = wanted.clamp(fitting, LARGEST_SIDE / PATCH);
    if n == fitting { pages } else { Pages { side: Px::new(n * PATCH), ..pages } }
}

/// Patches a side of one page that takes half the text's tokens: floor(sqrt(T / 2 - 38)).
fn half(ask: &Ask) -> u32 {
    let patches = (ask.text_tokens.get() / 2).saturating_sub(38);
    u32::try_from(patches.isqrt()).unwrap_or(u32::MAX)
}

#[expect(clippy::cast_precision_loss, reason = "token counts lie far below 2^52")]
fn as_f64(tokens: Tokens) -> f64 {
    tokens.get() as f64
}
