//! `codeshot models`: the families, their rules, their best pages and what their readers read.

use super::format::{Format, Grid};
use crate::cost::{Model, families, resolve};
use crate::reader::{Floor, profile, tenths};
use crate::units::{PxSize, Tokens};
use serde::Serialize;
use std::io::Write;

/// Arguments of `codeshot models`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Models to look up by API id or family; without any, all families
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// One line of the table.
#[derive(Debug, Serialize)]
struct Row {
    model: String,
    family: String,
    status: String,
    confidence: String,
    unit: String,
    rule: String,
    best_page: Option<PxSize>,
    best_page_tokens: Option<Tokens>,
    reader: &'static str,
    exact: String,
    gist: String,
    comfortable: String,
    evidence: &'static str,
    source: String,
    date: String,
    notes: Vec<&'static str>,
}

/// Runs the command.
///
/// # Errors
/// When a name is not known.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let models = if args.names.is_empty() {
        families().collect()
    } else {
        args.names.iter().map(|name| resolve(name)).collect::<Result<Vec<_>, _>>()?
    };
    let rows: Vec<Row> = models.iter().map(row).collect();
    match args.format {
        Format::Table if args.names.is_empty() => write_table(&rows, out),
        Format::Table => rows.iter().try_for_each(|row| write_one(row, out)),
        Format::Csv => write_csv(&rows, out),
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &rows)?;
            Ok(writeln!(out)?)
        }
    }
}

fn row(model: &Model) -> Row {
    let reader = profile(model);
    let best_page = model.best_page();
    let floor = |floor: &Floor| {
        let patch = model.patch().unwrap_or(floor.patch);
        format!("{} glyphs a patch, cell {}", tenths(floor.on_patch(patch)), floor.cell)
    };
    Row {
        model: model.name().into(),
        family: model.family().into(),
        status: model.status().to_string(),
        confidence: model.confidence().to_string(),
        unit: model.unit().to_string(),
        rule: model.rule().into(),
        best_page,
        best_page_tokens: best_page.and_then(|page| model.fitting_tokens(page)),
        reader: reader.name,
        exact: reader.exact.as_ref().map_or("no clean cell known".into(), floor),
        gist: floor(&reader.gist),
        comfortable: reader.comfortable.cell.to_string(),
        evidence: reader.exact.as_ref().map_or(reader.gist.evidence, |exact| exact.evidence),
        source: model.source().into(),
        date: model.date().into(),
        notes: model.notes().to_vec(),
    }
}

fn shown<T: ToString>(value: Option<T>) -> String {
    value.map_or("-".into(), |value| value.to_string())
}

fn write_table(rows: &[Row], out: &mut dyn Write) -> anyhow::Result<()> {
    let mut grid = Grid::new(&["family", "unit", "best page", "tokens", "sure", "exact floor", "rule"]);
    for row in rows {
        grid.push(vec![
            row.family.clone(),
            row.unit.clone(),
            shown(row.best_page),
            shown(row.best_page_tokens),
            row.confidence.clone(),
            row.exact.clone(),
            row.rule.clone(),
        ]);
    }
    grid.write_table(out)?;
    let date = rows.first().map_or("", |row| row.date.as_str());
    Ok(writeln!(out, "\nchecked {date}; `codeshot models NAME` shows sources and evidence of one")?)
}

fn write_one(row: &Row, out: &mut dyn Write) -> anyhow::Result<()> {
    let Row { model, family, status, confidence, date, .. } = row;
    writeln!(out, "{model}: family {family}, {status}, confidence {confidence}, checked {date}")?;
    writeln!(out, "  rule         {}", row.rule)?;
    writeln!(out, "  source       {}", row.source)?;
    writeln!(out, "  page unit    {} px", row.unit)?;
    writeln!(out, "  best page    {}, {} tokens", shown(row.best_page), shown(row.best_page_tokens))?;
    writeln!(out, "  exact floor  {} (measured as {})", row.exact, row.reader)?;
    writeln!(out, "  gist floor   {}", row.gist)?;
    writeln!(out, "  comfortable  cell {}", row.comfortable)?;
    writeln!(out, "  evidence     {}", row.evidence)?;
    for note in &row.notes {
        writeln!(out, "  note         {note}")?;
    }
    Ok(())
}

fn write_csv(rows: &[Row], out: &mut dyn Write) -> anyhow::Result<()> {
    let mut grid = Grid::new(&[
        "model",
        "family",
        "status",
        "confidence",
        "unit",
        "best_page",
        "best_page_tokens",
        "exact",
        "gist",
        "comfortable",
        "evidence",
        "rule",
        "source",
        "date",
    ]);
    for row in rows {
        let texts = [&row.model, &row.family, &row.status, &row.confidence, &row.unit].map(Clone::clone);
        let mut cells = texts.to_vec();
        cells.extend([shown(row.best_page), shown(row.best_page_tokens)]);
        cells.extend([&row.exact, &row.gist, &row.comfortable].map(Clone::clone));
        cells.push(row.evidence.into());
        cells.extend([&row.rule, &row.source, &row.date].map(Clone::clone));
        grid.push(cells);
    }
    Ok(grid.write_csv(out)?)
}
