//! Reading pages back: cells of a decoded picture matched with the glyphs of a reference page of the same cell.

use codeshot::render::Theme;
use image::RgbImage;
use serde_json::Value;
use std::collections::HashMap;

const MARGIN: u32 = 2;
const LEVELS: usize = 15;
/// Places of the colours of the gutter, the caption and stand-ins in the palette.
const GUTTER: usize = 12;
const CAPTION: usize = 13;
const MARK: usize = 14;

/// What stands in one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Coverage of each pixel, 0 to 15, as ink on paper.
    pub(crate) levels: Vec<u8>,
    /// The character, `None` where it is not on the reference page; for the right half of a wide one `'\0'`.
    pub(crate) char: Option<char>,
    pub(crate) inverse: bool,
    pub(crate) ink: usize,
}

impl Cell {
    pub(crate) fn is_stand_in(&self) -> bool {
        self.ink == MARK
    }
    pub(crate) fn is_blank(&self) -> bool {
        !self.inverse && self.levels.iter().all(|&level| level == 0)
    }
}

/// One row of a newspaper column.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The gutter as it stands, its last blank aside.
    pub(crate) gutter: String,
    pub(crate) cells: Vec<Cell>,
}

impl Row {
    /// The label: the gutter without blanks.
    pub(crate) fn label(&self) -> &str {
        self.gutter.trim()
    }
    pub(crate) fn is_bar(&self) -> bool {
        self.cells.first().is_some_and(|cell| cell.inverse && cell.ink == CAPTION)
    }
    fn is_blank(&self) -> bool {
        self.label().is_empty() && self.cells.iter().all(Cell::is_blank)
    }
    /// The text; a glyph that is not known is U+FFFD, the right half of a wide one nothing.
    pub(crate) fn text(&self) -> String {
        self.whole().trim_end().to_owned()
    }
    /// Like [`Self::text`], to the edge of the column.
    pub(crate) fn whole(&self) -> String {
        let chars = self.cells.iter().map(|cell| cell.char.unwrap_or(char::REPLACEMENT_CHARACTER));
        chars.filter(|&c| c != '\0').collect()
    }
    /// Like [`Self::text`], the inverse cells only.
    pub(crate) fn stand_ins(&self) -> String {
        self.cells.iter().filter(|cell| cell.inverse).filter_map(|cell| cell.char).collect()
    }
}

/// The glyphs of one cell size.
pub(crate) type Glyphs = HashMap<Vec<u8>, char>;

/// Geometry of the pages of a manifest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Geometry {
    pub(crate) cell: (u32, u32),
    pub(crate) columns: u32,
    pub(crate) code: u32,
    pub(crate) gutter: u32,
    pub(crate) caption: u32,
}

impl Geometry {
    pub(crate) fn of(manifest: &Value) -> Self {
        let number = |pointer: &str| {
            let value = manifest["grid"].pointer(pointer).and_then(Value::as_u64).expect(pointer);
            u32::try_from(value).expect("small")
        };
        Self {
            cell: (number("/cell/width"), number("/cell/height")),
            columns: number("/columns"),
            code: number("/code"),
            gutter: number("/frame/gutter"),
            caption: number("/frame/caption"),
        }
    }

    /// All rows of a page, column by column, without unused ones at the end of a column.
    pub(crate) fn rows(&self, page: &RgbImage, glyphs: &Glyphs) -> Vec<Row> {
        let down = (page.height() - 2 * MARGIN) / self.cell.1;
        let mut all = Vec::new();
        for column in 0..self.columns {
            let start = column * (self.gutter + self.code + 2);
            let mut rows: Vec<Row> = (self.caption..down)
                .map(|row| Row {
                    gutter: (0..self.gutter.saturating_sub(1))
                        .map(|col| self.cell(page, start + col, row, glyphs, true).char.unwrap_or('?'))
                        .collect(),
                    cells: (0..self.code)
                        .map(|col| self.cell(page, start + self.gutter + col, row, glyphs, false))
                        .collect(),
                })
                .collect();
            while rows.last().is_some_and(Row::is_blank) {
                rows.pop();
            }
            all.extend(rows);
        }
        all
    }

    fn cell(&self, page: &RgbImage, col: u32, row: u32, glyphs: &Glyphs, in_gutter: bool) -> Cell {
        let (width, height) = self.cell;
        let (left, top) = (MARGIN + col * width, MARGIN + row * height);
        let pixels: Vec<[u8; 3]> =
            (0..height).flat_map(|y| (0..width).map(move |x| page.get_pixel(left + x, top + y).0)).collect();
        let (ink, levels) = levels(&pixels, in_gutter);
        let inverted: Vec<u8> = levels.iter().map(|level| 15 - level).collect();
        if levels.iter().all(|&level| level == 0) {
            return Cell { levels, char: Some(' '), inverse: false, ink };
        }
        if let Some(&char) = glyphs.get(&levels) {
            return Cell { levels, char: Some(char), inverse: false, ink };
        }
        if inverted.iter().all(|&level| level == 0) {
            return Cell { levels: inverted, char: Some(' '), inverse: true, ink };
        }
        match glyphs.get(&inverted) {
            Some(&char) => Cell { levels: inverted, char: Some(char), inverse: true, ink },
            None => Cell { levels, char: None, inverse: false, ink },
        }
    }
}

/// The ink of a cell and its levels: the first ink whose ramp explains every pixel.
fn levels(pixels: &[[u8; 3]], in_gutter: bool) -> (usize, Vec<u8>) {
    let palette = Theme::by_name("paper").expect("known").palette();
    let inks = palette.len() / LEVELS;
    let order = in_gutter.then_some(GUTTER).into_iter().chain(0..inks);
    for ink in order {
        let level = |pixel: &[u8; 3]| {
            if *pixel == palette[0] {
                return Some(0);
            }
            let ramp = &palette[1 + ink * LEVELS..=ink * LEVELS + LEVELS];
            ramp.iter().position(|color| color == pixel).map(|at| u8::try_from(at + 1).expect("small"))
        };
        if let Some(levels) = pixels.iter().map(level).collect() {
            return (ink, levels);
        }
    }
    panic!("a cell has colours of no single ink: {pixels:?}")
}
