//! Which clusters a document's pages show, each with its slot in the atlas.

use crate::document::{CellGlyph, Document, Glyph};
use crate::font::Wanted;
use crate::plan::Plan;
use crate::text::clusters;
use std::collections::HashMap;

/// The slot of every cluster to be drawn. Slots are given in reading order, so they repeat.
#[derive(Clone, Debug)]
pub struct Slots {
    wanted: Vec<Wanted>,
    by_text: HashMap<Wanted, u32>,
    ascii: [u32; 128],
    by_glyph: HashMap<Glyph, u32>,
}

/// The slot of nothing: a blank cell.
pub const BLANK: u32 = u32::MAX;

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
        let mut glyphs = Vec::new();
        for page in &plan.pages {
            for line in page.span.first()..page.span.end() {
                glyphs.clear();
                document.glyphs(line, &mut glyphs);
                for glyph in &glyphs {
                    slots.add_glyph(document, glyph);
                }
            }
        }
        slots
    }

    fn add_glyph(&mut self, document: &Document, cell: &CellGlyph) {
        if self.of_glyph(cell.glyph).is_some() {
            return;
        }
        let text = document.cluster(cell.glyph);
        if text == " " {
            return;
        }
        let slot = self.add(&text, u32::from(cell.cols));
        match cell.glyph.as_ascii() {
            Some(byte) => self.ascii[usize::from(byte)] = slot,
            None => {
                self.by_glyph.insert(cell.glyph, slot);
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
    pub fn of_glyph(&self, glyph: Glyph) -> Option<u32> {
        let slot = match glyph.as_ascii() {
            Some(byte) => self.ascii[usize::from(byte)],
            None => self.by_glyph.get(&glyph).copied().unwrap_or(BLANK),
        };
        (slot != BLANK).then_some(slot)
    }
    /// The slot of a cluster given as text.
    pub fn of_text(&self, text: &str, cols: u32) -> Option<u32> {
        self.by_text.get(&Wanted { text: text.to_owned(), cols }).copied()
    }
}
