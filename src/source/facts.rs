//! What the picture cannot show and an editor of the file must know.

use super::chars;
use super::decode::LineEnds;
use crate::units::{Bytes, Cols, LineNo};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use unicode_normalization::is_nfc;

/// How the bytes spell text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Encoding {
    /// UTF-8 (or ASCII) without a byte-order mark.
    #[serde(rename = "utf-8")]
    Utf8,
    /// UTF-8 behind a byte-order mark.
    #[serde(rename = "utf-8-bom")]
    Utf8Bom,
    /// UTF-16, low byte first.
    #[serde(rename = "utf-16le")]
    Utf16Le,
    /// UTF-16, high byte first.
    #[serde(rename = "utf-16be")]
    Utf16Be,
    /// UTF-32, low byte first.
    #[serde(rename = "utf-32le")]
    Utf32Le,
    /// UTF-32, high byte first.
    #[serde(rename = "utf-32be")]
    Utf32Be,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utf8 | Self::Utf8Bom => "UTF-8",
            Self::Utf16Le | Self::Utf16Be => "UTF-16",
            Self::Utf32Le | Self::Utf32Be => "UTF-32",
        })
    }
}

/// What ends the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Eol {
    /// LF throughout.
    Lf,
    /// CR LF throughout.
    CrLf,
    /// CR throughout, without any LF.
    Cr,
    /// Both LF and CR LF.
    Mixed,
    /// No line end at all.
    None,
}

/// What lines are indented with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Indent {
    /// Tabs, perhaps with blanks after them to align.
    Tabs,
    /// Blanks.
    Spaces,
    /// Some lines begin with a tab and some with blanks, or blanks come before a tab.
    Mixed,
    /// No line is indented.
    None,
}

/// A character without ink of its own, and how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Invisible {
    /// The code point, as `U+202E`.
    pub code: String,
    /// How often.
    pub count: u64,
    /// The first line that has it, counted from 1.
    pub first_line: LineNo,
}

/// What is told beside the picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Facts {
    /// How the bytes spell text.
    pub encoding: Encoding,
    /// Bytes that are not of the encoding.
    pub invalid_bytes: u64,
    /// What ends the lines.
    pub eol: Eol,
    /// Whether the last line has a line end.
    pub final_newline: bool,
    /// What lines are indented with.
    pub indent: Indent,
    /// Blanks a level, where lines are indented with blanks and it can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indent_width: Option<Cols>,
    /// Whether some text is decomposed (a letter and its accent apart): it looks as the composed one and is not equal.
    pub not_nfc: bool,
    /// Characters without ink, by code point.
    pub invisible: Vec<Invisible>,
    /// Size of the input.
    pub bytes: Bytes,
    /// Source lines.
    pub lines: u64,
    /// False when reading stopped behind a window: everything here then tells of the part that was read.
    pub whole: bool,
}

/// What one pass over the text finds out.
#[derive(Debug)]
pub(super) struct Survey {
    pub(super) lines: u64,
    /// The longest line and its length in characters.
    pub(super) longest: (LineNo, u64),
    final_newline: bool,
    indent: Indent,
    indent_width: Option<Cols>,
    not_nfc: bool,
    invisible: BTreeMap<char, (u64, LineNo)>,
}

impl Survey {
    pub(super) fn facts(self, bytes: Bytes, encoding: Encoding, invalid_bytes: u64, ends: LineEnds) -> Facts {
        let eol = match (ends.lf > 0, ends.crlf > 0, ends.cr > 0) {
            (false, false, false) => Eol::None,
            (true, false, _) => Eol::Lf,
            (false, true, _) => Eol::CrLf,
            (false, false, true) => Eol::Cr,
            (true, true, _) => Eol::Mixed,
        };
        Facts {
            encoding,
            invalid_bytes,
            eol,
            final_newline: self.final_newline,
            indent: self.indent,
            indent_width: self.indent_width,
            not_nfc: self.not_nfc,
            invisible: listed(self.invisible),
            bytes,
            lines: self.lines,
            whole: true,
        }
    }

