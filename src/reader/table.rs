//! The readers that somebody measured, and the limits that providers state.

use super::{Comfort, Floor, RequestLimits};
use crate::cost::Confidence::{self, B, C};
use crate::units::{Bytes, Permille, Px, PxSize};

/// One reader. The first stem is its name.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) stems: &'static [&'static str],
    pub(super) comfortable: Comfort,
    pub(super) exact: Option<Floor>,
    pub(super) gist: Floor,
}

const fn cell(width: u32, height: u32) -> PxSize {
    PxSize::new(Px::new(width), Px::new(height))
}

/// A floor read at a cell, on patches of 28 px as all of these were reported.
const fn floor(width: u32, height: u32, n: u32, confidence: Confidence, evidence: &'static str) -> Floor {
    let cell = cell(width, height);
    let glyphs_per_patch = Permille::of(PATCH * PATCH, cell.area());
    // One thousandth more, so that the cell itself is within its own rounded figure.
    let glyphs_per_patch = Permille::new(glyphs_per_patch.get() + 1);
    Floor { glyphs_per_patch, patch: Px::new(28), cell, n, confidence, evidence }
}
const PATCH: u64 = 28;

const fn comfort(cell: PxSize, glyph: PxSize, evidence: &'static str) -> Comfort {
    Comfort { cell, glyph, evidence }
}

const TOOL_RESULTS: &str = "snapcompact's bench on tool output with line numbers";

pub(super) static UNKNOWN: Row = Row {
    stems: &["unknown"],
    comfortable: comfort(cell(9, 16), cell(8, 14), "the exact floor of most measured readers"),
    exact: Some(floor(9, 16, 0, C, "assumed: what most measured readers read cleanly")),
    gist: floor(7, 13, 0, C, "assumed"),
};

pub(super) static READERS: &[Row] = &[
    Row {
        stems: &["claude-fable-5"],
        comfortable: comfort(cell(8, 16), cell(8, 13), "no sweep of its own; a cell Opus 4.8 reads tool output at"),
        exact: Some(floor(5, 8, 41, B, "pxpipe: 13/15 hex, 25/26 mixed values, code 99.96 % of 2276 characters")),
        gist: floor(5, 8, 41, B, "pxpipe: the same pages"),
    },
    Row {
        stems: &["claude-sonnet-5"],
        comfortable: comfort(cell(8, 16), cell(8, 13), "no sweep of its own; a cell Opus 4.8 reads tool output at"),
        exact: Some(floor(
            7,
            12,
            0,
            C,
            "assumed; code text at 5x8 was 99.87 % of 2276 characters, exact strings untested",
        )),
        gist: floor(5, 8, 1, C, "pxpipe: code at 5x8 99.87 % of 2276 characters, one page"),
    },
    Row {
        stems: &["claude-opus-5"],
        comfortable: comfort(cell(11, 16), cell(8, 13), "as Opus 4.8"),
        exact: Some(floor(9, 16, 100, B, "pxpipe: 100/100 at 9x16; 2/15 hex and 3/26 mixed values at 5x8")),
        gist: floor(5, 8, 98, B, "pxpipe: 77/98 gist answers at 5x8"),
    },
    Row {
        stems: &["claude-opus-4.8"],
        comfortable: comfort(
            cell(11, 16),
            cell(8, 13),
            "snapcompact: F1 .806 at 8x13 on 11x16, .755 at 8x16, .351 at 6x12",
        ),
        exact: Some(floor(9, 16, 28, B, "pxpipe: 8/8 at JetBrains 14 px and up, 19/20 at 10x16; 2/20 hex at 5x8")),
        gist: floor(5, 8, 98, B, "pxpipe: 94/98 gist answers at 5x8"),
    },
    Row {
        stems: &["claude"],
        comfortable: comfort(cell(11, 16), cell(8, 13), "assumed as Opus 4.8"),
        exact: Some(floor(9, 16, 0, C, "assumed as Opus 4.8; not measured")),
        gist: floor(7, 13, 0, C, "assumed"),
    },
    Row {
        stems: &["gemini-3.6-flash", "gemini-3.7-flash"],
        comfortable: comfort(cell(8, 22), cell(8, 13), "snapcompact on 3.5 flash: .934 at 8x13 on 8x22, .807 at 8x16"),
        exact: Some(floor(5, 8, 15, B, "pxpipe: 14/15 hex; four page shapes 5/5")),
        gist: floor(5, 8, 15, B, "pxpipe: the same pages"),
    },
    Row {
        stems: &["gemini-3", "gemini-3.5-flash"],
        comfortable: comfort(cell(8, 22), cell(8, 13), "snapcompact on 3.5 flash: .934 at 8x13 on 8x22"),
        exact: Some(floor(9, 16, 0, C, "assumed; only 3.6 flash was measured at denser cells")),
        gist: floor(8, 16, 0, C, "snapcompact on 3.5 flash: F1 .807 at 8x16"),
    },
    Row {
        stems: &["gpt-5.6"],
        comfortable: comfort(cell(8, 22), cell(8, 13), "snapcompact on gpt-5.5 and 5.4-mini: 8x13 on 8x22 wins"),
        exact: Some(floor(9, 16, 8, C, "pxpipe on Sol: 7/8 at 9x16, one in eight still wrong; 0/15 hex at 5x8")),
        gist: floor(8, 13, 8, C, "pxpipe on Sol: 7/8 at 8x13"),
    },
    Row {
        stems: &["gpt", "openai", "openai-patch32", "openai-tile512"],
        comfortable: comfort(cell(8, 22), cell(8, 13), "snapcompact on gpt-5.5 and 5.4-mini: 8x13 on 8x22 wins"),
        exact: Some(floor(9, 16, 0, C, "assumed as GPT-5.6")),
        gist: floor(8, 13, 0, C, "assumed as GPT-5.6"),
    },
    Row {
        stems: &["grok-4.5", "grok-4"],
        comfortable: comfort(cell(9, 16), cell(8, 14), "the least bad cell measured"),
        exact: None,
        gist: floor(9, 16, 8, B, "pxpipe on 4.5: 4/8 at 9x16 to 10x17, 3/8 at 7x12, hex 0/15 at 9x16"),
    },
    Row {
        stems: &["qwen3", "qwen3-vl", "qwen3.5", "qwen3.6", "qwen3.7", "qwen3.8", "qwen-32"],
        comfortable: comfort(cell(9, 16), cell(8, 14), "the cell measured"),
        exact: Some(floor(9, 16, 23, C, "pxpipe on 3.8 27B: 8/8 facts, 11/15 hex at 9x16; 0/15 hex at 5x8")),
        gist: floor(9, 16, 8, C, "pxpipe on 3.8 27B: 8/8 facts"),
    },
    Row {
        stems: &["kimi-k3", "kimi-k2.5", "kimi-k2.6"],
        comfortable: comfort(cell(8, 22), cell(8, 13), "snapcompact on K3: .915 at 8x13 on 8x22, .813 at 8x16"),
        exact: Some(floor(9, 16, 0, C, "assumed; 0/15 hex at 5x8, no larger cell measured")),
        gist: floor(5, 8, 98, B, "pxpipe on K3: 84/98 gist answers at 5x8"),
    },
    Row {
        stems: &["glm-4.6v", "glm-4.1v", "glm-4.5v", "glm-5.3-flash"],
        comfortable: comfort(cell(8, 16), cell(8, 13), "snapcompact on 4.6v: F1 .780 at 8x13 on 8x16"),
        exact: Some(floor(9, 16, 0, C, "assumed")),
        gist: floor(8, 16, 0, C, TOOL_RESULTS),
    },
    Row {
        stems: &["glyph"],
        comfortable: comfort(
            cell(7, 13),
            cell(6, 11),
            "Glyph: Verdana 9 px at 96 dpi works better, 2 to 3 times fewer tokens",
        ),
        exact: Some(floor(9, 16, 0, C, "assumed; its author says pixel fonts did worse")),
        gist: floor(5, 10, 0, C, "Glyph: Verdana 9 px on 10 px rows, long-context tasks at 3 to 4 times fewer tokens"),
    },
];

