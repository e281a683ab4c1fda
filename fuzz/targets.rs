//! What is fuzzed: each function takes any bytes and panics where a promise is broken.
//!
//! Shared by the targets of cargo-fuzz and by `tests/fuzz.rs`, which replays the corpus with a stable compiler.

use codeshot::cost::Tokenizer;
use codeshot::document::{Document, Options, Whitespace};
use codeshot::engine::{self, Budget, Request};
use codeshot::grid::Cell;
use codeshot::sheet;
use codeshot::source::{InputKind, Limits, Source, split_heads};
use codeshot::units::{Cols, LineNo, LineRange, Permille, Tokens};

/// Names that lead to grammars of very different kinds.
const NAMES: [&str; 12] =
    ["a.rs", "a.py", "a.c", "a.html", "a.md", "a.json", "a.sh", "a.diff", "a.yaml", "a.txt", "a.toml", "Makefile"];

/// Input small enough for a run of milliseconds.
const MOST: usize = 4 << 10;

fn limits() -> Limits {
    Limits { columns: Cols::new(2_000), ..Limits::default() }
}

/// The first byte chooses, the rest is the input.
fn parts(data: &[u8]) -> (u8, &[u8]) {
    data.split_first().map_or((0, data), |(&first, rest)| (first, &rest[..rest.len().min(MOST)]))
}

fn document(data: &[u8]) -> Option<Document> {
    let (choice, bytes) = parts(data);
    let kind = if choice & 64 == 0 { InputKind::Source } else { InputKind::Terminal };
    let name = NAMES[usize::from(choice) % NAMES.len()];
    let source = Source::decode_as(kind, bytes.to_vec(), Some(name), &limits()).ok()?;
    let source = if choice & 128 == 0 { source } else { source.surely_unnumbered().unwrap_or(source) };
    let whitespace = if choice & 32 == 0 { Whitespace::Hidden } else { Whitespace::Marked };
    let options = Options { whitespace, ..Options::default() };
    if choice & 16 == 0 {
        return Document::build(&source, &options).ok();
    }
    let range = |first, last| LineRange::new(LineNo::new(first), LineNo::new(last));
    let ranges: Vec<LineRange> = [range(4, 9), range(1, 2)].into_iter().flatten().collect();
    Document::build_ranges(&source, &options, &ranges).ok()
}

/// Any bytes are text or refused; bad bytes lie on replacement characters; a line ends at LF and nowhere else.
pub(crate) fn decode(data: &[u8]) {
    let (choice, bytes) = parts(data);
    for kind in [InputKind::Source, InputKind::Terminal] {
        let Ok(source) = Source::decode_as(kind, bytes.to_vec(), None, &limits()) else { continue };
        let text = source.text();
        assert_eq!(source.lines(), text.split_terminator('\n').count() as u64);
        let mut last = None;
        for bad in source.bad_bytes() {
            assert!(text[bad.offset as usize..].starts_with('\u{FFFD}'));
            assert!(last < Some(bad.offset));
            last = Some(bad.offset);
        }
        if let Ok(plain) = source.unnumbered() {
            assert_eq!(plain.numbers().map(<[u64]>::len), Some(plain.text().split_terminator('\n').count()));
            assert_eq!(plain.bad_bytes().len(), source.bad_bytes().len());
        }
    }
    if choice & 1 == 0 {
        let kept: usize = split_heads(bytes).iter().map(|(_, piece)| piece.len()).sum();
        assert!(kept <= bytes.len());
    }
}

/// What is measured is what is drawn: cells and rows of every line, at several widths.
pub(crate) fn highlight(data: &[u8]) {
    let Some(document) = document(data) else { return };
    let mut glyphs = Vec::new();
    let mut label = String::new();
    for line in 0..document.lines() {
        document.glyphs(line, &mut glyphs);
        let cols: u32 = glyphs.iter().map(|glyph| u32::from(glyph.cols)).sum();
        assert_eq!(Cols::new(cols), document.cols(line));
        for width in [2, 3, 7, 40] {
            let (mut rows, mut col) = (1, 0);
            for glyph in &glyphs {
                let cols = u32::from(glyph.cols);
                if col > 0 && col + cols > width {
                    (rows, col) = (rows + 1, 0);
                }
                col += cols;
            }
            assert_eq!(document.rows(line, Cols::new(width)).get(), rows, "line {line} at {width}");
        }
        document.label(line, &mut label);
        assert!(label.len() <= document.label_cols().index());
        for glyph in &glyphs {
            let _ = document.cluster(glyph.glyph);
        }
    }
}

/// Every line lies on one page, in order, and a smaller budget never costs more.
pub(crate) fn plan(data: &[u8]) {
    let Some(document) = document(data).filter(|document| document.lines() > 0) else { return };
    let mut before = None;
    for ratio in [1_000, 3_000, 20_000] {
        let request = Request { budget: Budget::Ratio(Permille::new(ratio)), ..Request::default() };
        let Ok(planned) = engine::plan(&document, &request) else { return };
        let pages = &planned.plan.pages;
        let mut next = (0, 0);
        for column in pages.iter().flat_map(|page| &page.span.columns) {
            assert_eq!((column.first, column.skip), next);
            let rows = |line| u64::from(document.rows(line, planned.plan.grid.code).get());
            let all: u64 = (column.first..column.end).map(rows).sum::<u64>() - column.skip;
            let shown = u64::from(column.rows.get());
            next = if all > shown { (column.first, column.skip + shown) } else { (column.end, 0) };
        }
        assert_eq!(next, (document.lines(), 0));
        assert!(before.is_none_or(|before| planned.plan.tokens <= before));
        before = Some(planned.plan.tokens);
    }
}

/// Pages are drawn and decode to their size; the fact sheet keeps to its cap.
pub(crate) fn encode(data: &[u8]) {
    let Some(document) = document(data).filter(|document| document.lines() > 0) else { return };
    let Ok(planned) = engine::plan(&document, &Request::default()) else { return };
    let pages = engine::render(&document, &planned.plan).expect("a plan of this document");
    for page in pages {
        let size = &page.png[16..24];
        let side = |at: usize| u32::from_be_bytes([size[at], size[at + 1], size[at + 2], size[at + 3]]);
        assert_eq!((side(0), side(4)), (page.size.width.get(), page.size.height.get()));
    }
    if let Ok(tokenizer) = Tokenizer::by_name("o200k") {
        let sheet = sheet::of(&document, Cell::new(5, 8), &tokenizer, Tokens::new(300));
        assert!(tokenizer.count(&sheet.text) <= Tokens::new(400));
    }
}
