use super::*;
use crate::source::Limits;
use crate::units::LineRange;
use proptest::prelude::*;

fn source(bytes: &[u8], name: &str) -> Source {
    Source::decode(bytes.to_vec(), Some(name), &Limits::default()).expect("text")
}

fn plain(text: &str) -> Document {
    Document::build(&source(text.as_bytes(), "a.txt"), &Options::default()).expect("document")
}

fn glyphs(document: &Document, line: usize) -> Vec<CellGlyph> {
    let mut out = Vec::new();
    document.glyphs(line, &mut out);
    out
}

/// What is drawn, stand-ins in brackets.
fn drawn(document: &Document, line: usize) -> String {
    let mut out = String::new();
    let mut inverse = false;
    for glyph in glyphs(document, line) {
        if glyph.inverse != inverse {
            out.push(if glyph.inverse { '⟦' } else { '⟧' });
            inverse = glyph.inverse;
        }
        match document.cluster(glyph.glyph) {
            ClusterText::Scalar(c) => out.push(c),
            ClusterText::Sequence(text) => out.push_str(text),
        }
    }
    if inverse {
        out.push('⟧');
    }
    out
}

fn draw(text: &str) -> String {
    drawn(&plain(text), 0)
}

fn inks(text: &str, name: &str) -> Vec<Vec<(String, Ink)>> {
    let document = Document::build(&source(text.as_bytes(), name), &Options::default()).expect("document");
    (0..document.lines())
        .map(|line| {
            let mut runs: Vec<(String, Ink)> = Vec::new();
            for glyph in glyphs(&document, line) {
                let c = glyph.glyph.as_scalar().unwrap_or('?');
                match runs.last_mut() {
                    Some((text, ink)) if *ink == glyph.ink => text.push(c),
                    _ => runs.push((c.to_string(), glyph.ink)),
                }
            }
            runs
        })
        .collect()
}

fn window(first: u64, last: u64) -> Option<LineRange> {
    LineRange::new(LineNo::new(first), LineNo::new(last))
}

#[test]
fn control_characters_and_bad_bytes_are_seen() {
    assert_eq!(
        draw("a\u{7}b\u{8}c\u{b}d\u{c}e\u{1b}[31mf\u{7f}g\0h\ri\n"),
        "a⟦^G⟧b⟦^H⟧c⟦^K⟧d⟦^L⟧e⟦^[⟧[31mf⟦^?⟧g⟦^@⟧h⟦^M⟧i"
    );
    assert_eq!(draw("x\u{85}y"), "x⟦u0085⟧y");
    let bad = Document::build(&source(b"ok\ncaf\xE9 \xEF\xBF\xBD\n", "a"), &Options::default()).expect("document");
    assert_eq!(drawn(&bad, 1), "caf⟦xE9⟧ \u{FFFD}");
    assert_eq!(bad.warnings(), ["1 byte is not UTF-8: drawn as x and the value"]);
}

#[test]
fn hidden_characters_are_written_as_code_points() {
    assert_eq!(draw("a\u{202E}b\u{2066}c\u{2069}"), "a⟦u202E⟧b⟦u2066⟧c⟦u2069⟧");
    assert_eq!(draw("a\u{200B}b\u{AD}c\u{FEFF}d\u{200D}e"), "a⟦u200B⟧b⟦u00AD⟧c⟦uFEFF⟧d⟦u200D⟧e");
    assert_eq!(draw("a\u{A0}b\u{3000}c\u{2003}d\u{2028}e"), "a⟦~⟧b⟦__⟧c⟦u2003⟧d⟦u2028⟧e");
    assert_eq!(draw("a\u{E0061}\u{FE0F}"), "a⟦uE0061uFE0F⟧");
    assert_eq!(draw("\u{E000}"), "⟦uE000⟧");
}

#[test]
fn stand_ins_are_marks_of_one_cell_each() {
    for glyph in glyphs(&plain("\u{202E}\u{7}"), 0) {
        assert_eq!((glyph.cols, glyph.ink, glyph.inverse), (1, Ink::Mark, true));
    }
}

