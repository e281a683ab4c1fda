//! Small inputs from the field with right answers, through the real binary.
//!
//! `cases/cases.json` says for each case what is run and what must come of it; a test here bears the id of its case.
//! Pages are decoded and read back glyph by glyph (`cases/reading.rs`), so "drawn" means drawn.

#![expect(
    clippy::format_collect,
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "small inputs made in place; cases have bounds of time, and a failing one names its check"
)]

#[path = "cases/checks.rs"]
mod checks;
#[path = "cases/neighbours.rs"]
mod neighbours;
#[path = "cases/reading.rs"]
mod reading;
#[path = "cases/running.rs"]
mod running;

use checks::{Done, check, done, job};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

static CASES: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("cases/cases.json")).expect("cases.json"));

fn find(id: &str) -> &'static Value {
    let cases = CASES["cases"].as_array().expect("cases");
    cases.iter().find(|case| case["id"] == id).unwrap_or_else(|| panic!("no case {id}"))
}

/// Whether a run asks for more than pages, which the flag `--when` is for.
fn is_conditional(run: &Value) -> bool {
    run["options"]["mode"] != "force"
}

/// Runs the case: those of its runs that force pages, or with `conditional` all but those of a hook.
fn case(id: &str, conditional: bool) {
    let case = find(id);
    let runs: BTreeMap<String, Done> = case["runs"]
        .as_array()
        .expect("runs")
        .iter()
        .filter(|run| run["hook"].is_null() && (conditional || !is_conditional(run)))
        .map(|run| (run["run"].as_str().expect("a name").to_owned(), done(job(run))))
        .collect();
    for expected in case["expect"].as_array().expect("expectations") {
        if let Some(this) = runs.get(expected["run"].as_str().expect("a run")) {
            println!("{id} {expected}");
            check(expected["check"].as_str().expect("a check"), &expected["value"], this, &runs);
        }
    }
}

macro_rules! cases {
    ($($name:ident $id:literal)*) => {
        $(#[test]
        fn $name() {
            case($id, false);
        })*
    };
}

cases! {
    fr_001 "FR-001" fr_004 "FR-004" fr_005 "FR-005" fr_008 "FR-008" fr_009 "FR-009" fr_011 "FR-011" fr_013 "FR-013"
    fr_015 "FR-015" fr_016 "FR-016" fr_017 "FR-017" fr_020 "FR-020" fr_022 "FR-022" fr_024 "FR-024" fr_026 "FR-026"
    fr_029 "FR-029" fr_035 "FR-035" fr_037 "FR-037" fr_040 "FR-040" fr_042 "FR-042" fr_043 "FR-043" fr_047 "FR-047"
    fr_048 "FR-048" fr_053 "FR-053" fr_054 "FR-054" fr_059 "FR-059" fr_063 "FR-063" fr_078 "FR-078" fr_084 "FR-084"
    fr_088 "FR-088" fr_089 "FR-089" fr_093 "FR-093"
}

macro_rules! conditional {
    ($($name:ident $id:literal)*) => {
        $(#[test]
        #[ignore = "needs --when"]
        fn $name() {
            case($id, true);
        })*
    };
}

conditional! {
    fr_005_when "FR-005" fr_015_when "FR-015" fr_054_when "FR-054" fr_068 "FR-068"
}

/// Cells that are shipped, from the floor upwards.
const SIZES: [&str; 5] = ["5x8", "5x10", "6x11", "7x13", "8x16"];

