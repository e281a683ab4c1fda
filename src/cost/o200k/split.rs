//! The pieces into which o200k cuts a text before it looks for tokens.
//!
//! Its pattern, with alternatives in order (tiktoken, `tiktoken_ext/openai_public.py`):
//!
//! ```text
//! [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//! [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//! \p{N}{1,3}
//!  ?[^\s\p{L}\p{N}]+[\r\n/]*
//! \s*[\r\n]+
//! \s+(?!\S)
//! \s+
//! ```
//!
//! Only characters whose class is plain from their block are known here; a text with others is left to the crate.

/// What the pattern tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// `Lu`, `Lt`.
    Upper,
    /// `Ll`.
    Lower,
    /// `Lm`, `Lo`: on both sides of the case split.
    Caseless,
    /// `N`.
    Number,
    /// `\r`, `\n`.
    LineEnd,
    /// Other white space.
    Space,
    /// None of these, and no mark (`M`), which counts as letter and as sign.
    Sign,
}

use Class::{Caseless, LineEnd, Lower, Number, Sign, Space, Upper};

impl Class {
    /// The class of a character, where it is known.
    pub(super) fn of(c: char) -> Option<Self> {
        Some(match c {
            'a'..='z' => Lower,
            'A'..='Z' => Upper,
            '0'..='9' => Number,
            '\r' | '\n' => LineEnd,
            '\t' | '\u{b}' | '\u{c}' | ' ' => Space,
            '\0'..='\u{7f}' => Sign,
            _ => return Self::beyond_ascii(c),
        })
    }

    /// Blocks that occur in source code, without those whose letters change case one by one.
    #[expect(clippy::match_same_arms, reason = "one arm a Unicode block, in the order of code points")]
    fn beyond_ascii(c: char) -> Option<Self> {
        Some(match c {
            _ if c.is_whitespace() => Space,
            // Latin-1.
            'ª' | 'º' => Caseless,
            '×' | '÷' => Sign,
            '²' | '³' | '¹' | '¼'..='¾' => Number,
            'µ' | 'ß'..='ÿ' => Lower,
            'À'..='Þ' => Upper,
            '\u{80}'..='¿' => Sign,
            // Greek and Cyrillic.
            'Α'..='Ρ' | 'Σ'..='Ϋ' | 'Ѐ'..='Я' => Upper,
            'ά'..='ώ' | 'а'..='џ' => Lower,
            // Punctuation, currency, arrows, mathematics, technical signs, box drawing, blocks, dingbats, braille.
            '\u{200b}'..='\u{206f}' | '\u{20a0}'..='\u{20cf}' | '\u{2190}'..='\u{2bff}' => {
                if c.is_numeric() {
                    Number
                } else {
                    Sign
                }
            }
            // Chinese, Japanese and Korean.
            '\u{3001}'..='\u{3004}' | '\u{3008}'..='\u{3020}' => Sign,
            'ぁ'..='ゖ' | 'ァ'..='ヺ' | 'ー'..='ヿ' | '\u{4e00}'..='\u{9fef}' | '가'..='힣' => Caseless,
            '！'..='／' | '：'..='＠' | '［'..='｀' | '｛'..='･' => Sign,
            '０'..='９' => Number,
            'Ａ'..='Ｚ' => Upper,
            'ａ'..='ｚ' => Lower,
            // Pictographs.
            '\u{1f300}'..='\u{1f6ff}' | '\u{1f900}'..='\u{1f9ff}' => Sign,
            _ => return None,
        })
    }

    fn is_letter(self) -> bool {
        matches!(self, Upper | Lower | Caseless)
    }
}

/// A text with the classes of its characters.
struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    /// The class at a byte and the byte after that character; `Ok(None)` at the end.
    fn at(&self, at: usize) -> Result<Option<(Class, usize)>, Unknown> {
        let Some(c) = self.text[at..].chars().next() else { return Ok(None) };
        Ok(Some((Class::of(c).ok_or(Unknown)?, at + c.len_utf8())))
    }
    /// The end of a run of characters that a test admits.
    fn run(&self, mut at: usize, admits: impl Fn(Class) -> bool) -> Result<usize, Unknown> {
        while let Some((class, next)) = self.at(at)? {
            if !admits(class) {
                break;
            }
            at = next;
        }
        Ok(at)
    }
}

/// The text has a character of unknown class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unknown;

/// The end of the piece that starts at byte `start`, which is inside the text.
pub(super) fn piece_end(text: &str, start: usize) -> Result<usize, Unknown> {
    let reader = Reader { text };
    let Some((class, next)) = reader.at(start)? else { return Ok(text.len()) };
    let word = match class {
        Upper | Lower | Caseless => Some(start),
        Number => {
            let mut end = next;
            for _ in 0..2 {
                match reader.at(end)? {
                    Some((Number, next)) => end = next,
                    _ => break,
                }
            }
            return Ok(end);
        }
        LineEnd => None,
        Space | Sign => reader.at(next)?.filter(|(class, _)| class.is_letter()).map(|_| next),
    };
    if let Some(word) = word {
        let end = word_end(&reader, word)?;
        return Ok(end + contraction(&text.as_bytes()[end..]));
    }
    let sign = class == Sign || text[start..].starts_with(' ') && matches!(reader.at(next)?, Some((Sign, _)));
    if sign {
        let end = reader.run(next, |class| class == Sign)?;
        let tail = text.as_bytes()[end..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n' | b'/')).count();
        return Ok(end + tail);
    }
    blank_end(&reader, start)
}

/// The end of a word: capitals and then small letters, split where a capital follows a small letter.
fn word_end(reader: &Reader<'_>, start: usize) -> Result<usize, Unknown> {
    let (mut end, mut caseless_end) = (start, None);
    while let Some((class @ (Upper | Caseless), next)) = reader.at(end)? {
        if class == Caseless {
            caseless_end = Some(next);
        }
        end = next;
    }
    if let Some((Lower, _)) = reader.at(end)? {
        return reader.run(end, |class| matches!(class, Lower | Caseless));
    }
    // No small letter: the first alternative gives capitals back until a caseless letter can stand for one.
    Ok(caseless_end.unwrap_or(end))
}

/// Bytes of a contraction: `'s`, `'t`, `'re`, `'ve`, `'m`, `'ll`, `'d` in either case.
fn contraction(rest: &[u8]) -> usize {
    let [b'\'', rest @ ..] = rest else { return 0 };
    let lower = |at: usize| rest.get(at).map(u8::to_ascii_lowercase);
    match (lower(0), lower(1)) {
        (Some(b's' | b't' | b'm' | b'd'), _) => 2,
        (Some(b'r' | b'v'), Some(b'e')) | (Some(b'l'), Some(b'l')) => 3,
        _ => 0,
    }
}

/// The end of a piece of white space: the last line end of the run, or the run without its last character where
/// something follows, which that character belongs to.
fn blank_end(reader: &Reader<'_>, start: usize) -> Result<usize, Unknown> {
    let (mut end, mut last, mut line_end) = (start, start, None);
    while let Some((class @ (Space | LineEnd), next)) = reader.at(end)? {
        (last, end) = (end, next);
        if class == LineEnd {
            line_end = Some(next);
        }
    }
    if let Some(line_end) = line_end {
        return Ok(line_end);
    }
    Ok(if end < reader.text.len() && last > start { last } else { end })
}
