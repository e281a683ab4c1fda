//! The public face: a document and a request in, a plan out; a document and a plan in, pages out.
//!
//! ```no_run
//! use codeshot::document::{Document, Options};
//! use codeshot::engine::{self, Request};
//! use codeshot::source::{Limits, Source};
//!
//! let bytes = std::fs::read("src/main.rs")?;
//! let source = Source::decode(bytes, Some("src/main.rs"), &Limits::default())?;
//! let document = Document::build(&source, &Options::default())?;
//! let planned = engine::plan(&document, &Request::default())?;
//! for page in engine::render(&document, &planned.plan)? {
//!     std::fs::write(format!("page-{}.png", page.number), &page.png)?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::cost::{CostError, Model, Tokenizer};
use crate::document::{Document, File, Shown};
use crate::encode::{DecodeError, Direct, EncodeError, png_digest};
use crate::font::Atlas;
use crate::grid::{Cell, Frame};
use crate::plan::{
    self, Choice, DRAWABLE_FLOOR, Goal, LEAST_SHORT, LayoutChoice, LayoutKind, MECHANICAL_FLOOR, Plan, PlanError,
    Space, Tariff, Weights,
};
use crate::reader::{self, ReaderProfile};
use crate::render::{self, PIXEL_CONTRACT, PageCells, PageRaster, Slots, THEMES, Theme, ThemeError};
use crate::text::{cols, keep_end};
use crate::units::{Cols, LineNo, PageNo, Permille, PxSize, Rows, Tokens};
use rayon::prelude::*;

/// What the pages may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// The text tokens divided by this, in thousandths; at least 1000.
    Ratio(Permille),
    /// So many visual tokens.
    Tokens(Tokens),
}

impl Budget {
    /// The budget for `text` tokens of source, at least one token.
    pub fn tokens(self, text: Tokens) -> Tokens {
        match self {
            Self::Ratio(ratio) => Tokens::new((text.get() * 1000 / ratio.get().max(1)).max(1)),
            Self::Tokens(tokens) => tokens,
        }
    }
}

/// Whether a part of the page is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    /// Drawn.
    #[default]
    On,
    /// Left out, and its room with it.
    Off,
}

/// The smallest cell that may be chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Floor {
    /// [`MECHANICAL_FLOOR`]: letters stay letters.
    #[default]
    Mechanical,
    /// [`DRAWABLE_FLOOR`]: whatever the budget asks for, readable or not.
    Lifted,
}

impl Floor {
    fn cell(self) -> Cell {
        match self {
            Self::Mechanical => MECHANICAL_FLOOR,
            Self::Lifted => DRAWABLE_FLOOR,
        }
    }
}

/// What the reader must be able to read, by its own profile rather than the mechanical floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Exact strings: names, hashes, numbers.
    Exact,
    /// What the code is about.
    Gist,
}

/// What is asked of the planner.
#[derive(Clone, Debug)]
pub struct Request {
    /// Model the pages are priced for. Default: an unknown reader at Claude's standard rule, pages up to 896 × 1344.
    pub model: Model,
    /// Budget. Default: half the text tokens.
    pub budget: Budget,
    /// Name of the tokenizer that counts text; see [`Tokenizer::known`]. Default: `o200k`.
    pub tokenizer: String,
    /// Colours. Default: the first of [`THEMES`].
    pub theme: &'static Theme,
    /// A line on top of each page with name, range and page number. Default: on.
    pub caption: Show,
    /// The line-number gutter. Default: on.
    pub line_numbers: Show,
    /// The smallest cell. Default: the mechanical floor.
    pub floor: Floor,
    /// Makes the reader's own floor a hard limit. Default: it is only told.
    pub need: Option<Need>,
    /// Only this cell. Default: the best one.
    pub cell: Option<Cell>,
    /// Which kinds of layout. Default: rows while they meet the budget.
    pub layout: LayoutChoice,
    /// So many newspaper columns. Default: one to three, as is best.
    pub columns: Option<u32>,
    /// Weights of the objective.
    pub weights: Weights,
    /// How many layouts to report, the chosen one included. Default: one.
    pub keep: usize,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            model: Model::unknown_reader(),
            budget: Budget::Ratio(Permille::new(2000)),
            tokenizer: "o200k".to_owned(),
            theme: &THEMES[0],
            caption: Show::On,
            line_numbers: Show::On,
            floor: Floor::Mechanical,
            need: None,
            cell: None,
            layout: LayoutChoice::Auto,
            columns: None,
            weights: Weights::default(),
            keep: 1,
        }
    }
}

