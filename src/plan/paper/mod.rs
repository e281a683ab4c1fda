//! The published renderer's search, so that its cost surface can be set beside ours.
//!
//! What is known of it, and how surely:
//!
//! 1. *Target* (the search of the public `CodeOCR` package, unchanged; certain): a square page side and a
//!    page number whose proxy price, 170 tokens a 112 px tile, lies near the budget T / r, by a score of
//!    how full the pages are, how large and how few.
//! 2. *Rendering* (very likely): the largest font of at least 4 px whose pages are no more than the
//!    target; at 4 px the text may overflow into more. Whole-pixel advance, no line numbers.
//! 3. *Enlargement* (`enlarge`; **a fit** to the published table, not a finding about the code): at
//!    effective ratios up to 3 the laid-out pages are scaled up until the real price comes near the budget.
//!    Small windows have a capped effective ratio.
//! 4. *Price* ([`Pages::published_tokens`]; certain): 34 tokens around, and for each page its 28 px patches,
//!    4, and 5 more when there are several pages.
//!
//! Most of what it chooses for ratios of 5 and more is a 4 px font: cheap because unreadable.
//! The arithmetic is floating-point as the published code's is; layout itself is whole numbers.

mod enlarge;
mod score;
#[cfg(test)]
mod tests;

pub use score::Target;

use crate::grid::{Cell, Frame, Grid};
use crate::layout::{Lines, PageSpan, Wrapped, paginate};
use crate::units::{Cols, Px, PxSize, Rows, Tokens};

/// Chat template and short prompt around the pages or the text.
pub const PROMPT_TOKENS: Tokens = Tokens::new(34);
/// The picture's wrapper in Kimi-K2.5's chat template.
const WRAPPER_TOKENS: u64 = 4;
/// What fits a short label of each page where there are several.
const LABEL_TOKENS: u64 = 5;
/// The edge of Kimi-K2.5's visual token in pixels.
const PATCH: u32 = 28;
/// The smallest font of the published search.
const LEAST_FONT: u32 = 4;
/// Its largest.
const LARGEST_FONT: u32 = 150;

/// What the published search is asked: the text's tokens and the nominal ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ask {
    /// Text tokens by the search's own proxy, the `cl100k` vocabulary.
    pub proxy_tokens: Tokens,
    /// Text tokens as the prompt is billed, which the enlargement aims at.
    pub text_tokens: Tokens,
    /// Nominal ratio, at least 1.
    pub ratio: f64,
}

impl Ask {
    /// The ratio that a window of so many lines gets (fitted: the thresholds lie between sizes measured).
    fn effective_ratio(&self, lines: usize) -> f64 {
        match lines {
            0..=40 => self.ratio.min(2.0),
            41..=80 => self.ratio.min(3.0),
            _ => self.ratio,
        }
    }
}

/// A square page at one font size: how many cells it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sheet {
    side: Px,
    font: u32,
}

impl Sheet {
    /// Blank pixels on each side: 1 % of the width.
    fn margin(self) -> u32 {
        self.side.get() / 100
    }
    /// Whole-pixel advance and row pitch: round(0.602 f) and int(1.2 f).
    fn cell(self) -> Cell {
        Cell::new((self.font * 602 + 500) / 1000, self.font * 12 / 10)
    }
    fn cols(self) -> Cols {
        Cols::new((self.side.get() - 2 * self.margin()) / self.cell().width.get())
    }
    fn rows(self) -> Rows {
        Rows::new((self.side.get() - 2 * self.margin()) / self.cell().height.get())
    }
    /// Lays the lines out, or gives up when not even one cell or row fits.
    fn pages(self, lines: &impl Lines) -> Option<Vec<PageSpan>> {
        if self.cols() == Cols::ZERO || self.rows() == Rows::ZERO {
            return None;
        }
        Some(paginate(&Wrapped::new(lines, self.cols()), 1, self.rows()).pages)
    }
}

