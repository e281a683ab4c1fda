//! What a picture costs as tokens of a vision-language model, exactly, and what its text would cost instead.
//!
//! [`resolve`] turns a model's name into a [`Model`]; [`Model::price`] says what a picture of a given size costs, which
//! size the encoder gets and whether our pixels survive. The numbers live in one table with source, date and confidence;
//! the nine shapes of rule live in `rule`. [`Tokenizer`] counts the text that a page replaces.

mod error;
mod float;
mod names;
mod o200k;
mod options;
mod page;
mod price;
mod resolve;
mod rule;
mod table;
mod text;

pub use error::CostError;
pub use options::Options;
pub use page::{Hugging, PageLimit};
pub use price::{Confidence, Price, Resampling};
pub use resolve::{in_family, resolve};
pub use text::Tokenizer;

use crate::units::{Px, PxSize, Tokens};
use rule::{MAX_SIDE, Rule, Size};
use serde::Serialize;
use std::fmt;

/// What stands behind a model's price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Read from a live API's usage.
    Measured,
    /// Written on the vendor's pages.
    Documented,
    /// The vendor's or a serving stack's code was run.
    #[serde(rename = "vendor code")]
    VendorCode,
    /// Assumed from a sibling: nobody measured this model.
    Unverified,
    /// The user said so.
    Declared,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Measured => "measured",
            Self::Documented => "documented",
            Self::VendorCode => "vendor code",
            Self::Unverified => "unverified",
            Self::Declared => "declared",
        })
    }
}

/// A model whose pictures can be priced.
#[derive(Clone, Debug)]
pub struct Model {
    name: String,
    family: &'static table::Family,
    rule: Rule,
    text: String,
    status: Status,
    confidence: Confidence,
    /// Longest page edges worth searching.
    pages: (u64, u64),
    notes: Vec<&'static str>,
}

