//! The three properties of the cost surface that the study names, and its floors, as numbers.
#![expect(clippy::float_arithmetic, reason = "shares and quantiles of a sample")]

use crate::eval::stats::{count, float, quantile};
use crate::eval::surface::{Observation, Series, Surface};
use crate::plan::paper::PROMPT_TOKENS;
use crate::units::Permille;
use serde::Serialize;
use std::collections::BTreeMap;

/// What the surface of one series is like.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Properties {
    /// Preset and model.
    #[serde(flatten)]
    pub series: Series,
    /// Discrete realizability: mean number of distinct costs of a window over the ratios.
    pub distinct_costs: f64,
    /// Ratios it is out of.
    pub ratios: usize,
    /// Piecewise-constant tokenisation: share of steps to the next larger ratio that change nothing.
    pub flat_steps: f64,
    /// Steps to a larger ratio that cost more, of all steps.
    pub rising_steps: f64,
    /// Sparsity: median share of page cells that hold text.
    pub fill: f64,
    /// Median of |page tokens / budget - 1| where no floor binds.
    pub miss: f64,
    /// Its 90th percentile.
    pub miss_90: f64,
    /// Share of observations whose budget no layout reaches.
    pub floor_binds: f64,
    /// Share of observations below the legibility floor.
    pub illegible: f64,
    /// Share of observations that cost more than the text.
    pub dearer: f64,
}

/// The properties of every series.
pub(super) fn properties(surface: &Surface) -> Vec<Properties> {
    surface.settings.series.iter().filter_map(|series| of(surface, series)).collect()
}

fn of(surface: &Surface, series: &Series) -> Option<Properties> {
    let all: Vec<&Observation> = surface.observations.iter().filter(|o| o.series == *series).collect();
    let mut windows: BTreeMap<(usize, usize), Vec<(Permille, u64)>> = BTreeMap::new();
    for o in &all {
        windows.entry((o.lines, o.window)).or_default().push((o.ratio, o.tokens.get()));
    }
    let (mut distinct, mut steps, mut flat, mut rising) = (0, 0, 0, 0);
    for costs in windows.values_mut() {
        costs.sort_unstable();
        steps += costs.len() - 1;
        flat += costs.windows(2).filter(|pair| pair[0].1 == pair[1].1).count();
        rising += costs.windows(2).filter(|pair| pair[0].1 < pair[1].1).count();
        let mut tokens: Vec<u64> = costs.iter().map(|cost| cost.1).collect();
        tokens.sort_unstable();
        tokens.dedup();
        distinct += tokens.len();
    }
    let share = |n: usize| count(n) / count(all.len()).max(1.0);
    let of_steps = |n: usize| count(n) / count(steps).max(1.0);
    let mut fills: Vec<f64> = all.iter().map(|o| float(o.fill.get()) / 1000.0).collect();
    let mut misses: Vec<f64> = all.iter().filter(|o| !o.floor_binds).map(|o| miss(o)).collect();
    (!all.is_empty()).then(|| Properties {
        series: series.clone(),
        distinct_costs: count(distinct) / count(windows.len()).max(1.0),
        ratios: surface.settings.ratios.len(),
        flat_steps: of_steps(flat),
        rising_steps: of_steps(rising),
        fill: quantile(&mut fills, 0.5),
        miss: quantile(&mut misses, 0.5),
        miss_90: quantile(&mut misses, 0.9),
        floor_binds: share(all.iter().filter(|o| o.floor_binds).count()),
        illegible: share(all.iter().filter(|o| o.illegible).count()),
        dearer: share(all.iter().filter(|o| o.tokens >= o.text_tokens).count()),
    })
}

/// How far the pages are from T / r.
fn miss(o: &Observation) -> f64 {
    let text = float(o.text_tokens.saturating_sub(PROMPT_TOKENS).get());
    let budget = (text * 1000.0 / float(o.ratio.get())).max(1.0);
    (float(o.tokens.saturating_sub(PROMPT_TOKENS).get()) / budget - 1.0).abs()
}
