//! Readings summed up by layout: errors against tokens.
#![expect(clippy::float_arithmetic, reason = "means of shares")]

use super::Reading;
use crate::eval::EvalError;
use crate::eval::report::{Curve, curve_figure};
use crate::eval::stats::{count, float};
use serde::Serialize;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// One layout's readings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The layout.
    pub layout: String,
    /// How many sheets.
    pub sheets: usize,
    /// Visual tokens, on average.
    pub tokens: f64,
    /// Source characters a token.
    pub chars_per_token: f64,
    /// Character error rate.
    pub cer: Option<f64>,
    /// The same without insertions.
    pub cer_no_insertions: Option<f64>,
    /// Identifiers read without an error.
    pub identifier_exact: Option<f64>,
    /// Line numbers right.
    pub line_number_exact: Option<f64>,
}

/// The legibility of layouts against what they cost.
#[derive(Clone, Debug, Serialize)]
pub struct Legibility {
    /// Who read.
    pub reader: String,
    /// Layouts, in the order of their first reading.
    pub rows: Vec<Row>,
}

impl Legibility {
    /// Sums readings up by layout.
    pub fn new(readings: &[Reading]) -> Self {
        let mut layouts: Vec<&str> = Vec::new();
        for reading in readings {
            if !layouts.contains(&reading.layout.as_str()) {
                layouts.push(&reading.layout);
            }
        }
        let reader = readings.first().map_or_else(String::new, |reading| reading.reader.clone());
        let of =
            |layout: &str| row(layout, &readings.iter().filter(|reading| reading.layout == layout).collect::<Vec<_>>());
        Self { reader, rows: layouts.into_iter().map(of).collect() }
    }

    /// Writes `legibility.md`, `.csv`, `.json` and the curve as SVG and PNG.
    ///
    /// # Errors
    /// When a file cannot be written or the figure not be drawn.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, EvalError> {
        let json = serde_json::to_vec_pretty(self).map_err(|error| EvalError::io(folder)(error.into()))?;
        let mut files = vec![
            ("legibility.md".to_owned(), self.markdown().into_bytes()),
            ("legibility.csv".to_owned(), self.csv().into_bytes()),
            ("legibility.json".to_owned(), json),
        ];
        files.extend(self.figure()?);
        let mut paths = Vec::new();
        for (name, bytes) in files {
            let path = folder.join(name);
            fs::write(&path, bytes).map_err(EvalError::io(&path))?;
            paths.push(path);
        }
        Ok(paths)
    }

    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        let mut out = format!("# Legibility against tokens\n\nReader: {}. Whitespace is not marked.\n\n", self.reader);
        out.push_str(
            "| layout | sheets | tokens | chars a token | CER | without insertions | identifiers | line numbers |\n",
        );
        out.push_str("|---|---|---|---|---|---|---|---|\n");
        let percent =
            |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{:.2} %", share * 100.0));
        for row in &self.rows {
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "| {} | {} | {:.0} | {:.2} | {} | {} | {} | {} |",
                row.layout,
                row.sheets,
                row.tokens,
                row.chars_per_token,
                percent(row.cer),
                percent(row.cer_no_insertions),
                percent(row.identifier_exact),
                percent(row.line_number_exact)
            );
        }
        out
    }

    /// The table as comma-separated values.
    pub fn csv(&self) -> String {
        let mut out = String::from(
            "layout,sheets,tokens,chars_per_token,cer,cer_no_insertions,identifier_exact,line_number_exact\n",
        );
        let figure = |share: Option<f64>| share.map_or_else(String::new, |share| format!("{share:.5}"));
        for row in &self.rows {
            let shares = [row.cer, row.cer_no_insertions, row.identifier_exact, row.line_number_exact].map(figure);
            let layout = row.layout.replace('"', "\"\"");
            let _ = writeln!(
                out,
                "\"{layout}\",{},{:.1},{:.3},{}",
                row.sheets,
                row.tokens,
                row.chars_per_token,
                shares.join(",")
            );
        }
        out
    }

    /// Identifiers and line numbers right, and characters wrong, against source characters a token.
    fn figure(&self) -> Result<Vec<(String, Vec<u8>)>, EvalError> {
        let curve = |name: &str, value: &dyn Fn(&Row) -> Option<f64>| {
            let mut points: Vec<(f64, f64)> =
                self.rows.iter().filter_map(|row| Some((row.chars_per_token, value(row)? * 100.0))).collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            Curve::new(name, points)
        };
        let curves = [
            curve("identifiers right", &|row| row.identifier_exact),
            curve("line numbers right", &|row| row.line_number_exact),
            curve("characters wrong", &|row| row.cer),
        ];
        curve_figure("legibility", &format!("Legibility against density: {}", self.reader), &curves)
    }
}

fn row(layout: &str, readings: &[&Reading]) -> Row {
    let n = count(readings.len()).max(1.0);
    let (tokens, chars) = readings.iter().fold((0, 0), |sum, r| (sum.0 + r.tokens, sum.1 + r.source_chars));
    let mean = |value: &dyn Fn(&Reading) -> Option<f64>| {
        let values: Vec<f64> = readings.iter().filter_map(|reading| value(reading)).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / count(values.len()))
    };
    Row {
        layout: layout.to_owned(),
        sheets: readings.len(),
        tokens: float(tokens) / n,
        chars_per_token: float(chars) / float(tokens.max(1)),
        cer: mean(&|r| r.score.cer),
        cer_no_insertions: mean(&|r| r.score.cer_no_insertions),
        identifier_exact: mean(&|r| r.score.identifier_exact),
        line_number_exact: mean(&|r| r.score.line_number_exact),
    }
}
