//! The planner's promises as properties, over random documents, prices and spaces.

use super::*;
use crate::units::{Cols, Px, Rows};
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
    fn is_break(&self, line: usize) -> bool {
        self.0[line] == 0
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
    }
}

fn documents() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(prop_oneof![8 => 0_u32..100, 1 => 90_u32..700], 1..200)
}

fn search<'a>(lines: &'a Widths, tariff: &'a Tariff, space: &'a Space, budget: u64) -> Search<'a, Widths> {
    let objective = Objective {
        weights: Weights::default(),
        budget,
        comfortable: Cell::new(9, 16),
        dearest_page: tariff.dearest(),
    };
    Search { lines, tariff, frame: frame(4, tariff.unit()), space, objective, max_pages: PageNo::new(1000) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_pruned_search_equals_brute_force(widths in documents(), budget in 1_u64..6000, limit in 8_u32..26) {
        let lines = Widths(widths);
        let space = small_space();
        for tariff in [patches(limit * 28, 400), flat()] {
            let search = search(&lines, &tariff, &space, budget);
            prop_assert_eq!(search.best(1).best.first().copied(), search.best_by_force());
        }
    }

    #[test]
    fn visual_tokens_never_rise_when_the_budget_falls(widths in documents(), budget in 2_u64..9000, cut in 1_u64..9000) {
        let lines = Widths(widths);
        let (space, tariff) = (small_space(), patches(560, 300));
        let less = budget.saturating_sub(cut).max(1);
        let tokens = |budget| search(&lines, &tariff, &space, budget).best(1).best.first().map(|c| c.tokens);
        prop_assert!(tokens(less) <= tokens(budget));
    }

    #[test]
    fn a_laid_out_plan_costs_what_the_search_counted(widths in documents(), budget in 1_u64..6000) {
        let lines = Widths(widths);
        let (space, tariff) = (small_space(), patches(560, 300));
        let best = search(&lines, &tariff, &space, budget).best(1).best[0];
        let (pages, _) = lay_out(&lines, &tariff, best.candidate);
        prop_assert_eq!(pages.iter().map(|p| p.tokens).sum::<Tokens>(), best.tokens);
        prop_assert_eq!(pages.len(), best.pages.index());
        prop_assert_eq!(pages.last().map(|p| p.span.end()), Some(lines.count()));
    }
}

#[test]
fn the_floor_is_named_only_where_it_binds() {
    let lines = Widths(vec![40; 100]);
    let (space, tariff) = (small_space(), patches(1120, 1568));
    let goal = |budget| Goal {
        tariff: &tariff,
        frame: frame(4, Px::new(28)),
        space: &space,
        weights: Weights::default(),
        budget: Tokens::new(budget),
        comfortable: Cell::new(9, 16),
        max_pages: PageNo::new(100),
    };
    let tight = choose(&lines, &goal(20), 1).expect("a layout exists");
    assert_eq!(tight.floor, Some(tight.ranked[0].tokens));
    assert_eq!(tight.ranked[0].candidate.grid.cell, Cell::new(5, 8));
    assert_eq!(choose(&lines, &goal(600), 1).expect("a layout exists").floor, None);
}

#[test]
fn sparse_code_does_not_buy_giant_letters_or_blank_paper() {
    let lines = Widths(vec![10; 40]);
    let (space, tariff) = (Space::new(MECHANICAL_FLOOR, Cell::new(9, 16)), patches(1568, 1568));
    let goal = Goal {
        tariff: &tariff,
        frame: frame(4, Px::new(28)),
        space: &space,
        weights: Weights::default(),
        budget: Tokens::new(100_000),
        comfortable: Cell::new(9, 16),
        max_pages: PageNo::new(100),
    };
    let best = choose(&lines, &goal, 1).expect("a layout exists").ranked[0];
    assert_eq!(best.candidate.grid.cell, Cell::new(9, 16));
    assert!(best.candidate.grid.width <= Px::new(168 * 3), "{:?}", best.candidate.grid);
}

#[test]
fn an_empty_document_and_too_many_pages_are_errors() {
    let (space, tariff) = (small_space(), patches(280, 100));
    let goal = Goal {
        tariff: &tariff,
        frame: frame(4, Px::new(28)),
        space: &space,
        weights: Weights::default(),
        budget: Tokens::new(100),
        comfortable: Cell::new(9, 16),
        max_pages: PageNo::new(2),
    };
    assert_eq!(choose(&Widths(vec![]), &goal, 1).expect_err("no lines"), PlanError::Empty);
    let error = choose(&Widths(vec![80; 5000]), &goal, 1).expect_err("too long");
    assert!(error.to_string().contains("5000 lines"), "{error}");
}
