//! The manifest: what was drawn, what it costs, and what a reader must know of the source.

use crate::grid::{Cell, Grid};
use crate::plan::LayoutKind;
use crate::source::Facts;
use crate::units::{Bytes, LineNo, PageNo, Permille, Px, Tokens};
use serde::Serialize;

/// Everything about one run, as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Manifest {
    /// Version of the pixel contract.
    pub contract: String,
    /// What was done: `pages`, or `text` where pages were not drawn.
    pub decision: &'static str,
    /// One word why, where text was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Name of the source, if it has one.
    pub name: Option<String>,
    /// Language it was highlighted as.
    pub language: String,
    /// The pages in order.
    pub pages: Vec<PageEntry>,
    /// Source lines shown.
    pub lines: Option<Lines>,
    /// All source lines shown, as closed ranges in the order drawn.
    pub line_ranges: Vec<(LineNo, LineNo)>,
    /// The files, in the order drawn.
    pub files: Vec<FileEntry>,
    /// Characters of these lines that no page shows. Lines are never cut; those of files and lines over a limit are
    /// refused as a whole.
    pub omitted_characters: u64,
    /// How lines are laid out.
    pub layout: LayoutKind,
    /// Pixel box of one character.
    pub cell: Option<CellSize>,
    /// Newspaper columns.
    pub columns: u32,
    /// Where cells lie on a page.
    pub grid: Option<Grid>,
    /// What the shown lines cost as text.
    pub text_tokens: Tokens,
    /// Tokenizer that counted them.
    pub tokenizer: String,
    /// Whether that count is an estimate.
    pub tokenizer_estimated: bool,
    /// What the pages cost.
    pub visual_tokens: Tokens,
    /// Budget the layout was chosen for.
    pub budget: Tokens,
    /// Nominal ratio, where one was given.
    pub ratio: Option<f64>,
    /// Text tokens over visual tokens.
    pub realised_ratio: Option<f64>,
    /// The least visual tokens of any layout above the legibility floor, where even that exceeds the budget.
    pub floor: Option<Tokens>,
    /// Model the pages are priced for.
    pub model: String,
    /// Its price rule.
    pub rule: String,
    /// The day the rule was last checked.
    pub rule_date: String,
    /// Where the rule comes from.
    pub rule_source: String,
    /// Encoding, line ends and the like.
    pub facts: Facts,
    /// Lines whose content a small cell endangers: ask for them as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risky_lines: Option<Vec<RiskyLine>>,
    /// Exact values as text, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts_sheet: Option<String>,
    /// What a reader must be told.
    pub warnings: Vec<String>,
}

/// One file of the manifest.
#[derive(Clone, Debug, Serialize)]
pub struct FileEntry {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Language it was highlighted as.
    pub language: String,
    /// Source lines shown, as closed ranges.
    pub line_ranges: Vec<(LineNo, LineNo)>,
    /// First and last page it is on; absent for a file without lines.
    pub pages: Option<(PageNo, PageNo)>,
    /// Encoding, line ends and the like.
    pub facts: Facts,
}

/// A line that is easily misread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RiskyLine {
    /// The file, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line.
    pub line: LineNo,
}

/// Lines of one file on a page.
#[derive(Clone, Debug, Serialize)]
pub struct PageRange {
    /// The file's place in the manifest's files, from 0.
    pub file: usize,
    /// First line.
    pub first: LineNo,
    /// Last line, itself included.
    pub last: LineNo,
}

/// One page of the manifest.
#[derive(Clone, Debug, Serialize)]
pub struct PageEntry {
    /// Where it was written; absent where nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Width in pixels.
    pub width: Px,
    /// Height in pixels.
    pub height: Px,
    /// First source line on the page.
    pub first_line: LineNo,
    /// Last source line on the page, itself included.
    pub last_line: LineNo,
    /// All source lines on the page, file by file.
    pub ranges: Vec<PageRange>,
    /// The caption on top of it.
    pub caption: String,
    /// What the model bills for the page.
    pub visual_tokens: Tokens,
    /// Bytes of the PNG.
    pub bytes: Bytes,
    /// SHA-256 of the decoded pixels; see [`super::pixels_digest`].
    pub pixels: String,
}

/// Lines shown, both ends included.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Lines {
    /// First.
    pub first: LineNo,
    /// Last.
    pub last: LineNo,
    /// How many.
    pub count: u64,
}

/// A cell as the manifest writes it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CellSize {
    /// Advance in pixels.
    pub width: Px,
    /// Row pitch in pixels.
    pub height: Px,
}

impl From<Cell> for CellSize {
    fn from(cell: Cell) -> Self {
        Self { width: cell.width, height: cell.height }
    }
}

/// `text` over `visual` as a number with three decimals; `None` when nothing was drawn.
#[expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "a report's figure, from whole thousandths")]
pub fn realised_ratio(text: Tokens, visual: Tokens) -> Option<f64> {
    (visual > Tokens::ZERO).then(|| Permille::of(text.get(), visual.get()).get() as f64 / 1000.0)
}