/// Why no pages could be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// No layout fits.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// No tokenizer has the name.
    #[error(transparent)]
    Cost(#[from] CostError),
    /// The plan names a theme that this version does not have.
    #[error(transparent)]
    Theme(#[from] ThemeError),
    /// The cell asked for is smaller than may be drawn.
    #[error(
        "cell {cell} is below the floor of {floor}; give a larger cell, or lift the floor with --allow-illegible or without --need"
    )]
    CellBelowFloor {
        /// The cell asked for.
        cell: Cell,
        /// The floor in force.
        floor: Cell,
    },
    /// No cell is known at which the model reads exact strings.
    #[error("no cell is known at which {model} reads exact strings; send them as text, or ask for --need gist")]
    NeverExact {
        /// The model.
        model: String,
    },
    /// A page could not be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The plan was made for other pixels.
    #[error("plan is for pixel contract '{plan}', this version draws '{PIXEL_CONTRACT}'; make the plan again")]
    Contract {
        /// The plan's contract.
        plan: String,
    },
    /// The plan speaks of lines that the document does not have.
    #[error("plan shows {plan} lines, the document has {document}; make the plan again")]
    Mismatch {
        /// Lines of the plan.
        plan: usize,
        /// Lines of the document.
        document: usize,
    },
}

/// A plan with what was learnt on the way.
#[derive(Debug)]
pub struct Planned {
    /// The plan.
    pub plan: Plan,
    /// What the document costs as text.
    pub text_tokens: Tokens,
    /// Who counted that.
    pub tokenizer: Tokenizer,
    /// Candidates and how the search went.
    pub choice: Choice,
    /// The reader's profile.
    pub reader: ReaderProfile,
    /// What a reader must be told.
    pub warnings: Vec<String>,
}

/// Finds the layout of least loss for a request.
///
/// # Errors
/// [`EngineError::Plan`] when the document is empty or no layout fits.
pub fn plan(document: &Document, request: &Request) -> Result<Planned, EngineError> {
    let reader = reader::profile(&request.model);
    let limit = request.model.page_limit();
    let tariff = Tariff::new(request.model.unit(), PxSize::new(limit.width, limit.height), |size| {
        request.model.fitting_tokens(size)
    });
    let frame = frame(document, request);
    let comfortable = Cell::from(reader.comfortable.cell);
    let mut space = space(request, &reader, comfortable)?;
    if document.lines() < SHORT {
        space.least_code = LEAST_SHORT;
    }
    let tokenizer = Tokenizer::by_name(&request.tokenizer)?;
    let text_tokens = tokenizer.count(&text_of(document));
    let mut goal = Goal {
        tariff: &tariff,
        frame,
        space: &space,
        layout: layout_choice(document, request.layout),
        weights: request.weights,
        budget: request.budget.tokens(text_tokens),
        comfortable,
        max_pages: PageNo::new(reader.limits.max_images),
    };
    let mut warnings = document.warnings().to_vec();
    let choice = match plan::choose(document, &goal, request.keep) {
        Err(PlanError::TooManyPages { .. }) => {
            goal.max_pages = PageNo::new(u32::MAX);
            plan::choose(document, &goal, request.keep)?
        }
        other => other?,
    };
    let plan = finish(document, request, &goal, &choice);
    let sizes: Vec<PxSize> = plan.pages.iter().map(|page| page.size).collect();
    warnings.extend(reader.broken_limits(&sizes));
    warnings.extend(plan_warnings(&plan, &reader, request, &space));
    Ok(Planned { plan, text_tokens, tokenizer, choice, reader, warnings })
}

