//! The cost surface: windows of code laid out at a grid of ratios, observation by observation.
//!
//! Each window, preset, model and ratio gives one [`Observation`]. They are written as they come, so that a run that was
//! broken off goes on where it stopped; everything else (means, tables, figures) is summed up from them afterwards.

mod measure;
mod store;

pub use measure::{Observation, Preset, Series};

use super::EvalError;
use super::corpus::{Corpus, Window};
use crate::cost::Tokenizer;
use crate::units::Permille;
use measure::Measured;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// Tokenizers of the text row.
pub const TEXT_ROWS: [&str; 4] = ["qwen", "kimi", "o200k", "cl100k"];

/// The counter that stands for the published raw-text column, and by which windows are sampled.
pub const COUNTER: &str = "qwen";

/// Windows that are laid out before their results are written.
const BATCH: usize = 20;

/// What is measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Window sizes in lines.
    pub windows: Vec<usize>,
    /// Nominal ratios in thousandths.
    pub ratios: Vec<Permille>,
    /// Windows of each size.
    pub samples: usize,
    /// Seed of the sample.
    pub seed: u64,
    /// Presets with their models.
    pub series: Vec<Series>,
}

/// A finished run: the windows' texts and every observation.
#[derive(Clone, Debug)]
pub struct Surface {
    /// What was measured.
    pub settings: Settings,
    /// The corpus.
    pub corpus: String,
    /// Text tokens of each window, size by size.
    pub texts: Vec<TextTokens>,
    /// The observations, in the order of series, size, window, ratio.
    pub observations: Vec<Observation>,
}

/// Where a window is from and what it costs as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextTokens {
    /// Lines of the window.
    pub lines: usize,
    /// Its number among those of its size, from 0.
    pub window: usize,
    /// The package.
    pub package: String,
    /// The file.
    pub file: String,
    /// Its first line in the file.
    pub first_line: crate::units::LineNo,
    /// Tokens by each of [`TEXT_ROWS`].
    pub tokens: [u64; TEXT_ROWS.len()],
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Windows laid out, each once a series.
    pub done: usize,
    /// All of them.
    pub all: usize,
}

/// Measures the surface, keeping results in `folder` and taking up those that lie there.
///
/// # Errors
/// When the corpus has no such windows, a model is not known, no pages can be planned, or the folder holds another run.
pub fn run(
    corpus: &Corpus,
    settings: &Settings,
    folder: &Path,
    mut tell: impl FnMut(Progress),
) -> Result<Surface, EvalError> {
    let mut store = store::Store::open(folder, corpus, settings)?;
    let counter = Tokenizer::by_name(COUNTER)?;
    let counters = TEXT_ROWS.iter().map(|name| Tokenizer::by_name(name)).collect::<Result<Vec<_>, _>>()?;
    let all = settings.windows.len() * settings.samples * settings.series.len();
    let (mut done, mut texts) = (0, Vec::new());
    for &lines in &settings.windows {
        let windows = corpus.sample(lines, settings.samples, settings.seed, &counter)?;
        texts.extend(text_tokens(lines, &windows, &counters));
        for series in &settings.series {
            let measured = Measured::new(series)?;
            let missing: Vec<usize> = (0..windows.len()).filter(|&w| !store.has(series, lines, w)).collect();
            done += windows.len() - missing.len();
            for batch in missing.chunks(BATCH) {
                let found: Result<Vec<_>, _> =
                    batch.par_iter().map(|&w| measured.window(w, &windows[w], &settings.ratios)).collect();
                store.add(found?.into_iter().flatten())?;
                done += batch.len();
                tell(Progress { done, all });
            }
        }
    }
    tell(Progress { done: all, all });
    store.finish(&texts, settings, corpus)
}

fn text_tokens(lines: usize, windows: &[Window], counters: &[Tokenizer]) -> Vec<TextTokens> {
    let text = |(number, window): (usize, &Window)| TextTokens {
        lines,
        window: number,
        package: window.package.clone(),
        file: window.file.clone(),
        first_line: window.first_line,
        tokens: std::array::from_fn(|at| counters[at].count(&window.text).get()),
    };
    windows.par_iter().enumerate().map(|(number, window)| text((number, window))).collect()
}

/// What tells one observation from all others.
type Key = (Series, usize, usize, Permille);

impl Observation {
    fn key(&self) -> Key {
        (self.series.clone(), self.lines, self.window, self.ratio)
    }
}

/// The keys a run consists of.
fn keys(settings: &Settings) -> BTreeSet<Key> {
    let mut keys = BTreeSet::new();
    for series in &settings.series {
        for &lines in &settings.windows {
            for window in 0..settings.samples {
                keys.extend(settings.ratios.iter().map(|&ratio| (series.clone(), lines, window, ratio)));
            }
        }
    }
    keys
}
