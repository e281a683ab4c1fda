//! Output of `head` and `tail` for several files: `==> name <==` before each.

/// Cuts `bytes` before each line `==> name <==`, which goes, as does the empty line that the tools put before all but
/// the first. What stands before the first such line has no name; nothing is there when there is nothing.
///
/// A file whose own lines look like such a heading is cut there too: the tools do not quote them.
pub fn split_heads(bytes: &[u8]) -> Vec<(Option<String>, &[u8])> {
    let mut pieces = Vec::new();
    let (mut name, mut start, mut at) = (None, 0, 0);
    while at < bytes.len() {
        let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |feed| at + feed + 1);
        if let Some(next) = heading(&bytes[at..end]) {
            let body = &bytes[start..at];
            let is_first = name.is_none() && start == 0;
            if !(is_first && body.is_empty()) {
                let cut = [b"\r\n".as_slice(), b"\n"].iter().find_map(|feed| body.strip_suffix(*feed));
                pieces.push((name.take(), cut.filter(|_| ends_twice(body)).unwrap_or(body)));
            }
            (name, start) = (Some(next), end);
        }
        at = end;
    }
    if name.is_some() || start < bytes.len() {
        pieces.push((name, &bytes[start..]));
    }
    pieces
}

/// Whether an empty line, and not the end of the last one, stands at the end; an empty body has only that.
fn ends_twice(body: &[u8]) -> bool {
    matches!(body, b"\n" | b"\r\n") || body.ends_with(b"\n\n") || body.ends_with(b"\n\r\n")
}

fn heading(line: &[u8]) -> Option<String> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let name = line.strip_prefix(b"==> ")?.strip_suffix(b" <==")?;
    (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_gets_its_own_lines_without_the_separator() {
        let text = b"==> a.rs <==\nx\n\n==> empty <==\n\n==> b.py <==\ny\n\nz";
        let pieces = split_heads(text);
        let texts: Vec<(&str, &[u8])> =
            pieces.iter().map(|(name, text)| (name.as_deref().unwrap_or("-"), *text)).collect();
        assert_eq!(texts, [("a.rs", b"x\n".as_slice()), ("empty", b""), ("b.py", b"y\n\nz")]);
    }

    #[test]
    fn text_without_headings_is_one_piece_and_nothing_is_none() {
        assert_eq!(split_heads(b"==> not one\n"), [(None, b"==> not one\n".as_slice())]);
        assert!(split_heads(b"").is_empty());
        assert_eq!(split_heads(b"lead\n==> a <==\n").len(), 2);
    }
}
