//! Neighbours of the cases: further inputs of each kind, since a kind is fixed and not a case.

use super::reading::Row;
use super::running::{Job, Ran};
use serde_json::{Value, json};

/// What was drawn of an input: rows as gutter and text, bars as text alone.
fn drawn(args: &[&str], input: impl Into<Vec<u8>>) -> Vec<(String, String)> {
    let input = input.into();
    let text = String::from_utf8_lossy(&input).into_owned();
    let ran = Job::new(args, input).run();
    rows(&ran, &text)
}

fn rows(ran: &Ran, text: &str) -> Vec<(String, String)> {
    // Bars have these signs besides those of the input.
    let rows = ran.rows(&format!("{text}…"));
    rows.iter().map(|row: &Row| (row.label().to_owned(), row.text())).collect()
}

fn numbered(lines: &[(u64, &str)]) -> Vec<(String, String)> {
    lines.iter().map(|&(number, text)| (number.to_string(), text.to_owned())).collect()
}

fn texts(args: &[&str], input: impl Into<Vec<u8>>) -> Vec<String> {
    drawn(args, input).into_iter().map(|(_, text)| text).collect()
}

fn facts(input: impl Into<Vec<u8>>) -> Value {
    Job::new(&[], input).run().manifest()["facts"].clone()
}

fn utf16(text: &str, big: bool, mark: bool) -> Vec<u8> {
    let mark = mark.then_some(0xFEFF);
    let units = mark.into_iter().chain(text.encode_utf16());
    units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
}

#[test]
fn utf_16_and_utf_32_are_drawn_as_their_text() {
    let text = "let x = \"é\";\r\nend\r\n";
    let wide = |bytes: fn(u32) -> [u8; 4]| -> Vec<u8> {
        std::iter::once(0xFEFF).chain(text.chars().map(u32::from)).flat_map(bytes).collect()
    };
    for (bytes, encoding) in [
        (utf16(text, false, true), "utf-16le"),
        (utf16(text, true, true), "utf-16be"),
        (utf16(text, false, false), "utf-16le"),
        (wide(u32::to_le_bytes), "utf-32le"),
        (wide(u32::to_be_bytes), "utf-32be"),
    ] {
        assert_eq!(facts(bytes.clone())["encoding"], encoding);
        let ran = Job::new(&[], bytes).run();
        assert_eq!(rows(&ran, text), numbered(&[(1, "let x = \"é\";"), (2, "end")]), "{encoding}");
    }
}

#[test]
fn bytes_of_old_encodings_keep_their_place() {
    // Latin-1, half a sequence at the end, a lone continuation byte, an overlong NUL, a surrogate.
    for (bytes, text) in [
        (b"na\xEFve\n".as_slice(), "naxEFve"),
        (b"a\xE2\x82", "axE2x82"),
        (b"\x80b\n", "x80b"),
        (b"\xC0\x80\n", "xC0x80"),
        (b"\xED\xA0\x80\n", "xEDxA0x80"),
    ] {
        assert_eq!(texts(&[], bytes), [text]);
    }
    assert_eq!(texts(&[], "\u{FFFD}\n"), ["\u{FFFD}"], "a replacement character of the source is no bad byte");
}

#[test]
fn a_mark_in_the_middle_is_content() {
    assert_eq!(texts(&[], "a\u{FEFF}b\n"), ["auFEFFb"]);
    assert_eq!(texts(&[], "\u{FEFF}\u{FEFF}b\n"), ["uFEFFb"]);
}

#[test]
fn line_ends_and_other_separators() {
    for (text, eol, lines) in [
        ("a\rb\rc", "cr", vec!["a", "b", "c"]),
        ("a\r\nb\n", "mixed", vec!["a", "b"]),
        ("a\r\r\nb\r\n", "crlf", vec!["a^M", "b"]),
        ("a\rb\n", "lf", vec!["a^Mb"]),
        ("a\u{2028}b\u{85}c\u{B}d\u{C}e\n", "lf", vec!["au2028bu0085c^Kd^Le"]),
        ("\n\n", "lf", vec!["", ""]),
        ("x", "none", vec!["x"]),
    ] {
        assert_eq!(facts(text)["eol"], eol, "{text:?}");
        let ran = Job::new(&[], text).run();
        let count = lines.len() as u64;
        assert_eq!(ran.manifest()["line_ranges"], json!([[1, count]]), "{text:?}");
        let drawn: Vec<String> = rows(&ran, text).into_iter().map(|(_, text)| text).collect();
        assert_eq!(drawn, lines, "{text:?}");
    }
}

