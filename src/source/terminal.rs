//! Output of a program, as a terminal would show it in the end.
//!
//! Why: a progress bar rewrites its line hundreds of times and a build log is full of escape sequences; what a person
//! saw is a few lines. The screen is as wide and as high as it needs to be: nothing wraps and nothing scrolls away.
//! Colours, titles, links and modes leave no trace.

use super::BadByte;
use unicode_width::UnicodeWidthChar;

/// Distance of a terminal's tab stops.
const TAB: usize = 8;
/// Farthest column that a cursor movement alone can reach: `CSI 999C` means "the right edge".
const FARTHEST: usize = 1_000;
/// Marks kept on one cell.
const MOST_MARKS: usize = 16;

/// Carries out what `text` asks of a terminal. Undecodable bytes keep their stand-ins.
pub(super) fn settle(text: String, bad: Vec<BadByte>) -> (String, Vec<BadByte>) {
    if !text.bytes().any(|b| matches!(b, 0..=8 | 11..=31 | 127) || b == 0xC2) {
        return (text, bad);
    }
    let mut screen =
        Screen { text: &text, lines: vec![Line::default()], row: 0, col: 0, top: 0, saved: (0, 0), marks: Vec::new() };
    screen.run(&bad);
    screen.print(&bad, text.ends_with(['\n', '\r']))
}

/// What stands in one cell: a character, a note and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    /// The character; NUL in the second cell of a wide one.
    base: char,
    /// 0: nothing; 1..=256: an undecodable byte and one; above: marks of the entry `note - 257`.
    note: u32,
}

const BLANK: Cell = Cell { base: ' ', note: 0 };
const TAIL: Cell = Cell { base: '\0', note: 0 };
const FIRST_MARKS: u32 = 257;

/// A line that was only ever appended to stays a piece of the input.
#[derive(Clone, Debug)]
enum Line {
    Piece { start: usize, end: usize },
    Cells(Vec<Cell>),
}

impl Default for Line {
    fn default() -> Self {
        Self::Cells(Vec::new())
    }
}

#[derive(Debug)]
struct Screen<'a> {
    text: &'a str,
    lines: Vec<Line>,
    row: usize,
    col: usize,
    /// The row that a cleared screen begins with.
    top: usize,
    saved: (usize, usize),
    marks: Vec<String>,
}

