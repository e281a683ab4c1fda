//! Values in a line of source: what they are, and how easily they are misread.

use crate::grid::Cell;

/// What a value is; the less context restores it, the higher its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A long name of several words.
    Name,
    /// A path or an address of the web.
    Path,
    /// A quoted string of letters and digits that is no words.
    Quoted,
    /// A version, or a number with a dot.
    Version,
    /// A key such as `PROJ-1482`.
    Ticket,
    /// A long number.
    Number,
    /// An address of a network.
    Address,
    /// A hash, an identifier of random digits.
    Random,
}

impl Kind {
    pub(super) const fn score(self) -> u32 {
        match self {
            Self::Name => 20,
            Self::Path => 40,
            Self::Quoted => 50,
            Self::Version => 60,
            Self::Ticket => 65,
            Self::Number => 70,
            Self::Address => 75,
            Self::Random => 90,
        }
    }
}

/// A value of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found<'a> {
    pub(super) text: &'a str,
    pub(super) kind: Kind,
}

/// Shortest run of random letters and digits.
const SHORTEST_RANDOM: usize = 8;
/// Shortest name that is listed, in bytes.
const SHORTEST_NAME: usize = 12;
/// Fewest digits of a number that no reader guesses.
const FEWEST_DIGITS: usize = 5;
/// Shortest random run that makes its line risky in a small cell; longer in a larger one.
const RISKY_RUN: usize = 20;
/// Look-alike characters in a row that make a line risky.
const RISKY_LOOK_ALIKES: usize = 4;
/// Longest line that is searched, in bytes: longer ones are generated.
const LONGEST_LINE: usize = 20_000;

/// Hands every value of a line to `sink`, from left to right.
pub(super) fn values<'a>(line: &'a str, mut sink: impl FnMut(Found<'a>)) {
    if line.len() > LONGEST_LINE {
        return;
    }
    for quote in ['"', '\''] {
        for text in line.split(quote).skip(1).step_by(2).filter(|text| is_odd(text)) {
            sink(Found { text, kind: Kind::Quoted });
        }
    }
    for word in line.split(is_gap).map(trimmed).filter(|word| word.len() >= 4) {
        if let Some(kind) = kind(word) {
            sink(Found { text: word, kind });
            // A version or a hash inside of a longer path is found by the whole.
            if kind != Kind::Path {
                continue;
            }
        }
        for part in word.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
            if part.len() < word.len()
                && let Some(kind) = kind_of_part(part)
            {
                sink(Found { text: part, kind });
            }
        }
    }
}

/// A quoted text with letters, digits and signs that is no single value by itself.
fn is_odd(text: &str) -> bool {
    let count = |is: fn(&u8) -> bool| text.bytes().filter(is).count();
    let signs = count(|b| b.is_ascii_punctuation() || *b == b' ');
    let (digits, letters) = (count(u8::is_ascii_digit), count(u8::is_ascii_alphabetic));
    (6..=80).contains(&text.len()) && digits >= 2 && letters >= 1 && signs >= 1 && kind(trimmed(text)).is_none()
}

/// What ends a word: blanks, quotes, brackets and what stands between expressions.
fn is_gap(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(
            c,
            '"' | '\'' | '`' | '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | ',' | ';' | '=' | '|' | '!' | '*'
        )
}

fn trimmed(word: &str) -> &str {
    word.trim_matches(['.', ':', '-', '+', '&', '?', '^', '%', '$', '@', '#'])
}

fn kind(word: &str) -> Option<Kind> {
    let bytes = word.as_bytes();
    let digits = bytes.iter().filter(|b| b.is_ascii_digit()).count();
    if !word.is_ascii() {
        return None;
    }
    if is_uuid(bytes) || is_random(word) {
        return Some(Kind::Random);
    }
    if let Some(hex) = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        let is_hex = hex.len() >= 4 && hex.bytes().all(|b| b.is_ascii_hexdigit() || b == b'_');
        return is_hex.then_some(Kind::Number);
    }
    if bytes.iter().all(|&b| b.is_ascii_digit() || b == b'_') {
        return (digits >= FEWEST_DIGITS).then_some(Kind::Number);
    }
    if is_address(word) {
        return Some(Kind::Address);
    }
    if word.contains("://") || (word.matches(['/', '\\']).count() >= 2 && word.len() >= SHORTEST_NAME) {
        return Some(Kind::Path);
    }
    if is_ticket(word) {
        return Some(Kind::Ticket);
    }
    if is_version(word) {
        return Some(Kind::Version);
    }
    kind_of_part(word)
}

