//! Colours: one light theme for dense pages and one dark, each a colour for every ink.
//!
//! Light inks keep to at most 45 % of the paper's luminance, the bound up to which an outside OCR
//! reads colour as well as black (`docs/legibility.md`); a test holds them to it.

use crate::document::Ink;
use crate::font::LEVELS;

/// A colour, eight bits a channel.
pub type Rgb = [u8; 3];

/// A named set of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Name for `--theme`.
    pub name: &'static str,
    /// Background.
    pub paper: Rgb,
    inks: [Rgb; Ink::ALL.len()],
}

/// No theme has the name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown theme '{name}'; known are {known}", known = THEMES.map(|t| t.name).join(", "))]
pub struct ThemeError {
    /// The name given.
    pub name: String,
}

/// All themes; the first is the default.
pub const THEMES: [Theme; 2] = [
    Theme {
        name: "paper",
        paper: [255, 255, 255],
        inks: [
            [0, 0, 0],       // text
            [38, 102, 38],   // comment
            [150, 20, 20],   // string
            [0, 84, 130],    // number
            [92, 0, 150],    // keyword
            [96, 62, 0],     // function
            [0, 86, 100],    // type
            [0, 0, 0],       // name
            [0, 0, 0],       // operator
            [0, 84, 130],    // constant
            [0, 100, 0],     // added
            [160, 0, 0],     // removed
            [104, 104, 104], // gutter
            [36, 60, 100],   // caption
            [176, 0, 96],    // mark
        ],
    },
    Theme {
        name: "night",
        paper: [18, 20, 24],
        inks: [
            [240, 240, 240],
            [140, 200, 140],
            [255, 166, 150],
            [140, 205, 250],
            [210, 170, 255],
            [240, 210, 130],
            [120, 220, 220],
            [240, 240, 240],
            [240, 240, 240],
            [140, 205, 250],
            [120, 230, 120],
            [255, 140, 140],
            [150, 150, 150],
            [170, 200, 240],
            [255, 120, 190],
        ],
    },
];

impl Theme {
    /// The theme of a name.
    ///
    /// # Errors
    /// [`ThemeError`] with the known names.
    pub fn by_name(name: &str) -> Result<&'static Self, ThemeError> {
        THEMES.iter().find(|theme| theme.name == name).ok_or_else(|| ThemeError { name: name.to_owned() })
    }

    /// The colour of an ink.
    pub fn ink(&self, ink: Ink) -> Rgb {
        self.inks[ink as usize]
    }

    /// The palette of a page: paper first, then for each ink its levels from faintest to full.
    pub fn palette(&self) -> Vec<Rgb> {
        let blend = |ink: Rgb, level: u8| {
            std::array::from_fn(|channel| {
                let (ink, paper) = (u16::from(ink[channel]), u16::from(self.paper[channel]));
                let (level, all) = (u16::from(level), u16::from(LEVELS));
                let mixed = (ink * level + paper * (all - level) + all / 2) / all;
                u8::try_from(mixed).unwrap_or(u8::MAX)
            })
        };
        let inks = self.inks.iter().flat_map(|&ink| (1..=LEVELS).map(move |level| blend(ink, level)));
        std::iter::once(self.paper).chain(inks).collect()
    }

    /// The palette index of each level of an ink; for inverse cells paper on ink.
    pub fn indices(ink: Ink, inverse: bool) -> [u8; LEVELS as usize + 1] {
        std::array::from_fn(|level| {
            let level = u8::try_from(level).unwrap_or(LEVELS);
            let level = if inverse { LEVELS - level } else { level };
            if level == 0 { 0 } else { ink as u8 * LEVELS + level }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance in thousandths, by the sRGB weights; linear enough for a bound.
    fn luminance([r, g, b]: Rgb) -> u32 {
        (2126 * u32::from(r) + 7152 * u32::from(g) + 722 * u32::from(b)) / 2550
    }

    #[test]
    fn light_inks_stay_below_45_per_cent_of_the_paper_and_dark_ones_well_above() {
        let [light, dark] = THEMES;
        for ink in Ink::ALL {
            assert!(luminance(light.ink(ink)) <= 450, "{ink:?} {}", luminance(light.ink(ink)));
            assert!(luminance(dark.ink(ink)) >= 500, "{ink:?} {}", luminance(dark.ink(ink)));
        }
    }

    #[test]
    fn a_palette_fits_a_byte_and_indices_point_at_the_ink() {
        for theme in THEMES {
            let palette = theme.palette();
            assert!(palette.len() <= 256, "{}", palette.len());
            for ink in Ink::ALL {
                let indices = Theme::indices(ink, false);
                assert_eq!(palette[usize::from(indices[0])], theme.paper);
                assert_eq!(palette[usize::from(indices[usize::from(LEVELS)])], theme.ink(ink));
                assert_eq!(palette[usize::from(Theme::indices(ink, true)[0])], theme.ink(ink));
            }
        }
    }

    #[test]
    fn an_unknown_theme_is_named_with_the_known_ones() {
        let error = Theme::by_name("sepia").expect_err("unknown").to_string();
        assert_eq!(error, "unknown theme 'sepia'; known are paper, night");
    }
}
