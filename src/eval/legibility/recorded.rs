//! Readers on record: what a reader said once, played back for tests and for others to check.

use super::{Reader, Score, Sheet};
use crate::eval::EvalError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The answers of one reader.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Answers {
    reader: String,
    scores: BTreeMap<String, Score>,
}

/// A recording, played back.
#[derive(Clone, Debug)]
pub struct Recorded {
    path: PathBuf,
    answers: Answers,
}

impl Recorded {
    /// Opens a recording.
    ///
    /// # Errors
    /// When the file cannot be read or is no recording.
    pub fn open(path: &Path) -> Result<Self, EvalError> {
        let text = fs::read(path).map_err(EvalError::io(path))?;
        let answers = serde_json::from_slice(&text);
        let answers = answers.map_err(|source| EvalError::Results { path: path.to_owned(), line: 1, source })?;
        Ok(Self { path: path.to_owned(), answers })
    }
}

impl Reader for Recorded {
    fn name(&self) -> String {
        format!("{} (recorded)", self.answers.reader)
    }

    fn read(&self, sheet: &Sheet) -> Result<Score, EvalError> {
        let missing = || EvalError::NotRecorded { path: self.path.clone(), sheet: sheet.name.clone() };
        self.answers.scores.get(&sheet.name).cloned().ok_or_else(missing)
    }
}

/// A reader whose answers are kept, and that is not asked twice.
pub struct Recording<R> {
    reader: R,
    path: PathBuf,
    answers: Mutex<Answers>,
}

impl<R: Reader> Recording<R> {
    /// Records what `reader` says to a file; what lies there already is taken from it.
    ///
    /// # Errors
    /// When the file holds something else.
    pub fn new(reader: R, path: &Path) -> Result<Self, EvalError> {
        let before = if path.exists() { Recorded::open(path)?.answers } else { Answers::default() };
        let answers = if before.reader == reader.name() { before } else { Answers::default() };
        Ok(Self { answers: Mutex::new(Answers { reader: reader.name(), ..answers }), reader, path: path.to_owned() })
    }
}

impl<R> std::fmt::Debug for Recording<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recording").field("path", &self.path).finish_non_exhaustive()
    }
}

impl<R: Reader> Reader for Recording<R> {
    fn name(&self) -> String {
        self.reader.name()
    }

    fn read(&self, sheet: &Sheet) -> Result<Score, EvalError> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(score) = answers.scores.get(&sheet.name) {
            return Ok(score.clone());
        }
        let score = self.reader.read(sheet)?;
        answers.scores.insert(sheet.name.clone(), score.clone());
        let text = serde_json::to_vec_pretty(&*answers).map_err(|error| EvalError::io(&self.path)(error.into()))?;
        fs::write(&self.path, text).map_err(EvalError::io(&self.path))?;
        Ok(score)
    }
}
