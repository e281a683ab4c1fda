//! `codeshot exec` as a real process: what it must never change, and what it may turn into pages.

#[path = "exec/ground.rs"]
mod ground;

use ground::{Ground, Ran, picture_of};
use serde_json::Value;
use std::fs;

/// Runs `line` by itself and under `codeshot exec`, and wants the same of everything.
fn untouched(ground: &Ground, line: &str) {
    for agent in ["paths", "mswea"] {
        let plain = ground.plain(line);
        let under = ground.exec(&["--agent", agent, "--when", "always"], line);
        assert_eq!(under.code, plain.code, "exit code of {line}");
        assert_eq!(under.signal, plain.signal, "signal of {line}");
        assert!(under.out == plain.out, "stdout of {line} for {agent}: {}", String::from_utf8_lossy(&under.out));
        assert_eq!(under.err, plain.err, "stderr of {line}");
    }
}

fn rendered(ground: &Ground, line: &str) -> String {
    let ran = ground.exec(&["--when", "always"], line);
    let out = ran.text();
    assert_eq!(ran.code, Some(0), "{line}");
    assert!(out.contains("[codeshot] "), "{line} stayed text: {}", &out[..out.len().min(300)]);
    out
}

#[test]
fn hostile_commands_keep_every_byte_and_their_end() {
    let ground = Ground::new();
    for line in [
        "cat code.rs > copy.rs; cat copy.rs | wc -l",
        "cat code.rs | tee copy.rs | tail -n 1 | wc -c",
        "cat <<'EOF'\nhello $x\nEOF",
        "cat code.rs; exit 3",
        "cat code.rs missing.rs",
        "cat code.rs; kill -9 $$",
        "cat code.rs; kill -TERM $$",
        "sleep 0.05 & cat missing.rs; wait",
        "cat latin.txt",
        "cat nul.bin",
        "cat .env",
        "cat link.txt",
        "cat keys/id_rsa",
        "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && cat code.rs",
        "printf '%s' \"it's \\\"quoted\\\"\"",
        "sed 's/fn/FN/' code.rs",
        "cat code.rs | tr a-z A-Z",
        "nl code.rs | tail -n 3",
        "rev code.rs",
        "cat code.rs >&2",
        "true",
        "false",
        "printf 'no newline'",
        "cat empty.rs",
        "cat 'unclosed",
        // The rest of the first set of commands: what must stay as it is.
        "git diff | patch -R -p1",
        "head -n 40 code.rs > part.rs",
        "cat code.rs | grep -n 'number_7('",
        "cat missing.rs",
        "ls -A core",
        "grep -rn 'number_1(' core",
        "wc -l code.rs",
        "echo done",
        "sh -c 'cat code.rs' 2>&1 | tail -n 50 | sort",
        "git diff --stat",
    ] {
        untouched(&ground, line);
    }
}

#[test]
fn a_hundred_megabytes_stream_through_unchanged() {
    let ground = Ground::new();
    let ran = ground.exec(&["--when", "always"], "head -c 100000000 /dev/zero | tr '\\0' x; cat code.rs");
    let lines = fs::read(ground.root().join("code.rs")).expect("the file");
    assert_eq!(ran.out.len(), 100_000_000 + lines.len());
    assert!(ran.out.ends_with(&lines));
    fs::write(ground.root().join("big.rs"), "let x = 1;\n".repeat(400_000)).expect("a file");
    untouched(&ground, "cat big.rs");
}

#[test]
fn a_reader_that_leaves_ends_the_command() {
    let ground = Ground::new();
    let line = format!("{} exec -- 'yes; cat code.rs' | head -n 2", Ground::program());
    assert_eq!(ground.plain(&line).text(), "y\ny\n");
}

#[test]
fn a_file_that_changes_while_it_is_read_stays_text() {
    let ground = Ground::new();
    let ran = ground.exec(&["--when", "always"], "cat code.rs; sh -c 'echo x' >> code.rs");
    assert!(!ran.text().contains("[codeshot] "));
    let ran = ground.exec(&["--when", "always"], "cat code.rs; ./touch.sh");
    assert!(ran.text().starts_with("fn number_0"), "the file grew before it was read again");
}

