//! The search for the layout of least loss: bounds from the histogram first, exact counts where they can win.
//!
//! [`Search::best`] looks at every layout of the space. For most a bound computed from the
//! histogram of line widths in some twenty nanoseconds already exceeds the best loss found; the
//! others are wrapped and paginated. [`Search::best_by_force`] counts all of them; a property test
//! holds the two equal. Ranks end with the number of the candidate, so there are no ties.

use super::LayoutKind;
use super::objective::{Objective, Terms};
use super::space::{self, Candidate, Space};
use super::tariff::Tariff;
use crate::grid::Frame;
use crate::layout::{Measure, Text, paginate};
use crate::units::{Cols, PageNo, Rows, Tokens};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A layout, counted exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// The layout.
    pub candidate: Candidate,
    /// How lines are laid out.
    pub layout: LayoutKind,
    /// What its pages cost together.
    pub tokens: Tokens,
    /// How many pages it takes.
    pub pages: PageNo,
    /// Share of its cells that hold text, in thousandths.
    pub fill: crate::units::Permille,
    /// The terms of its loss.
    pub terms: Terms,
}

/// How the search went, for `--explain`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Layouts in the space.
    pub candidates: usize,
    /// Of them, ruled out by the histogram bound.
    pub bounded: usize,
    /// Of them, wrapped and paginated.
    pub counted: usize,
    /// Of the counted, over the page limit.
    pub over_pages: usize,
}

/// The outcome of a search: the best layouts in order, at most as many as asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Best first.
    pub best: Vec<Counted>,
    /// How the search went.
    pub tally: Tally,
}

/// Total order of layouts: loss, then tokens, pages, and the candidate's number.
type Rank = (u64, Tokens, PageNo, usize);

/// Everything a search needs.
#[derive(Debug)]
pub struct Search<'a, M> {
    /// The document, measured for a layout.
    pub measure: &'a M,
    /// Which layout that is.
    pub layout: LayoutKind,
    /// Page prices.
    pub tariff: &'a Tariff,
    /// Gutter, caption, unit.
    pub frame: Frame,
    /// What to choose from.
    pub space: &'a Space,
    /// What is best.
    pub objective: Objective,
    /// Most pages allowed.
    pub max_pages: PageNo,
}

/// A candidate with its number, code width and bounds.
struct Bounded {
    number: usize,
    candidate: Candidate,
    loss: u64,
}

