//! Box drawing and block elements, drawn from edge to edge of the cell.
//!
//! A font's own box characters stop short of the row pitch when scaled to an arbitrary cell; drawn
//! here, the strokes of neighbouring cells meet exactly.

use super::atlas::{Coverage, LEVELS};
use crate::grid::Cell;
use tiny_skia::{FillRule, Mask, Path, PathBuilder, Rect, Transform};

/// Strokes of U+2500 to U+257F as left, up, right, down: 0 none, 1 light, 2 heavy, 3 double.
/// Dashed lines are drawn whole, arcs as corners; diagonals are handled apart.
const STROKES: &[u8; 128 * 4] = b"\
101020200101020210102020010102021010202001010202001100210012002210012001100220020110012002100220\
110021001200220001110121021101120212022101220222110121011201110212022201210222021011201110212021\
101220121022202211102110112021201210221012202220111121111121212112111112121222111221211211222221\
212222121222222210102020010102023030030300310013003330011003300301300310033031001300330001310313\
033331011303330330311013303331301310333031311313333300111001110001100000000000001000010000100001\
20000200002000021020010220100201";

/// Draws `c` into a cell, or `None` when it is neither box drawing nor a block.
pub(super) fn draw(c: char, cell: Cell) -> Option<Coverage> {
    let path = match u32::from(c) {
        0x2571 => diagonals(cell, true, false),
        0x2572 => diagonals(cell, false, true),
        0x2573 => diagonals(cell, true, true),
        code @ 0x2500..=0x257F => strokes(code - 0x2500, cell),
        code @ 0x2580..=0x259F => return Some(block(code, cell)),
        _ => return None,
    }?;
    fill(&path, cell)
}

/// Pixels of a light stroke: one for every eight of the cell's width, at least one.
fn light(cell: Cell) -> u32 {
    (cell.width.get() / 8).max(1)
}

/// The strokes of one box character as a path of rectangles.
fn strokes(index: u32, cell: Cell) -> Option<Path> {
    let at = index as usize * 4;
    let (w, h) = (cell.width.get(), cell.height.get());
    let thin = light(cell);
    let (x, y) = ((w - thin) / 2, (h - thin) / 2);
    let mut path = PathBuilder::new();
    for (side, weight) in STROKES[at..at + 4].iter().enumerate() {
        let bars: &[(i64, u32)] = match weight {
            b'1' => &[(0, 1)],
            b'2' => &[(0, 2)],
            b'3' => &[(-1, 1), (1, 1)],
            _ => &[],
        };
        for &(offset, times) in bars {
            let thick = thin * times;
            let shift = |start: u32| (i64::from(start) + offset * i64::from(thin)).clamp(0, i64::from(start + thin));
            let (cx, cy) = (shift(x), shift(y));
            // Each arm runs from its edge to the far side of the centre, so that corners close.
            let (ex, ey) = (i64::from((x + thick).min(w)), i64::from((y + thick).min(h)));
            let thick = i64::from(thick);
            let bar = match side {
                0 => (0, cy, ex, cy + thick),
                1 => (cx, 0, cx + thick, ey),
                2 => (i64::from(x), cy, i64::from(w), cy + thick),
                _ => (cx, i64::from(y), cx + thick, i64::from(h)),
            };
            push(&mut path, bar, cell);
        }
    }
    path.finish()
}

/// Adds the rectangle from (left, top) to (right, bottom), clipped to the cell.
fn push(path: &mut PathBuilder, (left, top, right, bottom): (i64, i64, i64, i64), cell: Cell) {
    let (w, h) = (i64::from(cell.width.get()), i64::from(cell.height.get()));
    let to = |n: i64, most: i64| px(u32::try_from(n.clamp(0, most)).unwrap_or(0));
    if let Some(rect) = Rect::from_ltrb(to(left, w), to(top, h), to(right, w), to(bottom, h)) {
        path.push_rect(rect);
    }
}

/// A whole pixel position as tiny-skia wants it.
fn px(n: u32) -> f32 {
    f32::from(u16::try_from(n).unwrap_or(u16::MAX))
}