/// A piece of a longer word: random, a number, or a name of several words.
fn kind_of_part(part: &str) -> Option<Kind> {
    let bytes = part.as_bytes();
    if !part.is_ascii() {
        return None;
    }
    if is_random(part) {
        return Some(Kind::Random);
    }
    if bytes.len() >= FEWEST_DIGITS && bytes.iter().all(u8::is_ascii_digit) {
        return Some(Kind::Number);
    }
    let is_name = bytes.iter().all(|&b| b.is_ascii_alphanumeric() || b == b'_') && bytes.len() >= SHORTEST_NAME;
    let humps = bytes.windows(2).filter(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase()).count();
    let joints = bytes.windows(2).filter(|w| w[0] == b'_' && w[1] != b'_').count();
    (is_name && humps + joints >= 1).then_some(Kind::Name)
}

/// `8-4-4-4-12` hexadecimal digits.
fn is_uuid(bytes: &[u8]) -> bool {
    bytes.len() == 36
        && bytes.iter().enumerate().all(|(at, &b)| match at {
            8 | 13 | 18 | 23 => b == b'-',
            _ => b.is_ascii_hexdigit(),
        })
}

/// Letters and digits that change so often that no words are in it.
fn is_random(word: &str) -> bool {
    let bytes = word.as_bytes();
    if bytes.len() < SHORTEST_RANDOM || !bytes.iter().all(|&b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/')) {
        return false;
    }
    let digits = bytes.iter().filter(|b| b.is_ascii_digit()).count();
    let letters = bytes.iter().filter(|b| b.is_ascii_alphabetic()).count();
    let changes = bytes.windows(2).filter(|w| w[0].is_ascii_digit() != w[1].is_ascii_digit()).count();
    let is_hex = bytes.iter().all(u8::is_ascii_hexdigit);
    digits > 0 && letters > 0 && changes >= if is_hex { 3 } else { 4 }
}

/// Four numbers with dots, perhaps a port; or groups of hexadecimal digits with colons.
fn is_address(word: &str) -> bool {
    let (host, port) = word.split_once(':').unwrap_or((word, "0"));
    let numbers: Vec<&str> = host.split('.').collect();
    let is_byte = |part: &&str| part.len() <= 3 && part.parse::<u8>().is_ok();
    let is_v4 = numbers.len() == 4 && numbers.iter().all(is_byte) && port.parse::<u16>().is_ok();
    let groups: Vec<&str> = word.split(':').collect();
    let is_group = |part: &&str| part.len() <= 4 && part.bytes().all(|b| b.is_ascii_hexdigit());
    is_v4 || (groups.len() >= 4 && groups.iter().all(is_group))
}

/// Capital letters, a hyphen, digits.
fn is_ticket(word: &str) -> bool {
    word.rsplit_once('-').is_some_and(|(letters, digits)| {
        (2..=12).contains(&letters.len())
            && letters.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-')
            && letters.as_bytes()[0].is_ascii_uppercase()
            && (2..=9).contains(&digits.len())
            && digits.bytes().all(|b| b.is_ascii_digit())
    })
}

/// Digits, a dot, digits, and something more: `2.14.0rc3`, `demo-1.2`, `3.14159`.
fn is_version(word: &str) -> bool {
    let bytes = word.as_bytes();
    let dots = bytes.windows(3).filter(|w| w[0].is_ascii_digit() && w[1] == b'.' && w[2].is_ascii_digit()).count();
    let digits = bytes.iter().filter(|b| b.is_ascii_digit()).count();
    let is_plain = bytes.iter().all(|&b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'+' | b'_'));
    is_plain && dots >= 1 && (dots >= 2 || digits >= FEWEST_DIGITS)
}

/// How many characters of a value look like others.
pub(super) fn look_alikes(text: &str) -> u32 {
    u32::try_from(text.bytes().filter(|&b| is_look_alike(b)).count()).unwrap_or(u32::MAX)
}

const fn is_look_alike(byte: u8) -> bool {
    matches!(byte, b'0' | b'O' | b'1' | b'l' | b'I' | b'5' | b'S' | b'8' | b'B' | b'6' | b'2' | b'Z' | b'D' | b'Q')
}

/// Whether a small cell endangers what a line says: a long random run, or look-alike characters in a row that are no
/// plain number.
pub(super) fn is_risky(line: &str, cell: Cell) -> bool {
    let longest = if cell.area() <= 66 { RISKY_RUN } else { RISKY_RUN * 2 };
    let words = line.split(|c: char| !c.is_ascii_alphanumeric());
    words.take(LONGEST_LINE).any(|word| {
        let alike = word.as_bytes().split(|&b| !is_look_alike(b)).map(<[u8]>::len).max().unwrap_or(0);
        let is_number = word.bytes().all(|b| b.is_ascii_digit());
        (word.len() >= longest && is_random(word)) || (!is_number && alike >= RISKY_LOOK_ALIKES)
    })
}