const MB: u64 = 1_000_000;
const MIB: u64 = 1 << 20;

pub(super) const UNKNOWN_LIMITS: RequestLimits = RequestLimits {
    provider: "an unknown provider",
    max_images: 5,
    max_image_bytes: Some(Bytes::new(5 * MB)),
    max_request_bytes: Some(Bytes::new(20 * MB)),
    max_edge: Some(Px::new(2000)),
    many_images: None,
    max_edge_many_images: None,
    source: "the strictest of the known providers; snapcompact's count for unknown gateways",
};

/// Name or family stems, and the limits of the provider behind them.
pub(super) static LIMITS: &[(&[&str], RequestLimits)] = &[
    (
        &["claude", "anthropic"],
        RequestLimits {
            provider: "anthropic",
            max_images: 90,
            max_image_bytes: Some(Bytes::new(5 * MB)),
            max_request_bytes: Some(Bytes::new(32 * MB)),
            max_edge: Some(Px::new(8000)),
            many_images: Some(20),
            max_edge_many_images: Some(Px::new(2000)),
            source: "vision page: 100 images at 200k context; 5 MB of base64 is the partner clouds' limit, the vendor's is 10",
        },
    ),
    (
        &["gpt", "o1", "o3", "o4", "chatgpt", "codex", "computer-use", "openai"],
        RequestLimits {
            provider: "openai",
            max_images: 200,
            max_image_bytes: Some(Bytes::new(20 * MB)),
            max_request_bytes: Some(Bytes::new(20 * MIB)),
            max_edge: Some(Px::new(6000)),
            many_images: None,
            max_edge_many_images: None,
            source: "images guide: 500 images and 50 MB; pxpipe saw requests fail above about 20 MiB",
        },
    ),
    (
        &["gemini"],
        RequestLimits {
            provider: "google",
            max_images: 200,
            max_image_bytes: Some(Bytes::new(7 * MB)),
            max_request_bytes: Some(Bytes::new(20 * MB)),
            max_edge: Some(Px::new(3072)),
            many_images: None,
            max_edge_many_images: None,
            source: "image understanding page: 3000 images, 7 MB an inline file; above 3072 px scaled down",
        },
    ),
    (
        &["grok"],
        RequestLimits {
            provider: "xai",
            max_images: 200,
            max_image_bytes: Some(Bytes::new(10 * MIB)),
            max_request_bytes: None,
            max_edge: None,
            many_images: None,
            max_edge_many_images: None,
            source: "image page: 20 MiB an image (10 in older copies), no limit on their number",
        },
    ),
    (
        &["deepseek-v4"],
        RequestLimits {
            provider: "deepseek",
            max_images: 600,
            max_image_bytes: Some(Bytes::new(32 * MIB)),
            max_request_bytes: Some(Bytes::new(48 * MIB)),
            max_edge: Some(Px::new(8192)),
            many_images: Some(14),
            max_edge_many_images: Some(Px::new(4096)),
            source: "deepseek-recipe 0.2.0 and the API page",
        },
    ),
    (
        &["qwen"],
        RequestLimits {
            provider: "a host of Qwen",
            max_images: 32,
            max_image_bytes: Some(Bytes::new(10 * MB)),
            max_request_bytes: None,
            max_edge: None,
            many_images: None,
            max_edge_many_images: None,
            source: "one hosted service's count; hosts differ",
        },
    ),
];
