//! `codeshot render`: source in, pages out.

use super::failure::Failure;
use super::input::Input;
use super::values::{self, Switch};
use super::{Streams, Which, explain_plan, output};
use crate::document::{Document, Highlight};
use crate::encode::{DecodeError, Emit, Lines, Manifest, blocks, realised_ratio};
use crate::engine::{self, Budget, EngineError, Floor, Need, Page, Planned, Request};
use crate::grid::Cell;
use crate::plan::{LayoutChoice, LayoutKind};
use crate::render::{PIXEL_CONTRACT, THEMES, Theme};
use crate::sheet::{self, Sheet};
use crate::source;
use crate::units::{Permille, Tokens};
use std::io;
use std::path::PathBuf;

/// Layouts shown by `--explain`.
const EXPLAINED: usize = 5;

/// Arguments of `codeshot render`.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "one field a switch of the command line")]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,
    /// Aim at the text tokens divided by R, from 1, such as 2.5 [default: 2]
    #[arg(short, long, value_name = "R", value_parser = values::ratio, conflicts_with = "budget")]
    ratio: Option<Budget>,
    /// Aim at N visual tokens
    #[arg(short, long, value_name = "N", value_parser = values::budget)]
    budget: Option<Budget>,
    #[command(flatten)]
    which: Which,
    /// Colours: paper (light) or night (dark)
    #[arg(long, value_name = "THEME", default_value = THEMES[0].name)]
    theme: String,
    /// Syntax colours
    #[arg(long, value_name = "WHEN", default_value = "on")]
    highlight: Switch,
    /// Tokenizer that counts the text: o200k, cl100k, qwen, kimi, claude (an estimate)
    #[arg(long, value_name = "NAME", default_value = "o200k")]
    tokenizer: String,
    /// The gutter with the file's own line numbers
    #[arg(long, value_name = "WHEN", default_value = "on")]
    line_numbers: Switch,
    /// The line on top of each page with name, range and page number
    #[arg(long, value_name = "WHEN", default_value = "on")]
    caption: Switch,
    /// Only this character cell [default: the best one]
    #[arg(long, value_name = "WxH", value_parser = values::cell)]
    cell: Option<Cell>,
    /// Lines on rows of their own, or running on; auto keeps rows while they meet the budget
    #[arg(long, value_name = "KIND", default_value = "auto")]
    layout: LayoutArg,
    /// So many newspaper columns [default: one to three, as is best]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3))]
    columns: Option<u32>,
    /// Keep to what the model was measured to read, as a hard limit
    #[arg(long, value_name = "WHAT")]
    need: Option<NeedArg>,
    /// Allow cells below the legibility floor of 5x8
    #[arg(long)]
    allow_illegible: bool,
    /// Folder for the pages, or a .png file [default: a folder under the system's temporary directory]
    #[arg(short, long, value_name = "DIR|FILE.png")]
    output: Option<PathBuf>,
    /// Print the manifest as JSON instead of the page paths
    #[arg(long, conflicts_with = "emit")]
    json: bool,
    /// Print content blocks as JSON and write no files
    #[arg(long, value_name = "API", conflicts_with = "output")]
    emit: Option<EmitArg>,
    /// Write exact values that are easily misread as text beside the pages: hashes, numbers, paths, names
    #[arg(long)]
    facts: bool,
    /// Most tokens of the exact values
    #[arg(long, value_name = "N", default_value = "400", requires = "facts")]
    facts_tokens: u64,
    /// Say on standard error why this layout was chosen
    #[arg(long)]
    explain: bool,
}

/// [`LayoutChoice`] as it is typed.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum LayoutArg {
    Auto,
    Rows,
    Flow,
}

/// [`Need`] as it is typed.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum NeedArg {
    /// Names, hashes and numbers
    Exact,
    /// What the code is about
    Gist,
}

/// [`Emit`] as it is typed.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum EmitArg {
    DataUrl,
    Anthropic,
    OpenaiChat,
    OpenaiResponses,
    Gemini,
    Mcp,
}