#[test]
fn wide_characters_take_two_cells() {
    for (text, cols) in [
        ("中文", 4),
        ("かカ", 4),
        ("한", 2),
        ("ＡＢ", 4),
        ("ｶﾅ", 2),
        ("│█⣿", 3),
        ("é", 1),
        ("🚀", 2),
        ("⚠", 1),
        ("ﬁ", 1),
    ] {
        assert_eq!(plain(text).cols(0), Cols::new(cols), "{text}");
    }
}

#[test]
fn marks_stand_on_their_base_or_are_seen() {
    let decomposed = plain("cafe\u{301} e\u{323}\u{302} |\ncaf\u{E9} \u{1EC7} |\n");
    assert_eq!(decomposed.cols(0), decomposed.cols(1));
    let cluster = glyphs(&decomposed, 0)[3];
    assert_eq!(decomposed.cluster(cluster.glyph), ClusterText::Sequence("e\u{301}"));
    assert_eq!(draw("\u{301}a"), "⟦u0301⟧a");
    assert_eq!(draw("\t\u{301}a"), "    ⟦u0301⟧a");
    let pile = plain(&format!("a{}", "\u{300}".repeat(7)));
    assert_eq!(drawn(&pile, 0), "a\u{300}\u{300}\u{300}\u{300}⟦u0300u0300u0300⟧");
}

#[test]
fn different_emoji_sequences_never_look_the_same() {
    assert_eq!(draw("👨\u{200D}👩\u{200D}👧"), "👨⟦+⟧👩⟦+⟧👧");
    assert_eq!(draw("👍🏽👍🏿👍"), "👍⟦+4⟧👍⟦+6⟧👍");
    assert_eq!(draw("🇩🇪🇫🇷"), "⟦defr⟧");
    assert_eq!(draw("🇩"), "⟦u1F1E9⟧");
    assert_eq!(draw("1\u{FE0F}\u{20E3}"), "⟦[1]⟧");
    assert_eq!(draw("✅\u{FE0F}"), "✅⟦uFE0F⟧");
    let sign = plain("⚠\u{FE0F}⚠");
    let cells: Vec<_> = glyphs(&sign, 0).iter().map(|g| g.cols).collect();
    assert_eq!(cells, [2, 1]);
    assert_eq!(draw("❤\u{FE0F}\u{200D}🔥"), "❤\u{FE0F}⟦+⟧🔥");
}

#[test]
fn tabs_go_to_the_next_stop() {
    let text = "\tx\na\tx\nab\tx\nabc\tx\nabcd\tx\nabcdefg\tx\n12345678\tx\n中\tx\n";
    for (width, stops) in [(4, [4, 4, 4, 4, 8, 8, 12, 4]), (8, [8, 8, 8, 8, 8, 8, 16, 8])] {
        let options = Options { tab_width: Cols::new(width), ..Options::default() };
        let document = Document::build(&source(text.as_bytes(), "a.txt"), &options).expect("document");
        let cols: Vec<_> = (0..8).map(|line| document.cols(line).get() - 1).collect();
        assert_eq!(cols, stops);
    }
}

#[test]
fn white_space_is_marked_on_request_only() {
    let options = Options { whitespace: Whitespace::Marked, ..Options::default() };
    let document = Document::build(&source(b"\ta b  \n", "a.txt"), &options).expect("document");
    assert_eq!(drawn(&document, 0), "→   a b··");
    assert_eq!(draw("\ta b  \n"), "    a b  ");
    assert_eq!(document.cols(0), Cols::new(9));
}

#[test]
fn a_wide_glyph_is_never_cut() {
    let document = plain("a中文字\nabcdefg\n\n");
    assert_eq!(document.rows(0, Cols::new(7)), Rows::new(1));
    assert_eq!(document.rows(0, Cols::new(4)), Rows::new(2));
    assert_eq!(document.rows(0, Cols::new(2)), Rows::new(4));
    assert_eq!(document.rows(0, Cols::new(1)), Rows::new(4));
    assert_eq!(document.rows(1, Cols::new(3)), Rows::new(3));
    assert_eq!(document.rows(2, Cols::new(3)), Rows::new(1));
}