/// Documents shorter than this keep ordinary lines whole and on rows of their own unless asked otherwise:
/// what wrapping or running on would save is a few dozen tokens, and the reader loses the shape of the code.
const SHORT: usize = 100;

/// Lines run on only where each has a plain number of its own: files with bars between them, diffs and
/// numbered input keep their rows.
fn layout_choice(document: &Document, asked: LayoutChoice) -> LayoutChoice {
    let last = document.number(document.lines().saturating_sub(1)).unwrap_or_default();
    let digits = last.get().checked_ilog10().unwrap_or(0) + 1;
    let plain = document.lines() == document.source_lines() && document.label_cols().get() == digits;
    match asked {
        _ if !plain => LayoutChoice::Rows,
        LayoutChoice::Auto if document.lines() < SHORT => LayoutChoice::Rows,
        asked => asked,
    }
}

/// The layouts that a request allows.
fn space(request: &Request, reader: &ReaderProfile, comfortable: Cell) -> Result<Space, EngineError> {
    let mut space = Space::new(request.floor.cell(), comfortable);
    if let Some(cell) = request.cell {
        let least = request.floor.cell();
        if cell.width < least.width || cell.height < least.height {
            return Err(EngineError::CellBelowFloor { cell, floor: least });
        }
        space.cells = vec![cell];
    }
    if let Some(columns) = request.columns {
        space.columns = vec![columns];
    }
    let floor = match request.need {
        None => return Ok(space),
        Some(Need::Gist) => Some(&reader.gist),
        Some(Need::Exact) => reader.exact.as_ref(),
    };
    let Some(floor) = floor else {
        return Err(EngineError::NeverExact { model: request.model.name().to_owned() });
    };
    // A floor may lie beyond the comfortable cell; the cell it was measured at is always to be had.
    if request.cell.is_none() && !space.cells.contains(&Cell::from(floor.cell)) {
        space.cells.push(Cell::from(floor.cell));
    }
    space.cells.retain(|&cell| floor.admits(cell.into()));
    if space.cells.is_empty() {
        let cell = request.cell.unwrap_or(comfortable);
        return Err(EngineError::CellBelowFloor { cell, floor: Cell::from(floor.cell) });
    }
    Ok(space)
}

/// The source lines of a document as one text, each with its line end.
pub fn text_of(document: &Document) -> String {
    (0..document.lines()).filter(|&line| document.is_source(line)).fold(String::new(), |mut text, line| {
        text.push_str(document.text(line));
        text.push('\n');
        text
    })
}

fn frame(document: &Document, request: &Request) -> Frame {
    let gutter = if request.line_numbers == Show::On { document.label_cols().get() + 1 } else { 0 };
    let caption = u32::from(request.caption == Show::On);
    Frame { gutter: Cols::new(gutter), caption: Rows::new(caption), unit: request.model.unit() }
}

fn finish(document: &Document, request: &Request, goal: &Goal<'_>, choice: &Choice) -> Plan {
    let best = choice.ranked[0];
    let (mut pages, split) = plan::lay_out(document, goal.tariff, &best);
    if request.caption == Show::On {
        let across = best.candidate.grid.cells_across().get();
        let total = pages.len();
        for page in &mut pages {
            page.caption = caption(document, page, total, across, best.layout);
        }
    }
    Plan {
        contract: PIXEL_CONTRACT.to_owned(),
        layout: best.layout,
        theme: request.theme.name.to_owned(),
        grid: best.candidate.grid,
        pages,
        tokens: best.tokens,
        budget: goal.budget,
        terms: best.terms,
        fill: best.fill,
        floor: choice.floor,
        split_lines: split.into_iter().filter_map(|line| document.number(line)).collect(),
    }
}

