//! Fractions and linear equations as a schoolbook has them.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fraction(pub(super) BigInt, pub(super) BigInt);

impl Fraction {
    pub(super) fn new(above: impl Into<BigInt>, below: impl Into<BigInt>) -> Self {
        let (above, below) = (above.into(), below.into());
        let divisor = above.gcd(&below) * BigInt::from(if below < BigInt::zero() { -1 } else { 1 });
        Self(above / &divisor, below / divisor)
    }

    pub(super) fn zero() -> Self {
        Self(BigInt::zero(), BigInt::one())
    }

    pub(super) fn one() -> Self {
        Self(BigInt::one(), BigInt::one())
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        Self::new(&self.0 * &other.1 + &other.0 * &self.1, &self.1 * &other.1)
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        Self::new(&self.0 * &other.1 - &other.0 * &self.1, &self.1 * &other.1)
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        Self::new(&self.0 * &other.0, &self.1 * &other.1)
    }

    pub(super) fn over(&self, other: &Self) -> Self {
        Self::new(&self.0 * &other.1, &self.1 * &other.0)
    }

    pub(super) fn is(&self, ratio: &super::Ratio) -> bool {
        self.0 == BigInt::from(ratio.numerator().clone()) && self.1 == BigInt::from(ratio.denominator().clone())
    }
}

/// The solution of `matrix · x = right`, which has one.
pub(super) fn gauss(mut matrix: Vec<Vec<Fraction>>, mut right: Vec<Fraction>) -> Vec<Fraction> {
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size).find(|&row| !matrix[row][column].0.is_zero()).expect("one solution");
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in 0..size {
            if row != column && !matrix[row][column].0.is_zero() {
                let factor = matrix[row][column].over(&matrix[column][column]);
                let pivot = matrix[column].clone();
                for (there, here) in matrix[row].iter_mut().zip(&pivot).skip(column) {
                    *there = there.minus(&factor.times(here));
                }
                right[row] = right[row].minus(&factor.times(&right[column]));
            }
        }
    }
    (0..size).map(|row| right[row].over(&matrix[row][row])).collect()
}
