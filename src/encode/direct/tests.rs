//! Whatever the cells, the file decodes to the pixels that the plain painter paints.

use super::kinds::Palette;
use super::*;
use crate::document::Ink;
use crate::font::{Coverage, LEVELS};
use crate::grid::{Cell, Frame, Grid};
use crate::render::{PageCell, THEMES, paint};
use crate::units::{Cols, Px, PxSize, Rows};
use proptest::prelude::*;

/// Small numbers without end from a seed, so that a case is a handful of values that shrink well.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % sides
    }
}

/// A glyph: rows of random levels below `levels`, blank rows, and rows like the one above.
fn glyph(cell: Cell, cols: u32, levels: usize, dice: &mut Dice) -> Coverage {
    let (width, height) = (cell.width.get() * cols, cell.height);
    let mut rows: Vec<Vec<u8>> = Vec::new();
    for _ in 0..height.get() {
        rows.push(match (dice.roll(4), rows.last()) {
            (0, _) => vec![0; width as usize],
            (1, Some(above)) => above.clone(),
            _ => {
                let level = |_| usize::from(LEVELS) * dice.roll(levels) / (levels - 1).max(1);
                (0..width).map(level).map(|level| u8::try_from(level).expect("a level")).collect()
            }
        });
    }
    Coverage::of_levels(Px::new(width), height, rows.concat())
}

#[derive(Clone, Debug)]
struct Case {
    cell: (u32, u32),
    size: (u32, u32),
    glyphs: usize,
    levels: usize,
    inks: usize,
    seed: u64,
}

fn cases() -> impl Strategy<Value = Case> {
    let cell = prop_oneof![4 => (3_u32..14, 3_u32..24), 1 => (3_u32..65, 3_u32..65)];
    let small = prop_oneof![Just(1_usize), 2_usize..4, Just(16)];
    (cell, (8_u32..700, 8_u32..500), 1_usize..24, small, 1_usize..17, any::<u64>()).prop_map(
        |(cell, size, glyphs, levels, inks, seed)| Case { cell, size, glyphs, levels: levels.max(1), inks, seed },
    )
}

/// A page of runs, copies of earlier stretches and single cells.
fn page(case: &Case) -> Option<(PageCells, Atlas)> {
    let mut dice = Dice(case.seed);
    let cell = Cell::new(case.cell.0, case.cell.1);
    let frame = Frame { gutter: Cols::ZERO, caption: Rows::ZERO, unit: Px::new(1) };
    let grid = Grid::new(Px::new(case.size.0), cell, 1, frame)?;
    let size = PxSize::new(Px::new(case.size.0), Px::new(case.size.1));
    let (across, rows) = (grid.cells_across().index(), grid.rows_in(size.height).index());
    let cols: Vec<u32> = (0..case.glyphs).map(|_| 1 + u32::from(dice.roll(4) == 0)).collect();
    let slots = cols.iter().map(|&cols| glyph(cell, cols, case.levels, &mut dice)).collect();
    let mut cells: Vec<PageCell> = Vec::new();
    while cells.len() < across * rows {
        let slot = dice.roll(case.glyphs);
        let part = u8::try_from(dice.roll(cols[slot] as usize)).expect("two parts at most");
        let (ink, inverse) = (Ink::ALL[dice.roll(case.inks.min(Ink::ALL.len()))], dice.roll(5) == 0);
        let inked = PageCell { slot: u32::try_from(slot).expect("few"), part, ink, inverse };
        match dice.roll(6) {
            0 => cells.extend(vec![PageCell::EMPTY; dice.roll(2 * across)]),
            1 => cells.extend(vec![inked; dice.roll(across)]),
            2 => cells.push(PageCell { ink, inverse, ..PageCell::EMPTY }),
            3 if !cells.is_empty() => {
                let start = dice.roll(cells.len());
                let end = (start + dice.roll(across)).min(cells.len());
                cells.extend_from_within(start..end);
            }
            _ => cells.push(inked),
        }
    }
    cells.truncate(across * rows);
    Some((PageCells::of_cells(size, grid, cells), Atlas::of_slots(cell, slots)))
}

/// The pixels of a file in full colour, by the reference decoder, checksums checked.
fn decode(file: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    decoder.ignore_checksums(false);
    let mut reader = decoder.read_info().expect("a header");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it fits")];
    let frame = reader.next_frame(&mut pixels).expect("an image");
    reader.finish().expect("an end");
    (frame.width, frame.height, pixels)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn files_decode_to_the_painted_pixels(case in cases(), dark in any::<bool>()) {
        let theme = &THEMES[usize::from(dark)];
        let Some((cells, atlas)) = page(&case) else { return Ok(()) };
        let painted = paint(&cells, &atlas, theme);
        let file = Direct::new(&atlas, theme).png(&cells).expect("a grid");
        let (width, height, pixels) = decode(&file);
        prop_assert_eq!((width, height), case.size);
        prop_assert!(pixels == painted.rgb(), "pixels differ");
        // Sixteen colours or fewer are packed, two pixels a byte.
        let colours = Palette::of(&kinds::find(&cells, &Parts::of(&atlas, theme)), theme).colours.len();
        prop_assert_eq!(file[24] == 4, colours <= 16 && case.cell.0 % 2 == 0);
        prop_assert_eq!(&file, &Direct::new(&atlas, theme).png(&cells).expect("a grid"));
    }
}

#[test]
fn an_empty_grid_is_a_page_of_paper() {
    let case = Case { cell: (8, 16), size: (60, 12), glyphs: 1, levels: 2, inks: 1, seed: 1 };
    let (cells, atlas) = page(&case).expect("wide enough");
    assert_eq!(cells.rows, Rows::ZERO);
    let (.., pixels) = decode(&Direct::new(&atlas, &THEMES[0]).png(&cells).expect("a grid"));
    assert!(pixels.iter().all(|&byte| byte == 255));
}

#[test]
fn a_cell_taller_than_a_machine_word_is_left_to_the_painter() {
    let case = Case { cell: (8, 65), size: (60, 80), glyphs: 1, levels: 2, inks: 1, seed: 1 };
    let (cells, atlas) = page(&case).expect("wide enough");
    assert!(Direct::new(&atlas, &THEMES[0]).png(&cells).is_none());
}
