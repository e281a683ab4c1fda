//! The faces are the ones that were measured, and their glyphs can be told apart.

use super::*;
use crate::grid::Cell;
use sha2::Digest as _;
use std::fmt::Write as _;
use std::path::Path;

/// Cells from the floor to comfortable, of both text faces.
const CELLS: [Cell; 8] = [
    Cell::new(5, 8),
    Cell::new(5, 9),
    Cell::new(6, 11),
    Cell::new(6, 12),
    Cell::new(7, 13),
    Cell::new(8, 14),
    Cell::new(8, 16),
    Cell::new(9, 16),
];

fn draw(texts: &[&str], cols: u32, cell: Cell) -> Atlas {
    let wanted: Vec<Wanted> = texts.iter().map(|&text| Wanted { text: text.to_owned(), cols }).collect();
    Atlas::new(cell, &wanted)
}

fn ink(coverage: &Coverage) -> u32 {
    coverage.levels().iter().map(|&level| u32::from(level)).sum()
}

/// Pixels whose level differs by at least a fifth of full coverage.
fn distance(a: &Coverage, b: &Coverage) -> usize {
    a.levels().iter().zip(b.levels()).filter(|(a, b)| a.abs_diff(**b) >= LEVELS / 5).count()
}

#[test]
fn every_face_has_its_digest_and_a_licence_beside_it() {
    let fonts = Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts");
    for face in FACES {
        let digest = sha2::Sha256::digest(face.data).iter().fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").expect("strings take everything");
            hex
        });
        assert_eq!(digest, face.sha256, "{}", face.file);
        let readme = std::fs::read_to_string(fonts.join("README.md")).expect("fonts/README.md");
        assert!(readme.contains(face.sha256), "{} is not in fonts/README.md", face.file);
    }
    for licence in ["Inconsolata-OFL.txt", "JetBrainsMono-OFL.txt", "DejaVu-LICENSE.txt", "Unifont-OFL.txt"] {
        assert!(fonts.join(licence).is_file(), "{licence}");
    }
}

#[test]
fn look_alikes_differ_at_every_cell() {
    let pairs = [
        "0O", "08", "1l", "1I", "lI", "HK", "5S", "8B", "38", "68", "2Z", "Uu", "Vv", "Ww", "Xx", "cC", "sS", "'`",
        "({", "uv", "ce", "-_", "|l", "OQ", "rn", "D0", "gq",
    ];
    for cell in CELLS {
        for pair in pairs {
            let (a, b) = pair.split_at(1);
            let atlas = draw(&[a, b], 1, cell);
            assert!(distance(atlas.slot(0), atlas.slot(1)) >= 2, "{a} {b} at {cell}");
        }
    }
}

#[test]
fn every_printable_ascii_character_leaves_ink_and_no_two_are_alike() {
    let texts: Vec<String> = ('!'..='~').map(String::from).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for cell in CELLS {
        let atlas = draw(&texts, 1, cell);
        for (i, text) in texts.iter().enumerate() {
            assert!(ink(atlas.slot(i)) >= u32::from(LEVELS) / 2, "{text} at {cell}");
            for (j, other) in texts.iter().enumerate().take(i) {
                let (a, b) = (atlas.slot(i).levels(), atlas.slot(j).levels());
                let differ = a.iter().zip(b).filter(|(a, b)| a != b).count();
                assert!(differ >= 2, "{text} {other} at {cell}");
            }
        }
    }
}

#[test]
fn wide_characters_box_drawing_and_emoji_are_drawn() {
    for cell in [Cell::new(5, 8), Cell::new(8, 16)] {
        let wide = draw(&["中", "か", "カ", "한", "Ａ", "🚀", "🔥", "✅", "❌"], 2, cell);
        for slot in 0..wide.len() {
            assert!(ink(wide.slot(slot)) > 0, "slot {slot} at {cell}");
            assert_eq!(wide.slot(slot).width().get(), 2 * cell.width.get());
        }
        let narrow = draw(&["é", "→", "─", "█", "⣿", "ｶ", "Ж", "λ", "א", "ع"], 1, cell);
        for slot in 0..narrow.len() {
            assert!(ink(narrow.slot(slot)) > 0, "slot {slot} at {cell}");
        }
    }
}

#[test]
fn a_combining_mark_lies_on_its_letter() {
    let cell = Cell::new(8, 16);
    let atlas = draw(&["e", "e\u{301}", "e\u{323}"], 1, cell);
    assert!(ink(atlas.slot(1)) > ink(atlas.slot(0)));
    assert!(distance(atlas.slot(1), atlas.slot(2)) >= 2);
}

#[test]
fn ligatures_are_not_formed() {
    let cell = Cell::new(8, 16);
    let atlas = draw(&["-", ">", "=", "!"], 1, cell);
    assert_eq!(atlas.slot(0).width(), cell.width);
    assert!(covers('a') && covers('中') && covers('🚀') && !covers('\u{E123}') && !covers('\u{7}'));
}