#[test]
fn every_control_character_has_a_stand_in_of_its_own() {
    let controls = (0_u8..32).chain([127]).filter(|b| !matches!(b, b'\t' | b'\n'));
    let text: String = controls.clone().map(|b| format!("some text before it <{}>\n", char::from(b))).collect();
    let drawn = texts(&[], text);
    for (line, byte) in drawn.iter().zip(controls) {
        let letter = if byte == 127 { '?' } else { char::from(byte + 0x40) };
        assert_eq!(line, &format!("some text before it <^{letter}>"));
    }
    assert_eq!(texts(&[], "a caret ^G is no bell \u{7}\n"), ["a caret ^G is no bell ^G"]);
}

#[test]
fn a_progress_bar_is_what_a_terminal_shows_in_the_end() {
    let bar: String = (0..=100).map(|i| format!("\r{i:3}% [{:<10}]", "#".repeat(i / 10))).collect();
    let text = format!("start\n{bar}\n\u{1b}[1mdone\u{1b}[0m\u{1b}]0;title\u{7}\nab\u{8}c\n");
    let lines = texts(&["--input", "terminal"], text);
    assert_eq!(lines, ["start", "100% [##########]", "done", "ac"]);
    let up = "one\ntwo\n\u{1b}[2A\u{1b}[2KONE\u{1b}[2B\n";
    assert_eq!(texts(&["--input", "terminal"], up)[..2], ["ONE", "two"]);
}

#[test]
fn binary_and_nul() {
    for bytes in
        [b"\x7fELF\x02\x01\x01".as_slice(), b"\x89PNG\r\n\x1a\n....", b"\0\0\0\0\0\0\0\0", b"\xFF\xD8\xFF\xE0 JFIF"]
    {
        let ran = Job::new(&[], bytes).run();
        assert_eq!((ran.code, ran.err.lines().count(), ran.written()), (Some(1), 1, 0), "{}", ran.err);
        assert!(ran.err.contains("stdin is binary"), "{}", ran.err);
    }
    assert_eq!(
        texts(&[], "PATH=/usr/bin\0HOME=/root\0 and more text of it\n"),
        ["PATH=/usr/bin^@HOME=/root^@ and more text of it"]
    );
}

#[test]
fn wide_characters_emoji_and_marks_take_the_cells_they_take() {
    let text = "日本|\n漢a|\nｶﾅ  |\ne\u{301}xyz|\n";
    let ran = Job::new(&[], text).run();
    for (row, _) in ran.rows(text).iter().zip(1..) {
        assert_eq!(
            row.cells.iter().position(|cell| cell.char == Some('|')),
            Some(if row.text().starts_with('漢') { 3 } else { 4 })
        );
    }
    // A family, a flag, a keycap, a skin tone: no two inputs look the same.
    let drawn = texts(
        &[],
        "\u{1F469}\u{200D}\u{1F4BB}\n\u{1F469}\u{1F4BB}\n\u{1F1E9}\u{1F1EA}\n1\u{FE0F}\u{20E3}\n\u{1F44D}\u{1F3FD}\n",
    );
    assert_eq!(drawn, ["\u{1F469}+\u{1F4BB}", "\u{1F469}\u{1F4BB}", "de", "[1]", "\u{1F44D}+4"]);
}

#[test]
fn hidden_characters_are_shown_and_listed() {
    for (c, code) in [
        ('\u{200B}', "u200B"),
        ('\u{200D}', "u200D"),
        ('\u{2060}', "u2060"),
        ('\u{AD}', "u00AD"),
        ('\u{202A}', "u202A"),
        ('\u{2067}', "u2067"),
        ('\u{200F}', "u200F"),
        ('\u{3164}', "u3164"),
        ('\u{E0041}', "uE0041"),
        ('\u{A0}', "~"),
    ] {
        let text = format!("if a{c}b:\n");
        assert_eq!(texts(&[], text.clone()), [format!("if a{code}b:")]);
        assert_eq!(facts(text)["invisible"][0]["code"], format!("U+{:04X}", u32::from(c)));
    }
}

