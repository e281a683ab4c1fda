//! Hooks of agents: a tool call as JSON in, what the agent should do with its output as JSON out.
//!
//! Each agent has one shape that works and ignores the others without a word, so the reply keeps to the very object that
//! was received. `None` means: say nothing, and the agent goes on as if there were no hook.

use super::exec::{self, Observation, Reason, Record, Segment, Settings, data_url};
use super::{Class, Classified, Context, Files, Numbering, Read, classify, range};
use crate::engine::Page;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Agents with hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookAgent {
    /// Claude Code, `PostToolUse` of Bash and Read: the output becomes one picture.
    ClaudeCode,
    /// Codex CLI, `PreToolUse`: the command is run by `codeshot exec`, which names pages by path.
    Codex,
    /// Gemini CLI, `AfterTool`: the output becomes a text that names the pages.
    Gemini,
    /// opencode, by its plugin: text and attachments.
    Opencode,
}

impl HookAgent {
    /// The name, as it is typed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Gemini => "gemini",
            Self::Opencode => "opencode",
        }
    }
}

/// What a hook needs of the outside.
pub struct Outside<'a> {
    /// Access to files.
    pub files: &'a dyn Files,
    /// Writes a page and gives its path.
    pub keep: &'a dyn Fn(&Page) -> Option<String>,
    /// The words that run a command under `codeshot exec`, up to and with `--`.
    pub exec: &'a [String],
}

impl std::fmt::Debug for Outside<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outside").field("exec", &self.exec).finish_non_exhaustive()
    }
}

/// A reply and the line for the log.
#[derive(Debug)]
pub struct Reply {
    /// What to print; `None` leaves the output alone.
    pub json: Option<Value>,
    /// What was decided.
    pub record: Record,
}

/// Answers one tool call; `None` when it is none that shows source.
pub fn answer(agent: HookAgent, input: &Value, settings: &Settings, outside: &Outside<'_>) -> Option<Reply> {
    let cwd = PathBuf::from(text(input, &["cwd"]).or_else(|| text(input, &["directory"]))?);
    let root = root_of(&cwd, outside.files);
    let context = Context { root: &root, cwd: &cwd, files: outside.files };
    match agent {
        HookAgent::ClaudeCode => claude(input, &context, settings),
        HookAgent::Codex => codex(input, &context, outside),
        HookAgent::Gemini => gemini(input, &context, settings, outside),
        HookAgent::Opencode => opencode(input, &context, settings),
    }
}

/// The top folder of the repository that `cwd` lies in, else `cwd`.
fn root_of(cwd: &Path, files: &dyn Files) -> PathBuf {
    cwd.ancestors().find(|folder| files.entry(&folder.join(".git")).is_some()).unwrap_or(cwd).to_owned()
}

fn text<'a>(value: &'a Value, path: &[&str]) -> Option<&'a str> {
    path.iter().try_fold(value, |value, key| value.get(key))?.as_str()
}

fn claude(input: &Value, context: &Context<'_>, settings: &Settings) -> Option<Reply> {
    let response = input.get("tool_response")?;
    match text(input, &["tool_name"])? {
        "Bash" => {
            let quiet = text(response, &["stderr"]).is_none_or(str::is_empty);
            let whole = response.get("interrupted").and_then(Value::as_bool) != Some(true)
                && response.get("isImage").and_then(Value::as_bool) != Some(true);
            if !quiet || !whole {
                return None;
            }
            // Long output is cut in the object and kept whole in a file.
            let persisted = text(response, &["persistedOutputPath"]);
            let stdout = match persisted {
                Some(path) => context.files.read(Path::new(path))?,
                None => text(response, &["stdout"])?.as_bytes().to_vec(),
            };
            let command = text(input, &["tool_input", "command"])?;
            let found = classify(command, context);
            let mut reply = Reply::new(HookAgent::ClaudeCode, command, &found);
            reply.claude(&exec::observe(&found, context, &stdout, settings), |page| {
                let mut object = response.clone();
                let fields = object.as_object_mut()?;
                fields.insert("stdout".into(), data_url(&page.png).into());
                fields.insert("stderr".into(), "".into());
                fields.insert("isImage".into(), true.into());
                fields.remove("persistedOutputPath");
                fields.remove("persistedOutputSize");
                Some(object)
            });
            Some(reply)
        }
        "Read" => {
            let file = response.get("file")?;
            if text(response, &["type"])? != "text" {
                return None;
            }
            let (path, content) = (text(file, &["filePath"])?, text(file, &["content"])?);
            let start = file.get("startLine").and_then(Value::as_u64).unwrap_or(1);
            let found = read_of(path, start, content, context)?;
            let mut reply = Reply::new(HookAgent::ClaudeCode, &format!("Read {path}"), &found);
            reply.claude(&exec::observe(&found, context, content.as_bytes(), settings), |page| {
                let (width, height) = (page.size.width.get(), page.size.height.get());
                Some(json!({"type": "image", "file": {
                    "base64": data_url(&page.png).strip_prefix("data:image/png;base64,")?,
                    "type": "image/png",
                    "originalSize": page.png.len(),
                    "dimensions": {"originalWidth": width, "originalHeight": height,
                        "displayWidth": width, "displayHeight": height},
                }}))
            });
            Some(reply)
        }
        _ => None,
    }
}

