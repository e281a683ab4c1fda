//! The checks of `cases.json`, each by what the binary wrote.

use super::reading::{Geometry, Row};
use super::running::{Job, Ran, Stdin, alphabet, glyphs, input};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

/// A run of a case with what came of it.
pub(crate) struct Done {
    pub(crate) job: Job,
    pub(crate) text: String,
    pub(crate) ran: Ran,
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().expect("a list").iter().map(|v| v.as_str().expect("text").to_owned()).collect()
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a whole number")
}

fn char_of(code: &str) -> char {
    let hex = code.strip_prefix("U+").expect("U+");
    char::from_u32(u32::from_str_radix(hex, 16).expect("hexadecimal")).expect("a character")
}

/// What stands for a character that leaves no ink.
fn stand_in(code: &str) -> String {
    if let Some(byte) = code.strip_prefix("byte:") {
        return format!("x{byte}");
    }
    match char_of(code) {
        '\u{7F}' => "^?".to_owned(),
        c if c < ' ' => format!("^{}", char::from(u8::try_from(c).expect("ASCII") + 0x40)),
        c => format!("u{:04X}", u32::from(c)),
    }
}

/// What a generator of the cases writes.
fn generated(name: &str, args: &[String]) -> String {
    let count = || args[0].parse::<u64>().expect("a count");
    match name {
        "FR-052-gen.py" => (1..=count()).map(|i| format!("L{i:06} = load({})\n", i % 89)).collect(),
        "FR-053-gen.py" => {
            let part = |i: u64| format!("function f{i}(a,b){{return a*{}+b-({}^a)}};", i * 31 % 997, i * 7 % 61);
            (0..2_000).map(part).collect::<String>()[..60_000].to_owned()
        }
        "FR-054-gen.py" => "[".repeat(100_000),
        "FR-063-gen.py" => (1..=count())
            .map(|i| {
                let start = format!(
                    "if(t{i}>{}&&u[{}]!=null){{v{}=w({},\"{:x}\")+{};}}else{{z{}--;}}/*",
                    i * 13 % 71,
                    i % 19,
                    i % 7,
                    i * 3 % 101,
                    i * 2_654_435_761 % (1 << 32),
                    i * 17 % 997,
                    i % 5
                );
                let line = start + &"abcdefghij".repeat(12);
                format!("{}*/\n", &line[..118])
            })
            .collect(),
        other => panic!("unknown generator {other}"),
    }
}

/// The job of a run of `cases.json`.
pub(crate) fn job(run: &Value) -> Job {
    let mut job = Job::default();
    let options = &run["options"];
    for (key, value) in options.as_object().expect("options") {
        let text = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
        let flag: Vec<String> = match key.as_str() {
            "mode" if text == "force" => vec![],
            "mode" => vec!["--when".to_owned(), text],
            "name" | "model" | "input" => vec![format!("--{key}"), text],
            "lang" => vec!["--language".to_owned(), text],
            "start_line" => vec!["--start-line".to_owned(), text],
            "tab_width" => vec!["--tab-width".to_owned(), text],
            "lines" => strings(value).into_iter().flat_map(|range| ["--lines".to_owned(), range]).collect(),
            "show_whitespace" => vec!["--show-whitespace".to_owned()],
            "sidecar" => vec!["--facts".to_owned()],
            // Colours of a terminal are always dropped, and a terminal is never asked.
            "ansi" | "no_tty" => vec![],
            other => panic!("unknown option {other}"),
        };
        job.args.extend(flag);
    }
    match &run["stdin"] {
        Value::String(name) => job.input = input(name),
        Value::Object(source) => {
            let args = source.get("args").map_or_else(Vec::new, strings);
            job.input = generated(source["gen"].as_str().expect("a name"), &args).into_bytes();
        }
        _ => {}
    }
    if let Some(file) = run["file"].as_str() {
        let name = run["copy_to"].as_str().unwrap_or(file);
        if file != "." && !file.contains("does-not-exist") {
            job.files.push((name.to_owned(), input(file)));
        }
        if run["args_separator"] == true {
            job.args.push("--".to_owned());
        }
        job.args.push(name.to_owned());
    }
    for (name, value) in run["env"].as_object().into_iter().flatten() {
        let value = value.as_str().expect("text");
        let value = if value.starts_with("an empty") || value.starts_with("a file") { "/nowhere" } else { value };
        job.environment.push((name.clone(), value.to_owned()));
    }
    job.stdin = match run["stdin_state"].as_str() {
        Some("closed") => Stdin::Closed,
        Some("null device") => Stdin::Null,
        Some("pipe that stays open") => Stdin::Open,
        _ => Stdin::Pipe,
    };
    job
}

