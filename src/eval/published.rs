//! The published Table 4 (single-read rendering cost), for comparison.

use serde::Deserialize;

/// The table: token and page means over 30 windows a size, on Kimi-K2.5.
#[derive(Clone, Debug, Deserialize)]
pub struct Table4 {
    /// Window sizes in lines.
    pub windows: Vec<usize>,
    /// Nominal ratios.
    pub ratios: Vec<u64>,
    /// Prompt tokens of the raw text, by size.
    pub raw_text: Vec<f64>,
    /// Prompt tokens of the pages, by size and ratio.
    pub tokens: Vec<Vec<f64>>,
    /// Pages, by size and ratio.
    pub pages: Vec<Vec<f64>>,
}

impl Table4 {
    /// The table as published.
    ///
    /// # Panics
    /// Never: a test reads the table that is built in.
    pub fn load() -> Self {
        serde_json::from_str(include_str!("table4.json")).expect("a test reads the file that is built in")
    }

    /// Prompt tokens of the raw text of a size, where the table has it.
    pub fn raw_text(&self, lines: usize) -> Option<f64> {
        let row = self.windows.iter().position(|&size| size == lines)?;
        self.raw_text.get(row).copied()
    }

    /// Tokens and pages of a cell, where the table has it.
    pub fn cell(&self, lines: usize, ratio: u64) -> Option<(f64, f64)> {
        let row = self.windows.iter().position(|&size| size == lines)?;
        let column = self.ratios.iter().position(|&other| other == ratio)?;
        Some((*self.tokens.get(row)?.get(column)?, *self.pages.get(row)?.get(column)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_forty_cells_of_each() {
        let table = Table4::load();
        let cells = table.windows.iter().flat_map(|&lines| table.ratios.iter().map(move |&ratio| (lines, ratio)));
        assert_eq!(cells.filter(|&(lines, ratio)| table.cell(lines, ratio).is_some()).count(), 40);
        assert_eq!(table.cell(500, 7), Some((708.2, 14.17)));
        assert_eq!(table.raw_text(10), Some(129.2));
        assert_eq!(table.cell(20, 1), None);
    }
}
