//! Observations summed up to the cells of a table.
#![expect(clippy::float_arithmetic, reason = "means of a sample")]

use crate::eval::published::Table4;
use crate::eval::stats::{Mean, calibrate, count, float};
use crate::eval::surface::{COUNTER, Observation, Series, Surface, TEXT_ROWS};
use crate::units::Permille;
use serde::Serialize;
use std::collections::BTreeMap;

/// Whether windows are weighted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weighting {
    /// Each window counts the same.
    #[default]
    Plain,
    /// So that the mean raw text of each size is that of the published table, whose sample was not ours.
    Published,
}

/// A size and a ratio of a series.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// Preset and model.
    #[serde(flatten)]
    pub series: Series,
    /// Lines of the windows.
    pub lines: usize,
    /// Nominal ratio.
    pub ratio: Permille,
    /// How many windows.
    pub windows: usize,
    /// Prompt tokens with the text, by the series' tokenizer.
    pub text_tokens: Mean,
    /// Prompt tokens with the pages.
    pub tokens: Mean,
    /// Pages.
    pub pages: Mean,
    /// Mean width of the character cell.
    pub cell_width: f64,
    /// Mean height of it.
    pub cell_height: f64,
    /// Share of windows whose cell is below the legibility floor.
    pub illegible: f64,
    /// Share of windows whose budget no layout reaches.
    pub floor_binds: f64,
    /// Mean share of the pages' cells that hold text.
    pub fill: f64,
    /// Text tokens over page tokens, both without the prompt around them: what r became.
    pub realised: f64,
}

/// The raw text of a size by one tokenizer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TextCell {
    /// The tokenizer.
    pub tokenizer: &'static str,
    /// Lines of the windows.
    pub lines: usize,
    /// Prompt tokens.
    pub tokens: Mean,
}

/// The weight of every window, by size.
pub(super) type Weights = BTreeMap<usize, Vec<f64>>;

pub(super) fn weights(surface: &Surface, weighting: Weighting) -> Weights {
    let table = Table4::load();
    let at = TEXT_ROWS.iter().position(|&name| name == COUNTER).unwrap_or(0);
    let mut sizes: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for text in &surface.texts {
        sizes.entry(text.lines).or_default().push(float(text.tokens[at] + prompt()));
    }
    for (&lines, values) in &mut sizes {
        let target = table.raw_text(lines).filter(|_| weighting == Weighting::Published);
        *values = target.map_or_else(|| vec![1.0; values.len()], |target| calibrate(values, target));
    }
    sizes
}

pub(super) fn cells(surface: &Surface, weights: &Weights) -> Vec<Cell> {
    let mut groups: BTreeMap<(usize, usize, Permille), Vec<&Observation>> = BTreeMap::new();
    for observation in &surface.observations {
        let Some(series) = surface.settings.series.iter().position(|series| *series == observation.series) else {
            continue;
        };
        groups.entry((series, observation.lines, observation.ratio)).or_default().push(observation);
    }
    groups.into_values().filter_map(|group| cell(&group, weights)).collect()
}

fn cell(group: &[&Observation], weights: &Weights) -> Option<Cell> {
    let first = group.first()?;
    let weights = weights.get(&first.lines)?;
    let mean = |value: &dyn Fn(&Observation) -> f64| {
        let values: Vec<(f64, f64)> = group.iter().filter_map(|o| Some((value(o), *weights.get(o.window)?))).collect();
        Mean::of(&values)
    };
    let share = |is: &dyn Fn(&Observation) -> bool| mean(&|o| f64::from(u8::from(is(o)))).mean;
    let around = float(prompt());
    let (text_tokens, tokens) = (mean(&|o| float(o.text_tokens.get())), mean(&|o| float(o.tokens.get())));
    Some(Cell {
        series: first.series.clone(),
        lines: first.lines,
        ratio: first.ratio,
        windows: group.len(),
        text_tokens,
        tokens,
        pages: mean(&|o| f64::from(o.pages)),
        cell_width: mean(&|o| f64::from(o.cell.width.get())).mean,
        cell_height: mean(&|o| f64::from(o.cell.height.get())).mean,
        illegible: share(&|o| o.illegible),
        floor_binds: share(&|o| o.floor_binds),
        fill: mean(&|o| float(o.fill.get())).mean / 1000.0,
        realised: (text_tokens.mean - around) / (tokens.mean - around).max(1.0),
    })
}

pub(super) fn text_cells(surface: &Surface, weights: &Weights) -> Vec<TextCell> {
    let mut cells = Vec::new();
    for (at, tokenizer) in TEXT_ROWS.iter().enumerate() {
        for &lines in &surface.settings.windows {
            let Some(weights) = weights.get(&lines) else { continue };
            let texts = surface.texts.iter().filter(|text| text.lines == lines);
            let values: Vec<(f64, f64)> =
                texts.filter_map(|t| Some((float(t.tokens[at] + prompt()), *weights.get(t.window)?))).collect();
            cells.push(TextCell { tokenizer, lines, tokens: Mean::of(&values) });
        }
    }
    cells
}

/// Tokens around the text or the pages.
fn prompt() -> u64 {
    crate::plan::paper::PROMPT_TOKENS.get()
}

/// A ratio as it is written: 1.5, 3.
pub(super) fn ratio_name(ratio: Permille) -> String {
    let (whole, rest) = (ratio.get() / 1000, ratio.get() % 1000);
    if rest == 0 { whole.to_string() } else { format!("{whole}.{rest:03}").trim_end_matches('0').to_owned() }
}

/// Mean lines of a surface's smallest and largest windows, for captions.
pub(super) fn sizes(surface: &Surface) -> String {
    let names: Vec<String> = surface.settings.windows.iter().map(ToString::to_string).collect();
    format!("{} lines, {} windows each", names.join(", "), count(surface.settings.samples))
}
