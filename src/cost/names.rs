//! Which family real model names belong to. Names are stems: an id matches the longest stem that it begins with, up to a
//! hyphen. What follows the stem is then looked at by `resolve`.
//!
//! Claude is not here: its tier follows from the version in the name, and `resolve` reads that.

use super::Status::{self, Documented, Measured, Unverified, VendorCode};

/// Models of one family under their stems.
#[derive(Debug)]
pub(super) struct Name {
    pub(super) stems: &'static [&'static str],
    pub(super) family: &'static str,
    /// Options that tell these models from the family's default.
    pub(super) options: &'static [(&'static str, &'static str)],
    pub(super) status: Status,
    /// Said with every price of these models.
    pub(super) note: &'static str,
}

const fn name(stems: &'static [&'static str], family: &'static str, status: Status) -> Name {
    Name { stems, family, options: &[], status, note: "" }
}

const fn with(
    stems: &'static [&'static str],
    family: &'static str,
    options: &'static [(&'static str, &'static str)],
    status: Status,
) -> Name {
    Name { stems, family, options, status, note: "" }
}

pub(super) static NAMES: &[Name] = &[
    // Other tables' names for the same rules.
    name(&["anthropic-standard"], "claude-standard", Documented),
    name(&["anthropic-highres", "anthropic-high-res", "claude-highres"], "claude-high-res", Documented),
    name(&["openai-tile"], "openai-tile512", Documented),
    name(&["openai-patch"], "openai-patch32", Documented),
    name(&["gemini-flat"], "gemini-3", Measured),
    // OpenAI: tiles.
    with(&["gpt-4o", "chatgpt-4o", "gpt-4.1", "gpt-4.5"], "openai-tile512", &[], Documented),
    with(&["gpt-4o-mini"], "openai-tile512", &[("base", "2833"), ("per_tile", "5667")], Documented),
    with(&["gpt-5", "gpt-5.1"], "openai-tile512", &[("base", "70"), ("per_tile", "140")], Documented),
    with(&["o1", "o3", "o1-pro", "o3-pro"], "openai-tile512", &[("base", "75"), ("per_tile", "150")], Documented),
    with(&["computer-use-preview"], "openai-tile512", &[("base", "65"), ("per_tile", "129")], Documented),
    // OpenAI: patches. The page's multipliers hold for the 4.1 models and o4-mini; measurements overrule it for GPT-5's.
    with(&["gpt-4.1-mini"], "openai-patch-1536", &[("multiplier", "1.62")], Documented),
    with(&["gpt-4.1-nano"], "openai-patch-1536", &[("multiplier", "2.46")], Documented),
    with(&["o4-mini", "codex-mini"], "openai-patch-1536", &[("multiplier", "1.72")], Documented),
    name(&["gpt-5-mini"], "openai-patch-1536", Measured),
    Name {
        note: "1.5 tokens a patch by users' reports, not the documented 2.46",
        ..with(&["gpt-5-nano"], "openai-patch-1536", &[("multiplier", "1.5")], Unverified)
    },
    name(&["gpt-5.1-mini", "gpt-5.1-codex-mini", "gpt-5.2", "gpt-5.3"], "openai-patch-1536", Unverified),
    name(&["gpt-5.4"], "openai-patch-10000", Unverified),
    name(&["gpt-5.5"], "openai-patch-10000", Measured),
    name(&["gpt-5.6"], "openai-patch32", Unverified),
    name(&["gpt-5.6-sol", "gpt-6"], "openai-patch32", Measured),
    // Google.
    name(&["gemini-3.6-flash", "gemini-3.x"], "gemini-3", Measured),
    name(
        &[
            "gemini-3-pro",
            "gemini-3-flash",
            "gemini-3.1",
            "gemini-3.2",
            "gemini-3.3",
            "gemini-3.4",
            "gemini-3.5",
            "gemini-3.6",
            "gemini-3.7",
        ],
        "gemini-3",
        Unverified,
    ),
    name(&["gemini-2.5-pro", "gemini-2.5-flash", "gemini-2.5-flash-lite"], "gemini-2.5", Documented),
    name(&["gemini-2.0-flash", "gemini-2.0-flash-lite", "gemini-2.0-pro"], "gemini-2.0", Documented),
    name(&["gemma-3"], "gemma-3", VendorCode),
    name(&["gemma-4"], "gemma-4", VendorCode),
    // xAI.
    name(&["grok-4.5"], "grok-4", Measured),
    name(&["grok-4.1", "grok-4.2", "grok-4.3", "grok-4.4", "grok-4.20"], "grok-4", Unverified),
    // DeepSeek.
    name(&["deepseek-v4.1", "deepseek-v4-1"], "deepseek-v4.1", VendorCode),
    name(&["deepseek-ocr-2", "deepseek-ocr2"], "deepseek-ocr-2", VendorCode),
    name(&["deepseek-vl2", "deepseek-vl-2"], "deepseek-vl2", VendorCode),
    // Qwen. A hosted copy may set a lower cap than the published configuration.
    name(&["qwen2-vl"], "qwen2-vl", VendorCode),
    name(&["qwen2.5-vl"], "qwen2.5-vl", VendorCode),
    name(&["qwen3-vl", "qwen3.5", "qwen3.6"], "qwen3-vl", VendorCode),
    name(&["qwen3.7", "qwen3.8"], "qwen3-vl", Unverified),
    Name {
        note: "the host's default cap of 2621440 px was never measured",
        ..with(&["qwen3-vl-plus", "qwen3-vl-flash"], "qwen3-vl", &[("max_pixels", "2621440")], Unverified)
    },
    // Moonshot.
    name(&["kimi-k2.5", "kimi-k2.6"], "kimi-k2.5", VendorCode),
    name(&["kimi-k3"], "kimi-k3", VendorCode),
    name(&["kimi-vl-a3b", "kimi-vl"], "kimi-vl", VendorCode),
    name(&["kimi-vl-a3b-thinking-2506"], "kimi-vl-thinking-2506", VendorCode),
    // Zhipu.
    name(&["glm-4.1v", "glm-4.5v"], "glm-4.1v", VendorCode),
    Name { note: "trained from GLM-4.1V-9B-Base, whose rule is taken", ..name(&["glyph"], "glm-4.1v", Unverified) },
    name(&["glm-4.6v"], "glm-4.6v", VendorCode),
    name(&["glm-5.3-flash"], "glm-5.3-flash", VendorCode),
    // Others with open weights.
    name(&["internvl3", "internvl2.5", "internvl-3", "internvl-2.5"], "internvl3", VendorCode),
    name(&["internvl3.5"], "internvl3", Unverified),
    name(&["llama-4", "llama4"], "llama-4", VendorCode),
    name(&["pixtral-12b"], "pixtral-12b", VendorCode),
    name(&["pixtral-large"], "pixtral-12b", Unverified),
    name(
        &["mistral-small-3.1", "mistral-small-3.2", "mistral-small-2503", "mistral-small-2506", "devstral-small-2"],
        "mistral-small-3.1",
        VendorCode,
    ),
    name(&["smolvlm2-2.2b", "smolvlm-instruct"], "smolvlm2-2.2b", VendorCode),
    name(&["smolvlm-256m"], "smolvlm-256m", VendorCode),
    name(&["smolvlm-500m", "smolvlm2-256m", "smolvlm2-500m"], "smolvlm-256m", Unverified),
    name(&["idefics3-8b"], "idefics3-8b", VendorCode),
    name(&["llava-onevision"], "llava-onevision", VendorCode),
    name(&["llava-v1.6", "llava-next"], "llava-next", VendorCode),
];

