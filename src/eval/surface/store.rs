//! The results of a run as files that are written as it goes.

use super::{Key, Observation, Series, Settings, Surface, TextTokens, keys};
use crate::eval::EvalError;
use crate::eval::corpus::Corpus;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// What a folder of results is of.
#[derive(PartialEq, Serialize, serde::Deserialize)]
struct Header {
    version: String,
    corpus: String,
    corpus_files: usize,
    corpus_lines: usize,
    settings: Settings,
}

/// Observations, on disk and in memory.
pub(super) struct Store {
    folder: PathBuf,
    file: File,
    found: BTreeMap<Key, Observation>,
    expected: usize,
}

impl Store {
    /// Opens the results in a folder, or begins them.
    pub(super) fn open(folder: &Path, corpus: &Corpus, settings: &Settings) -> Result<Self, EvalError> {
        fs::create_dir_all(folder).map_err(EvalError::io(folder))?;
        check_header(&folder.join("run.json"), &Header::of(corpus, settings))?;
        let path = folder.join("observations.jsonl");
        let found = read(&path)?;
        // Written anew, so that a line cut off by a broken run does not stay in the middle.
        let mut file = File::create(&path).map_err(EvalError::io(&path))?;
        write_lines(&mut file, found.values()).map_err(EvalError::io(&path))?;
        drop(file);
        let file = OpenOptions::new().append(true).open(&path).map_err(EvalError::io(&path))?;
        Ok(Self { folder: folder.to_owned(), file, found, expected: settings.ratios.len() })
    }

    /// Whether a window has been laid out at every ratio.
    pub(super) fn has(&self, series: &Series, lines: usize, window: usize) -> bool {
        let from = (series.clone(), lines, window, crate::units::Permille::ZERO);
        let to = (series.clone(), lines, window, crate::units::Permille::new(u64::MAX));
        self.found.range(from..=to).count() == self.expected
    }

    /// Adds observations and writes them out.
    pub(super) fn add(&mut self, new: impl Iterator<Item = Observation>) -> Result<(), EvalError> {
        let new: Vec<Observation> = new.collect();
        write_lines(&mut self.file, new.iter()).map_err(EvalError::io(&self.folder))?;
        self.found.extend(new.into_iter().map(|observation| (observation.key(), observation)));
        Ok(())
    }

    /// Everything that was measured, with the windows it was measured on.
    pub(super) fn finish(
        self,
        texts: &[TextTokens],
        settings: &Settings,
        corpus: &Corpus,
    ) -> Result<Surface, EvalError> {
        let path = self.folder.join("windows.jsonl");
        let mut file = File::create(&path).map_err(EvalError::io(&path))?;
        write_lines(&mut file, texts.iter()).map_err(EvalError::io(&path))?;
        // The folder may hold series of earlier runs that were not asked for now.
        let wanted = keys(settings);
        let observations = self.found.into_iter().filter(|(key, _)| wanted.contains(key)).map(|(_, found)| found);
        Ok(Surface {
            settings: settings.clone(),
            corpus: corpus.name().to_owned(),
            texts: texts.to_vec(),
            observations: observations.collect(),
        })
    }
}

impl Header {
    fn of(corpus: &Corpus, settings: &Settings) -> Self {
        let (files, lines) = corpus.survey().fold((0, 0), |sum, (_, files, lines)| (sum.0 + files, sum.1 + lines));
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            corpus: corpus.name().to_owned(),
            corpus_files: files,
            corpus_lines: lines,
            settings: settings.clone(),
        }
    }

    /// Whether results of the other may be kept: the same draw of windows at the same ratios. Series may be added.
    fn admits(&self, other: &Self) -> bool {
        let without = |header: &Self| {
            let mut settings = header.settings.clone();
            settings.series.clear();
            (header.version.clone(), header.corpus.clone(), header.corpus_files, header.corpus_lines, settings)
        };
        without(self) == without(other)
    }
}

fn check_header(path: &Path, header: &Header) -> Result<(), EvalError> {
    match fs::read(path) {
        Ok(bytes) => match serde_json::from_slice::<Header>(&bytes) {
            Ok(found) if found.admits(header) => {}
            _ => return Err(EvalError::OtherRun { path: path.to_owned() }),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(EvalError::io(path)(error)),
    }
    let text = serde_json::to_vec_pretty(header).map_err(|error| EvalError::io(path)(error.into()))?;
    fs::write(path, text).map_err(EvalError::io(path))
}

/// The observations of a file; a last line that was cut off is dropped.
fn read(path: &Path) -> Result<BTreeMap<Key, Observation>, EvalError> {
    let mut found = BTreeMap::new();
    let Ok(file) = File::open(path) else { return Ok(found) };
    let lines: Vec<String> = BufReader::new(file).lines().collect::<Result<_, _>>().map_err(EvalError::io(path))?;
    for (at, line) in lines.iter().enumerate() {
        match serde_json::from_str::<Observation>(line) {
            Ok(observation) => {
                found.insert(observation.key(), observation);
            }
            Err(_) if at + 1 == lines.len() => {}
            Err(source) => return Err(EvalError::Results { path: path.to_owned(), line: at + 1, source }),
        }
    }
    Ok(found)
}

fn write_lines<'a, T: Serialize + 'a>(file: &mut File, rows: impl Iterator<Item = &'a T>) -> std::io::Result<()> {
    let mut text = Vec::new();
    for row in rows {
        serde_json::to_writer(&mut text, row)?;
        text.push(b'\n');
    }
    file.write_all(&text)?;
    file.flush()
}
