//! The embedded faces: which there are, how they scale to a cell, and what they cover.

use crate::grid::Cell;
use cosmic_text::{Fallback, FontSystem, fontdb};
use std::sync::{Arc, OnceLock};

/// One embedded face.
#[derive(Clone, Copy)]
pub struct FaceInfo {
    /// Family name inside the file.
    pub family: &'static str,
    /// File name under `fonts/`.
    pub file: &'static str,
    /// The file itself.
    pub data: &'static [u8],
    /// SHA-256 of the file in hexadecimal; a test holds it.
    pub sha256: &'static str,
    /// Pixels per em upward, in thousandths of the row pitch.
    pub em: u32,
    /// Where the baseline lies.
    pub baseline: Baseline,
}

/// Where the baseline of a face lies below the top of the cell, in thousandths of the row pitch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Baseline {
    /// Rounded to a whole pixel row, so that every letter of a page has one shape.
    Row(u32),
    /// The text face's, so that letters of two faces stand on one line.
    OfText,
    /// Not rounded: a face drawn on a coarse grid loses half a pixel otherwise.
    Exact(u32),
}

impl std::fmt::Debug for FaceInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FaceInfo").field("family", &self.family).field("file", &self.file).finish_non_exhaustive()
    }
}

/// All faces, in order of fallback; the first two are text faces chosen by cell. The scales were
/// chosen with the outside OCR (`docs/legibility.md`).
pub const FACES: [FaceInfo; 5] = [
    FaceInfo {
        family: "Codeshot Dense",
        file: "CodeshotDense-Regular.ttf",
        data: include_bytes!("../../fonts/CodeshotDense-Regular.ttf"),
        sha256: "2e29b4c70a6e227ffe2aff4c909dbd07d38622ee478bd7bfbbdd07805857c4d1",
        em: 1000,
        baseline: Baseline::Row(780),
    },
    FaceInfo {
        family: "JetBrains Mono",
        file: "JetBrainsMono-Regular.ttf",
        data: include_bytes!("../../fonts/JetBrainsMono-Regular.ttf"),
        sha256: "e66140d55da5a307a8a125aeca1c3c61f4cd8d49325323768dda66cc55886cc3",
        em: 950,
        baseline: Baseline::Row(810),
    },
    FaceInfo {
        family: "DejaVu Sans Mono",
        file: "DejaVuSansMono.ttf",
        data: include_bytes!("../../fonts/DejaVuSansMono.ttf"),
        sha256: "10d3c4bacd548eca6ae76120f6bc826cfa953bcb86f095940e8dfc0246deda19",
        em: 900,
        baseline: Baseline::OfText,
    },
    FaceInfo {
        family: "Codeshot Wide",
        file: "CodeshotWide.otf",
        data: include_bytes!("../../fonts/CodeshotWide.otf"),
        sha256: "a5d352d56f41e21d83b5fb87aa4d6ce779f4d7fb745155f6ba9f623c0eec3028",
        em: 1000,
        baseline: Baseline::Exact(875),
    },
    FaceInfo {
        family: "Codeshot Pictographs",
        file: "CodeshotPictographs.otf",
        data: include_bytes!("../../fonts/CodeshotPictographs.otf"),
        sha256: "7708837ddff7e0b8ca0364ecf9d56dd06a4a7575908c59c55ba3064d6420665a",
        em: 1000,
        baseline: Baseline::Exact(875),
    },
];

/// The widest cell for which the dense face reads better (`docs/legibility.md`).
const DENSE_WIDTH: u32 = 6;

/// The text face for a cell.
pub(super) fn text_face(cell: Cell) -> &'static FaceInfo {
    if cell.width.get() <= DENSE_WIDTH { &FACES[0] } else { &FACES[1] }
}

/// The face with a family name.
pub(super) fn by_family(family: &str) -> Option<&'static FaceInfo> {
    FACES.iter().find(|face| face.family == family)
}

/// Whether some embedded face has a glyph for `c`; what has none is drawn as its code point.
pub fn covers(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    FACES.iter().any(|face| charmap(face).is_some_and(|map| map.map(c) != 0))
}

/// The character map of a face, parsed once.
fn charmap(face: &'static FaceInfo) -> Option<swash::Charmap<'static>> {
    static FONTS: OnceLock<[Option<swash::FontRef<'static>>; FACES.len()]> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| FACES.map(|face| swash::FontRef::from_index(face.data, 0)));
    let index = FACES.iter().position(|other| other.file == face.file)?;
    fonts[index].map(|font| font.charmap())
}

/// Our own fallback order, the same on every platform.
struct Order;

impl Fallback for Order {
    fn common_fallback(&self) -> &[&'static str] {
        &["DejaVu Sans Mono", "Codeshot Wide", "Codeshot Pictographs"]
    }
    fn forbidden_fallback(&self) -> &[&'static str] {
        &[]
    }
    fn script_fallback(&self, _script: unicode_script::Script, _locale: &str) -> &[&'static str] {
        &[]
    }
}

/// A font system that knows `faces` and nothing else, with a fixed locale.
pub(super) fn font_system(faces: &[&'static FaceInfo]) -> FontSystem {
    let mut db = fontdb::Database::new();
    for face in faces {
        db.load_font_source(fontdb::Source::Binary(Arc::new(face.data)));
    }
    FontSystem::new_with_locale_and_db_and_fallback("en-US".to_owned(), db, Order)
}
