//! Values as they are typed: ratios, line ranges, switches.

use crate::engine::{Budget, Show};
use crate::grid::Cell;
use crate::units::{LineNo, LineRange, Permille, Tokens};
use std::num::IntErrorKind;

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Switch {
    On,
    Off,
}

impl From<Switch> for Show {
    fn from(switch: Switch) -> Self {
        match switch {
            Switch::On => Self::On,
            Switch::Off => Self::Off,
        }
    }
}

/// A ratio of at least 1 with up to three decimals, such as `5` or `2.5`.
pub(super) fn ratio(text: &str) -> Result<Budget, String> {
    let wrong = || format!("'{text}' is no ratio; give a number from 1 to 1000 with up to three decimals, such as 2.5");
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) || fraction.len() > 3 || whole.len() > 4 {
        return Err(wrong());
    }
    let permille: u64 = format!("{whole}{fraction:0<3}").parse().map_err(|_| wrong())?;
    if permille < 1000 {
        return Err(format!(
            "ratio {text} is below 1, which would cost more than text; for larger letters give --budget"
        ));
    }
    if permille > 1_000_000 { Err(wrong()) } else { Ok(Budget::Ratio(Permille::new(permille))) }
}

/// A budget of at least one token.
pub(super) fn budget(text: &str) -> Result<Budget, String> {
    match text.parse::<u64>() {
        Ok(0) | Err(_) => Err(format!("'{text}' is no budget; give a whole number of tokens from 1")),
        Ok(tokens) => Ok(Budget::Tokens(Tokens::new(tokens))),
    }
}

/// A character cell, such as `6x11`.
pub(super) fn cell(text: &str) -> Result<Cell, String> {
    let wrong = || format!("'{text}' is no cell; give width and height in pixels from 3 to 64, such as 6x11");
    let (width, height) = text.split_once(['x', '×']).ok_or_else(wrong)?;
    let side = |part: &str| part.parse::<u32>().ok().filter(|n| (3..=64).contains(n)).ok_or_else(wrong);
    Ok(Cell::new(side(width)?, side(height)?))
}

/// A closed range of lines: `A:B`, `A-B`, `A:` to the end, or `A` alone.
pub(super) fn lines(text: &str) -> Result<LineRange, String> {
    let (first, last) = match text.split_once([':', '-']) {
        Some((first, "")) => (first, None),
        Some((first, last)) => (first, Some(last)),
        None => (text, Some(text)),
    };
    let first = line(first, text)?;
    let last = last.map_or(Ok(LineNo::new(u64::MAX)), |last| line(last, text))?;
    LineRange::new(first, last).ok_or_else(|| {
        if first == LineNo::ZERO {
            format!("range '{text}' starts at line 0; lines count from 1")
        } else {
            format!("range '{text}' ends before it starts; give the smaller line first")
        }
    })
}

fn line(part: &str, range: &str) -> Result<LineNo, String> {
    part.parse::<u64>().map(LineNo::new).map_err(|error| match error.kind() {
        IntErrorKind::PosOverflow => {
            format!("line {part} of range '{range}' is beyond {}, the last possible line", u64::MAX)
        }
        _ => format!("range '{range}' is not of the form A:B with line numbers A and B, both included"),
    })
}

/// The number of the first line of the input.
pub(super) fn start_line(text: &str) -> Result<LineNo, String> {
    match text.parse::<u64>() {
        // Room for the longest input, so that no number overflows.
        Ok(n) if n > 0 && n < 1 << 62 => Ok(LineNo::new(n)),
        _ => Err(format!("'{text}' is no line number; lines count from 1 to {}", (1_u64 << 62) - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_up_to_three_decimals_and_are_at_least_one() {
        assert_eq!(ratio("5"), Ok(Budget::Ratio(Permille::new(5000))));
        assert_eq!(ratio("2.25"), Ok(Budget::Ratio(Permille::new(2250))));
        for wrong in ["", "0", "0.999", "-1", "1e3", "1.2345", "nan", "1001", "2.5.1", "."] {
            assert!(ratio(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ranges_are_closed_and_odd_ones_are_refused_by_name() {
        let range = |a, b| LineRange::new(LineNo::new(a), LineNo::new(b)).expect("a range");
        assert_eq!(lines("3:5"), Ok(range(3, 5)));
        assert_eq!(lines("3-5"), Ok(range(3, 5)));
        assert_eq!(lines("7"), Ok(range(7, 7)));
        assert_eq!(lines("7:"), Ok(range(7, u64::MAX)));
        for (wrong, part) in [
            ("0:2", "line 0"),
            ("5:3", "ends before"),
            ("1:18446744073709551616", "beyond"),
            (":4", "form"),
            ("a:b", "form"),
            ("1:2:3", "form"),
        ] {
            assert!(lines(wrong).expect_err("refused").contains(part), "{wrong}");
        }
    }
}
