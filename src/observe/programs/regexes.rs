//! POSIX patterns of grep and sed, made into patterns of the `regex` crate.

use regex::bytes::{Regex, RegexBuilder};

/// Which dialect a pattern is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Basic,
    Extended,
    Fixed,
    /// Perl's, as rg and `grep -P` read it.
    Perl,
}

/// How a pattern applies to a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Matching {
    pub(super) ignore_case: bool,
    pub(super) whole_words: bool,
    pub(super) whole_lines: bool,
}

/// Compiles a pattern; `None` when it cannot be said to mean the same here.
pub(super) fn compile(pattern: &str, dialect: Dialect, how: Matching) -> Option<Regex> {
    if pattern.len() > 500 {
        return None;
    }
    let body = match dialect {
        Dialect::Fixed => regex::escape(pattern),
        Dialect::Perl => pattern.to_owned(),
        Dialect::Basic | Dialect::Extended => translate(pattern, dialect == Dialect::Extended)?,
    };
    let body = match how {
        Matching { whole_lines: true, .. } => format!("^(?:{body})$"),
        Matching { whole_words: true, .. } => format!(r"(?:^|\W)(?:{body})(?:\W|$)"),
        _ => body,
    };
    // Bytes without Unicode tables: compiled in microseconds, and right for all ASCII source.
    RegexBuilder::new(&body)
        .unicode(false)
        .case_insensitive(how.ignore_case)
        .size_limit(1 << 20)
        .dfa_size_limit(1 << 20)
        .nest_limit(30)
        .build()
        .ok()
}

fn translate(pattern: &str, extended: bool) -> Option<String> {
    let mut out = String::new();
    let mut chars = pattern.chars().peekable();
    // At the start of a branch `*` is literal and `^` an anchor.
    let mut start = true;
    while let Some(c) = chars.next() {
        let begins = std::mem::replace(&mut start, false);
        match c {
            '[' => bracket(&mut chars, &mut out)?,
            '\\' => {
                let next = chars.next()?;
                match next {
                    '(' | '|' if !extended => {
                        out.push(next);
                        start = true;
                    }
                    ')' | '{' | '}' | '+' | '?' if !extended => out.push(next),
                    'w' | 'W' | 's' | 'S' | 'b' | 'B' | '<' | '>' => out.extend(['\\', next]),
                    'n' => out.push_str("\\n"),
                    't' => out.push_str("\\t"),
                    c if c.is_ascii_alphanumeric() => return None,
                    c => out.push_str(&regex::escape(&c.to_string())),
                }
            }
            '*' if begins => out.push_str("\\*"),
            '^' => {
                out.push_str(if begins || extended { "^" } else { "\\^" });
                start = true;
            }
            '$' => {
                let mut rest = chars.clone();
                let ends = match (rest.next(), rest.next()) {
                    (None, _) => true,
                    (Some('\\'), Some(')' | '|')) => !extended,
                    _ => extended,
                };
                out.push_str(if ends { "$" } else { "\\$" });
            }
            '(' | '|' if extended => {
                out.push(c);
                start = true;
            }
            ')' | '+' | '?' if extended => out.push(c),
            '{' if extended && chars.peek().is_some_and(char::is_ascii_digit) => out.push(c),
            '}' if extended && out.chars().rev().take(8).any(|c| c == '{') => out.push(c),
            '*' | '.' => out.push(c),
            c => out.push_str(&regex::escape(&c.to_string())),
        }
    }
    Some(out)
}

fn bracket(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, out: &mut String) -> Option<()> {
    out.push('[');
    if chars.next_if_eq(&'^').is_some() {
        out.push('^');
    }
    if chars.next_if_eq(&']').is_some() {
        out.push_str("\\]");
    }
    loop {
        match chars.next()? {
            ']' => break,
            '[' if chars.peek() == Some(&':') => {
                out.push('[');
                loop {
                    let c = chars.next()?;
                    out.push(c);
                    if c == ']' {
                        break;
                    }
                }
            }
            '[' if matches!(chars.peek(), Some('.' | '=')) => return None,
            c @ ('[' | '\\' | '&' | '~' | '^') => out.extend(['\\', c]),
            c if c.is_ascii() => out.push(c),
            _ => return None,
        }
    }
    out.push(']');
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(pattern: &str, dialect: Dialect, line: &str) -> Option<bool> {
        Some(compile(pattern, dialect, Matching::default())?.is_match(line.as_bytes()))
    }

    #[test]
    fn basic_patterns_keep_brackets_and_signs_literal() {
        assert_eq!(hit("def f(", Dialect::Basic, "def f(x)"), Some(true));
        assert_eq!(hit(r"a\|b", Dialect::Basic, "b"), Some(true));
        assert_eq!(hit("a|b", Dialect::Basic, "b"), Some(false));
        assert_eq!(hit("x+", Dialect::Basic, "xx"), Some(false));
        assert_eq!(hit("a|b", Dialect::Extended, "b"), Some(true));
        assert_eq!(hit("^*x", Dialect::Basic, "*x"), Some(true));
        assert_eq!(hit("a$b", Dialect::Basic, "a$b"), Some(true));
        assert_eq!(hit(r"\d", Dialect::Basic, "1"), None);
        assert_eq!(hit(r"[[:space:]]class[^]]", Dialect::Basic, " classy"), Some(true));
    }
}
