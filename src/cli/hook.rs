//! `codeshot hook`: answers a tool call of an agent, and puts itself into the agent's settings or takes itself out.

mod install;

use super::Failure;
use super::exec::{Observing, keep, now, quoted};
use crate::observe::Disk;
use crate::observe::hook::{self, HookAgent, Outside};
use install::Place;
use serde_json::Value;
use std::io::{Read as _, Write};
use std::path::PathBuf;

/// The most bytes of a tool call that are read.
const MAX_INPUT: u64 = 16 << 20;

/// Arguments of `codeshot hook`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Answer a `PostToolUse` call of Claude Code (JSON on stdin)
    ClaudeCode(Box<Observing>),
    /// Answer a `PreToolUse` call of Codex CLI
    Codex(Box<Observing>),
    /// Answer an `AfterTool` call of Gemini CLI
    Gemini(Box<Observing>),
    /// Answer a call of the opencode plugin
    Opencode(Box<Observing>),
    /// Put the hook into an agent's settings, showing what is written
    Install(Settings),
    /// Take the hook out again
    Uninstall(Settings),
}

/// Which settings are changed.
#[derive(Debug, clap::Args)]
pub(super) struct Settings {
    /// The agent
    #[arg(long, value_enum)]
    pub(super) agent: AgentArg,
    /// The settings file [default: the agent's own in this folder; for Codex in its home]
    #[arg(long, value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// Show what would be written, and write nothing
    #[arg(long)]
    dry_run: bool,
}

/// Agents with hooks, as they are typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum AgentArg {
    ClaudeCode,
    Codex,
    Gemini,
    Opencode,
}

impl From<AgentArg> for HookAgent {
    fn from(arg: AgentArg) -> Self {
        match arg {
            AgentArg::ClaudeCode => Self::ClaudeCode,
            AgentArg::Codex => Self::Codex,
            AgentArg::Gemini => Self::Gemini,
            AgentArg::Opencode => Self::Opencode,
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.what {
        What::ClaudeCode(observing) => answer(HookAgent::ClaudeCode, observing, out),
        What::Codex(observing) => answer(HookAgent::Codex, observing, out),
        What::Gemini(observing) => answer(HookAgent::Gemini, observing, out),
        What::Opencode(observing) => answer(HookAgent::Opencode, observing, out),
        What::Install(settings) => Place::new(settings.agent.into(), settings.file.clone())
            .install(settings.dry_run, out)
            .map_err(Failure::input),
        What::Uninstall(settings) => Place::new(settings.agent.into(), settings.file.clone())
            .uninstall(settings.dry_run, out)
            .map_err(Failure::input),
    }
}

/// Answers one call. Nothing is said where there is nothing to say, and input that is no call is none of our business.
fn answer(agent: HookAgent, observing: &Observing, out: &mut dyn Write) -> Result<(), Failure> {
    let began = now();
    let mut input = Vec::new();
    std::io::stdin().lock().take(MAX_INPUT).read_to_end(&mut input)?;
    let Ok(input) = serde_json::from_slice::<Value>(&input) else { return Ok(()) };
    let settings = observing.settings().map_err(Failure::usage)?;
    // The options of the hook, which come after the program and two words, hold for the command that it rewrites.
    let mut exec: Vec<String> = ["codeshot", "exec", "--agent", "codex"].map(str::to_owned).to_vec();
    exec.extend(std::env::args_os().skip(3).map(|word| quoted(&word.to_string_lossy())));
    exec.push("--".to_owned());
    let keep = |page: &crate::engine::Page| keep(&page.png).ok().map(|path| path.display().to_string());
    let outside = Outside { files: &Disk, keep: &keep, exec: &exec };
    let Some(mut reply) = hook::answer(agent, &input, &settings, &outside) else { return Ok(()) };
    if let Some(json) = &reply.json {
        serde_json::to_writer(&mut *out, json).map_err(std::io::Error::from)?;
        writeln!(out)?;
    }
    reply.record.ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    observing.note(&reply.record);
    Ok(())
}

pub(super) use install::Place as HookPlace;
