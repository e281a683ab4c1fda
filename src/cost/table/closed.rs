//! Families behind an API: their preprocessors are not public, so pages of the vendors and measurements stand in.

use super::super::Status;
use super::super::price::Confidence::{A, B, C};
use super::super::rule::Cap;
use super::super::rule::tiles::{Gemini2, Tiles};
use super::super::rule::{Boxed, Budget, Cells, Constant, Rows, Rule, Search, UNLIMITED};
use super::{Change, Choice, Family, choice};

/// Both tiers: platform.claude.com/docs/en/build-with-claude/vision; the same limits in two re-implementations.
const CLAUDE_STANDARD: Search = Search { patch: 28, edge: 1568, patches: 1568, overhead: 0 };
const CLAUDE_PAGE: &str =
    "platform.claude.com vision page; pxpipe vision-cost.ts; 340 count_tokens points (patches + 3)";
/// An image's own three tokens: all 340 points measured with `count_tokens` show them, the page does not.
const CLAUDE_IMAGE: u64 = 3;

const CLAUDE_TIERS: &[Choice] = &[
    choice("tier", &["standard"], Change::Fields(&[("edge", 1568), ("patches", 1568)])),
    choice("tier", &["high-res", "highres"], Change::Fields(&[("edge", 2576), ("patches", 4784)])),
];

/// Detail levels of the small patch models: `low` is ignored and billed as `high`.
const DETAIL_ONE: &[Choice] = &[
    choice("detail", &["auto", "high", "original"], Change::Nothing),
    Choice {
        key: "detail",
        values: &["low"],
        change: Change::Nothing,
        note: "detail low is ignored by these models and billed as high",
    },
];

const DETAIL_TILES: &[Choice] =
    &[choice("detail", &["auto", "high"], Change::Nothing), choice("detail", &["low"], Change::Fields(&[("low", 1)]))];

const OPENAI_PAGE: &str = "developers.openai.com images-vision guide; openai-image-token-calculator";
const OPENAI_MEASURED: &str =
    "developers.openai.com images-vision guide; published table JOHNISKING/image-token-cost; pxpipe receipts for 5.6";

/// 512 px tiles cost the same whatever they show.
const fn openai_tiles(base: u64, per_tile: u64) -> Rule {
    Rule::Boxed(Boxed::tiles(base, per_tile))
}

/// From GPT-5-mini on: 1.2 tokens a patch.
const fn openai_patches(budget: u64) -> Budget {
    Budget::plain(32, budget).times(1200)
}

const GEMINI_LEVELS: &[Choice] = &[
    choice("media_resolution", &["default", "high"], Change::Fields(&[("max_soft_tokens", 1120)])),
    Choice {
        key: "media_resolution",
        values: &["low"],
        change: Change::Fields(&[("max_soft_tokens", 280)]),
        note: GEMINI_OTHER,
    },
    Choice {
        key: "media_resolution",
        values: &["medium"],
        change: Change::Fields(&[("max_soft_tokens", 560)]),
        note: GEMINI_OTHER,
    },
    Choice {
        key: "media_resolution",
        values: &["ultra_high", "ultra-high"],
        change: Change::Fields(&[("max_soft_tokens", 2240)]),
        note: GEMINI_OTHER,
    },
];
const GEMINI_OTHER: &str =
    "only the default media resolution was measured; other levels follow the documented ceilings";

/// V4.1 of the vendor's own package: 14 px patches, three to a token each way, 1024 tokens.
const DEEPSEEK: Rows = Rows {
    patch: 14,
    merge: 3,
    cap: Cap::Tokens { most: 1024, min_area: 544 * 544, long_side: UNLIMITED },
    overhead: 0,
};

const fn row(key: &'static str, rule: Rule, page: (u64, u64), source: &'static str) -> Family {
    Family {
        key,
        rule,
        choices: &[],
        page,
        page_few: None,
        source,
        confidence: B,
        evidence: Status::Documented,
        note: "",
    }
}

/// No edge above 2000 px once a request may hold more than 20 pictures, in whole patches of 28 px.
const CLAUDE_MANY: (u64, u64) = (1988, 1988);

