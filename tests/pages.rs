//! Every page a model's limits allow is one that its provider leaves untouched, or is known not to be.

use codeshot::cost::{Confidence, Hugging, Model, Options, PageLimit, families, resolve};
use codeshot::units::{Px, PxSize, Tokens};
use proptest::prelude::*;
use std::sync::LazyLock;

const fn page(width: u32, height: u32) -> PxSize {
    PxSize::new(Px::new(width), Px::new(height))
}

fn pages(model: &Model) -> Vec<PxSize> {
    match model.page_limit().hugging {
        Hugging::Hug => vec![],
        Hugging::Fill(page) => vec![page],
        Hugging::Fixed(pages) => pages,
    }
}

#[test]
fn fixed_and_filled_pages_are_left_untouched() {
    for model in families() {
        for page in pages(&model) {
            let price = model.price(page).expect("a price");
            assert!(price.fits(), "{}: {page} becomes {}", model.name(), price.content);
        }
    }
}

#[test]
fn every_family_has_a_best_page_within_its_limit() {
    for model in families() {
        let (limit, best) = (model.page_limit(), model.best_page());
        let best = best.unwrap_or_else(|| panic!("{} has no page", model.name()));
        let hugs = limit.hugging == Hugging::Hug;
        assert!(!hugs || (best.width <= limit.width && best.height <= limit.height), "{}: {best}", model.name());
        assert!(model.fitting_tokens(best).is_some(), "{}: {best}", model.name());
    }
}

#[test]
fn the_pages_worked_out_by_hand_cost_what_was_worked_out() {
    // (model, page, tokens): the pages that use a cap best, from the notes on geometry.
    let rows = [
        ("claude-haiku-4-5", page(1568, 784), 1571),
        ("claude-haiku-4-5", page(1092, 1120), 1563),
        ("claude-opus-5", page(1988, 1876), 4760),
        ("gpt-5-mini", page(1024, 1536), 1844),
        ("gpt-4o", page(512, 2048), 765),
        ("gemini-3.6-flash", page(1344, 1920), 1120),
        ("deepseek-v4.1", page(924, 1848), 1014),
        ("qwen3-vl", page(1536, 1536), 2306),
        ("kimi-k2.5", page(1344, 1792), 3076),
        ("internvl3", page(1344, 1792), 3330),
        ("llama-4", page(1008, 1680), 2322),
        ("gemma-4", page(672, 960), 282),
        ("mistral-small-3.1", page(1092, 1540), 2200),
        ("smolvlm2-2.2b", page(1536, 1536), 1416),
    ];
    for (name, page, tokens) in rows {
        let model = resolve(name).expect("known");
        assert_eq!(model.fitting_tokens(page).map(Tokens::get), Some(tokens), "{name} {page}");
    }
    let example = resolve("gemini-2.0-flash").expect("known").price(page(960, 540)).expect("a price");
    assert_eq!(example.tokens.get(), 1548);
}

#[test]
fn the_unknown_reader_gets_a_page_nearly_everyone_leaves_alone() {
    let limit = Model::unknown_reader().page_limit();
    assert_eq!((limit.width, limit.height), (Px::new(896), Px::new(1344)));
    let taken: Vec<String> = families()
        .filter(|model| model.fitting_tokens(page(896, 1344)).is_some())
        .map(|model| model.family().to_owned())
        .collect();
    for family in
        ["claude-standard", "claude-high-res", "openai-patch-1536", "qwen2.5-vl", "qwen3-vl", "kimi-k2.5", "internvl3"]
    {
        assert!(taken.iter().any(|taken| taken == family), "{family}");
    }
}

#[test]
fn tall_claude_pages_stay_below_2000_px_unless_few_are_sent() {
    let limit = resolve("claude-opus-5").expect("known").page_limit();
    assert_eq!((limit.width, limit.few), (Px::new(1988), Some(page(2576, 2576))));
    assert_eq!(resolve("claude-opus-7").expect("a guess").confidence(), Confidence::C);
}

/// Every family with its limit.
static ALL: LazyLock<Vec<(Model, PageLimit)>> =
    LazyLock::new(|| families().map(|model| (model.clone(), model.page_limit())).collect());
/// Those whose pages hug their rows.
static HUGGING: LazyLock<Vec<(Model, PageLimit)>> =
    LazyLock::new(|| ALL.iter().filter(|(_, limit)| limit.hugging == Hugging::Hug).cloned().collect());
/// Below this area in px some families enlarge.
const LEAST_AREA: u64 = 544 * 544;

/// Numbers at the ends of what options take.
const EXTREMES: &[&str] = &["0", "1", "2", "13", "16384", "1000000000", "none", "true", "0.001", "1000", "floor", "x"];
const FIELDS: &[&str] = &[
    "patch",
    "merge",
    "edge",
    "patches",
    "overhead",
    "budget",
    "multiplier",
    "min_pixels",
    "max_pixels",
    "temporal",
    "in_patch_limit",
    "patch_limit_on_one_side",
    "pool",
    "max_soft_tokens",
    "tile",
    "min_tiles",
    "max_tiles",
    "tokens_per_tile",
    "base",
    "per_tile",
    "short",
    "low",
    "longest_edge",
    "rounding",
    "tokens",
    "canvas",
    "max_tokens",
    "global",
    "crops",
    "anyres_max",
    "images_in_prompt",
    "cropping",
    "max_image_tokens",
    "min_image_tokens",
    "long_side",
];

proptest! {
    #[test]
    fn no_option_makes_a_rule_panic(
        at in 0_usize..64, first in 0..FIELDS.len(), one in 0..EXTREMES.len(), second in 0..FIELDS.len(), two in 0..EXTREMES.len(),
        width in prop_oneof![1_u32..40, 90_000_u32..100_001], height in prop_oneof![1_u32..40, 90_000_u32..100_001],
    ) {
        let mut model = ALL[at % ALL.len()].0.clone();
        for (field, value) in [(first, one), (second, two)] {
            let mut options = Options::new();
            options.set(FIELDS[field], EXTREMES[value]);
            model = model.clone().with_options(&options).unwrap_or(model);
        }
        let _ = (model.price(page(width, height)), model.page_limit());
    }

    #[test]
    fn prices_are_never_zero_and_the_fast_path_agrees(width in 1_u32..9000, height in 1_u32..9000) {
        for (model, _) in ALL.iter() {
            let sent = page(width, height);
            let Ok(price) = model.price(sent) else { continue };
            prop_assert!(price.tokens.get() > 0, "{} {}", model.name(), sent);
            let fast = model.fitting_tokens(sent);
            prop_assert_eq!(fast, price.fits().then_some(price.tokens), "{} {}", model.name(), sent);
        }
    }

    #[test]
    fn whole_units_within_the_area_cap_pass_untouched(across in 1_u32..40, down in 1_u32..40) {
        // Families whose pages hug their rows: a page of whole units is resized only where a cap binds, and then it shrinks.
        for (model, limit) in HUGGING.iter() {
            let unit = model.unit().get();
            let sent = page((across * unit).min(limit.width.get()), (down * unit).min(limit.height.get()));
            let Ok(price) = model.price(sent) else { continue };
            let shrunk = price.content.area() < sent.area();
            prop_assert!(price.fits() || shrunk || sent.area() < LEAST_AREA, "{} {}", model.name(), sent);
        }
    }
}
