//! The flags that say which model is meant, for every command that prices something.

use crate::cost::{Model, Options, in_family, resolve};
use anyhow::{Context as _, bail};

/// Which model is meant.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Which {
    /// Model by its API id (`claude-opus-4-8`, `openai/gpt-5.5`) or family; without it an unknown reader is assumed
    #[arg(long, short, value_name = "NAME")]
    pub model: Option<String>,
    /// Price the model by this family, whatever its name says (see `codeshot models`)
    #[arg(long, value_name = "FAMILY", conflicts_with = "rule")]
    pub family: Option<String>,
    /// Price the model by a rule of your own, such as `budget:patch=32,budget=1536,multiplier=1.2`
    #[arg(long, value_name = "SHAPE:KEY=VALUE,...")]
    pub rule: Option<String>,
    /// Options of the model that change its price, such as `detail=high` or `max_pixels=1003520`
    #[arg(long = "option", value_name = "KEY=VALUE,...")]
    pub options: Vec<String>,
}

impl Which {
    /// Whether no model is meant.
    pub(crate) const fn is_unset(&self) -> bool {
        self.model.is_none() && self.family.is_none() && self.rule.is_none()
    }

    /// The model that the flags name, under its options.
    ///
    /// # Errors
    /// When the name, the family, the rule or an option is not known.
    pub(crate) fn model(&self) -> anyhow::Result<Model> {
        let name = self.model.as_deref().map(str::trim);
        let label = name.unwrap_or("declared");
        let model = match (&self.family, &self.rule, name) {
            (Some(family), ..) => in_family(name.unwrap_or(family), family)?,
            (None, Some(rule), _) => Model::declared(label, rule)?,
            (None, None, Some(name)) => resolve(name)?,
            (None, None, None) => Model::unknown_reader(),
        };
        let mut options = Options::new();
        for pairs in &self.options {
            let Some(parsed) = Options::parse(pairs) else {
                bail!("--option `{pairs}` has no `=`; write it as key=value");
            };
            options.extend(parsed);
        }
        model.with_options(&options).with_context(|| format!("cannot price {label}"))
    }
}
