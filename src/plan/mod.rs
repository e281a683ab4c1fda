//! From a budget to a page plan: the space of layouts, what makes one best, and the search.
//!
//! A [`Plan`] is a plain value. It serialises, and rendering needs nothing but it and the document:
//! it can be cached, compared, snapshot-tested and explained without drawing a pixel.

mod log;
mod objective;
pub mod paper;
mod search;
mod space;
mod tariff;
#[cfg(test)]
mod tests;

pub use objective::{LEAST_FILL, Objective, Terms, Weights};
pub use search::{Counted, Found, Search, Tally};
pub use space::{Candidate, DRAWABLE_FLOOR, LEAST_CODE, LEAST_SHORT, MECHANICAL_FLOOR, Space};
pub use tariff::{Fit, Tariff};

use crate::grid::{Cell, Frame, Grid};
use crate::layout::{Flow, Lines, Measure, PageSpan, Rowed, Wrapped, paginate};
use crate::units::{Cols, LineNo, PageNo, Px, PxSize, Tokens};
use serde::{Deserialize, Serialize};

/// Pages of one document, each with its place, size and price: all that drawing needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Version of the pixel contract the plan was made for; see [`crate::render::PIXEL_CONTRACT`].
    pub contract: String,
    /// How source lines are laid out.
    pub layout: LayoutKind,
    /// Name of the colour theme.
    pub theme: String,
    /// Page width, cell, columns, gutter and caption.
    pub grid: Grid,
    /// The pages in order.
    pub pages: Vec<PagePlan>,
    /// Visual tokens of all pages.
    pub tokens: Tokens,
    /// Budget the plan was made for.
    pub budget: Tokens,
    /// The terms of the plan's loss.
    pub terms: Terms,
    /// Share of page cells that hold text.
    pub fill: crate::units::Permille,
    /// The least visual tokens of any layout above the floor, where even that exceeds the budget.
    pub floor: Option<Tokens>,
    /// Source lines longer than a whole column, which are split over columns or pages.
    pub split_lines: Vec<LineNo>,
}

/// How source lines are laid out on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LayoutKind {
    /// Each source line on its own row, wrapped where too long.
    Rows,
    /// Source lines run on one after the other, each set off by its number.
    Flow,
}

/// Which layouts may be chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LayoutChoice {
    /// Rows while they meet the budget, else whichever is cheaper.
    #[default]
    Auto,
    /// Only rows.
    Rows,
    /// Only flow.
    Flow,
}

/// One page of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PagePlan {
    /// Its number, from 1.
    pub number: PageNo,
    /// Its size in pixels.
    pub size: PxSize,
    /// Which lines lie in which column.
    pub span: PageSpan,
    /// What the model bills for it.
    pub tokens: Tokens,
    /// The caption drawn on top, already cut to the page's width; empty for none.
    pub caption: String,
}

/// Why no plan could be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The document has no lines.
    #[error("nothing to plan: the input has no lines")]
    Empty,
    /// No layout fits the reader's pages.
    #[error(
        "no layout fits pages of {limit} px with a gutter of {gutter} cells; allow larger pages or drop line numbers"
    )]
    NoLayout {
        /// Largest page of the reader.
        limit: PxSize,
        /// Cells of the gutter.
        gutter: Cols,
    },
    /// Every layout takes more pages than allowed.
    #[error("{lines} lines need more than the {allowed} pages allowed; render a range with --lines A:B")]
    TooManyPages {
        /// Lines of the document.
        lines: usize,
        /// Page limit.
        allowed: PageNo,
    },
}

/// What a plan is to be made for.
#[derive(Clone, Debug)]
pub struct Goal<'a> {
    /// Page prices of the model.
    pub tariff: &'a Tariff,
    /// Gutter, caption, unit.
    pub frame: Frame,
    /// Layouts to choose from.
    pub space: &'a Space,
    /// Which kinds of layout.
    pub layout: LayoutChoice,
    /// Weights of the objective.
    pub weights: Weights,
    /// Budget in visual tokens.
    pub budget: Tokens,
    /// The reader's comfortable cell.
    pub comfortable: Cell,
    /// Most pages allowed.
    pub max_pages: PageNo,
}

impl Goal<'_> {
    /// The widest code column of any candidate.
    fn widest_code(&self) -> Cols {
        let cell = self.space.cells.iter().map(|cell| cell.width.get()).min().unwrap_or(1).max(1);
        Cols::new(self.tariff.widths() * self.tariff.unit().get() / cell)
    }
}

/// The chosen layout, the runners-up, and what the search did.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Best first, at most as many as asked for.
    pub ranked: Vec<Counted>,
    /// The cheapest layout, where even that exceeds the budget.
    pub floor: Option<Tokens>,
    /// How the search went.
    pub tally: Tally,
}

