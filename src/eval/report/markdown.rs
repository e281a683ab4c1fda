//! The report as Markdown: one table a series in the form of the published one, the comparison, the properties.
#![expect(clippy::float_arithmetic, reason = "shares as per cent")]

use super::Report;
use super::cells::{Cell, Weighting, ratio_name};
use super::compare::{Compared, Comparison};
use crate::eval::surface::{COUNTER, Series, TEXT_ROWS};
use std::fmt::Write as _;

pub(super) fn markdown(report: &Report) -> String {
    let mut out = String::from("# Cost of a single read\n\n");
    let weighting = match report.weighting {
        Weighting::Plain => "each window counts the same",
        Weighting::Published => "weighted so that the mean raw text of each size is the published table's",
    };
    line(
        &mut out,
        &format!("Corpus: {}. Windows: {}, seed {}; {weighting}.", report.corpus, report.sizes, report.settings.seed),
    );
    line(
        &mut out,
        "Tokens are those of the whole prompt: 34 around the text or the pages. \"±\" is the standard error of the mean.",
    );
    text_rows(&mut out, report);
    for series in &report.settings.series {
        table(&mut out, report, series);
    }
    comparison(&mut out, report);
    properties(&mut out, report);
    out
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

fn row(out: &mut String, cells: impl IntoIterator<Item = String>) {
    out.push('|');
    for cell in cells {
        // Writing to a string cannot fail.
        let _ = write!(out, " {cell} |");
    }
    out.push('\n');
}

fn header(out: &mut String, names: Vec<String>) {
    let count = names.len();
    row(out, names);
    line(out, &format!("|{}", "---|".repeat(count)));
}

fn text_rows(out: &mut String, report: &Report) {
    line(out, "\n## Raw text by tokenizer\n");
    let names =
        TEXT_ROWS.iter().map(|&name| if name == COUNTER { format!("{name} (sampling)") } else { name.to_owned() });
    header(out, std::iter::once("lines".to_owned()).chain(names).collect());
    for &lines in &report.settings.windows {
        let of_size = report.text.iter().filter(|text| text.lines == lines);
        let cells = of_size.map(|text| format!("{:.1} ± {:.1}", text.tokens.mean, text.tokens.error));
        row(out, std::iter::once(lines.to_string()).chain(cells));
    }
}

fn table(out: &mut String, report: &Report, series: &Series) {
    let cells: Vec<&Cell> = report.cells.iter().filter(|cell| cell.series == *series).collect();
    line(out, &format!("\n## {} preset, {}\n", capital(series.preset.name()), series.model));
    line(
        out,
        "Tokens ± standard error · pages · mean cell in px (* where some windows are below the legibility floor) · realised ratio\n",
    );
    let ratios = report.settings.ratios.iter().map(|&ratio| format!("r = {}", ratio_name(ratio)));
    header(out, ["lines".to_owned(), "text".to_owned()].into_iter().chain(ratios).collect());
    for &lines in &report.settings.windows {
        let of_size: Vec<&&Cell> = cells.iter().filter(|cell| cell.lines == lines).collect();
        let text = of_size.first().map_or_else(String::new, |cell| format!("{:.1}", cell.text_tokens.mean));
        row(out, [lines.to_string(), text].into_iter().chain(of_size.iter().map(|cell| shown(cell))));
    }
}

fn shown(cell: &Cell) -> String {
    let mark = if cell.illegible > 0.0 { "*" } else { "" };
    format!(
        "{:.1} ± {:.1} · {:.2} · {:.1}x{:.1}{mark} · {:.2}",
        cell.tokens.mean, cell.tokens.error, cell.pages.mean, cell.cell_width, cell.cell_height, cell.realised
    )
}

fn comparison(out: &mut String, report: &Report) {
    if report.compared.is_empty() {
        return;
    }
    line(out, "\n## Against the published Table 4 (Kimi-K2.5)\n");
    let all = report.compared.len();
    let inside = |of: fn(&Compared) -> &Comparison| report.compared.iter().filter(|cell| of(cell).inside).count();
    let anchors: Vec<&Compared> = report.compared.iter().filter(|cell| cell.is_anchor()).collect();
    let sure = anchors.iter().filter(|cell| cell.tokens.inside).count();
    line(
        out,
        &format!(
            "Inside the bands: {} of {all} token cells, {} of {all} page cells.",
            inside(|c| &c.tokens),
            inside(|c| &c.pages)
        ),
    );
    line(
        out,
        &format!(
            "Of the {} token cells at r >= 5 from 100 lines on, which rest on no fitted number: {sure}.\n",
            anchors.len()
        ),
    );
    line(
        out,
        "Bands: tokens 10 % (5 % for those cells), pages 10 % (20 % at 500 lines). Cells marked \"fit\" rest on an",
    );
    line(
        out,
        "enlargement rule that was fitted to this very table: their agreement describes it and proves nothing. The",
    );
    line(
        out,
        "published means are of 30 windows and scatter by 2 to 6 % in tokens and up to 13 % in pages themselves.\n",
    );
    header(
        out,
        ["lines", "r", "tokens", "published", "error", "", "pages", "published", "error", ""]
            .map(str::to_owned)
            .to_vec(),
    );
    for cell in &report.compared {
        let ratio = format!("{}{}", cell.ratio, if cell.fitted { " (fit)" } else { "" });
        let figures = compared(&cell.tokens, 1).into_iter().chain(compared(&cell.pages, 2));
        row(out, [cell.lines.to_string(), ratio].into_iter().chain(figures));
    }
}

fn compared(one: &Comparison, digits: usize) -> [String; 4] {
    let verdict = if one.inside { "inside" } else { "**outside**" };
    [
        format!("{:.digits$}", one.ours),
        format!("{:.digits$}", one.published),
        format!("{:+.1} %", one.error * 100.0),
        format!("{verdict} {:.0} %", one.band * 100.0),
    ]
}

fn properties(out: &mut String, report: &Report) {
    line(out, "\n## Properties of the surface\n");
    line(
        out,
        "Discrete realizability: distinct costs of one window over the ratios. Piecewise-constant tokenisation: share of",
    );
    line(
        out,
        "steps to the next ratio that change nothing (rising: that cost more). Sparsity: median share of page cells",
    );
    line(
        out,
        "that hold text. Miss: |page tokens / (T / r) - 1| where no floor binds, median and 90th percentile. Floors:",
    );
    line(
        out,
        "share of windows whose budget no layout allowed reaches; illegible: cell below 5x8; dearer: no saving.\n",
    );
    let names =
        ["series", "distinct", "flat", "rising", "fill", "miss", "miss 90", "floor binds", "illegible", "dearer"];
    header(out, names.map(str::to_owned).to_vec());
    for p in &report.properties {
        let percent = |share: f64| format!("{:.1} %", share * 100.0);
        row(
            out,
            [
                format!("{}, {}", p.series.preset.name(), p.series.model),
                format!("{:.2} of {}", p.distinct_costs, p.ratios),
                percent(p.flat_steps),
                percent(p.rising_steps),
                percent(p.fill),
                percent(p.miss),
                percent(p.miss_90),
                percent(p.floor_binds),
                percent(p.illegible),
                percent(p.dearer),
            ],
        );
    }
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
