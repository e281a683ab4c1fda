//! What the pages of a source file would cost, without drawing them.

use super::{Args, Estimate, models, text_cost};
use crate::document::{Document, Highlight, Options};
use crate::engine::{self, Request, text_of};
use crate::font;
use crate::source::{Limits, Source, chars::printable, read};
use crate::units::PxSize;
use anyhow::Context as _;
use std::fs::File;
use std::path::Path;

/// One estimate a model: each plans its own pages.
pub(super) fn estimates(args: &Args, path: &Path) -> anyhow::Result<Vec<Estimate>> {
    let name = path.to_string_lossy();
    let limits = Limits::default();
    let file = File::open(path).with_context(|| format!("cannot read {}", printable(&name)))?;
    let read = read(file, Some(&name), None, &limits)?;
    let source = Source::decode(read.bytes, Some(&name), &limits)?;
    // Colours cost no token and no cell.
    let options = Options { highlight: Highlight::Off, coverage: font::covers, ..Options::default() };
    let document = Document::build(&source, &options)?;
    let text = text_of(&document);
    let mut found = Vec::new();
    for model in models(args)? {
        let cost = text_cost(args, &text, &model)?;
        let tokenizer = cost.tokenizer.clone();
        let request = Request { model: model.clone(), budget: args.ratio, tokenizer, ..Request::default() };
        let planned = engine::plan(&document, &request)?;
        let pages: Vec<(String, PxSize)> = planned
            .plan
            .pages
            .iter()
            .map(|page| {
                let (first, last) = engine::line_range(&document, page);
                (format!("lines {first}-{last}, cell {}", planned.plan.grid.cell), page.size)
            })
            .collect();
        let mut estimate = Estimate::new(&model, &pages, Some(cost))?;
        estimate.warnings.extend(planned.warnings);
        found.push(estimate);
    }
    Ok(found)
}
