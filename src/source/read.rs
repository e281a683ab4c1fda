//! Reading no more than is needed: up to a limit of bytes, or to the end of the last line asked for.

use super::{Limits, SourceError, chars};
use crate::units::LineNo;
use std::io;

/// What was read, and whether that is all there is.
#[derive(Debug)]
pub struct Read {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// False when reading stopped after the last line asked for.
    pub whole: bool,
}

/// Bytes asked for at a time.
const CHUNK: usize = 64 << 10;

/// Reads `input` to its end, or up to the line feed that ends line `last`.
///
/// UTF-16 and UTF-32 are read whole: a line feed cannot be told by one byte there.
///
/// # Errors
/// When reading fails or passes [`Limits::bytes`].
pub fn read(
    mut input: impl io::Read,
    name: Option<&str>,
    last: Option<LineNo>,
    limits: &Limits,
) -> Result<Read, SourceError> {
    let shown = || name.map_or_else(|| "stdin".to_owned(), chars::printable);
    let most = usize::try_from(limits.bytes.get()).unwrap_or(usize::MAX);
    let mut bytes = Vec::new();
    let mut buffer = vec![0; CHUNK];
    let mut left = last.map(LineNo::get);
    loop {
        let count = match input.read(&mut buffer) {
            Ok(0) => return Ok(Read { bytes, whole: true }),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(source) => return Err(SourceError::Io { name: shown(), source }),
        };
        let chunk = &buffer[..count];
        if bytes.is_empty() && (chunk.starts_with(b"\xFF\xFE") || chunk.starts_with(b"\xFE\xFF") || chunk.contains(&0))
        {
            left = None;
        }
        for at in left.is_some().then(|| memchr::memchr_iter(b'\n', chunk)).into_iter().flatten() {
            left = left.map(|left| left.saturating_sub(1));
            if left == Some(0) {
                bytes.extend_from_slice(&chunk[..=at]);
                // Whether anything follows decides if the facts tell of the whole input.
                let mut next = [0];
                let whole = at + 1 == count && matches!(input.read(&mut next), Ok(0));
                return Ok(Read { bytes, whole });
            }
        }
        if bytes.len() + count > most {
            return Err(SourceError::TooManyBytes { name: shown(), limit: limits.bytes });
        }
        bytes.extend_from_slice(chunk);
    }
}