/// The job done.
pub(crate) fn done(job: Job) -> Done {
    let bytes = job.files.first().map_or(&job.input, |(_, bytes)| bytes);
    let text = String::from_utf8_lossy(bytes).into_owned();
    let ran = job.run();
    Done { job, text, ran }
}

impl Done {
    fn rows(&self) -> Vec<Row> {
        self.ran.rows(&self.text)
    }

    /// Rows of each label, in order: the labelled one and those that go on from it.
    fn lines(&self) -> Vec<(String, Vec<Row>)> {
        let mut lines: Vec<(String, Vec<Row>)> = Vec::new();
        for row in self.rows().into_iter().filter(|row| !row.is_bar()) {
            match lines.last_mut() {
                Some((_, rows)) if row.label().is_empty() => rows.push(row),
                _ => lines.push((row.label().to_owned(), vec![row])),
            }
        }
        lines
    }

    fn line(&self, label: &str) -> Vec<Row> {
        self.lines().into_iter().find(|(other, _)| other == label).map(|(_, rows)| rows).expect("the line is drawn")
    }

    fn facts(&self, key: &str) -> Value {
        self.ran.manifest()["files"][0]["facts"][key].clone()
    }

    fn cell_of(&self, label: &str, c: char) -> Option<usize> {
        self.line(label)[0].cells.iter().position(|cell| cell.char == Some(c))
    }

    fn ranges(&self) -> Value {
        self.ran.manifest()["line_ranges"].clone()
    }
}

