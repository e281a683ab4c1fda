//! One line of the log: what a command was, what was decided, what it cost.

use super::{Agent, Observation};
use crate::observe::Classified;
use serde::{Deserialize, Serialize};

/// The most bytes of a command that are logged.
const MAX_COMMAND: usize = 400;

/// A window as it is logged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordWindow {
    /// The file, after its revision if it has one.
    pub name: String,
    /// First and last line asked for.
    pub asked: [u64; 2],
    /// First and last line shown.
    pub shown: [u64; 2],
}

/// One command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The agent, or the hook.
    pub agent: String,
    /// The command, cut to 400 bytes.
    pub command: String,
    /// Its class.
    pub class: String,
    /// `pages` or `text`.
    pub decision: String,
    /// One word why (some of) it stayed text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Windows that became pages.
    #[serde(default)]
    pub windows: Vec<RecordWindow>,
    /// Pages sent.
    #[serde(default)]
    pub pages: u64,
    /// What the replaced lines cost as text; 0 where nothing was replaced.
    #[serde(default)]
    pub text_tokens: u64,
    /// What the pages cost, the text beside them included.
    #[serde(default)]
    pub visual_tokens: u64,
    /// Bytes of stdout that went on as text.
    #[serde(default)]
    pub text_bytes: u64,
    /// Milliseconds that codeshot added, as far as it knows.
    #[serde(default)]
    pub ms: u64,
    /// The command's exit code; 128 and the signal where a signal ended it.
    #[serde(default)]
    pub exit: i32,
}

impl Record {
    /// The part that is known before the command runs.
    pub fn of(agent: &str, command: &str, found: &Classified) -> Self {
        let mut end = command.len().min(MAX_COMMAND);
        while !command.is_char_boundary(end) {
            end -= 1;
        }
        Self {
            agent: agent.into(),
            command: command[..end].into(),
            class: found.class.name().into(),
            decision: "text".into(),
            ..Self::default()
        }
    }

    /// Adds what became of the output.
    pub fn observed(&mut self, observation: &Observation) {
        let pair = |range: crate::units::LineRange| [range.first().get(), range.last().get()];
        self.pages = observation.pages() as u64;
        self.decision = if self.pages > 0 { "pages" } else { "text" }.into();
        self.reason = observation.reason.map(|reason| reason.word().into());
        self.windows = observation
            .windows()
            .map(|window| RecordWindow { name: window.name(), asked: pair(window.asked), shown: pair(window.shown) })
            .collect();
        self.text_tokens = observation.text_tokens.get();
        self.visual_tokens = observation.visual_tokens.get();
        let text = |segment: &super::Segment| if let super::Segment::Text(bytes) = segment { bytes.len() } else { 0 };
        self.text_bytes = observation.segments.iter().map(|segment| text(segment) as u64).sum();
    }
}

impl Agent {
    /// The name, as it is typed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paths => "paths",
            Self::Mswea => "mswea",
            Self::SweAgent => "sweagent",
            Self::ClaudeCode => "claude-code",
        }
    }
}
