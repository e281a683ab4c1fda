//! A patch grid whose every row ends in one more token: Pixtral and Mistral (edge cap), `DeepSeek` V4.1 (token cap).
#![expect(clippy::float_arithmetic, reason = "the vendors' resize scales by square roots and quotients in doubles")]

use super::super::error::CostError;
use super::super::float::{half_even, real, whole};
use super::{Field, Fit, Size, Slot, UNLIMITED, cap, plus};

/// Which way the sides of a shrunk picture are rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) enum Rounding {
    /// Down (transformers).
    Floor,
    /// To the nearest, ties to even (mistral-common).
    Round,
}

/// What caps the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) enum Cap {
    /// The longest edge in px; the picture is then stretched to whole units.
    Edge {
        /// In px.
        longest: u64,
        /// Of the sides of a shrunk picture.
        rounding: Rounding,
    },
    /// The tokens of the grid; sides are whole patches, tokens are groups of them, partial groups counted whole.
    Tokens {
        /// Row ends and the two ends of the picture included.
        most: u64,
        /// Smaller areas in px are enlarged to it.
        min_area: u64,
        /// Longer sides are shrunk to it first (`detail: low`).
        long_side: u64,
    },
}

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct Rows {
    /// Edge of a patch of the encoder in px.
    pub(in crate::cost) patch: u64,
    /// Patches a token, along one side.
    pub(in crate::cost) merge: u64,
    /// What caps the grid.
    pub(in crate::cost) cap: Cap,
    /// Tokens on top.
    pub(in crate::cost) overhead: u64,
}

/// The WebP picture that `DeepSeek`'s package hands to the model can have no longer side.
const WEBP_EDGE: u64 = 16_383;
/// Rounds after which `DeepSeek`'s package gives up.
const MAX_FITS: usize = 10;
const MAX_WEBP_ROUNDS: usize = 6;

impl Rows {
    /// Capped by the longest edge, rounding down.
    pub(in crate::cost) const fn edge(patch: u64, merge: u64, longest: u64) -> Self {
        Self { patch, merge, cap: Cap::Edge { longest, rounding: Rounding::Floor }, overhead: 0 }
    }

    pub(super) fn fit(&self, size: Size) -> Result<Fit, CostError> {
        match self.cap {
            Cap::Edge { longest, rounding } => self.fit_edge(size, longest, rounding),
            Cap::Tokens { most, min_area, long_side } => {
                let shown = shrink_to(size, long_side);
                let canvas = self.fit_webp(shown, most, min_area)?;
                Ok(Fit { encoded: canvas, content: inside(canvas, shown), tokens: self.grid_tokens(canvas) })
            }
        }
    }

    fn fit_edge(&self, size: Size, longest: u64, rounding: Rounding) -> Result<Fit, CostError> {
        let unit = self.unit();
        let edge = real(longest);
        let ratio = (real(size.h) / edge).max(real(size.w) / edge);
        let side = |n: u64| match rounding {
            _ if ratio <= 1.0 => n,
            Rounding::Floor => whole(real(n) / ratio),
            Rounding::Round => half_even(real(n) / ratio).max(1),
        };
        let shown = Size::new(side(size.w), side(size.h));
        if shown.short() == 0 {
            return Err(CostError::Aspect { size: size.into(), limit: longest });
        }
        let canvas = shown.ceil_to(unit);
        Ok(Fit::full(canvas, canvas.h / unit * (canvas.w / unit + 1) + self.overhead))
    }

    /// Fits the token budget and the edge of the picture format at once.
    fn fit_webp(&self, size: Size, most: u64, min_area: u64) -> Result<Size, CostError> {
        let mut source = size;
        for _ in 0..MAX_WEBP_ROUNDS {
            let canvas = self.settle(source, most, min_area)?;
            if canvas.long() <= WEBP_EDGE {
                return Ok(canvas);
            }
            let long = WEBP_EDGE / self.patch * self.patch;
            let short = real(canvas.short()) * real(long) / real(canvas.long());
            let short = super::super::float::half_up(short).max(1).next_multiple_of(self.patch);
            source = if canvas.w >= canvas.h { Size::new(long, short) } else { Size::new(short, long) };
        }
        Err(CostError::NoFit { size: size.into(), budget: most })
    }

