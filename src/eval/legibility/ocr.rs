//! The OCR scorer of `eval/ocr/` as a step in Python: optional, with its own environment.

use super::{Reader, Score, Sheet};
use crate::eval::EvalError;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The scorer, built in so that no path to it need be given.
const SCORER: &str = include_str!("../../../eval/ocr/ocr_score.py");

/// An OCR network on the CPU.
#[derive(Clone, Debug)]
pub struct Ocr {
    python: PathBuf,
    /// Where the scorer and the truth are put while it runs.
    scratch: PathBuf,
}

impl Ocr {
    /// The scorer under a Python that has the pinned requirements.
    pub fn new(python: impl Into<PathBuf>, scratch: impl Into<PathBuf>) -> Self {
        Self { python: python.into(), scratch: scratch.into() }
    }

    fn failed(&self, reason: impl Into<String>) -> EvalError {
        EvalError::Reader { reader: self.name(), reason: reason.into() }
    }
}

impl Reader for Ocr {
    fn name(&self) -> String {
        "ocr".to_owned()
    }

    fn read(&self, sheet: &Sheet) -> Result<Score, EvalError> {
        fs::create_dir_all(&self.scratch).map_err(EvalError::io(&self.scratch))?;
        let (script, truth) = (self.scratch.join("ocr_score.py"), self.scratch.join("truth.txt"));
        fs::write(&script, SCORER).map_err(EvalError::io(&script))?;
        fs::write(&truth, sheet.numbered()).map_err(EvalError::io(&truth))?;
        let mut command = Command::new(&self.python);
        command.arg(&script).arg(&sheet.folder).arg(&truth).arg("--no-pages");
        if sheet.first_line.is_some() {
            command.arg("--tabbed");
        }
        if let Some(pitch) = sheet.pitch {
            command.arg("--pitch").arg(pitch.to_string());
        }
        if !sheet.cuts.is_empty() {
            let cuts: Vec<String> = sheet.cuts.iter().map(ToString::to_string).collect();
            command.arg("--columns").arg(cuts.join(",") + ",");
        }
        let setup = "set up its environment as docs/evaluation.md says and name it with --python";
        let output = command
            .output()
            .map_err(|error| self.failed(format!("cannot start {}: {error}; {setup}", self.python.display())))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            let last = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no reason given");
            return Err(self.failed(format!("{last}; {setup}")));
        }
        let answer: Value = serde_json::from_slice(&output.stdout).map_err(|error| self.failed(error.to_string()))?;
        Ok(score(&answer["total"]))
    }
}

fn score(total: &Value) -> Score {
    let share = |key: &str| total[key].as_f64();
    Score {
        chars: total["chars"].as_u64().unwrap_or(0),
        cer: share("cer"),
        cer_no_insertions: share("cer_no_insertions"),
        identifier_exact: share("identifier_exact"),
        line_number_exact: share("lineno_exact"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scorers_figures_are_taken_over() {
        let total = serde_json::json!({"chars": 10, "cer": 0.1, "cer_no_insertions": 0.05, "identifier_exact": 0.9});
        let found = score(&total);
        assert_eq!((found.chars, found.cer, found.line_number_exact), (10, Some(0.1), None));
    }

    #[test]
    fn a_missing_python_is_told_with_the_cure() {
        let scratch = tempfile::tempdir().expect("a folder");
        let sheet = Sheet {
            name: String::new(),
            folder: scratch.path().to_owned(),
            truth: vec![],
            first_line: None,
            blank_numbers: true,
            cuts: vec![],
            pitch: None,
        };
        let error = Ocr::new("no-such-python", scratch.path()).read(&sheet).expect_err("no Python");
        assert!(error.to_string().contains("docs/evaluation.md"), "{error}");
    }
}
