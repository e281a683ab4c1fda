//! `codeshot eval legibility`: pages read by an outside reader.

use super::corpus::FOLDER;
use super::surface::{PresetArg, open, ratio};
use super::{bar, failure};
use crate::cli::{Failure, Streams};
use crate::eval::legibility::{
    Endpoint, Legibility, Ocr, Plan, Question, Reader, Recorded, Recording, Sheet, run as read_all,
};
use crate::eval::surface::{Preset, Series};
use crate::units::{LineNo, Permille};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Who reads
    #[arg(long, value_name = "READER", default_value = "ocr")]
    reader: ReaderArg,
    /// Python of the OCR scorer, with the requirements of `eval/ocr/`
    #[arg(long, value_name = "PYTHON", default_value = ".venv/bin/python")]
    python: PathBuf,
    /// Base address of an OpenAI-compatible endpoint, such as `http://localhost:8000/v1`
    #[arg(long, value_name = "URL", required_if_eq("reader", "endpoint"))]
    url: Option<String>,
    /// Name of the model at the endpoint
    #[arg(long, value_name = "NAME", required_if_eq("reader", "endpoint"))]
    vlm: Option<String>,
    /// Environment variable that holds the endpoint's key
    #[arg(long, value_name = "NAME")]
    key_env: Option<String>,
    /// Ask for the text of N lines by their numbers instead of a transcript
    #[arg(long, value_name = "N")]
    line_questions: Option<usize>,
    /// Recording to play back
    #[arg(long, value_name = "FILE", required_if_eq("reader", "recorded"))]
    recording: Option<PathBuf>,
    /// Folder of `codeshot eval corpus`, or any folder of sources
    #[arg(long, value_name = "DIR", default_value = FOLDER, conflicts_with = "built_in")]
    corpus: PathBuf,
    /// Sample from the small corpus that is built in
    #[arg(long)]
    built_in: bool,
    /// Extensions of the files to sample from, in a folder that is not the packages
    #[arg(long, value_name = "EXT", value_delimiter = ',', default_value = "py")]
    extension: Vec<String>,
    /// Who chooses the layout
    #[arg(long, value_name = "PRESET", value_delimiter = ',', default_value = "default")]
    preset: Vec<PresetArg>,
    /// Models that pages are planned and priced for
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "kimi-k2.5")]
    model: Vec<String>,
    /// Window sizes in lines
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "100")]
    windows: Vec<usize>,
    /// Nominal ratios
    #[arg(long, value_name = "R,...", value_delimiter = ',', value_parser = ratio, default_value = "1,2,3,5")]
    ratios: Vec<Permille>,
    /// Windows of each size
    #[arg(long, value_name = "N", default_value = "3")]
    samples: usize,
    /// Seed of the sample
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Folder of PNG pages made by another tool; read besides, or alone with --samples 0
    #[arg(long, value_name = "DIR", requires = "truth")]
    pages: Option<PathBuf>,
    /// The source lines those pages show
    #[arg(long, value_name = "FILE", requires = "pages")]
    truth: Option<PathBuf>,
    /// Their first line number, where they show numbers
    #[arg(long, value_name = "N", requires = "pages")]
    first_line: Option<u64>,
    /// Folder for pages, answers and results; answers that lie there are not asked for again
    #[arg(short, long, value_name = "DIR", default_value = "codeshot-legibility")]
    output: PathBuf,
}

/// The readers as they are typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ReaderArg {
    /// An OCR network on the CPU, a step in Python
    Ocr,
    /// A vision-language model behind an OpenAI-compatible endpoint
    Endpoint,
    /// What a reader said before
    Recorded,
}

pub(super) fn run(args: &Args, streams: &mut Streams<'_>) -> Result<(), Failure> {
    std::fs::create_dir_all(&args.output)?;
    let reader = args.reader()?;
    let corpus = open(&args.corpus, args.built_in || args.samples == 0, &args.extension)?;
    let progress = bar(0, "sheets");
    let readings = read_all(&corpus, &args.plan()?, reader.as_ref(), &args.output, |at| {
        progress.set_length(at.all as u64);
        progress.set_position(at.done as u64);
    });
    progress.finish_and_clear();
    let report = Legibility::new(&readings.map_err(failure)?);
    for path in report.write(&args.output).map_err(failure)? {
        writeln!(streams.out, "{}", path.display())?;
    }
    Ok(())
}

impl Args {
    fn reader(&self) -> Result<Box<dyn Reader>, Failure> {
        let answers = |name: &str| self.output.join(format!("answers-{name}.json"));
        Ok(match self.reader {
            ReaderArg::Recorded => {
                let path = self.recording.clone().unwrap_or_default();
                Box::new(Recorded::open(&path).map_err(failure)?)
            }
            ReaderArg::Ocr => {
                let ocr = Ocr::new(&self.python, self.output.join("scratch"));
                Box::new(Recording::new(ocr, &answers("ocr")).map_err(failure)?)
            }
            ReaderArg::Endpoint => {
                let question = self.line_questions.map_or(Question::Transcribe, Question::Lines);
                let (url, vlm) = (self.url.clone().unwrap_or_default(), self.vlm.clone().unwrap_or_default());
                let endpoint = Endpoint::new(&url, &vlm, self.key()?, question);
                let kind = if question == Question::Transcribe { "endpoint" } else { "questions" };
                Box::new(Recording::new(endpoint, &answers(kind)).map_err(failure)?)
            }
        })
    }

    /// The key from the environment, where one is named.
    #[expect(clippy::disallowed_methods, reason = "the command line is where the environment is read")]
    fn key(&self) -> Result<Option<String>, Failure> {
        let Some(name) = &self.key_env else { return Ok(None) };
        let missing =
            |_| Failure::usage(anyhow::anyhow!("environment variable {name} is not set; it should hold the key"));
        std::env::var(name).map(Some).map_err(missing)
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let presets = self.preset.iter().map(|&preset| Preset::from(preset));
        if presets.clone().any(|preset| preset == Preset::Paper) {
            let hint =
                "the paper preset is not drawn: its pages are smaller than any reader reads; give default or illegible";
            return Err(Failure::usage(anyhow::anyhow!(hint)));
        }
        let series =
            presets.flat_map(|preset| self.model.iter().map(move |model| Series { preset, model: model.clone() }));
        let mut others = Vec::new();
        if let (Some(pages), Some(truth)) = (&self.pages, &self.truth) {
            others.push(Sheet::of_folder(pages, truth, self.first_line.map(LineNo::new)).map_err(failure)?);
        }
        Ok(Plan {
            windows: self.windows.clone(),
            ratios: self.ratios.clone(),
            samples: self.samples,
            seed: self.seed,
            series: series.collect(),
            others,
        })
    }
}
