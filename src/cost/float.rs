//! The few conversions and roundings that vendors' code does on 64-bit floats.
//!
//! Why floats at all: Python and JavaScript divide into doubles, and a size right at a budget rounds one way there and
//! the other way in exact arithmetic. The oracle holds such sizes. Only addition, multiplication, division, remainder,
//! square root and rounding are used: IEEE 754 defines all of them to the last bit, so results do not depend on the machine.
#![expect(clippy::float_arithmetic, reason = "this module is where the vendors' float arithmetic lives")]

/// A count as a float; exact up to 2^53, far above any area a picture may have.
#[expect(clippy::cast_precision_loss, reason = "areas stay below 2^53 by the limit on sides")]
pub(super) const fn real(n: u64) -> f64 {
    n as f64
}

/// The whole part of a number that is not negative (`int()` of Python).
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, which is what is wanted"
)]
pub(super) const fn whole(x: f64) -> u64 {
    x as u64
}

/// Rounded up.
pub(super) fn up(x: f64) -> u64 {
    whole(x.ceil())
}

/// Rounded to the nearest, ties up (`Math.round` of JavaScript).
pub(super) fn half_up(x: f64) -> u64 {
    let below = x.floor();
    if x - below >= 0.5 { whole(below) + 1 } else { whole(below) }
}

/// Rounded to the nearest, ties to the even neighbour (`round` of Python).
pub(super) const fn half_even(x: f64) -> u64 {
    whole(x.round_ties_even())
}

/// `a // b` of Python on floats: the remainder is taken first, which differs from `floor(a / b)` next to a whole quotient.
pub(super) fn floor_div(a: f64, b: f64) -> u64 {
    let quotient = (a - a % b) / b;
    let below = quotient.floor();
    if quotient - below > 0.5 { whole(below) + 1 } else { whole(below) }
}

/// `a / b` rounded to the nearest whole, ties to even, without a float.
pub(super) const fn div_half_even(a: u64, b: u64) -> u64 {
    let (below, twice_rest) = (a / b, a % b * 2);
    if twice_rest > b || (twice_rest == b && below % 2 == 1) { below + 1 } else { below }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_go_where_the_vendor_sends_them() {
        assert_eq!((half_up(2.5), half_even(2.5), half_even(3.5)), (3, 2, 4));
        assert_eq!((div_half_even(48, 32), div_half_even(80, 32), div_half_even(81, 32)), (2, 2, 3));
        assert_eq!(half_up(0.499_999_999_999_999_94), 0);
    }

    #[test]
    fn floor_division_follows_python() {
        assert_eq!(floor_div(108.0, 1.1), 98);
        assert_eq!(floor_div(1.0, 0.1), 9);
    }
}
