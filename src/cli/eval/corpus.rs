//! `codeshot eval corpus`: the pinned packages, and what lies in a corpus.

use super::{bar, failure};
use crate::cli::{Failure, Streams};
use crate::eval::corpus::{Corpus, PACKAGES, fetch};
use std::path::PathBuf;

/// Where the wheels go unless told otherwise.
pub(super) const FOLDER: &str = "codeshot-corpus";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder for the wheels, 65 MB
    #[arg(short, long, value_name = "DIR", default_value = FOLDER)]
    output: PathBuf,
    /// Python whose pip fetches them
    #[arg(long, value_name = "PYTHON", default_value = "python3")]
    python: String,
}

pub(super) fn run(args: &Args, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let progress = bar(PACKAGES.len() as u64, "fetching");
    let fetched = fetch(&args.output, &args.python, |package| {
        progress.set_message(format!("fetching {}", package.name));
        progress.inc(1);
    });
    progress.finish_and_clear();
    fetched.map_err(failure)?;
    let corpus = Corpus::open(&args.output, &[]).map_err(failure)?;
    writeln!(streams.out, "{:14} {:8} {:>6} {:>9} {:>6}  licence", "package", "version", "files", "lines", "weight")?;
    for (pinned, (name, files, lines)) in PACKAGES.iter().zip(corpus.survey()) {
        let (version, weight, licence) = (pinned.version, pinned.instances, pinned.licence);
        writeln!(streams.out, "{name:14} {version:8} {files:>6} {lines:>9} {weight:>6}  {licence}")?;
    }
    writeln!(streams.err, "codeshot: digests are right; the wheels stay under their own licences")?;
    Ok(())
}
