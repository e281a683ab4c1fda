//! Rows of {model, options, width, height}, answered row by row.

use crate::cost::{Options, resolve};
use crate::units::{Px, PxSize};
use anyhow::Context as _;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// Answers every line of the file with one line: {tokens, resized}, or {error} where there is no price.
pub(super) fn run(path: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let input: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).with_context(|| format!("cannot read {}", path.display()))?))
    };
    let mut out = std::io::BufWriter::new(out);
    for line in input.lines() {
        let line = line.with_context(|| format!("cannot read {}", path.display()))?;
        if line.trim().is_empty() {
            continue;
        }
        let answer = answer(&line).unwrap_or_else(|error| json!({ "error": format!("{error:#}") }));
        writeln!(out, "{answer}")?;
    }
    out.flush()?;
    Ok(())
}

fn answer(line: &str) -> anyhow::Result<Value> {
    let row: Value = serde_json::from_str(line).context("not a JSON value")?;
    let name = row["model"].as_str().context("the row has no `model`; it must be a string")?;
    let options = match &row["options"] {
        Value::Null => Options::new(),
        other => Options::from_json(other).context("`options` of the row must be an object")?,
    };
    let side = |key: &str| {
        let side = row[key].as_u64().and_then(|side| u32::try_from(side).ok());
        side.map(Px::new).with_context(|| format!("the row has no `{key}`; it must be a whole number of pixels"))
    };
    let size = PxSize::new(side("width")?, side("height")?);
    let price = resolve(name)?.with_options(&options)?.price(size)?;
    Ok(json!({ "tokens": price.tokens, "resized": [price.encoded.width, price.encoded.height] }))
}
