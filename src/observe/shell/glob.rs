//! Shell patterns: `*`, `?` and `[...]` against one name or a whole text.

/// One element of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::observe) enum Token {
    Char(char),
    Any,
    Many,
    Set { negated: bool, ranges: Vec<(char, char)> },
}

/// Reads a pattern; a quoted character (`true`) stands for itself.
pub(in crate::observe) fn pattern(chars: &[(char, bool)]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&(c, quoted)) = chars.get(at) {
        at += 1;
        let token = match c {
            _ if quoted => Token::Char(c),
            '*' => Token::Many,
            '?' => Token::Any,
            '[' => match set(&chars[at..]) {
                Some((token, used)) => {
                    at += used;
                    token
                }
                None => Token::Char('['),
            },
            c => Token::Char(c),
        };
        // Two stars in a row match what one does, at twice the work.
        if !(token == Token::Many && tokens.last() == Some(&Token::Many)) {
            tokens.push(token);
        }
    }
    tokens
}

/// Reads an unquoted pattern.
pub(in crate::observe) fn plain(text: &str) -> Vec<Token> {
    let mut chars = Vec::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (c, c == '\\') {
            (_, true) => chars.extend(rest.next().map(|c| (c, true))),
            (c, _) => chars.push((c, false)),
        }
    }
    pattern(&chars)
}

fn set(chars: &[(char, bool)]) -> Option<(Token, usize)> {
    let mut at = 0;
    let negated = matches!(chars.first(), Some(('!' | '^', false)));
    at += usize::from(negated);
    let mut ranges = Vec::new();
    let begin = at;
    loop {
        let &(c, _) = chars.get(at)?;
        if c == ']' && at > begin {
            return Some((Token::Set { negated, ranges }, at + 1));
        }
        // Named classes depend on the locale.
        if c == '[' && matches!(chars.get(at + 1), Some((':' | '.' | '=', _))) {
            return None;
        }
        match (chars.get(at + 1), chars.get(at + 2)) {
            (Some(('-', _)), Some(&(end, _))) if end != ']' => {
                ranges.push((c, end));
                at += 3;
            }
            _ => {
                ranges.push((c, c));
                at += 1;
            }
        }
    }
}

/// Whether anything in the pattern is special.
pub(in crate::observe) fn is_special(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| !matches!(token, Token::Char(_)))
}

/// Whether the whole text matches. Linear memory, at most pattern × text steps.
pub(in crate::observe) fn matches(tokens: &[Token], text: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    let (mut t, mut p) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    while t < text.len() {
        let step = match tokens.get(p) {
            Some(Token::Many) => {
                back = Some((p, t));
                p += 1;
                continue;
            }
            Some(Token::Any) => true,
            Some(Token::Char(c)) => *c == text[t],
            Some(Token::Set { negated, ranges }) => {
                ranges.iter().any(|&(low, high)| (low..=high).contains(&text[t])) != *negated
            }
            None => false,
        };
        if step {
            t += 1;
            p += 1;
        } else if let Some((star, from)) = back {
            back = Some((star, from + 1));
            t = from + 1;
            p = star + 1;
        } else {
            return false;
        }
    }
    tokens[p.min(tokens.len())..].iter().all(|token| *token == Token::Many)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_names() {
        assert!(matches(&plain("*.py"), "a.py"));
        assert!(!matches(&plain("*.py"), "a.pyc"));
        assert!(matches(&plain("t?st_[a-c]*"), "test_bx"));
        assert!(matches(&plain("[!x]b"), "ab"));
        assert!(!matches(&plain("\\*"), "a"));
        assert!(matches(&plain("a[b"), "a[b"));
    }
}
