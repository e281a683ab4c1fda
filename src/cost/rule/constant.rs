//! The same price for every picture: one view of a fixed size (Gemma 3, Gemini 2.5 by default).

use super::{Field, Fit, Size, Slot, plus};

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct Constant {
    /// Tokens of the view.
    pub(in crate::cost) tokens: u64,
    /// Edge of the square that the picture is stretched to, in px.
    pub(in crate::cost) canvas: u64,
    /// Tokens on top.
    pub(in crate::cost) overhead: u64,
}

impl Constant {
    /// A view of `tokens`, stretched to a square of `canvas` px.
    pub(in crate::cost) const fn stretched(tokens: u64, canvas: u64, overhead: u64) -> Self {
        Self { tokens, canvas, overhead }
    }

    pub(super) const fn fit(&self, _: Size) -> Fit {
        Fit::full(Size::square(self.canvas), self.tokens + self.overhead)
    }

    pub(super) const fn unit(&self) -> u64 {
        self.canvas
    }

    pub(super) const fn patch(&self) -> u64 {
        self.canvas / self.tokens.isqrt()
    }

    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            (&["tokens"], Slot::Count(&mut self.tokens)),
            (&["canvas"], Slot::Count(&mut self.canvas)),
            (&["overhead"], Slot::Extra(&mut self.overhead)),
        ]
    }

    pub(super) fn describe(&self) -> String {
        format!("{}{} a picture, stretched to {2}x{2} px", self.tokens, plus(self.overhead), self.canvas)
    }
}
