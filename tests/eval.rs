//! `codeshot eval surface` on the built-in corpus: figures against a snapshot, and runs that go on where they stopped.

#![expect(clippy::float_arithmetic, reason = "rates of the recorded readers")]

use assert_cmd::Command;
use codeshot::eval::corpus::Corpus;
use codeshot::eval::report::{Report, Weighting};
use codeshot::eval::surface::{self, Preset, Series, Settings, Surface};
use codeshot::units::Permille;
use std::fs;
use std::path::Path;

fn settings() -> Settings {
    let series = |preset| Series { preset, model: "kimi-k2.5".to_owned() };
    Settings {
        windows: vec![10, 50, 200],
        ratios: [1000, 3000, 7000].map(Permille::new).to_vec(),
        samples: 6,
        seed: 1,
        series: vec![series(Preset::Paper), series(Preset::Default)],
    }
}

fn run(folder: &Path) -> Surface {
    surface::run(&Corpus::built_in(), &settings(), folder, |_| {}).expect("a surface")
}

#[test]
fn the_surface_of_the_built_in_corpus_is_as_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    insta::assert_snapshot!(Report::new(&run(folder.path()), Weighting::Plain).csv());
}

#[test]
fn a_run_that_was_broken_off_goes_on_and_comes_to_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = run(folder.path());
    let path = folder.path().join("observations.jsonl");
    let text = fs::read_to_string(&path).expect("results");
    fs::write(&path, &text[..text.len() / 2]).expect("cut off");
    let mut asked = 0;
    let again = surface::run(&Corpus::built_in(), &settings(), folder.path(), |_| asked += 1).expect("a surface");
    assert_eq!(whole.observations, again.observations);
    assert!(asked > 1, "something had to be measured again");
    let order = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(order(&text), order(&fs::read_to_string(&path).expect("results")));
}

#[test]
fn results_of_other_settings_are_not_mixed_in() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path());
    let other = Settings { seed: 2, ..settings() };
    let error = surface::run(&Corpus::built_in(), &other, folder.path(), |_| {}).expect_err("another run");
    assert!(error.to_string().contains("other settings"), "{error}");
    let more = Series { preset: Preset::Paper, model: "claude-opus-5".to_owned() };
    let more = Settings { series: vec![more], ..settings() };
    assert!(surface::run(&Corpus::built_in(), &more, folder.path(), |_| {}).is_ok(), "series may be added");
}

#[test]
fn the_program_writes_tables_and_figures_and_names_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::cargo_bin("codeshot").expect("built");
    command.args([
        "eval",
        "surface",
        "--built-in",
        "--windows",
        "10,100",
        "--samples",
        "3",
        "--model",
        "kimi-k2.5",
        "-o",
    ]);
    let output = command.arg(folder.path()).output().expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout).expect("UTF-8");
    for name in
        ["surface.md", "surface.csv", "surface.json", "figure3-paper-kimi-k2.5.png", "figure3-default-kimi-k2.5.svg"]
    {
        assert!(names.contains(name), "{names}");
    }
    let table = fs::read_to_string(folder.path().join("surface.md")).expect("written");
    assert!(table.contains("Inside the bands: ") && table.contains("of 10 token cells"), "{table}");
    let svg = fs::read_to_string(folder.path().join("figure3-paper-kimi-k2.5.svg")).expect("written");
    assert!(svg.contains("lines of the window") && svg.contains("r = 7"));
    let png = image::open(folder.path().join("figure3-paper-kimi-k2.5.png")).expect("a picture");
    assert_eq!((png.width(), png.height()), (1120, 460));
}

#[test]
fn mistakes_are_told_with_their_cure() {
    let folder = tempfile::tempdir().expect("a folder");
    let message = |args: &[&str]| {
        let mut command = Command::cargo_bin("codeshot").expect("built");
        let output = command.current_dir(folder.path()).arg("eval").args(args).output().expect("runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let (code, text) = message(&["surface"]);
    assert!(code == Some(1) && text.contains("codeshot eval corpus"), "{text}");
    let (code, text) = message(&["surface", "--built-in", "--windows", "5000"]);
    assert!(code == Some(2) && text.contains("leave that size out of --windows"), "{text}");
    let (code, text) = message(&["surface", "--built-in", "--model", "nobody", "--windows", "10", "--samples", "1"]);
    assert!(code == Some(2) && text.contains("known families"), "{text}");
    let (code, text) = message(&["corpus", "--python", "no-such-python"]);
    assert!(code == Some(1) && text.contains("no pip under 'no-such-python'"), "{text}");
}

/// A reader on record: its answers by the names of the sheets.
fn recording(folder: &Path, sheets: &[(&str, f64)]) -> std::path::PathBuf {
    let score = |cer: f64| {
        serde_json::json!({"chars": 100, "cer": cer, "cer_no_insertions": cer,
            "identifier_exact": 1.0 - cer, "line_number_exact": 1.0})
    };
    let scores: serde_json::Map<_, _> = sheets.iter().map(|&(name, cer)| (name.to_owned(), score(cer))).collect();
    let path = folder.join("recording.json");
    let answers = serde_json::json!({"reader": "some-model", "scores": scores});
    fs::write(&path, answers.to_string()).expect("written");
    path
}

#[test]
fn a_recorded_reader_gives_the_curve_of_errors_against_tokens() {
    let folder = tempfile::tempdir().expect("a folder");
    let sheets = [("default-kimi-k2.5-1-10-0", 0.01), ("default-kimi-k2.5-2.5-10-0", 0.04)];
    let path = recording(folder.path(), &sheets);
    let run = |ratios: &str| {
        let mut command = Command::cargo_bin("codeshot").expect("built");
        command.args(["eval", "legibility", "--built-in", "--windows", "10", "--samples", "1", "--ratios", ratios]);
        command.args(["--reader", "recorded", "--recording"]).arg(&path).arg("-o").arg(folder.path());
        command.output().expect("runs")
    };
    let output = run("1,2.5");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let csv = fs::read_to_string(folder.path().join("legibility.csv")).expect("written");
    assert!(
        csv.contains("\"default, kimi-k2.5, r = 2.5\",1,") && csv.contains(",0.04000,0.04000,0.96000,1.00000"),
        "{csv}"
    );
    assert!(image::open(folder.path().join("legibility.png")).is_ok());
    assert!(folder.path().join("pages/default-kimi-k2.5-1-10-0/page-1.png").exists());
    let output = run("3");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && message.contains("has no answer for default-kimi-k2.5-3-10-0"), "{message}");
}

#[test]
fn pages_of_another_tool_are_scored_with_what_they_show() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("theirs");
    fs::create_dir(&pages).expect("made");
    image::GrayImage::new(280, 56).save(pages.join("1.png")).expect("written");
    let truth = folder.path().join("truth.txt");
    fs::write(&truth, "x = 1\ny = 2\n").expect("written");
    let path = recording(folder.path(), &[("theirs", 0.5)]);
    let mut command = Command::cargo_bin("codeshot").expect("built");
    command.args(["eval", "legibility", "--samples", "0", "--reader", "recorded", "--recording"]).arg(&path);
    command.arg("--pages").arg(&pages).arg("--truth").arg(&truth).arg("-o").arg(folder.path());
    let output = command.output().expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let csv = fs::read_to_string(folder.path().join("legibility.csv")).expect("written");
    assert!(csv.contains("\"theirs\",1,24.0,0.500,0.50000"), "{csv}");
}
