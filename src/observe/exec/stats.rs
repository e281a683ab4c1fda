//! Sums over a log, and the shares of actions over a run's course.

use super::Record;
use std::collections::BTreeMap;

/// Parts that a run is cut into for its trend.
const PARTS: usize = 4;

/// The sums of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Sums {
    /// Commands in all.
    pub commands: u64,
    /// Commands that returned pages.
    pub with_pages: u64,
    /// Pages sent.
    pub pages: u64,
    /// What the replaced lines would have cost as text.
    pub text_tokens: u64,
    /// What the pages cost, the text beside them included.
    pub visual_tokens: u64,
    /// Commands whose pages cost more than their text.
    pub losses: u64,
    /// By how much, in all.
    pub lost_tokens: u64,
    /// Bytes that went on as text; their tokens were not counted.
    pub text_bytes: u64,
    /// Milliseconds added, in all.
    pub ms: u64,
    /// How often each reason kept output text.
    pub reasons: BTreeMap<String, u64>,
    /// Shares of actions.
    pub actions: Actions,
}

/// How often each class occurs, in all and by quarter of the run.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Actions {
    /// In all.
    pub all: BTreeMap<String, u64>,
    /// First to last quarter.
    pub quarters: [BTreeMap<String, u64>; PARTS],
}

impl Actions {
    /// Adds one run, its classes in order.
    pub fn add(&mut self, classes: &[&str]) {
        for (index, class) in classes.iter().enumerate() {
            let part = index * PARTS / classes.len();
            *self.all.entry((*class).to_owned()).or_default() += 1;
            *self.quarters[part].entry((*class).to_owned()).or_default() += 1;
        }
    }
}

/// Sums up a log; its commands are taken as one run.
pub fn sums_of(records: &[Record]) -> Sums {
    let mut sums = Sums::default();
    for record in records {
        sums.commands += 1;
        sums.with_pages += u64::from(record.pages > 0);
        sums.pages += record.pages;
        sums.text_tokens += record.text_tokens;
        sums.visual_tokens += record.visual_tokens;
        let loss = record.visual_tokens.saturating_sub(record.text_tokens);
        sums.losses += u64::from(loss > 0);
        sums.lost_tokens += loss;
        sums.text_bytes += record.text_bytes;
        sums.ms += record.ms;
        if let Some(reason) = &record.reason {
            *sums.reasons.entry(reason.clone()).or_default() += 1;
        }
    }
    sums.actions.add(&records.iter().map(|record| record.class.as_str()).collect::<Vec<_>>());
    sums
}

/// The commands of a mini-swe-agent trajectory, in order; `None` when it is none.
pub fn actions_of(trajectory: &serde_json::Value) -> Option<Vec<String>> {
    let format = trajectory.get("trajectory_format")?.as_str()?;
    if !format.starts_with("mini-swe-agent-1") {
        return None;
    }
    let actions = trajectory
        .get("messages")?
        .as_array()?
        .iter()
        .filter_map(|message| message.get("extra")?.get("actions")?.as_array());
    let command = |action: &serde_json::Value| Some(action.get("command")?.as_str()?.to_owned());
    Some(actions.flatten().filter_map(command).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_counted_and_quarters_add_up() {
        let of = |class: &str, text, visual| Record {
            class: class.into(),
            text_tokens: text,
            visual_tokens: visual,
            pages: u64::from(visual > 0),
            ..Record::default()
        };
        let log = [of("read", 100, 50), of("read", 10, 30), of("edit", 0, 0), of("test", 0, 0)];
        let sums = sums_of(&log);
        assert_eq!((sums.commands, sums.with_pages, sums.losses, sums.lost_tokens), (4, 2, 1, 20));
        assert_eq!((sums.text_tokens, sums.visual_tokens), (110, 80));
        assert_eq!(sums.actions.quarters[0]["read"], 1);
        assert_eq!(sums.actions.quarters[3]["test"], 1);
    }
}
