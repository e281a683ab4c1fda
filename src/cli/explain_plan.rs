//! `--explain`: the best layouts with their terms, and what ruled the others out.

use crate::engine::{Planned, Request};
use crate::plan::{Counted, MECHANICAL_FLOOR};
use std::io::{self, Write};

/// Writes the explanation as a table.
pub(super) fn explain(planned: &Planned, request: &Request, err: &mut dyn Write) -> io::Result<()> {
    let (plan, choice, tally) = (&planned.plan, &planned.choice, planned.choice.tally);
    let weights = request.weights;
    writeln!(err, "why this layout ({}):", request.model.name())?;
    writeln!(
        err,
        "  budget {} = what {} text tokens may cost; loss = token + cell + wrap + fill + page, in thousandths",
        plan.budget, planned.text_tokens
    )?;
    writeln!(
        err,
        "  weights: token {} cell {} aspect {} wrap {} fill {} page {}; comfortable cell {}",
        weights.token,
        weights.cell,
        weights.aspect,
        weights.wrap,
        weights.fill,
        weights.page,
        planned.reader.comfortable.cell
    )?;
    writeln!(
        err,
        "  {:<6} {:<11} {:>4} {:>5} {:>5} {:>7}   {:>7} = {:>7} {:>5} {:>5} {:>5} {:>5}",
        "cell", "page up to", "cols", "code", "pages", "tokens", "loss", "token", "cell", "wrap", "fill", "page"
    )?;
    for counted in &choice.ranked {
        row(counted, err)?;
    }
    writeln!(
        err,
        "  {} layouts: {} counted, {} ruled out by a bound from line widths alone, {} over the page limit",
        tally.candidates, tally.counted, tally.bounded, tally.over_pages
    )?;
    writeln!(
        err,
        "  not in the space: cells below {MECHANICAL_FLOOR} unless --allow-illegible, cells larger than comfortable,"
    )?;
    writeln!(err, "  pages that the provider would resample, pages wider than the widest line needs")?;
    if let Some(floor) = plan.floor {
        writeln!(err, "  the floor binds: no layout costs less than {floor}")?;
    }
    Ok(())
}

fn row(counted: &Counted, err: &mut dyn Write) -> io::Result<()> {
    let (grid, terms) = (counted.candidate.grid, counted.terms);
    let thousandths = |micro: u64| format!("{}.{}", micro / 1000, micro % 1000 / 100);
    writeln!(
        err,
        "  {:<6} {:<11} {:>4} {:>5} {:>5} {:>7}   {:>7} = {:>7} {:>5} {:>5} {:>5} {:>5}",
        grid.cell.to_string(),
        format!("{}x{}", grid.width, counted.candidate.height),
        grid.columns,
        grid.code.get(),
        counted.pages.get(),
        counted.tokens.get(),
        thousandths(terms.loss()),
        thousandths(terms.token),
        thousandths(terms.cell),
        thousandths(terms.wrap),
        thousandths(terms.fill),
        thousandths(terms.page),
    )
}
