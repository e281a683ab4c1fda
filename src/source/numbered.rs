//! Lines that come with their numbers: what `cat -n`, `nl -ba` and `grep -n` print.
//!
//! Why strict: taking `12:` off a line that was never numbered would falsify it. Every line must have its number in
//! the exact form of one tool, and the numbers must rise.

use super::{BadByte, Source, SourceError, chars, facts};
use crate::units::LineNo;
use std::sync::Arc;

/// Width of the number in `cat -n` and `nl`.
const WIDTH: usize = 6;
/// Most digits that are a number and not data.
const MOST_DIGITS: usize = 18;

/// Who numbered the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `cat -n` and `nl -ba`: flush right in six cells, then a tab.
    Cat,
    /// `grep -n`: then `:`, or `-` on a context line; `--` between groups.
    Grep,
}

/// The number of a line and the length of what goes before its text; number 0 for a line between groups.
fn number(form: Form, line: &str) -> Option<(u64, usize)> {
    let bytes = line.as_bytes();
    let blanks = bytes.iter().take_while(|&&b| b == b' ').count();
    let digits = bytes[blanks..].iter().take_while(|b| b.is_ascii_digit()).count();
    let end = blanks + digits;
    if form == Form::Grep && line == "--" {
        return Some((0, 0));
    }
    let is_form = match form {
        Form::Cat => bytes.get(end) == Some(&b'\t') && (end == WIDTH || (end > WIDTH && blanks == 0)),
        Form::Grep => matches!(bytes.get(end), Some(b':' | b'-')) && blanks == 0,
    };
    let is_number = (1..=MOST_DIGITS).contains(&digits) && bytes.get(blanks) != Some(&b'0');
    let number = line.get(blanks..end)?.parse().ok()?;
    (is_form && is_number).then_some((number, end + 1))
}

/// The numbers and text lengths of all lines, or the first line (from 0) that breaks the form.
fn read(form: Form, text: &str) -> Result<Vec<(u64, usize)>, usize> {
    let mut last = 0;
    let mut lines = Vec::new();
    for (at, line) in text.split_terminator('\n').enumerate() {
        match number(form, line) {
            Some((0, _)) if last > 0 => lines.push((0, 0)),
            Some((number, start)) if number > last => {
                last = number;
                lines.push((number, start));
            }
            _ => return Err(at),
        }
    }
    Ok(lines)
}

impl Source {
    /// The same source with the numbers taken off its lines and kept as [`Source::numbers`].
    ///
    /// # Errors
    /// When a line has no number in the form of `cat -n`, `nl -ba` or `grep -n`, or the numbers do not rise.
    pub fn unnumbered(&self) -> Result<Self, SourceError> {
        let attempts = [read(Form::Cat, self.text()), read(Form::Grep, self.text())];
        let failed = attempts.iter().filter_map(|attempt| attempt.as_ref().err()).copied().max().unwrap_or(0);
        let Some(lines) = attempts.into_iter().find_map(Result::ok) else {
            let name = self.name().map_or_else(|| "stdin".to_owned(), chars::printable);
            return Err(SourceError::NotNumbered { name, line: LineNo::new(failed as u64 + 1) });
        };
        Ok(self.strip(&lines))
    }

    /// [`Self::unnumbered`] for input that nobody said is numbered: `None` unless there is no doubt. The form of
    /// `grep -n` needs two lines and text right behind a separator, since `1: a` is also a line of YAML.
    pub fn surely_unnumbered(&self) -> Option<Self> {
        if let Ok(lines) = read(Form::Cat, self.text()) {
            return (!lines.is_empty()).then(|| self.strip(&lines));
        }
        let lines = read(Form::Grep, self.text()).ok()?;
        let numbered = self.text().split_terminator('\n').zip(&lines).filter(|(_, (number, _))| *number > 0);
        let blank = numbered.clone().filter(|(line, (_, start))| line.as_bytes().get(*start) == Some(&b' ')).count();
        let count = numbered.count();
        (count >= 2 && blank < count).then(|| self.strip(&lines))
    }

    #[expect(clippy::cast_possible_truncation, reason = "offsets of a text under 4 GiB")]
    fn strip(&self, lines: &[(u64, usize)]) -> Self {
        let mut text = String::with_capacity(self.text().len());
        let mut bad_bytes = Vec::with_capacity(self.bad_bytes().len());
        let mut bad = self.bad_bytes().iter().peekable();
        let mut offset = 0;
        for (line, &(_, start)) in self.text().split_inclusive('\n').zip(lines) {
            while let Some(entry) = bad.next_if(|b| (b.offset as usize) < offset + line.len()) {
                let offset = (entry.offset as usize - offset - start + text.len()) as u32;
                bad_bytes.push(BadByte { offset, byte: entry.byte });
            }
            text.push_str(&line[start..]);
            offset += line.len();
        }
        let survey = facts::survey(&text);
        let facts = survey.restated(&self.facts);
        let numbers = lines.iter().map(|&(number, _)| number).collect();
        Self {
            name: self.name.clone(),
            text: Arc::new(text),
            bad_bytes: Arc::new(bad_bytes),
            facts,
            numbers: Some(Arc::new(numbers)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Limits;

    fn source(bytes: &[u8]) -> Source {
        Source::decode(bytes.to_vec(), None, &Limits::default()).expect("text")
    }

    #[test]
    fn numbers_of_cat_nl_and_grep_are_taken_off() {
        for (text, numbers, rest) in [
            ("     9\tfn a() {\n    10\t\tb\n    11\t\n", vec![9, 10, 11], "fn a() {\n\tb\n\n"),
            ("999999\ta\n1000000\tb\n", vec![999_999, 1_000_000], "a\nb\n"),
            ("7:a: b\n8-c\n--\n20:d", vec![7, 8, 0, 20], "a: b\nc\n--\nd"),
        ] {
            for source in [source(text.as_bytes()).unnumbered().ok(), source(text.as_bytes()).surely_unnumbered()] {
                let source = source.expect("numbered");
                assert_eq!((source.numbers(), source.text()), (Some(numbers.as_slice()), rest));
            }
        }
    }

    #[test]
    fn one_line_that_breaks_the_form_leaves_all_as_they_are() {
        for text in [
            "     1\ta\n     1\tb\n",
            "     2\ta\n     1\tb\n",
            "     1\ta\nb\n",
            "    1\ta\n",
            "     1 a\n",
            "000001\ta\n",
            "--\n1:a\n2:b\n",
            "1:a\n",
            "1: a\n2: b\n",
            "plain\n",
            "",
        ] {
            assert!(source(text.as_bytes()).surely_unnumbered().is_none(), "{text:?}");
        }
        let error = source(b"     1\ta\nb\n").unnumbered().expect_err("refused").to_string();
        assert!(error.starts_with("line 2 of stdin has no number"), "{error}");
    }

    #[test]
    fn bad_bytes_move_with_their_line() {
        let source = source(b"     1\ta\xE9\n     2\t\xFFb\n").unnumbered().expect("numbered");
        let offsets: Vec<u32> = source.bad_bytes().iter().map(|b| b.offset).collect();
        assert_eq!((source.text(), offsets), ("a\u{FFFD}\n\u{FFFD}b\n", vec![1, 5]));
    }
}
