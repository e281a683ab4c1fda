//! `codeshot estimate` and `codeshot models` through the real program.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

fn codeshot(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("codeshot").expect("built");
    command.args(args);
    command
}

fn stdout(args: &[&str]) -> String {
    let output = codeshot(args).output().expect("runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[args, &["--format", "json"]].concat())).expect("JSON")
}

fn stderr(args: &[&str]) -> String {
    let output = codeshot(args).output().expect("runs");
    assert!(!output.status.success(), "{args:?} should fail");
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn a_square_png_of_1568_px_is_priced_for_each_provider() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("page.png");
    image::GrayImage::new(1568, 1568).save(&path).expect("written");
    let path = path.to_str().expect("UTF-8");
    let table = stdout(&["estimate", path, "--model", "claude-haiku-4-5-20251001"]);
    assert!(table.contains("1568x1568 px is shrunk to 1092x1092 px"), "{table}");
    assert!(table.contains("1524 tokens in 1 picture"), "{table}");
    for (model, tokens, fits) in [
        ("gemini-3.6-flash", 1089, false),
        ("qwen3-vl-8b-instruct", 2403, true),
        ("gpt-5.5", 2882, true),
        ("claude-opus-5", 3139, true),
    ] {
        let answer = json(&["estimate", path, "--model", model]);
        assert_eq!(
            (answer[0]["tokens"].as_u64(), answer[0]["pictures"][0]["fits"].as_bool()),
            (Some(tokens), Some(fits)),
            "{model}"
        );
    }
}

#[test]
fn batches_are_answered_row_by_row_and_refusals_are_rows_too() {
    let rows = [
        r#"{"model":"claude","options":{"tier":"standard"},"width":1568,"height":1568}"#,
        r#"{"model":"qwen3-vl","options":{},"width":201,"height":1}"#,
        r#"{"model":"gpt-4o","options":{"detail":"low"},"width":4096,"height":8192}"#,
        r#"{"model":"who-knows","width":1,"height":1}"#,
        r#"{"model":"gpt-6","options":{"detial":"high"},"width":1,"height":1}"#,
        r#"{"model":"gpt-6","options":{"detail":"high"},"width":0,"height":1}"#,
        "not json",
    ];
    let output = codeshot(&["estimate", "--batch", "-"]).write_stdin(rows.join("\n")).output().expect("runs");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers[0], serde_json::json!({"tokens": 1521, "resized": [1092, 1092]}));
    assert_eq!(answers[2]["tokens"], 85);
    for at in [1, 3, 4, 5, 6] {
        assert!(answers[at]["error"].is_string() && answers[at]["tokens"].is_null(), "{}", answers[at]);
    }
    assert!(answers[4]["error"].as_str().is_some_and(|error| error.contains("detail")), "{}", answers[4]);
    assert_eq!(answers.len(), rows.len());
}

#[test]
fn known_prices_hold() {
    // Names and figures of a public list of prices: (model, size, tokens, whether the picture is left as it is).
    let rows = [
        ("anthropic-standard", "28x28", 1 + 3, true),
        ("anthropic-standard", "29x28", 2 + 3, true),
        ("anthropic-standard", "1568x728", 1456 + 3, true),
        ("anthropic-standard", "1932x1932", 1521 + 3, false),
        ("anthropic-highres", "1932x1932", 4761 + 3, true),
        ("anthropic-highres", "1920x1080", 2691 + 3, true),
        ("openai-patch32", "1920x1080", 2448, true),
        ("openai-tile512", "1024x1024", 765, false),
        ("openai-tile512", "2048x4096", 1105, false),
        ("openai-tile512", "512x512", 255, true),
        ("qwen-28", "1920x1080", 2691, false),
        ("qwen-32", "1024x1024", 1024, true),
        ("gemini-flat", "1568x728", 1078, false),
    ];
    for (model, size, tokens, fits) in rows {
        let answer = json(&["estimate", "--size", size, "--model", model]);
        let picture = &answer[0]["pictures"][0];
        assert_eq!(
            (picture["tokens"].as_u64(), picture["fits"].as_bool()),
            (Some(tokens), Some(fits)),
            "{model} {size}"
        );
    }
    assert_eq!(json(&["estimate", "--size", "28x5600", "--model", "qwen-28"])[0]["tokens"], 200);
    assert!(stderr(&["estimate", "--size", "27x5600", "--model", "qwen-28"]).contains("factor of 200"));
}

