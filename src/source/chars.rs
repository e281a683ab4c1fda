//! Which characters leave no ink of their own, and how to write them so that they do.
//!
//! Why: a hidden character makes a picture say something that the compiler does not read. One list serves the facts
//! (what is told) and the document (what is drawn), so that the two cannot disagree.

use std::fmt::Write as _;

/// Whether `c` leaves no ink, or changes how others are shown: controls other than tab and LF, bidirectional controls,
/// zero-width and format characters, fillers, variation selectors, tags, and blanks other than the plain space.
pub const fn is_invisible(c: char) -> bool {
    is_control(c) || is_format(c) || is_odd_blank(c)
}

/// Controls of ASCII and Latin-1, other than tab and LF.
pub const fn is_control(c: char) -> bool {
    matches!(c, '\0'..='\u{08}' | '\u{0B}'..='\u{1F}' | '\u{7F}'..='\u{9F}')
}

/// Format characters, fillers, selectors and tags: General Category Cf without the visible Arabic and Syriac signs,
/// and the rest of `Default_Ignorable_Code_Point` (Unicode 16, `DerivedCoreProperties.txt`).
pub const fn is_format(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{13430}'..='\u{1343F}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}')
}

/// Blanks other than the plain space and tab, and the line and paragraph separators (no line breaks here).
pub const fn is_odd_blank(c: char) -> bool {
    matches!(
        c,
        '\u{A0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200A}' | '\u{2028}' | '\u{2029}' | '\u{202F}' | '\u{205F}' | '\u{2800}' | '\u{3000}'
    )
}

/// Code points that no font can have: private use and non-characters.
pub const fn is_unassignable(c: char) -> bool {
    matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{FDD0}'..='\u{FDEF}' | '\u{F0000}'..) || (c as u32 & 0xFFFE) == 0xFFFE
}

/// `text` with every invisible character, line break and backslash-looking trick written as `\u{...}`: safe on a
/// terminal, in a caption and in a report.
///
/// ```
/// use codeshot::source::chars::printable;
/// assert_eq!(printable("a\u{1b}[31m.py"), "a\\u{1b}[31m.py");
/// assert_eq!(printable("naïve 🚀.py"), "naïve 🚀.py");
/// ```
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_invisible(c) || matches!(c, '\t' | '\n') {
            // Writing to a `String` cannot fail.
            let _ = write!(out, "{}", c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}
