//! What a surface comes to: tables, a comparison with the published figures, properties, figures.

mod cells;
mod compare;
mod csv;
mod figure;
mod markdown;
mod properties;

pub(super) use figure::{Curve, curve_figure};

pub use super::stats::Mean;
pub use cells::{Cell, TextCell, Weighting};
pub use compare::{Compared, Comparison};
pub use properties::Properties;

use super::EvalError;
use super::surface::{Settings, Surface};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

/// Everything that is reported of a surface; its JSON is `surface.json`.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Name of the corpus.
    pub corpus: String,
    /// What was measured.
    pub settings: Settings,
    /// Whether windows are weighted.
    pub weighting: Weighting,
    /// Raw text by size and tokenizer.
    pub text: Vec<TextCell>,
    /// The cells of all series.
    pub cells: Vec<Cell>,
    /// The paper preset against the published table.
    pub compared: Vec<Compared>,
    /// What each series' surface is like.
    pub properties: Vec<Properties>,
    #[serde(skip)]
    sizes: String,
}

impl Report {
    /// Sums a surface up.
    pub fn new(surface: &Surface, weighting: Weighting) -> Self {
        let weights = cells::weights(surface, weighting);
        let cells = cells::cells(surface, &weights);
        Self {
            corpus: surface.corpus.clone(),
            settings: surface.settings.clone(),
            weighting,
            text: cells::text_cells(surface, &weights),
            compared: compare::compare(&cells),
            cells,
            properties: properties::properties(surface),
            sizes: cells::sizes(surface),
        }
    }

    /// The report as Markdown.
    pub fn markdown(&self) -> String {
        markdown::markdown(self)
    }

    /// The cells as comma-separated values.
    pub fn csv(&self) -> String {
        csv::csv(self)
    }

    /// Writes `surface.md`, `.csv` and `.json`, and the figures of each series as SVG and PNG.
    ///
    /// # Errors
    /// When a file cannot be written or a figure not be drawn.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, EvalError> {
        let json = serde_json::to_vec_pretty(self).map_err(|error| EvalError::io(folder)(error.into()))?;
        let mut files = vec![
            ("surface.md".to_owned(), self.markdown().into_bytes()),
            ("surface.csv".to_owned(), self.csv().into_bytes()),
            ("surface.json".to_owned(), json),
        ];
        files.extend(figure::figures(self)?);
        let mut paths = Vec::with_capacity(files.len());
        for (name, bytes) in files {
            let path = folder.join(name);
            fs::write(&path, bytes).map_err(EvalError::io(&path))?;
            paths.push(path);
        }
        Ok(paths)
    }
}
