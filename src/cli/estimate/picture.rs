//! The size of a picture from the first bytes of its file: no decoder is needed to price it.

use crate::units::{Px, PxSize};
use anyhow::{Context as _, bail};
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// JPEG headers may stand behind large blocks of metadata; nothing else needs more than its first bytes.
const HEADER_BYTES: u64 = 1 << 20;

/// The size of the picture in a file.
pub(super) fn size(path: &Path) -> anyhow::Result<PxSize> {
    let mut head = Vec::new();
    File::open(path)
        .and_then(|file| file.take(HEADER_BYTES).read_to_end(&mut head))
        .with_context(|| format!("cannot read {}", path.display()))?;
    let Some((width, height)) = sides(&head) else {
        bail!("{} is no picture that can be priced; PNG, JPEG, GIF and WebP can be", path.display());
    };
    if width == 0 || height == 0 {
        bail!("{} has a side of 0 px; both sides must be at least 1 px", path.display());
    }
    Ok(PxSize::new(Px::new(width), Px::new(height)))
}

/// Whether a file begins as a picture does; anything else is taken for source.
pub(super) fn is_picture(path: &Path) -> bool {
    let mut head = [0; 16];
    let read = File::open(path).and_then(|mut file| file.read(&mut head)).unwrap_or(0);
    let head = &head[..read];
    let starts: [&[u8]; 4] = [b"\x89PNG", b"GIF8", b"RIFF", &[0xFF, 0xD8, 0xFF]];
    starts.iter().any(|start| head.starts_with(start))
}

fn sides(head: &[u8]) -> Option<(u32, u32)> {
    if head.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some((big(head, 16, 4)?, big(head, 20, 4)?));
    }
    if head.starts_with(b"GIF8") {
        return Some((little(head, 6, 2)?, little(head, 8, 2)?));
    }
    if head.starts_with(b"RIFF") && head.get(8..12)? == b"WEBP" {
        return webp(head);
    }
    if head.starts_with(&[0xFF, 0xD8]) { jpeg(head) } else { None }
}

/// The three kinds of WebP each keep their size elsewhere.
fn webp(head: &[u8]) -> Option<(u32, u32)> {
    match head.get(12..16)? {
        b"VP8X" => Some((little(head, 24, 3)? + 1, little(head, 27, 3)? + 1)),
        b"VP8L" => {
            let bits = little(head, 21, 4)?;
            Some(((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1))
        }
        b"VP8 " => Some((little(head, 26, 2)? & 0x3FFF, little(head, 28, 2)? & 0x3FFF)),
        _ => None,
    }
}

/// Walks the segments to the first frame header.
fn jpeg(head: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        let marker = *head.get(at + 1)?;
        match marker {
            0xFF => at += 1,
            0xC0..=0xCF if !matches!(marker, 0xC4 | 0xC8 | 0xCC) => {
                return Some((big(head, at + 7, 2)?, big(head, at + 5, 2)?));
            }
            0x01 | 0xD0..=0xD9 => at += 2,
            _ => at += 2 + big(head, at + 2, 2)? as usize,
        }
    }
}

fn big(head: &[u8], at: usize, count: usize) -> Option<u32> {
    head.get(at..at + count).map(|bytes| bytes.iter().fold(0, |number, &byte| number << 8 | u32::from(byte)))
}

fn little(head: &[u8], at: usize, count: usize) -> Option<u32> {
    head.get(at..at + count).map(|bytes| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_from_the_headers_of_four_formats() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x06\x20\0\0\x02\xD8";
        assert_eq!(sides(png), Some((1568, 728)));
        let gif = b"GIF89a\x0A\x00\x14\x00";
        assert_eq!(sides(gif), Some((10, 20)));
        let jpeg = b"\xFF\xD8\xFF\xE0\0\x04ab\xFF\xC0\0\x11\x08\x02\xD8\x06\x20\x03";
        assert_eq!(sides(jpeg), Some((1568, 728)));
        let webp = b"RIFF\0\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\x1F\x06\0\xD7\x02\0";
        assert_eq!(sides(webp), Some((1568, 728)));
        assert_eq!(sides(b"fn main() {}"), None);
        assert_eq!(sides(b"\xFF\xD8\xFF"), None);
    }
}
