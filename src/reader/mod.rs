//! What each reader can read, and what its provider accepts in a request: profiles as data, each with its evidence.
//!
//! A price says what a page costs; a profile says whether the page is worth sending. What limits most readers is how many
//! glyphs one visual token must hold, not how large a glyph is, so floors are glyphs a patch. They are kept with the patch
//! they were measured on, and compared through the area of a cell.

mod table;

use crate::cost::{Confidence, Model};
use crate::units::{Bytes, Permille, Px, PxSize};
use serde::Serialize;
use table::{LIMITS, READERS, Row};

/// The densest text that a reader reads, with the evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Floor {
    /// Most glyphs a patch of [`Floor::patch`] px, in thousandths.
    pub glyphs_per_patch: Permille,
    /// The patch that figure speaks of.
    pub patch: Px,
    /// The smallest cell it was read at.
    pub cell: PxSize,
    /// How many strings or answers were scored; 0 when the floor is assumed.
    pub n: u32,
    /// How sure it is.
    pub confidence: Confidence,
    /// Who measured what.
    pub evidence: &'static str,
}

impl Floor {
    /// The floor on a page whose visual tokens are `patch` px wide.
    pub fn on_patch(&self, patch: Px) -> Permille {
        let area = |px: Px| u64::from(px.get()).pow(2);
        Permille::new(self.glyphs_per_patch.get() * area(patch) / area(self.patch).max(1))
    }

    /// Whether a cell of this size is no denser than the floor.
    pub fn admits(&self, cell: PxSize) -> bool {
        let area = u64::from(self.patch.get()).pow(2);
        area * 1000 <= self.glyphs_per_patch.get().saturating_mul(cell.area())
    }
}

/// The cell beyond which larger cells earn nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comfort {
    /// The cell.
    pub cell: PxSize,
    /// The glyph within it; the rest is spacing.
    pub glyph: PxSize,
    /// Who measured what.
    pub evidence: &'static str,
}

/// What a provider takes in one request. `None` where no limit is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RequestLimits {
    /// The provider.
    pub provider: &'static str,
    /// Most pictures that are safe to send; below the documented number where users saw fewer arrive.
    pub max_images: u32,
    /// Most bytes of one picture as sent (base64 where the provider counts that).
    pub max_image_bytes: Option<Bytes>,
    /// Most bytes of a request.
    pub max_request_bytes: Option<Bytes>,
    /// The longest side.
    pub max_edge: Option<Px>,
    /// More pictures than this make [`RequestLimits::max_edge_many_images`] hold.
    pub many_images: Option<u32>,
    /// The longest side in a request with many pictures.
    pub max_edge_many_images: Option<Px>,
    /// Where these were read.
    pub source: &'static str,
}

/// What one reader can read and what it accepts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReaderProfile {
    /// The reader the figures were measured on.
    pub name: &'static str,
    /// The cell to aim for.
    pub comfortable: Comfort,
    /// For exact strings; `None` when no clean cell is known.
    pub exact: Option<Floor>,
    /// For gist and navigation.
    pub gist: Floor,
    /// What a request may hold.
    pub limits: RequestLimits,
    /// The model asked about, for [`ReaderProfile::honest_line`].
    model: String,
}

/// The profile of a model: its own, its family's, or that of an unknown reader.
pub fn profile(model: &Model) -> ReaderProfile {
    let name = model.name();
    let mine = READERS.iter().filter(|row| row.stems.iter().any(|stem| begins(name, stem)));
    let longest = |row: &&Row| row.stems.iter().filter(|stem| begins(name, stem)).map(|stem| stem.len()).max();
    let row = mine.max_by_key(longest).unwrap_or(&table::UNKNOWN);
    ReaderProfile {
        name: row.stems[0],
        comfortable: row.comfortable.clone(),
        exact: row.exact.clone(),
        gist: row.gist.clone(),
        limits: limits(model),
        model: name.to_owned(),
    }
}

fn limits(model: &Model) -> RequestLimits {
    let by = |name: &str| LIMITS.iter().find(|row| row.0.iter().any(|stem| name.starts_with(stem)));
    by(model.name()).or_else(|| by(model.family())).map_or(table::UNKNOWN_LIMITS, |row| row.1.clone())
}

/// Whether the name begins with the stem as a whole word; a version may go on with its minor number.
fn begins(name: &str, stem: &str) -> bool {
    name.strip_prefix(stem).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.']))
}

