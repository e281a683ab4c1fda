//! The hook in an agent's settings: merged into what is there, and taken out without a trace.

use crate::observe::hook::HookAgent;
use anyhow::{Context as _, bail};
use serde_json::{Map, Value};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The commands of our entries begin so.
const OURS: &str = "codeshot hook ";

/// Where an agent's hook goes, and what goes there.
#[derive(Debug)]
pub(in crate::cli) struct Place {
    agent: HookAgent,
    file: PathBuf,
}

impl Place {
    /// The agent's own place, unless a file is given.
    #[expect(clippy::disallowed_methods, reason = "the command line may read the environment")]
    pub(in crate::cli) fn new(agent: HookAgent, file: Option<PathBuf>) -> Self {
        let codex = || {
            let home = std::env::var("CODEX_HOME").map(PathBuf::from);
            home.or_else(|_| std::env::var("HOME").map(|home| Path::new(&home).join(".codex"))).unwrap_or_default()
        };
        let file = file.unwrap_or_else(|| match agent {
            HookAgent::ClaudeCode => ".claude/settings.json".into(),
            HookAgent::Codex => codex().join("hooks.json"),
            HookAgent::Gemini => ".gemini/settings.json".into(),
            HookAgent::Opencode => ".opencode/plugins/codeshot.js".into(),
        });
        Self { agent, file }
    }

    /// What belongs there, as it lies in `docs/agents`.
    const fn content(&self) -> &'static str {
        match self.agent {
            HookAgent::ClaudeCode => include_str!("../../../docs/agents/claude-code.json"),
            HookAgent::Codex => include_str!("../../../docs/agents/codex.json"),
            HookAgent::Gemini => include_str!("../../../docs/agents/gemini.json"),
            HookAgent::Opencode => include_str!("../../../docs/agents/opencode.js"),
        }
    }

    /// The settings file.
    pub(in crate::cli) fn file(&self) -> &Path {
        &self.file
    }

    /// Whether the hook is there.
    pub(in crate::cli) fn is_installed(&self) -> bool {
        fs::read_to_string(&self.file).is_ok_and(|text| match self.agent {
            HookAgent::Opencode => text == self.content(),
            _ => text.contains(&format!("{OURS}{}", self.agent.name())),
        })
    }

    pub(in crate::cli) fn install(&self, dry_run: bool, out: &mut dyn Write) -> anyhow::Result<()> {
        let text = if self.agent == HookAgent::Opencode {
            self.content().to_owned()
        } else {
            let mut settings = self.settings()?.unwrap_or_else(|| Value::Object(Map::new()));
            take_out(&mut settings);
            let ours: Value = serde_json::from_str(self.content()).context("the built-in hook is no JSON")?;
            put_in(&mut settings, &ours).with_context(|| format!("cannot add to {}", self.file.display()))?;
            serde_json::to_string_pretty(&settings)? + "\n"
        };
        self.write(Some(&text), dry_run, out)
    }

    pub(in crate::cli) fn uninstall(&self, dry_run: bool, out: &mut dyn Write) -> anyhow::Result<()> {
        if !self.is_installed() {
            writeln!(out, "{}: no hook of codeshot", self.file.display())?;
            return Ok(());
        }
        if self.agent == HookAgent::Opencode {
            return self.write(None, dry_run, out);
        }
        let mut settings = self.settings()?.unwrap_or_default();
        take_out(&mut settings);
        // What held nothing but the hook goes as a whole.
        if settings.as_object().is_some_and(Map::is_empty) {
            return self.write(None, dry_run, out);
        }
        let text = serde_json::to_string_pretty(&settings)? + "\n";
        self.write(Some(&text), dry_run, out)
    }

    /// The settings that are there; `None` where there are none.
    fn settings(&self) -> anyhow::Result<Option<Value>> {
        match fs::read_to_string(&self.file) {
            Ok(text) if text.trim().is_empty() => Ok(None),
            Ok(text) => {
                let broken =
                    || format!("{} is no plain JSON; add the hook by hand (see docs/agents.md)", self.file.display());
                serde_json::from_str(&text).with_context(broken).map(Some)
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", self.file.display())),
        }
    }

    /// Writes or removes the file, whole or not at all, and shows which.
    fn write(&self, text: Option<&str>, dry_run: bool, out: &mut dyn Write) -> anyhow::Result<()> {
        let shown = self.file.display();
        let cannot = || format!("cannot write {shown}");
        let would = if dry_run { "would be " } else { "" };
        let Some(text) = text else {
            writeln!(out, "{shown}: {would}removed")?;
            return if dry_run { Ok(()) } else { fs::remove_file(&self.file).with_context(cannot) };
        };
        writeln!(out, "{shown}: {would}written:\n{text}")?;
        if dry_run {
            return Ok(());
        }
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder).with_context(cannot)?;
        }
        let part = self.file.with_extension("codeshot-part");
        fs::write(&part, text).and_then(|()| fs::rename(&part, &self.file)).with_context(cannot)
    }
}

/// Adds our entries to each event's list.
fn put_in(settings: &mut Value, ours: &Value) -> anyhow::Result<()> {
    let Some(object) = settings.as_object_mut() else { bail!("its top is no object") };
    let hooks = object.entry("hooks").or_insert_with(|| Value::Object(Map::new()));
    let Some(hooks) = hooks.as_object_mut() else { bail!("its `hooks` is no object") };
    for (event, entries) in ours.get("hooks").and_then(Value::as_object).into_iter().flatten() {
        let list = hooks.entry(event.clone()).or_insert_with(|| Value::Array(Vec::new()));
        let Some(list) = list.as_array_mut() else { bail!("its `hooks.{event}` is no list") };
        list.extend(entries.as_array().into_iter().flatten().cloned());
    }
    Ok(())
}

/// Removes our entries, and what they leave empty.
fn take_out(settings: &mut Value) {
    let ours =
        |hook: &Value| hook.get("command").and_then(Value::as_str).is_some_and(|command| command.starts_with(OURS));
    let Some(object) = settings.as_object_mut() else { return };
    let Some(hooks) = object.get_mut("hooks").and_then(Value::as_object_mut) else { return };
    let mut changed = false;
    for list in hooks.values_mut().filter_map(Value::as_array_mut) {
        list.retain_mut(|entry| {
            let Some(commands) = entry.get_mut("hooks").and_then(Value::as_array_mut) else { return true };
            let before = commands.len();
            commands.retain(|hook| !ours(hook));
            changed |= commands.len() < before;
            commands.len() == before || !commands.is_empty()
        });
    }
    if changed {
        hooks.retain(|_, list| list.as_array().is_none_or(|list| !list.is_empty()));
        if hooks.is_empty() {
            object.remove("hooks");
        }
    }
}
