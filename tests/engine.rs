//! The engine as a library: what is planned is what is drawn, whatever the text.

use codeshot::document::{Document, Options};
use codeshot::engine::{self, Budget, EngineError, Request, Show};
use codeshot::source::{Limits, Source};
use codeshot::units::{LineNo, Permille, Px, PxSize, Tokens};
use proptest::prelude::*;

fn document(text: &str) -> Document {
    let source = Source::decode(text.as_bytes().to_vec(), Some("x.py"), &Limits::default()).expect("text");
    Document::build(&source, &Options { coverage: codeshot::font::covers, ..Options::default() }).expect("lines")
}

/// Lines of code-like text with tabs, wide characters, combining marks, controls and emoji.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => "[a-z_]{1,12}",
        4 => "[(){}=+*/.,:;\"' ]{1,4}",
        2 => Just("    ".to_owned()),
        1 => Just("\t".to_owned()),
        1 => "[中文字かなカ한글]{1,6}",
        1 => Just("e\u{301}".to_owned()),
        1 => Just("\u{202E}\u{7}".to_owned()),
        1 => Just("🚀".to_owned()),
    ];
    let line = prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat());
    prop::collection::vec(line, 1..80).prop_map(|lines| lines.join("\n") + "\n")
}

proptest! {
    // Each case plans for every family.
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn no_family_resamples_a_page_that_the_planner_makes(text in texts(), ratio in 1_u64..9) {
        let document = document(&text);
        let budget = Budget::Ratio(Permille::new(ratio * 1000));
        for model in codeshot::cost::families() {
            let request = Request { model: model.clone(), budget, ..Request::default() };
            let planned = match engine::plan(&document, &request) {
                Ok(planned) => planned,
                // Readers that leave no page of any size untouched are refused, never served a blurred one.
                Err(EngineError::Plan(_)) => {
                    prop_assert!(model.best_page().is_none(), "{} has pages but no plan", model.name());
                    continue;
                }
                Err(error) => return Err(TestCaseError::fail(format!("{}: {error}", model.name()))),
            };
            for page in &planned.plan.pages {
                let price = model.price(page.size).expect("a price");
                prop_assert!(price.fits(), "{} is resampled by {}", page.size, model.name());
                prop_assert_eq!(price.tokens, page.tokens);
            }
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn predicted_sizes_and_tokens_are_those_of_the_written_pages(text in texts(), ratio in 1_u64..9, model in 0_usize..6) {
        let models = ["claude-opus-4-6", "claude-opus-5", "kimi-k2.5", "qwen3-vl", "gemini-3", "gpt-5.5"];
        let document = document(&text);
        let model = codeshot::cost::resolve(models[model]).expect("a known model");
        let request = Request { model: model.clone(), budget: Budget::Ratio(Permille::new(ratio * 1000)), ..Request::default() };
        let planned = engine::plan(&document, &request).expect("a layout");
        let pages = engine::render(&document, &planned.plan).expect("pages");
        let mut tokens = Tokens::ZERO;
        let mut next = 1;
        for (page, plan) in pages.iter().zip(&planned.plan.pages) {
            let picture = image::load_from_memory(&page.png).expect("a PNG").to_rgb8();
            let size = PxSize::new(Px::new(picture.width()), Px::new(picture.height()));
            prop_assert_eq!(size, plan.size);
            let price = model.price(size).expect("a price");
            prop_assert!(price.fits(), "{size} is resampled by {}", model.name());
            prop_assert_eq!(price.tokens, page.tokens);
            tokens += page.tokens;
            prop_assert!(page.first_line.get() == next || page.first_line.get() + 1 == next);
            next = page.last_line.get() + 1;
        }
        prop_assert_eq!(next, document.lines() as u64 + 1);
        prop_assert_eq!(tokens, planned.plan.tokens);
    }

    #[test]
    fn a_plan_survives_its_own_json(text in texts()) {
        let document = document(&text);
        let planned = engine::plan(&document, &Request::default()).expect("a layout");
        let json = serde_json::to_string(&planned.plan).expect("a plan serialises");
        let again: codeshot::plan::Plan = serde_json::from_str(&json).expect("and comes back");
        prop_assert_eq!(&again, &planned.plan);
        let digests = |plan| -> Vec<String> {
            engine::render(&document, plan).expect("pages").into_iter().map(|page| page.pixels().expect("a PNG")).collect()
        };
        prop_assert_eq!(digests(&again), digests(&planned.plan));
    }
}

#[test]
fn a_plan_for_other_pixels_or_another_document_is_refused() {
    let (long, short) = (document("a\nb\nc\n"), document("a\n"));
    let mut plan = engine::plan(&long, &Request::default()).expect("a layout").plan;
    assert!(matches!(engine::render(&short, &plan), Err(EngineError::Mismatch { plan: 3, document: 1 })));
    plan.contract = "other".to_owned();
    assert!(matches!(engine::render(&long, &plan), Err(EngineError::Contract { .. })));
}

#[test]
fn gutter_and_caption_can_be_left_out_and_their_room_with_them() {
    let document = document("x = 1\n");
    let size = |line_numbers, caption| {
        let request = Request { line_numbers, caption, ..Request::default() };
        engine::plan(&document, &request).expect("a layout").plan.grid
    };
    let (with, without) = (size(Show::On, Show::On), size(Show::Off, Show::Off));
    assert_eq!((with.frame.gutter.get(), without.frame.gutter.get()), (2, 0));
    assert_eq!((with.frame.caption.get(), without.frame.caption.get()), (1, 0));
}

#[test]
fn numbers_on_the_page_are_the_files_own() {
    let source = Source::decode(b"a\nb\nc\nd\n".to_vec(), None, &Limits::default()).expect("text");
    let options = Options { start_line: LineNo::new(9998), ..Options::default() };
    let document = Document::build(&source, &options).expect("lines");
    let pages = engine::plan(&document, &Request::default()).and_then(|p| engine::render(&document, &p.plan));
    let pages = pages.expect("pages");
    assert_eq!((pages[0].first_line, pages[0].last_line), (LineNo::new(9998), LineNo::new(10001)));
}