#[test]
fn reads_become_pages_with_their_own_numbers() {
    let ground = Ground::new();
    for (line, name, first, last) in [
        ("cat code.rs", "code.rs", 1, 120),
        ("sed -n '30,75p' code.rs", "code.rs", 30, 75),
        ("head -n 40 code.rs", "code.rs", 1, 40),
        ("head -40 code.rs", "code.rs", 1, 40),
        ("tail -n 20 code.rs", "code.rs", 101, 120),
        ("cat -n code.rs", "code.rs", 1, 120),
        ("nl -ba code.rs | sed -n '5,50p'", "code.rs", 5, 50),
        ("git show HEAD:code.rs", "HEAD:code.rs", 1, 120),
        ("cd core && cat lib.rs", "core/lib.rs", 1, 120),
        ("cat code.rs 2>/dev/null", "code.rs", 1, 120),
        ("cat crlf.rs", "crlf.rs", 1, 120),
    ] {
        let out = rendered(&ground, line);
        assert_eq!(span(&out), (name.to_owned(), first, last), "{line}");
        assert!(!out.contains("fn number_"), "{line} left source text");
        assert_eq!(out.contains("(CRLF line ends)"), name == "crlf.rs", "{line}");
        picture_of(&out);
    }
}

/// Name, first and last line of the pages, which must follow each other without a gap.
fn span(out: &str) -> (String, u64, u64) {
    let mut span: Option<(String, u64, u64)> = None;
    for line in out.lines() {
        let (name, rest) = line.strip_prefix("[codeshot] ").expect("a page").split_once(" lines ").expect("lines");
        let (first, last) = rest.split_once(',').expect("a range").0.split_once('-').expect("two ends");
        let (first, last) = (first.parse().expect("a number"), last.parse().expect("a number"));
        span = Some(match span {
            None => (name.to_owned(), first, last),
            Some((before, from, to)) => {
                assert_eq!((name, first), (before.as_str(), to + 1), "a gap before {line}");
                (before, from, last)
            }
        });
    }
    span.expect("pages")
}

#[test]
fn two_ranges_are_two_windows_with_their_own_numbers() {
    let ground = Ground::new();
    let out = rendered(&ground, "sed -n '10,12p;40,42p' code.rs");
    let first = out.find("code.rs lines 10-12").expect("the first range");
    assert!(first < out.find("code.rs lines 40-42").expect("the second range"));
}

#[test]
fn other_text_stays_in_print_order() {
    let ground = Ground::new();
    let out =
        rendered(&ground, "echo '### one'; sed -n '1,40p' code.rs; echo -----; sed -n '60,99p' code.rs; wc -l code.rs");
    let at = |part: &str| out.find(part).unwrap_or_else(|| panic!("{part} is missing in {out}"));
    let order = [at("### one"), at("lines 1-40"), at("-----"), at("lines 60-99"), at("120 code.rs")];
    assert!(order.is_sorted(), "{out}");
}

#[test]
fn a_diff_becomes_pages_and_its_summary_does_not() {
    let ground = Ground::new();
    let path = ground.root().join("code.rs");
    let text = fs::read_to_string(&path).expect("the file").replace("left", "right");
    fs::write(path, text).expect("the file");
    assert!(rendered(&ground, "git diff").contains("git diff, page 1 of"));
    untouched(&ground, "git diff --stat");
    untouched(&ground, "git diff > fix.patch");
}

#[test]
fn auto_draws_only_what_saves_tokens() {
    let ground = Ground::new();
    let log = ground.root().join("log.jsonl");
    let log = log.to_str().expect("text");
    let ran = ground.exec(&["-r", "3", "--log", log], "cat code.rs");
    assert!(ran.text().contains("[codeshot] "), "{}", ran.text());
    let ran = ground.exec(&["-r", "3", "--log", log], "sed -n '7,9p' code.rs");
    assert!(ran.text().starts_with("fn number_6"));
    let records: Vec<Value> = fs::read_to_string(log)
        .expect("a log")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a record"))
        .collect();
    let number = |index: usize, key: &str| records[index][key].as_u64().expect("a number");
    assert_eq!((records[0]["decision"].as_str(), records[0]["class"].as_str()), (Some("pages"), Some("read")));
    assert!(number(0, "visual_tokens") * 10 <= number(0, "text_tokens") * 9);
    assert_eq!((records[1]["decision"].as_str(), records[1]["reason"].as_str()), (Some("text"), Some("cost")));
    let sums = ground.run(&["stats", log]);
    assert!(sums.text().contains("commands: 2, of which 1 returned"), "{}", sums.text());
}

