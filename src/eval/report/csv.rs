//! The cells as comma-separated values: one line a cell, text rows first.

use super::Report;
use super::cells::ratio_name;
use std::fmt::Write as _;

const HEADER: &str = "preset,model,lines,ratio,windows,text_tokens,tokens,tokens_error,pages,pages_error,\
cell_width,cell_height,illegible,floor_binds,fill,realised_ratio";

pub(super) fn csv(report: &Report) -> String {
    let mut out = format!("{HEADER}\n");
    for text in &report.text {
        let (tokens, n) = (text.tokens, report.settings.samples);
        let (name, lines) = (text.tokenizer, text.lines);
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(out, "text,{name},{lines},,{n},{0:.1},{0:.1},{1:.2},,,,,,,,", tokens.mean, tokens.error);
    }
    for cell in &report.cells {
        let (preset, model) = (cell.series.preset.name(), &cell.series.model);
        let _ = write!(out, "{preset},{model},{},{},{},", cell.lines, ratio_name(cell.ratio), cell.windows);
        let _ = write!(out, "{:.1},{:.1},{:.2},", cell.text_tokens.mean, cell.tokens.mean, cell.tokens.error);
        let _ = write!(
            out,
            "{:.2},{:.3},{:.2},{:.2},",
            cell.pages.mean, cell.pages.error, cell.cell_width, cell.cell_height
        );
        let _ = writeln!(out, "{:.3},{:.3},{:.3},{:.3}", cell.illegible, cell.floor_binds, cell.fill, cell.realised);
    }
    out
}
