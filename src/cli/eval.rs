//! `codeshot eval`: the harness, one file a subcommand.

mod corpus;
mod legibility;
mod surface;

use super::{Failure, Streams};
use crate::eval::EvalError;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;

/// Arguments of `codeshot eval`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Fetch the twelve packages that windows are sampled from, by your own pip
    Corpus(corpus::Args),
    /// Lay windows out at a grid of ratios: tables, figures, comparison with the published table
    Surface(surface::Args),
    /// Have pages read by an OCR network or a model: errors against tokens
    Legibility(Box<legibility::Args>),
}

pub(super) fn run(args: &Args, streams: &mut Streams<'_>) -> Result<(), Failure> {
    match &args.command {
        Command::Corpus(args) => corpus::run(args, streams),
        Command::Surface(args) => surface::run(args, streams),
        Command::Legibility(args) => legibility::run(args, streams),
    }
}

/// Whose fault an error is.
fn failure(error: EvalError) -> Failure {
    match error {
        EvalError::Cost(_) | EvalError::EmptyWindow | EvalError::TooShort { .. } => Failure::usage(error),
        error => Failure::input(error),
    }
}

/// A progress bar on standard error; nothing where that is no terminal.
fn bar(all: u64, what: &str) -> ProgressBar {
    let target =
        if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(all), target);
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(what.to_owned());
    bar
}
