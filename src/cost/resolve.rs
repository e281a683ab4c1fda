//! From the ids that APIs and gateways use to a family and its options.
//!
//! An id is cleaned of what does not matter (gateway paths, regions, dates, variants in brackets), then looked up. What
//! is left after the stem decides how sure the answer is: sizes and tunings of open weights change nothing, any other
//! word makes a sibling that nobody measured.

use super::error::CostError;
use super::names::{NAMES, Name, REFUSED};
use super::table::{Family, families, family};
use super::{Model, Options, Status};

/// The model behind a name: a real API id with or without its gateway's decorations, or a family of the table.
///
/// # Errors
/// [`CostError::UnknownModel`] and [`CostError::RefusedModel`] when no rule is known to hold for it.
///
/// ```
/// let model = codeshot::cost::resolve("us.anthropic.claude-haiku-4-5-20251001-v1:0").expect("a known id");
/// assert_eq!((model.name(), model.family()), ("claude-haiku-4.5", "claude-standard"));
/// assert!(codeshot::cost::resolve("gpt-7").is_err());
/// ```
pub fn resolve(name: &str) -> Result<Model, CostError> {
    let clean = clean(name);
    if let Some(family) = family(&clean) {
        return Model::new(clean, family, [].into_iter(), family.evidence, family.note);
    }
    if let Some(model) = claude(&clean) {
        return model;
    }
    let refused = REFUSED.iter().filter(|(stem, _)| rest(&clean, stem).is_some()).max_by_key(|(stem, _)| stem.len());
    let found = NAMES
        .iter()
        .flat_map(|row| row.stems.iter().map(move |stem| (*stem, row)))
        .filter(|(stem, _)| rest(&clean, stem).is_some())
        .max_by_key(|(stem, _)| stem.len());
    match (found, refused) {
        (found, Some((stem, reason))) if found.is_none_or(|(other, _)| other.len() <= stem.len()) => {
            Err(CostError::RefusedModel { name: name.trim().into(), reason })
        }
        (Some((stem, row)), _) => from_row(&clean, stem, row),
        (None, _) => Err(CostError::UnknownModel { name: name.trim().into(), known: known() }),
    }
}

/// The model of that name priced as `family` says, whatever the name is.
///
/// # Errors
/// [`CostError::UnknownFamily`] when the table has no such family.
pub fn in_family(name: &str, key: &str) -> Result<Model, CostError> {
    let Some(family) = family(&key.trim().to_lowercase()) else {
        return Err(CostError::UnknownFamily { name: key.trim().into(), known: known() });
    };
    Model::new(clean(name), family, [].into_iter(), Status::Declared, family.note)
}

fn from_row(clean: &str, stem: &str, row: &Name) -> Result<Model, CostError> {
    let Some(family) = family(row.family) else {
        return Err(CostError::UnknownFamily { name: row.family.into(), known: known() });
    };
    let words = rest(clean, stem).unwrap_or_default();
    let mut kept = vec![stem];
    kept.extend(words.split('-').filter(|word| !word.is_empty() && !is_release(word)));
    let open = row.status == Status::VendorCode;
    let plain = kept[1..].iter().all(|word| is_harmless(word, open));
    let status = if plain { row.status } else { Status::Unverified };
    let note = if row.note.is_empty() { family.note } else { row.note };
    Model::new(kept.join("-"), family, row.options.iter().copied(), status, note)
}