impl ReaderProfile {
    /// The one line a summary owes its user when a page is denser than what the reader was seen to read exactly: `None`
    /// when the cell is at or above the floor.
    ///
    /// ```
    /// use codeshot::units::{Px, PxSize};
    /// let model = codeshot::cost::resolve("claude-opus-5").expect("known");
    /// let line = codeshot::reader::profile(&model).honest_line(PxSize::new(Px::new(8), Px::new(8)), Px::new(28));
    /// let expected = "claude-opus-5 reads exact strings at 5.4 glyphs a patch, this page has 12.3: keep exact values as text";
    /// assert_eq!(line.as_deref(), Some(expected));
    /// ```
    pub fn honest_line(&self, cell: PxSize, patch: Px) -> Option<String> {
        let model = &self.model;
        let Some(floor) = &self.exact else {
            return Some(format!("no cell is known at which {model} reads exact strings: keep exact values as text"));
        };
        if floor.admits(cell) {
            return None;
        }
        let here = Permille::of(u64::from(patch.get()).pow(2), cell.area());
        let doubt = match floor.n {
            0 => " (assumed, not measured)".to_owned(),
            _ if begins(model, self.name) && !model[self.name.len()..].starts_with('.') => String::new(),
            _ => format!(" (measured on {})", self.name),
        };
        Some(format!(
            "{model} reads exact strings at {} glyphs a patch{doubt}, this page has {}: keep exact values as text",
            tenths(floor.on_patch(patch)),
            tenths(here)
        ))
    }

    /// Glyphs that one visual token of `patch` px holds at this cell.
    pub fn glyphs_per_patch(cell: PxSize, patch: Px) -> Permille {
        Permille::of(u64::from(patch.get()).pow(2), cell.area())
    }

    /// Limits that a set of pages would break, in words.
    pub fn broken_limits(&self, pages: &[PxSize]) -> Vec<String> {
        let limits = &self.limits;
        let count = u32::try_from(pages.len()).unwrap_or(u32::MAX);
        let mut broken = Vec::new();
        if count > limits.max_images {
            broken.push(format!(
                "{count} pictures exceed the {} that {} takes safely",
                limits.max_images, limits.provider
            ));
        }
        let many = limits.many_images.is_some_and(|few| count > few);
        let edge = if many { limits.max_edge_many_images } else { limits.max_edge };
        let longest = pages.iter().map(|page| page.width.max(page.height)).max().unwrap_or(Px::ZERO);
        if let Some(edge) = edge.filter(|&edge| longest > edge) {
            let what = if many { format!("{edge} px with {count} pictures") } else { format!("{edge} px") };
            broken.push(format!("a side of {longest} px exceeds the {what} that {} takes", limits.provider));
        }
        broken
    }
}

/// A figure with one decimal, rounded to the nearest; none when it is 0.
pub fn tenths(value: Permille) -> String {
    let tenths = (value.get() + 50) / 100;
    if tenths.is_multiple_of(10) { (tenths / 10).to_string() } else { format!("{}.{}", tenths / 10, tenths % 10) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::resolve;

    fn of(name: &str) -> ReaderProfile {
        profile(&resolve(name).expect("known"))
    }

    const fn cell(w: u32, h: u32) -> PxSize {
        PxSize::new(Px::new(w), Px::new(h))
    }

    #[test]
    fn each_reader_finds_its_own_row() {
        assert_eq!(of("claude-fable-5").name, "claude-fable-5");
        assert_eq!(of("claude-opus-5.5").name, "claude-opus-5");
        assert_eq!(of("claude-opus-4-8").name, "claude-opus-4.8");
        assert_eq!(of("claude-haiku-4-5").name, "claude");
        assert_eq!(of("gpt-5.6-sol").name, "gpt-5.6");
        assert_eq!(of("qwen3-vl-8b").name, "qwen3");
        assert_eq!(profile(&Model::unknown_reader()).name, "unknown");
    }

    #[test]
    fn floors_follow_the_cell_whatever_the_patch() {
        let exact = of("gpt-5.6").exact.expect("a floor");
        assert!(exact.admits(cell(9, 16)) && !exact.admits(cell(8, 16)));
        assert_eq!(tenths(exact.on_patch(Px::new(32))), "7.1");
        assert!(of("claude-fable-5").honest_line(cell(5, 8), Px::new(28)).is_none());
        assert!(of("grok-4.5").honest_line(cell(20, 40), Px::new(32)).is_some());
    }

    #[test]
    fn too_many_or_too_long_pages_are_named() {
        let many = vec![cell(2048, 100); 21];
        let broken = of("claude-opus-5").broken_limits(&many);
        assert_eq!(broken, ["a side of 2048 px exceeds the 2000 px with 21 pictures that anthropic takes"]);
        assert!(of("claude-opus-5").broken_limits(&many[..20]).is_empty());
    }
}
