//! `codeshot explain`: what a command would show, and why. Nothing is run.

use crate::observe::{Class, Classified, Context, Disk, Read, classify};
use anyhow::Context as _;
use clap::Args as ClapArgs;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// Arguments of `codeshot explain`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// The command line, as an agent would send it to a shell.
    #[arg(required_unless_present = "batch")]
    command: Option<String>,
    /// One JSON object instead of text.
    #[arg(long)]
    json: bool,
    /// Read rows {id, cmd, cwd} from a file of JSON lines ("-" is stdin) and answer one JSON line a row.
    #[arg(long, value_name = "FILE", conflicts_with = "command")]
    batch: Option<PathBuf>,
    /// The repository that windows are named in; rows' cwd count from it.
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// The folder the command runs in, counted from the root.
    #[arg(long, value_name = "DIR", default_value = ".")]
    cwd: PathBuf,
}

#[derive(Deserialize)]
struct Row {
    id: serde_json::Value,
    cmd: String,
    #[serde(default)]
    cwd: PathBuf,
}

#[derive(Serialize)]
struct Answer<'a> {
    id: &'a serde_json::Value,
    class: Class,
    reads: &'a [Read],
    exact: bool,
    mixed: bool,
    never_render: bool,
}

/// Explains one command, or a batch of them.
///
/// # Errors
/// When the root is missing, the batch cannot be read, a row is no JSON object with `id` and `cmd`, or `out` fails.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let root =
        std::fs::canonicalize(&args.root).with_context(|| format!("cannot open the root {}", args.root.display()))?;
    if let Some(batch) = &args.batch {
        return run_batch(batch, &root, out);
    }
    let found = explain(args.command.as_deref().unwrap_or_default(), &root, &args.cwd);
    if args.json {
        serde_json::to_writer(&mut *out, &found)?;
        writeln!(out)?;
    } else {
        write_text(&found, out)?;
    }
    Ok(())
}

fn explain(command: &str, root: &Path, cwd: &Path) -> Classified {
    // `@ROOT@` stands for the root in recorded rows.
    let command = command.replace("@ROOT@", &root.to_string_lossy());
    classify(&command, &Context { root, cwd: &root.join(cwd), files: &Disk })
}

fn run_batch(batch: &Path, root: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let reader: Box<dyn BufRead> = if batch == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        let file = std::fs::File::open(batch).with_context(|| format!("cannot open the batch {}", batch.display()))?;
        Box::new(BufReader::new(file))
    };
    for (index, line) in reader.lines().enumerate() {
        let line = line.with_context(|| format!("cannot read the batch {}", batch.display()))?;
        if line.trim().is_empty() {
            continue;
        }
        let row: Row = serde_json::from_str(&line)
            .with_context(|| format!("row {} of {} needs id and cmd", index + 1, batch.display()))?;
        let found = explain(&row.cmd, root, &row.cwd);
        let (class, reads) = (found.class, &found.reads[..]);
        let (exact, mixed, never_render) = (found.exact, found.mixed, found.never_render);
        serde_json::to_writer(&mut *out, &Answer { id: &row.id, class, reads, exact, mixed, never_render })?;
        writeln!(out)?;
    }
    Ok(())
}

fn write_text(found: &Classified, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "class: {}", found.class.name())?;
    for read in &found.reads {
        let ranges: Vec<String> =
            read.ranges.iter().map(|range| format!("{}-{}", range.first(), range.last())).collect();
        let rev = read.rev.as_deref().map(|rev| format!(" at {rev}")).unwrap_or_default();
        writeln!(out, "window: {}{rev} lines {}", read.path, ranges.join(", "))?;
    }
    let output = match (found.never_render, found.exact, found.reads.is_empty()) {
        (true, ..) => "stays text",
        (_, true, _) => "exactly these lines",
        (.., false) => "these lines and other text, or in doubt",
        (.., true) => "text",
    };
    writeln!(out, "output: {output}")?;
    for reason in &found.why {
        writeln!(out, "why: {reason}")?;
    }
    Ok(())
}
