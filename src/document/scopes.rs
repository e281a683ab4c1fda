//! From scopes of a grammar to our classes.
//!
//! Why not a theme: a theme maps scopes to colours of its own, and choosing by it takes a third of the highlighter's
//! time. Here the innermost scope that the table knows decides, by its longest prefix.

use super::cell::Ink;
use std::collections::HashMap;
use syntect::parsing::Scope;

/// Prefixes of scopes by the naming guide of Sublime Text, and the class of each. The scope around
/// decides for a scope that no prefix fits.
const TABLE: &[(&str, Ink)] = &[
    ("comment", Ink::Comment),
    ("string", Ink::String),
    ("string.unquoted.plain.out.yaml", Ink::Text),
    ("constant", Ink::Constant),
    ("constant.numeric", Ink::Number),
    ("entity.name", Ink::Name),
    ("entity.name.class", Ink::Type),
    ("entity.name.enum", Ink::Type),
    ("entity.name.function", Ink::Function),
    ("entity.name.impl", Ink::Type),
    ("entity.name.interface", Ink::Type),
    ("entity.name.macro", Ink::Function),
    ("entity.name.module", Ink::Type),
    ("entity.name.namespace", Ink::Type),
    ("entity.name.section", Ink::Keyword),
    ("entity.name.struct", Ink::Type),
    ("entity.name.tag", Ink::Keyword),
    ("entity.name.tag.yaml", Ink::Name),
    ("entity.name.trait", Ink::Type),
    ("entity.name.type", Ink::Type),
    ("entity.name.union", Ink::Type),
    ("entity.other.attribute-name", Ink::Name),
    ("entity.other.inherited-class", Ink::Type),
    ("keyword", Ink::Keyword),
    ("keyword.operator", Ink::Operator),
    ("keyword.operator.expression", Ink::Keyword),
    ("keyword.operator.logical.python", Ink::Keyword),
    ("keyword.operator.new", Ink::Keyword),
    ("keyword.operator.word", Ink::Keyword),
    ("markup.bold", Ink::Name),
    ("markup.deleted", Ink::Removed),
    ("markup.heading", Ink::Keyword),
    ("markup.inserted", Ink::Added),
    ("markup.italic", Ink::Name),
    ("markup.quote", Ink::Comment),
    ("markup.raw", Ink::String),
    ("markup.underline.link", Ink::String),
    ("meta.interpolation", Ink::Text),
    ("meta.template.expression", Ink::Text),
    ("punctuation.section.interpolation", Ink::Operator),
    ("storage", Ink::Keyword),
    ("storage.type.numeric", Ink::Number),
    ("storage.type.primitive", Ink::Type),
    ("support", Ink::Name),
    ("support.class", Ink::Type),
    ("support.constant", Ink::Constant),
    ("support.function", Ink::Function),
    ("support.macro", Ink::Function),
    ("support.type", Ink::Type),
    ("variable.annotation", Ink::Function),
    ("variable.function", Ink::Function),
    ("variable.language", Ink::Constant),
    ("variable.parameter", Ink::Name),
];

/// The table with its scopes made, and what has been looked up already.
#[derive(Debug)]
pub(super) struct ScopeTable {
    rows: Vec<(Scope, Ink)>,
    known: HashMap<Scope, Option<Ink>>,
    key: Option<Scope>,
}

impl ScopeTable {
    pub(super) fn new() -> Self {
        let rows = TABLE.iter().filter_map(|&(name, ink)| Some((Scope::new(name).ok()?, ink))).collect();
        Self { rows, known: HashMap::new(), key: Scope::new("meta.mapping.key").ok() }
    }

    /// Whether a scope is that of a key.
    pub(super) fn is_key(&self, scope: Scope) -> bool {
        self.key.is_some_and(|key| key.is_prefix_of(scope))
    }

    /// The class of a scope by itself.
    pub(super) fn ink(&mut self, scope: Scope) -> Option<Ink> {
        let rows = &self.rows;
        *self.known.entry(scope).or_insert_with(|| {
            let fitting = rows.iter().filter(|(prefix, _)| prefix.is_prefix_of(scope));
            // No two prefixes of one scope have the same length.
            fitting.max_by_key(|(prefix, _)| prefix.len()).map(|&(_, ink)| ink)
        })
    }
}
