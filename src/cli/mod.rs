//! The command line: arguments, one file a command, what is printed where, exit codes.
//!
//! Standard output carries results only (page paths, JSON); everything said about them goes to
//! standard error. Nothing below this module prints, reads the environment or ends the process.

mod doctor;
mod estimate;
#[cfg(feature = "eval")]
mod eval;
mod exec;
mod explain;
mod explain_plan;
mod failure;
mod format;
mod hook;
mod input;
#[cfg(feature = "serve")]
mod mcp;
mod models;
mod output;
mod render;
mod stats;
mod values;
mod walk;
mod which;

pub use failure::{Exit, Failure};
pub(crate) use format::Format;
pub(crate) use which::Which;

use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// Source code as PNG pages that vision-language models read at fewer tokens than text.
#[derive(Debug, Parser)]
#[command(name = "codeshot", version, about, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 fine; 1 the input or an output path is at fault; 2 wrong usage.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Draw source code as PNG pages within a token budget
    Render(Box<render::Args>),
    /// Say what pictures cost as tokens of a model
    Estimate(Box<estimate::Args>),
    /// Say what a shell command would show of a repository, and why
    Explain(explain::Args),
    /// Run a command and give its output back, source windows as pages
    Exec(Box<exec::Args>),
    /// Answer an agent's hook, or put the hook into its settings
    Hook(Box<hook::Args>),
    /// Prove that an agent would get pages, or say why not
    Doctor(doctor::Args),
    /// Serve the tools of the Model Context Protocol on stdin and stdout
    #[cfg(feature = "serve")]
    Mcp(Box<mcp::Args>),
    /// Sum up a log, or the actions of trajectories
    Stats(stats::Args),
    /// List the families of models, their rules and what they read
    Models(models::Args),
    /// Measure: token-cost surfaces, beside the published one
    #[cfg(feature = "eval")]
    Eval(Box<eval::Args>),
}

/// Where results and remarks go.
pub(crate) struct Streams<'a> {
    pub(crate) out: &'a mut dyn Write,
    pub(crate) err: &'a mut dyn Write,
}

/// Runs the program on the given arguments, the first being its own name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    // Before anything is locked: the command's output is the output.
    if let Command::Exec(args) = &cli.command {
        return exec::run(args);
    }
    let (stdout, stderr) = (io::stdout(), io::stderr());
    let mut out = io::BufWriter::new(stdout.lock());
    let mut err = stderr.lock();
    let mut streams = Streams { out: &mut out, err: &mut err };
    let result = match cli.command {
        Command::Render(args) => render::run(&args, &mut streams),
        Command::Estimate(args) => estimate::run(&args, streams.out).map_err(Failure::input),
        Command::Explain(args) => explain::run(&args, streams.out).map_err(Failure::input),
        Command::Exec(_) => Ok(()),
        Command::Hook(args) => hook::run(&args, streams.out),
        Command::Doctor(args) => doctor::run(&args, streams.out),
        #[cfg(feature = "serve")]
        Command::Mcp(args) => mcp::run(&args, streams.out),
        Command::Stats(args) => stats::run(&args, streams.out).map_err(Failure::input),
        Command::Models(args) => models::run(&args, streams.out).map_err(Failure::input),
        #[cfg(feature = "eval")]
        Command::Eval(args) => eval::run(&args, &mut streams),
    };
    let result = result.and_then(|()| out.flush().map_err(Failure::from));
    match result {
        Ok(()) => Exit::Fine.into(),
        // A reader that has seen enough is no fault.
        Err(failure) if failure.is_broken_pipe() => Exit::Fine.into(),
        Err(failure) => {
            // When even standard error is closed there is nobody left to tell.
            let _ = writeln!(err, "codeshot: {failure}");
            failure.exit.into()
        }
    }
}

/// Prints a usage error or the help that was asked for.
fn usage(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    if error.use_stderr() { Exit::Usage.into() } else { Exit::Fine.into() }
}