#[test]
fn lines_keep_the_numbers_of_their_file() {
    let five = source(b"1\n2\n3\n4\n5\n", "a.txt");
    let numbers = |start: u64, window: Option<LineRange>| {
        let options = Options { start_line: LineNo::new(start), window, ..Options::default() };
        let document = Document::build(&five, &options)?;
        assert_eq!(document.number(document.lines()), None);
        Ok((0..document.lines()).map(|l| (document.number(l).map(LineNo::get), document.text(l).to_owned())).collect())
    };
    let want = |pairs: &[(u64, &str)]| -> Result<Vec<_>, DocumentError> {
        Ok(pairs.iter().map(|&(n, text)| (Some(n), text.to_owned())).collect())
    };
    assert_eq!(numbers(1, window(3, 5)), want(&[(3, "3"), (4, "4"), (5, "5")]));
    assert_eq!(numbers(1, window(4, 99)), want(&[(4, "4"), (5, "5")]));
    assert_eq!(numbers(1, window(5, u64::MAX)), want(&[(5, "5")]));
    assert_eq!(numbers(120, window(121, 122)), want(&[(121, "2"), (122, "3")]));
    let error = numbers(1, window(6, 9)).expect_err("nothing there");
    assert_eq!(error.to_string(), "a.txt has no lines 6 to 9: it has lines 1 to 5");
    assert!(numbers(0, None).is_err());
    assert!(numbers(u64::MAX, None).is_err());
}

#[test]
fn an_empty_source_has_no_lines() {
    let document = plain("");
    assert_eq!(document.lines(), 0);
    assert_eq!(document.number(0), None);
    assert_eq!(document.cols(0), Cols::ZERO);
    assert_eq!(document.text(0), "");
    assert!(glyphs(&document, 0).is_empty());
}

#[test]
fn options_out_of_range_are_named() {
    let any = source(b"a\n", "a.txt");
    for width in [0, 65] {
        let options = Options { tab_width: Cols::new(width), ..Options::default() };
        assert_eq!(Document::build(&any, &options).err(), Some(DocumentError::TabWidth { value: Cols::new(width) }));
    }
    let options = Options { language: Language::Named("nosuchlang".to_owned()), ..Options::default() };
    let error = Document::build(&any, &options).expect_err("unknown");
    assert!(error.to_string().starts_with("unknown language \"nosuchlang\""), "{error}");
}

#[test]
fn blank_lines_and_indentation_are_known() {
    let document = plain("a\n    b\n\tc\n  \td\n \t \n\n");
    let indents: Vec<_> = (0..6).map(|line| document.indent(line).get()).collect();
    assert_eq!(indents, [0, 4, 4, 4, 5, 0]);
    let blank: Vec<_> = (0..6).map(|line| document.is_blank(line)).collect();
    assert_eq!(blank, [false, false, false, false, true, true]);
}

#[test]
fn python_is_coloured_by_class() {
    let lines = inks(
        "def area(r):\n    # round\n    return 3.14 * r  # x\nname = \"a\\n\"\nif None and print(1): pass",
        "a.py",
    );
    let has = |line: usize, text: &str, ink: Ink| {
        assert!(lines[line].iter().any(|(t, i)| t.trim() == text && *i == ink), "{text}: {:?}", lines[line]);
    };
    has(0, "def", Ink::Keyword);
    has(0, "area", Ink::Function);
    has(0, "r", Ink::Name);
    has(1, "# round", Ink::Comment);
    has(2, "return", Ink::Keyword);
    has(2, "3.14", Ink::Number);
    has(3, "\"a", Ink::String);
    has(3, "\\n", Ink::Constant);
    has(4, "None", Ink::Constant);
    has(4, "pass", Ink::Keyword);
}

#[test]
fn keys_of_json_are_told_from_values() {
    let lines = inks("{\"k\": \"v\", \"n\": -1.5, \"t\": true}\n", "a.json");
    let has = |text: &str, ink: Ink| assert!(lines[0].iter().any(|(t, i)| t == text && *i == ink), "{:?}", lines[0]);
    has("\"k\"", Ink::Name);
    has("\"v\"", Ink::String);
    has("true", Ink::Constant);
}

#[test]
fn a_window_is_coloured_from_the_start_of_its_file() {
    let text = "\"\"\"\nfor a\n\"\"\"\nfor b in c: pass\n";
    let options = Options { window: window(2, 4), ..Options::default() };
    let document = Document::build(&source(text.as_bytes(), "a.py"), &options).expect("document");
    assert!(matches!(glyphs(&document, 0)[0].ink, Ink::Comment | Ink::String));
    assert_eq!(glyphs(&document, 2)[0].ink, Ink::Keyword);
}

