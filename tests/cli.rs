//! The real binary in a fresh folder: exit code, standard output and standard error together.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Real source of some length: this project's own.
const SOURCE: &str = concat!(include_str!("../src/engine.rs"), include_str!("../src/plan/search.rs"));

struct Ran {
    code: i32,
    out: String,
    err: String,
}

/// Runs the binary in `folder` with a temporary directory of its own and next to no environment.
fn run_with(folder: &Path, args: &[&str], input: &str, environment: &[(&str, &str)]) -> Ran {
    let mut command = Command::cargo_bin("codeshot").expect("the binary is built");
    command.current_dir(folder).env_clear().env("TMPDIR", folder).envs(environment.iter().copied());
    let output = command.args(args).write_stdin(input).output().expect("the binary runs");
    Ran {
        code: output.status.code().expect("it ends by itself"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

fn run(folder: &Path, args: &[&str], input: &str) -> Ran {
    run_with(folder, args, input, &[])
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn manifest(folder: &Path, args: &[&str], input: &str) -> Value {
    let ran = run(folder, &[&["render", "--json"], args].concat(), input);
    assert_eq!(ran.code, 0, "{}", ran.err);
    serde_json::from_str(&ran.out).expect("the manifest is JSON")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a whole number")
}

#[test]
fn piped_source_becomes_pages_whose_paths_are_printed() {
    let folder = folder();
    let ran = run(folder.path(), &["render", "--ratio", "5"], SOURCE);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!ran.out.is_empty());
    for line in ran.out.lines() {
        let picture = image::open(line).expect("a PNG at the printed path").to_rgb8();
        assert!(picture.pixels().any(|p| p.0 != [255; 3]), "{line} is blank");
    }
    assert!(ran.err.contains("text tokens (o200k)") && ran.err.contains("visual tokens"), "{}", ran.err);
}

#[test]
fn predicted_sizes_tokens_and_digests_are_those_of_the_written_pages_and_tokens_never_rise_with_the_ratio() {
    use sha2::Digest as _;
    let folder = folder();
    let lines = SOURCE.lines().count() as u64;
    let mut before = u64::MAX;
    for ratio in ["1", "2", "3", "5", "7"] {
        let manifest = manifest(folder.path(), &["-r", ratio, "--model", "claude-opus-4-6", "-o", "out"], SOURCE);
        let mut next = 1;
        let mut tokens = 0;
        for page in manifest["pages"].as_array().expect("pages") {
            let path = folder.path().join(page["path"].as_str().expect("a path"));
            let picture = image::open(&path).expect("a PNG").to_rgb8();
            assert_eq!(number(&page["width"]), u64::from(picture.width()));
            assert_eq!(number(&page["height"]), u64::from(picture.height()));
            assert_eq!(number(&page["bytes"]), fs::metadata(&path).expect("a file").len());
            let billed = u64::from(picture.width().div_ceil(28) * picture.height().div_ceil(28)) + 3;
            assert_eq!(number(&page["visual_tokens"]), billed);
            let hex =
                sha2::Sha256::digest(picture.as_raw()).iter().fold(String::new(), |hex, b| hex + &format!("{b:02x}"));
            assert_eq!(page["pixels"], hex);
            assert_eq!(number(&page["first_line"]), next);
            next = number(&page["last_line"]) + 1;
            tokens += billed;
        }
        assert_eq!(next, lines + 1);
        assert_eq!(number(&manifest["visual_tokens"]), tokens);
        assert!(tokens <= before, "ratio {ratio}: {tokens} after {before}");
        before = tokens;
    }
}

#[test]
fn a_second_run_finds_the_same_paths_with_the_same_bytes_whatever_the_environment() {
    let folder = folder();
    let args = ["render", "--json", "-r", "3", "--name", "engine.rs"];
    let first = run_with(folder.path(), &args, SOURCE, &[("RAYON_NUM_THREADS", "1")]);
    let bytes = |ran: &Ran| -> Vec<Vec<u8>> {
        let manifest: Value = serde_json::from_str(&ran.out).expect("JSON");
        let pages = manifest["pages"].as_array().expect("pages").clone();
        pages.iter().map(|page| fs::read(page["path"].as_str().expect("a path")).expect("a page")).collect()
    };
    let written = bytes(&first);
    for environment in [
        [("RAYON_NUM_THREADS", "8"), ("LC_ALL", "tr_TR.UTF-8")],
        [("COLUMNS", "40"), ("NO_COLOR", "1")],
        [("TZ", "Asia/Tokyo"), ("HOME", "/nowhere")],
    ] {
        let again = run_with(folder.path(), &args, SOURCE, &environment);
        assert_eq!(again.out, first.out);
        assert_eq!(bytes(&again), written);
    }
}

#[test]
fn a_range_keeps_the_files_own_numbers() {
    let folder = folder();
    fs::write(folder.path().join("five.py"), "a\nb\nc\nd\ne\n").expect("written");
    for (range, first, last) in [("3:5", 3, 5), ("4:99", 4, 5), ("5:5", 5, 5), ("2-3", 2, 3)] {
        let manifest = manifest(folder.path(), &["five.py", "--lines", range, "-o", "out"], "");
        assert_eq!((number(&manifest["lines"]["first"]), number(&manifest["lines"]["last"])), (first, last));
    }
    let manifest = manifest(folder.path(), &["--start-line", "9998", "-o", "out"], "a\nb\nc\n");
    assert_eq!((number(&manifest["lines"]["first"]), number(&manifest["lines"]["last"])), (9998, 10000));
}

#[test]
fn output_may_be_a_folder_or_a_file() {
    let folder = folder();
    let ran = run(folder.path(), &["render", "-o", "one.png"], "fn main() {}\n");
    assert_eq!((ran.code, ran.out.as_str()), (0, "one.png\n"), "{}", ran.err);
    let ran = run(folder.path(), &["render", "-r", "1", "-o", "many.png"], &SOURCE.repeat(4));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let written: Vec<&str> = ran.out.lines().collect();
    assert!(written.len() > 1 && written.is_sorted(), "{}", ran.out);
    assert!(written.iter().all(|path| path.starts_with("many-") && folder.path().join(path).is_file()), "{}", ran.out);
    let ran = run(folder.path(), &["render", "-o", "new/folder"], "fn main() {}\n");
    assert_eq!((ran.code, ran.out.as_str()), (0, "new/folder/page-1.png\n"), "{}", ran.err);
    assert_eq!(entries(&folder.path().join("new/folder")).len(), 1, "no temporary file is left");
}

#[test]
fn content_blocks_are_printed_and_no_file_is_written() {
    let folder = folder();
    for (api, pointer) in [
        ("data-url", "/0"),
        ("anthropic", "/1/source/data"),
        ("openai-chat", "/1/image_url/url"),
        ("openai-responses", "/1/image_url"),
        ("gemini", "/1/inlineData/data"),
        ("mcp", "/1/data"),
    ] {
        let ran = run(folder.path(), &["render", "--emit", api], "fn main() {}\n");
        assert_eq!(ran.code, 0, "{}", ran.err);
        let blocks: Value = serde_json::from_str(&ran.out).expect("JSON");
        let data = blocks.pointer(pointer).and_then(Value::as_str).expect("the picture");
        assert!(data.trim_start_matches("data:image/png;base64,").starts_with("iVBORw0KGgo"), "{api}");
    }
    assert!(entries(folder.path()).is_empty());
}

#[test]
fn wrong_usage_is_told_in_one_line_that_names_the_value_and_the_cure() {
    let folder = folder();
    fs::write(folder.path().join("a.py"), "x = 1\n").expect("written");
    for (args, code, parts) in [
        (vec!["--model", "gpt-99-nope"], 2, vec!["gpt-99-nope"]),
        (vec!["--theme", "sepia"], 2, vec!["sepia", "paper, night"]),
        (vec!["--tokenizer", "nope"], 2, vec!["nope", "o200k"]),
        (vec!["--language", "nosuchlang"], 2, vec!["nosuchlang"]),
        (vec!["missing.py"], 1, vec!["missing.py", "cannot read"]),
        (vec!["."], 1, vec!["is a directory"]),
        (vec!["a.py", "--lines", "6:9"], 1, vec!["6", "1"]),
    ] {
        let ran = run(folder.path(), &[&["render", "a.py"][..1], &args].concat(), "x = 1\n");
        assert_eq!(ran.code, code, "{args:?}: {}", ran.err);
        assert_eq!(ran.err.trim_end().lines().count(), 1, "{args:?}: {}", ran.err);
        assert!(parts.iter().all(|part| ran.err.contains(part)), "{args:?}: {}", ran.err);
        assert!(ran.out.is_empty(), "{args:?}");
    }
    for args in [vec!["--ratio", "0"], vec!["--lines", "0:2"], vec!["--lines", "5:3"], vec!["--budget", "0"]] {
        let ran = run(folder.path(), &[&["render"], &args[..]].concat(), "x = 1\n");
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.err);
        assert!(ran.err.contains(args[1]), "{args:?}: {}", ran.err);
    }
    assert_eq!(entries(folder.path()).len(), 1, "nothing was written");
}

#[test]
fn a_page_that_cannot_be_written_leaves_nothing_behind() {
    let folder = folder();
    fs::write(folder.path().join("file"), "in the way").expect("written");
    let ran = run(folder.path(), &["render", "-o", "file/sub"], "x = 1\n");
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("file/sub"), "{}", ran.err);
    assert_eq!(entries(folder.path()).len(), 1);
}

#[test]
fn empty_input_draws_nothing_and_is_no_error() {
    let folder = folder();
    let ran = run(folder.path(), &["render"], "");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (0, "", 1), "{}", ran.err);
    let manifest = manifest(folder.path(), &[], "");
    assert_eq!(manifest["pages"], Value::Array(vec![]));
}