#[test]
fn right_to_left_text_stays_in_the_order_of_the_file() {
    let text = "x = \"שלום\" + y\n";
    assert_eq!(texts(&[], text), ["x = \"שלום\" + y"]);
}

#[test]
fn look_alikes_of_other_scripts_and_ligatures_are_drawn_as_they_are() {
    // No font joins `!=`; Cyrillic and Greek letters are other glyphs or at least other text.
    assert_eq!(texts(&[], "a != b => c -> d === e\n"), ["a != b => c -> d === e"]);
    let drawn = texts(&[], "ﬁ\n");
    assert_eq!(drawn, ["ﬁ"]);
}

#[test]
fn box_drawing_joins_at_every_size() {
    for cell in ["5x8", "6x11", "9x18"] {
        let ran = Job::new(&["--cell", cell], "│\n│\n┼\n").run();
        let rows = ran.rows("│┼");
        let width = usize::from(cell.as_bytes()[0] - b'0');
        for pair in rows.windows(2) {
            let (above, below) = (&pair[0].cells[0].levels, &pair[1].cells[0].levels);
            let joined = above[above.len() - width..].iter().zip(below).any(|(&a, &b)| a > 0 && b > 0);
            assert!(joined, "{cell}");
        }
    }
}

#[test]
fn ranges_in_any_order_are_drawn_once_each_in_the_order_of_the_file() {
    let text: String = (1..=60).map(|i| format!("line {i}\n")).collect();
    let args = ["--lines", "40:41", "--lines", "10:12", "--lines", "13-13", "--lines", "12:14", "--lines", "16"];
    let ran = Job::new(&args, text.clone()).run();
    assert_eq!(ran.manifest()["line_ranges"], json!([[10, 14], [16, 16], [40, 41]]));
    let drawn = rows(&ran, &text);
    let bars: Vec<&str> = drawn.iter().filter(|(label, _)| label.is_empty()).map(|(_, text)| text.trim()).collect();
    assert_eq!(bars, ["… line 15 not shown", "… lines 17-39 not shown"]);
    let ran = Job::new(&["--lines", "10:12", "--lines", "70:80"], text).run();
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains("no lines 70 to 80") && ran.err.contains("1 to 60"), "{}", ran.err);
}

#[test]
fn ranges_count_from_the_first_lines_number() {
    let args = ["--start-line", "100", "--lines", "102:103"];
    assert_eq!(drawn(&args, "a\nb\nc\nd\ne\n"), numbered(&[(102, "c"), (103, "d")]));
}

#[test]
fn numbers_of_tools_move_to_the_gutter() {
    let cat = "     9\tfn a() {\n    10\t\tb;\n    11\t}\n";
    let wanted = numbered(&[(9, "fn a() {"), (10, "    b;"), (11, "}")]);
    assert_eq!(drawn(&[], cat), wanted);
    assert_eq!(drawn(&["--input", "numbered", "--name", "a.rs"], cat), wanted);
    assert_eq!(texts(&["--input", "source"], cat)[0], "     9  fn a() {");
    assert_eq!(drawn(&["--lines", "10:11"], cat), wanted[1..]);
    let grep = "12:let a = 1;\n13-let b;\n--\n40:let a = 2;\n";
    let drawn_grep = drawn(&[], grep);
    let labels: Vec<&str> = drawn_grep.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(labels, ["12", "13", "", "40"]);
    assert_eq!(drawn_grep[3].1, "let a = 2;");
    // Numbers that fall, or a line without: the text stays as it is.
    assert_eq!(texts(&[], "     2\ta\n     1\tb\n")[0], "     2  a");
    let ran = Job::new(&["--input", "numbered"], "     1\ta\nb\n").run();
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("line 2 of stdin has no number"), "{}", ran.err);
}

