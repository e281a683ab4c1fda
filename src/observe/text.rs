//! Looks at a command's text before it is parsed, so that hostile input cannot make the parser slow or deep.

use std::collections::VecDeque;

/// The deepest nesting of brackets that is parsed. The parser tries several readings at each level, so its time
/// grows steeply with depth; real commands stay below 6.
pub(super) const MAX_DEPTH: usize = 12;

/// The most shell keywords that open a block; loops and conditions nest without brackets.
const MAX_BLOCKS: usize = 60;

/// The most bytes outside quotes and here-documents: what the parser and the model have to walk through. The longest
/// of the sample rows has under 300.
const MAX_PLAIN: usize = 6000;

/// The longest number outside quotes. The parser panics on descriptors and brace ranges past 32 and 64 bits.
const MAX_DIGITS: usize = 9;

/// Whether a text holds a number that the parser could not take.
pub(super) fn has_long_number(text: &str) -> bool {
    let mut digits = 0;
    text.bytes().any(|byte| {
        match byte {
            b'0'..=b'9' => digits += 1,
            // A backslash before a line feed joins what stands around it.
            b'\\' | b'\n' => {}
            _ => digits = 0,
        }
        digits > MAX_DIGITS
    })
}

/// The first line of a command, with an empty body for a here-document it opens.
pub(super) fn first_line(command: &str) -> &str {
    let line = command.split('\n').next().unwrap_or_default();
    let mut end = line.len().min(4096);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    &line[..end]
}

/// Whether a command is plain enough to be parsed: brackets nested at most [`MAX_DEPTH`] deep outside quotes and
/// here-documents, few block keywords, not too much of it.
pub(super) fn is_shallow(command: &str) -> bool {
    let mut scan = Scan::default();
    for line in command.split('\n') {
        if !scan.line(line) {
            return false;
        }
    }
    scan.blocks <= MAX_BLOCKS && scan.plain <= MAX_PLAIN
}

/// What a command lacks when its last here-documents have no end; bash takes them as ended by the end of the text.
pub(super) fn missing_ends(command: &str) -> Option<String> {
    let mut scan = Scan::default();
    command.split('\n').for_each(|line| {
        scan.line(line);
    });
    let ends: Vec<String> = scan.pending.into_iter().map(|(delimiter, _)| format!("\n{delimiter}")).collect();
    (!ends.is_empty()).then(|| ends.concat() + "\n")
}

#[derive(Default)]
struct Scan {
    /// Here-documents whose bodies come next: delimiter, and whether tabs are stripped.
    pending: VecDeque<(String, bool)>,
    single: bool,
    double: bool,
    depth: usize,
    blocks: usize,
    plain: usize,
    digits: usize,
}

impl Scan {
    fn line(&mut self, line: &str) -> bool {
        if let Some((delimiter, tabs)) = self.pending.front() {
            let body = if *tabs { line.trim_start_matches('\t') } else { line };
            if body == delimiter {
                self.pending.pop_front();
                return true;
            }
            return true;
        }
        if !self.single && !self.double {
            self.blocks += line
                .split(|c: char| !c.is_ascii_alphabetic())
                .filter(|word| matches!(*word, "if" | "for" | "while" | "until" | "case" | "select" | "elif"))
                .count();
        }
        let bytes = line.as_bytes();
        let mut at = 0;
        let mut opened = Vec::new();
        while at < bytes.len() {
            let plain = !self.single && !self.double;
            self.plain += usize::from(plain);
            self.digits = match bytes[at] {
                b'0'..=b'9' if plain => self.digits + 1,
                b'\\' if at + 1 == bytes.len() => self.digits,
                _ => 0,
            };
            if self.digits > MAX_DIGITS {
                return false;
            }
            match bytes[at] {
                b'\'' if !self.double => self.single = !self.single,
                _ if self.single => {}
                b'\\' => at += 1,
                b'"' => self.double = !self.double,
                b'#' if !self.double && (at == 0 || bytes[at - 1] == b' ') => break,
                b'(' | b'{' | b'`' | b'[' => self.depth += 1,
                b')' | b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                b'<' if !self.double && line[at..].starts_with("<<") && !line[at..].starts_with("<<<") => {
                    let rest = &line[at + 2..];
                    let tabs = rest.starts_with('-');
                    let rest = rest.trim_start_matches('-').trim_start();
                    let word: String = rest.chars().take_while(|c| !" \t;|&<>()".contains(*c)).collect();
                    let delimiter: String = word.chars().filter(|c| !"'\"\\".contains(*c)).collect();
                    if !delimiter.is_empty() {
                        opened.push((delimiter, tabs));
                    }
                    at += 1;
                }
                b'<' if line[at..].starts_with("<<<") => at += 2,
                _ => {}
            }
            if self.depth > MAX_DEPTH {
                return false;
            }
            at += 1;
        }
        self.pending.extend(opened);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_quotes_and_here_documents_do_not_count() {
        assert!(is_shallow(&format!("echo '{}'", "(".repeat(99))));
        assert!(is_shallow(&format!("cat <<'EOF' > x\n{}\nEOF\nls", "(".repeat(99))));
        assert!(!is_shallow(&format!("cat <<EOF\nx\nEOF\n{}", "(".repeat(99))));
    }
}