/// How to read the flow layout, the longest that fits.
const FLOW_LEGEND: [&str; 3] = [
    "  | lines run on, each after its number; indent: blank = 4 columns, dot = 1; numbers left out are blank lines",
    "  | indent: blank = 4 columns, dot = 1; numbers left out: blank lines",
    "  | indent: blank = 4, dot = 1",
];

/// Most ranges of one file that a caption tells apart.
const CAPTION_RANGES: usize = 3;

/// Name, ranges and page number, the names cut from their start where the page is narrow.
fn caption(document: &Document, page: &plan::PagePlan, total: usize, across: u32, layout: LayoutKind) -> String {
    let shown = document.shown(page.span.first()..page.span.end());
    let mut files: Vec<(usize, Vec<String>)> = Vec::new();
    for Shown { file, first, last } in shown {
        let range =
            if first == last && document.files().len() > 1 { first.to_string() } else { format!("{first}-{last}") };
        match files.last_mut() {
            Some((before, ranges)) if *before == file => ranges.push(range),
            _ => files.push((file, vec![range])),
        }
    }
    let place_of = |ranges: &[String]| match ranges {
        [first, .., last] if ranges.len() > CAPTION_RANGES => {
            let start = first.split('-').next().unwrap_or_default();
            format!("{start}-{} in {} parts", last.rsplit('-').next().unwrap_or_default(), ranges.len())
        }
        _ => ranges.join(","),
    };
    let name_of = |file: usize| document.files().get(file).and_then(File::name).unwrap_or("stdin").to_owned();
    let (name, place) = if let [(file, ranges)] = files.as_slice() {
        (name_of(*file), format!(" {} {}/{total}", place_of(ranges), page.number))
    } else {
        let names: Vec<String> =
            files.iter().map(|(file, ranges)| format!("{} {}", name_of(*file), place_of(ranges))).collect();
        (names.join("; "), format!(" {}/{total}", page.number))
    };
    let room = across.saturating_sub(cols(&place));
    let text = format!("{}{place}", keep_end(&name, room));
    let legend = match layout {
        LayoutKind::Flow => FLOW_LEGEND.iter().find(|legend| cols(&text) + cols(legend) <= across).copied(),
        LayoutKind::Rows => None,
    };
    match legend {
        Some(legend) => text + legend,
        None if cols(&text) <= across => text,
        None => keep_end(text.trim_start(), across),
    }
}

/// First and last source line of a page, by the files' own numbers.
pub fn line_range(document: &Document, page: &plan::PagePlan) -> (LineNo, LineNo) {
    let mut lines = page.span.first()..page.span.end();
    let first = lines.find_map(|line| document.number(line)).unwrap_or_default();
    (first, lines.rev().find_map(|line| document.number(line)).unwrap_or(first))
}

fn plan_warnings(plan: &Plan, reader: &ReaderProfile, request: &Request, space: &Space) -> Vec<String> {
    let cell = plan.grid.cell;
    let mut warnings = Vec::new();
    if let Some(floor) = plan.floor {
        let least = space.cells.iter().min_by_key(|cell| (cell.area(), cell.width)).copied().unwrap_or(cell);
        let bound = if least == MECHANICAL_FLOOR { "legibility floor" } else { "smallest cell allowed," };
        warnings.push(format!(
            "budget of {} tokens is out of reach: at the {bound} {least} these lines cost at least {floor}",
            plan.budget
        ));
    }
    if cell.width < MECHANICAL_FLOOR.width || cell.height < MECHANICAL_FLOOR.height {
        warnings.push(format!(
            "cell {cell} is below the legibility floor {MECHANICAL_FLOOR}: do not rely on it being read"
        ));
    }
    if let Some(patch) = request.model.patch() {
        warnings.extend(reader.honest_line(cell.into(), patch));
    }
    if !plan.split_lines.is_empty() {
        let lines: Vec<String> = plan.split_lines.iter().take(5).map(ToString::to_string).collect();
        warnings.push(format!("longer than a column, split: line {}", lines.join(", ")));
    }
    warnings
}