/// The pages that the published renderer makes of a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages {
    /// What the search aimed at.
    pub target: Target,
    /// Font size of the layout, before enlargement.
    pub font: u32,
    /// Side of the page that was laid out.
    pub laid_out: Px,
    /// Side of the page as sent: the same, or enlarged.
    pub side: Px,
    /// Characters a row.
    pub cols: Cols,
    /// Rows a page.
    pub rows: Rows,
    /// The pages in order.
    pub spans: Vec<PageSpan>,
}

impl Pages {
    /// Size of every page.
    pub fn size(&self) -> PxSize {
        PxSize::new(self.side, self.side)
    }
    /// Tokens of the whole prompt by the published cost form (Kimi-K2.5), 34 tokens around included.
    pub fn published_tokens(&self) -> Tokens {
        published_tokens(self.side, self.spans.len())
    }
    /// Whether the page was scaled up after it was laid out.
    pub fn is_enlarged(&self) -> bool {
        self.side > self.laid_out
    }
    /// The character cell on the page as sent, rounded down to whole pixels.
    pub fn cell(&self) -> Cell {
        let cell = Sheet { side: self.laid_out, font: self.font }.cell();
        let scaled = |px: Px| px.get() * self.side.get() / self.laid_out.get().max(1);
        Cell::new(scaled(cell.width), scaled(cell.height))
    }
    /// The grid our own renderer would draw the pages on, line numbers and caption left out. `None` where
    /// its margin leaves fewer cells than the published page has: such a page cannot be drawn faithfully.
    pub fn grid(&self) -> Option<Grid> {
        let frame = Frame { gutter: Cols::ZERO, caption: Rows::ZERO, unit: Px::new(PATCH) };
        let grid = Grid::new(self.side, self.cell(), 1, frame)?;
        let fits = grid.code >= self.cols && grid.rows_in(self.side) >= self.rows;
        fits.then_some(Grid { code: self.cols, ..grid })
    }
}

/// Tokens of a prompt with `pages` square pages of side `side`, as the published table counts them.
///
/// ```
/// use codeshot::{plan::paper::published_tokens, units::Px};
/// assert_eq!(published_tokens(Px::new(112), 1).get(), 54);
/// assert_eq!(published_tokens(Px::new(112), 2).get() - published_tokens(Px::new(112), 1).get(), 30);
/// ```
pub fn published_tokens(side: Px, pages: usize) -> Tokens {
    let patches = u64::from(side.get().div_ceil(PATCH)).pow(2);
    let label = if pages > 1 { LABEL_TOKENS } else { 0 };
    Tokens::new(PROMPT_TOKENS.get() + pages as u64 * (patches + WRAPPER_TOKENS + label))
}

/// The pages that the published renderer makes; `None` for no lines.
pub fn pages(lines: &impl Lines, ask: &Ask) -> Option<Pages> {
    if lines.count() == 0 {
        return None;
    }
    let ratio = ask.effective_ratio(lines.count());
    let target = score::target(ask.proxy_tokens, ratio);
    let laid_out = lay_out(lines, target)?;
    Some(enlarge::enlarge(lines, laid_out, ask, ratio))
}

/// The largest font that keeps to the target; at the smallest the pages overflow.
fn lay_out(lines: &impl Lines, target: Target) -> Option<Pages> {
    let most = target.pages as usize;
    let enough = |font: &u32| {
        let sheet = Sheet { side: target.side, font: *font };
        lines.count() <= most * sheet.rows().index() && sheet.pages(lines).is_some_and(|pages| pages.len() <= most)
    };
    let font = (LEAST_FONT + 1..=LARGEST_FONT).rev().find(enough).unwrap_or(LEAST_FONT);
    let sheet = Sheet { side: target.side, font };
    let spans = sheet.pages(lines)?;
    Some(Pages {
        target,
        font,
        laid_out: target.side,
        side: target.side,
        cols: sheet.cols(),
        rows: sheet.rows(),
        spans,
    })
}
