//! The glyph atlas: each cluster of a document drawn once, as coverage levels of its cells.

use super::faces::{self, Baseline, FaceInfo};
use super::shapes;
use crate::grid::Cell;
use crate::units::Px;
use cosmic_text::{Attrs, Buffer, Family, FontSystem, Metrics, Shaping, fontdb};
use std::collections::HashMap;
use swash::scale::{Render, ScaleContext, Source};
use swash::zeno::{Format, Transform, Vector};

/// Steps of anti-aliasing above blank. Fifteen fit sixteen inks into a palette of 256 colours.
pub const LEVELS: u8 = 15;

/// Size at which clusters are shaped; positions are scaled from it.
const SHAPE_SIZE: f32 = 64.0;

/// The coverage of one cluster, cell by cell: 0 is blank, [`LEVELS`] is full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    width: Px,
    height: Px,
    levels: Vec<u8>,
}

impl Coverage {
    /// Coverage of `width` × `height` pixels, row by row.
    pub(super) fn new(width: Px, height: Px, levels: Vec<u8>) -> Self {
        debug_assert_eq!(levels.len(), width.index() * height.index(), "one level a pixel");
        Self { width, height, levels }
    }
    /// Any coverage, for tests of what draws with it.
    #[cfg(test)]
    pub(crate) fn of_levels(width: Px, height: Px, levels: Vec<u8>) -> Self {
        Self::new(width, height, levels)
    }
    /// Quantises 8-bit alpha to levels.
    pub(super) fn from_alpha(width: Px, height: Px, alpha: &[u8]) -> Self {
        Self::new(width, height, alpha.iter().map(|&a| quantise(a)).collect())
    }
    /// Width in pixels: the cells the cluster takes.
    pub fn width(&self) -> Px {
        self.width
    }
    /// Height in pixels: the row pitch.
    pub fn height(&self) -> Px {
        self.height
    }
    /// Levels row by row.
    pub fn levels(&self) -> &[u8] {
        &self.levels
    }
}

/// 8-bit alpha to the nearest level.
fn quantise(alpha: u8) -> u8 {
    let level = (u16::from(alpha) * u16::from(LEVELS) + 127) / 255;
    u8::try_from(level).unwrap_or(LEVELS)
}

/// A cluster to be drawn and the cells it takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wanted {
    /// One grapheme cluster.
    pub text: String,
    /// Cells across.
    pub cols: u32,
}

/// Glyph coverage for one cell, indexed by slot in the order the clusters were asked for.
#[derive(Clone, Debug)]
pub struct Atlas {
    cell: Cell,
    slots: Vec<Coverage>,
}

impl Atlas {
    /// Draws every wanted cluster once. The order of the slots is the order of `wanted`.
    pub fn new(cell: Cell, wanted: &[Wanted]) -> Self {
        let mut painter = Painter::new(cell, wanted.iter().all(|w| w.text.is_ascii()));
        let slots = wanted.iter().map(|w| painter.draw(w)).collect();
        Self { cell, slots }
    }
    /// An atlas of any coverage, for tests of what draws with it.
    #[cfg(test)]
    pub(crate) fn of_slots(cell: Cell, slots: Vec<Coverage>) -> Self {
        Self { cell, slots }
    }
    /// The cell the atlas was drawn for.
    pub fn cell(&self) -> Cell {
        self.cell
    }
    /// The coverage in a slot; slots are those of [`Atlas::new`]'s list.
    pub fn slot(&self, slot: usize) -> &Coverage {
        &self.slots[slot]
    }
    /// Number of slots.
    pub fn len(&self) -> usize {
        self.slots.len()
    }
    /// Whether nothing was drawn.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }
}

/// A part of a shaped cluster: a glyph of a face and where its origin lies, in pixels of [`SHAPE_SIZE`].
struct Part {
    face: fontdb::ID,
    glyph: u16,
    x: f32,
    y: f32,
}

/// Shapes and draws clusters for one cell.
struct Painter {
    cell: Cell,
    fonts: FontSystem,
    text: &'static FaceInfo,
    scaler: ScaleContext,
    infos: HashMap<fontdb::ID, &'static FaceInfo>,
}

impl Painter {
    /// With only the text face where that is enough: parsing the fallback faces costs a millisecond.
    fn new(cell: Cell, ascii: bool) -> Self {
        let text = faces::text_face(cell);
        let wanted: Vec<&'static FaceInfo> = if ascii { vec![text] } else { faces::FACES.iter().collect() };
        let fonts = faces::font_system(&wanted);
        let family = |face: &fontdb::FaceInfo| face.families.first().and_then(|(name, _)| faces::by_family(name));
        let infos = fonts.db().faces().filter_map(|face| Some((face.id, family(face)?))).collect();
        Self { cell, fonts, text, scaler: ScaleContext::new(), infos }
    }

