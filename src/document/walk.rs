//! From the text of a line to cells: clusters, widths, tab stops and stand-ins.
//!
//! Why here and once: the planner counts with the same walk that the renderer draws by, so layout and pixels agree by
//! construction. Stand-ins are spelt so that two different inputs never look the same:
//!
//! | input | drawn, light on dark |
//! |---|---|
//! | control character | `^G`, `^?` |
//! | byte that is no text | `xE9` |
//! | hidden, format or uncovered character | `u202E` (capital hexadecimal digits) |
//! | no-break space, braille blank, ideographic space | `~`, `.`, `__` |
//! | flag (two regional indicators) | `de` (small letters) |
//! | keycap sequence of an emoji | `[1]` |
//! | skin tone | `+2` to `+6` (the Fitzpatrick type) |
//! | joiner between two emoji | `+` between them |
//!
//! A selector that turns a narrow sign into an emoji makes it two cells wide; every other selector is a stand-in.

use super::{Coverage, Whitespace};
use crate::source::{BadByte, chars};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar;

/// Marks drawn on one base; the rest become stand-ins, so a pile of marks cannot grow over its neighbours.
const MOST_MARKS: usize = 4;
const JOINER: char = '\u{200D}';
const EMOJI_SELECTOR: char = '\u{FE0F}';

/// What fills one or two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape<'a> {
    Scalar(char),
    Sequence(&'a str),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'a> {
    /// Offset in the line of the character that caused it.
    pub(super) at: usize,
    pub(super) shape: Shape<'a>,
    pub(super) cols: u8,
    pub(super) look: Look,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// In the ink of the text.
    Plain,
    /// A mark for a tab or a trailing blank.
    Marked,
    /// Part of a stand-in.
    StandIn,
}

/// How lines are walked; the same for all lines of a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) tab_width: u32,
    pub(super) whitespace: Whitespace,
    pub(super) coverage: Coverage,
}

/// Walks over one line and hands each piece to `sink`.
///
/// `offset` is where the line begins in the text; `bad` are the bad bytes of the text from there on.
pub(super) fn walk<'a>(rules: &Rules, line: &'a str, offset: usize, bad: &[BadByte], sink: impl FnMut(Piece<'a>)) {
    let trailing = line.trim_end_matches([' ', '\t']).len();
    let mut walk = Walk { rules, line, offset, bad, trailing, col: 0, sink };
    if line.is_ascii() {
        line.bytes().enumerate().for_each(|(at, byte)| walk.single(at, char::from(byte)));
    } else {
        line.grapheme_indices(true).for_each(|(at, cluster)| walk.cluster(at, cluster));
    }
}

struct Walk<'a, 'r, S> {
    rules: &'r Rules,
    line: &'a str,
    offset: usize,
    bad: &'r [BadByte],
    /// Where trailing blanks begin.
    trailing: usize,
    col: u32,
    sink: S,
}

impl<'a, S: FnMut(Piece<'a>)> Walk<'a, '_, S> {
    fn emit(&mut self, at: usize, shape: Shape<'a>, cols: u8, look: Look) {
        self.col += u32::from(cols);
        (self.sink)(Piece { at, shape, cols, look });
    }

    fn plain(&mut self, at: usize, c: char, cols: u8) {
        self.emit(at, Shape::Scalar(c), cols, Look::Plain);
    }

    fn stand_in(&mut self, at: usize, text: &str) {
        for c in text.chars() {
            self.emit(at, Shape::Scalar(c), 1, Look::StandIn);
        }
    }

    fn code_point(&mut self, at: usize, c: char) {
        self.stand_in(at, &format!("u{:04X}", u32::from(c)));
    }

    fn single(&mut self, at: usize, c: char) {
        match c {
            ' ' if at >= self.trailing && self.rules.whitespace == Whitespace::Marked => {
                self.emit(at, Shape::Scalar('·'), 1, Look::Marked);
            }
            ' '..='~' => self.plain(at, c, 1),
            '\t' => self.tab(at),
            '\u{7F}' => self.stand_in(at, "^?"),
            '\0'..='\u{1F}' => {
                self.stand_in(at, "^");
                let letter = char::from_u32(u32::from(c) + 0x40).unwrap_or('?');
                self.emit(at, Shape::Scalar(letter), 1, Look::StandIn);
            }
            char::REPLACEMENT_CHARACTER => self.replacement(at),
            '\u{A0}' => self.stand_in(at, "~"),
            '\u{2800}' => self.stand_in(at, "."),
            '\u{3000}' => self.stand_in(at, "__"),
            '\u{1F3FB}'..='\u{1F3FF}' => {
                let kind = char::from_digit(u32::from(c) - 0x1F3FB + 2, 10).unwrap_or('?');
                self.stand_in(at, "+");
                self.emit(at, Shape::Scalar(kind), 1, Look::StandIn);
            }
            // One half of a flag.
            _ if is_regional(c) || !self.is_drawable(c) => self.code_point(at, c),
            _ => match c.width() {
                Some(1) => self.plain(at, c, 1),
                Some(2) => self.plain(at, c, 2),
                _ => self.code_point(at, c),
            },
        }
    }

