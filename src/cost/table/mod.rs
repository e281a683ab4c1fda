//! The table of families: every number of every rule, with where it comes from, since when, and how sure it is.

mod closed;
mod open;

use super::price::Confidence;
use super::rule::Rule;

/// Everything here was read and checked in this month, unless a row says otherwise.
pub(super) const CHECKED: &str = "2026-12";

/// A family: models that share a preprocessor.
#[derive(Debug)]
pub(super) struct Family {
    /// Its name, as the oracle spells it where it has rows.
    pub(super) key: &'static str,
    /// Its rule when no option is given.
    pub(super) rule: Rule,
    /// Options that are words rather than fields of the rule.
    pub(super) choices: &'static [Choice],
    /// The longest page edge worth searching, across and down, in px.
    pub(super) page: (u64, u64),
    /// The same when a request holds few pictures, where that is longer.
    pub(super) page_few: Option<(u64, u64)>,
    /// Where the rule was read or measured.
    pub(super) source: &'static str,
    /// How sure it is.
    pub(super) confidence: Confidence,
    /// Whether vendor code was run, or the vendor's pages say so.
    pub(super) evidence: super::Status,
    /// What else a reader of a price should know.
    pub(super) note: &'static str,
}

/// A value of an option that is a word.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) key: &'static str,
    pub(super) values: &'static [&'static str],
    pub(super) change: Change,
    /// Said with every price under this choice.
    pub(super) note: &'static str,
}

/// What a choice does to the rule.
#[derive(Debug)]
pub(super) enum Change {
    Nothing,
    Fields(&'static [(&'static str, u64)]),
    Rule(Rule),
}

/// A choice that needs no remark.
const fn choice(key: &'static str, values: &'static [&'static str], change: Change) -> Choice {
    Choice { key, values, change, note: "" }
}

/// The families, those behind an API first.
pub(super) fn families() -> impl Iterator<Item = &'static Family> {
    closed::FAMILIES.iter().chain(open::FAMILIES)
}

/// The family of this name.
pub(super) fn family(key: &str) -> Option<&'static Family> {
    families().find(|family| family.key == key)
}

/// Rules that users declare belong to this family.
pub(super) static DECLARED: Family = Family {
    key: "declared",
    rule: Rule::Constant(super::rule::Constant::stretched(256, 896, 0)),
    choices: &[],
    page: (2048, 2048),
    page_few: None,
    source: "declared by the user",
    confidence: Confidence::C,
    evidence: super::Status::Declared,
    note: "",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_names_fields_that_its_rule_has() {
        for family in families() {
            for choice in family.choices {
                let Change::Fields(fields) = choice.change else { continue };
                for (field, _) in fields {
                    let mut rule = family.rule;
                    let has = rule.fields().iter().any(|(names, _)| names.contains(field));
                    assert!(has, "{}: {}={:?} sets {field}", family.key, choice.key, choice.values);
                }
            }
        }
    }

    #[test]
    fn keys_are_unique_and_every_row_has_its_source() {
        let mut keys: Vec<_> = families().map(|family| family.key).collect();
        keys.sort_unstable();
        let count = keys.len();
        keys.dedup();
        assert_eq!(keys.len(), count);
        assert!(families().all(|family| !family.source.is_empty()));
    }
}
