//! `codeshot doctor`: proves that an agent would get pages from here, or says why not.

use super::exec::on_path;
use super::hook::HookPlace;
use super::{Exit, Failure};
use crate::observe::Disk;
use crate::observe::exec::{Settings, When};
use crate::observe::hook::{self, HookAgent, Outside};
use anyhow::Context as _;
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Arguments of `codeshot doctor`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The agent
    #[arg(long, value_enum)]
    agent: AgentArg,
    /// The settings to look at [default: the agent's own]; for mswea its YAML file
    #[arg(long, value_name = "FILE", alias = "config")]
    file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum AgentArg {
    ClaudeCode,
    Codex,
    Gemini,
    Opencode,
    Mswea,
}

/// What was found: each line fine or not.
#[derive(Default)]
struct Findings(Vec<(bool, String)>);

impl Findings {
    fn add(&mut self, fine: bool, text: impl Into<String>) {
        self.0.push((fine, text.into()));
    }
}

/// Runs the command.
pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let mut findings = Findings::default();
    findings.add(on_path(OsStr::new("codeshot")), "codeshot is on the path, where the agent looks for it");
    match args.agent {
        AgentArg::ClaudeCode => hooked(HookAgent::ClaudeCode, "claude", args, &mut findings)?,
        AgentArg::Codex => hooked(HookAgent::Codex, "codex", args, &mut findings)?,
        AgentArg::Gemini => hooked(HookAgent::Gemini, "gemini", args, &mut findings)?,
        AgentArg::Opencode => hooked(HookAgent::Opencode, "opencode", args, &mut findings)?,
        AgentArg::Mswea => mswea(args.file.as_deref(), &mut findings)?,
    }
    for (fine, text) in &findings.0 {
        writeln!(out, "{} {text}", if *fine { "ok  " } else { "NOT " })?;
    }
    let wrong = findings.0.iter().filter(|(fine, _)| !fine).count();
    if wrong > 0 {
        return Err(Failure {
            exit: Exit::Input,
            error: anyhow::anyhow!("{wrong} of {} checks failed", findings.0.len()),
        });
    }
    Ok(())
}

fn hooked(agent: HookAgent, program: &str, args: &Args, findings: &mut Findings) -> Result<(), Failure> {
    findings.add(on_path(OsStr::new(program)), format!("{program} is on the path"));
    let place = HookPlace::new(agent, args.file.clone());
    let cure = format!("codeshot hook install --agent {}", agent.name());
    findings.add(place.is_installed(), format!("the hook is in {} (else: {cure})", place.file().display()));
    let works = replaces(agent).map_err(Failure::input)?;
    findings.add(works, "a recorded call of the agent is answered in the shape that it takes");
    let limit = match agent {
        HookAgent::ClaudeCode => {
            "needs Claude Code 2.1.121 or newer; one page a call, more stay text (use the MCP server)"
        }
        HookAgent::Codex => {
            "Codex refuses replaced output: commands are rewritten and pages named by path (or use the MCP server)"
        }
        HookAgent::Gemini => "Gemini CLI takes no picture from a hook: pages are named by path (or use the MCP server)",
        HookAgent::Opencode => {
            "the model's entry needs `attachment: true` and `modalities.input: [\"text\", \"image\"]`"
        }
    };
    findings.add(true, limit);
    Ok(())
}

/// Sends a call as the agent would, about a file of our own, and looks at the answer.
fn replaces(agent: HookAgent) -> anyhow::Result<bool> {
    let folder = std::env::temp_dir().join(format!("codeshot-doctor-{}", std::process::id()));
    std::fs::create_dir_all(&folder).context("cannot make a temporary folder")?;
    let mut text = String::new();
    for line in 0..40 {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "fn number_{line}(left: u64, right: u64) -> u64 {{ left + right * {line} }}");
    }
    let file = folder.join("sample.rs");
    let written = std::fs::write(&file, &text).context("cannot write a temporary file");
    let works = written.map(|()| answered(agent, &folder, &text));
    // Best effort: it is a temporary folder.
    let _ = std::fs::remove_dir_all(&folder);
    works
}

fn answered(agent: HookAgent, folder: &Path, text: &str) -> bool {
    let cwd = folder.to_string_lossy();
    let command = "cat sample.rs";
    let call = match agent {
        HookAgent::ClaudeCode => json!({"cwd": cwd, "hook_event_name": "PostToolUse", "tool_name": "Bash",
            "tool_input": {"command": command}, "tool_response": {"stdout": text.trim_end(), "stderr": "",
            "interrupted": false, "isImage": false, "noOutputExpected": false}}),
        HookAgent::Codex => json!({"cwd": cwd, "hook_event_name": "PreToolUse", "tool_name": "Bash",
            "tool_input": {"command": command}}),
        HookAgent::Gemini => json!({"cwd": cwd, "hook_event_name": "AfterTool", "tool_name": "run_shell_command",
            "tool_input": {"command": command}, "tool_response": {"llmContent": text, "returnDisplay": text}}),
        HookAgent::Opencode => json!({"directory": cwd, "tool": "bash", "args": {"command": command},
            "output": {"output": text}}),
    };
    let settings = Settings { when: When::Always, ..Settings::default() };
    let keep = |_: &crate::engine::Page| Some("page.png".to_owned());
    let exec = ["codeshot".to_owned(), "exec".to_owned(), "--".to_owned()];
    let outside = Outside { files: &Disk, keep: &keep, exec: &exec };
    let reply = hook::answer(agent, &call, &settings, &outside).and_then(|reply| reply.json);
    let at = |path: &str| reply.as_ref().and_then(|reply| reply.pointer(path)).and_then(Value::as_str);
    match agent {
        HookAgent::ClaudeCode => {
            at("/hookSpecificOutput/updatedToolOutput/stdout").is_some_and(|url| url.starts_with("data:image/png"))
        }
        HookAgent::Codex => {
            at("/hookSpecificOutput/updatedInput/command").is_some_and(|line| line.ends_with("-- 'cat sample.rs'"))
        }
        HookAgent::Gemini => at("/reason").is_some_and(|reason| reason.contains("page.png")),
        HookAgent::Opencode => at("/attachments/0/url").is_some_and(|url| url.starts_with("data:image/png")),
    }
}

/// The traps of a mini-swe-agent configuration, by its text.
fn mswea(file: Option<&Path>, findings: &mut Findings) -> Result<(), Failure> {
    let Some(file) = file else {
        return Err(Failure::usage(anyhow::anyhow!("name the configuration with --file CONFIG.yaml")));
    };
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read {}", file.display()))
        .map_err(Failure::input)?;
    let has = |part: &str| text.contains(part);
    findings.add(
        has("multimodal_regex") && has("MSWEA_MULTIMODAL_CONTENT"),
        "model.multimodal_regex finds the tag (it is empty by default, and the tag would go out as text)",
    );
    findings.add(
        has("set_cache_control: null"),
        "model.set_cache_control is null (Claude models fail on pictures otherwise)",
    );
    let cuts = has("observation_template") && has("in output.output");
    findings.add(cuts, "the observation template keeps output that holds the tag whole (the stock one cuts it)");
    findings
        .add(!has("litellm_response"), "the model class is not litellm_response (it sends the picture as base64 text)");
    findings.add(
        has("codeshot_mswea.CodeshotEnvironment") || (has("interpreter") && has("mswea")),
        "commands run under codeshot exec --agent mswea",
    );
    Ok(())
}
