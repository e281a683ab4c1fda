//! The kinds of cell on a page, their colours and their bytes.

use super::Shape;
use super::rows::WINDOW;
use crate::document::Ink;
use crate::font::{Atlas, LEVELS};
use crate::render::{PageCell, PageCells, Rgb, Theme};
use crate::units::Rows;

/// Inks, upright and inverse: the ways in which a part of a glyph may be coloured.
const WAYS: usize = 2 * Ink::ALL.len();

/// No kind yet.
const NONE: u32 = u32::MAX;

/// What does not change from page to page: the cell-wide parts of the atlas and the inks that look alike.
#[derive(Debug)]
pub(super) struct Parts {
    /// Number of the first part of each slot, and after the last slot that of the blank.
    first: Vec<usize>,
    /// Levels that occur in a part, a bit each.
    levels: Vec<u16>,
    /// The first ink of the same colour.
    class: [usize; Ink::ALL.len()],
}

impl Parts {
    pub(super) fn of(atlas: &Atlas, theme: &Theme) -> Self {
        let width = atlas.cell().width.index();
        let mut parts =
            Self { first: Vec::with_capacity(atlas.len() + 1), levels: Vec::new(), class: [0; Ink::ALL.len()] };
        for slot in 0..atlas.len() {
            parts.first.push(parts.levels.len());
            let glyph = atlas.slot(slot);
            let stride = glyph.width().index();
            for start in (0..stride).step_by(width) {
                let rows = glyph.levels().chunks_exact(stride).flat_map(|row| &row[start..start + width]);
                parts.levels.push(rows.fold(0, |set, &level| set | 1 << level));
            }
        }
        parts.first.push(parts.levels.len());
        parts.levels.push(1);
        parts.class = Ink::ALL.map(|ink| {
            let same = Ink::ALL.into_iter().find(|&other| theme.ink(other) == theme.ink(ink));
            same.unwrap_or(ink) as usize
        });
        parts
    }

    /// Part and way of a cell in one number.
    fn key(&self, cell: PageCell) -> usize {
        let part = if cell.is_blank() {
            self.levels.len() - 1
        } else {
            self.first[cell.slot as usize] + usize::from(cell.part)
        };
        part * WAYS + 2 * self.class[cell.ink as usize] + usize::from(cell.inverse)
    }
}

/// A kind of cell: an example of it, its ink by class, and the levels that occur in it.
#[derive(Clone, Copy, Debug)]
struct Kind {
    cell: PageCell,
    class: usize,
    levels: u16,
}

/// The cells of a page by kind; kind 0 is paper.
#[derive(Debug)]
pub(super) struct Found {
    kinds: Vec<Kind>,
    cells: Vec<u32>,
}

/// Tells the cells of a page apart.
pub(super) fn find(page: &PageCells, parts: &Parts) -> Found {
    let size = page.across.index() * page.rows.index();
    let paper = Kind { cell: PageCell::EMPTY, class: 0, levels: 1 };
    let mut found = Found { kinds: vec![paper], cells: Vec::with_capacity(size) };
    let mut known = vec![NONE; parts.levels.len() * WAYS];
    for row in 0..page.rows.get() {
        for cell in page.row(Rows::new(row)) {
            if cell.is_blank() && !cell.inverse {
                found.cells.push(0);
                continue;
            }
            let key = parts.key(*cell);
            if known[key] == NONE {
                // A page has fewer cells than 2^32.
                known[key] = u32::try_from(found.kinds.len()).unwrap_or(NONE);
                let class = parts.class[cell.ink as usize];
                found.kinds.push(Kind { cell: *cell, class, levels: parts.levels[key / WAYS] });
            }
            found.cells.push(known[key]);
        }
    }
    found
}

/// The colours in use, renumbered in palette order, inks of one colour taken together. Paper is number 0.
#[derive(Debug)]
pub(super) struct Palette {
    pub(super) colours: Vec<Rgb>,
    /// Numbers by level, for each class of ink.
    numbers: [[u8; LEVELS as usize + 1]; Ink::ALL.len()],
}

