//! Options of a model (detail, media resolution, tier, caps of a serving stack) as words, and how they change a rule.

use super::error::CostError;
use super::rule::{Rounding, Rule, Slot, UNLIMITED};
use super::table::{Change, Family};
use serde_json::Value;

/// Options as pairs of key and value, applied in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(Vec<(String, String)>);

impl Options {
    /// No options.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds one option.
    pub fn set(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.0.push((key.into(), value.into()));
    }

    /// Adds `key=value` pairs separated by commas; `None` when a pair has no `=`.
    ///
    /// ```
    /// use codeshot::cost::Options;
    /// assert!(Options::parse("detail=high,budget=1536").is_some());
    /// assert!(Options::parse("detail").is_none());
    /// ```
    pub fn parse(pairs: &str) -> Option<Self> {
        let pairs = pairs.split(',').map(str::trim).filter(|pair| !pair.is_empty());
        let pairs = pairs.map(|pair| pair.split_once('=').map(|(key, value)| (key.trim().into(), value.trim().into())));
        pairs.collect::<Option<Vec<_>>>().map(Self)
    }

    /// The members of a JSON object; `None` for any other value. Members that are null say nothing.
    pub fn from_json(value: &Value) -> Option<Self> {
        let members = value.as_object()?;
        let mut options = Self::new();
        for (key, value) in members {
            match value {
                Value::Null => {}
                Value::String(text) => options.set(key, text),
                other => options.set(key, other.to_string()),
            }
        }
        Some(options)
    }

    /// Adds those of another set, after these.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }
}

/// Applies the family's choices first, since a choice may exchange the rule, then the fields.
pub(super) fn apply<'a>(
    family: &Family,
    rule: &mut Rule,
    options: impl Iterator<Item = (&'a str, &'a str)> + Clone,
) -> Result<(), CostError> {
    let is_choice = |key: &str| family.choices.iter().any(|choice| choice.key == key);
    for (key, value) in options.clone().filter(|(key, _)| is_choice(key)) {
        choose(family, rule, key, value)?;
    }
    for (key, value) in options.filter(|(key, _)| !is_choice(key)) {
        set(family, rule, key, value)?;
    }
    Ok(())
}

fn choose(family: &Family, rule: &mut Rule, key: &str, value: &str) -> Result<(), CostError> {
    let choices = family.choices.iter().filter(|choice| choice.key == key);
    let Some(choice) = choices.clone().find(|choice| choice.values.contains(&value)) else {
        let known = choices.flat_map(|choice| choice.values).copied().collect::<Vec<_>>().join(", ");
        return Err(bad(family, key, value, known));
    };
    match choice.change {
        Change::Nothing => {}
        Change::Rule(other) => *rule = other,
        Change::Fields(fields) => {
            for (field, number) in fields {
                put(rule, field, *number);
            }
        }
    }
    Ok(())
}

/// Sets a field that the table names; the test of the table sees to it that the field exists.
fn put(rule: &mut Rule, field: &str, number: u64) {
    for (names, slot) in rule.fields() {
        if names.contains(&field) {
            match slot {
                Slot::Count(place) | Slot::Cap(place) | Slot::Extra(place) | Slot::Ratio(place) => *place = number,
                Slot::Flag(place) => *place = number != 0,
                Slot::Rounding(_) => {}
            }
        }
    }
}

fn set(family: &Family, rule: &mut Rule, key: &str, value: &str) -> Result<(), CostError> {
    let found = rule.fields().into_iter().find(|(names, _)| names.contains(&key));
    let Some((_, slot)) = found else {
        let known = known_options(family, rule);
        return Err(CostError::UnknownOption { key: key.into(), family: family.key.into(), known });
    };
    let expected = match &slot {
        Slot::Count(_) => "a whole number from 1 to 1000000000",
        Slot::Cap(_) => "a whole number from 1 to 1000000000, or none",
        Slot::Extra(_) => "a whole number from 0 to 1000000000",
        Slot::Ratio(_) => "a number above 0 with at most three decimals, up to 1000",
        Slot::Flag(_) => "true or false",
        Slot::Rounding(_) => "floor or round",
    };
    fill(slot, value).ok_or_else(|| bad(family, key, value, expected.into()))?;
    check(family, rule, key, value)
}

