//! Families with open weights: their preprocessors were run, or the code of a serving stack was.

use super::super::Status;
use super::super::price::Confidence::{A, B, C};
use super::super::rule::tiles::{Anyres, Crop, Idefics, Llama, Ocr, PanAndScan, Stretched, Tiles};
use super::super::rule::{Cells, Constant, Method, Pad, Round, Rows, Rule, UNLIMITED};
use super::{Change, Family, choice};

const fn row(key: &'static str, rule: Rule, page: (u64, u64), source: &'static str) -> Family {
    Family {
        key,
        rule,
        choices: &[],
        page,
        page_few: None,
        source,
        confidence: A,
        evidence: Status::VendorCode,
        note: "",
    }
}

const QWEN: &str = "transformers 5.24.0 Qwen2VLImageProcessor, published preprocessor_config";

/// Vision start and vision end.
const QWEN_MARKS: u64 = 2;
const QWEN2: Round =
    Round { patch: 14, merge: 2, min_pixels: 3136, max_pixels: 12_845_056, overhead: QWEN_MARKS, ..Round::PLAIN };
const QWEN3: Round = Round { patch: 16, min_pixels: 65_536, max_pixels: 16_777_216, ..QWEN2 };

/// GLM's bounds count two frames for every picture, so an image may have half of `max_pixels`.
const GLM4: Round = Round { min_pixels: 12_544, max_pixels: 9_633_792, temporal: 2, lifts: true, ..QWEN2 };

const fn kimi(patches: u64, side: u64, overhead: u64) -> Rule {
    Rule::Pad(Pad { patch: 14, merge: 2, method: Method::Scale { patches, side }, overhead })
}

const KIMI_VL: &str = "vllm 0.33.0 kimi_vl.py; the vendor's own remote code was not run";
const KIMI_VL_SIDE: &str = "the vendor's code is said to refuse more than 512 patches on a side";

const GEMMA4_LEVELS: &str = "transformers 5.24.0 Gemma4ImageProcessor";

const fn idefics(tile: u64, longest_edge: u64, tokens_per_tile: u64) -> Rule {
    Rule::Tiles(Tiles::Idefics(Idefics { tile, longest_edge, tokens_per_tile, overhead: 0 }))
}

const IDEFICS: &str = "transformers 5.24.0 Idefics3ImageProcessor and Idefics3Processor";

/// Crops of 640 px beside a view of 1024 px.
const GUNDAM: Ocr = Ocr {
    global: 1024,
    tile: 640,
    min_tiles: 2,
    max_tiles: 6,
    crops: true,
    breaks: true,
    stretches: false,
    overhead: 0,
};

const fn llava(tile: u64, crop: Crop) -> Rule {
    Rule::Tiles(Tiles::Anyres(Anyres { tile, crop, overhead: 0 }))
}

