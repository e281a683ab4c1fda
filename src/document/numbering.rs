//! What stands in the gutter: one number a line, or the numbers of the sides of a diff.

use super::diff::Diff;
use super::lines::Lines;
use crate::units::{Cols, LineNo};
use std::fmt::Write as _;
use std::sync::Arc;

/// Widest gutter of a diff, its separating blank aside; wider ones (hostile numbers) fall back to rows.
const WIDEST: usize = 48;

/// How lines are labelled.
#[derive(Clone, Debug)]
pub(super) enum Numbering {
    /// One after the other from this number.
    Sequential(LineNo),
    /// By a list that came with the lines, 0 for none; the first kept line is at this place of it.
    Listed(Arc<Vec<u64>>, usize),
    /// The rows of a diff: counted from the number, and drawn with the numbers of their sides.
    Diff(LineNo, Sides),
}

/// Numbers of the sides of a diff, line by line.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    /// Cells of each side's column.
    widths: Vec<usize>,
    /// `widths.len()` numbers a line, 0 for none.
    numbers: Vec<u64>,
}

impl Sides {
    /// Reads the hunks of a diff from the start of `text`; `None` when no line has a number.
    pub(super) fn read(text: &str, lines: &Lines) -> Option<Self> {
        let mut diff = Diff::default();
        for line in text[..lines.range(0).start].lines() {
            diff.ink(line);
        }
        let mut rows: Vec<Vec<u64>> = Vec::with_capacity(lines.len());
        for line in 0..lines.len() {
            diff.ink(&text[lines.range(line)]);
            rows.push(diff.numbers().to_vec());
        }
        let count = rows.iter().map(Vec::len).max().filter(|&count| count > 0)?;
        let mut numbers = Vec::with_capacity(rows.len() * count);
        let mut widths = vec![1; count];
        for row in &rows {
            // The new side is the last column, whatever a hunk has of old ones.
            let (old, new) = row.split_at(row.len().saturating_sub(1));
            let padding = std::iter::repeat_n(0, count - 1 - old.len().min(count - 1));
            let row = old.iter().copied().chain(padding).chain([new.first().copied().unwrap_or(0)]);
            for (width, number) in widths.iter_mut().zip(row) {
                *width = digits(number).max(*width);
                numbers.push(number);
            }
        }
        (widths.iter().sum::<usize>() + count <= WIDEST).then_some(Self { widths, numbers })
    }
}

impl Numbering {
    /// The number of a line in its own input.
    pub(super) fn number(&self, line: usize) -> Option<LineNo> {
        match self {
            Self::Sequential(first) | Self::Diff(first, _) => {
                Some(LineNo::new(first.get().saturating_add(line as u64)))
            }
            Self::Listed(numbers, from) => {
                numbers.get(from + line).copied().filter(|&number| number > 0).map(LineNo::new)
            }
        }
    }

    /// Cells that the labels of `count` lines take.
    pub(super) fn cols(&self, count: usize) -> Cols {
        let cols = match self {
            Self::Sequential(first) => digits(first.get().saturating_add(count.saturating_sub(1) as u64)),
            Self::Listed(numbers, from) => digits(numbers.iter().skip(*from).take(count).copied().max().unwrap_or(0)),
            Self::Diff(_, sides) => sides.widths.iter().sum::<usize>() + sides.widths.len().saturating_sub(1),
        };
        Cols::new(u32::try_from(cols).unwrap_or(u32::MAX))
    }

    /// Puts the label of a line into `out`: flush right by itself, or the columns of a diff.
    pub(super) fn label(&self, line: usize, out: &mut String) {
        // Writing to a `String` cannot fail.
        let _ = match self {
            Self::Diff(_, Sides { widths, numbers }) => {
                let row = numbers.get(line * widths.len()..).unwrap_or_default();
                widths.iter().zip(row).enumerate().try_for_each(|(at, (&width, &number))| {
                    let gap = usize::from(at > 0);
                    match number {
                        0 => write!(out, "{:1$}", "", width + gap),
                        number => write!(out, "{number:>0$}", width + gap),
                    }
                })
            }
            _ => self.number(line).map_or(Ok(()), |number| write!(out, "{number}")),
        };
    }
}

/// Decimal digits of a number.
fn digits(number: u64) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}