impl Model {
    fn new<'a>(
        name: String,
        family: &'static table::Family,
        options: impl Iterator<Item = (&'a str, &'a str)> + Clone,
        status: Status,
        note: &'static str,
    ) -> Result<Self, CostError> {
        let confidence = if status == Status::Unverified { Confidence::C } else { family.confidence };
        let notes = if note.is_empty() { vec![] } else { vec![note] };
        let (rule, pages) = (family.rule, family.page);
        Self { name, family, rule, text: String::new(), status, confidence, pages, notes }.changed(options)
    }

    fn changed<'a>(mut self, options: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Result<Self, CostError> {
        options::apply(self.family, &mut self.rule, options.clone())?;
        for (key, value) in options {
            let chosen = self.family.choices.iter().find(|choice| choice.key == key && choice.values.contains(&value));
            self.notes.extend(chosen.map(|choice| choice.note).filter(|note| !note.is_empty()));
        }
        self.text = self.rule.describe();
        Ok(self)
    }

    /// A model by a rule of the user's own: a shape, a colon, and the rule's fields, such as
    /// `budget:patch=32,budget=1536,multiplier=1.2`.
    ///
    /// # Errors
    /// [`CostError::UnknownShape`], [`CostError::UnknownOption`] and [`CostError::BadOption`].
    ///
    /// ```
    /// use codeshot::cost::Model;
    /// use codeshot::units::{Px, PxSize};
    /// let model = Model::declared("mine", "search:patch=28,edge=1568,patches=1568").expect("a rule");
    /// let price = model.price(PxSize::new(Px::new(280), Px::new(28))).expect("a price");
    /// assert_eq!(price.tokens.get(), 10);
    /// ```
    pub fn declared(name: &str, rule: &str) -> Result<Self, CostError> {
        let (shape, fields) = rule.split_once(':').unwrap_or((rule, ""));
        let known = || Rule::SHAPES.join(", ");
        let Some(blank) = Rule::blank(shape.trim()) else {
            return Err(CostError::UnknownShape { name: shape.trim().into(), known: known() });
        };
        let Some(options) = Options::parse(fields) else {
            let family = table::DECLARED.key.into();
            let known = "fields as key=value, separated by commas".into();
            return Err(CostError::BadOption { key: "rule".into(), value: rule.into(), family, known });
        };
        let mut model = Self::new(name.into(), &table::DECLARED, [].into_iter(), Status::Declared, "")?;
        model.rule = blank;
        model.with_options(&options)
    }

    /// The reader assumed when none is named: Claude's standard rule, which is the tightest of the patch rules, on pages
    /// of at most 896x1344 px, which nearly every family leaves untouched.
    pub fn unknown_reader() -> Self {
        let family = table::family("claude-standard").unwrap_or(&table::DECLARED);
        let note = "no model was named: priced by Claude's standard rule";
        let mut model = Self {
            name: "unknown".into(),
            family,
            rule: family.rule,
            text: family.rule.describe(),
            status: Status::Unverified,
            confidence: Confidence::C,
            pages: (896, 1344),
            notes: vec![],
        };
        model.notes.push(note);
        model
    }

    /// The name without a gateway's decorations.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The family whose preprocessor the model shares.
    pub const fn family(&self) -> &str {
        self.family.key
    }
    /// The rule in a few words.
    pub fn rule(&self) -> &str {
        &self.text
    }
    /// When the numbers were last checked, as year and month.
    pub const fn date(&self) -> &str {
        table::CHECKED
    }
    /// Where the rule was read or measured.
    pub const fn source(&self) -> &str {
        self.family.source
    }
    /// How sure the rule is.
    pub const fn confidence(&self) -> Confidence {
        self.confidence
    }
    /// What stands behind it for this very model.
    pub const fn status(&self) -> Status {
        self.status
    }
    /// Remarks that hold for every price of this model.
    pub fn notes(&self) -> &[&'static str] {
        &self.notes
    }

    /// Page sides should be multiples of this.
    pub fn unit(&self) -> Px {
        px(self.rule.unit())
    }

    /// The edge of the square that one visual token stands for, for figures of glyphs a patch. `None` where tokens have
    /// no place (512 px tiles).
    pub fn patch(&self) -> Option<Px> {
        self.rule.patch().map(px)
    }

    /// What a picture of this size costs, and what becomes of it.
    ///
    /// # Errors
    /// For a picture without pixels, one of absurd size, and one that the vendor's own code refuses.
    pub fn price(&self, size: PxSize) -> Result<Price, CostError> {
        let fit = self.rule.fit(checked(size)?)?;
        let resampling = price::resampling(size, &fit);
        let mut warnings = Vec::new();
        if self.status == Status::Unverified && self.name != "unknown" {
            warnings.push(format!("unverified: {} was never measured, priced as {}", self.name, self.family.key));
        }
        warnings.extend(self.notes.iter().map(|note| (*note).to_owned()));
        let (encoded, content) = (fit.encoded.into(), fit.content.into());
        if resampling != Resampling::None {
            warnings.push(format!("{size} px is {resampling} to {content} px before it is read"));
        }
        Ok(Price { tokens: Tokens::new(fit.tokens), encoded, content, resampling, warnings })
    }

    /// The tokens of a picture whose pixels the provider leaves untouched; `None` for any other. Allocates nothing.
    pub fn fitting_tokens(&self, size: PxSize) -> Option<Tokens> {
        let fit = self.rule.fit(checked(size).ok()?).ok()?;
        (PxSize::from(fit.content) == size).then_some(Tokens::new(fit.tokens))
    }
}

/// Every family of the table under its own name and default options.
pub fn families() -> impl Iterator<Item = Model> {
    table::families().filter_map(|family| {
        let (name, status) = (family.key.to_owned(), family.evidence);
        Model::new(name, family, [].into_iter(), status, family.note).ok()
    })
}

/// A size that the rules can work with.
fn checked(size: PxSize) -> Result<Size, CostError> {
    let (width, height) = (size.width.get(), size.height.get());
    if width == 0 || height == 0 {
        return Err(CostError::EmptyPicture { width, height });
    }
    if u64::from(width.max(height)) > MAX_SIDE {
        return Err(CostError::AbsurdPicture { size });
    }
    Ok(size.into())
}

fn px(n: u64) -> Px {
    Px::new(u32::try_from(n).unwrap_or(u32::MAX))
}
