//! What can go wrong when a picture is priced.

use super::rule::MAX_SIDE;
use crate::units::PxSize;

/// Why a picture has no price.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CostError {
    /// The name is no model or family of the table, and nothing in it says which rule it follows.
    #[error(
        "no price is known for the model `{name}`; known families: {known}; name one with --family, or declare a rule with --rule"
    )]
    UnknownModel {
        /// The name as given.
        name: String,
        /// The families of the table.
        known: String,
    },
    /// The name is known, and it is known that no rule of the table holds for it.
    #[error("the model `{name}` has no picture price here: {reason}; name a family with --family if you know better")]
    RefusedModel {
        /// The name as given.
        name: String,
        /// Why it is refused.
        reason: &'static str,
    },
    /// The family given by hand is not in the table.
    #[error("no family `{name}`; known families: {known}")]
    UnknownFamily {
        /// The name as given.
        name: String,
        /// The families of the table.
        known: String,
    },
    /// The rule given by hand has no such shape.
    #[error("no rule shape `{name}` in --rule; known shapes: {known}")]
    UnknownShape {
        /// The shape as given.
        name: String,
        /// The shapes there are.
        known: String,
    },
    /// The family does not take this option.
    #[error("`{family}` takes no option `{key}`; it takes {known}")]
    UnknownOption {
        /// The option as given.
        key: String,
        /// Whose option it would be.
        family: String,
        /// The options there are.
        known: String,
    },
    /// The option exists, the value does not.
    #[error("the option `{key}` of `{family}` cannot be `{value}`; it takes {known}")]
    BadOption {
        /// The option.
        key: String,
        /// The value as given.
        value: String,
        /// Whose option it is.
        family: String,
        /// What the option takes.
        known: String,
    },
    /// A picture without pixels.
    #[error("a picture of {width}x{height} px has no pixels; both sides must be at least 1 px")]
    EmptyPicture {
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
    },
    /// A side beyond what any provider decodes.
    #[error("a picture of {size} px is too large to price; no side may exceed {MAX_SIDE} px: send it in pieces")]
    AbsurdPicture {
        /// Its size.
        size: PxSize,
    },
    /// The vendor's code refuses pictures this long and thin.
    #[error(
        "a picture of {size} px is too long and thin; the sides may differ by a factor of {limit} at most: send it in pieces"
    )]
    Aspect {
        /// Its size.
        size: PxSize,
        /// The greatest ratio of the sides.
        limit: u64,
    },
    /// The vendor's resize finds no size for the picture.
    #[error(
        "the provider's resize of a picture of {size} px finds no size within its budget of {budget} tokens: use a squarer page"
    )]
    NoFit {
        /// Its size.
        size: PxSize,
        /// The tokens the picture had to fit.
        budget: u64,
    },
    /// The tokenizer's name is not known.
    #[error("no tokenizer `{name}`; known: {known}")]
    UnknownTokenizer {
        /// The name as given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A tokenizer file was named and cannot be used.
    #[error("the tokenizer file `{path}` cannot be used: {reason}")]
    TokenizerFile {
        /// The file as given.
        path: String,
        /// What went wrong, and what helps.
        reason: String,
    },
}