/// Finds the best layout and up to `keep - 1` runners-up.
///
/// With [`LayoutChoice::Auto`] lines stay on rows of their own while the budget can be met so; only
/// where even the cheapest such layout exceeds it may they run on, and only where that is cheaper.
///
/// # Errors
/// [`PlanError`] when the document is empty or no layout fits.
pub fn choose(lines: &impl Lines, goal: &Goal<'_>, keep: usize) -> Result<Choice, PlanError> {
    if lines.count() == 0 {
        return Err(PlanError::Empty);
    }
    let rows = (goal.layout != LayoutChoice::Flow).then(|| {
        let limit = goal.widest_code();
        chosen(&Rowed::new(lines, limit), LayoutKind::Rows, goal.frame, goal.space, goal, keep)
    });
    let flow = || {
        let frame = Frame { gutter: Cols::ZERO, ..goal.frame };
        chosen(&Flow::new(lines), LayoutKind::Flow, frame, &goal.space.flowing(), goal, keep)
    };
    let choice = match rows {
        None => flow(),
        Some(rows) if goal.layout == LayoutChoice::Rows || rows.meets_budget() => rows,
        Some(rows) => rows.or_cheaper(flow()),
    };
    if choice.ranked.is_empty() { Err(no_layout(lines, goal, &choice.tally)) } else { Ok(choice) }
}

impl Choice {
    /// Whether a layout was found and the budget is not below its cheapest.
    fn meets_budget(&self) -> bool {
        !self.ranked.is_empty() && self.floor.is_none()
    }

    /// Whichever costs fewer tokens; the floor is the lower one.
    fn or_cheaper(self, other: Self) -> Self {
        let tokens = |choice: &Self| choice.ranked.first().map_or(u64::MAX, |best| best.tokens.get());
        let floor = match (self.floor, other.floor) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (floor, None) if other.ranked.is_empty() => floor,
            (None, floor) if self.ranked.is_empty() => floor,
            _ => None,
        };
        let better = if tokens(&other) < tokens(&self) { other } else { self };
        Self { floor, ..better }
    }
}

/// The best layouts of one kind.
fn chosen<M: Measure>(
    measure: &M,
    layout: LayoutKind,
    frame: Frame,
    space: &Space,
    goal: &Goal<'_>,
    keep: usize,
) -> Choice {
    let objective = Objective {
        weights: goal.weights,
        budget: goal.budget.get().max(1),
        comfortable: goal.comfortable,
        dearest_page: goal.tariff.dearest(),
    };
    let mut search =
        Search { measure, layout, tariff: goal.tariff, frame, space, objective, max_pages: goal.max_pages };
    if let Some(ideal) = ideal(&search) {
        search.objective.budget = search.objective.budget.min(ideal.get());
    }
    let found = search.best(keep.max(1));
    let over = found.best.first().is_some_and(|best| best.tokens > goal.budget);
    let floor = if over { cheapest(&search).filter(|&tokens| tokens > goal.budget) } else { None };
    Choice { ranked: found.best, floor, tally: found.tally }
}

/// Tokens of the layout that would be chosen if tokens hardly mattered. A budget beyond it is not
/// spent: neither letters larger than comfortable nor blank paper are worth anything.
fn ideal<M: Measure>(search: &Search<'_, M>) -> Option<Tokens> {
    let weights = Weights { token: search.objective.weights.token / 100, ..search.objective.weights };
    let objective = Objective { weights, budget: 1, ..search.objective };
    let search = Search { objective, ..*search };
    search.best(1).best.first().map(|counted| counted.tokens)
}

/// Tokens of the cheapest layout of the space.
fn cheapest<M: Measure>(search: &Search<'_, M>) -> Option<Tokens> {
    let weights = Weights { token: 1000, cell: 0, aspect: 0, wrap: 0, fill: 0, page: 0 };
    let objective = Objective { weights, budget: 1, ..search.objective };
    let search = Search { objective, ..*search };
    search.best(1).best.first().map(|counted| counted.tokens)
}

fn no_layout(lines: &impl Lines, goal: &Goal<'_>, tally: &Tally) -> PlanError {
    if tally.over_pages > 0 {
        return PlanError::TooManyPages { lines: lines.count(), allowed: goal.max_pages };
    }
    let unit = goal.tariff.unit().get();
    let limit = PxSize::new(Px::new(goal.tariff.widths() * unit), Px::new(goal.tariff.heights() * unit));
    PlanError::NoLayout { limit, gutter: goal.frame.gutter }
}

/// The pages of a chosen layout, without captions, and the lines that had to be split.
pub fn lay_out(lines: &impl Lines, tariff: &Tariff, counted: &Counted) -> (Vec<PagePlan>, Vec<usize>) {
    let Candidate { grid, .. } = counted.candidate;
    let rows = counted.candidate.rows();
    let layout = match counted.layout {
        LayoutKind::Rows => paginate(&Wrapped::new(lines, grid.code), grid.columns, rows),
        LayoutKind::Flow => paginate(&Flow::new(lines).wrap(grid.code), grid.columns, rows),
    };
    let pages = layout.pages.into_iter().zip(1_u32..).filter_map(|(span, number)| {
        let fit = search::page_fit(tariff, grid, span.rows())?;
        let height = Px::new(fit.height * tariff.unit().get());
        Some(PagePlan {
            number: PageNo::new(number),
            size: PxSize::new(grid.width, height),
            span,
            tokens: Tokens::new(fit.tokens),
            caption: String::new(),
        })
    });
    (pages.collect(), layout.split)
}
