//! Idefics3 and `SmolVLM`: scaled, up or down, to a long edge, then stretched to whole tiles beside a view of the whole.
#![expect(clippy::float_arithmetic, reason = "the vendor divides by aspects in doubles")]

use super::super::super::float::{real, whole};
use super::super::{Field, Fit, Size, Slot, plus};

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct Idefics {
    pub(in crate::cost) tile: u64,
    pub(in crate::cost) longest_edge: u64,
    pub(in crate::cost) tokens_per_tile: u64,
    pub(in crate::cost) overhead: u64,
}

/// No picture is scaled beyond this edge, whatever the long edge asks for.
const MAX_EDGE: u64 = 4096;

impl Idefics {
    pub(super) fn fit(&self, size: Size) -> Fit {
        let scaled = self.scaled(size);
        let canvas = scaled.ceil_to(self.tile);
        let (across, down) = (canvas.w / self.tile, canvas.h / self.tile);
        let tiles = across * down;
        // Each crop brings a mark and its place, each row its end, the view of the whole its tag and three marks.
        let tokens = if tiles > 1 {
            (tiles + 1) * self.tokens_per_tile + 2 * tiles + 3 + down
        } else {
            self.tokens_per_tile + 3
        };
        Fit::full(canvas, tokens + self.overhead)
    }

    /// The picture at the long edge, its short side made even, then held below [`MAX_EDGE`].
    fn scaled(&self, size: Size) -> Size {
        let even = |n: u64| n + n % 2;
        let Size { w, h } = to_edge(size, self.longest_edge);
        let scaled = if size.w >= size.h { Size::new(w, even(h)) } else { Size::new(even(w), h) };
        if scaled.long() > MAX_EDGE { to_edge(scaled, MAX_EDGE) } else { scaled }
    }

    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            (&["tile"], Slot::Count(&mut self.tile)),
            (&["longest_edge"], Slot::Count(&mut self.longest_edge)),
            (&["tokens_per_tile"], Slot::Count(&mut self.tokens_per_tile)),
            (&["overhead"], Slot::Extra(&mut self.overhead)),
        ]
    }

    pub(super) fn describe(&self) -> String {
        format!(
            "{} a {} px tile and marks, always scaled to a long edge of {} px{}; a view of the whole",
            self.tokens_per_tile,
            self.tile,
            self.longest_edge,
            plus(self.overhead)
        )
    }
}

/// The long side made `edge`, the other by the aspect, rounded down. The vendor divides by it one way and multiplies the
/// other way, and the last bit of a double tells the two apart.
fn to_edge(size: Size, edge: u64) -> Size {
    let aspect = real(size.w) / real(size.h);
    if size.w >= size.h {
        Size::new(edge, whole(real(edge) / aspect).max(1))
    } else {
        Size::new(whole(real(edge) * aspect).max(1), edge)
    }
}
