//! An exact number below 0 or not: differences of odds, and means.

use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;

use super::{Odds, Ratio};
use crate::logic::odds::Ending;
use crate::logic::value::Value;

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
    /// The mean of what was asked for at the index `at`, over the runs that end with values; none unless those are numbers.
    pub fn mean(&self, at: usize) -> Option<Signed> {
        let mut sum = (BigInt::ZERO, BigUint::from(1u32));
        let mut share = Ratio::zero();
        for outcome in &self.outcomes {
            let Ending::Values(values) = &outcome.ending else { continue };
            let (above, below) = values.get(at).and_then(Value::as_ratio)?;
            let probability = &outcome.probability;
            share = &share + probability;
            let part = BigInt::from(above) * BigInt::from(probability.numerator().clone());
            let below = probability.denominator() * below.unsigned_abs();
            let common = sum.1.lcm(&below);
            sum.0 = sum.0 * BigInt::from(&common / &sum.1) + part * BigInt::from(&common / &below);
            sum.1 = common;
        }
        if share.is_zero() {
            return None;
        }
        Some(Self::divided(sum, &share))
    }

    fn divided((above, below): (BigInt, BigUint), share: &Ratio) -> Signed {
        Signed::new(above * BigInt::from(share.denominator().clone()), below * share.numerator())
    }
}
