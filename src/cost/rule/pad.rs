//! Shrunk where a limit asks for it, then padded up to whole units, never enlarged past a floor (Kimi, GLM-5).
#![expect(clippy::float_arithmetic, reason = "the vendors' resize scales by square roots and quotients in doubles")]

use super::super::error::CostError;
use super::super::float::{real, up, whole};
use super::{Field, Fit, Size, Slot, UNLIMITED, cap, plus};

/// How the size that fits is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) enum Method {
    /// One scale from the count of whole patches and from the sides (Kimi).
    Scale {
        /// Most patches of the encoder.
        patches: u64,
        /// Most patches along one side.
        side: u64,
    },
    /// The tallest content whose padded canvas stays within a budget of tokens (GLM-5).
    Tallest {
        /// Fewest tokens: smaller pictures are enlarged to it.
        min: u64,
        /// Most tokens.
        max: u64,
    },
}

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct Pad {
    /// Edge of a patch of the encoder in px.
    pub(in crate::cost) patch: u64,
    /// Patches a token, along one side.
    pub(in crate::cost) merge: u64,
    /// How a size that fits is found.
    pub(in crate::cost) method: Method,
    /// Tokens on top.
    pub(in crate::cost) overhead: u64,
}

impl Pad {
    /// 28 px units without limits.
    pub(in crate::cost) const PLAIN: Self =
        Self { patch: 14, merge: 2, method: Method::Scale { patches: UNLIMITED, side: UNLIMITED }, overhead: 0 };

    pub(super) fn fit(&self, size: Size) -> Result<Fit, CostError> {
        let unit = self.unit();
        let (content, canvas) = match self.method {
            Method::Scale { patches, side } => {
                let content = self.scaled(size, patches, side);
                (content, content.ceil_to(unit))
            }
            Method::Tallest { min, max } => {
                let canvas = self.tallest(size, min, max)?;
                (content_in(canvas, size, size.area() < unit * unit * min), canvas)
            }
        };
        Ok(Fit { encoded: canvas, content, tokens: canvas.cells(unit) + self.overhead })
    }

    fn scaled(&self, size: Size, patches: u64, side: u64) -> Size {
        let count = (size.w / self.patch).max(1) * (size.h / self.patch).max(1);
        let longest = side.saturating_mul(self.patch);
        let scale = (real(patches) / real(count))
            .sqrt()
            .min(real(longest) / real(size.h))
            .min(real(longest) / real(size.w))
            .min(1.0);
        let scaled = |n: u64| whole(real(n) * scale).clamp(1, longest);
        Size::new(scaled(size.w), scaled(size.h))
    }

    fn tallest(&self, size: Size, min: u64, max: u64) -> Result<Size, CostError> {
        let unit = self.unit();
        let mut canvas = size.ceil_to(unit);
        if canvas.cells(unit) < min {
            let scale = (real(min * unit * unit) / real(size.area())).sqrt();
            let side = |n: u64| up(real(n) * scale).max(1);
            canvas = Size::new(side(size.w), side(size.h)).ceil_to(unit);
        }
        if canvas.cells(unit) <= max {
            return Ok(canvas);
        }
        if max == 0 {
            return Err(CostError::NoFit { size: size.into(), budget: max });
        }
        let (mut low, mut high, mut best) = (1, size.h, Size::square(unit));
        while low <= high {
            let height = u64::midpoint(low, high);
            let trial = Size::new((size.w * height / size.h).max(1), height).ceil_to(unit);
            if trial.cells(unit) <= max {
                best = trial;
                low = height + 1;
            } else {
                high = height - 1;
            }
        }
        Ok(best)
    }

    pub(super) const fn unit(&self) -> u64 {
        self.patch * self.merge
    }

    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        let mut fields: Vec<Field<'_>> = vec![
            (&["patch"], Slot::Count(&mut self.patch)),
            (&["merge"], Slot::Count(&mut self.merge)),
            (&["overhead"], Slot::Extra(&mut self.overhead)),
        ];
        match &mut self.method {
            Method::Scale { patches, side } => {
                fields.push((&["in_patch_limit", "in_token_limit"], Slot::Cap(patches)));
                fields.push((&["patch_limit_on_one_side"], Slot::Cap(side)));
            }
            Method::Tallest { min, max } => {
                fields.push((&["min_image_tokens"], Slot::Count(min)));
                fields.push((&["max_image_tokens"], Slot::Cap(max)));
            }
        }
        fields
    }

    pub(super) fn describe(&self) -> String {
        let limit = match self.method {
            Method::Scale { patches, side } => {
                format!("{0} px patches {1}, on a side {2}", self.patch, cap(patches), cap(side))
            }
            Method::Tallest { min, max } => format!("tokens {min} to {}", cap(max)),
        };
        format!("{} px units{}; {limit}; larger pictures are shrunk, then padded", self.unit(), plus(self.overhead))
    }
}

/// Where the picture lies on its canvas: scaled to fit, enlarged only when it is below the floor.
fn content_in(canvas: Size, size: Size, may_grow: bool) -> Size {
    let scale = (real(canvas.h) / real(size.h)).min(real(canvas.w) / real(size.w));
    let scale = if may_grow { scale } else { scale.min(1.0) };
    let side = |n: u64, most: u64| whole(real(n) * scale).min(most).max(1);
    Size::new(side(size.w, canvas.w), side(size.h, canvas.h))
}