impl<M: Measure> Search<'_, M> {
    /// The best `keep` layouts.
    pub fn best(&self, keep: usize) -> Found {
        let mut tally = Tally::default();
        let mut groups: BTreeMap<Cols, Vec<Bounded>> = BTreeMap::new();
        space::for_each(self.space, self.tariff, self.frame, self.measure.widest(), |candidate| {
            let loss = self.bound(candidate);
            groups.entry(candidate.grid.code).or_default().push(Bounded { number: tally.candidates, candidate, loss });
            tally.candidates += 1;
        });
        let mut order: Vec<(u64, Cols)> =
            groups.iter().map(|(&code, group)| (group.iter().map(|b| b.loss).min().unwrap_or(0), code)).collect();
        order.sort_unstable();
        let mut top: Vec<(Rank, Counted)> = Vec::with_capacity(keep + 1);
        for (least, code) in order {
            if top.len() == keep && top.last().is_some_and(|(rank, _)| least > rank.0) {
                tally.bounded += groups[&code].len();
                continue;
            }
            let Some(group) = groups.get_mut(&code) else { continue };
            group.sort_unstable_by_key(|b| (b.loss, b.number));
            let wrapped = self.measure.wrap(code);
            for bounded in group.iter() {
                if top.len() == keep && top.last().is_some_and(|(rank, _)| bounded.loss > rank.0) {
                    tally.bounded += 1;
                    continue;
                }
                tally.counted += 1;
                match self.count(&wrapped, bounded.candidate) {
                    Some(counted) => insert(&mut top, keep, rank(&counted, bounded.number), counted),
                    None => tally.over_pages += 1,
                }
            }
        }
        Found { best: top.into_iter().map(|(_, counted)| counted).collect(), tally }
    }

    /// The best layout by counting every one; for tests and small spaces.
    pub fn best_by_force(&self) -> Option<Counted> {
        let mut best: Option<(Rank, Counted)> = None;
        let mut number = 0;
        space::for_each(self.space, self.tariff, self.frame, self.measure.widest(), |candidate| {
            let wrapped = self.measure.wrap(candidate.grid.code);
            if let Some(counted) = self.count(&wrapped, candidate) {
                let rank = rank(&counted, number);
                if best.is_none_or(|(least, _)| rank < least) {
                    best = Some((rank, counted));
                }
            }
            number += 1;
        });
        best.map(|(_, counted)| counted)
    }

    /// A loss that the candidate cannot beat, from the histogram alone.
    fn bound(&self, candidate: Candidate) -> u64 {
        let grid = candidate.grid;
        let per_page = u64::from(grid.columns) * u64::from(candidate.rows().get());
        let rows = self.measure.least_rows(grid.code).max(1);
        let pages = rows.div_ceil(per_page);
        let width = grid.width.get() / self.frame.unit.get();
        let full = candidate.height.get() / self.frame.unit.get();
        // One page that everything fits on is counted outright.
        let least = if pages == 1 {
            let height = grid.height_of(to_rows(rows.div_ceil(u64::from(grid.columns))));
            self.tariff.fit(width, height.get() / self.frame.unit.get()).map_or(0, |fit| fit.tokens)
        } else {
            self.least_tokens(grid, width, full, rows, pages)
        };
        self.objective.cell_term(grid.cell) + self.objective.token_bound(least, u64::MAX)
    }

    /// A cost that `rows` rows over at least `pages` pages cannot undercut.
    fn least_tokens(&self, grid: crate::grid::Grid, width: u32, full: u32, rows: u64, pages: u64) -> u64 {
        let pitch = u64::from(grid.cell.height.get());
        let unit = u64::from(self.frame.unit.get());
        let around = u64::from(self.frame.caption.get()) * pitch + 2 * u64::from(crate::grid::MARGIN.get());
        let px = rows.div_ceil(u64::from(grid.columns)) * pitch + pages * around;
        // No page is cheaper a unit of height than the cheapest rate among heights up to the full one.
        let (tokens, height) = self.tariff.least_rate(width, full);
        (px.div_ceil(unit) * tokens).div_ceil(height.max(1))
    }

    /// Counts a candidate exactly; `None` when it takes more pages than allowed.
    fn count(&self, wrapped: &M::Text, candidate: Candidate) -> Option<Counted> {
        let grid = candidate.grid;
        let per_page = u64::from(grid.columns) * u64::from(candidate.rows().get());
        if wrapped.total().div_ceil(per_page) > u64::from(self.max_pages.get()) {
            return None;
        }
        let layout = paginate(wrapped, grid.columns, candidate.rows());
        let pages = u32::try_from(layout.pages.len()).ok().filter(|&n| n <= self.max_pages.get())?;
        let (mut tokens, mut cells) = (0, 0);
        for page in &layout.pages {
            let fit = page_fit(self.tariff, grid, page.rows())?;
            tokens += fit.tokens;
            let rows = grid.rows_in(crate::units::Px::new(fit.height * self.frame.unit.get()));
            cells += u64::from(rows.get()) * u64::from(grid.cells_across().get());
        }
        let gutters = wrapped.total() * u64::from(self.frame.gutter.get());
        let used = self.measure.cells() + gutters;
        let terms = Terms {
            token: self.objective.token_term(tokens),
            cell: self.objective.cell_term(grid.cell),
            wrap: self.objective.wrap_term(wrapped.broken_lines(), wrapped.lines()),
            fill: self.objective.fill_term(used, cells),
            page: self.objective.page_term(u64::from(pages), tokens),
        };
        let fill = crate::units::Permille::of(used, cells);
        Some(Counted {
            candidate,
            layout: self.layout,
            tokens: Tokens::new(tokens),
            pages: PageNo::new(pages),
            fill,
            terms,
        })
    }
}

/// The page that holds `rows` rows in its fullest column.
pub(crate) fn page_fit(tariff: &Tariff, grid: crate::grid::Grid, rows: Rows) -> Option<super::tariff::Fit> {
    let unit = tariff.unit().get();
    tariff.fit(grid.width.get() / unit, grid.height_of(rows).get() / unit)
}

fn rank(counted: &Counted, number: usize) -> Rank {
    (counted.terms.loss(), counted.tokens, counted.pages, number)
}

/// Keeps `top` sorted and no longer than `keep`.
fn insert(top: &mut Vec<(Rank, Counted)>, keep: usize, rank: Rank, counted: Counted) {
    let at = top.partition_point(|(other, _)| *other < rank);
    if at < keep {
        top.insert(at, (rank, counted));
        top.truncate(keep);
    }
}

fn to_rows(rows: u64) -> Rows {
    Rows::new(u32::try_from(rows).unwrap_or(u32::MAX))
}
