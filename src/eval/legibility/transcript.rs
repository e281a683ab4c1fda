//! Marking a transcript: characters by edit distance, identifiers and line numbers by line.
#![expect(clippy::float_arithmetic, reason = "shares of counts")]

use super::{Score, Sheet};
use crate::eval::stats::float;
use std::collections::BTreeMap;

/// Marks a transcript whose lines begin with their number where the sheet has numbers.
pub(super) fn mark(sheet: &Sheet, transcript: &str) -> Score {
    let read: Vec<(Option<u64>, &str)> =
        transcript.lines().map(|line| split(line, sheet.first_line.is_some())).collect();
    let truth: String = sheet.truth.iter().map(|line| bare(line)).collect();
    let text: String = read.iter().map(|(_, line)| bare(line)).collect();
    let (truth, text): (Vec<char>, Vec<char>) = (truth.chars().collect(), text.chars().collect());
    let edits = distance(&truth, &text);
    let chars = truth.len() as u64;
    let by_number: BTreeMap<u64, &str> = read.iter().filter_map(|&(number, line)| Some((number?, line))).collect();
    let (mut right, mut lines, mut found, mut identifiers) = (0, 0, 0, 0);
    for (at, line) in sheet.truth.iter().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        lines += 1;
        let number = sheet.first_line.map(|first| first.get() + at as u64);
        let seen = match number {
            Some(number) => by_number.get(&number).copied().unwrap_or_default(),
            None => read.get(at).map_or("", |(_, line)| line),
        };
        let (want, have): (Vec<char>, Vec<char>) = (bare(line).chars().collect(), bare(seen).chars().collect());
        // The number belongs to this line when at least half of the line stands by it.
        right += u64::from(number.is_some() && distance(&want, &have) * 2 <= want.len() as u64);
        let names: Vec<&str> = words(seen).collect();
        for word in words(line) {
            identifiers += 1;
            found += u64::from(names.contains(&word));
        }
    }
    let share = |part: u64, of: u64| (of > 0).then(|| float(part) / float(of));
    Score {
        chars,
        cer: share(edits, chars),
        cer_no_insertions: share(edits.saturating_sub((text.len() as u64).saturating_sub(chars)), chars),
        identifier_exact: share(found, identifiers),
        line_number_exact: sheet.first_line.and_then(|_| share(right, lines)),
    }
}

/// Whether an answer is the line, whitespace aside.
pub(super) fn is_line(answer: &str, line: &str) -> bool {
    bare(answer.trim().trim_matches('`')) == bare(line)
}

/// A line as its number and its text: digits, then a tab, a colon, a bar or blanks.
fn split(line: &str, numbered: bool) -> (Option<u64>, &str) {
    let start = line.trim_start();
    let digits = start.bytes().take_while(u8::is_ascii_digit).count();
    match start[..digits].parse() {
        Ok(number) if numbered => (Some(number), start[digits..].trim_start_matches([':', '|', '\t', ' '])),
        _ => (None, line),
    }
}

fn bare(line: &str) -> String {
    line.chars().filter(|c| !c.is_whitespace()).collect()
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    let parts = line.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    parts.filter(|part| part.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// Levenshtein distance.
fn distance(a: &[char], b: &[char]) -> u64 {
    let mut row: Vec<u64> = (0..=b.len() as u64).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i as u64 + 1;
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (above + 1).min(row[j] + 1).min(diagonal + u64::from(x != y));
            diagonal = above;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::LineNo;

    fn sheet(first_line: Option<u64>) -> Sheet {
        Sheet {
            name: String::new(),
            folder: std::path::PathBuf::new(),
            truth: ["def add(a, b):", "", "    return a + b"].map(str::to_owned).to_vec(),
            first_line: first_line.map(LineNo::new),
            blank_numbers: true,
            cuts: vec![],
            pitch: None,
        }
    }

    #[test]
    fn a_true_transcript_is_without_fault() {
        let score = mark(&sheet(Some(7)), "7\tdef add(a, b):\n8\n9\t    return a + b\n");
        assert_eq!((score.cer, score.identifier_exact, score.line_number_exact), (Some(0.0), Some(1.0), Some(1.0)));
        let score = mark(&sheet(None), "def add(a, b):\n\nreturn a+b");
        assert_eq!((score.cer, score.identifier_exact, score.line_number_exact), (Some(0.0), Some(1.0), None));
    }

    #[test]
    fn a_wrong_letter_and_a_wrong_number_are_marked() {
        let score = mark(&sheet(Some(7)), "7: def odd(a, b):\n8: return a + b");
        assert!(score.cer.is_some_and(|cer| (cer - 1.0 / 21.0).abs() < 1e-9), "{score:?}");
        assert_eq!(score.line_number_exact, Some(0.5));
    }

    #[test]
    fn distances_are_known_ones() {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        for (a, b, edits) in [("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("flaw", "lawn", 2)] {
            assert_eq!(distance(&chars(a), &chars(b)), edits);
        }
    }

    #[test]
    fn an_answer_may_stand_in_backticks() {
        assert!(is_line("`return  a + b`\n", "    return a + b"));
        assert!(!is_line("return a - b", "return a + b"));
    }
}