    /// Fits again until nothing changes.
    fn settle(&self, size: Size, most: u64, min_area: u64) -> Result<Size, CostError> {
        let mut canvas = self.fit_once(size, most, min_area);
        for _ in 1..MAX_FITS {
            if canvas.area() == 0 {
                break;
            }
            let next = self.fit_once(canvas, most, min_area);
            if next == canvas {
                return Ok(canvas);
            }
            canvas = next;
        }
        Err(CostError::NoFit { size: size.into(), budget: most })
    }

    fn fit_once(&self, size: Size, most: u64, min_area: u64) -> Size {
        let mut source = size;
        if size.area() < min_area {
            let ratio = (real(min_area) / real(size.area())).sqrt();
            source = Size::new(whole(real(size.w) * ratio), whole(real(size.h) * ratio));
        }
        let canvas = source.ceil_to(self.patch);
        if self.grid_tokens(canvas) <= most { canvas } else { self.solve(source, most) }
    }

    /// The largest size of the same aspect whose grid has at most `most` tokens, from the quadratic that the count is.
    fn solve(&self, size: Size, most: u64) -> Size {
        let (unit, inner) = (self.unit(), most.saturating_sub(2));
        let ratio = real(size.h) / real(size.w);
        let across = (real(inner) / ratio + 0.25).sqrt() - 0.5;
        let down = across * ratio;
        if across < 1.0 {
            return Size::new(unit, inner / 2 * unit);
        }
        if down < 1.0 {
            return Size::new(inner.saturating_sub(1) * unit, unit);
        }
        let across = real(whole(across) * unit) / real(size.w);
        let down = real(whole(down) * unit) / real(size.h);
        let scale = across.min(down);
        let side = |n: u64| whole(real(n) * scale / real(self.patch)) * self.patch;
        Size::new(side(size.w), side(size.h))
    }

    const fn grid_tokens(&self, canvas: Size) -> u64 {
        let across = (canvas.w / self.patch).div_ceil(self.merge);
        let down = (canvas.h / self.patch).div_ceil(self.merge);
        down * (across + 1) + 2 + self.overhead
    }

    pub(super) const fn unit(&self) -> u64 {
        self.patch * self.merge
    }

    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        let mut fields: Vec<Field<'_>> = vec![
            (&["patch"], Slot::Count(&mut self.patch)),
            (&["merge", "downsample"], Slot::Count(&mut self.merge)),
            (&["overhead"], Slot::Extra(&mut self.overhead)),
        ];
        match &mut self.cap {
            Cap::Edge { longest, rounding } => {
                fields.push((&["longest_edge"], Slot::Cap(longest)));
                fields.push((&["rounding"], Slot::Rounding(rounding)));
            }
            Cap::Tokens { most, min_area, long_side } => {
                fields.push((&["max_tokens"], Slot::Cap(most)));
                fields.push((&["min_pixels"], Slot::Count(min_area)));
                fields.push((&["long_side"], Slot::Cap(long_side)));
            }
        }
        fields
    }

    pub(super) fn describe(&self) -> String {
        let unit = self.unit();
        match self.cap {
            Cap::Edge { longest, .. } => {
                let overhead = plus(self.overhead);
                format!(
                    "rows x (columns + 1) of {unit} px{overhead}; edge {}; larger pictures are shrunk",
                    cap(longest)
                )
            }
            Cap::Tokens { most, min_area, long_side } => {
                let first =
                    if long_side == UNLIMITED { String::new() } else { format!("; first shrunk to {long_side} px") };
                format!("rows x (columns + 1) + 2 of {unit} px; tokens {}; area from {min_area} px{first}", cap(most))
            }
        }
    }
}

fn shrink_to(size: Size, long_side: u64) -> Size {
    if size.long() <= long_side {
        return size;
    }
    let ratio = real(long_side) / real(size.long());
    let side = |n: u64| super::super::float::half_up(real(n) * ratio).max(1);
    Size::new(side(size.w), side(size.h))
}

/// The picture scaled to lie on its canvas with its aspect kept; the rest is padding.
fn inside(canvas: Size, size: Size) -> Size {
    let (ours, theirs) = (real(size.w) / real(size.h), real(canvas.w) / real(canvas.h));
    if ours > theirs {
        Size::new(canvas.w, half_even(real(size.h) / real(size.w) * real(canvas.w)).max(1))
    } else if ours < theirs {
        Size::new(half_even(real(size.w) / real(size.h) * real(canvas.h)).max(1), canvas.h)
    } else {
        canvas
    }
}