pub(super) static FAMILIES: &[Family] = &[
    row("qwen2-vl", Rule::Round(QWEN2), (2016, 2016), QWEN),
    row("qwen2.5-vl", Rule::Round(QWEN2), (2016, 2016), QWEN),
    row("qwen3-vl", Rule::Round(QWEN3), (2048, 2048), QWEN),
    row(
        "kimi-k2.5",
        kimi(16_384, 512, 4),
        (1792, 1792),
        "transformers 5.24.0 Kimi_K25ImageProcessor and chat template",
    ),
    Family {
        note: "the text around the image, which spells its size, is not counted",
        ..row("kimi-k3", kimi(65_536, 512, 0), (2016, 2016), "transformers 5.24.0 Kimi_K25ImageProcessor")
    },
    Family { confidence: B, note: KIMI_VL_SIDE, ..row("kimi-vl", kimi(4096, UNLIMITED, 4), (1792, 1792), KIMI_VL) },
    Family {
        confidence: B,
        note: KIMI_VL_SIDE,
        ..row("kimi-vl-thinking-2506", kimi(16_384, UNLIMITED, 4), (1792, 1792), KIMI_VL)
    },
    row("glm-4.1v", Rule::Round(GLM4), (2184, 2184), "transformers 5.24.0 Glm4vImageProcessor"),
    row("glm-4.6v", Rule::Round(GLM4), (2184, 2184), "transformers 5.24.0 Glm46VImageProcessor"),
    row(
        "glm-5.3-flash",
        Rule::Pad(Pad { patch: 14, merge: 2, method: Method::Tallest { min: 16, max: 8000 }, overhead: 2 }),
        (2016, 2016),
        "transformers 5.24.0 Glm5NextImageProcessor",
    ),
    row(
        "internvl3",
        Rule::Tiles(Tiles::Stretched(Stretched {
            tile: 448,
            min_tiles: 1,
            max_tiles: 12,
            tokens_per_tile: 256,
            overhead: 2,
        })),
        (1792, 1792),
        "transformers 5.24.0 GotOcr2ImageProcessor and InternVLProcessor; max_tiles of the published configs",
    ),
    row(
        "llama-4",
        Rule::Tiles(Tiles::Llama(Llama { tile: 336, max_tiles: 16, tokens_per_tile: 144, overhead: 0 })),
        (2016, 2016),
        "transformers 5.24.0 Llama4ImageProcessor and Llama4Processor",
    ),
    Family {
        choices: &[
            choice("pan_and_scan", &["false"], Change::Nothing),
            super::Choice {
                key: "pan_and_scan",
                values: &["true"],
                change: Change::Rule(Rule::Tiles(Tiles::PanAndScan(PanAndScan {
                    tile: 896,
                    min_crop: 256,
                    max_crops: 4,
                    min_ratio: 1200,
                    tokens_per_view: 256,
                }))),
                note: "the crops also bring a sentence of text, which is not counted",
            },
        ],
        ..row(
            "gemma-3",
            Rule::Constant(Constant::stretched(256, 896, 4)),
            (896, 896),
            "transformers 5.24.0 Gemma3ImageProcessor and Gemma3Processor",
        )
    },
    row(
        "gemma-4",
        Rule::Cells(Cells { patch: 16, pool: 3, max_soft_tokens: 280, overhead: 2 }),
        (3072, 3072),
        GEMMA4_LEVELS,
    ),
    row(
        "pixtral-12b",
        Rule::Rows(Rows::edge(16, 1, 1024)),
        (1024, 1024),
        "transformers 5.24.0 PixtralProcessor (rounding floor), mistral-common 1.13.1 (rounding round)",
    ),
    row(
        "mistral-small-3.1",
        Rule::Rows(Rows::edge(14, 2, 1540)),
        (1540, 1540),
        "transformers 5.24.0 PixtralProcessor (rounding floor), mistral-common 1.13.1 (rounding round)",
    ),
    Family {
        confidence: B,
        choices: &[
            choice("mode", &["gundam"], Change::Nothing),
            choice(
                "mode",
                &["tiny"],
                Change::Fields(&[("global", 512), ("tile", 512), ("crops", 0), ("stretches", 1)]),
            ),
            choice(
                "mode",
                &["small"],
                Change::Fields(&[("global", 640), ("tile", 640), ("crops", 0), ("stretches", 1)]),
            ),
            choice("mode", &["base"], Change::Fields(&[("global", 1024), ("tile", 1024), ("crops", 0)])),
            choice("mode", &["large"], Change::Fields(&[("global", 1280), ("tile", 1280), ("crops", 0)])),
        ],
        ..row(
            "deepseek-ocr",
            Rule::Tiles(Tiles::Ocr(GUNDAM)),
            (1920, 1920),
            "vllm 0.33.0 deepseek_ocr.py; the original repository pads base and large where vllm stretches",
        )
    },
    row(
        "deepseek-ocr-2",
        Rule::Tiles(Tiles::Ocr(Ocr { tile: 768, breaks: false, ..GUNDAM })),
        (2304, 2304),
        "transformers 5.24.0 DeepseekOcr2ImageProcessor, pixel path",
    ),
    row(
        "unlimited-ocr",
        Rule::Tiles(Tiles::Ocr(Ocr { max_tiles: 32, ..GUNDAM })),
        (2560, 2560),
        "transformers 5.24.0 UnlimitedOcrImageProcessor and UnlimitedOcrProcessor",
    ),
    Family {
        confidence: B,
        note: "crops only while a request holds at most two pictures",
        ..row("deepseek-vl2", llava(384, Crop::Vl2 { cropping: true }), (1152, 1152), "vllm 0.33.0 deepseek_vl2.py")
    },
    row("smolvlm2-2.2b", idefics(384, 1536, 81), (1536, 1536), IDEFICS),
    row("smolvlm-256m", idefics(512, 2048, 64), (2048, 2048), IDEFICS),
    row("idefics3-8b", idefics(364, 1456, 169), (1456, 1456), IDEFICS),
    Family {
        note: "with two or more pictures in a request each becomes one 384 px view of 730 tokens",
        ..row(
            "llava-onevision",
            llava(384, Crop::OneVision { anyres_max: 9, images_in_prompt: 1 }),
            (2304, 2304),
            "transformers 5.24.0 LlavaOnevisionProcessor",
        )
    },
    row("llava-next", llava(336, Crop::Next { patch: 14 }), (1008, 1008), "transformers 5.24.0 LlavaNextProcessor"),
    // Bare counts without the marks around a picture, for comparing with tables of patches.
    Family {
        confidence: C,
        note: "without the two marks around a picture",
        ..row("qwen-28", Rule::Round(Round { overhead: 0, ..QWEN2 }), (2016, 2016), QWEN)
    },
    Family {
        confidence: C,
        note: "without the two marks around a picture",
        ..row("qwen-32", Rule::Round(Round { overhead: 0, ..QWEN3 }), (2048, 2048), QWEN)
    },
];