/// What a tool that reads a file shows, as if a command had.
fn read_of(path: &str, start: u64, content: &str, context: &Context<'_>) -> Option<Classified> {
    let count = content.lines().count() as u64;
    let lines = range(start, start.checked_add(count)?.checked_sub(1)?)?;
    let relative = Path::new(path).strip_prefix(context.root).unwrap_or(Path::new(path));
    Some(Classified {
        class: Class::Read,
        reads: vec![Read {
            path: relative.to_string_lossy().into_owned(),
            rev: None,
            ranges: vec![lines],
            numbering: Numbering::None,
        }],
        exact: true,
        mixed: false,
        never_render: false,
        diff: false,
        why: Vec::new(),
    })
}

fn codex(input: &Value, context: &Context<'_>, outside: &Outside<'_>) -> Option<Reply> {
    let command = text(input, &["tool_input", "command"]).or_else(|| text(input, &["tool_input", "cmd"]))?;
    if command.trim_start().starts_with("codeshot ") {
        return None;
    }
    let found = classify(command, context);
    let mut reply = Reply::new(HookAgent::Codex, command, &found);
    match exec::promising(&found) {
        // "allow" lifts the agent's own question: only for what prints source and nothing else.
        Ok(()) if found.exact => {
            let quoted = format!("'{}'", command.replace('\'', r"'\''"));
            let key = if input.get("tool_input")?.get("command").is_some() { "command" } else { "cmd" };
            let mut arguments = input.get("tool_input")?.clone();
            arguments.as_object_mut()?.insert(key.into(), format!("{} {quoted}", outside.exec.join(" ")).into());
            reply.json = Some(json!({"hookSpecificOutput": {
                "hookEventName": "PreToolUse",
                "permissionDecision": "allow",
                "updatedInput": arguments,
            }}));
            reply.record.decision = "rewritten".into();
        }
        Ok(()) => reply.record.reason = Some(Reason::Mixed.word().into()),
        Err(reason) => reply.record.reason = Some(reason.word().into()),
    }
    Some(reply)
}

fn gemini(input: &Value, context: &Context<'_>, settings: &Settings, outside: &Outside<'_>) -> Option<Reply> {
    if text(input, &["tool_name"])? != "run_shell_command" {
        return None;
    }
    let command = text(input, &["tool_input", "command"])?;
    let shown = text(input, &["tool_response", "llmContent"])?;
    // The content is a small report; the output stands after its label.
    let (_, output) = shown.split_once("Output: ").unwrap_or(("", shown));
    let found = classify(command, context);
    let mut reply = Reply::new(HookAgent::Gemini, command, &found);
    // What follows the output in the report is no part of it.
    let output = output.split("\nError: ").next().unwrap_or_default();
    let output = output.split("\nProcess Group PGID: ").next().unwrap_or_default();
    let observation = exec::observe(&found, context, output.as_bytes(), settings);
    reply.record.observed(&observation);
    if observation.pages() > 0 {
        let printed = exec::emit(exec::Agent::Paths, &observation, &mut |page| (outside.keep)(page)).ok()?;
        let listing = String::from_utf8(printed).ok()?;
        let reason = format!("The output is shown as pictures; open each with read_file:\n{listing}");
        reply.json = Some(json!({"decision": "deny", "reason": reason}));
    }
    Some(reply)
}

fn opencode(input: &Value, context: &Context<'_>, settings: &Settings) -> Option<Reply> {
    if text(input, &["tool"])? != "bash" {
        return None;
    }
    let command = text(input, &["args", "command"])?;
    let output = text(input, &["output", "output"])?;
    let found = classify(command, context);
    let mut reply = Reply::new(HookAgent::Opencode, command, &found);
    let observation = exec::observe(&found, context, output.as_bytes(), settings);
    reply.record.observed(&observation);
    if observation.pages() == 0 {
        return Some(reply);
    }
    let (mut shown, mut attachments) = (String::new(), Vec::new());
    for segment in &observation.segments {
        match segment {
            Segment::Text(bytes) => shown.push_str(&String::from_utf8_lossy(bytes)),
            Segment::Pages { pages, captions, .. } => {
                for (page, caption) in pages.iter().zip(captions) {
                    // Writing to a string cannot fail.
                    let _ = writeln!(shown, "[picture {}: {caption}]", attachments.len() + 1);
                    attachments.push(json!({
                        "mime": "image/png",
                        "filename": format!("page-{}.png", attachments.len() + 1),
                        "url": data_url(&page.png),
                    }));
                }
            }
        }
    }
    reply.json = Some(json!({"output": shown, "attachments": attachments}));
    Some(reply)
}

impl Reply {
    fn new(agent: HookAgent, command: &str, found: &Classified) -> Self {
        Self { json: None, record: Record::of(agent.name(), command, found) }
    }

    /// Claude Code takes one picture a call, and no text with it but a remark.
    fn claude(&mut self, observation: &Observation, output: impl Fn(&Page) -> Option<Value>) {
        let replaced = exec::sole(observation).map(|(page, caption)| (output(page), caption.to_owned()));
        match replaced {
            Ok((Some(object), caption)) => {
                self.json = Some(json!({"hookSpecificOutput": {
                    "hookEventName": "PostToolUse",
                    "updatedToolOutput": object,
                    "additionalContext": format!("The output is shown as a picture: {caption}"),
                }}));
                self.record.observed(observation);
            }
            _ if observation.pages() == 0 => self.record.observed(observation),
            Ok(_) => self.record.reason = Some(Reason::Error.word().into()),
            Err(reason) => self.record.reason = Some(reason.word().into()),
        }
    }
}