impl From<EmitArg> for Emit {
    fn from(arg: EmitArg) -> Self {
        match arg {
            EmitArg::DataUrl => Self::DataUrl,
            EmitArg::Anthropic => Self::Anthropic,
            EmitArg::OpenaiChat => Self::OpenAiChat,
            EmitArg::OpenaiResponses => Self::OpenAiResponses,
            EmitArg::Gemini => Self::Gemini,
            EmitArg::Mcp => Self::Mcp,
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &Args, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let request = args.request()?;
    let highlight = if args.highlight == Switch::On { Highlight::On } else { Highlight::Off };
    let (document, remarks) = args.input.document(highlight)?;
    for remark in &remarks {
        writeln!(streams.err, "codeshot: {remark}")?;
    }
    if document.source_lines() == 0 {
        return nothing(args, &request, &document, streams);
    }
    let planned = engine::plan(&document, &request).map_err(|error| match error {
        EngineError::Cost(_) | EngineError::CellBelowFloor { .. } | EngineError::NeverExact { .. } => {
            Failure::usage(error)
        }
        error => Failure::input(error),
    })?;
    let pages = engine::render(&document, &planned.plan).map_err(Failure::input)?;
    if args.explain {
        explain_plan::explain(&planned, &request, streams.err)?;
    }
    let cap = Tokens::new(args.facts_tokens);
    let sheet = args.facts.then(|| sheet::of(&document, planned.plan.grid.cell, &planned.tokenizer, cap));
    if let Some(emit) = args.emit {
        let last = pages.len().saturating_sub(1);
        let caption = |(at, page): (usize, &Page)| match &sheet {
            // Beside the last picture, so that the pages before it stay as they are.
            Some(sheet) if at == last => format!("{}\n{}", page.caption, sheet.text),
            _ => page.caption.clone(),
        };
        let captions: Vec<String> = pages.iter().enumerate().map(caption).collect();
        let pages = captions.iter().zip(&pages).map(|(caption, page)| (caption.as_str(), page.png.as_slice()));
        serde_json::to_writer(&mut *streams.out, &blocks(emit.into(), pages)).map_err(io::Error::from)?;
        writeln!(streams.out)?;
    } else {
        let target = match &args.output {
            Some(path) => output::Target::given(path.clone()),
            None => output::Target::temporary(&document, &planned, &args.input.options(highlight)),
        };
        let paths = output::write(&target, &pages).map_err(Failure::input)?;
        if args.json {
            let manifest = Args::manifest(&document, &request, &planned, &pages, &paths, sheet.as_ref())
                .map_err(Failure::input)?;
            serde_json::to_writer_pretty(&mut *streams.out, &manifest).map_err(io::Error::from)?;
            writeln!(streams.out)?;
        } else {
            for path in &paths {
                writeln!(streams.out, "{}", path.display())?;
            }
            if let Some(sheet) = &sheet {
                let path = output::write_facts(&target, &sheet.text).map_err(Failure::input)?;
                let Sheet { listed, left_out, .. } = sheet;
                writeln!(streams.err, "codeshot: exact values: {} ({listed}, {left_out} left out)", path.display())?;
            }
        }
    }
    summary(&document, &request, &planned, &pages, streams.err)?;
    Ok(())
}

impl Args {
    fn request(&self) -> Result<Request, Failure> {
        Ok(Request {
            model: self.which.model().map_err(Failure::usage)?,
            budget: self.ratio.or(self.budget).unwrap_or(Budget::Ratio(Permille::new(2000))),
            tokenizer: self.tokenizer.clone(),
            theme: Theme::by_name(&self.theme).map_err(Failure::usage)?,
            caption: self.caption.into(),
            line_numbers: self.line_numbers.into(),
            floor: if self.allow_illegible { Floor::Lifted } else { Floor::Mechanical },
            need: self.need.map(|need| match need {
                NeedArg::Exact => Need::Exact,
                NeedArg::Gist => Need::Gist,
            }),
            cell: self.cell,
            layout: match self.layout {
                LayoutArg::Auto => LayoutChoice::Auto,
                LayoutArg::Rows => LayoutChoice::Rows,
                LayoutArg::Flow => LayoutChoice::Flow,
            },
            columns: self.columns,
            keep: if self.explain { EXPLAINED } else { 1 },
            ..Request::default()
        })
    }

    fn manifest(
        document: &Document,
        request: &Request,
        planned: &Planned,
        pages: &[Page],
        paths: &[PathBuf],
        sheet: Option<&Sheet>,
    ) -> Result<Manifest, DecodeError> {
        let (first, last) = (pages[0].first_line, pages[pages.len() - 1].last_line);
        let plan = &planned.plan;
        Ok(Manifest {
            pages: output::entries(pages, paths)?,
            lines: Some(Lines { first, last, count: document.source_lines() as u64 }),
            line_ranges: output::ranges(document),
            files: output::files(document, pages),
            grid: Some(plan.grid),
            risky_lines: sheet.map(|sheet| output::risky(document, sheet)),
            facts_sheet: sheet.map(|sheet| sheet.text.clone()),
            cell: Some(plan.grid.cell.into()),
            layout: plan.layout,
            columns: plan.grid.columns,
            text_tokens: planned.text_tokens,
            tokenizer: planned.tokenizer.name().to_owned(),
            tokenizer_estimated: planned.tokenizer.is_estimate(),
            visual_tokens: plan.tokens,
            budget: plan.budget,
            realised_ratio: realised_ratio(planned.text_tokens, plan.tokens),
            floor: plan.floor,
            warnings: planned.warnings.clone(),
            ..Self::empty_manifest(document, request)
        })
    }

    /// The manifest of a run that drew nothing.
    fn empty_manifest(document: &Document, request: &Request) -> Manifest {
        Manifest {
            contract: PIXEL_CONTRACT.to_owned(),
            decision: "pages",
            reason: None,
            name: document.name().map(ToOwned::to_owned),
            language: document.language().to_owned(),
            pages: Vec::new(),
            lines: None,
            line_ranges: Vec::new(),
            files: output::files(document, &[]),
            omitted_characters: 0,
            grid: None,
            risky_lines: None,
            facts_sheet: None,
            layout: LayoutKind::Rows,
            cell: None,
            columns: 0,
            text_tokens: Tokens::ZERO,
            tokenizer: request.tokenizer.clone(),
            tokenizer_estimated: false,
            visual_tokens: Tokens::ZERO,
            budget: Tokens::ZERO,
            ratio: match request.budget {
                Budget::Ratio(ratio) => realised_ratio(Tokens::new(ratio.get()), Tokens::new(1000)),
                Budget::Tokens(_) => None,
            },
            realised_ratio: None,
            floor: None,
            model: request.model.name().to_owned(),
            rule: request.model.rule().to_owned(),
            rule_date: request.model.date().to_owned(),
            rule_source: request.model.source().to_owned(),
            facts: document.facts().clone(),
            warnings: document.warnings().to_vec(),
        }
    }
}

/// Empty input: no page, no error, and the manifest says so.
fn nothing(args: &Args, request: &Request, document: &Document, streams: &mut Streams<'_>) -> Result<(), Failure> {
    if args.json {
        let mut manifest = Args::empty_manifest(document, request);
        manifest.warnings.push("the input is empty".to_owned());
        serde_json::to_writer_pretty(&mut *streams.out, &manifest).map_err(io::Error::from)?;
        writeln!(streams.out)?;
    } else if args.emit.is_some() {
        writeln!(streams.out, "[]")?;
    }
    let files = document.files().len();
    let name = match document.name() {
        _ if files > 1 => format!("all {files} files are"),
        name => format!("{} is", name.unwrap_or("stdin")),
    };
    writeln!(streams.err, "codeshot: {name} empty: no page drawn")?;
    Ok(())
}

/// What was done, in a few lines.
fn summary(
    document: &Document,
    request: &Request,
    planned: &Planned,
    pages: &[Page],
    err: &mut dyn io::Write,
) -> io::Result<()> {
    let plan = &planned.plan;
    let grid = plan.grid;
    let many = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    let estimate = if planned.tokenizer.is_estimate() { ", estimated" } else { "" };
    let ratio = Permille::of(planned.text_tokens.get(), plan.tokens.get()).get();
    writeln!(
        err,
        "codeshot: {} on {}: {} text tokens ({}{estimate}) -> {} visual tokens ({}), budget {}, ratio {}.{:02}",
        many(document.source_lines(), "line"),
        many(pages.len(), "page"),
        planned.text_tokens,
        planned.tokenizer.name(),
        plan.tokens,
        request.model.name(),
        plan.budget,
        ratio / 1000,
        ratio % 1000 / 10,
    )?;
    let sizes = pages.first().map_or_else(String::new, |page| page.size.to_string());
    let columns = many(grid.columns as usize, "column");
    writeln!(err, "codeshot: cell {}, {columns} of {} cells, page 1 {sizes} px", grid.cell, grid.code)?;
    if document.files().len() > 1 {
        for file in output::files(document, pages) {
            let ranges: Vec<String> = file.line_ranges.iter().map(|(first, last)| format!("{first}-{last}")).collect();
            let place = match file.pages {
                None => "empty".to_owned(),
                Some((first, last)) if first == last => format!("lines {} on page {first}", ranges.join(",")),
                Some((first, last)) => format!("lines {} on pages {first}-{last}", ranges.join(",")),
            };
            writeln!(err, "codeshot: {}: {place}, {}", file.name.as_deref().unwrap_or("stdin"), file.language)?;
        }
    }
    for warning in &planned.warnings {
        writeln!(err, "codeshot: warning: {}", source::chars::printable(warning))?;
    }
    Ok(())
}