    fn draw(&mut self, wanted: &Wanted) -> Coverage {
        let mut chars = wanted.text.chars();
        if let (Some(c), None, 1) = (chars.next(), chars.next(), wanted.cols)
            && let Some(shape) = shapes::draw(c, self.cell)
        {
            return shape;
        }
        let (width, height) = (self.cell.width.get() * wanted.cols, self.cell.height.get());
        let mut alpha = vec![0; (width * height) as usize];
        let (parts, advance) = self.shape(&wanted.text);
        for part in &parts {
            self.add(part, advance, width, &mut alpha);
        }
        Coverage::from_alpha(Px::new(width), Px::new(height), &alpha)
    }

    /// The parts of a cluster and its natural advance.
    fn shape(&mut self, text: &str) -> (Vec<Part>, f32) {
        let mut buffer = Buffer::new(&mut self.fonts, Metrics::new(SHAPE_SIZE, SHAPE_SIZE));
        let attrs = Attrs::new().family(Family::Name(self.text.family));
        buffer.set_text(text, &attrs, Shaping::Advanced, None);
        buffer.shape_until_scroll(&mut self.fonts, false);
        let Some(run) = buffer.layout_runs().next() else { return (Vec::new(), SHAPE_SIZE) };
        let part = |g: &cosmic_text::LayoutGlyph| Part {
            face: g.font_id,
            glyph: g.glyph_id,
            x: offset(g.x, g.x_offset, g.font_size),
            y: offset(g.y, g.y_offset, g.font_size),
        };
        (run.glyphs.iter().map(part).collect(), run.line_w)
    }

    /// The baseline's pixel row, and how far below its top edge the baseline lies.
    #[expect(clippy::float_arithmetic, reason = "a fraction of a pixel for faces that are not on whole rows")]
    fn baseline(&self, info: &FaceInfo) -> (u32, f32) {
        let pitch = self.cell.height.get();
        match (info.baseline, self.text.baseline) {
            (Baseline::Exact(at), _) => (at * pitch / 1000, to_f32(at * pitch % 1000) / 1000.0),
            (Baseline::Row(at), _) | (Baseline::OfText, Baseline::Row(at)) => ((at * pitch + 500) / 1000, 0.0),
            (Baseline::OfText, _) => (pitch * 4 / 5, 0.0),
        }
    }

    /// Blends one part into the cluster's alpha, clipped to its cells.
    #[expect(clippy::float_arithmetic, reason = "font units to pixels: the one place where outlines meet the grid")]
    fn add(&mut self, part: &Part, advance: f32, width: u32, alpha: &mut [u8]) {
        let (Some(info), Some(font)) =
            (self.infos.get(&part.face), self.fonts.get_font(part.face, fontdb::Weight::NORMAL))
        else {
            return;
        };
        let pitch = self.cell.height.get();
        let em = to_f32(info.em * pitch) / 1000.0;
        let (baseline, below) = self.baseline(info);
        // Across, the natural advance becomes the cells; upward, the em follows from the pitch.
        let across = if advance > 0.0 { to_f32(width) / (advance * em / SHAPE_SIZE) } else { 1.0 };
        let scale = em / SHAPE_SIZE;
        let mut scaler = self.scaler.builder(font.as_swash()).size(em).hint(false).build();
        let image = Render::new(&[Source::Outline])
            .format(Format::Alpha)
            .transform(Some(Transform::scale(across, 1.0)))
            .offset(Vector::new(part.x * scale * across, part.y * scale - below))
            .render(&mut scaler, part.glyph);
        let Some(image) = image else { return };
        let top = i64::from(baseline) - i64::from(image.placement.top);
        blend(&image.data, image.placement.width, (i64::from(image.placement.left), top), alpha, width);
    }
}

/// Adds an alpha image at a place into cells of a given width, what lies outside cut off.
fn blend(image: &[u8], image_width: u32, (left, top): (i64, i64), alpha: &mut [u8], width: u32) {
    let height = alpha.len() / width.max(1) as usize;
    for (row, y) in image.chunks(image_width.max(1) as usize).zip(top..) {
        let Some(y) = usize::try_from(y).ok().filter(|&y| y < height) else { continue };
        for (&value, x) in row.iter().zip(left..) {
            if let Some(x) = u32::try_from(x).ok().filter(|&x| x < width) {
                let pixel = &mut alpha[y * width as usize + x as usize];
                *pixel = pixel.saturating_add(value);
            }
        }
    }
}

#[expect(clippy::float_arithmetic, reason = "cosmic-text's positions are floats")]
fn offset(at: f32, by: f32, size: f32) -> f32 {
    at + by * size
}

/// A small whole number as a float, exactly.
#[expect(clippy::cast_precision_loss, reason = "cells and pitches are far below 2^24")]
fn to_f32(n: u32) -> f32 {
    n as f32
}
