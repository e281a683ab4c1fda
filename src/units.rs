//! The units every other module speaks: pixels, cells, lines, pages, tokens and bytes, each its own type.
//!
//! Why types: a plan mixes a dozen integers, and swapping two of them draws a wrong page without an error.
//! A unit is built with `new`, read with `get`, and added or subtracted only with its own kind.
//! Arithmetic is checked in debug builds and saturates in release builds: sizes are bounded long before.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

macro_rules! unit {
    ($(#[$doc:meta])* $name:ident, $raw:ty, $suffix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name($raw);

        impl $name {
            /// Nothing of this unit.
            pub const ZERO: Self = Self(0);
            #[doc = concat!("A count of ", $suffix, ".")]
            pub const fn new(raw: $raw) -> Self {
                Self(raw)
            }
            /// The bare number, for arithmetic inside one function.
            pub const fn get(self) -> $raw {
                self.0
            }
            /// The bare number as an index into memory.
            #[allow(
                clippy::cast_possible_truncation,
                reason = "counts of things held in memory fit its addresses; u32 fits outright"
            )]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
            /// Difference, or zero when `other` is larger.
            #[must_use]
            pub const fn saturating_sub(self, other: Self) -> Self {
                Self(self.0.saturating_sub(other.0))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!("{} ", $suffix), self.0)
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
        impl Add for $name {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                debug_assert!(self.0.checked_add(other.0).is_some(), "{self:?} + {other:?} overflows");
                Self(self.0.saturating_add(other.0))
            }
        }
        impl AddAssign for $name {
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }
        impl Sub for $name {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                debug_assert!(self.0 >= other.0, "{self:?} - {other:?} is below zero");
                self.saturating_sub(other)
            }
        }
        impl Sum for $name {
            fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
                iter.fold(Self::ZERO, Add::add)
            }
        }
    };
}

unit!(
    /// A length in whole pixels.
    Px, u32, "px"
);
unit!(
    /// A width in character cells.
    Cols, u32, "cols"
);
unit!(
    /// A height in text rows (a wrapped source line takes several).
    Rows, u32, "rows"
);
unit!(
    /// Tokens as a model bills them, of text or of pictures.
    Tokens, u64, "tokens"
);
unit!(
    /// A size in bytes.
    Bytes, u64, "bytes"
);
unit!(
    /// A ratio in thousandths: 1000 is one.
    Permille, u64, "permille"
);
unit!(
    /// The number of a source line as its file counts, from 1.
    LineNo, u64, "line"
);
unit!(
    /// The number of a page, from 1.
    PageNo, u32, "page"
);

impl Permille {
    /// `part` of `whole` in thousandths, rounded down; zero when `whole` is zero.
    ///
    /// ```
    /// use codeshot::units::Permille;
    /// assert_eq!(Permille::of(1, 4).get(), 250);
    /// ```
    #[expect(clippy::cast_possible_truncation, reason = "a share of a u64 in thousandths that overflows is no share")]
    pub const fn of(part: u64, whole: u64) -> Self {
        if whole == 0 { Self(0) } else { Self((part as u128 * 1000 / whole as u128) as u64) }
    }
}

/// A closed range of source lines: both ends are in it, and it is never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LineRange {
    first: LineNo,
    last: LineNo,
}

impl LineRange {
    /// The lines from `first` to `last`; `None` when `first` is 0 or past `last`.
    pub fn new(first: LineNo, last: LineNo) -> Option<Self> {
        (first.get() > 0 && first <= last).then_some(Self { first, last })
    }
    /// The first line of the range.
    pub const fn first(self) -> LineNo {
        self.first
    }
    /// The last line of the range.
    pub const fn last(self) -> LineNo {
        self.last
    }
    /// How many lines the range holds; at least 1.
    pub const fn count(self) -> u64 {
        self.last.get() - self.first.get() + 1
    }
}

/// A width and a height in pixels, neither of them zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PxSize {
    /// Across.
    pub width: Px,
    /// Down.
    pub height: Px,
}

impl PxSize {
    /// A size of `width` × `height` pixels.
    pub const fn new(width: Px, height: Px) -> Self {
        Self { width, height }
    }
    /// Pixels in all.
    pub const fn area(self) -> u64 {
        self.width.get() as u64 * self.height.get() as u64
    }
}

impl fmt::Display for PxSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_range_is_never_empty_or_reversed() {
        assert!(LineRange::new(LineNo::new(0), LineNo::new(2)).is_none());
        assert!(LineRange::new(LineNo::new(5), LineNo::new(3)).is_none());
        assert_eq!(LineRange::new(LineNo::new(5), LineNo::new(5)).map(LineRange::count), Some(1));
    }

    #[test]
    fn debug_names_the_unit() {
        assert_eq!(format!("{:?}", Px::new(28)), "28 px");
        assert_eq!(format!("{}", PxSize::new(Px::new(5), Px::new(8))), "5x8");
    }

    #[test]
    fn permille_of_nothing_is_zero() {
        assert_eq!(Permille::of(3, 0), Permille::ZERO);
    }
}
