//! Text tokens: what the source would cost as text.
//!
//! Four vocabularies are built in. Claude's is not published, so its counts are estimates: `o200k` times a factor that
//! others calibrated against the vendor's own counter.

use super::error::CostError;
use super::{Confidence, Model};
use crate::units::{Permille, Tokens};
use std::fmt;
use tiktoken::CoreBpe;

/// Calibrated by sammcj/ingest (pull request 65) against `count_tokens`: Claude up to 4.6.
const CLAUDE_OLD: Permille = Permille::new(1180);
/// The same for Opus 4.7 and later, whose tokenizer changed; users report up to 1.47 on technical text.
const CLAUDE_NEW: Permille = Permille::new(1530);

/// Counts the tokens of a text as one model family would.
pub struct Tokenizer {
    name: String,
    kind: Kind,
}

enum Kind {
    /// A vocabulary of byte pairs.
    Bytes(Vocabulary),
    /// A vocabulary times a factor.
    Scaled(Vocabulary, Permille),
    /// A `tokenizer.json` of the user's.
    #[cfg(feature = "tokenizers")]
    File(Box<tokenizers::Tokenizer>),
}

/// A vocabulary that is built in. It is unpacked on the first count, once a process: that takes about 50 to 100 ms.
/// For o200k, the default, [`super::o200k`] counts without, but for texts with rare characters.
#[derive(Clone, Copy)]
enum Vocabulary {
    O200k,
    Cl100k,
    Qwen,
    Kimi,
}

impl Vocabulary {
    fn count(self, text: &str) -> u64 {
        let own = if matches!(self, Self::O200k) { super::o200k::count(text) } else { None };
        own.unwrap_or_else(|| self.load().count(text) as u64)
    }

    fn load(self) -> &'static CoreBpe {
        let name = match self {
            Self::O200k => "o200k_base",
            Self::Cl100k => "cl100k_base",
            Self::Qwen => "qwen2",
            Self::Kimi => "kimi_k2",
        };
        tiktoken::get_encoding(name).expect("the manifest switches these four vocabularies on")
    }
}

impl fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tokenizer").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Tokenizer {
    /// The tokenizer of this name: one of [`Tokenizer::known`], `claude:FACTOR` for a factor of your own, or
    /// `file:PATH` for a `tokenizer.json` (with the cargo feature `tokenizers`).
    ///
    /// # Errors
    /// [`CostError::UnknownTokenizer`], or [`CostError::TokenizerFile`] when the file cannot be used.
    ///
    /// ```
    /// use codeshot::cost::Tokenizer;
    /// let tokenizer = Tokenizer::by_name("o200k").expect("built in");
    /// assert_eq!(tokenizer.count("fn main() {}").get(), 4);
    /// assert!(!tokenizer.is_estimate());
    /// ```
    pub fn by_name(name: &str) -> Result<Self, CostError> {
        if let Some(path) = name.strip_prefix("file:") {
            return Self::from_file(path);
        }
        let unknown = || CostError::UnknownTokenizer { name: name.into(), known: Self::known().join(", ") };
        let lower = name.to_lowercase();
        let (name, kind) = match lower.as_str() {
            "o200k" | "o200k_base" => ("o200k", Kind::Bytes(Vocabulary::O200k)),
            "cl100k" | "cl100k_base" => ("cl100k", Kind::Bytes(Vocabulary::Cl100k)),
            "qwen" | "qwen2" | "qwen2.5" | "qwen3" => ("qwen", Kind::Bytes(Vocabulary::Qwen)),
            "kimi" | "kimi_k2" | "kimi-k2" => ("kimi", Kind::Bytes(Vocabulary::Kimi)),
            "claude" => ("claude", Kind::Scaled(Vocabulary::O200k, CLAUDE_NEW)),
            "claude-4.6" => ("claude-4.6", Kind::Scaled(Vocabulary::O200k, CLAUDE_OLD)),
            other => {
                let factor = other.strip_prefix("claude:").and_then(super::options::thousandths).map(Permille::new);
                let factor = factor.filter(|factor| (1..=10_000).contains(&factor.get())).ok_or_else(unknown)?;
                (other, Kind::Scaled(Vocabulary::O200k, factor))
            }
        };
        Ok(Self { name: name.into(), kind })
    }

    /// The tokenizer nearest to what the model bills; `o200k` for families whose vocabulary is not built in.
    ///
    /// # Errors
    /// None in practice: all of these are built in.
    pub fn for_model(model: &Model) -> Result<Self, CostError> {
        let family = model.family();
        Self::by_name(match family {
            "claude-standard" => "claude-4.6",
            _ if family.starts_with("claude") => "claude",
            _ if family.starts_with("qwen") => "qwen",
            _ if family.starts_with("kimi") => "kimi",
            _ => "o200k",
        })
    }

    #[cfg(feature = "tokenizers")]
    fn from_file(path: &str) -> Result<Self, CostError> {
        let broken =
            |error: tokenizers::Error| CostError::TokenizerFile { path: path.into(), reason: error.to_string() };
        let tokenizer = tokenizers::Tokenizer::from_file(path).map_err(broken)?;
        // A file that loads may still lack what encoding needs: better told here than as a count of nothing.
        tokenizer.encode_fast("fn main() {}", false).map_err(broken)?;
        Ok(Self { name: format!("file:{path}"), kind: Kind::File(Box::new(tokenizer)) })
    }

    #[cfg(not(feature = "tokenizers"))]
    fn from_file(path: &str) -> Result<Self, CostError> {
        let reason = "this build has no reader for such files; build with --features tokenizers".into();
        Err(CostError::TokenizerFile { path: path.into(), reason })
    }

    /// The tokens of a text, without any chat overhead. Text that looks like a special token is counted as plain text.
    /// Qwen composes decomposed Unicode before it counts; that step is not done here.
    pub fn count(&self, text: &str) -> Tokens {
        let plain = |vocabulary: Vocabulary| vocabulary.count(text);
        Tokens::new(match &self.kind {
            Kind::Bytes(vocabulary) => plain(*vocabulary),
            Kind::Scaled(vocabulary, factor) => (plain(*vocabulary) * factor.get()).div_ceil(1000),
            #[cfg(feature = "tokenizers")]
            Kind::File(tokenizer) => tokenizer.encode_fast(text, false).map_or(0, |found| found.len() as u64),
        })
    }

    /// The name, in its shortest spelling.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether counts are calibrated rather than exact.
    pub const fn is_estimate(&self) -> bool {
        matches!(self.kind, Kind::Scaled(..))
    }

    /// Whether this is the very vocabulary of the model, as far as it is known.
    pub fn is_native(&self, model: &Model) -> bool {
        let (family, name) = (model.family(), model.name());
        match self.name.as_str() {
            "o200k" => family.starts_with("openai"),
            // From Qwen3.5 on the vocabulary is another one.
            "qwen" => family.starts_with("qwen") && !name.starts_with("qwen3."),
            "kimi" => family.starts_with("kimi-k"),
            _ => false,
        }
    }

    /// How sure a count is.
    pub const fn confidence(&self) -> Confidence {
        if self.is_estimate() { Confidence::C } else { Confidence::A }
    }

    /// The names that are built in.
    pub const fn known() -> &'static [&'static str] {
        &["o200k", "cl100k", "qwen", "kimi", "claude", "claude-4.6"]
    }
}
