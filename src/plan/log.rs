//! A natural logarithm in whole numbers, so that a plan is the same on every machine.

/// Millionths of a natural logarithm unit.
pub(crate) type Micro = u64;

/// Fraction bits of the binary logarithm below.
const BITS: u32 = 24;

/// ln 2 in millionths, for turning binary logarithms into natural ones.
const LN_2_MICRO: u128 = 693_147;

/// |ln(a / b)| in millionths; zero counts as one.
///
/// ```text
/// ln_ratio(2, 1) == 693_147, ln_ratio(1, 2) == 693_147
/// ```
pub(crate) fn ln_ratio(a: u64, b: u64) -> Micro {
    let (a, b) = (log2(a.max(1)), log2(b.max(1)));
    let micro = (u128::from(a.abs_diff(b)) * LN_2_MICRO) >> BITS;
    u64::try_from(micro).unwrap_or(u64::MAX)
}

/// Numbers whose logarithm is tabled: areas of cells, tokens of most pages. A search asks for tens of thousands of
/// them, which took half of the time of a short run.
const TABLED: usize = 4096;

/// [`log2_slow`] of small numbers, made when the program is built; zero stands for nothing.
static TABLE: [u64; TABLED] = {
    let mut table = [0; TABLED];
    let mut n = 1;
    while n < TABLED {
        table[n] = log2_slow(n as u64);
        n += 1;
    }
    table
};

/// log2 of `n` ≥ 1 with [`BITS`] fraction bits.
fn log2(n: u64) -> u64 {
    usize::try_from(n).ok().and_then(|n| TABLE.get(n)).copied().unwrap_or_else(|| log2_slow(n))
}

/// [`log2`] by repeated squaring.
const fn log2_slow(n: u64) -> u64 {
    let whole = n.ilog2();
    // Mantissa in [1, 2) with 31 fraction bits.
    let mut mantissa = if whole >= 31 { n >> (whole - 31) } else { n << (31 - whole) };
    let mut fraction = 0_u64;
    let mut bit = 0;
    while bit < BITS {
        bit += 1;
        mantissa = (mantissa * mantissa) >> 31;
        fraction <<= 1;
        if mantissa >= 1 << 32 {
            fraction |= 1;
            mantissa >>= 1;
        }
    }
    ((whole as u64) << BITS) | fraction
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_logarithms_come_out_to_the_millionth() {
        assert!(ln_ratio(2, 1).abs_diff(693_147) <= 1);
        assert!(ln_ratio(1, 10).abs_diff(2_302_585) <= 2);
        assert_eq!(ln_ratio(7, 7), 0);
        assert_eq!(ln_ratio(0, 1), 0);
    }

    proptest! {
        #[test]
        fn a_larger_number_never_has_a_smaller_logarithm(a in 1_u64..u64::MAX / 2, step in 0_u64..1000) {
            prop_assert!(log2(a + step) >= log2(a));
        }
    }
}
