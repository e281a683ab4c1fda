//! `codeshot stats`: what a log adds up to, losses included, and how actions are shared over a run.

use super::exec::root_of;
use crate::observe::exec::{Actions, Record, actions_of, sums_of};
use crate::observe::{Context as Here, Disk, classify};
use anyhow::Context as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Arguments of `codeshot stats`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Log of `codeshot exec --log` or of the hooks
    #[arg(required_unless_present = "trajectories")]
    log: Option<PathBuf>,
    /// Folder with trajectories of mini-swe-agent (*.traj.json), also in folders below it
    #[arg(long, value_name = "DIR", conflicts_with = "log")]
    trajectories: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(folder) = &args.trajectories {
        return trajectories(folder, args.json, out);
    }
    let Some(path) = &args.log else { return Ok(()) };
    let text = fs::read_to_string(path).with_context(|| format!("cannot read the log {}", path.display()))?;
    let mut records: Vec<Record> = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let broken = || format!("line {} of {} is no record of codeshot", index + 1, path.display());
        records.push(serde_json::from_str(line).with_context(broken)?);
    }
    let sums = sums_of(&records);
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &sums)?;
        writeln!(out)?;
        return Ok(());
    }
    writeln!(out, "commands: {}, of which {} returned {} pages", sums.commands, sums.with_pages, sums.pages)?;
    writeln!(
        out,
        "replaced: {} text tokens by {} visual tokens, captions included",
        sums.text_tokens, sums.visual_tokens
    )?;
    writeln!(out, "losses: {} commands, {} tokens more than text", sums.losses, sums.lost_tokens)?;
    writeln!(out, "left as text: {} bytes, tokens not counted", sums.text_bytes)?;
    writeln!(out, "time added: {} ms", sums.ms)?;
    for (reason, count) in &sums.reasons {
        writeln!(out, "stayed text: {count} x {reason}")?;
    }
    shares(&sums.actions, out)
}

/// The share of each class, in all and by quarter.
fn shares(actions: &Actions, out: &mut dyn Write) -> anyhow::Result<()> {
    let share = |part: u64, all: u64| {
        let tenths = (part * 1000 + all / 2).checked_div(all).unwrap_or(0);
        format!("{}.{}%", tenths / 10, tenths % 10)
    };
    let all: u64 = actions.all.values().sum();
    writeln!(out, "class: share, then by quarter of the run")?;
    for (class, count) in &actions.all {
        let quarters: Vec<String> = actions
            .quarters
            .iter()
            .map(|quarter| share(quarter.get(class).copied().unwrap_or(0), quarter.values().sum()))
            .collect();
        writeln!(out, "{class}: {}, {}", share(*count, all), quarters.join(" "))?;
    }
    Ok(())
}

fn trajectories(folder: &Path, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut files = Vec::new();
    find(folder, 0, &mut files).with_context(|| format!("cannot read the folder {}", folder.display()))?;
    files.sort();
    let mut actions = Actions::default();
    let (mut runs, mut skipped) = (0, 0);
    let cwd = std::env::current_dir()?;
    let root = root_of(&cwd);
    let context = Here { root: &root, cwd: &cwd, files: &Disk };
    for file in &files {
        let value = fs::read(file).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let Some(commands) = value.as_ref().and_then(actions_of) else {
            skipped += 1;
            continue;
        };
        let classes: Vec<&str> = commands.iter().map(|command| classify(command, &context).class.name()).collect();
        runs += 1;
        actions.add(&classes);
    }
    if json {
        let report = serde_json::json!({"runs": runs, "skipped": skipped, "actions": actions});
        serde_json::to_writer_pretty(&mut *out, &report)?;
        writeln!(out)?;
        return Ok(());
    }
    writeln!(out, "runs: {runs}; files that are no trajectory: {skipped}")?;
    shares(&actions, out)
}

fn find(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let (path, kind) = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)))?;
        if kind.is_dir() && depth < 8 {
            find(&path, depth + 1, files)?;
        } else if path.to_string_lossy().ends_with(".traj.json") {
            files.push(path);
        }
    }
    Ok(())
}