    fn is_drawable(&self, c: char) -> bool {
        !chars::is_invisible(c) && !chars::is_unassignable(c) && (self.rules.coverage)(c)
    }

    fn replacement(&mut self, at: usize) {
        let offset = self.offset + at;
        let found = self.bad.binary_search_by_key(&offset, |b| b.offset as usize);
        match found.ok().and_then(|i| self.bad.get(i)) {
            Some(bad) => self.stand_in(at, &format!("x{:02X}", bad.byte)),
            None if self.is_drawable(char::REPLACEMENT_CHARACTER) => self.plain(at, char::REPLACEMENT_CHARACTER, 1),
            None => self.code_point(at, char::REPLACEMENT_CHARACTER),
        }
    }

    fn tab(&mut self, at: usize) {
        let stop = (self.col / self.rules.tab_width + 1) * self.rules.tab_width;
        if self.rules.whitespace == Whitespace::Marked {
            self.emit(at, Shape::Scalar('→'), 1, Look::Marked);
        }
        while self.col < stop {
            self.plain(at, ' ', 1);
        }
    }

    fn cluster(&mut self, at: usize, cluster: &'a str) {
        let mut scalars = cluster.chars();
        match (scalars.next(), scalars.next(), scalars.next(), scalars.next()) {
            (Some(c), None, ..) => self.single(at, c),
            (Some(a), Some(b), None, _) if is_regional(a) && is_regional(b) => {
                self.stand_in(at, &format!("{}{}", regional_letter(a), regional_letter(b)));
            }
            (Some(c @ ('0'..='9' | '#' | '*')), Some(EMOJI_SELECTOR), Some('\u{20E3}'), None) => {
                self.stand_in(at, &format!("[{c}]"));
            }
            _ => self.sequence(at, cluster),
        }
    }

    /// A base with marks is one piece; whatever else is in the cluster follows piece by piece.
    fn sequence(&mut self, at: usize, cluster: &'a str) {
        let mut rest = cluster.char_indices().peekable();
        // The last emoji, while only selectors and skin tones came after it.
        let mut emoji = false;
        while let Some((start, c)) = rest.next() {
            let next = rest.peek().map(|&(_, next)| next);
            if c == JOINER && emoji && next.is_some_and(is_emoji) {
                self.stand_in(at + start, "+");
                continue;
            }
            let width = c.width().unwrap_or(0);
            let is_base = matches!(width, 1 | 2) && !has_own_look(c) && self.is_drawable(c);
            emoji = is_emoji(c) || (emoji && !is_base);
            if is_base && width == 1 && is_emoji(c) && next == Some(EMOJI_SELECTOR) {
                rest.next();
                let end = rest.peek().map_or(cluster.len(), |&(end, _)| end);
                self.emit(at + start, Shape::Sequence(&cluster[start..end]), 2, Look::Plain);
                continue;
            }
            let mut marks = 0;
            while is_base
                && marks < MOST_MARKS
                && rest.next_if(|&(_, m)| m.width() == Some(0) && self.is_drawable(m)).is_some()
            {
                marks += 1;
            }
            if marks == 0 {
                self.single(at + start, c);
            } else {
                let end = rest.peek().map_or(cluster.len(), |&(end, _)| end);
                let cols = if width == 2 { 2 } else { 1 };
                self.emit(at + start, Shape::Sequence(&cluster[start..end]), cols, Look::Plain);
            }
        }
        debug_assert!(at + cluster.len() <= self.line.len());
    }
}

const fn is_regional(c: char) -> bool {
    matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

/// Characters that are drawn as stand-ins though they have a width: skin tones, halves of flags, undecodable bytes.
const fn has_own_look(c: char) -> bool {
    matches!(c, '\u{1F3FB}'..='\u{1F3FF}' | char::REPLACEMENT_CHARACTER) || is_regional(c)
}

fn regional_letter(c: char) -> char {
    char::from_u32(u32::from(c) - 0x1F1E6 + u32::from('a')).unwrap_or('?')
}

/// Where emoji live: pictographs, and the signs that a selector turns into one.
const fn is_emoji(c: char) -> bool {
    matches!(c, '\u{A9}' | '\u{AE}' | '\u{203C}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2190}'..='\u{2BFF}'
        | '\u{3030}' | '\u{303D}' | '\u{3297}' | '\u{3299}' | '\u{1F000}'..='\u{1FAFF}')
        && !is_regional(c)
}