/// Names that look like one of the above and are not: no price is better than a wrong one.
pub(super) static REFUSED: &[(&str, &str)] = &[
    ("o1-mini", TEXT_ONLY),
    ("o1-preview", TEXT_ONLY),
    ("o3-mini", TEXT_ONLY),
    ("gpt-4o-audio", OTHER),
    ("gpt-4o-realtime", OTHER),
    ("gpt-4o-transcribe", OTHER),
    ("gpt-4o-mini-audio", OTHER),
    ("gpt-4o-mini-realtime", OTHER),
    ("gpt-4o-mini-transcribe", OTHER),
    ("gpt-4o-mini-tts", OTHER),
    ("gpt-5-image", OTHER),
    ("gpt-5-search", OTHER),
    ("gemini-2.5-flash-image", OTHER),
    ("gemini-3-pro-image", OTHER),
    ("gemma-3-1b", TEXT_ONLY),
    ("gemma-3-270m", TEXT_ONLY),
    ("gemma-3n", OTHER),
    ("grok-code", TEXT_ONLY),
    ("deepseek-v4-flash-vision", "this retired preview did not follow the rule of V4.1"),
    ("deepseek-v3", TEXT_ONLY),
    ("deepseek-r1", TEXT_ONLY),
    ("qwen3-coder", TEXT_ONLY),
    ("qwen-vl", "the generation behind this alias is not published"),
    ("kimi-k2", TEXT_ONLY),
    ("glm-4.6", TEXT_ONLY),
    ("glm-5", OTHER),
    ("llama-3.2", "its cross-attention rule is not in the table"),
];

const TEXT_ONLY: &str = "it reads no pictures";
const OTHER: &str = "it is another kind of model than its name's siblings and was never measured";
