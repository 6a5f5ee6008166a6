//! Means, percentiles and how sure they are.

use super::super::odds::Ending;
use super::super::value::Value;
use super::Seen;

/// In so many standard deviations around the mean of a normal distribution lie 95 of 100.
pub const NORMAL_95: f64 = 1.959_963_984_540_054;

/// The percentiles that are told.
pub const PERCENTILES: [u8; 5] = [5, 25, 50, 75, 95];

/// What is told of a number over all runs that end with values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// The mean.
    pub mean: f64,
    /// The mean of 95 of 100 such simulations lies no further than this from the true one, about.
    pub within: f64,
    /// The standard deviation of a run.
    pub deviation: f64,
    /// The numbers below or at which [`PERCENTILES`] of a hundred runs lie.
    pub percentiles: [f64; 5],
}

impl Figures {
    /// Nothing where something that came out is no number, or nothing did. Yes counts 1, no and none 0.
    pub(super) fn of(outcomes: &[Seen], asked: usize) -> Option<Self> {
        let mut counted: Vec<(f64, f64)> = Vec::new();
        for seen in outcomes {
            let Ending::Values(values) = &seen.ending else { continue };
            counted.push((number(values.get(asked)?)?, amount(seen.count)));
        }
        counted.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let all: f64 = counted.iter().map(|(_, count)| count).sum();
        if all <= 0.0 {
            return None;
        }
        let mean = counted.iter().map(|(number, count)| number * count).sum::<f64>() / all;
        let squares: f64 = counted.iter().map(|(number, count)| (number - mean).powi(2) * count).sum();
        let deviation = if all > 1.0 { (squares / (all - 1.0)).sqrt() } else { 0.0 };
        let percentile = |hundredths: u8| {
            let wanted = f64::from(hundredths) / 100.0 * all;
            let mut below = 0.0;
            let found = counted.iter().find(|(_, count)| {
                below += count;
                below >= wanted
            });
            found.or(counted.last()).map_or(mean, |(number, _)| *number)
        };
        let within = NORMAL_95 * deviation / all.sqrt();
        Some(Self { mean, within, deviation, percentiles: PERCENTILES.map(percentile) })
    }
}

/// Between which shares the true one lies in 95 of 100 such simulations, about, where `count` of `runs` came to something (Wilson's
/// interval, which holds near 0 and 1 too).
pub fn interval(count: u64, runs: u64) -> (f64, f64) {
    if runs == 0 {
        return (0.0, 1.0);
    }
    let (all, share) = (amount(runs), amount(count) / amount(runs));
    let square = NORMAL_95 * NORMAL_95;
    let middle = share + square / (2.0 * all);
    let around = NORMAL_95 * (share * (1.0 - share) / all + square / (4.0 * all * all)).sqrt();
    let scale = 1.0 + square / all;
    // What never came may still never come, and what always came, always: that is not left to rounding.
    let low = if count == 0 { 0.0 } else { (middle - around) / scale };
    let high = if count == runs { 1.0 } else { (middle + around) / scale };
    (low, high)
}

#[expect(clippy::cast_precision_loss, reason = "counts of runs are far below what loses digits")]
fn amount(count: u64) -> f64 {
    count as f64
}

#[expect(clippy::cast_precision_loss, reason = "a mean of numbers of any size is told with few digits")]
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::None => Some(0.0),
        Value::YesNo(yes) => Some(f64::from(u8::from(yes.is_yes()))),
        Value::Number(number) => Some(*number as f64),
        Value::Fraction(fraction) => Some(fraction.numerator as f64 / fraction.denominator as f64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(number: i64, count: u64) -> Seen {
        Seen { ending: Ending::Values(vec![Value::Number(number)]), count, seed: 0 }
    }

    #[test]
    fn figures_are_those_of_the_textbook() {
        // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squares 32, so a deviation of √(32 / 7).
        let figures = Figures::of(&[seen(9, 1), seen(2, 1), seen(4, 3), seen(5, 2), seen(7, 1)], 0).expect("numbers");
        assert!((figures.mean - 5.0).abs() < 1e-12 && (figures.deviation - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!((figures.within - 1.959_963_984_540_054 * (32.0_f64 / 56.0).sqrt()).abs() < 1e-12);
        assert_eq!(figures.percentiles.map(|number| number.to_string()), ["2", "4", "4", "5", "9"]);
        assert!(Figures::of(&[], 0).is_none());
    }

    #[test]
    fn intervals_are_those_of_wilson() {
        let (low, high) = interval(50, 100);
        assert!((low - 0.403_832).abs() < 1e-6 && (high - 0.596_168).abs() < 1e-6, "{low} {high}");
        let (low, high) = interval(0, 10);
        assert!(low.abs() < 1e-12 && (high - 0.277_533).abs() < 1e-6, "{high}");
        assert_eq!(interval(0, 0), (0.0, 1.0));
    }
}
