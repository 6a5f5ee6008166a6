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
        // Numbers of thousands of digits do not fit a float: both are cut alike first.
        let cut = self.denominator.bits().max(self.numerator.bits()).saturating_sub(1000);
        let (above, below) = (&self.numerator >> cut, &self.denominator >> cut);
        match (above.to_f64(), below.to_f64()) {
            (Some(above), Some(below)) if below > 0.0 => above / below,
            _ => 0.0,
        }
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

impl std::ops::Add for &Ratio {
    type Output = Ratio;

    fn add(self, other: Self) -> Ratio {
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
