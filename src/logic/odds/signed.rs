//! An exact number below 0 or not: differences of odds, and means.

use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::Zero;

use super::ratio::Sum;
use super::{Odds, Ratio};
use crate::logic::odds::Ending;
use crate::logic::value::Value;

/// The longest denominator of a mean, in bits.
const LONGEST: u64 = 1 << 20;

/// An exact number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// Whether it is below 0.
    pub negative: bool,
    /// How far it is from 0.
    pub size: Ratio,
}

impl Signed {
    /// `numerator / denominator`; 0 where the denominator is.
    pub fn new(numerator: BigInt, denominator: BigUint) -> Self {
        let negative = numerator.sign() == Sign::Minus && denominator != BigUint::ZERO;
        Self { negative, size: Ratio::new(numerator.into_parts().1, denominator) }
    }

    /// `a - b`.
    pub fn difference(a: &Ratio, b: &Ratio) -> Self {
        let left = BigInt::from(a.numerator() * b.denominator());
        let right = BigInt::from(b.numerator() * a.denominator());
        Self::new(left - right, a.denominator() * b.denominator())
    }

    /// The nearest number of the machine, about.
    pub fn approximate(&self) -> f64 {
        let size = self.size.approximate();
        if self.negative { -size } else { size }
    }
}

impl fmt::Display for Signed {
    /// `-1/3`; `2` for a whole number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        write!(f, "{sign}{}", self.size)
    }
}

impl Odds {
    /// The mean of what was asked for at the index `at`, over the runs that end with values; none unless those are numbers, or
    /// where it would be a fraction of more digits than anybody reads.
    pub fn mean(&self, at: usize) -> Option<Signed> {
        let mut sum = (BigInt::ZERO, BigUint::from(1u32));
        let mut share = Sum::default();
        for outcome in &self.outcomes {
            let Ending::Values(values) = &outcome.ending else { continue };
            let (above, below) = values.get(at).and_then(Value::as_ratio)?;
            let probability = &outcome.probability;
            share.add(probability);
            let part = BigInt::from(above) * BigInt::from(probability.numerator().clone());
            let below = probability.denominator() * below.unsigned_abs();
            // Mostly it divides what is common already; to find what is common to two long numbers takes far longer.
            let (mut times, rest) = sum.1.div_rem(&below);
            if !rest.is_zero() {
                let common = sum.1.lcm(&below);
                if common.bits() > LONGEST {
                    return None;
                }
                sum.0 *= BigInt::from(&common / &sum.1);
                times = &common / &below;
                sum.1 = common;
            }
            sum.0 += part * BigInt::from(times);
        }
        let share = share.ratio();
        if share.is_zero() {
            return None;
        }
        Some(Self::divided(sum, &share))
    }

    fn divided((above, below): (BigInt, BigUint), share: &Ratio) -> Signed {
        Signed::new(above * BigInt::from(share.denominator().clone()), below * share.numerator())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::odds::{Effort, Outcome};
    use crate::logic::program::PointId;

    fn share(above: u32, below: u32) -> Ratio {
        Ratio::new(above.into(), below.into())
    }

    #[test]
    fn differences_have_a_sign() {
        let told = |a, b| Signed::difference(&a, &b).to_string();
        assert_eq!(told(share(1, 2), share(1, 3)), "1/6");
        assert_eq!(told(share(1, 3), share(1, 2)), "-1/6");
        assert_eq!(told(share(2, 4), share(1, 2)), "0");
        assert!((Signed::difference(&share(0, 1), &share(1, 4)).approximate() + 0.25).abs() < 1e-12);
    }

    #[test]
    fn means_are_over_the_runs_that_end_with_numbers() {
        let ends = |endings: Vec<(Ending, Ratio)>| Odds {
            outcomes: endings.into_iter().map(|(ending, probability)| Outcome { ending, probability }).collect(),
            unresolved: Ratio::zero(),
            endless: Ratio::zero(),
            effort: Effort::default(),
            ended: None,
        };
        let number = |number| Ending::Values(vec![Value::Number(number)]);
        let half = Ending::Values(Value::ratio(-1, 2).into_iter().collect());
        let odds =
            ends(vec![(number(-3), share(1, 4)), (half, share(1, 4)), (Ending::Refused(PointId(0)), share(1, 2))]);
        assert_eq!(odds.mean(0).map(|mean| mean.to_string()), Some("-7/4".to_owned()));
        assert_eq!(odds.mean(1), None);
        let mixed = ends(vec![(number(1), share(1, 2)), (Ending::Values(vec![Value::None]), share(1, 2))]);
        assert_eq!(mixed.mean(0), None);
        assert_eq!(ends(Vec::new()).mean(0), None);
    }
}
