//! Hostile and odd input: no panic, no slow answer.

use codeshot::observe::{Class, Context, Disk, classify};
use proptest::prelude::*;
use std::path::Path;
use std::time::{Duration, Instant};

fn run(command: &str) -> Duration {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // A debug build on a shared machine: the fastest of three tells.
    (0..3)
        .map(|_| {
            #[expect(clippy::disallowed_methods, reason = "a test may look at the clock")]
            let start = Instant::now();
            classify(command, &Context { root, cwd: root, files: &Disk });
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

/// Milliseconds allowed here; release builds are held to 1 ms by the benchmark.
const LIMIT: Duration = Duration::from_millis(if cfg!(debug_assertions) { 100 } else { 4 });

#[test]
fn deep_and_long_commands_are_answered_at_once() {
    let deep = |open: &str, close: &str, n: usize| format!("{}ls{}", open.repeat(n), close.repeat(n));
    let mut commands = Vec::new();
    for n in [1, 4, 8, 11, 12, 13, 60, 5000] {
        for (open, close) in [
            ("(", ")"),
            ("{ ", "; }"),
            ("$(", ")"),
            ("`", "`"),
            ("((", "))"),
            ("( (", ") )"),
            ("<(", ")"),
            ("${a:-", "}"),
            ("$((", "))"),
            ("\"$(", ")\""),
            ("if ", "; then :; fi"),
            ("while ", "; do :; done"),
            ("! ", ""),
            ("a=(", ")"),
            ("[[ ( ", " ) ]]"),
            ("{a,", "}"),
            ("(", ""),
            ("$(", ""),
            ("case x in x) ", ";; esac"),
            ("f() { ", "; }"),
            ("ls && ", ""),
            ("ls | ", ""),
            ("env ", ""),
            ("bash -c '", "'"),
            ("[[ ! ", " ]]"),
            ("eval ", ""),
            ("xargs ", ""),
        ] {
            commands.push(deep(open, close, n));
        }
    }
    commands.push("a".repeat(100_000));
    commands.push("cat x ".repeat(20_000));
    commands.push("cat x; ".repeat(9_000));
    commands.push(format!("cat > x.py <<'EOF'\n{}\nEOF", "print((1))\n".repeat(9_000)));
    commands.push(format!("cat {{1..9999}}{{1..9999}} {}", "{a,b}".repeat(30)));
    commands.push(format!("sed -n '{}p' src/lib.rs", "1,2p;".repeat(500)));
    commands.push(format!("awk '{}' src/lib.rs", "(".repeat(900)));
    commands.push(format!("echo $(({}1))", "1+".repeat(900)));
    commands.push("f() { f; f; }; f".to_owned());
    commands.push("for i in {1..60}; do for j in {1..60}; do cat src/units.rs; done; done".to_owned());
    commands.push(format!("grep -E '{}' src/lib.rs", "(a{1,100}){1,100}".repeat(5)));
    let slow: Vec<String> = commands
        .iter()
        .filter_map(|command| {
            let time = run(command);
            (time > LIMIT).then(|| format!("{time:?} {:?}", &command[..command.len().min(60)]))
        })
        .collect();
    assert_eq!(slow, Vec::<String>::new());
}

#[test]
fn long_numbers_do_not_reach_the_parser() {
    let number = "9".repeat(30);
    for command in [
        format!("cat {number}>x"),
        format!("cat {number}<<EOF\nx\nEOF"),
        format!("echo {{1..{number}}}"),
        format!("echo \"{{1..{number}}}\" '{{1..{number}}}'"),
        format!("echo ~{number} ~+{number} ~-{number}"),
        "cat 99999\\\n99999999999999>x".to_owned(),
        format!("x=~{number}; echo ${{y:-~{number}}} \"${{y:-{{1..{number}}}}}\" $(({number} + 1)) ${{{number}}}"),
        format!("cat <<EOF\n~{number} {{1..{number}}} $(({number}))\nEOF"),
        format!("bash -c 'cat {number}>x; echo {{1..{number}}}'"),
        format!(
            "head -n {number} src/lib.rs; sed -n '{number}p;1~{number}p;1,+{number}p' src/lib.rs; awk 'NR=={number}' src/lib.rs"
        ),
    ] {
        run(&command);
    }
}

#[test]
fn a_long_edit_by_here_document_is_still_an_edit() {
    let command = format!("cat > x.py <<'EOF'\n{}\nEOF", "print((1))\n".repeat(9_000));
    let root = Path::new("/repo");
    let found = classify(&command, &Context { root, cwd: root, files: &Disk });
    assert_eq!(found.class, Class::Edit);
    assert!(found.reads.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_answered(command in ".{0,300}") {
        run(&command);
    }

    #[test]
    fn any_mix_of_shell_words_is_answered(words in prop::collection::vec(prop::sample::select(vec![
        "cat", "sed", "-n", "'1,5p'", "src/lib.rs", "|", "&&", ";", "(", ")", "{", "}", "$(", "`", "\"", "'", "<<EOF", "\n", "EOF", ">", ">>", "2>&1",
        "for", "in", "do", "done", "if", "then", "fi", "case", "esac", "while", "awk", "'{print}'", "NR==1,/x/", "head", "-5", "tail", "+3", "grep",
        "-A", "99999999999999999999", "find", "-exec", "{}", "\\;", "+", "xargs", "-I", "*", "?", "[a-", "~", "$x", "${x%", "x=1", "git", "show", "HEAD:", "nl", "-ba",
        "-v", "18446744073709551615", "bat", "-r", "5:", "--", "python", "-c", "é", "\u{202e}", "$((", "))", "1/0", "<(", "env", "bash", "#", "&", "[[", "]]", "-f",
    ]), 0..24), glue in prop::sample::select(vec![" ", ""])) {
        run(&words.join(glue));
    }

    #[test]
    fn any_sed_script_is_answered(script in "[0-9,$~+/pdqnQ={};!sI\\\\ a#-]{0,24}", silent in any::<bool>()) {
        let command = format!("sed {} '{script}' src/units.rs", if silent { "-n" } else { "" });
        run(&command);
    }

    #[test]
    fn any_awk_program_is_answered(program in "[NRF0-9=<>!&|(){};,$\"/+*%x -]{0,24}") {
        run(&format!("awk '{program}' src/units.rs"));
    }
}
