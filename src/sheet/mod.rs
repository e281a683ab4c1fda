//! The fact sheet: exact values that are easily misread on a page, as text beside it.
//!
//! Why: a misread hash is silent and plausible. Prose and keywords a reader restores from context; a commit, an
//! address, a long number it cannot. So the values with the least context come first, and what does not fit under the
//! cap of tokens is counted, never dropped in silence.

mod find;

use crate::cost::Tokenizer;
use crate::document::{Document, File};
use crate::grid::Cell;
use crate::units::{LineNo, Tokens};
use find::{Found, Kind};
use std::collections::HashMap;
use std::fmt::Write as _;

/// Most lines named behind one value.
const MOST_LINES: usize = 4;
/// Longest value, in bytes: longer ones are data, not something to quote.
const LONGEST: usize = 200;
/// Most values weighed in one run; a data file has millions, and the cap leaves room for a few dozen.
const MOST_VALUES: usize = 20_000;
/// Pixels of a cell from which plain names are not misread.
const COMFORTABLE: u64 = 160;
/// Most risky lines named in the text.
const MOST_RISKY: usize = 20;

/// Values as text, and what else is to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// One value a line, with the lines it stands on; riskiest first.
    pub text: String,
    /// Values listed.
    pub listed: usize,
    /// Values found and not listed.
    pub left_out: usize,
    /// Document lines (from 0) that a small cell endangers: long random runs, runs of look-alike characters.
    pub risky: Vec<usize>,
}

/// A value with where it stands.
struct Value<'a> {
    text: &'a str,
    kind: Kind,
    score: u32,
    file: usize,
    lines: Vec<LineNo>,
    /// Further lines.
    more: usize,
}

/// The exact values of a document drawn in cells of `cell`, under a cap of tokens.
///
/// Files that hold secrets by their name (`.env`, keys) are left out: a picture of them was asked for, a list of
/// what is in them was not.
pub fn of(document: &Document, cell: Cell, tokenizer: &Tokenizer, cap: Tokens) -> Sheet {
    let is_secret: Vec<bool> = document.files().iter().map(is_secret).collect();
    let mut values: Vec<Value<'_>> = Vec::new();
    let mut known: HashMap<(usize, &str), usize> = HashMap::new();
    let mut risky = Vec::new();
    let mut unweighed = 0;
    for line in 0..document.lines() {
        let file = document.file_of(line);
        let Some(number) = document.number(line).filter(|_| document.is_source(line) && !is_secret[file]) else {
            continue;
        };
        let text = document.text(line);
        if find::is_risky(text, cell) {
            risky.push(line);
        }
        find::values(text, |Found { text, kind }| {
            let score = kind.score() + find::look_alikes(text).min(10);
            if score < least_score(cell) || text.len() > LONGEST {
                return;
            }
            match known.get(&(file, text)) {
                Some(&at) => {
                    let value: &mut Value<'_> = &mut values[at];
                    match value.lines.last() {
                        Some(&last) if last == number => {}
                        _ if value.lines.len() < MOST_LINES => value.lines.push(number),
                        _ => value.more += 1,
                    }
                }
                None if values.len() < MOST_VALUES => {
                    known.insert((file, text), values.len());
                    values.push(Value { text, kind, score, file, lines: vec![number], more: 0 });
                }
                None => unweighed += 1,
            }
        });
    }
    // Rank is total: no two values share file and text, and the order found is the order of lines.
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_key(|&at| (std::cmp::Reverse(values[at].score), at));
    write(document, &values, &order, unweighed, risky, (tokenizer, cap))
}

/// The least score that is worth a line: in a comfortable cell a name needs a look-alike character.
fn least_score(cell: Cell) -> u32 {
    Kind::Name.score() + u32::from(cell.area() >= COMFORTABLE)
}

fn write(
    document: &Document,
    values: &[Value<'_>],
    order: &[usize],
    unweighed: usize,
    risky: Vec<usize>,
    (tokenizer, cap): (&Tokenizer, Tokens),
) -> Sheet {
    let several = document.files().len() > 1;
    let mut text = String::from("Exact values (copy these, not the picture), after their lines:\n");
    // Room for the closing lines.
    let closing = Tokens::new(40);
    let mut used = tokenizer.count(&text) + closing;
    let mut listed = 0;
    for &at in order {
        let entry = entry(document, &values[at], several);
        let tokens = tokenizer.count(&entry);
        if used + tokens > cap {
            break;
        }
        used += tokens;
        text.push_str(&entry);
        listed += 1;
    }
    let left_out = values.len() - listed + unweighed;
    if left_out > 0 {
        let values = if left_out == 1 { "value" } else { "values" };
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{left_out} more {values} left out; ask for their lines as text");
    }
    if !risky.is_empty() {
        let names: Vec<String> =
            risky.iter().take(MOST_RISKY).filter_map(|&line| place(document, line, several)).collect();
        let more = risky.len() - names.len();
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        let line = format!("Easily misread, better asked for as text: {}{rest}\n", names.join(", "));
        if used + tokenizer.count(&line) <= cap + closing {
            text.push_str(&line);
        } else {
            let _ = writeln!(text, "{} lines are easily misread", risky.len());
        }
    }
    Sheet { text, listed, left_out, risky }
}

fn entry(document: &Document, value: &Value<'_>, several: bool) -> String {
    let lines: Vec<String> = value.lines.iter().map(ToString::to_string).collect();
    let more = if value.more > 0 { format!("+{}", value.more) } else { String::new() };
    let file = document.files().get(value.file).filter(|_| several).and_then(File::name);
    let file = file.map_or_else(String::new, |name| format!("{name}:"));
    let quote = if value.kind == Kind::Quoted { "\"" } else { "" };
    format!("{file}{}{more} {quote}{}{quote}\n", lines.join(","), value.text)
}

fn place(document: &Document, line: usize, several: bool) -> Option<String> {
    let number = document.number(line)?;
    let file = document.files().get(document.file_of(line)).filter(|_| several).and_then(File::name);
    Some(file.map_or_else(|| number.to_string(), |name| format!("{name}:{number}")))
}

/// Files that hold secrets, by name.
fn is_secret(file: &File) -> bool {
    let name = file.name().unwrap_or("").rsplit(['/', '\\']).next().unwrap_or("").to_lowercase();
    let ends = [".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx"];
    let whole =
        [".netrc", ".pgpass", ".npmrc", ".pypirc", "credentials", "secrets.yml", "secrets.yaml", "secrets.json"];
    let is_sample = [".example", ".sample", ".template", ".dist"].iter().any(|end| name.ends_with(end));
    let is_env = name == ".env" || name.starts_with(".env.");
    !is_sample
        && (is_env
            || name.starts_with("id_rsa")
            || name.starts_with("id_ed25519")
            || name.starts_with("id_ecdsa")
            || whole.contains(&name.as_str())
            || ends.iter().any(|end| name.ends_with(end)))
}

#[cfg(test)]
mod tests;
