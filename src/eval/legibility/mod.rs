//! Pages scored by an outside reader: the legibility of a layout against its tokens.
//!
//! A [`Reader`] is anything that reads pages and can be marked: an OCR network ([`Ocr`]), a vision-language model behind
//! an OpenAI-compatible endpoint ([`Endpoint`]), or a recording of one of them ([`Recorded`]). It is given a [`Sheet`]:
//! pages as files and the truth they ought to show, whoever drew them.

mod endpoint;
mod ocr;
mod recorded;
mod report;
mod run;
mod sheet;
mod transcript;

pub use endpoint::{Endpoint, Question};
pub use ocr::Ocr;
pub use recorded::{Recorded, Recording};
pub use report::Legibility;
pub use run::{Plan, run};
pub use sheet::Sheet;

use super::EvalError;
use serde::{Deserialize, Serialize};

/// Something that reads pages.
pub trait Reader {
    /// Its name for reports.
    fn name(&self) -> String;
    /// Reads the pages and marks what was read against the truth.
    ///
    /// # Errors
    /// When the reader cannot be run or gives no usable answer.
    fn read(&self, sheet: &Sheet) -> Result<Score, EvalError>;
}

/// Marks for one sheet. Whitespace is never marked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Characters shown.
    pub chars: u64,
    /// (Substitutions + insertions + deletions) / characters shown. `None` when only questions were asked.
    pub cer: Option<f64>,
    /// The same without insertions.
    pub cer_no_insertions: Option<f64>,
    /// Share of identifiers read without an error.
    pub identifier_exact: Option<f64>,
    /// Share of line numbers right, or of line-number questions answered right; `None` where pages show none.
    pub line_number_exact: Option<f64>,
}

/// One sheet, marked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// Who read it.
    pub reader: String,
    /// The layout: preset and ratio, or the folder of other pages.
    pub layout: String,
    /// Which window.
    pub sheet: String,
    /// Source characters shown, blanks and line ends included.
    pub source_chars: u64,
    /// What the pages cost.
    pub tokens: u64,
    /// The marks.
    pub score: Score,
}
