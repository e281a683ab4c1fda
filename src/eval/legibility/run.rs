//! A grid of windows and ratios, drawn and read.

use super::{Reader, Reading, Sheet};
use crate::cost::{Model, Tokenizer, resolve};
use crate::document::{Document, Options};
use crate::engine::{self, Budget, Floor, Request};
use crate::eval::EvalError;
use crate::eval::corpus::{Corpus, Window};
use crate::eval::surface::{COUNTER, Preset, Progress, Series};
use crate::grid::MARGIN;
use crate::plan::{self, LayoutKind};
use crate::source::{Limits, Source};
use crate::units::{Permille, Px};
use std::fs;
use std::path::{Path, PathBuf};

/// What is drawn and read.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Window sizes in lines.
    pub windows: Vec<usize>,
    /// Nominal ratios.
    pub ratios: Vec<Permille>,
    /// Windows of each size.
    pub samples: usize,
    /// Seed of the sample.
    pub seed: u64,
    /// Who chooses the layout, for which model.
    pub series: Vec<Series>,
    /// Folders of pages by other tools, each with what its pages show.
    pub others: Vec<Sheet>,
}

/// Has every sheet of the plan read; pages stay under `folder` for inspection.
///
/// # Errors
/// When windows cannot be drawn, or the reader fails.
pub fn run(
    corpus: &Corpus,
    plan: &Plan,
    reader: &dyn Reader,
    folder: &Path,
    mut tell: impl FnMut(Progress),
) -> Result<Vec<Reading>, EvalError> {
    let counter = Tokenizer::by_name(COUNTER)?;
    let all = plan.windows.len() * plan.samples * plan.series.len() * plan.ratios.len() + plan.others.len();
    let mut readings = Vec::with_capacity(all);
    for &lines in &plan.windows {
        let windows = corpus.sample(lines, plan.samples, plan.seed, &counter)?;
        for series in &plan.series {
            let model = resolve(&series.model)?;
            for &ratio in &plan.ratios {
                let layout = format!("{}, {}, r = {}", series.preset.name(), series.model, shown(ratio));
                for (number, window) in windows.iter().enumerate() {
                    tell(Progress { done: readings.len(), all });
                    let name = format!("{}-{}-{}-{lines}-{number}", series.preset.name(), series.model, shown(ratio));
                    let drawn = draw(window, &model, series.preset, ratio, &folder.join("pages").join(&name), name)?;
                    readings.push(read(reader, layout.clone(), &drawn.0, drawn.1)?);
                }
            }
        }
    }
    for sheet in &plan.others {
        tell(Progress { done: readings.len(), all });
        let model = plan.series.first().map_or_else(|| resolve("kimi-k2.5"), |series| resolve(&series.model))?;
        let tokens = priced(sheet, &model)?;
        readings.push(read(reader, sheet.name.clone(), sheet, tokens)?);
    }
    tell(Progress { done: all, all });
    Ok(readings)
}

fn read(reader: &dyn Reader, layout: String, sheet: &Sheet, tokens: u64) -> Result<Reading, EvalError> {
    let score = reader.read(sheet)?;
    Ok(Reading {
        reader: reader.name(),
        layout,
        sheet: sheet.name.clone(),
        source_chars: sheet.source_chars(),
        tokens,
        score,
    })
}

fn shown(ratio: Permille) -> String {
    let text = format!("{}.{:03}", ratio.get() / 1000, ratio.get() % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Draws a window; the sheet and what its pages cost.
fn draw(
    window: &Window,
    model: &Model,
    preset: Preset,
    ratio: Permille,
    folder: &Path,
    name: String,
) -> Result<(Sheet, u64), EvalError> {
    let source = Source::decode(window.text.clone().into_bytes(), Some(&window.file), &Limits::default())?;
    let options = Options { start_line: window.first_line, coverage: crate::font::covers, ..Options::default() };
    let document = Document::build(&source, &options)?;
    let request = Request {
        model: model.clone(),
        budget: Budget::Ratio(ratio),
        tokenizer: Tokenizer::for_model(model)?.name().to_owned(),
        floor: if preset == Preset::Illegible { Floor::Lifted } else { Floor::Mechanical },
        // The reader marks source lines; a caption is none.
        caption: engine::Show::Off,
        ..Request::default()
    };
    let planned = engine::plan(&document, &request)?.plan;
    write_pages(folder, &document, &planned)?;
    let grid = planned.grid;
    let starts = (1..grid.columns).map(|column| {
        let gap = crate::grid::COLUMN_GAP.get() * grid.cell.width.get() / 2;
        Px::new((MARGIN.get() + grid.column_start(column).get() * grid.cell.width.get()).saturating_sub(gap))
    });
    let sheet = Sheet {
        name,
        folder: folder.to_owned(),
        truth: (0..document.lines()).map(|line| document.text(line).to_owned()).collect(),
        first_line: Some(window.first_line),
        blank_numbers: planned.layout == LayoutKind::Rows,
        cuts: starts.collect(),
        pitch: Some(grid.cell.height),
    };
    Ok((sheet, planned.tokens.get()))
}

fn write_pages(folder: &Path, document: &Document, plan: &plan::Plan) -> Result<(), EvalError> {
    fs::create_dir_all(folder).map_err(EvalError::io(folder))?;
    for page in engine::render(document, plan)? {
        let path: PathBuf = folder.join(format!("page-{}.png", page.number));
        fs::write(&path, page.png).map_err(EvalError::io(&path))?;
    }
    Ok(())
}

/// What pages of another tool cost.
fn priced(sheet: &Sheet, model: &Model) -> Result<u64, EvalError> {
    let mut tokens = 0;
    for path in sheet.pages()? {
        let bytes = fs::read(&path).map_err(EvalError::io(&path))?;
        let size = png_size(&bytes).ok_or_else(|| {
            let source = std::io::Error::new(std::io::ErrorKind::InvalidData, "no PNG file");
            EvalError::Io { path: path.clone(), source }
        })?;
        tokens += model.price(size)?.tokens.get();
    }
    Ok(tokens)
}

/// Width and height from the first chunk of a PNG file.
fn png_size(bytes: &[u8]) -> Option<crate::units::PxSize> {
    let side = |at: usize| Some(Px::new(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?)));
    if !bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return None;
    }
    Some(crate::units::PxSize::new(side(16)?, side(20)?))
}
