//! `codeshot estimate`: what pictures cost before they are sent.

mod batch;
mod picture;
mod report;
mod source;

use report::{Estimate, TextCost};

use super::{Format, Which};
use crate::cost::{Model, Tokenizer, resolve};
use crate::engine::Budget;
use crate::units::{Px, PxSize};
use anyhow::{Context as _, bail};
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `codeshot estimate`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Pictures to price (PNG, JPEG, GIF, WebP; only their headers are read), or one source file: the pages that
    /// `render` would make of it
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// For a source file: text tokens divided by this are the budget
    #[arg(long, short, value_name = "R", value_parser = super::values::ratio, default_value = "2")]
    pub ratio: Budget,
    /// A picture that need not exist, by its size in pixels
    #[arg(long = "size", short, value_name = "WxH", value_parser = parse_size)]
    pub sizes: Vec<PxSize>,
    /// Price rows of {model, options, width, height} from a file of JSON lines (`-` for standard input)
    #[arg(long, value_name = "FILE.jsonl", conflicts_with_all = ["files", "sizes", "text", "format"])]
    pub batch: Option<PathBuf>,
    /// Which model is meant
    #[command(flatten)]
    pub which: Which,
    /// Price for these models too, one table each
    #[arg(long, value_name = "NAME")]
    pub compare: Vec<String>,
    /// A text to set beside the pictures: its tokens, and from how many on pictures pay
    #[arg(long, value_name = "FILE")]
    pub text: Option<PathBuf>,
    /// How text tokens are counted; without it as the model would
    #[arg(long, value_name = "NAME")]
    pub tokenizer: Option<String>,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Runs the command.
///
/// # Errors
/// When a file cannot be read, or a model, an option or a picture has no price.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(path) = &args.batch {
        return batch::run(path, out);
    }
    if let Some(path) = args.files.iter().find(|path| path.is_file() && !picture::is_picture(path)) {
        if args.files.len() + args.sizes.len() > 1 {
            bail!("{} is source: give it alone, or pictures alone", path.display());
        }
        return report::write(&source::estimates(args, path)?, args.format, out);
    }
    let mut pictures: Vec<(String, PxSize)> = Vec::new();
    for path in &args.files {
        pictures.push((path.display().to_string(), picture::size(path)?));
    }
    pictures.extend(args.sizes.iter().map(|size| (size.to_string(), *size)));
    if pictures.is_empty() {
        bail!("nothing to price: name pictures, or sizes with --size WxH, or rows with --batch FILE.jsonl");
    }
    let text = args.text.as_ref().map(std::fs::read_to_string).transpose();
    let text =
        text.with_context(|| format!("cannot read {}", args.text.as_deref().unwrap_or("".as_ref()).display()))?;
    let estimates = estimates(args, &pictures, text.as_deref())?;
    report::write(&estimates, args.format, out)
}

/// One estimate a model: the pages with their labels, and the text they replace where it is known.
///
/// # Errors
/// When a model, an option, a tokenizer or a page has no price.
pub(crate) fn estimates(args: &Args, pages: &[(String, PxSize)], text: Option<&str>) -> anyhow::Result<Vec<Estimate>> {
    let price = |model: &Model| {
        let cost = text.map(|text| text_cost(args, text, model)).transpose()?;
        Ok(Estimate::new(model, pages, cost)?)
    };
    models(args)?.iter().map(price).collect()
}

/// The models to price for: the one named and those to compare with.
fn models(args: &Args) -> anyhow::Result<Vec<Model>> {
    let mut models = vec![args.which.model()?];
    for name in &args.compare {
        models.push(resolve(name)?);
    }
    Ok(models)
}

/// What a text costs a model, counted as asked for.
fn text_cost(args: &Args, text: &str, model: &Model) -> anyhow::Result<TextCost> {
    let tokenizer = match &args.tokenizer {
        Some(name) => Tokenizer::by_name(name)?,
        None => Tokenizer::for_model(model)?,
    };
    Ok(TextCost::count(text, &tokenizer, model))
}

/// Reads `1568x1568`.
fn parse_size(text: &str) -> Result<PxSize, String> {
    let number = |side: &str| side.trim().parse::<u32>().ok();
    let sides = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some((number(w)?, number(h)?)));
    match sides {
        Some((w, h)) if w > 0 && h > 0 => Ok(PxSize::new(Px::new(w), Px::new(h))),
        Some(_) => Err("a picture without pixels; both sides must be at least 1".into()),
        None => Err("not a size; write it as WIDTHxHEIGHT in pixels, such as 896x1344".into()),
    }
}