#[test]
fn the_floor_is_told_where_it_binds_and_lifted_only_when_asked() {
    let folder = folder();
    let tight = ["-r", "20", "--caption", "off", "-o", "out"];
    let bound = manifest(folder.path(), &tight, SOURCE);
    assert_eq!((number(&bound["cell"]["width"]), number(&bound["cell"]["height"])), (5, 8));
    assert!(number(&bound["floor"]) <= number(&bound["visual_tokens"]));
    assert!(bound["warnings"].to_string().contains("legibility floor 5x8"), "{}", bound["warnings"]);
    let lifted = manifest(folder.path(), &[&tight[..], &["--allow-illegible"]].concat(), SOURCE);
    assert!(number(&lifted["visual_tokens"]) < number(&bound["visual_tokens"]));
    assert!(lifted["warnings"].to_string().contains("below the legibility floor"), "{}", lifted["warnings"]);
}

#[test]
fn the_explanation_shows_terms_runners_up_and_what_was_ruled_out() {
    let folder = folder();
    let ran = run(folder.path(), &["render", "-r", "3", "--explain"], SOURCE);
    assert_eq!(ran.code, 0);
    for part in ["why this layout", "weights: token 1000", "loss", "ruled out by a bound", "comfortable cell"] {
        assert!(ran.err.contains(part), "{part} in {}", ran.err);
    }
}

#[test]
fn a_name_with_escapes_reaches_no_terminal_and_no_report() {
    let folder = folder();
    let name = "a\u{1b}[31mred\u{7}.py";
    fs::write(folder.path().join(name), "x = 1\n").expect("written");
    let ran = run(folder.path(), &["render", "--json", name, "-o", "out"], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for text in [&ran.out, &ran.err] {
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
    }
}

#[test]
fn help_tells_the_exit_codes() {
    let ran = run(folder().path(), &["--help"], "");
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("Exit codes: 0 fine; 1"), "{}", ran.out);
}