    /// The facts of an input whose text was changed to the surveyed one: what its bytes were stays.
    pub(super) fn restated(self, of: &Facts) -> Facts {
        Facts {
            final_newline: self.final_newline,
            indent: self.indent,
            indent_width: self.indent_width,
            not_nfc: self.not_nfc,
            invisible: listed(self.invisible),
            lines: self.lines,
            ..of.clone()
        }
    }
}

fn listed(invisible: BTreeMap<char, (u64, LineNo)>) -> Vec<Invisible> {
    let entries = invisible.into_iter();
    entries
        .map(|(c, (count, first_line))| Invisible { code: format!("U+{:04X}", u32::from(c)), count, first_line })
        .collect()
}

/// Looks at every line once.
pub(super) fn survey(text: &str) -> Survey {
    let mut indents = Indents::default();
    let mut survey = Survey {
        lines: 0,
        longest: (LineNo::ZERO, 0),
        final_newline: text.ends_with('\n'),
        indent: Indent::None,
        indent_width: None,
        not_nfc: false,
        invisible: BTreeMap::new(),
    };
    let bytes = text.as_bytes();
    let mut start = 0;
    while start < bytes.len() {
        let end = memchr::memchr(b'\n', &bytes[start..]).map_or(bytes.len(), |at| start + at);
        let line = &bytes[start..end];
        survey.lines += 1;
        let number = LineNo::new(survey.lines);
        let mut columns = line.len() as u64;
        let is_plain = line.iter().fold(true, |plain, &b| plain & (b.wrapping_sub(0x20) < 0x5F || b == b'\t'));
        if !is_plain {
            let line = &text[start..end];
            columns = line.chars().count() as u64;
            for c in line.chars().filter(|&c| chars::is_invisible(c)) {
                survey.invisible.entry(c).or_insert((0, number)).0 += 1;
            }
            survey.not_nfc = survey.not_nfc || !is_nfc(line);
        }
        if columns > survey.longest.1 {
            survey.longest = (number, columns);
        }
        indents.add(line);
        start = end + 1;
    }
    survey.indent = indents.style();
    survey.indent_width = indents.width();
    survey
}

/// Widths of indentation that are told apart.
const WIDTHS: usize = 9;

/// How lines begin. A blank line says nothing, nor does ` *`: a block comment goes on with it under any style.
#[derive(Debug, Default)]
struct Indents {
    tabs: u64,
    blanks: u64,
    previous: usize,
    /// How often a line is indented by so many blanks more or fewer than the one before.
    steps: [u64; WIDTHS],
}

impl Indents {
    fn add(&mut self, line: &[u8]) {
        let Some(len) = line.iter().position(|&b| b != b' ' && b != b'\t') else { return };
        if len == 0 {
            self.previous = 0;
            return;
        }
        let lead = &line[..len];
        if lead == b" " && line[1] == b'*' {
            return;
        }
        let blanks = lead.iter().take_while(|&&b| b == b' ').count();
        if blanks < len {
            // Blanks before a tab are neither style.
            self.tabs += 1;
            self.blanks += u64::from(blanks > 0);
            return;
        }
        self.blanks += 1;
        if let Some(step) = self.steps.get_mut(blanks.abs_diff(self.previous)) {
            *step += 1;
        }
        self.previous = blanks;
    }

    fn style(&self) -> Indent {
        match (self.tabs, self.blanks) {
            (0, 0) => Indent::None,
            (_, 0) => Indent::Tabs,
            (0, _) => Indent::Spaces,
            _ => Indent::Mixed,
        }
    }

    /// The commonest step, the smaller of two as common.
    fn width(&self) -> Option<Cols> {
        let width = (1..WIDTHS).max_by_key(|&width| (self.steps[width], WIDTHS - width))?;
        (self.steps[width] > 0).then(|| Cols::new(u32::try_from(width).unwrap_or(0)))
    }
}
