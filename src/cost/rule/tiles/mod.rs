//! Pictures cut into tiles: which grid is chosen differs by family, the count is tiles times a price, mostly with a view
//! of the whole on top.

mod canvas;
mod crops;
mod idefics;
mod llama;
mod ratio;

pub(in crate::cost) use canvas::{Anyres, Crop};
pub(in crate::cost) use crops::{Gemini2, PanAndScan};
pub(in crate::cost) use idefics::Idefics;
pub(in crate::cost) use llama::Llama;
pub(in crate::cost) use ratio::{Ocr, Stretched};

use super::{Field, Fit, MOST_TILES, Size};

/// How the grid is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) enum Tiles {
    /// The grid of the closest aspect; the picture is stretched to it (`InternVL`).
    Stretched(Stretched),
    /// The same beside a padded view of the whole (`DeepSeek-OCR` and its followers).
    Ocr(Ocr),
    /// The canvas that needs the least scaling (Llama 4).
    Llama(Llama),
    /// The canvas of a list that keeps most pixels (`LLaVA`, `DeepSeek-VL2`).
    Anyres(Anyres),
    /// Scaled to a long edge, then to whole tiles (Idefics3, `SmolVLM`).
    Idefics(Idefics),
    /// Crops of a size that follows the picture (Gemini 2.0).
    Gemini2(Gemini2),
    /// Crops along the long side beside the whole (Gemma 3 when asked for).
    PanAndScan(PanAndScan),
}

macro_rules! on_scheme {
    ($tiles:expr, $scheme:ident => $call:expr) => {
        match $tiles {
            Tiles::Stretched($scheme) => $call,
            Tiles::Ocr($scheme) => $call,
            Tiles::Llama($scheme) => $call,
            Tiles::Anyres($scheme) => $call,
            Tiles::Idefics($scheme) => $call,
            Tiles::Gemini2($scheme) => $call,
            Tiles::PanAndScan($scheme) => $call,
        }
    };
}

impl Tiles {
    /// `InternVL`'s grid, as a start for rules that users declare.
    pub(in crate::cost) const PLAIN: Self =
        Self::Stretched(Stretched { tile: 448, min_tiles: 1, max_tiles: 12, tokens_per_tile: 256, overhead: 0 });

    pub(super) fn fit(&self, size: Size) -> Fit {
        on_scheme!(self, scheme => scheme.fit(size))
    }

    /// Edge of a tile in px.
    pub(super) fn unit(&self) -> u64 {
        on_scheme!(self, scheme => scheme.tile)
    }

    pub(super) fn patch(&self) -> Option<u64> {
        let (edge, tokens) = match self {
            Self::Stretched(s) => (s.tile, s.tokens_per_tile),
            Self::Ocr(s) => (64, u64::from(s.tile >= 64)),
            Self::Llama(s) => (s.tile, s.tokens_per_tile),
            Self::Anyres(s) => return Some(s.patch()),
            Self::Idefics(s) => (s.tile, s.tokens_per_tile),
            Self::Gemini2(s) => (s.tile, 256),
            Self::PanAndScan(s) => (s.tile, 256),
        };
        edge.checked_div(tokens.isqrt()).filter(|&px| px > 0)
    }

    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        on_scheme!(self, scheme => scheme.fields())
    }

    pub(super) fn describe(&self) -> String {
        on_scheme!(self, scheme => scheme.describe())
    }

    /// The pages of whole tiles that are left as they are.
    pub(in crate::cost) fn pages(&self) -> Vec<Size> {
        if let Self::Ocr(Ocr { crops: false, global, .. }) = self {
            return vec![Size::square(*global)];
        }
        let (tile, most) = (self.unit(), self.most_tiles().min(MOST_TILES));
        (1..=most)
            .flat_map(|across| (1..=most).map(move |down| Size::new(across * tile, down * tile)))
            .filter(|&page| self.fit(page).content == page)
            .collect()
    }

    /// No side of a canvas holds more tiles than this.
    fn most_tiles(&self) -> u64 {
        match self {
            Self::Stretched(s) => s.max_tiles,
            Self::Ocr(s) => s.max_tiles,
            Self::Llama(s) => s.max_tiles,
            Self::Anyres(s) => s.most_tiles(),
            Self::Idefics(s) => s.longest_edge / s.tile,
            Self::Gemini2(_) => 2,
            Self::PanAndScan(_) => 1,
        }
    }
}
