//! Canvases of a list, the one that keeps most of the picture's pixels: `LLaVA` and `DeepSeek-VL2`.
#![expect(clippy::float_arithmetic, reason = "the vendors scale by quotients in doubles")]

use super::super::super::float::{floor_div, half_even, real, up, whole};
use super::super::{Field, Fit, Size, Slot};

/// Grids as columns and rows.
type Grids = &'static [(u64, u64)];

/// LLaVA-NeXT.
const NEXT: Grids = &[(2, 1), (1, 2), (2, 2), (1, 3), (3, 1)];
/// `DeepSeek-VL2`, in its own order: the first of equals wins.
const VL2: Grids = &[
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 3),
    (3, 1),
    (1, 4),
    (4, 1),
    (2, 2),
    (1, 5),
    (5, 1),
    (1, 6),
    (6, 1),
    (2, 3),
    (3, 2),
    (1, 7),
    (7, 1),
    (1, 8),
    (8, 1),
    (2, 4),
    (4, 2),
    (1, 9),
    (9, 1),
    (3, 3),
];
/// LLaVA-OneVision takes every grid up to this many tiles a side.
const ONE_VISION: u64 = 6;

/// What is counted on the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) enum Crop {
    /// Features of the part that shows the picture, a row end each, and a base view; shrunk above a cap of tiles.
    OneVision {
        /// Tiles' worth of features.
        anyres_max: u64,
        /// With two or more every picture becomes one small view.
        images_in_prompt: u64,
    },
    /// The same without a cap, one token fewer.
    Next {
        /// Edge of a patch in px.
        patch: u64,
    },
    /// A view of the whole and the crops as grids with row ends.
    Vl2 {
        /// Off when a request holds more than two pictures.
        cropping: bool,
    },
}

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct Anyres {
    pub(in crate::cost) tile: u64,
    pub(in crate::cost) crop: Crop,
    pub(in crate::cost) overhead: u64,
}

impl Anyres {
    pub(super) fn fit(&self, size: Size) -> Fit {
        let one = Size::square(self.tile);
        let (canvas, content, tokens) = match self.crop {
            Crop::OneVision { images_in_prompt, .. } if images_in_prompt > 1 => {
                (one, one, self.side_features().pow(2) + 1)
            }
            Crop::OneVision { anyres_max, .. } => {
                let all = (1..=ONE_VISION).flat_map(|down| (1..=ONE_VISION).map(move |across| (across, down)));
                let canvas = best_canvas(size, self.tile, all);
                (canvas, scaled_into(size, canvas), self.features(size, canvas, Some(anyres_max)))
            }
            Crop::Next { .. } => {
                let canvas = best_canvas(size, self.tile, NEXT.iter().copied());
                (canvas, scaled_into(size, canvas), self.features(size, canvas, None))
            }
            Crop::Vl2 { cropping } => {
                let canvas = if cropping { best_canvas(size, self.tile, VL2.iter().copied()) } else { one };
                (canvas, contained(size, canvas), self.grid_tokens(canvas))
            }
        };
        Fit { encoded: canvas, content, tokens: tokens + self.overhead }
    }

    /// Features along one side of a tile.
    const fn side_features(&self) -> u64 {
        match self.crop {
            Crop::OneVision { .. } => self.tile / 14,
            Crop::Next { patch } => self.tile / patch,
            Crop::Vl2 { .. } => (self.tile / 14).div_ceil(2),
        }
    }

    /// Features of the canvas without its padding, one more for each row, and the base view.
    fn features(&self, size: Size, canvas: Size, cap: Option<u64>) -> u64 {
        let side = self.side_features();
        let (mut across, mut down) = (side * (canvas.w / self.tile), side * (canvas.h / self.tile));
        // The vendor rounds the cut to seven digits before cutting, which makes it the exact quotient.
        if real(size.w) / real(size.h) > real(across) / real(down) {
            down -= (down - size.h * across / size.w) / 2 * 2;
        } else {
            across -= (across - size.w * down / size.h) / 2 * 2;
        }
        if let Some(tiles) = cap {
            let ratio = (real(across * down) / real(tiles * side * side)).sqrt();
            if ratio > 1.1 {
                (across, down) = (floor_div(real(across), ratio), floor_div(real(down), ratio));
            }
        }
        across * down + down + side * side
    }