/// The greatest number an option may hold: products of two stay far below the range of the fields.
const MAX_NUMBER: u64 = 1_000_000_000;

fn fill(slot: Slot<'_>, value: &str) -> Option<()> {
    let number = |least: u64| value.parse().ok().filter(|n| (least..=MAX_NUMBER).contains(n));
    match slot {
        Slot::Count(place) => *place = number(1)?,
        Slot::Cap(place) => *place = if value == "none" { UNLIMITED } else { number(1)? },
        Slot::Extra(place) => *place = number(0)?,
        Slot::Ratio(place) => *place = thousandths(value).filter(|n| (1..=1_000_000).contains(n))?,
        Slot::Flag(place) => {
            *place = match value {
                "true" | "1" | "yes" => true,
                "false" | "0" | "no" => false,
                _ => return None,
            }
        }
        Slot::Rounding(place) => {
            *place = match value {
                "floor" => Rounding::Floor,
                "round" => Rounding::Round,
                _ => return None,
            }
        }
    }
    Some(())
}

/// A decimal number in thousandths, without a float.
pub(super) fn thousandths(value: &str) -> Option<u64> {
    let (whole, part) = value.split_once('.').unwrap_or((value, ""));
    let digits = part.trim_end_matches('0');
    if digits.len() > 3 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let part: u64 = format!("{digits:0<3}").parse().ok()?;
    whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(part)
}

/// Refuses units, tiles and grids with which no page could be priced.
fn check(family: &Family, rule: &mut Rule, key: &str, value: &str) -> Result<(), CostError> {
    const MAX_UNIT: u64 = 16_384;
    const MAX_TILES: u64 = 256;
    const UNITS: &[&str] = &["patch", "merge", "pool", "tile", "global", "canvas", "temporal"];
    const GRIDS: &[&str] = &["min_tiles", "max_tiles", "images_in_prompt", "anyres_max", "max_crops"];
    let (most, what) = match key {
        _ if UNITS.contains(&key) => (MAX_UNIT, "at most 16384"),
        _ if GRIDS.contains(&key) => (MAX_TILES, "at most 256"),
        "max_soft_tokens" => (MAX_UNIT, "at most 16384"),
        _ => (u64::MAX, ""),
    };
    let fits = value.parse::<u64>().is_ok_and(|n| n <= most) || most == u64::MAX;
    if fits && rule.unit() > 0 && rule.unit() <= MAX_UNIT && rule.patch() != Some(0) {
        return Ok(());
    }
    let what = if what.is_empty() { "a value that leaves whole patches" } else { what };
    Err(bad(family, key, value, what.into()))
}

fn bad(family: &Family, key: &str, value: &str, known: String) -> CostError {
    CostError::BadOption { key: key.into(), value: value.into(), family: family.key.into(), known }
}

fn known_options(family: &Family, rule: &mut Rule) -> String {
    let mut known: Vec<&str> = family.choices.iter().map(|choice| choice.key).collect();
    known.dedup();
    known.extend(rule.fields().iter().flat_map(|(names, _)| names.iter().copied()));
    known.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_become_thousandths_exactly() {
        assert_eq!(thousandths("1.2"), Some(1200));
        assert_eq!(thousandths("2"), Some(2000));
        assert_eq!(thousandths("1.625"), Some(1625));
        assert_eq!(thousandths("1.2000"), Some(1200));
        assert_eq!(thousandths("1.6255"), None);
        assert_eq!(thousandths("-1.2"), None);
        assert_eq!(thousandths(""), None);
    }

    #[test]
    fn json_members_become_words() {
        let value = serde_json::json!({"tier": "standard", "patches": 10, "crops": true, "none": null});
        let options = Options::from_json(&value).expect("an object");
        assert_eq!(options.iter().count(), 3);
        assert!(Options::from_json(&serde_json::json!([1])).is_none());
    }
}