/// What follows the stem, from its hyphen on; `None` when the name does not begin with the stem as a whole word.
fn rest<'a>(name: &'a str, stem: &str) -> Option<&'a str> {
    name.strip_prefix(stem).filter(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// A date or a word for the newest release: it tells nothing about the rule.
fn is_release(word: &str) -> bool {
    let digits = word.bytes().all(|b| b.is_ascii_digit());
    (digits && matches!(word.len(), 2 | 4 | 8)) || matches!(word, "latest" | "preview" | "exp" | "beta" | "001" | "002")
}

/// Words that keep a name in its family: sizes, tunings and file formats for open weights, chat tunings for all.
fn is_harmless(word: &str, open: bool) -> bool {
    if matches!(word, "chat" | "instruct" | "thinking" | "it" | "reasoning") {
        return true;
    }
    let tuning = matches!(
        word,
        "scout"
            | "maverick"
            | "hf"
            | "base"
            | "pt"
            | "fp8"
            | "bf16"
            | "awq"
            | "gptq"
            | "gguf"
            | "int4"
            | "int8"
            | "free"
            | "qwen2"
            | "llama3"
            | "mistral"
            | "vicuna"
            | "si"
            | "ov"
            | "tiny"
            | "small"
            | "flash"
            | "plus"
            | "vl"
            | "mpo"
            | "turbo"
            | "fast"
            | "mini"
    );
    open && (tuning || is_size(word))
}

/// `8b`, `2.2b`, `a3b`, `16e`, `e4b`.
fn is_size(word: &str) -> bool {
    let word = word.strip_prefix(['a', 'e', 'x']).unwrap_or(word);
    let digits = word.strip_suffix(['b', 'm', 'e']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// Takes off what gateways put around a model's own name.
fn clean(name: &str) -> String {
    let name = name.trim().to_lowercase();
    let name = name.split('[').next().unwrap_or_default();
    let name = name.rsplit('/').next().unwrap_or_default();
    let name = name.split('@').next().unwrap_or_default();
    let name = without_vendor(name);
    let (name, versioned) = match name.split_once(':') {
        Some((name, _)) => (name, true),
        None => (name, false),
    };
    let name = match name.rsplit_once("-v") {
        Some((before, digits)) if versioned && digits.bytes().all(|b| b.is_ascii_digit()) => before,
        _ => name,
    };
    dotted(name)
}

/// Regions and vendors that stand before the name with a dot after them.
const DOTTED_PREFIXES: &[&str] = &[
    "us",
    "us-gov",
    "eu",
    "apac",
    "ap",
    "jp",
    "au",
    "ca",
    "sa",
    "global",
    "anthropic",
    "meta",
    "mistral",
    "google",
    "qwen",
    "moonshot",
    "moonshotai",
    "deepseek",
    "openai",
    "zai",
    "xai",
];

fn without_vendor(mut name: &str) -> &str {
    while let Some((first, after)) = name.split_once('.')
        && DOTTED_PREFIXES.contains(&first)
    {
        name = after;
    }
    name
}

/// Underscores between digits are dots, others hyphens.
fn dotted(name: &str) -> String {
    let bytes = name.as_bytes();
    let is_digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    name.char_indices()
        .map(|(at, ch)| match ch {
            '_' if is_digit(at.checked_sub(1)) && is_digit(at.checked_add(1)) => '.',
            '_' | ' ' => '-',
            other => other,
        })
        .collect()
}

/// Claude models whose tokens were measured live, as class and version.
const CLAUDE_MEASURED: &[(&str, (u64, u64))] =
    &[("fable", (5, 0)), ("sonnet", (5, 0)), ("haiku", (4, 5)), ("opus", (5, 5))];
/// The latest versions the vendor's page is known to speak of: later ones are extrapolated.
const CLAUDE_DOCUMENTED: (u64, u64) = (5, 5);
/// From this version on models read at high resolution.
const CLAUDE_HIGH_RES: (u64, u64) = (4, 7);

/// Reads `claude-opus-4-8`, `claude-opus-4.8`, `claude-3-5-sonnet` and the like; `None` for other names.
fn claude(name: &str) -> Option<Result<Model, CostError>> {
    let words: Vec<&str> = name.strip_prefix("claude-")?.split(['-', '.']).collect();
    let class = words.iter().find(|word| CLAUDE_CLASSES.contains(word))?;
    let numbers: Vec<u64> = words.iter().filter(|word| word.len() < 3).filter_map(|word| word.parse().ok()).collect();
    let version = (*numbers.first()?, numbers.get(1).copied().unwrap_or(0));
    let known = |word: &&&str| {
        !CLAUDE_CLASSES.contains(*word)
            && word.parse::<u64>().is_err()
            && !is_release(word)
            && !is_harmless(word, false)
    };
    let plain = words.iter().find(known).is_none();
    let tier = if version >= CLAUDE_HIGH_RES { "claude-high-res" } else { "claude-standard" };
    let status = match () {
        () if !plain || version > CLAUDE_DOCUMENTED => Status::Unverified,
        () if CLAUDE_MEASURED.contains(&(*class, version)) => Status::Measured,
        () => Status::Documented,
    };
    let minor = if version.1 == 0 { String::new() } else { format!(".{}", version.1) };
    let name = format!("claude-{class}-{}{minor}", version.0);
    let family: &'static Family = family(tier)?;
    Some(Model::new(name, family, [].into_iter(), status, family.note))
}

const CLAUDE_CLASSES: &[&str] = &["opus", "sonnet", "haiku", "fable", "mythos"];

/// The families in one line, for errors.
pub(super) fn known() -> String {
    families().map(|family| family.key).collect::<Vec<_>>().join(", ")
}

impl Model {
    /// The same model under options; they replace what the name implied.
    ///
    /// # Errors
    /// [`CostError::UnknownOption`] and [`CostError::BadOption`].
    pub fn with_options(self, options: &Options) -> Result<Self, CostError> {
        self.changed(options.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str) -> (String, &'static str, Status) {
        let model = resolve(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        (model.name().to_owned(), model.family, model.status()).into_parts()
    }

    trait Parts {
        fn into_parts(self) -> (String, &'static str, Status);
    }
    impl Parts for (String, &'static Family, Status) {
        fn into_parts(self) -> (String, &'static str, Status) {
            (self.0, self.1.key, self.2)
        }
    }

    #[test]
    fn decorations_of_gateways_do_not_matter() {
        for name in [
            "claude-opus-4-8",
            "claude-opus-4.8",
            "anthropic/claude-opus-4.8",
            "openrouter/anthropic/claude-opus-4.8:thinking",
            "us.anthropic.claude-opus-4-8-20260401-v1:0",
            "global.anthropic.claude-opus-4-8-v1:0",
            "claude-opus-4-8@20260401",
            "claude-opus-4-8[1m]",
            "Claude-Opus-4-8-latest",
            "vertex_ai/claude-opus-4-8",
        ] {
            assert_eq!(found(name), ("claude-opus-4.8".into(), "claude-high-res", Status::Documented), "{name}");
        }
        assert_eq!(found("openai/gpt-4o-2024-08-06").0, "gpt-4o");
        assert_eq!(found("Qwen/Qwen2.5-VL-72B-Instruct-AWQ").1, "qwen2.5-vl");
        assert_eq!(found("OpenGVLab/InternVL2_5-8B").1, "internvl3");
        assert_eq!(found("us.meta.llama4-scout-17b-instruct-v1:0").1, "llama-4");
        assert_eq!(found("accounts/fireworks/models/qwen3-vl-235b-a22b-thinking").2, Status::VendorCode);
        assert_eq!(found("models/gemini-3.6-flash-preview-09-2026").2, Status::Measured);
    }

    #[test]
    fn the_tier_of_claude_follows_its_version() {
        assert_eq!(found("claude-3-5-sonnet-20241022").1, "claude-standard");
        assert_eq!(found("claude-sonnet-4-6").1, "claude-standard");
        assert_eq!(found("claude-opus-4-7").1, "claude-high-res");
        assert_eq!(found("claude-fable-5"), ("claude-fable-5".into(), "claude-high-res", Status::Measured));
        assert_eq!(found("claude-opus-7").2, Status::Unverified);
        assert!(resolve("claude-instant").is_err());
    }

    #[test]
    fn siblings_that_were_never_measured_are_unverified_or_refused() {
        assert_eq!(found("gpt-5.5-mini").2, Status::Unverified);
        assert_eq!(found("gpt-5-codex").2, Status::Unverified);
        assert_eq!(found("grok-4.5-fast").2, Status::Unverified);
        for name in
            ["o1-mini", "gpt-5.9", "gpt-7", "grok-5", "kimi-k2-instruct", "gemma-3-1b-it", "gpt-4o-audio-preview", ""]
        {
            assert!(resolve(name).is_err(), "{name}");
        }
    }

    #[test]
    fn the_longest_stem_wins() {
        let price = |name: &str| {
            let model = resolve(name).expect("known");
            model
                .price(crate::units::PxSize::new(crate::units::Px::new(512), crate::units::Px::new(512)))
                .expect("fits")
        };
        assert_eq!(price("gpt-4o").tokens.get(), 255);
        assert_eq!(price("gpt-4o-mini-2024-07-18").tokens.get(), 8500);
        assert_eq!(price("gpt-4.1-mini").tokens.get(), 415);
        assert_eq!(price("gpt-5-mini").tokens.get(), 308);
        assert_eq!(price("gpt-5").tokens.get(), 210);
    }
}
