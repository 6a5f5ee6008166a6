//! An exact share of 1.

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// A number from 0 on, in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    numerator: BigUint,
    denominator: BigUint,
}

impl Ratio {
    /// 0.
    pub fn zero() -> Self {
        Self { numerator: BigUint::zero(), denominator: BigUint::one() }
    }

    /// `numerator / denominator`; 0 where the denominator is.
    pub fn new(numerator: BigUint, denominator: BigUint) -> Self {
        if denominator.is_zero() {
            return Self::zero();
        }
        let divisor = numerator.gcd(&denominator);
        Self { numerator: numerator / &divisor, denominator: denominator / divisor }
    }

    /// `numerator / denominator`, which have no divisor in common; the denominator is not 0.
    pub(super) fn reduced(numerator: BigUint, denominator: BigUint) -> Self {
        Self { numerator, denominator }
    }

    /// Above the line.
    pub fn numerator(&self) -> &BigUint {
        &self.numerator
    }

    /// Below the line.
    pub fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// The nearest number of the machine, about.
    pub fn approximate(&self) -> f64 {
        if self.numerator.is_zero() {
            return 0.0;
        }
        // 64 digits of each, in base 2: more do not fit a number of the machine, and what was cut off is put back as a power.
        // In two steps, so that neither overflows before the other has made up for it.
        let (above, up) = leading(&self.numerator);
        let (below, down) = leading(&self.denominator);
        let power = i32::try_from(up.clamp(0, 1 << 30) - down.clamp(0, 1 << 30)).unwrap_or(0);
        (above / below) * 2f64.powi(power / 2) * 2f64.powi(power - power / 2)
    }

    /// In hundredths, rounded half up to so many places: `33.33`.
    pub fn percent(&self, places: u32) -> String {
        let scale = BigUint::from(10u32).pow(places);
        let scaled = &self.numerator * 100u32 * &scale * 2u32 + &self.denominator;
        let rounded = scaled / (&self.denominator * 2u32);
        let (whole, rest) = rounded.div_rem(&scale);
        if places == 0 { whole.to_string() } else { format!("{whole}.{rest:0>width$}", width = places as usize) }
    }
}

/// A sum of many numbers, which is brought to lowest terms once, at the end: to look for divisors after each would take far
/// longer than to add.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    numerator: BigUint,
    denominator: BigUint,
}

impl Default for Sum {
    fn default() -> Self {
        Self { numerator: BigUint::zero(), denominator: BigUint::one() }
    }
}

impl Sum {
    /// Adds a number.
    pub(super) fn add(&mut self, number: &Ratio) {
        let (times, rest) = self.denominator.div_rem(&number.denominator);
        if rest.is_zero() {
            self.numerator += &number.numerator * times;
            return;
        }
        let common = self.denominator.lcm(&number.denominator);
        self.numerator *= &common / &self.denominator;
        self.numerator += &number.numerator * (&common / &number.denominator);
        self.denominator = common;
    }

    /// The sum.
    pub(super) fn ratio(self) -> Ratio {
        Ratio::new(self.numerator, self.denominator)
    }
}

/// The first 64 digits of a number in base 2, and how many follow.
fn leading(number: &BigUint) -> (f64, i64) {
    let cut = number.bits().saturating_sub(64);
    ((number >> cut).to_f64().unwrap_or(0.0), i64::try_from(cut).unwrap_or(i64::MAX))
}

impl std::ops::Add for &Ratio {
    type Output = Ratio;

    fn add(self, other: Self) -> Ratio {
        if self.is_zero() {
            return other.clone();
        }
        let numerator = &self.numerator * &other.denominator + &other.numerator * &self.denominator;
        Ratio::new(numerator, &self.denominator * &other.denominator)
    }
}

impl fmt::Display for Ratio {
    /// `1/3`; `1` for a whole number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.numerator)?;
        if self.denominator.is_one() { Ok(()) } else { write!(f, "/{}", self.denominator) }
    }
}
