//! Embedded faces, the glyph atlas and what the faces cover. Nothing else sees cosmic-text or fontdb.
//!
//! Glyphs are drawn on an integer grid: cell width and row pitch are whole pixels, so are glyph
//! origins, and a face is scaled separately across (advance = cell) and upward (ascent + descent
//! about the pitch), unhinted, grey. One glyph then has one shape, which an outside OCR misreads two
//! to three times less than fractional placing (`docs/legibility.md`).
//!
//! cosmic-text chooses the face of each cluster and places its parts; the outlines are turned into
//! coverage by swash. Box drawing and blocks are drawn by tiny-skia from edge to edge of the cell,
//! so that tables join whatever the cell. System fonts are never looked at.

mod atlas;
mod faces;
mod shapes;

pub use atlas::{Atlas, Coverage, LEVELS, Wanted};
pub use faces::{Baseline, FACES, FaceInfo, covers};

#[cfg(test)]
mod tests;