    fn grid_tokens(&self, canvas: Size) -> u64 {
        let side = self.side_features();
        let (across, down) = (canvas.w / self.tile, canvas.h / self.tile);
        side * (side + 1) + 1 + side * down * (side * across + 1)
    }

    pub(super) fn patch(&self) -> u64 {
        self.tile / self.side_features().max(1)
    }

    pub(super) const fn most_tiles(&self) -> u64 {
        match self.crop {
            Crop::OneVision { images_in_prompt: 1, .. } => ONE_VISION,
            Crop::OneVision { .. } | Crop::Vl2 { cropping: false } => 1,
            Crop::Next { .. } => 3,
            Crop::Vl2 { .. } => 9,
        }
    }

    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        let mut fields: Vec<Field<'_>> =
            vec![(&["tile"], Slot::Count(&mut self.tile)), (&["overhead"], Slot::Extra(&mut self.overhead))];
        match &mut self.crop {
            Crop::OneVision { anyres_max, images_in_prompt } => {
                fields.push((&["anyres_max"], Slot::Count(anyres_max)));
                fields.push((&["images_in_prompt"], Slot::Count(images_in_prompt)));
            }
            Crop::Next { patch } => fields.push((&["patch"], Slot::Count(patch))),
            Crop::Vl2 { cropping } => fields.push((&["cropping"], Slot::Flag(cropping))),
        }
        fields
    }

    pub(super) fn describe(&self) -> String {
        let tile = self.tile;
        match self.crop {
            Crop::OneVision { images_in_prompt: 1, anyres_max } => {
                format!("{tile} px tiles of the best canvas and a base view, features shrunk above {anyres_max} tiles")
            }
            Crop::OneVision { .. } => format!("one view of {tile}x{tile} px, as soon as a request holds two pictures"),
            Crop::Next { .. } => format!("{tile} px tiles of the best of five canvases and a base view"),
            Crop::Vl2 { cropping: true } => {
                format!("{tile} px tiles of the best canvas and a view of the whole, row ends")
            }
            Crop::Vl2 { .. } => format!("two views of {tile}x{tile} px, row ends"),
        }
    }
}

/// The canvas that keeps most pixels; among equals the one that wastes least, then the earlier.
fn best_canvas(size: Size, tile: u64, grids: impl Iterator<Item = (u64, u64)>) -> Size {
    let mut best: Option<(u64, u64, Size)> = None;
    for (across, down) in grids {
        let canvas = Size::new(across * tile, down * tile);
        let scale = (real(canvas.w) / real(size.w)).min(real(canvas.h) / real(size.h));
        let kept = (whole(real(size.w) * scale) * whole(real(size.h) * scale)).min(size.area());
        let wasted = canvas.area() - kept;
        if best.is_none_or(|(most, least, _)| kept > most || (kept == most && wasted < least)) {
            best = Some((kept, wasted, canvas));
        }
    }
    best.map_or(Size::square(tile), |(_, _, canvas)| canvas)
}

/// Scaled to touch the canvas, the other side rounded up.
fn scaled_into(size: Size, canvas: Size) -> Size {
    let (across, down) = (real(canvas.w) / real(size.w), real(canvas.h) / real(size.h));
    if across < down {
        Size::new(canvas.w, up(real(size.h) * across).min(canvas.h))
    } else {
        Size::new(up(real(size.w) * down).min(canvas.w), canvas.h)
    }
}

/// Scaled to touch the canvas, the other side rounded to the nearest.
fn contained(size: Size, canvas: Size) -> Size {
    let (ours, theirs) = (real(size.w) / real(size.h), real(canvas.w) / real(canvas.h));
    if ours > theirs {
        Size::new(canvas.w, half_even(real(size.h) / real(size.w) * real(canvas.w)).max(1))
    } else if ours < theirs {
        Size::new(half_even(real(size.w) / real(size.h) * real(canvas.h)).max(1), canvas.h)
    } else {
        canvas
    }
}
