//! An estimate as a table, CSV or JSON.

use super::super::format::Grid;
use super::Format;
use crate::cost::{Confidence, CostError, Model, Resampling, Status, Tokenizer};
use crate::units::{Permille, PxSize, Tokens};
use serde::Serialize;
use std::io::Write;

/// What pictures cost for one model.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Estimate {
    /// The model as resolved.
    pub model: String,
    /// Its family.
    pub family: String,
    /// What stands behind the price.
    pub status: Status,
    /// The rule in a few words.
    pub rule: String,
    /// When it was last checked.
    pub date: String,
    /// Where it was read or measured.
    pub source: String,
    /// How sure it is.
    pub confidence: Confidence,
    /// The pictures in order.
    pub pictures: Vec<Item>,
    /// Their tokens in all.
    pub tokens: Tokens,
    /// The text they replace, where it is known.
    pub text: Option<TextCost>,
    /// Pictures against text in thousandths, where the text is known: 250 is a quarter of the tokens.
    pub of_text: Option<Permille>,
    /// From this many text tokens on the pictures are cheaper.
    pub break_even: Tokens,
    /// What holds for the whole request.
    pub warnings: Vec<String>,
}

/// One priced picture.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Item {
    /// File or size.
    pub picture: String,
    /// Its size.
    pub size: PxSize,
    /// Its tokens.
    pub tokens: Tokens,
    /// The canvas the encoder gets.
    pub encoded: PxSize,
    /// The part that shows the picture.
    pub content: PxSize,
    /// What happened to the pixels.
    pub resampling: Resampling,
    /// Whether they arrive as they are.
    pub fits: bool,
}

/// What the text costs that pictures replace.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TextCost {
    /// Who counted.
    pub tokenizer: String,
    /// The tokens.
    pub tokens: Tokens,
    /// Whether they are calibrated rather than counted.
    pub estimate: bool,
    /// Whether they were counted with the model's own vocabulary.
    pub native: bool,
}

impl TextCost {
    /// Counts a text, to set beside what pictures cost the model.
    pub(crate) fn count(text: &str, tokenizer: &Tokenizer, model: &Model) -> Self {
        let (estimate, native) = (tokenizer.is_estimate(), tokenizer.is_native(model));
        Self { tokenizer: tokenizer.name().into(), tokens: tokenizer.count(text), estimate, native }
    }
}

impl Estimate {
    /// Prices labelled pages for one model.
    ///
    /// # Errors
    /// When a page has no price.
    pub(crate) fn new(model: &Model, pages: &[(String, PxSize)], text: Option<TextCost>) -> Result<Self, CostError> {
        let (mut pictures, mut warnings) = (Vec::new(), Vec::new());
        for (label, size) in pages {
            let price = model.price(*size)?;
            let fits = price.fits();
            for warning in price.warnings {
                if !warnings.contains(&warning) {
                    warnings.push(warning);
                }
            }
            let (tokens, encoded, content, resampling) = (price.tokens, price.encoded, price.content, price.resampling);
            pictures.push(Item { picture: label.clone(), size: *size, tokens, encoded, content, resampling, fits });
        }
        let sizes: Vec<PxSize> = pages.iter().map(|(_, size)| *size).collect();
        warnings.extend(crate::reader::profile(model).broken_limits(&sizes));
        let tokens: Tokens = pictures.iter().map(|item| item.tokens).sum();
        let of_text = text.as_ref().map(|text| Permille::of(tokens.get(), text.tokens.get()));
        Ok(Self {
            model: model.name().into(),
            family: model.family().into(),
            status: model.status(),
            rule: model.rule().into(),
            date: model.date().into(),
            source: model.source().into(),
            confidence: model.confidence(),
            pictures,
            tokens,
            text,
            of_text,
            break_even: tokens + Tokens::new(1),
            warnings,
        })
    }
}

/// Writes estimates, one a model.
pub(super) fn write(estimates: &[Estimate], format: Format, out: &mut dyn Write) -> anyhow::Result<()> {
    match format {
        Format::Table => {
            for (at, estimate) in estimates.iter().enumerate() {
                if at > 0 {
                    writeln!(out)?;
                }
                write_table(estimate, out)?;
            }
        }
        Format::Csv => write_csv(estimates, out)?,
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, estimates)?;
            writeln!(out)?;
        }
    }
    Ok(())
}

fn write_table(estimate: &Estimate, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}: {}", estimate.model, estimate.rule)?;
    let Estimate { family, status, confidence, date, source, .. } = estimate;
    writeln!(out, "rule of {family} ({status}, confidence {confidence}), checked {date}: {source}\n")?;
    let mut grid = Grid::new(&["picture", "size", "tokens", "read as", "pixels"]);
    for item in &estimate.pictures {
        grid.push(vec![
            item.picture.clone(),
            item.size.to_string(),
            item.tokens.to_string(),
            item.content.to_string(),
            item.resampling.to_string(),
        ]);
    }
    grid.write_table(out)?;
    let count = estimate.pictures.len();
    let pictures = if count == 1 { "picture" } else { "pictures" };
    writeln!(out, "\n{} tokens in {count} {pictures}", estimate.tokens)?;
    if let (Some(text), Some(part)) = (&estimate.text, estimate.of_text) {
        let sure = match (text.estimate, text.native) {
            (true, _) => "an estimate",
            (_, true) => "the model's own vocabulary",
            _ => "not the model's own vocabulary",
        };
        let verdict = if text.tokens >= estimate.break_even { "pictures are cheaper" } else { "text is cheaper" };
        let percent = part.get().div_ceil(10);
        writeln!(out, "{} tokens as text by {} ({sure}): {verdict}, {percent} %", text.tokens, text.tokenizer)?;
    }
    writeln!(out, "break-even: text of {} tokens", estimate.break_even)?;
    for warning in &estimate.warnings {
        writeln!(out, "warning: {warning}")?;
    }
    Ok(())
}

fn write_csv(estimates: &[Estimate], out: &mut dyn Write) -> anyhow::Result<()> {
    let mut grid = Grid::new(&[
        "model",
        "family",
        "status",
        "picture",
        "width",
        "height",
        "tokens",
        "encoded_width",
        "encoded_height",
        "resampling",
        "text_tokens",
        "tokenizer",
        "date",
    ]);
    for estimate in estimates {
        let text = estimate.text.as_ref();
        for item in &estimate.pictures {
            grid.push(vec![
                estimate.model.clone(),
                estimate.family.clone(),
                estimate.status.to_string(),
                item.picture.clone(),
                item.size.width.to_string(),
                item.size.height.to_string(),
                item.tokens.to_string(),
                item.encoded.width.to_string(),
                item.encoded.height.to_string(),
                item.resampling.to_string(),
                text.map(|text| text.tokens.to_string()).unwrap_or_default(),
                text.map(|text| text.tokenizer.clone()).unwrap_or_default(),
                estimate.date.clone(),
            ]);
        }
    }
    Ok(grid.write_csv(out)?)
}
