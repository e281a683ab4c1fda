//! The anchors of the published table that need no sample, and what the preset promises.

use super::*;
use crate::layout::FlowLine;
use proptest::prelude::*;

struct Widths(Vec<u32>);

impl Lines for Widths {
    fn count(&self) -> usize {
        self.0.len()
    }
    fn cols(&self, line: usize) -> Cols {
        Cols::new(self.0[line])
    }
    fn rows(&self, line: usize, code: Cols) -> Rows {
        Rows::new(self.0[line].div_ceil(code.get()).max(1))
    }
    fn flow(&self, line: usize) -> FlowLine {
        let body = self.0[line];
        FlowLine { digits: 3, blanks: 0, dots: 0, skip: 0, body, alone: false, blank: body == 0 }
    }
}

fn ask(tokens: u64, ratio: f64) -> Ask {
    Ask { proxy_tokens: Tokens::new(tokens), text_tokens: Tokens::new(tokens), ratio }
}

#[test]
fn a_page_among_several_costs_25_73_and_153() {
    for (side, tokens) in [(112, 25), (224, 73), (336, 153)] {
        let price = |pages| published_tokens(Px::new(side), pages).get();
        assert_eq!(price(3) - price(2), tokens, "{side}");
    }
}

#[test]
fn one_page_of_112_px_costs_54_in_all() {
    assert_eq!(published_tokens(Px::new(112), 1), Tokens::new(54));
}

#[test]
fn font_4_holds_27_55_and_82_rows_of_55_110_and_165_characters() {
    for (side, rows, cols) in [(112, 27, 55), (224, 55, 110), (336, 82, 165)] {
        let sheet = Sheet { side: Px::new(side), font: 4 };
        assert_eq!((sheet.rows().get(), sheet.cols().get()), (rows, cols), "{side}");
    }
}

#[test]
fn unwrapped_lines_at_font_4_take_4_6_8_and_10_pages_of_224_px() {
    for (lines, pages) in [(200, 4), (300, 6), (400, 8), (500, 10)] {
        let target = Target { side: Px::new(224), pages: 1 };
        let laid_out = lay_out(&Widths(vec![80; lines]), target).expect("lines");
        assert_eq!((laid_out.font, laid_out.spans.len()), (4, pages), "{lines}");
    }
}

#[test]
fn ten_lines_take_one_page_of_112_px_from_ratio_2_on() {
    for ratio in [2.0, 3.0, 5.0, 7.0] {
        let pages = pages(&Widths(vec![40; 10]), &ask(95, ratio)).expect("lines");
        assert_eq!(pages.published_tokens(), Tokens::new(54), "{ratio}");
    }
}

#[test]
fn a_larger_ratio_changes_only_the_target_where_one_tile_is_all_there_is() {
    let lines = Widths(vec![36; 100]);
    let (five, seven) = (pages(&lines, &ask(943, 5.0)), pages(&lines, &ask(943, 7.0)));
    let spans = |pages: Option<Pages>| pages.map(|pages| (pages.side, pages.font, pages.spans));
    assert_eq!(spans(five), spans(seven));
}

#[test]
fn what_the_preset_cannot_draw_within_our_margin_is_said() {
    let small = pages(&Widths(vec![36; 100]), &ask(943, 5.0)).expect("lines");
    assert_eq!((small.side, small.cell(), small.grid()), (Px::new(112), Cell::new(2, 4), None));
    let readable = pages(&Widths(vec![36; 100]), &ask(943, 1.0)).expect("lines");
    assert!(readable.is_enlarged());
}

#[test]
fn no_lines_make_no_pages() {
    assert_eq!(pages(&Widths(vec![]), &ask(0, 1.0)), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_line_is_on_a_page_and_pages_are_never_shrunk(
        widths in prop::collection::vec(0_u32..140, 1..300),
        ratio in prop::sample::select(vec![1.0, 2.0, 3.0, 5.0, 7.0]),
    ) {
        let tokens = widths.iter().map(|&w| u64::from(w / 4 + 1)).sum();
        let lines = Widths(widths);
        let pages = pages(&lines, &ask(tokens, ratio)).expect("lines");
        prop_assert_eq!(pages.spans.first().map(PageSpan::first), Some(0));
        prop_assert_eq!(pages.spans.last().map(PageSpan::end), Some(lines.count()));
        prop_assert!(pages.spans.iter().all(|span| span.rows() <= pages.rows));
        prop_assert!(pages.side >= pages.laid_out && pages.font >= LEAST_FONT);
    }
}
