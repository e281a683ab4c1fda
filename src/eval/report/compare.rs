//! Our cells against the published ones.
#![expect(clippy::float_arithmetic, reason = "relative errors of means")]

use super::cells::Cell;
use crate::eval::published::Table4;
use crate::eval::surface::Preset;
use serde::Serialize;

/// One figure of a cell against the published one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Ours.
    pub ours: f64,
    /// The published one.
    pub published: f64,
    /// Ours over the published one, less 1.
    pub error: f64,
    /// How large the error may be.
    pub band: f64,
    /// Whether it is within the band.
    pub inside: bool,
}

impl Comparison {
    fn new(ours: f64, published: f64, band: f64) -> Self {
        let error = ours / published - 1.0;
        Self { ours, published, error, band, inside: error.abs() <= band }
    }
}

/// A cell against the published one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// Lines of the windows.
    pub lines: usize,
    /// Nominal ratio.
    pub ratio: u64,
    /// Prompt tokens.
    pub tokens: Comparison,
    /// Pages.
    pub pages: Comparison,
    /// Whether the tokens rest on the fitted enlargement rule.
    pub fitted: bool,
}

impl Compared {
    /// The cells that test the published search itself: no fitted number is in them.
    pub fn is_anchor(&self) -> bool {
        !self.fitted
    }
}

/// Every cell of the paper preset on Kimi-K2.5 that the published table has.
pub(super) fn compare(cells: &[Cell]) -> Vec<Compared> {
    let table = Table4::load();
    let ours = cells.iter().filter(|cell| cell.series.preset == Preset::Paper && cell.series.model == "kimi-k2.5");
    ours.filter_map(|cell| {
        let ratio = Some(cell.ratio.get()).filter(|ratio| ratio.is_multiple_of(1000))? / 1000;
        let (tokens, pages) = table.cell(cell.lines, ratio)?;
        let fitted = ratio <= 3 || cell.lines < 100;
        Some(Compared {
            lines: cell.lines,
            ratio,
            tokens: Comparison::new(cell.tokens.mean, tokens, if fitted { 0.10 } else { 0.05 }),
            pages: Comparison::new(cell.pages.mean, pages, if cell.lines >= 500 { 0.20 } else { 0.10 }),
            fitted,
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_inside_its_band_or_not() {
        assert!(Comparison::new(104.9, 100.0, 0.05).inside);
        let outside = Comparison::new(89.0, 100.0, 0.10);
        assert!(!outside.inside && (outside.error + 0.11).abs() < 1e-12);
    }
}