#[test]
fn wide_scope_grows_a_window_and_says_so() {
    let ground = Ground::new();
    fs::write(ground.root().join("long.rs"), ground::source(900)).expect("a file");
    let ran = ground.exec(&["--when", "always", "--scope", "wide"], "sed -n '500,519p' long.rs");
    let out = ran.text();
    assert!(out.contains("(asked for 500-519, shown "), "{out}");
    assert!(out.contains("lines 4"), "{out}");
}

#[test]
fn mini_swe_agent_gets_its_tag_and_no_other_tag_passes() {
    let ground = Ground::new();
    let ran = ground.exec(&["--agent", "mswea", "--when", "always"], "cat code.rs");
    let out = ran.text();
    let tag = "<MSWEA_MULTIMODAL_CONTENT><CONTENT_TYPE>image_url</CONTENT_TYPE>data:image/png;base64,";
    assert!(out.contains(tag) && out.trim_end().ends_with("</MSWEA_MULTIMODAL_CONTENT>"));
    // A file that holds the markup: shown, as text and among other text, with the tag broken.
    for line in ["grep -n MSWEA markup.py", "cat markup.py | tr x y", "cat markup.py; cat code.rs >/dev/null"] {
        let text = ground.exec(&["--agent", "mswea"], line).text();
        assert!(text.contains("<MSWEA_MULTIMODAL_CONTENT ><CONTENT_TYPE >"), "{line}: {text}");
        assert!(!text.contains("<MSWEA_MULTIMODAL_CONTENT>"), "{line}: {text}");
    }
    let swe = ground.exec(&["--agent", "sweagent", "--when", "always"], "cat code.rs").text();
    assert!(swe.starts_with("![code.rs lines 1-") && swe.contains("](data:image/png;base64,"));
}

#[test]
fn claude_code_gets_one_data_url_or_plain_text() {
    let ground = Ground::new();
    let ran = ground.exec(&["--agent", "claude-code", "--when", "always"], "sed -n '1,40p' code.rs");
    assert!(ran.text().starts_with("data:image/png;base64,"), "{}", ran.text());
    let ran = ground.exec(&["--agent", "claude-code", "--when", "always"], "echo x; sed -n '1,40p' code.rs");
    assert!(ran.text().starts_with("x\nfn number_0"));
}

#[test]
fn words_and_shells_run_as_they_are_given() {
    let ground = Ground::new();
    let words =
        |words: &[&str]| ground.run(&[&["exec", "--when", "always", "--timeout", "120000", "--"], words].concat());
    assert!(words(&["sed", "-n", "5,60p", "code.rs"]).text().contains("code.rs lines 5-60"));
    assert!(words(&["bash", "-c", "cat code.rs | head -50"]).text().contains("code.rs lines 1-50"));
    assert_eq!(words(&["printf", "%s|", "a b", "$HOME", "*"]).text(), "a b|$HOME|*|");
    assert_eq!(words(&["no-such-program", "x"]).code, Some(127));
    assert_eq!(words(&["bash", "-c", "exit 42"]).code, Some(42));
}

#[test]
fn input_reaches_the_command() {
    let ground = Ground::new();
    let ran: Ran = ground.with_input(&["exec", "--", "cat; cat code.rs | wc -l"], b"from stdin\n");
    assert!(ran.text().starts_with("from stdin\n"));
}

#[test]
fn a_wrong_model_is_told_and_the_command_runs_all_the_same() {
    let ground = Ground::new();
    let ran = ground.exec(&["--model", "no-such-model-at-all-x"], "echo fine; exit 5");
    assert_eq!((ran.text().as_str(), ran.code), ("fine\n", Some(5)));
}
