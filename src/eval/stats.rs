//! Means with weights.
#![expect(clippy::float_arithmetic, reason = "statistics of a sample; only exactly rounded operations are used")]

use serde::Serialize;

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error; 0 for fewer than two values.
    pub error: f64,
}

impl Mean {
    /// Of values with weights.
    pub(super) fn of(values: &[(f64, f64)]) -> Self {
        let total: f64 = values.iter().map(|(_, weight)| weight).sum();
        if values.is_empty() || total <= 0.0 {
            return Self::default();
        }
        let mean = values.iter().map(|(value, weight)| value * weight).sum::<f64>() / total;
        let n = count(values.len());
        let squares: f64 =
            values.iter().map(|(value, weight)| (weight * (value - mean)) * (weight * (value - mean))).sum();
        let error = if n > 1.0 { squares.sqrt() / total * (n / (n - 1.0)).sqrt() } else { 0.0 };
        Self { mean, error }
    }
}

/// Weights under which the mean of `values` is `target`: linear calibration, 1 + (t - m)(x - m) / var, none below 0.
pub(super) fn calibrate(values: &[f64], target: f64) -> Vec<f64> {
    let n = count(values.len()).max(1.0);
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / n;
    let weight = |value: &f64| if variance > 0.0 { 1.0 + (target - mean) * (value - mean) / variance } else { 1.0 };
    values.iter().map(|value| weight(value).max(0.0)).collect()
}

/// A count as a float.
#[expect(clippy::cast_precision_loss, reason = "counts of windows and tokens lie far below 2^52")]
pub(super) fn count(n: usize) -> f64 {
    n as f64
}

/// Tokens as a float.
#[expect(clippy::cast_precision_loss, reason = "counts of windows and tokens lie far below 2^52")]
pub(super) fn float(n: u64) -> f64 {
    n as f64
}

/// The value below which a share of the sorted values lies.
pub(super) fn quantile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = (share * count(values.len().saturating_sub(1))).round();
    values.iter().zip(0_u32..).find(|&(_, index)| f64::from(index) >= at).map_or(0.0, |(&value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_weights_give_the_usual_mean_and_error() {
        let found = Mean::of(&[(1.0, 1.0), (2.0, 1.0), (3.0, 1.0), (6.0, 1.0)]);
        assert!((found.mean - 3.0).abs() < 1e-12 && (found.error - (14.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        assert_eq!(Mean::of(&[]), Mean::default());
        assert!((Mean::of(&[(5.0, 2.0)]).mean - 5.0).abs() < 1e-12);
    }

    #[test]
    fn calibrated_weights_move_the_mean_to_the_target() {
        let values: Vec<f64> = (0..50).map(f64::from).collect();
        let weights = calibrate(&values, 26.0);
        let weighted: Vec<(f64, f64)> = values.iter().copied().zip(weights).collect();
        assert!((Mean::of(&weighted).mean - 26.0).abs() < 1e-9);
        assert_eq!(calibrate(&[4.0, 4.0], 5.0), [1.0, 1.0]);
    }

    #[test]
    fn quantiles_are_values_of_the_sample() {
        let mut values = [3.0, 1.0, 2.0, 5.0, 4.0];
        assert!((quantile(&mut values, 0.5) - 3.0).abs() < 1e-12);
        assert!((quantile(&mut values, 0.9) - 5.0).abs() < 1e-12);
    }
}