impl Screen<'_> {
    fn run(&mut self, bad: &[BadByte]) {
        let text = self.text;
        let bytes = text.as_bytes();
        let mut at = 0;
        let mut next_bad = 0;
        while at < bytes.len() {
            // A plain line on a fresh row is kept as a piece of the input.
            if self.col == 0 && self.row + 1 == self.lines.len() && self.is_fresh() {
                let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |lf| at + lf);
                let trimmed = end - usize::from(end > at && bytes[end - 1] == b'\r' && end < bytes.len());
                let plain = |&b: &u8| !matches!(b, 0..=8 | 11..=31 | 127) && b != 0xC2;
                if end < bytes.len() && trimmed > at && bytes[at..trimmed].iter().all(plain) {
                    self.lines[self.row] = Line::Piece { start: at, end: trimmed };
                    self.feed();
                    at = end + 1;
                    continue;
                }
            }
            while bad.get(next_bad).is_some_and(|b| (b.offset as usize) < at) {
                next_bad += 1;
            }
            let Some(c) = text[at..].chars().next() else { break };
            let after = at + c.len_utf8();
            at = match c {
                '\u{1B}' => self.escape(after),
                '\u{9B}' => self.control_sequence(after),
                '\u{90}' | '\u{98}' | '\u{9D}' | '\u{9E}' | '\u{9F}' => self.skip_string(after),
                char::REPLACEMENT_CHARACTER => {
                    let byte = bad.get(next_bad).filter(|b| b.offset as usize == at).map(|b| b.byte);
                    self.put(Cell { base: c, note: byte.map_or(0, |byte| u32::from(byte) + 1) }, 1);
                    after
                }
                _ => {
                    self.character(c);
                    after
                }
            };
        }
    }

    fn is_fresh(&self) -> bool {
        matches!(&self.lines[self.row], Line::Cells(cells) if cells.is_empty())
    }

    fn character(&mut self, c: char) {
        match c {
            '\n' | '\u{0B}' | '\u{0C}' | '\u{85}' => self.feed(),
            '\r' => self.col = 0,
            '\u{08}' => self.col = self.col.saturating_sub(1),
            '\t' => self.col = (self.col / TAB + 1) * TAB,
            // Bell, shifts and the like move nothing.
            _ if c.is_control() => {}
            _ => match c.width() {
                Some(0) => self.mark(c),
                Some(2) => self.put(Cell { base: c, note: 0 }, 2),
                _ => self.put(Cell { base: c, note: 0 }, 1),
            },
        }
    }

    fn feed(&mut self) {
        self.row += 1;
        self.col = 0;
        if self.row == self.lines.len() {
            self.lines.push(Line::default());
        }
    }

    /// The current line as cells.
    fn cells(&mut self) -> &mut Vec<Cell> {
        if let Line::Piece { start, end } = self.lines[self.row] {
            let mut cells: Vec<Cell> = Vec::with_capacity(end - start);
            for c in self.text[start..end].chars() {
                match (c, c.width()) {
                    ('\t', _) => cells.resize((cells.len() / TAB + 1) * TAB, BLANK),
                    (_, Some(0)) => {
                        if let Some(cell) = cells.iter_mut().rfind(|cell| **cell != TAIL) {
                            add_mark(&mut self.marks, cell, c);
                        }
                    }
                    (_, Some(2)) => cells.extend([Cell { base: c, note: 0 }, TAIL]),
                    _ => cells.push(Cell { base: c, note: 0 }),
                }
            }
            self.lines[self.row] = Line::Cells(cells);
        }
        match &mut self.lines[self.row] {
            Line::Cells(cells) => cells,
            Line::Piece { .. } => unreachable!("made into cells above"),
        }
    }

    fn put(&mut self, cell: Cell, width: usize) {
        let col = self.col;
        let cells = self.cells();
        if cells.len() < col + width {
            cells.resize(col + width, BLANK);
        }
        // Half a wide character that is written over leaves a blank.
        if cells[col] == TAIL && col > 0 {
            cells[col - 1] = BLANK;
        }
        if cells.get(col + width) == Some(&TAIL) {
            cells[col + width] = BLANK;
        }
        cells[col] = cell;
        if width == 2 {
            cells[col + 1] = TAIL;
        }
        self.col += width;
    }

    fn mark(&mut self, c: char) {
        let col = self.col;
        let mut marks = std::mem::take(&mut self.marks);
        let cells = self.cells();
        let end = col.min(cells.len());
        let is_empty = cells.is_empty();
        match cells[..end].iter_mut().rfind(|cell| **cell != TAIL) {
            Some(cell) => add_mark(&mut marks, cell, c),
            // Nothing to stand on: kept, to be seen.
            None if is_empty => {
                cells.push(Cell { base: c, note: 0 });
                self.col = 1;
            }
            None => {}
        }
        self.marks = marks;
    }

    /// After ESC; returns where to go on.
    fn escape(&mut self, at: usize) -> usize {
        match self.text.as_bytes().get(at) {
            Some(b'[') => self.control_sequence(at + 1),
            Some(b']' | b'P' | b'X' | b'^' | b'_') => self.skip_string(at + 1),
            Some(b'7') => {
                self.saved = (self.row, self.col);
                at + 1
            }
            Some(b'8') => {
                // What was erased since may have taken the saved row with it.
                let (row, col) = self.saved;
                (self.row, self.col) = (row.min(self.lines.len() - 1), col);
                at + 1
            }
            Some(b'D') => {
                let col = self.col;
                self.feed();
                self.col = col;
                at + 1
            }
            Some(b'E') => {
                self.feed();
                at + 1
            }
            Some(b'M') => {
                self.row = self.row.saturating_sub(1).max(self.top).min(self.lines.len() - 1);
                at + 1
            }
            // Intermediate bytes, then one final byte: character sets and the like.
            Some(0x20..=0x2F) => {
                let rest = &self.text.as_bytes()[at..];
                let len = rest.iter().take_while(|b| matches!(b, 0x20..=0x2F)).count();
                at + len + usize::from(rest.get(len).is_some_and(|b| matches!(b, 0x30..=0x7E)))
            }
            Some(0x30..=0x7E) => at + 1,
            _ => at,
        }
    }

    /// Over a string up to BEL, ST, or the line's end if there is none; returns where to go on.
    fn skip_string(&self, at: usize) -> usize {
        let rest = &self.text.as_bytes()[at..];
        for (i, &byte) in rest.iter().enumerate() {
            match byte {
                0x07 => return at + i + 1,
                0x1B if rest.get(i + 1) == Some(&b'\\') => return at + i + 2,
                0xC2 if rest.get(i + 1) == Some(&0x9C) => return at + i + 2,
                // An unfinished string must not swallow the rest of a log.
                0x1B | b'\n' => return at + i,
                _ => {}
            }
        }
        self.text.len()
    }

    /// After `CSI`; returns where to go on.
    fn control_sequence(&mut self, at: usize) -> usize {
        let rest = &self.text.as_bytes()[at..];
        let len = rest.iter().take_while(|b| matches!(b, 0x20..=0x3F)).count();
        let Some(&last) = rest.get(len).filter(|b| matches!(b, 0x40..=0x7E)) else { return at + len };
        let parameters = &rest[..len];
        // `?`, `>`, `=` and intermediate bytes mark modes and queries.
        if parameters.iter().all(|b| matches!(b, b'0'..=b'9' | b';' | b':')) {
            let mut numbers = parameters.split(|&b| b == b';').map(|digits| {
                digits
                    .iter()
                    .filter(|b| b.is_ascii_digit())
                    .fold(0_usize, |n, b| n.saturating_mul(10).saturating_add(usize::from(b - b'0')))
            });
            let first = numbers.next().unwrap_or(0);
            let second = numbers.next().unwrap_or(0);
            self.command(last, first, second);
        }
        at + len + 1
    }

    fn command(&mut self, command: u8, first: usize, second: usize) {
        let count = first.clamp(1, FARTHEST);
        let bottom = self.lines.len() - 1;
        match command {
            b'A' | b'F' => self.row = self.row.saturating_sub(first.max(1)).max(self.top.min(self.row)),
            b'B' | b'E' | b'e' => self.row = self.row.saturating_add(first.max(1)).min(bottom),
            b'C' | b'a' => self.col = (self.col + count).min(FARTHEST.max(self.col)),
            b'D' => self.col = self.col.saturating_sub(first.max(1)),
            b'G' | b'`' => self.col = count - 1,
            b'd' => self.row = self.top.saturating_add(first.max(1) - 1).min(bottom),
            b'H' | b'f' => {
                self.row = self.top.saturating_add(first.max(1) - 1).min(bottom);
                self.col = second.clamp(1, FARTHEST) - 1;
            }
            b'J' => self.erase_screen(first),
            b'K' => self.erase_line(first),
            b'P' | b'X' | b'@' => self.edit_line(command, count),
            b's' => self.saved = (self.row, self.col),
            b'u' => (self.row, self.col) = self.saved,
            _ => {}
        }
        if matches!(command, b'E' | b'F') {
            self.col = 0;
        }
    }

    fn erase_screen(&mut self, which: usize) {
        match which {
            0 => {
                self.erase_line(0);
                self.lines.truncate(self.row + 1);
            }
            1 => {
                self.lines[self.top.min(self.row)..self.row].fill(Line::default());
                self.erase_line(1);
            }
            _ => {
                // The cursor stays where it is; what is above the screen is history and stays too.
                self.lines[self.top.min(self.row)..].fill(Line::default());
                self.lines.truncate(self.row + 1);
            }
        }
    }

    fn erase_line(&mut self, which: usize) {
        let col = self.col;
        let cells = self.cells();
        match which {
            0 => cells.truncate(col),
            1 => {
                let end = cells.len().min(col + 1);
                cells[..end].fill(BLANK);
            }
            _ => cells.clear(),
        }
    }

    fn edit_line(&mut self, command: u8, count: usize) {
        let col = self.col;
        let cells = self.cells();
        if col >= cells.len() {
            return;
        }
        let end = cells.len().min(col + count);
        match command {
            b'P' => drop(cells.drain(col..end)),
            b'X' => cells[col..end].fill(BLANK),
            _ => drop(cells.splice(col..col, std::iter::repeat_n(BLANK, count))),
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "offsets of a text under 4 GiB; blanks are bounded a line")]
    fn print(&self, bad: &[BadByte], ends_line: bool) -> (String, Vec<BadByte>) {
        let mut out = String::with_capacity(self.text.len());
        let mut kept = Vec::new();
        for (i, line) in self.lines.iter().enumerate() {
            let is_last = i + 1 == self.lines.len();
            match line {
                Line::Piece { start, end } => {
                    let from = bad.partition_point(|b| (b.offset as usize) < *start);
                    for b in bad[from..].iter().take_while(|b| (b.offset as usize) < *end) {
                        let offset = (b.offset as usize - start + out.len()) as u32;
                        kept.push(BadByte { offset, byte: b.byte });
                    }
                    out.push_str(&self.text[*start..*end]);
                }
                Line::Cells(cells) => {
                    let len = cells.iter().rposition(|&cell| cell != BLANK).map_or(0, |at| at + 1);
                    for cell in cells[..len].iter().filter(|&&cell| cell != TAIL) {
                        if let 1..FIRST_MARKS = cell.note {
                            kept.push(BadByte { offset: out.len() as u32, byte: (cell.note - 1) as u8 });
                        }
                        out.push(cell.base);
                        if let Some(at) = cell.note.checked_sub(FIRST_MARKS) {
                            out.push_str(self.marks.get(at as usize).map_or("", String::as_str));
                        }
                    }
                    if is_last && len == 0 {
                        continue;
                    }
                }
            }
            if !is_last || ends_line {
                out.push('\n');
            }
        }
        (out, kept)
    }
}

/// A mark joins the cell it follows; an undecodable byte takes none.
fn add_mark(marks: &mut Vec<String>, cell: &mut Cell, c: char) {
    match cell.note {
        0 => {
            cell.note = u32::try_from(marks.len()).map_or(0, |at| at.saturating_add(FIRST_MARKS));
            marks.push(c.to_string());
        }
        note @ FIRST_MARKS.. => {
            if let Some(entry) = marks.get_mut((note - FIRST_MARKS) as usize).filter(|m| m.chars().count() < MOST_MARKS)
            {
                entry.push(c);
            }
        }
        _ => {}
    }
}
