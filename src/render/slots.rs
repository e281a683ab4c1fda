//! Which clusters a document's pages show, each with its slot in the atlas.

use crate::document::{CellGlyph, ClusterText, Document};
use crate::font::Wanted;
use crate::plan::Plan;
use crate::text::clusters;
use std::collections::HashMap;

/// The slot of every cluster to be drawn. Slots are given in reading order, so they repeat.
#[derive(Clone, Debug)]
pub struct Slots {
    wanted: Vec<Wanted>,
    by_text: HashMap<Wanted, u32>,
    /// One-cell ASCII glyphs.
    ascii: [u32; 128],
    /// All others by [`key`].
    by_glyph: HashMap<u64, u32>,
}

/// The slot of nothing: a blank cell.
pub(super) const BLANK: u32 = u32::MAX;

impl Slots {
    /// Collects what the pages of `plan` show of `document`, captions and line numbers included.
    pub fn collect(document: &Document, plan: &Plan) -> Self {
        let mut slots =
            Self { wanted: Vec::new(), by_text: HashMap::new(), ascii: [BLANK; 128], by_glyph: HashMap::new() };
        let digits = "0123456789";
        for text in std::iter::once(digits).chain(plan.pages.iter().map(|page| page.caption.as_str())) {
            for (cluster, cols) in clusters(text) {
                slots.add(cluster, cols);
            }
        }
        slots.add(super::cells::COLUMN_RULE, 1);
        slots.add(crate::layout::INDENT_MARK, 1);
        slots.add(crate::layout::NUMBER_MARK, 1);
        let mut glyphs = Vec::new();
        for page in &plan.pages {
            for line in page.span.first()..page.span.end() {
                document.glyphs(line, &mut glyphs);
                for &glyph in &glyphs {
                    slots.add_glyph(document, glyph);
                }
            }
        }
        slots
    }

    fn add_glyph(&mut self, document: &Document, cell: CellGlyph) {
        if self.of_glyph(cell).is_some() || cell.glyph.as_scalar() == Some(' ') {
            return;
        }
        let cols = u32::from(cell.cols);
        let slot = match document.cluster(cell.glyph) {
            ClusterText::Scalar(c) => self.add(c.encode_utf8(&mut [0; 4]), cols),
            ClusterText::Sequence(text) => self.add(text, cols),
        };
        match ascii(cell) {
            Some(byte) => self.ascii[byte] = slot,
            None => {
                self.by_glyph.insert(key(cell), slot);
            }
        }
    }

    fn add(&mut self, text: &str, cols: u32) -> u32 {
        let wanted = Wanted { text: text.to_owned(), cols };
        if let Some(&slot) = self.by_text.get(&wanted) {
            return slot;
        }
        let slot = u32::try_from(self.wanted.len()).unwrap_or(BLANK);
        self.wanted.push(wanted.clone());
        self.by_text.insert(wanted, slot);
        slot
    }

    /// The clusters in slot order, for [`crate::font::Atlas::new`].
    pub fn wanted(&self) -> &[Wanted] {
        &self.wanted
    }
    /// The slot of a glyph; `None` for one that was not collected, such as the blank.
    pub fn of_glyph(&self, cell: CellGlyph) -> Option<u32> {
        let slot = match ascii(cell) {
            Some(byte) => self.ascii[byte],
            None => self.by_glyph.get(&key(cell)).copied().unwrap_or(BLANK),
        };
        (slot != BLANK).then_some(slot)
    }
    /// The slot of a decimal digit of a line number.
    pub(super) fn of_digit(&self, digit: u8) -> Option<u32> {
        digit.is_ascii_digit().then(|| u32::from(digit - b'0')).filter(|&slot| self.wanted.len() > slot as usize)
    }
    /// The slot of a cluster given as text.
    pub fn of_text(&self, text: &str, cols: u32) -> Option<u32> {
        self.by_text.get(&Wanted { text: text.to_owned(), cols }).copied()
    }
}

/// The ASCII code of a one-cell glyph.
fn ascii(cell: CellGlyph) -> Option<usize> {
    (cell.cols == 1 && cell.glyph.id() < 128).then_some(cell.glyph.id() as usize)
}

/// A glyph with its cells: the same scalar may take one cell here and two there.
fn key(cell: CellGlyph) -> u64 {
    u64::from(cell.glyph.id()) << 8 | u64::from(cell.cols)
}
