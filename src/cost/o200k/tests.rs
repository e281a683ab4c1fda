//! Counts are the crate's, and the embedded vocabulary is the crate's.

use super::split::{Class, piece_end};
use super::*;
use proptest::prelude::*;

fn reference() -> &'static tiktoken::CoreBpe {
    tiktoken::get_encoding("o200k_base").expect("switched on in the manifest")
}

#[test]
fn the_vocabulary_is_the_crates() {
    // To make the file anew: the tokens of all ranks in order, each after its length in one byte.
    let reference = reference();
    for rank in 0..u32::try_from(reference.vocab_size()).expect("200,000") {
        let token = reference.decode(&[rank]);
        assert_eq!(vocabulary::token(rank), Some(token.as_slice()), "rank {rank}");
        assert_eq!(vocabulary::rank(&token), Some(rank));
    }
    assert_eq!(vocabulary::rank(b"no such token"), None);
}

#[test]
fn classes_are_those_of_unicode() {
    let is = |pattern: &str| regex::Regex::new(&format!("^{pattern}$")).expect("a pattern");
    let classes = [
        (Class::Upper, is(r"[\p{Lu}\p{Lt}]")),
        (Class::Lower, is(r"\p{Ll}")),
        (Class::Caseless, is(r"[\p{Lm}\p{Lo}]")),
        (Class::Number, is(r"\p{N}")),
        (Class::LineEnd, is(r"[\r\n]")),
        (Class::Space, is(r"[\s&&[^\r\n]]")),
        (Class::Sign, is(r"[^\s\p{L}\p{N}\p{M}]")),
    ];
    for c in '\0'..=char::MAX {
        if let Some(class) = Class::of(c) {
            let (_, pattern) = classes.iter().find(|(known, _)| *known == class).expect("listed");
            assert!(pattern.is_match(c.encode_utf8(&mut [0; 4])), "{c:?} U+{:04X} is no {class:?}", u32::from(c));
        }
    }
}

/// Compares on a text; whether it was counted here.
fn compare(text: &str) -> bool {
    let count = count(text);
    if let Some(count) = count {
        assert_eq!(count, reference().count(text) as u64, "{:?}", text.chars().take(200).collect::<String>());
    }
    count.is_some()
}

#[test]
fn this_projects_own_files_are_counted_as_the_crate_does() {
    let mut folders = vec![std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
    // Other trees of source to compare on, colon between them: cargo's cache, a Python library.
    folders.extend(option_env!("CODESHOT_CORPUS").into_iter().flat_map(|list| list.split(':')).map(Into::into));
    let (mut here, mut all) = (0, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                here += u64::from(compare(&text));
                all += 1;
            }
        }
    }
    assert!(here * 10 > all * 9, "only {here} of {all} files");
}

#[test]
fn awkward_pieces_end_where_the_pattern_says() {
    let pieces = |text: &str| -> Vec<String> {
        let (mut start, mut pieces) = (0, Vec::new());
        while start < text.len() {
            let end = piece_end(text, start).expect("known characters");
            pieces.push(text[start..end].to_owned());
            start = end;
        }
        pieces
    };
    assert_eq!(pieces("HTTPServer's x"), ["HTTPServer's", " x"]);
    assert_eq!(pieces("camelCase ABC"), ["camel", "Case", " ABC"]);
    assert_eq!(pieces("  if (x)\n\n  y"), [" ", " if", " (", "x", ")\n\n", " ", " y"]);
    assert_eq!(pieces("1234567"), ["123", "456", "7"]);
    assert_eq!(pieces("中文ABC中A"), ["中文ABC中", "A"]);
    for text in ["a \n \n b", "x  ", " \r\n", "//\n/", "don'T'LL", "\u{a0}x", "A\u{301}", "１２３４", "ａＢ"] {
        compare(text);
    }
    for text in [" ".repeat(600), "=".repeat(511), "ab".repeat(255), "Ab".repeat(500)] {
        compare(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_text_is_counted_as_the_crate_does(
        text in "([a-zA-Z]{0,9}|[ \t\r\n/]{0,4}|[!-~]{0,5}|[0-9]{0,5}|'(s|LL|re|x)|[äÖßµªéΑλЖж→─✓🚀中か한Ａａ１　。²½]{0,4}){0,12}"
    ) {
        prop_assert!(compare(&text));
    }

    #[test]
    fn any_text_at_all_is_counted_as_the_crate_does_or_not_here(text in ".{0,40}") {
        compare(&text);
    }
}