impl Palette {
    pub(super) fn of(found: &Found, theme: &Theme) -> Self {
        let mut used = [0_u16; Ink::ALL.len()];
        for kind in &found.kinds {
            // An inverse cell shows level 15 - l for l: with 16 levels, its set of levels back to front.
            used[kind.class] |= if kind.cell.inverse { kind.levels.reverse_bits() } else { kind.levels };
        }
        let all = theme.palette();
        let mut palette = Self { colours: vec![theme.paper], numbers: [[0; LEVELS as usize + 1]; Ink::ALL.len()] };
        for (ink, (&levels, numbers)) in Ink::ALL.into_iter().zip(used.iter().zip(&mut palette.numbers)) {
            for (level, index) in Theme::indices(ink, false).into_iter().enumerate().skip(1) {
                if levels >> level & 1 == 1 {
                    // The palette of a theme has at most 256 colours.
                    numbers[level] = u8::try_from(palette.colours.len()).unwrap_or(u8::MAX);
                    palette.colours.push(all[usize::from(index)]);
                }
            }
        }
        palette
    }
}

/// The kinds of cell on a page with their bytes, pixel row by pixel row.
#[derive(Debug)]
pub(super) struct Kinds {
    /// Cells of the page, row by row; kind 0 is paper.
    pub(super) cells: Vec<u32>,
    /// [`Shape::cell`] bytes for each pixel row of each kind.
    bytes: Vec<u8>,
    /// Pixel rows with ink, a bit each.
    pub(super) inked: Vec<u64>,
    /// Pixel rows that repeat the one above them inside the cell, a bit each.
    pub(super) same: Vec<u64>,
    cell: usize,
    pitch: usize,
}

impl Kinds {
    pub(super) fn new(found: Found, atlas: &Atlas, palette: &Palette, shape: &Shape) -> Self {
        let (cell, pitch) = (shape.cell, shape.pitch);
        let mut bytes = vec![0; found.kinds.len() * pitch * cell];
        let (mut inked, mut same) = (Vec::with_capacity(found.kinds.len()), Vec::with_capacity(found.kinds.len()));
        // Only what deflate can repeat: three bytes at least, and the row above in sight.
        let repeats = cell >= 3 && shape.stride <= WINDOW;
        for (kind, bytes) in found.kinds.iter().zip(bytes.chunks_exact_mut(pitch * cell)) {
            fill(bytes, *kind, atlas, palette, shape);
            let row = |y: usize| &bytes[y * cell..(y + 1) * cell];
            let rows = |test: &dyn Fn(usize) -> bool| (0..pitch).fold(0, |set, y| set | u64::from(test(y)) << y);
            inked.push(rows(&|y| row(y).iter().any(|&byte| byte != 0)));
            same.push(rows(&|y| repeats && y > 0 && row(y) == row(y - 1)));
        }
        Self { cells: found.cells, bytes, inked, same, cell, pitch }
    }

    /// Number of kinds.
    pub(super) fn len(&self) -> usize {
        self.inked.len()
    }
    /// The bytes of one pixel row of a kind.
    pub(super) fn row(&self, kind: usize, y: usize) -> &[u8] {
        let start = (kind * self.pitch + y) * self.cell;
        &self.bytes[start..start + self.cell]
    }
}

/// Writes the palette numbers of a kind of cell, one or two a byte.
fn fill(bytes: &mut [u8], kind: Kind, atlas: &Atlas, palette: &Palette, shape: &Shape) {
    let mut numbers = palette.numbers[kind.class];
    if kind.cell.inverse {
        numbers.reverse();
    }
    let number = |level: u8| numbers[usize::from(level)];
    if kind.cell.is_blank() {
        let number = number(0);
        bytes.fill(if shape.depth == 8 { number } else { number << 4 | number });
        return;
    }
    let glyph = atlas.slot(kind.cell.slot as usize);
    let across = atlas.cell().width.index();
    let start = usize::from(kind.cell.part) * across;
    let rows = glyph.levels().chunks_exact(glyph.width().index()).map(|row| &row[start..start + across]);
    for (row, levels) in bytes.chunks_exact_mut(shape.cell).zip(rows) {
        if shape.depth == 8 {
            row.iter_mut().zip(levels).for_each(|(byte, &level)| *byte = number(level));
        } else {
            let pairs = levels.chunks_exact(2).map(|pair| number(pair[0]) << 4 | number(pair[1]));
            row.iter_mut().zip(pairs).for_each(|(byte, pair)| *byte = pair);
        }
    }
}
