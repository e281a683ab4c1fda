//! `codeshot eval surface`: the token-cost surface of a corpus.

use super::corpus::FOLDER;
use super::{bar, failure};
use crate::cli::values;
use crate::cli::{Failure, Streams};
use crate::engine::Budget;
use crate::eval::corpus::Corpus;
use crate::eval::report::{Report, Weighting};
use crate::eval::surface::{self, Preset, Series, Settings};
use crate::units::Permille;
use anyhow::anyhow;
use std::path::{Path, PathBuf};

/// The models of the default preset: the study's two, and those that most agents run on.
const MODELS: [&str; 6] =
    ["kimi-k2.5", "qwen3.5", "claude-opus-5", "claude-haiku-4-5", "gpt-5.5", "gemini-3-pro-preview"];

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder of `codeshot eval corpus`, or any folder of sources
    #[arg(long, value_name = "DIR", default_value = FOLDER, conflicts_with = "built_in")]
    corpus: PathBuf,
    /// Sample from the small corpus that is built in
    #[arg(long)]
    built_in: bool,
    /// Extensions of the files to sample from, in a folder that is not the packages
    #[arg(long, value_name = "EXT", value_delimiter = ',', default_value = "py")]
    extension: Vec<String>,
    /// Who chooses the layout; several may be given
    #[arg(long, value_name = "PRESET", value_delimiter = ',', default_value = "paper,default")]
    preset: Vec<PresetArg>,
    /// Models to price pages for [default: kimi-k2.5 for paper, six models for the others]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    model: Vec<String>,
    /// Window sizes in lines
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "10,30,50,100,200,300,400,500")]
    windows: Vec<usize>,
    /// Nominal ratios
    #[arg(long, value_name = "R,...", value_delimiter = ',', value_parser = ratio, default_value = "1,2,3,5,7")]
    ratios: Vec<Permille>,
    /// Windows of each size
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    samples: u32,
    /// Seed of the sample
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Weigh windows so that the mean raw text of each size is the published table's
    #[arg(long, value_name = "WHAT", default_value = "plain")]
    weighting: WeightingArg,
    /// Folder for results; a run that was broken off goes on there
    #[arg(short, long, value_name = "DIR", default_value = "codeshot-surface")]
    output: PathBuf,
}

/// [`Preset`] as it is typed.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum PresetArg {
    /// The published search
    Paper,
    /// Our planner
    Default,
    /// Our planner without the legibility floor
    Illegible,
}

/// [`Weighting`] as it is typed.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum WeightingArg {
    /// Each window counts the same
    Plain,
    /// To the published means of raw text
    Published,
}

impl From<PresetArg> for Preset {
    fn from(arg: PresetArg) -> Self {
        match arg {
            PresetArg::Paper => Self::Paper,
            PresetArg::Default => Self::Default,
            PresetArg::Illegible => Self::Illegible,
        }
    }
}

pub(super) fn ratio(text: &str) -> Result<Permille, String> {
    match values::ratio(text)? {
        Budget::Ratio(ratio) => Ok(ratio),
        Budget::Tokens(_) => Err(format!("'{text}' is no ratio")),
    }
}

pub(super) fn run(args: &Args, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let corpus = open(&args.corpus, args.built_in, &args.extension)?;
    let settings = args.settings();
    let progress = bar(0, "windows");
    let surface = surface::run(&corpus, &settings, &args.output, |at| {
        progress.set_length(at.all as u64);
        progress.set_position(at.done as u64);
    });
    progress.finish_and_clear();
    let weighting = match args.weighting {
        WeightingArg::Plain => Weighting::Plain,
        WeightingArg::Published => Weighting::Published,
    };
    let report = Report::new(&surface.map_err(failure)?, weighting);
    for path in report.write(&args.output).map_err(failure)? {
        writeln!(streams.out, "{}", path.display())?;
    }
    summary(&report, streams)
}

/// The corpus that arguments name.
pub(super) fn open(folder: &Path, built_in: bool, extensions: &[String]) -> Result<Corpus, Failure> {
    if built_in {
        return Ok(Corpus::built_in());
    }
    if folder == Path::new(FOLDER) && !folder.exists() {
        let hint = "no corpus yet: run `codeshot eval corpus`, name a folder with --corpus, or try --built-in";
        return Err(Failure::input(anyhow!(hint)));
    }
    Corpus::open(folder, extensions).map_err(failure)
}

impl Args {
    fn settings(&self) -> Settings {
        let mut series = Vec::new();
        for &preset in &self.preset {
            let preset = Preset::from(preset);
            let defaults = if preset == Preset::Paper { &MODELS[..1] } else { &MODELS[..] };
            let models: Vec<String> = if self.model.is_empty() {
                defaults.iter().map(|&name| name.to_owned()).collect()
            } else {
                self.model.clone()
            };
            series.extend(models.into_iter().map(|model| Series { preset, model }));
        }
        Settings {
            windows: self.windows.clone(),
            ratios: self.ratios.clone(),
            samples: self.samples as usize,
            seed: self.seed,
            series,
        }
    }
}

/// The comparison in one line, where there is one.
fn summary(report: &Report, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let all = report.compared.len();
    if all > 0 {
        let tokens = report.compared.iter().filter(|cell| cell.tokens.inside).count();
        let pages = report.compared.iter().filter(|cell| cell.pages.inside).count();
        writeln!(
            streams.err,
            "codeshot: against the published table: {tokens} of {all} token cells and {pages} of {all} page cells inside"
        )?;
    }
    Ok(())
}
