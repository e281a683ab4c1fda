use super::*;
use crate::document::Options;
use crate::source::{Limits, Source};

fn document(text: &str, name: &str) -> Document {
    let source = Source::decode(text.as_bytes().to_vec(), Some(name), &Limits::default()).expect("text");
    Document::build(&source, &Options::default()).expect("a document")
}

fn sheet(text: &str, cap: u64) -> Sheet {
    let tokenizer = Tokenizer::by_name("o200k").expect("known");
    of(&document(text, "a.py"), Cell::new(6, 11), &tokenizer, Tokens::new(cap))
}

#[test]
fn values_that_context_does_not_restore_are_listed_with_their_lines() {
    let text = "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b\nx = 1\nlisten(\"10.20.30.40:47821\")\n\
                wheel-2.14.0rc3 and PROJ-1482 at 0xDEADBEEF\n18446744073709551615 18446744073709551615\n\
                def extractFactSheetTokens(tokenLedgerShard):\n18446744073709551615\n";
    let sheet = sheet(text, 1000);
    for line in [
        "1 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b\n",
        "3 10.20.30.40:47821\n",
        "4 wheel-2.14.0rc3\n",
        "4 PROJ-1482\n",
        "4 0xDEADBEEF\n",
        "5,7 18446744073709551615\n",
        "6 extractFactSheetTokens\n",
        "6 tokenLedgerShard\n",
    ] {
        assert!(sheet.text.contains(line), "{line} in {}", sheet.text);
    }
    assert_eq!((sheet.listed, sheet.left_out), (8, 0), "{}", sheet.text);
    assert_eq!(sheet.risky, [0]);
}

#[test]
fn plain_words_and_small_numbers_are_not_listed() {
    let sheet = sheet("for item in range(10):\n    print(\"hello world\", item + 1)  # see above, 2024\n", 1000);
    assert_eq!((sheet.listed, sheet.left_out), (0, 0), "{}", sheet.text);
}

#[test]
fn the_cap_of_tokens_holds_and_what_is_left_out_is_counted() {
    let hash = |i: u64| (i.wrapping_mul(0x9E37_79B9_7F4A_7C15), i.wrapping_mul(0xD1B5_4A32_D192_ED03));
    let lines: Vec<String> = (1..=400).map(hash).map(|(a, b)| format!("{a:016x}{b:016x}\n")).collect();
    let text = lines.concat();
    let tokenizer = Tokenizer::by_name("o200k").expect("known");
    for cap in [0, 100, 200, 1000] {
        let sheet = sheet(&text, cap);
        assert!(tokenizer.count(&sheet.text).get() <= cap + 80, "{cap}: {}", sheet.text);
        assert_eq!(sheet.listed + sheet.left_out, 400);
        assert!(sheet.text.contains(&format!("{} more values left out", sheet.left_out)));
    }
}

#[test]
fn files_of_secrets_are_not_listed() {
    let tokenizer = Tokenizer::by_name("o200k").expect("known");
    let text = "TOKEN=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b\n";
    for (name, listed) in [(".env", 0), ("app/.env.local", 0), ("id_rsa", 0), ("x.pem", 0), (".env.example", 1)] {
        let sheet = of(&document(text, name), Cell::new(6, 11), &tokenizer, Tokens::new(500));
        assert_eq!(sheet.listed, listed, "{name}: {}", sheet.text);
    }
}