#[test]
fn a_file_that_looks_numbered_is_shown_as_it_is() {
    let mut job = Job::new(&["list.txt"], "");
    job.files.push(("list.txt".to_owned(), b"     1\ta\n     2\tb\n".to_vec()));
    assert_eq!(rows(&job.run(), "")[0], ("1".to_owned(), "     1  a".to_owned()));
}

#[test]
fn combined_diffs_and_diffs_cut_short_have_numbers_of_every_side() {
    let text = "diff --cc a\n@@@ -1,3 -1,2 +1,3 @@@\n  a\n- b\n -c\n++d\n +e\n";
    let labels: Vec<String> = drawn(&[], text).into_iter().map(|(label, _)| label).collect();
    assert_eq!(labels, ["", "", "1 1 1", "2", "2", "2", "3   3"]);
    let cut = "--- a/x\n+++ b/x\n@@ -5,9 +5,9 @@\n a\n+b\ndiff --git a/y b/y\n";
    let labels: Vec<String> = drawn(&[], cut).into_iter().map(|(label, _)| label).collect();
    assert_eq!(labels, ["", "", "", "5 5", "6", ""]);
    assert_eq!(drawn(&["--input", "diff"], "no diff at all\n"), numbered(&[(1, "no diff at all")]));
}

#[test]
fn output_of_head_is_several_files() {
    let text = "==> a.rs <==\nfn a() {}\n\n==> b.py <==\nx = 1\ny = 2\n";
    let ran = Job::new(&["--input", "headers"], text).run();
    let manifest = ran.manifest();
    let files: Vec<(&Value, &Value)> =
        manifest["files"].as_array().expect("files").iter().map(|file| (&file["name"], &file["language"])).collect();
    assert_eq!(files, [(&json!("a.rs"), &json!("Rust")), (&json!("b.py"), &json!("Python"))]);
    let labels: Vec<String> = rows(&ran, text).into_iter().map(|(label, _)| label).collect();
    assert_eq!(labels, ["", "1", "", "1", "2"]);
}

#[test]
fn several_files_share_a_page_in_the_order_given_each_behind_its_name() {
    let mut job = Job::new(&["b.py", "a.rs", "empty.c", "src/"], "");
    for (name, text) in [
        ("b.py", "x = 1\n"),
        ("a.rs", "fn a() {}\nfn b() {}\n"),
        ("empty.c", ""),
        ("src/z.go", "package z\n"),
        ("src/deep/y.go", "package y\n"),
        ("src/.hidden", "no\n"),
        ("src/bin.dat", "\0\0\0\0\0\0\0\0\0"),
    ] {
        job.files.push((name.to_owned(), text.as_bytes().to_vec()));
    }
    let ran = job.run();
    let manifest = ran.manifest();
    let names: Vec<&str> = manifest["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| file["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, ["b.py", "a.rs", "empty.c", "src/deep/y.go", "src/z.go"]);
    assert_eq!(manifest["pages"].as_array().map(Vec::len), Some(1));
    assert_eq!(manifest["files"][1]["line_ranges"], json!([[1, 2]]));
    assert_eq!(manifest["files"][2]["line_ranges"], json!([]));
    assert!(ran.err.contains("left out: src/bin.dat is binary"), "{}", ran.err);
    assert!(ran.err.contains("a.rs: lines 1-2 on page 1, Rust"), "{}", ran.err);
    let drawn = rows(&ran, "");
    let lines: Vec<(&str, &str)> = drawn.iter().map(|(label, text)| (label.as_str(), text.trim())).collect();
    assert_eq!(
        lines,
        [
            ("", "b.py"),
            ("1", "x = 1"),
            ("", "a.rs"),
            ("1", "fn a() {}"),
            ("2", "fn b() {}"),
            ("", "empty.c (empty)"),
            ("", "src/deep/y.go"),
            ("1", "package y"),
            ("", "src/z.go"),
            ("1", "package z"),
        ]
    );
}

