//! The planner's promises as properties, over random documents, prices and spaces.

use super::*;
use crate::layout::FlowLine;
use crate::units::Rows;
use proptest::prelude::*;

struct Widths(Vec<u32>);
impl Lines for Widths {
    fn count(&self) -> usize {
        self.0.len()
    }
    fn cols(&self, line: usize) -> Cols {
        Cols::new(self.0[line])
    }
    fn rows(&self, line: usize, code: Cols) -> Rows {
        Rows::new(self.0[line].div_ceil(code.get()).max(1))
    }
    fn flow(&self, line: usize) -> FlowLine {
        let body = self.0[line];
        FlowLine { digits: 3, blanks: 0, dots: 0, skip: 0, body, alone: false, blank: body == 0 }
    }
}

/// Patches of 28 px and an overhead of 3 inside a region, as Claude bills them.
fn patches(limit: u32, most: u64) -> Tariff {
    Tariff::new(Px::new(28), PxSize::new(Px::new(limit), Px::new(limit)), move |size| {
        let patches = size.area() / 784;
        (patches <= most).then_some(Tokens::new(patches + 3))
    })
}

/// A flat price whatever the size, with only full pages left untouched.
fn flat() -> Tariff {
    Tariff::new(Px::new(48), PxSize::new(Px::new(960), Px::new(960)), |size| {
        (size.area() / 2304 >= 300).then_some(Tokens::new(400))
    })
}

fn frame(gutter: u32, unit: Px) -> Frame {
    Frame { gutter: Cols::new(gutter), caption: Rows::new(1), unit }
}

fn small_space() -> Space {
    Space {
        cells: vec![Cell::new(5, 8), Cell::new(6, 11), Cell::new(7, 13), Cell::new(9, 16)],
        columns: vec![1, 2, 3],
        least_code: LEAST_CODE,
    }
}

fn documents() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(prop_oneof![8 => 0_u32..100, 1 => 90_u32..700], 1..200)
}

fn search<'a, M: Measure>(
    measure: &'a M,
    layout: LayoutKind,
    tariff: &'a Tariff,
    space: &'a Space,
    budget: u64,
) -> Search<'a, M> {
    let objective = Objective {
        weights: Weights::default(),
        budget,
        comfortable: Cell::new(9, 16),
        dearest_page: tariff.dearest(),
    };
    let gutter = if layout == LayoutKind::Rows { 4 } else { 0 };
    let frame = frame(gutter, tariff.unit());
    Search { measure, layout, tariff, frame, space, objective, max_pages: PageNo::new(1000) }
}

fn goal<'a>(tariff: &'a Tariff, space: &'a Space, budget: u64) -> Goal<'a> {
    Goal {
        tariff,
        frame: frame(4, tariff.unit()),
        space,
        layout: LayoutChoice::Auto,
        weights: Weights::default(),
        budget: Tokens::new(budget),
        comfortable: Cell::new(9, 16),
        max_pages: PageNo::new(100),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_pruned_search_equals_brute_force(widths in documents(), budget in 1_u64..6000, limit in 8_u32..26) {
        let lines = Widths(widths);
        let space = small_space();
        for tariff in [patches(limit * 28, 400), flat()] {
            let rows = Rowed::new(&lines, Cols::new(400));
            let rows = search(&rows, LayoutKind::Rows, &tariff, &space, budget);
            prop_assert_eq!(rows.best(1).best.first().copied(), rows.best_by_force());
            let (flow, space) = (Flow::new(&lines), space.flowing());
            let flow = search(&flow, LayoutKind::Flow, &tariff, &space, budget);
            prop_assert_eq!(flow.best(1).best.first().copied(), flow.best_by_force());
        }
    }

    #[test]
    fn visual_tokens_never_rise_when_the_budget_falls(widths in documents(), budget in 2_u64..9000, cut in 1_u64..9000) {
        let lines = Widths(widths);
        let (space, tariff) = (small_space(), patches(560, 300));
        let less = budget.saturating_sub(cut).max(1);
        let tokens = |budget| choose(&lines, &goal(&tariff, &space, budget), 1).ok().map(|c| c.ranked[0].tokens);
        prop_assert!(tokens(less) <= tokens(budget));
    }

    #[test]
    fn a_laid_out_plan_costs_what_the_search_counted(widths in documents(), budget in 1_u64..6000) {
        let lines = Widths(widths);
        let (space, tariff) = (small_space(), patches(560, 300));
        let best = choose(&lines, &goal(&tariff, &space, budget), 1).expect("a layout").ranked[0];
        let (pages, _) = lay_out(&lines, &tariff, &best);
        prop_assert_eq!(pages.iter().map(|p| p.tokens).sum::<Tokens>(), best.tokens);
        prop_assert_eq!(pages.len(), best.pages.index());
        prop_assert_eq!(pages.last().map(|p| p.span.end()), Some(lines.count()));
    }
}

#[test]
fn the_floor_is_named_only_where_it_binds() {
    let lines = Widths(vec![40; 100]);
    let (space, tariff) = (small_space(), patches(1120, 1568));
    let tight = choose(&lines, &goal(&tariff, &space, 20), 1).expect("a layout exists");
    assert_eq!(tight.floor, Some(tight.ranked[0].tokens));
    assert_eq!(tight.ranked[0].candidate.grid.cell, Cell::new(5, 8));
    assert_eq!(choose(&lines, &goal(&tariff, &space, 600), 1).expect("a layout exists").floor, None);
}

#[test]
fn lines_run_on_only_where_rows_cannot_meet_the_budget() {
    let lines = Widths((0..300).map(|i| i * 37 % 90).collect());
    let (space, tariff) = (small_space(), patches(1120, 1568));
    let kind = |budget| choose(&lines, &goal(&tariff, &space, budget), 1).expect("a layout").ranked[0].layout;
    assert_eq!(kind(3000), LayoutKind::Rows);
    assert_eq!(kind(500), LayoutKind::Flow);
}

#[test]
fn sparse_code_does_not_buy_giant_letters_or_blank_paper() {
    let lines = Widths(vec![10; 40]);
    let (space, tariff) = (Space::new(MECHANICAL_FLOOR, Cell::new(9, 16)), patches(1568, 1568));
    let best = choose(&lines, &goal(&tariff, &space, 100_000), 1).expect("a layout exists").ranked[0];
    assert_eq!(best.candidate.grid.cell, Cell::new(9, 16));
    assert!(best.candidate.grid.width <= Px::new(168 * 3), "{:?}", best.candidate.grid);
}

#[test]
fn an_empty_document_and_too_many_pages_are_errors() {
    let (space, tariff) = (small_space(), patches(280, 100));
    let goal = Goal { max_pages: PageNo::new(2), ..goal(&tariff, &space, 100) };
    assert_eq!(choose(&Widths(vec![]), &goal, 1).expect_err("no lines"), PlanError::Empty);
    let error = choose(&Widths(vec![80; 5000]), &goal, 1).expect_err("too long");
    assert!(error.to_string().contains("5000 lines"), "{error}");
}
