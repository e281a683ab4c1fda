//! What a priced picture looks like.

use super::rule::Fit;
use crate::units::{PxSize, Tokens};
use serde::Serialize;
use std::fmt;

/// How far a rule can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Confidence {
    /// The vendor's code was run, or every published live measurement is reproduced.
    A,
    /// The vendor's pages say so, or two independent implementations agree.
    B,
    /// One third party, or extrapolated.
    C,
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// What the provider does to our pixels before its encoder sees them. Padding is not resampling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Resampling {
    /// Nothing: pixels arrive as they were drawn.
    None,
    /// Both sides become shorter by nearly the same factor.
    Shrunk,
    /// Both sides become longer by nearly the same factor.
    Enlarged,
    /// The sides change by different factors.
    Stretched,
}

impl fmt::Display for Resampling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "untouched",
            Self::Shrunk => "shrunk",
            Self::Enlarged => "enlarged",
            Self::Stretched => "stretched",
        })
    }
}

/// What one picture costs and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Price {
    /// Tokens of the prompt, fixed overhead included.
    pub tokens: Tokens,
    /// The canvas the encoder gets, as the provider's code reports it: with its padding for Kimi and GLM-5, without for
    /// Claude and `OpenAI`. For `DeepSeek-OCR` and its followers the view of the whole.
    pub encoded: PxSize,
    /// The part that shows our picture; for readers with a global and detailed views, the detailed ones.
    pub content: PxSize,
    /// What was done to our pixels to get there.
    pub resampling: Resampling,
    /// What else the reader of this price should know.
    pub warnings: Vec<String>,
}

impl Price {
    /// Whether the provider leaves our pixels as they are.
    pub fn fits(&self) -> bool {
        self.resampling == Resampling::None
    }
}

/// How `content` came out of `size`. Sides that differ by rounding to whole patches alone count as one factor.
pub(super) fn resampling(size: PxSize, fit: &Fit) -> Resampling {
    /// Factors this close, in thousandths, are one factor rounded twice.
    const SAME: u64 = 20;
    let content = PxSize::from(fit.content);
    if content == size {
        return Resampling::None;
    }
    let factor =
        |to: crate::units::Px, from: crate::units::Px| u64::from(to.get()) * 1000 / u64::from(from.get().max(1));
    let (across, down) = (factor(content.width, size.width), factor(content.height, size.height));
    let (less, more) = (across.min(down), across.max(down));
    let rounded = more - less <= SAME || one_pixel_off(size, content);
    if !rounded {
        Resampling::Stretched
    } else if content.area() < size.area() {
        Resampling::Shrunk
    } else {
        Resampling::Enlarged
    }
}

/// Whether one factor, rounded to whole pixels on each side, explains both sides.
fn one_pixel_off(size: PxSize, content: PxSize) -> bool {
    let [w, h, to_w, to_h] = [size.width, size.height, content.width, content.height].map(|side| u64::from(side.get()));
    (to_w * h).abs_diff(to_h * w) <= w + h
}