#[test]
fn a_directory_is_named_with_a_slash_and_a_range_is_of_one_file() {
    let mut job = Job::new(&["src"], "");
    job.files.push(("src/a.rs".to_owned(), b"fn a() {}\n".to_vec()));
    let ran = job.run();
    assert!(ran.code == Some(1) && ran.err.contains("write src/"), "{}", ran.err);
    job.args = vec!["src/a.rs".to_owned(), "src/a.rs".to_owned(), "--lines".to_owned(), "1:2".to_owned()];
    let ran = job.run();
    assert!(ran.code == Some(2) && ran.err.contains("--lines"), "{}", ran.err);
}

#[test]
fn long_lines_are_drawn_whole_or_refused_in_time() {
    let text: String = "0123456789".repeat(40_000);
    let ran = Job::new(&[], text.clone()).run();
    assert_eq!(ran.manifest()["line_ranges"], json!([[1, 1]]));
    let drawn: String = ran.rows("").iter().map(Row::text).collect();
    assert!(drawn == text, "400,000 characters in their order");
    let ran = Job::new(&[], "x".repeat(50_000_000)).run();
    assert_eq!((ran.code, ran.err.lines().count()), (Some(1), 1), "{}", ran.err);
    assert!(ran.err.contains("line 1 of stdin has 50000000 characters"), "{}", ran.err);
}

#[test]
fn reading_stops_where_the_last_range_ends() {
    // A reader that goes on would wait for ever: nobody closes the pipe.
    let mut job = Job::new(&["--lines", "2:3", "many.txt"], "");
    job.files.push(("many.txt".to_owned(), "line\n".repeat(400_000).into_bytes()));
    let manifest = job.run().manifest();
    assert_eq!(manifest["line_ranges"], json!([[2, 3]]));
    assert_eq!(manifest["facts"]["whole"], false);
}

#[test]
fn a_huge_file_is_refused_before_it_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("huge.log");
    let file = std::fs::File::create(&path).expect("made");
    std::io::Write::write_all(&mut &file, "line\n".repeat(20_000).as_bytes()).expect("written");
    file.set_len(1 << 30).expect("sparse");
    let path = path.to_str().expect("text");
    let ran = Job::new(&[path], "").run();
    assert_eq!((ran.code, ran.err.lines().count()), (Some(1), 1), "{}", ran.err);
    assert!(ran.err.contains("268435456 bytes"), "{}", ran.err);
    assert!(ran.took.as_secs() < 5, "{:?}", ran.took);
    assert_eq!(Job::new(&[path, "--lines", "5:6"], "").run().manifest()["line_ranges"], json!([[5, 6]]));
}

#[test]
fn languages_by_mode_line_shebang_and_name() {
    for (text, language) in [
        ("#!/usr/bin/env -S node --x\n", "JavaScript"),
        ("# vim: set ft=ruby:\n", "Ruby"),
        ("// -*- C++ -*-\n", "C++"),
        ("#!/bin/nosuchshell\n", "plain text"),
        ("<?php\n", "PHP"),
        ("diff --git a/x b/x\n", "Diff"),
    ] {
        assert_eq!(Job::new(&[], text).run().manifest()["language"], language, "{text}");
    }
}

#[test]
fn tabs_and_trailing_blanks_are_marked_on_request() {
    // An arrow and a dot: glyphs, but none that the reader of these tests knows from the input.
    assert_eq!(texts(&["--show-whitespace"], "\tx \n"), ["�   x�"]);
    assert_eq!(texts(&["--tab-width", "3"], "ab\tx\n漢\tx\n"), ["ab x", "漢 x"]);
}

#[test]
fn the_fact_sheet_goes_where_pages_go() {
    let text = "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b\n";
    let mut job = Job::new(&["--facts", "a.txt"], "");
    job.files.push(("a.txt".to_owned(), text.as_bytes().to_vec()));
    let manifest = job.run().manifest();
    assert!(manifest["facts_sheet"].as_str().is_some_and(|sheet| sheet.contains("1 9f86d081")), "{manifest}");
    assert_eq!(manifest["risky_lines"], json!([{"line": 1}]));
    job.args = vec![".env".to_owned(), "--facts".to_owned()];
    job.files = vec![(".env".to_owned(), b"TOKEN=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b\n".to_vec())];
    let manifest = job.run().manifest();
    assert!(manifest["facts_sheet"].as_str().is_some_and(|sheet| !sheet.contains("9f86d081")), "{manifest}");
}