/// One or both diagonals, a light stroke wide.
#[expect(clippy::float_arithmetic, reason = "tiny-skia's coordinates are floats; the inputs are whole pixels")]
fn diagonals(cell: Cell, rising: bool, falling: bool) -> Option<Path> {
    let (w, h, t) = (px(cell.width.get()), px(cell.height.get()), px(light(cell)));
    let mut path = PathBuilder::new();
    let mut quad = |x0: f32, x1: f32| {
        path.move_to(x0, h);
        path.line_to(x0 + t, h);
        path.line_to(x1 + t, 0.0);
        path.line_to(x1, 0.0);
        path.close();
    };
    if rising {
        quad(0.0, w - t);
    }
    if falling {
        quad(w - t, 0.0);
    }
    path.finish()
}

/// Fills a path with anti-aliasing into coverage levels.
fn fill(path: &Path, cell: Cell) -> Option<Coverage> {
    let mut mask = Mask::new(cell.width.get(), cell.height.get())?;
    mask.fill_path(path, FillRule::Winding, true, Transform::identity());
    Some(Coverage::from_alpha(cell.width, cell.height, mask.data()))
}

/// A block element: eighths, quadrants and shades, whole pixels only.
fn block(code: u32, cell: Cell) -> Coverage {
    let (w, h) = (cell.width.get(), cell.height.get());
    // An eighth that rounds to nothing would vanish.
    let part = |whole: u32, eighths: u32| (whole * eighths + 4) / 8;
    let inside: Box<dyn Fn(u32, u32) -> bool> = match code {
        0x2580 => Box::new(move |_, y| y < part(h, 4)),
        0x2581..=0x2588 => Box::new(move |_, y| y >= h - part(h, code - 0x2580).max(1)),
        0x2589..=0x258F => Box::new(move |x, _| x < part(w, 0x2590 - code).max(1)),
        0x2590 => Box::new(move |x, _| x >= part(w, 4)),
        0x2591..=0x2593 => return shade(code, cell),
        0x2594 => Box::new(move |_, y| y < part(h, 1).max(1)),
        0x2595 => Box::new(move |x, _| x >= w - part(w, 1).max(1)),
        _ => {
            // Quadrants: upper left 8, upper right 4, lower left 2, lower right 1.
            const QUADRANTS: [u32; 10] = [2, 1, 8, 11, 9, 14, 13, 4, 6, 7];
            let set = QUADRANTS[(code - 0x2596) as usize];
            Box::new(move |x, y| set & (8 >> (u32::from(y >= part(h, 4)) * 2 + u32::from(x >= part(w, 4)))) != 0)
        }
    };
    let level = |i: u32| if inside(i % w, i / w) { LEVELS } else { 0 };
    Coverage::new(cell.width, cell.height, (0..w * h).map(level).collect())
}

/// A quarter, half or three quarters of full coverage all over the cell.
fn shade(code: u32, cell: Cell) -> Coverage {
    let level = [4, 8, 11][(code - 0x2591) as usize];
    Coverage::new(cell.width, cell.height, vec![level; cell.width.index() * cell.height.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(coverage: &Coverage, y: usize) -> &[u8] {
        let w = coverage.width().index();
        &coverage.levels()[y * w..(y + 1) * w]
    }

    #[test]
    fn vertical_bars_reach_both_edges_of_every_cell() {
        for cell in [Cell::new(5, 8), Cell::new(6, 11), Cell::new(9, 16)] {
            for c in ['│', '┃', '║', '┼', '├', '┤'] {
                let bar = draw(c, cell).expect("box drawing");
                let (top, bottom) = (row(&bar, 0), row(&bar, cell.height.index() - 1));
                assert_eq!(top, bottom, "{c} at {cell}");
                assert!(top.contains(&LEVELS), "{c} at {cell}");
            }
        }
    }

    #[test]
    fn every_box_and_block_leaves_ink_and_no_two_light_corners_are_alike() {
        for cell in [Cell::new(5, 8), Cell::new(8, 16)] {
            for code in 0x2500..=0x259F_u32 {
                let c = char::from_u32(code).expect("a scalar");
                assert!(draw(c, cell).is_some_and(|g| g.levels().iter().any(|&l| l > 0)), "U+{code:04X}");
            }
            let corners = ['┌', '┐', '└', '┘', '├', '┤', '┬', '┴', '┼', '─', '│'].map(|c| draw(c, cell));
            for (i, a) in corners.iter().enumerate() {
                assert!(corners[i + 1..].iter().all(|b| a != b), "{i}");
            }
        }
    }

    #[test]
    fn letters_are_left_to_the_faces() {
        assert!(draw('A', Cell::new(5, 8)).is_none());
    }
}
