//! sed scripts: addresses and the commands that choose lines.

use super::super::regexes::{Dialect, Matching, compile};
use regex::bytes::Regex;
use std::iter::Peekable;
use std::str::Chars;

/// How deep blocks nest.
const MAX_BLOCKS: u32 = 8;

#[derive(Debug)]
pub(super) enum Address {
    Line(u64),
    Last,
    Step(u64, u64),
    Pattern(Regex),
    /// `addr,+n` and `addr,~n`; second addresses only.
    Plus(u64),
    Multiple(u64),
}

#[derive(Debug)]
pub(super) enum Action {
    Print,
    Delete,
    Quit,
    QuitSilently,
    Number,
    Next,
    Block(Vec<Command>),
    Substitute { pattern: Regex, prints: bool },
}

/// Whether a two-address command is inside its range.
#[derive(Clone, Copy, Debug)]
pub(super) enum Open {
    No,
    /// Until this line.
    Until(u64),
    /// Until the second address matches.
    UntilMatch,
}

#[derive(Debug)]
pub(super) struct Command {
    pub(super) first: Option<Address>,
    pub(super) second: Option<Address>,
    pub(super) negated: bool,
    pub(super) action: Action,
    /// The range in progress.
    pub(super) open: Open,
}

/// What a script means for the line list.
pub(super) enum Script {
    Known(Vec<Command>),
    /// It changes or reorders text in ways not followed.
    Unknown,
    /// It writes this file.
    Writes(String),
}

/// Reads a script.
pub(super) fn parse(text: &str, extended: bool) -> Script {
    // A first line `#n` means `-n`.
    if text.starts_with("#n") {
        return Script::Unknown;
    }
    let mut reader = Reader { chars: text.chars().peekable(), extended, writes: None };
    match reader.commands(0) {
        _ if reader.writes.is_some() => Script::Writes(reader.writes.unwrap_or_default()),
        Some(commands) if reader.chars.peek().is_none() => Script::Known(commands),
        _ => Script::Unknown,
    }
}

struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
    extended: bool,
    writes: Option<String>,
}

impl Reader<'_> {
    fn blanks(&mut self, more: &str) {
        while self.chars.next_if(|c| c.is_whitespace() || more.contains(*c)).is_some() {}
    }

    fn commands(&mut self, depth: u32) -> Option<Vec<Command>> {
        let mut commands = Vec::new();
        loop {
            self.blanks(";");
            match self.chars.peek() {
                None => return (depth == 0).then_some(commands),
                Some('}') => {
                    self.chars.next();
                    return (depth > 0).then_some(commands);
                }
                Some('#') => while self.chars.next_if(|&c| c != '\n').is_some() {},
                Some(_) => commands.push(self.command(depth)?),
            }
        }
    }

    fn command(&mut self, depth: u32) -> Option<Command> {
        let first = if self.at_address() { Some(self.address()?) } else { None };
        self.blanks("");
        let second = if first.is_some() && self.chars.next_if_eq(&',').is_some() {
            self.blanks("");
            Some(self.second_address()?)
        } else {
            None
        };
        self.blanks("");
        let mut negated = false;
        while self.chars.next_if_eq(&'!').is_some() {
            negated = true;
            self.blanks("");
        }
        // Line 0 is an address before a pattern only.
        if matches!(first, Some(Address::Line(0))) && !matches!(second, Some(Address::Pattern(_))) {
            return None;
        }
        let action = match self.chars.next()? {
            'p' => Action::Print,
            'd' => Action::Delete,
            'q' if second.is_none() => Action::Quit,
            'Q' if second.is_none() => Action::QuitSilently,
            '=' => Action::Number,
            'n' => Action::Next,
            '{' if depth < MAX_BLOCKS => Action::Block(self.commands(depth + 1)?),
            's' => self.substitution()?,
            'w' | 'W' => {
                self.blanks("");
                let path: String = self.chars.by_ref().take_while(|&c| c != '\n').collect();
                self.writes = Some(path);
                return None;
            }
            _ => return None,
        };
        if !matches!(action, Action::Block(_)) {
            self.blanks_in_line();
            if !matches!(self.chars.peek(), None | Some(';' | '}' | '\n' | '#')) {
                return None;
            }
        }
        Some(Command { first, second, negated, action, open: Open::No })
    }

    fn blanks_in_line(&mut self) {
        while self.chars.next_if(|&c| c == ' ' || c == '\t').is_some() {}
    }

    fn number(&mut self) -> Option<u64> {
        let mut digits = String::new();
        while let Some(c) = self.chars.next_if(char::is_ascii_digit) {
            digits.push(c);
        }
        digits.parse().ok()
    }

    fn at_address(&mut self) -> bool {
        self.chars.peek().is_some_and(|c| c.is_ascii_digit() || matches!(c, '$' | '/' | '\\'))
    }

    fn address(&mut self) -> Option<Address> {
        Some(match self.chars.peek() {
            Some(c) if c.is_ascii_digit() => {
                let number = self.number()?;
                if self.chars.next_if_eq(&'~').is_some() {
                    Address::Step(number, self.number()?)
                } else {
                    Address::Line(number)
                }
            }
            Some('$') => {
                self.chars.next();
                Address::Last
            }
            Some('/') => {
                self.chars.next();
                Address::Pattern(self.pattern('/')?)
            }
            Some('\\') => {
                self.chars.next();
                let end = self.chars.next()?;
                Address::Pattern(self.pattern(end)?)
            }
            _ => return None,
        })
    }

    fn second_address(&mut self) -> Option<Address> {
        match self.chars.peek() {
            Some('+') => {
                self.chars.next();
                Some(Address::Plus(self.number()?))
            }
            Some('~') => {
                self.chars.next();
                Some(Address::Multiple(self.number()?))
            }
            _ => self.address(),
        }
    }

    /// The text up to an unescaped `end`.
    fn delimited(&mut self, end: char) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.chars.next()? {
                c if c == end => return Some(text),
                '\n' => return None,
                '\\' => {
                    let next = self.chars.next()?;
                    if next != end {
                        text.push('\\');
                    }
                    text.push(next);
                }
                // A delimiter inside brackets would be part of them; too rare to follow.
                c => text.push(c),
            }
        }
    }

    fn pattern(&mut self, end: char) -> Option<Regex> {
        let text = self.delimited(end)?;
        let ignore_case = self.chars.next_if_eq(&'I').is_some();
        self.regex(&text, ignore_case)
    }

    fn regex(&self, text: &str, ignore_case: bool) -> Option<Regex> {
        // An empty pattern means the last one used.
        if text.is_empty() {
            return None;
        }
        let dialect = if self.extended { Dialect::Extended } else { Dialect::Basic };
        compile(text, dialect, Matching { ignore_case, ..Matching::default() })
    }

    fn substitution(&mut self) -> Option<Action> {
        let end = self.chars.next()?;
        let pattern = self.delimited(end)?;
        let replacement = self.delimited(end)?;
        // A new line would change the count of lines.
        if replacement.contains("\\n") {
            return None;
        }
        let (mut prints, mut ignore_case) = (false, false);
        while let Some(flag) = self.chars.next_if(char::is_ascii_alphanumeric) {
            match flag {
                'p' => prints = true,
                'i' | 'I' => ignore_case = true,
                'g' | '0'..='9' => {}
                'w' => {
                    self.writes =
                        Some(self.chars.by_ref().take_while(|&c| c != '\n').collect::<String>().trim().to_owned());
                    return None;
                }
                _ => return None,
            }
        }
        Some(Action::Substitute { pattern: self.regex(&pattern, ignore_case)?, prints })
    }
}
