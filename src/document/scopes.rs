//! From scopes of a grammar to our classes.
//!
//! Why not a theme: a theme maps scopes to colours of its own, and choosing by it takes a third of the highlighter's
//! time. Here the innermost scope that the table knows decides, by its longest prefix.

use super::cell::Ink;
use std::collections::HashMap;
use syntect::parsing::Scope;

/// Prefixes of scopes by the naming guide of Sublime Text, and the class of each. `None`: no class of its own, the
/// scope around it decides.
const TABLE: &[(&str, Option<Ink>)] = &[
    ("comment", Some(Ink::Comment)),
    ("string", Some(Ink::String)),
    ("string.unquoted.plain.out.yaml", Some(Ink::Text)),
    ("constant", Some(Ink::Constant)),
    ("constant.numeric", Some(Ink::Number)),
    ("entity.name", Some(Ink::Name)),
    ("entity.name.class", Some(Ink::Type)),
    ("entity.name.enum", Some(Ink::Type)),
    ("entity.name.function", Some(Ink::Function)),
    ("entity.name.impl", Some(Ink::Type)),
    ("entity.name.interface", Some(Ink::Type)),
    ("entity.name.macro", Some(Ink::Function)),
    ("entity.name.module", Some(Ink::Type)),
    ("entity.name.namespace", Some(Ink::Type)),
    ("entity.name.section", Some(Ink::Keyword)),
    ("entity.name.struct", Some(Ink::Type)),
    ("entity.name.tag", Some(Ink::Keyword)),
    ("entity.name.tag.yaml", Some(Ink::Name)),
    ("entity.name.trait", Some(Ink::Type)),
    ("entity.name.type", Some(Ink::Type)),
    ("entity.name.union", Some(Ink::Type)),
    ("entity.other.attribute-name", Some(Ink::Name)),
    ("entity.other.inherited-class", Some(Ink::Type)),
    ("keyword", Some(Ink::Keyword)),
    ("keyword.operator", Some(Ink::Operator)),
    ("keyword.operator.expression", Some(Ink::Keyword)),
    ("keyword.operator.logical.python", Some(Ink::Keyword)),
    ("keyword.operator.new", Some(Ink::Keyword)),
    ("keyword.operator.word", Some(Ink::Keyword)),
    ("markup.bold", Some(Ink::Name)),
    ("markup.deleted", Some(Ink::Removed)),
    ("markup.heading", Some(Ink::Keyword)),
    ("markup.inserted", Some(Ink::Added)),
    ("markup.italic", Some(Ink::Name)),
    ("markup.quote", Some(Ink::Comment)),
    ("markup.raw", Some(Ink::String)),
    ("markup.underline.link", Some(Ink::String)),
    ("meta.interpolation", Some(Ink::Text)),
    ("meta.template.expression", Some(Ink::Text)),
    ("punctuation.section.interpolation", Some(Ink::Operator)),
    ("storage", Some(Ink::Keyword)),
    ("storage.type.numeric", Some(Ink::Number)),
    ("storage.type.primitive", Some(Ink::Type)),
    ("support", Some(Ink::Name)),
    ("support.class", Some(Ink::Type)),
    ("support.constant", Some(Ink::Constant)),
    ("support.function", Some(Ink::Function)),
    ("support.macro", Some(Ink::Function)),
    ("support.type", Some(Ink::Type)),
    ("variable.annotation", Some(Ink::Function)),
    ("variable.function", Some(Ink::Function)),
    ("variable.language", Some(Ink::Constant)),
    ("variable.parameter", Some(Ink::Name)),
];

/// The table with its scopes made, and what has been looked up already.
#[derive(Debug)]
pub(super) struct ScopeTable {
    rows: Vec<(Scope, Option<Ink>)>,
    known: HashMap<Scope, Option<Ink>>,
}

impl ScopeTable {
    pub(super) fn new() -> Self {
        let rows = TABLE.iter().filter_map(|&(name, ink)| Some((Scope::new(name).ok()?, ink))).collect();
        Self { rows, known: HashMap::new() }
    }

    /// The class of a scope by itself.
    pub(super) fn ink(&mut self, scope: Scope) -> Option<Ink> {
        let rows = &self.rows;
        *self.known.entry(scope).or_insert_with(|| {
            let fitting = rows.iter().filter(|(prefix, _)| prefix.is_prefix_of(scope));
            // No two prefixes of one scope have the same length.
            fitting.max_by_key(|(prefix, _)| prefix.len()).and_then(|&(_, ink)| ink)
        })
    }
}