#[test]
fn signs_of_a_diff_are_tinted() {
    let lines = inks("--- a\n+++ b\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n", "x.diff");
    assert_eq!(lines[4], [("-b".to_owned(), Ink::Removed)]);
    assert_eq!(lines[5], [("+c".to_owned(), Ink::Added)]);
}

#[test]
fn pathological_input_stays_plain_and_is_told() {
    let long = "function f(a,b){return a*3+b};".repeat(2_000);
    let document = Document::build(&source(long.as_bytes(), "a.min.js"), &Options::default()).expect("document");
    assert_eq!(document.warnings(), ["1 line of more than 2000 bytes is drawn without colours"]);
    let deep = "[\n".repeat(20_000);
    let document = Document::build(&source(deep.as_bytes(), "deep.json"), &Options::default()).expect("document");
    assert_eq!(document.lines(), 20_000);
    let wide = ["[".repeat(2_000), "]".repeat(2_000)].join("\n");
    Document::build(&source(wide.as_bytes(), "wide.json"), &Options::default()).expect("document");
}

#[test]
fn what_the_fonts_lack_is_written_as_code_points() {
    let options = Options { coverage: |c| c.is_ascii(), ..Options::default() };
    let document = Document::build(&source("a中e\u{301}".as_bytes(), "a.txt"), &options).expect("document");
    assert_eq!(drawn(&document, 0), "a⟦u4E2D⟧e⟦u0301⟧");
}

/// Rows that the glyphs fill, one after the other.
fn greedy(glyphs: &[CellGlyph], cols: u32) -> u32 {
    let (mut rows, mut at) = (1, 0);
    for glyph in glyphs {
        let width = u32::from(glyph.cols);
        if at > 0 && at + width > cols {
            rows += 1;
            at = 0;
        }
        at += width;
    }
    rows
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn cells_add_up_and_rows_are_those_of_a_greedy_wrap(
        text in "([a-z \t\u{7}\u{e9}\u{301}\u{4e2d}\u{ff76}\u{1f680}\u{200d}\u{fe0f}\u{1f3fd}\u{1f1e9}\u{20e3}1\u{202e}\u{d55c}\u{1100}\u{1161}\u{915}\u{93f}\n]|\\PC){0,60}",
        cols in 1_u32..20)
    {
        let document = plain(&text);
        for line in 0..document.lines() {
            let glyphs = glyphs(&document, line);
            let total: Cols = glyphs.iter().map(|g| g.width()).sum();
            prop_assert_eq!(total, document.cols(line));
            prop_assert!(glyphs.iter().all(|g| matches!(g.cols, 1 | 2)));
            prop_assert_eq!(document.rows(line, Cols::new(cols)).get(), greedy(&glyphs, cols));
            prop_assert_eq!(glyphs.is_empty(), document.text(line).is_empty());
        }
    }

    #[test]
    fn any_bytes_that_are_text_make_a_document(bytes: Vec<u8>) {
        if let Ok(source) = Source::decode(bytes, Some("a.py"), &Limits::default()) {
            let document = Document::build(&source, &Options::default()).expect("no option is out of range");
            prop_assert_eq!(document.lines() as u64, source.lines());
            let bad: usize = (0..document.lines())
                .map(|line| glyphs(&document, line).iter().filter(|g| g.inverse && g.glyph == Glyph::scalar('x')).count())
                .sum();
            prop_assert_eq!(bad, source.bad_bytes().len());
        }
    }

    #[test]
    fn different_lines_are_drawn_differently(
        a in "[a\u{1f680}\u{2705}\u{26a0}\u{fe0f}\u{fe0e}\u{200d}\u{1f3fd}\u{1f3ff}\u{1f1e9}\u{1f1ea}1\u{20e3}\u{301}+~u]{0,6}",
        b in "[a\u{1f680}\u{2705}\u{26a0}\u{fe0f}\u{fe0e}\u{200d}\u{1f3fd}\u{1f3ff}\u{1f1e9}\u{1f1ea}1\u{20e3}\u{301}+~u]{0,6}")
    {
        let document = plain(&format!("{a}\n{b}\n"));
        prop_assert_eq!(glyphs(&document, 0) == glyphs(&document, 1), a == b);
    }
}
