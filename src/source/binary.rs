//! Is it text at all?
//!
//! Why strict about NUL in undecodable data and lenient about it in clean text: `find -print0` and
//! `/proc/*/environ` are text with NUL between the items, and a single NUL in a source file is exactly what its reader
//! must see; a picture of an object file is worth nothing.

/// First bytes of formats that are never text, with their names.
const MAGIC: &[(&[u8], &str)] = &[
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\x7fELF", "an ELF file"),
    (b"PK\x03\x04", "a zip archive"),
    (b"PK\x05\x06", "a zip archive"),
    (b"\x1f\x8b\x08", "gzip data"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"\x28\xb5\x2f\xfd", "zstd data"),
    (b"\xfd7zXZ\x00", "xz data"),
    (b"BZh91AY&SY", "bzip2 data"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\x00asm", "a WebAssembly module"),
    (b"\xca\xfe\xba\xbe", "a class file or Mach-O file"),
    (b"\xfe\xed\xfa\xcf", "a Mach-O file"),
    (b"\xcf\xfa\xed\xfe", "a Mach-O file"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"%PDF-", "a PDF file"),
    (b"!<arch>\n", "an archive of object files"),
    (b"OTTO", "a font"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
];

/// Where `ustar` stands in a tar header.
const TAR_MAGIC_AT: usize = 257;

/// The name of the binary format that `bytes` begin like.
pub(super) fn magic(bytes: &[u8]) -> Option<&'static str> {
    if bytes.get(TAR_MAGIC_AT..).is_some_and(|rest| rest.starts_with(b"ustar")) {
        return Some("a tar archive");
    }
    MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|&(_, name)| name)
}

/// Control bytes that text does not use. Kept out: backspace to carriage return, bell and escape (logs, old sources).
const fn is_rare_control(byte: u8) -> bool {
    matches!(byte, 0..=6 | 14..=26 | 28..=31 | 127)
}

/// Why bytes of an ASCII-like encoding are no text, or `None`.
pub(super) fn suspicion(bytes: &[u8], is_valid: bool) -> Option<&'static str> {
    let nul = memchr::memchr_iter(0, bytes).count();
    if nul > 0 {
        if !is_valid {
            return Some("NUL bytes in data that is not UTF-8");
        }
        if nul * 8 > bytes.len() + 8 || memchr::memmem::find(bytes, b"\0\0\0").is_some() {
            return Some("runs of NUL bytes");
        }
    }
    let rare: usize = bytes.chunks(255).map(|chunk| chunk.iter().filter(|&&b| is_rare_control(b)).count()).sum();
    // A text in an old encoding has many invalid bytes but hardly a control byte; packed data has one in nine.
    let too_many = if is_valid { rare * 8 > bytes.len() + 32 } else { rare * 32 > bytes.len() + 64 };
    too_many.then_some("a high share of control bytes")
}