pub(super) static FAMILIES: &[Family] = &[
    Family {
        choices: CLAUDE_TIERS,
        note: "patches only; the live API adds 3 tokens an image",
        ..row("claude", Rule::Search(CLAUDE_STANDARD), (1568, 1568), CLAUDE_PAGE)
    },
    Family {
        choices: CLAUDE_TIERS,
        ..row(
            "claude-standard",
            Rule::Search(Search { overhead: CLAUDE_IMAGE, ..CLAUDE_STANDARD }),
            (1568, 1568),
            CLAUDE_PAGE,
        )
    },
    Family {
        choices: CLAUDE_TIERS,
        page_few: Some((2576, 2576)),
        ..row(
            "claude-high-res",
            Rule::Search(Search { edge: 2576, patches: 4784, overhead: CLAUDE_IMAGE, ..CLAUDE_STANDARD }),
            CLAUDE_MANY,
            CLAUDE_PAGE,
        )
    },
    Family { choices: DETAIL_TILES, ..row("openai-tile512", openai_tiles(85, 170), (2048, 2048), OPENAI_PAGE) },
    Family {
        choices: DETAIL_ONE,
        note: "patches before a model's multiplier",
        ..row("openai-patch-count", Rule::Budget(Budget::plain(32, 1536)), (2048, 2048), OPENAI_PAGE)
    },
    Family {
        choices: DETAIL_ONE,
        ..row("openai-patch-1536", Rule::Budget(openai_patches(1536)), (2048, 2048), OPENAI_PAGE)
    },
    Family {
        choices: &[
            choice("detail", &["auto", "original"], Change::Nothing),
            Choice {
                key: "detail",
                values: &["high"],
                change: Change::Fields(&[("budget", 2500)]),
                note: "an edge limit of 2048 px at detail high is documented and was not seen on gpt-6: keep pages within it",
            },
        ],
        ..row(
            "openai-patch-10000",
            Rule::Budget(Budget { edge: 6000, ..openai_patches(10_000) }),
            (2048, 2048),
            OPENAI_MEASURED,
        )
    },
    Family {
        choices: &[
            choice("detail", &["auto", "original"], Change::Nothing),
            choice("detail", &["high"], Change::Fields(&[("budget", 2500)])),
        ],
        confidence: A,
        evidence: Status::Measured,
        ..row("openai-patch32", Rule::Budget(openai_patches(UNLIMITED)), (2048, 2048), OPENAI_MEASURED)
    },
    Family {
        choices: GEMINI_LEVELS,
        confidence: A,
        evidence: Status::Measured,
        ..row(
            "gemini-3",
            Rule::Cells(Cells { patch: 16, pool: 3, max_soft_tokens: 1120, overhead: 0 }),
            (3072, 3072),
            "ai.google.dev media-resolution page; Gemma 4's resize equals all 22 published measurements at the default level",
        )
    },
    Family {
        choices: &[choice("media_resolution", &["default"], Change::Nothing)],
        note: "the whole picture becomes one small view: fine structure is lost, do not send dense code",
        ..row(
            "gemini-2.5",
            Rule::Constant(Constant::stretched(258, 768, 0)),
            (768, 768),
            "ai.google.dev tokens page; the size of the view is not published, 768 px is assumed",
        )
    },
    Family {
        confidence: C,
        note: "the crop rule rests on one documented example",
        ..row(
            "gemini-2.0",
            Rule::Tiles(Tiles::Gemini2(Gemini2 { tile: 768, small: 384, tokens_per_tile: 258 })),
            (1536, 1536),
            "ai.google.dev tokens page, worked example 960x540",
        )
    },
    Family {
        choices: &[choice("detail", &["original", "auto", "high"], Change::Nothing)],
        confidence: A,
        evidence: Status::Measured,
        note: "measured up to 764x980 px; larger pictures and any cap are unknown",
        ..row(
            "grok-4",
            Rule::Budget(Budget { overhead: 4, ..Budget::plain(32, UNLIMITED) }),
            (768, 960),
            "pxpipe native-sweep receipts, 24 requests of 1 to 4 images",
        )
    },
    Family {
        choices: &[
            choice("detail", &["high", "auto"], Change::Nothing),
            choice("detail", &["low"], Change::Fields(&[("long_side", 512)])),
        ],
        confidence: A,
        evidence: Status::VendorCode,
        note: "pictures are re-encoded as WebP of quality 90: one-pixel strokes and colour-only contrast suffer",
        ..row("deepseek-v4.1", Rule::Rows(DEEPSEEK), (2016, 2016), "deepseek-recipe 0.2.0 token_spec")
    },
];