/// Does one check of a run; `others` are all runs of the case.
pub(crate) fn check(name: &str, value: &Value, this: &Done, others: &BTreeMap<String, Done>) {
    let ran = &this.ran;
    let other = || &others[value.as_str().expect("a run")];
    match name {
        "exit_code" if value == "nonzero" => assert!(matches!(ran.code, Some(1..)), "{:?}", ran.code),
        "exit_code" => assert_eq!(ran.code.map(i64::from), value.as_i64(), "{}", ran.err),
        "no_crash" => assert!(ran.code.is_some_and(|code| code < 100) && !ran.err.contains("panicked"), "{}", ran.err),
        "stderr_lines_max" => {
            let lines = ran.err.lines().filter(|line| !line.is_empty()).count() as u64;
            assert!(lines <= number(value), "{}", ran.err);
        }
        "stderr_names" => assert!(ran.err.contains(value.as_str().expect("text")), "{}", ran.err),
        "stderr_no_control" => assert!(!ran.err.chars().any(|c| c.is_control() && c != '\n'), "{:?}", ran.err),
        "report_no_control" => assert!(!ran.out.iter().any(|&b| b < 0x20 && b != b'\n')),
        "no_pages" => assert_eq!(ran.written(), 0),
        "pages" => assert_eq!(ran.paths().len() as u64, number(value)),
        "stdout_equals_input" => assert!(ran.out == this.job.input, "other bytes than the input's"),
        "no_blank_page" => {
            let geometry = Geometry::of(&ran.manifest());
            let glyphs = glyphs(geometry.cell, &this.text);
            for page in ran.pictures() {
                let rows = geometry.rows(&page, &glyphs);
                assert!(rows.iter().any(|row| row.cells.iter().any(|cell| !cell.is_blank())), "a blank page");
            }
        }
        "rendered" => assert_eq!(ran.written() > 0, value.as_bool().expect("yes or no")),
        "report_says_why" => assert!(!ran.err.is_empty()),
        "report_has" => {
            for (key, wanted) in value.as_object().expect("fields") {
                assert_eq!(&this.facts(key), wanted, "{key}");
            }
        }
        "report_lists_invisible" => {
            let listed = this.facts("invisible");
            let codes: Vec<&Value> = listed.as_array().expect("a list").iter().map(|entry| &entry["code"]).collect();
            for code in value.as_array().expect("a list") {
                assert!(codes.contains(&code), "{code} in {codes:?}");
            }
        }
        "language" => assert_eq!(&ran.manifest()["files"][0]["language"], value),
        "line_ranges" => assert_eq!(&this.ranges(), value),
        "line_ranges_contiguous" => {
            let manifest = ran.manifest();
            let mut next = number(&manifest["lines"]["first"]);
            for page in manifest["pages"].as_array().expect("pages") {
                assert_eq!(number(&page["first_line"]), next);
                next = number(&page["last_line"]) + 1;
            }
        }
        "omitted_chars_stated" => assert!(ran.manifest()["omitted_characters"].is_u64()),
        "gutter_labels" | "gutter_labels_list" => {
            let labels: Vec<u64> = this.lines().iter().map(|(label, _)| label.parse().expect("a number")).collect();
            let ends: Vec<u64> = value.as_array().expect("numbers").iter().map(number).collect();
            let wanted: Vec<u64> = if name == "gutter_labels" { (ends[0]..=ends[1]).collect() } else { ends };
            assert_eq!(labels, wanted);
        }
        "gutter_label_count" => {
            for (label, count) in value.as_object().expect("labels") {
                let found = this.rows().iter().filter(|row| row.label() == label).count() as u64;
                assert_eq!(found, number(count), "label {label}");
            }
        }
        "gap_mark_between" => {
            let rows = this.rows();
            let at =
                |label: &Value| rows.iter().position(|row| row.label().parse().ok() == label.as_u64()).expect("drawn");
            assert!(rows[at(&value[0])..at(&value[1])].iter().any(Row::is_bar), "no mark");
        }
        "line_text" => {
            for (label, text) in value.as_object().expect("lines") {
                let drawn: String = this.line(label).iter().map(Row::text).collect();
                assert_eq!(&drawn, text.as_str().expect("text").trim_end());
            }
        }
        "rows" => assert_eq!(this.rows().iter().filter(|row| !row.is_bar()).count() as u64, number(value)),
        "text_layer" => {
            let wanted = String::from_utf8(input(value.as_str().expect("a name"))).expect("text");
            let drawn: Vec<String> = this.rows().iter().map(Row::text).collect();
            assert_eq!(drawn, wanted.lines().map(str::trim_end).collect::<Vec<_>>());
        }
        "chars_shown" => {
            let drawn: String = this.rows().iter().map(Row::whole).collect();
            assert_eq!(drawn.trim_end().chars().count() as u64, number(value));
            assert!(drawn.trim_end() == this.text, "other characters than the input's");
        }
        "diff_rows" => diff_rows(&this.rows(), value),
        "sign_column_kept" => {
            for (row, line) in this.rows().iter().zip(this.text.lines()) {
                assert_eq!(row.text(), line.trim_end());
            }
        }
        "visible" => {
            let rows = this.rows();
            let text: String = rows.iter().map(Row::text).collect();
            let stand_ins: String = rows.iter().map(Row::stand_ins).collect();
            for code in strings(value) {
                let is_glyph = code.starts_with("U+") && text.contains(char_of(&code)) && !char_of(&code).is_control();
                assert!(is_glyph || stand_ins.contains(&stand_in(&code)), "{code}: {stand_ins:?}");
            }
        }
        "no_tofu" | "pairwise_different" => {
            // A carriage return has no glyph that could be a box: every glyph drawn must be a known one.
            assert!(this.rows().iter().flat_map(|row| &row.cells).all(|cell| cell.char.is_some()), "an unknown glyph");
            let geometry = Geometry::of(&ran.manifest());
            let known: BTreeMap<char, _> = alphabet(geometry.cell, &this.text).into_iter().collect();
            let drawn: Vec<_> = strings(value).iter().map(|code| char_of(code)).filter(|c| !c.is_control()).collect();
            for (at, c) in drawn.iter().enumerate() {
                for other in &drawn[..at] {
                    assert_ne!(known[c], known[other], "{c} looks like {other}");
                }
            }
        }
        "glyph_cells" => {
            let known: BTreeMap<char, _> =
                alphabet(Geometry::of(&ran.manifest()).cell, &this.text).into_iter().collect();
            for (code, cells) in value.as_object().expect("characters") {
                assert_eq!(known[&char_of(code)].len() as u64, number(cells), "{code}");
            }
        }
        "cells_of_line" => {
            for (label, cells) in value.as_object().expect("lines") {
                let row = &this.line(label)[0];
                let end = row.cells.iter().rposition(|cell| !cell.is_blank()).map_or(0, |at| at + 1);
                assert_eq!(end as u64, number(cells), "line {label}");
            }
        }
        "column_aligned" => {
            let c = value["char"].as_str().and_then(|text| text.chars().next()).expect("a character");
            for line in number(&value["lines"][0])..=number(&value["lines"][1]) {
                let at = this.cell_of(&line.to_string(), c);
                assert_eq!(at.map(|at| at as u64), Some(number(&value["cell"])), "line {line}");
            }
        }
        "char_cell" => {
            let c = value["char"].as_str().and_then(|text| text.chars().next()).expect("a character");
            for (label, cell) in value["cells"].as_object().expect("lines") {
                assert_eq!(this.cell_of(label, c).map(|at| at as u64), Some(number(cell)), "line {label}");
            }
        }
        // The bars at one place in all lines say it for marks; a glyph with its mark is the only unknown one.
        "zero_cells" | "ink_on_base" => {
            for (_, rows) in this.lines() {
                assert!(rows[0].cells.iter().filter(|cell| cell.char.is_none()).count() <= 3);
            }
        }
        "vertical_joined" => vertical_joined(this, value),
        "logical_order" => {
            for line in value.as_array().expect("lines") {
                let rows = this.line(&line.to_string());
                let plain =
                    rows.iter().flat_map(|row| &row.cells).filter(|cell| !cell.inverse).filter_map(|cell| cell.char);
                let source = this.text.lines().nth(usize::try_from(number(line)).expect("small") - 1).expect("a line");
                let wanted: String = source.chars().filter(char::is_ascii).collect();
                assert_eq!(plain.collect::<String>().trim_end(), wanted);
            }
        }
        "same_pixels" => assert!(ran.pictures() == other().ran.pictures(), "the pictures differ"),
        "different_pixels" => assert!(ran.pictures() != other().ran.pictures(), "the pictures are equal"),
        "same_bytes" => {
            let bytes = |ran: &Ran| -> Vec<Vec<u8>> {
                ran.paths().iter().map(|path| fs::read(path).expect("a page")).collect()
            };
            assert!(bytes(ran) == bytes(&other().ran), "the files differ");
        }
        "png_valid" => {
            let manifest = ran.manifest();
            for (page, picture) in manifest["pages"].as_array().expect("pages").iter().zip(ran.pictures()) {
                assert_eq!(page["width"], picture.width());
                assert_eq!(page["height"], picture.height());
            }
        }
        "max_side_px" => {
            assert!(ran.pictures().iter().all(|page| u64::from(page.width().max(page.height())) <= number(value)));
        }
        "padded_side_max" | "patches_max" => {
            let patch = u32::try_from(number(&value["patch"])).expect("small");
            for page in ran.pictures() {
                let (across, down) = (page.width().div_ceil(patch), page.height().div_ceil(patch));
                if name == "patches_max" {
                    assert!(u64::from(across * down) <= number(&value["n"]));
                } else {
                    assert!(u64::from(across.max(down) * patch) <= number(&value["px"]));
                }
            }
        }
        "page_height_rows_max" | "page_width_cols_max" => {
            let (width, height) = Geometry::of(&ran.manifest()).cell;
            for page in ran.pictures() {
                let cells = if name == "page_height_rows_max" { page.height() / height } else { page.width() / width };
                assert!(u64::from(cells) <= number(value), "{cells}");
            }
        }
        "tokens_image_below_text" => {
            let manifest = ran.manifest();
            assert!(number(&manifest["visual_tokens"]) < number(&manifest["text_tokens"]));
        }
        "sidecar_contains" => {
            let manifest = ran.manifest();
            let sheet = manifest["facts_sheet"].as_str().expect("a sheet");
            for text in strings(value) {
                assert!(sheet.contains(&text), "{text} in {sheet}");
            }
        }
        "sidecar_deterministic" => {
            assert_eq!(this.job.run().manifest()["facts_sheet"], ran.manifest()["facts_sheet"]);
        }
        "seconds_max" => {
            // An unoptimised build on a shared machine gets ten times as long.
            let factor = if cfg!(debug_assertions) { 10 } else { 1 };
            assert!(ran.took.as_secs() < number(value) * factor, "{:?}", ran.took);
        }
        "one_of" => {
            let groups = value.as_array().expect("groups");
            let holds = |group: &Value| {
                let checks = group.as_array().expect("checks");
                let all = || {
                    for c in checks {
                        check(c["check"].as_str().expect("a name"), &c["value"], this, others);
                    }
                };
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(all)).is_ok()
            };
            assert!(groups.iter().any(holds), "no group holds");
        }
        other => panic!("unknown check {other}"),
    }
}

