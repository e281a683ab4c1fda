//! One window at one ratio: by the published search, or by our planner for a model.

use crate::cost::{Model, Tokenizer, resolve};
use crate::document::{Document, Highlight, Options};
use crate::engine::{self, Budget, Floor, Request};
use crate::eval::EvalError;
use crate::eval::corpus::Window;
use crate::grid::Cell;
use crate::layout::Lines;
use crate::plan::MECHANICAL_FLOOR;
use crate::plan::paper::{self, Ask, PROMPT_TOKENS};
use crate::source::{Limits, Source};
use crate::units::{Permille, PxSize, Tokens};
use serde::{Deserialize, Serialize};

/// Who chooses the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// The published search; see [`paper`].
    Paper,
    /// Our planner as it is: legible cells, line numbers and caption counted.
    Default,
    /// Our planner with the legibility floor lifted.
    Illegible,
}

impl Preset {
    /// The name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Default => "default",
            Self::Illegible => "illegible",
        }
    }
}

/// A preset with the model its pages are priced for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Series {
    /// Who chooses the layout.
    pub preset: Preset,
    /// Name of the model.
    pub model: String,
}

/// What one window costs at one ratio.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// Preset and model.
    #[serde(flatten)]
    pub series: Series,
    /// Lines of the window.
    pub lines: usize,
    /// Its number among those of its size, from 0.
    pub window: usize,
    /// Nominal ratio.
    pub ratio: Permille,
    /// The whole prompt with the text, by the series' own tokenizer.
    pub text_tokens: Tokens,
    /// The whole prompt with the pages.
    pub tokens: Tokens,
    /// Pages.
    pub pages: u32,
    /// The character cell on the page as sent.
    pub cell: Cell,
    /// Size of the first page.
    pub page: PxSize,
    /// Share of the pages' area whose cells hold text.
    pub fill: Permille,
    /// Whether the cell is below the mechanical floor.
    pub illegible: bool,
    /// Whether even the cheapest layout allowed exceeds the budget.
    pub floor_binds: bool,
}

/// A series made ready.
#[derive(Debug)]
pub(super) struct Measured {
    series: Series,
    model: Model,
    text: Tokenizer,
    proxy: Tokenizer,
}

impl Measured {
    pub(super) fn new(series: &Series) -> Result<Self, EvalError> {
        let model = resolve(&series.model)?;
        let text = match series.preset {
            Preset::Paper => Tokenizer::by_name(super::COUNTER)?,
            Preset::Default | Preset::Illegible => Tokenizer::for_model(&model)?,
        };
        Ok(Self { series: series.clone(), model, text, proxy: Tokenizer::by_name("cl100k")? })
    }

    /// The window at every ratio.
    pub(super) fn window(
        &self,
        number: usize,
        window: &Window,
        ratios: &[Permille],
    ) -> Result<Vec<Observation>, EvalError> {
        let source = Source::decode(window.text.clone().into_bytes(), Some(&window.file), &Limits::default())?;
        let options = Options {
            highlight: Highlight::Off,
            start_line: window.first_line,
            coverage: crate::font::covers,
            ..Options::default()
        };
        let document = Document::build(&source, &options)?;
        let texts = (self.text.count(&window.text), self.proxy.count(&window.text));
        let one = |&ratio: &Permille| {
            let observation = match self.series.preset {
                Preset::Paper => self.paper(&document, texts, ratio),
                Preset::Default => self.ours(&document, texts.0, ratio, Floor::Mechanical),
                Preset::Illegible => self.ours(&document, texts.0, ratio, Floor::Lifted),
            };
            observation.map(|found| Observation { window: number, ..found })
        };
        ratios.iter().map(one).collect()
    }

    fn blank(&self, document: &Document, text: Tokens, ratio: Permille) -> Observation {
        Observation {
            series: self.series.clone(),
            lines: document.lines(),
            window: 0,
            ratio,
            text_tokens: PROMPT_TOKENS + text,
            tokens: PROMPT_TOKENS,
            pages: 0,
            cell: Cell::new(0, 0),
            page: PxSize::new(crate::units::Px::ZERO, crate::units::Px::ZERO),
            fill: Permille::ZERO,
            illegible: false,
            floor_binds: false,
        }
    }

    /// The published search. Its own price form holds for Kimi-K2.5; other models are priced by their rule.
    fn paper(
        &self,
        document: &Document,
        (text, proxy): (Tokens, Tokens),
        ratio: Permille,
    ) -> Result<Observation, EvalError> {
        let blank = self.blank(document, text, ratio);
        let ask = Ask { proxy_tokens: proxy, text_tokens: text, ratio: as_ratio(ratio) };
        let Some(pages) = paper::pages(document, &ask) else { return Ok(blank) };
        let tokens = if self.series.model == "kimi-k2.5" {
            pages.published_tokens()
        } else {
            let page = self.model.price(pages.size())?.tokens;
            Tokens::new(PROMPT_TOKENS.get() + page.get() * pages.spans.len() as u64)
        };
        let cell = pages.cell();
        let cells: u64 = (0..document.lines()).map(|line| u64::from(Lines::cols(document, line).get())).sum();
        let room = u64::from(pages.cols.get()) * u64::from(pages.rows.get()) * pages.spans.len() as u64;
        Ok(Observation {
            tokens,
            pages: u32::try_from(pages.spans.len()).unwrap_or(u32::MAX),
            cell,
            page: pages.size(),
            fill: Permille::of(cells, room),
            illegible: illegible(cell),
            floor_binds: pages.spans.len() > pages.target.pages as usize,
            ..blank
        })
    }

    fn ours(&self, document: &Document, text: Tokens, ratio: Permille, floor: Floor) -> Result<Observation, EvalError> {
        let request = Request {
            model: self.model.clone(),
            budget: Budget::Ratio(ratio),
            tokenizer: self.text.name().to_owned(),
            floor,
            ..Request::default()
        };
        let plan = engine::plan(document, &request)?.plan;
        let blank = self.blank(document, text, ratio);
        Ok(Observation {
            tokens: PROMPT_TOKENS + plan.tokens,
            pages: u32::try_from(plan.pages.len()).unwrap_or(u32::MAX),
            cell: plan.grid.cell,
            page: plan.pages.first().map_or(blank.page, |page| page.size),
            fill: plan.fill,
            illegible: illegible(plan.grid.cell),
            floor_binds: plan.floor.is_some(),
            ..blank
        })
    }
}

fn illegible(cell: Cell) -> bool {
    cell.width < MECHANICAL_FLOOR.width || cell.height < MECHANICAL_FLOOR.height
}

#[expect(clippy::cast_precision_loss, clippy::float_arithmetic, reason = "a ratio in thousandths is a small number")]
fn as_ratio(ratio: Permille) -> f64 {
    ratio.get() as f64 / 1000.0
}