#[test]
fn text_beside_pictures_gives_the_break_even() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("x.rs");
    fs::write(&path, "fn main() {}\n".repeat(400)).expect("written");
    let path = path.to_str().expect("UTF-8");
    let answer = json(&["estimate", "--size", "896x1344", "--model", "gpt-6", "--text", path]);
    assert_eq!(
        (answer[0]["text"]["tokenizer"].as_str(), answer[0]["text"]["estimate"].as_bool()),
        (Some("o200k"), Some(false))
    );
    assert_eq!(answer[0]["break_even"], 1413);
    let claude = json(&["estimate", "--size", "896x1344", "--model", "claude-opus-5", "--text", path]);
    assert_eq!(claude[0]["text"]["estimate"], true);
    assert!(claude[0]["text"]["tokens"].as_u64() > answer[0]["text"]["tokens"].as_u64());
}

#[test]
fn rules_and_families_can_be_declared() {
    let of = |args: &[&str]| json(&[&["estimate", "--size", "512x512"], args].concat())[0]["tokens"].as_u64();
    assert_eq!(of(&["--rule", "budget:patch=32,multiplier=1.2"]), Some(308));
    assert_eq!(of(&["--model", "my-own", "--family", "qwen3-vl", "--option", "max_pixels=65536"]), Some(66));
    assert_eq!(of(&[]), Some(364));
}

#[test]
fn mistakes_are_told_with_what_is_known() {
    let message = |args: &[&str]| stderr(&[&["estimate", "--size", "512x512"], args].concat());
    assert!(message(&["--model", "gpt-9"]).contains("known families: claude"));
    assert!(message(&["--model", "o3-mini"]).contains("reads no pictures"));
    assert!(message(&["--model", "gpt-6", "--option", "detail=huge"]).contains("it takes auto, original, high"));
    assert!(message(&["--model", "qwen3-vl", "--option", "patch=0"]).contains("whole number from 1"));
    assert!(message(&["--rule", "fancy:a=1"]).contains("known shapes"));
    assert!(stderr(&["estimate", "--size", "0x10"]).contains("without pixels"));
    assert!(stderr(&["estimate", "--size", "4000000x10"]).contains("100000 px"));
    assert!(stderr(&["estimate"]).contains("nothing to price"));
}

#[test]
fn models_lists_every_family_and_explains_one() {
    let table = stdout(&["models"]);
    for family in ["claude-high-res", "gemini-3", "llava-next", "deepseek-v4.1"] {
        assert!(table.contains(family), "{table}");
    }
    let one = stdout(&["models", "us.anthropic.claude-opus-4-8-v1:0"]);
    assert!(one.contains("5.4 glyphs a patch") && one.contains("confidence B"), "{one}");
    let csv = stdout(&["models", "--format", "csv"]);
    let rows: Value = json(&["models"]);
    assert_eq!(csv.lines().count(), rows.as_array().map_or(0, Vec::len) + 1);
}

#[test]
fn source_is_priced_as_the_pages_that_render_would_make() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("lib.rs");
    std::fs::write(&source, include_str!("../src/grid.rs")).expect("written");
    let run = |args: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("codeshot").expect("built");
        let output = command.current_dir(folder.path()).args(args).output().expect("runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("JSON")
    };
    for model in ["claude-opus-4-6", "qwen3-vl", "gemini-3"] {
        let tokenizer = if model == "qwen3-vl" { "qwen" } else { "o200k" };
        let flags = ["lib.rs", "-r", "2", "--model", model, "--tokenizer", tokenizer];
        let estimated = run(&[&["estimate", "--format", "json"], &flags[..]].concat());
        let rendered = run(&[&["render", "--json", "-o", "out"], &flags[..]].concat());
        assert_eq!(estimated[0]["tokens"], rendered["visual_tokens"], "{model}");
        assert_eq!(estimated[0]["text"]["tokens"], rendered["text_tokens"], "{model}");
        assert!(estimated[0]["break_even"].as_u64() > rendered["visual_tokens"].as_u64(), "{model}");
    }
}