fn diff_rows(rows: &[Row], value: &Value) {
    let wanted: Value = serde_json::from_slice(&input(value.as_str().expect("a name"))).expect("JSON");
    for entry in wanted["rows"].as_array().expect("rows") {
        let row = &rows[usize::try_from(number(&entry["input_row"])).expect("small") - 1];
        assert_eq!(row.gutter.len(), 7, "two columns of three digits: {:?}", row.gutter);
        let side = |text: &str| text.trim().parse::<u64>().map_or(Value::Null, Value::from);
        assert_eq!((side(&row.gutter[..3]), side(&row.gutter[4..])), (entry["old"].clone(), entry["new"].clone()));
        let sign = row.cells[0].char.expect("a sign").to_string();
        assert_eq!(entry["sign"], sign);
    }
}

fn vertical_joined(this: &Done, value: &Value) {
    let rows: Vec<Row> = this.lines().into_iter().flat_map(|(_, rows)| rows).collect();
    let col = usize::try_from(number(&value["col"])).expect("small");
    let width = Geometry::of(&this.ran.manifest()).cell.0 as usize;
    for pair in rows.windows(2) {
        let (above, below) = (&pair[0].cells[col].levels, &pair[1].cells[col].levels);
        let last = &above[above.len() - width..];
        assert!(last.iter().zip(&below[..width]).any(|(&a, &b)| a > 0 && b > 0), "a stroke is broken");
    }
}