/// A finished page.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its number, from 1.
    pub number: PageNo,
    /// Its size in pixels.
    pub size: PxSize,
    /// First source line on it.
    pub first_line: LineNo,
    /// Last source line on it, itself included.
    pub last_line: LineNo,
    /// All source lines on it, file by file.
    pub shown: Vec<Shown>,
    /// What the model bills for it.
    pub tokens: Tokens,
    /// The caption, also for the text beside the picture.
    pub caption: String,
    /// The PNG file.
    pub png: Vec<u8>,
}

impl Page {
    /// Digest of the decoded pixels; see [`crate::encode::pixels_digest`]. It decodes the whole file, which takes
    /// longer than making it did: ask only where it is wanted.
    ///
    /// # Errors
    /// [`DecodeError`] when the file is not the one that was made.
    pub fn pixels(&self) -> Result<String, DecodeError> {
        png_digest(&self.png)
    }
}

/// Draws and encodes all pages of a plan.
///
/// # Errors
/// [`EngineError`] when the plan does not belong to the document or to this version.
pub fn render(document: &Document, plan: &Plan) -> Result<Vec<Page>, EngineError> {
    let painter = Painter::new(document, plan)?;
    let direct = Direct::new(&painter.atlas, painter.theme);
    // Starting the threads costs more than a page.
    if plan.pages.len() < 2 {
        return plan.pages.iter().map(|page| painter.page(page, &direct)).collect();
    }
    plan.pages.par_iter().map(|page| painter.page(page, &direct)).collect()
}

/// Draws the pages of a plan without encoding them.
///
/// # Errors
/// As [`fn@render`].
pub fn rasters(document: &Document, plan: &Plan) -> Result<Vec<PageRaster>, EngineError> {
    let painter = Painter::new(document, plan)?;
    Ok(plan.pages.par_iter().map(|page| painter.raster(page)).collect())
}

/// What all pages of a plan share: the atlas and its slots.
struct Painter<'a> {
    document: &'a Document,
    plan: &'a Plan,
    theme: &'static Theme,
    slots: Slots,
    atlas: Atlas,
}

impl<'a> Painter<'a> {
    fn new(document: &'a Document, plan: &'a Plan) -> Result<Self, EngineError> {
        if plan.contract != PIXEL_CONTRACT {
            return Err(EngineError::Contract { plan: plan.contract.clone() });
        }
        let lines = plan.pages.iter().map(|page| page.span.end()).max().unwrap_or(0);
        if lines > document.lines() {
            return Err(EngineError::Mismatch { plan: lines, document: document.lines() });
        }
        let theme = Theme::by_name(&plan.theme)?;
        let slots = Slots::collect(document, plan);
        let atlas = Atlas::new(plan.grid.cell, slots.wanted());
        Ok(Self { document, plan, theme, slots, atlas })
    }

    fn cells(&self, page: &plan::PagePlan) -> PageCells {
        render::compose(self.document, self.plan, page, &self.slots)
    }

    fn raster(&self, page: &plan::PagePlan) -> PageRaster {
        render::paint(&self.cells(page), &self.atlas, self.theme)
    }

    fn page(&self, page: &plan::PagePlan, direct: &Direct<'_>) -> Result<Page, EngineError> {
        let png = match direct.png(&self.cells(page)) {
            Some(png) => png,
            None => crate::encode::png(&self.raster(page))?,
        };
        let (first_line, last_line) = line_range(self.document, page);
        Ok(Page {
            number: page.number,
            size: page.size,
            first_line,
            last_line,
            shown: self.document.shown(page.span.first()..page.span.end()),
            tokens: page.tokens,
            caption: page.caption.clone(),
            png,
        })
    }
}