#[test]
fn fr_031() {
    let pairs: Value = serde_json::from_slice(&running::input("FR-031-pairs.json")).expect("JSON");
    for size in SIZES {
        let (width, height) = size.split_once('x').expect("a size");
        let cell = (width.parse().expect("a number"), height.parse().expect("a number"));
        let known: BTreeMap<char, _> = running::alphabet(cell, "").into_iter().collect();
        for pair in pairs.as_array().expect("pairs") {
            let char = |at: usize| pair[at].as_str().and_then(|text| text.chars().next()).expect("a character");
            let (a, b) = (&known[&char(0)][0].levels, &known[&char(1)][0].levels);
            let different = a.iter().zip(b).filter(|(a, b)| a != b).count();
            assert!(different >= 2, "{pair} at {size}: {different}");
        }
        // The dot or slash of a zero: ink in the middle, where the letter has none.
        let middle = |c: char| {
            let levels = &known[&c][0].levels;
            let (left, right) = (cell.0 as usize / 3, (cell.0 as usize * 2).div_ceil(3));
            let rows = levels.chunks(cell.0 as usize).skip(cell.1 as usize / 3).take(cell.1 as usize / 3);
            rows.flat_map(|row| &row[left..right]).map(|&level| u32::from(level)).sum::<u32>()
        };
        assert!(middle('0') > middle('O'), "an unmarked zero at {size}");
    }
}

/// A layout with a fixed number of lines a page, at an aspect that the planner has no reason to leave.
const FULL: [&str; 8] = ["--cell", "10x20", "--columns", "3", "--ratio", "1", "--name", "x.py"];

#[test]
fn fr_052() {
    let run = |lines: u64| {
        let text: String = (1..=lines).map(|i| format!("L{i:06} = load({})\n", i % 89)).collect();
        done(running::Job::new(&FULL, text))
    };
    let capacity = run(900).ran.manifest()["pages"][0]["last_line"].as_u64().expect("a line");
    assert!((100..330).contains(&capacity), "the gutter stays at three digits: {capacity}");
    let none = BTreeMap::new();
    for (lines, pages) in
        [(capacity - 1, 1), (capacity, 1), (capacity + 1, 2), (2 * capacity, 2), (2 * capacity + 1, 3)]
    {
        let this = run(lines);
        for (name, value) in
            [("pages", pages.into()), ("line_ranges_contiguous", true.into()), ("no_blank_page", true.into())]
        {
            check(name, &value, &this, &none);
        }
        check("line_ranges", &serde_json::json!([[1, lines]]), &this, &none);
    }
}

#[test]
fn fr_072() {
    let table: Value = serde_json::from_slice(&running::input("FR-072-costs.json")).expect("JSON");
    for row in table["rows"].as_array().expect("rows") {
        let side =
            |key: &str| codeshot::units::Px::new(u32::try_from(row[key].as_u64().expect("a side")).expect("small"));
        let model = codeshot::cost::resolve(row["model"].as_str().expect("a model")).expect("known");
        let price = model.price(codeshot::units::PxSize::new(side("w"), side("h")));
        if row["aspect_ok"] == false {
            assert!(price.is_err(), "{row}");
            continue;
        }
        let price = price.expect("a price");
        let tokens = price.tokens.get();
        if let Some(wanted) = row["tokens"].as_u64() {
            // A fixed overhead of 3 or 4 tokens a picture is measured on the rows of one vendor.
            let overhead = if row["model"].as_str().is_some_and(|name| name.starts_with("anthropic")) { 4 } else { 0 };
            assert!((wanted..=wanted + overhead).contains(&tokens), "{row}: {tokens}");
        }
        if let Some(fits) = row["fits"].as_bool() {
            assert_eq!(price.fits(), fits, "{row}");
        }
        if let Some(between) = row["tokens_between"].as_array() {
            let end = |at: usize| between[at].as_u64().expect("a figure");
            assert!((end(0)..=end(1)).contains(&tokens), "{row}: {tokens}");
        }
    }
}

#[test]
fn every_case_has_a_test() {
    let tests = include_str!("cases.rs").replace('_', "-").to_uppercase();
    for case in CASES["cases"].as_array().expect("cases") {
        let id = case["id"].as_str().expect("an id");
        // Commands of the hook are tried where they are classified.
        assert!(
            case["stage"] == "hook" || tests.contains(&format!("{id}\"")) || tests.contains(&format!("FN {id}(")),
            "{id}"
        );
    }
}
