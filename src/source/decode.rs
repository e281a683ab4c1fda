//! Bytes to text: byte-order marks, UTF-16 and UTF-32, bad bytes kept in place, line ends.

use super::facts::Encoding;
use super::{BadByte, InputKind, binary};

/// How many of each line end the input has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineEnds {
    /// LF without CR before it.
    pub(super) lf: u64,
    /// CR LF.
    pub(super) crlf: u64,
    /// CR without LF after it, where such CRs are the line ends.
    pub(super) cr: u64,
}

pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) bad: Vec<BadByte>,
    pub(super) encoding: Encoding,
    pub(super) ends: LineEnds,
}

#[derive(Debug)]
pub(super) enum Failure {
    Binary(&'static str),
    TooManyBad { count: u64, encoding: Encoding },
}

pub(super) fn decode(bytes: Vec<u8>, kind: InputKind, most_bad: u64) -> Result<Decoded, Failure> {
    if let Some(name) = binary::magic(&bytes) {
        return Err(Failure::Binary(name));
    }
    let encoding = detect(&bytes);
    match encoding {
        Encoding::Utf8 => utf8(bytes, encoding, kind, most_bad),
        Encoding::Utf8Bom => {
            let mut bytes = bytes;
            bytes.drain(..3);
            utf8(bytes, encoding, kind, most_bad)
        }
        Encoding::Utf16Le | Encoding::Utf16Be | Encoding::Utf32Le | Encoding::Utf32Be => {
            wide(&bytes, encoding, kind, most_bad)
        }
    }
}

/// The encoding by its mark, or of UTF-16 without one where nothing else is possible.
fn detect(bytes: &[u8]) -> Encoding {
    match bytes {
        [0xEF, 0xBB, 0xBF, ..] => Encoding::Utf8Bom,
        // FF FE 00 00 could be UTF-16 that begins with NUL; no text does.
        [0xFF, 0xFE, 0, 0, ..] if bytes.len().is_multiple_of(4) => Encoding::Utf32Le,
        [0, 0, 0xFE, 0xFF, ..] if bytes.len().is_multiple_of(4) => Encoding::Utf32Be,
        [0xFF, 0xFE, ..] => Encoding::Utf16Le,
        [0xFE, 0xFF, ..] => Encoding::Utf16Be,
        _ => unmarked_utf16(bytes).unwrap_or(Encoding::Utf8),
    }
}

/// UTF-16 without a mark: NUL on one side only, on three quarters of the units at least, and nothing but text when
/// decoded. ASCII-like data has no NUL and leaves at once.
fn unmarked_utf16(bytes: &[u8]) -> Option<Encoding> {
    let units = bytes.len() / 2;
    if units < 4 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    memchr::memchr(0, &bytes[..bytes.len().min(64)])?;
    let nul_at = |side: usize| bytes.iter().skip(side).step_by(2).filter(|&&b| b == 0).count();
    let encoding = match (nul_at(0), nul_at(1)) {
        (0, odd) if odd * 4 >= units * 3 => Encoding::Utf16Le,
        (even, 0) if even * 4 >= units * 3 => Encoding::Utf16Be,
        _ => return None,
    };
    let is_text = char::decode_utf16(units_of(bytes, encoding))
        .all(|c| c.is_ok_and(|c| !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\u{0C}' | '\u{1B}')));
    is_text.then_some(encoding)
}

fn units_of(bytes: &[u8], encoding: Encoding) -> impl Iterator<Item = u16> + '_ {
    bytes.as_chunks::<2>().0.iter().map(move |&pair| match encoding {
        Encoding::Utf16Be => u16::from_be_bytes(pair),
        _ => u16::from_le_bytes(pair),
    })
}

fn utf8(mut bytes: Vec<u8>, encoding: Encoding, kind: InputKind, most_bad: u64) -> Result<Decoded, Failure> {
    let is_valid = std::str::from_utf8(&bytes).is_ok();
    if let Some(reason) = binary::suspicion(&bytes, is_valid) {
        return Err(Failure::Binary(reason));
    }
    // CR and LF are never part of a longer sequence, so line ends can be put right before decoding.
    let ends = match kind {
        InputKind::Source => unify_line_ends(&mut bytes),
        InputKind::Terminal => count_line_ends(&bytes),
    };
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Ok(Decoded { text, bad: Vec::new(), encoding, ends }),
        Err(error) => error.into_bytes(),
    };
    let count: u64 = bytes.utf8_chunks().map(|chunk| chunk.invalid().len() as u64).sum();
    if count > most_bad {
        return Err(Failure::TooManyBad { count, encoding });
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    let mut bad = Vec::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        push_all_bad(chunk.invalid(), &mut text, &mut bad);
    }
    Ok(Decoded { text, bad, encoding, ends })
}

#[expect(clippy::cast_possible_truncation, reason = "the caller refuses inputs whose text could pass 4 GiB")]
fn push_all_bad(bytes: &[u8], text: &mut String, bad: &mut Vec<BadByte>) {
    for &byte in bytes {
        bad.push(BadByte { offset: text.len() as u32, byte });
        text.push(char::REPLACEMENT_CHARACTER);
    }
}

fn wide(bytes: &[u8], encoding: Encoding, kind: InputKind, most_bad: u64) -> Result<Decoded, Failure> {
    let mut text = String::with_capacity(bytes.len() / 2);
    let mut bad = Vec::new();
    let whole = match encoding {
        Encoding::Utf32Le | Encoding::Utf32Be => {
            let (units, rest) = bytes.as_chunks::<4>();
            for &unit in units {
                let code =
                    if encoding == Encoding::Utf32Le { u32::from_le_bytes(unit) } else { u32::from_be_bytes(unit) };
                match char::from_u32(code) {
                    Some(c) => text.push(c),
                    None => push_all_bad(&unit, &mut text, &mut bad),
                }
            }
            bytes.len() - rest.len()
        }
        _ => {
            for unit in char::decode_utf16(units_of(bytes, encoding)) {
                match unit {
                    Ok(c) => text.push(c),
                    Err(lone) => {
                        let unit = lone.unpaired_surrogate();
                        let pair = if encoding == Encoding::Utf16Be { unit.to_be_bytes() } else { unit.to_le_bytes() };
                        push_all_bad(&pair, &mut text, &mut bad);
                    }
                }
            }
            bytes.len() - bytes.len() % 2
        }
    };
    push_all_bad(&bytes[whole..], &mut text, &mut bad);
    let count = bad.len() as u64;
    // A mark may stand there by chance. Real text has hardly a lone surrogate.
    if count * 8 > bytes.len() as u64 + 32 {
        return Err(Failure::Binary("not the UTF-16 or UTF-32 its first bytes claim"));
    }
    if count > most_bad {
        return Err(Failure::TooManyBad { count, encoding });
    }
    if let Some(mark) = text.strip_prefix('\u{FEFF}').map(|rest| text.len() - rest.len()) {
        text.drain(..mark);
        for entry in &mut bad {
            entry.offset -= 3;
        }
    }
    if let Some(reason) = binary::suspicion(text.as_bytes(), true) {
        return Err(Failure::Binary(reason));
    }
    if kind == InputKind::Terminal {
        let ends = count_line_ends(text.as_bytes());
        return Ok(Decoded { text, bad, encoding, ends });
    }
    // Bad bytes move left by the CRs dropped before them.
    let dropped = |bytes: &[u8]| memchr::memmem::find_iter(bytes, b"\r\n").count();
    let mut from = 0;
    let mut shift = 0;
    for entry in &mut bad {
        let offset = entry.offset as usize;
        shift += dropped(&text.as_bytes()[from..offset]);
        from = offset;
        entry.offset -= u32::try_from(shift).unwrap_or(0);
    }
    let mut bytes = text.into_bytes();
    let ends = unify_line_ends(&mut bytes);
    let text = String::from_utf8(bytes).map_err(|_| Failure::Binary("text that stopped being text"))?;
    Ok(Decoded { text, bad, encoding, ends })
}

fn count_line_ends(bytes: &[u8]) -> LineEnds {
    let crlf = memchr::memmem::find_iter(bytes, b"\r\n").count() as u64;
    LineEnds { lf: memchr::memchr_iter(b'\n', bytes).count() as u64 - crlf, crlf, cr: 0 }
}

/// CR LF becomes LF. CR alone becomes LF when the input has no LF at all (classic Mac OS), else it stays: then it is a
/// character within the line, as editors show it.
fn unify_line_ends(bytes: &mut Vec<u8>) -> LineEnds {
    let mut ends = count_line_ends(bytes);
    if ends.lf + ends.crlf == 0 {
        for byte in bytes.iter_mut().filter(|byte| **byte == b'\r') {
            *byte = b'\n';
            ends.cr += 1;
        }
    } else if ends.crlf > 0 {
        let mut kept = 0;
        for i in 0..bytes.len() {
            if bytes[i] == b'\r' && bytes.get(i + 1) == Some(&b'\n') {
                continue;
            }
            bytes[kept] = bytes[i];
            kept += 1;
        }
        bytes.truncate(kept);
    }
    ends
}
