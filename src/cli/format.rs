//! Tables as aligned text, CSV or JSON.

use std::io::{self, Write};

/// How a table is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Aligned columns for people.
    #[default]
    Table,
    /// Comma-separated values with a header.
    Csv,
    /// JSON.
    Json,
}

/// Rows under a header.
pub(super) struct Grid {
    header: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    pub(super) fn new(header: &[&'static str]) -> Self {
        Self { header: header.to_vec(), rows: Vec::new() }
    }

    pub(super) fn push(&mut self, row: Vec<String>) {
        debug_assert_eq!(row.len(), self.header.len(), "a row has a value for every column");
        self.rows.push(row);
    }

    /// Aligned columns; figures are set to the right.
    pub(super) fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = |at: usize| {
            let cells = self.rows.iter().map(|row| row[at].chars().count());
            cells.chain([self.header[at].chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.header.len()).map(width).collect();
        let header: Vec<String> = self.header.iter().map(|&name| name.into()).collect();
        for row in [&header].into_iter().chain(&self.rows) {
            let cells = row.iter().zip(&widths).enumerate().map(|(at, (cell, &width))| {
                if self.is_figure(at) { format!("{cell:>width$}") } else { format!("{cell:width$}") }
            });
            writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }

    fn is_figure(&self, at: usize) -> bool {
        !self.rows.is_empty() && self.rows.iter().all(|row| row[at].bytes().all(|b| b.is_ascii_digit() || b == b'.'))
    }

    /// Comma-separated values; a value with a comma, a quote or a line break is quoted.
    pub(super) fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.header.join(","))?;
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(|cell| quoted(cell)).collect();
            writeln!(out, "{}", cells.join(","))?;
        }
        Ok(())
    }
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.into() }
}
