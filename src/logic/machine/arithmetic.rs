//! Exact arithmetic: whole numbers and fractions; what does not fit is said, never wrapped.

use std::cmp::Ordering;

use super::super::program::{Arithmetic, Comparison};
use super::super::types::{Interval, Making, Rounding, Way};
use super::super::value::{Fraction, Value};

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The result is too large.
    Overflow,
    /// Division by nothing.
    Zero,
    /// One of the two is no number.
    Kind,
}

/// Adds, subtracts, multiplies, divides.
#[inline]
pub(super) fn calculate(operator: Arithmetic, a: &Value, b: &Value) -> Result<Value, Failure> {
    if let (Value::Number(a), Value::Number(b)) = (a, b) {
        let whole = match operator {
            Arithmetic::Add => a.checked_add(*b),
            Arithmetic::Subtract => a.checked_sub(*b),
            Arithmetic::Multiply => a.checked_mul(*b),
            Arithmetic::Divide => return divide((i128::from(*a), 1), (i128::from(*b), 1)),
        };
        return whole.map(Value::Number).ok_or(Failure::Overflow);
    }
    calculate_exactly(operator, a, b)
}

#[inline(never)]
fn calculate_exactly(operator: Arithmetic, a: &Value, b: &Value) -> Result<Value, Failure> {
    let (a, b) = a.as_ratio().zip(b.as_ratio()).ok_or(Failure::Kind)?;
    // Numerators and denominators are below 2^63, so that products are below 2^126 and their sums fit.
    match operator {
        Arithmetic::Add => Value::ratio(a.0 * b.1 + b.0 * a.1, a.1 * b.1).ok_or(Failure::Overflow),
        Arithmetic::Subtract => Value::ratio(a.0 * b.1 - b.0 * a.1, a.1 * b.1).ok_or(Failure::Overflow),
        Arithmetic::Multiply => Value::ratio(a.0 * b.0, a.1 * b.1).ok_or(Failure::Overflow),
        Arithmetic::Divide => divide(a, b),
    }
}

fn divide(a: (i128, i128), b: (i128, i128)) -> Result<Value, Failure> {
    if b.0 == 0 {
        return Err(Failure::Zero);
    }
    Value::ratio(a.0 * b.1, a.1 * b.0).ok_or(Failure::Overflow)
}

/// `-a`.
pub(super) fn negate(a: &Value) -> Result<Value, Failure> {
    match a {
        Value::Number(number) => number.checked_neg().map(Value::Number).ok_or(Failure::Overflow),
        Value::Fraction(fraction) => {
            let numerator = fraction.numerator.checked_neg().ok_or(Failure::Overflow)?;
            Ok(Value::Fraction(Box::new(Fraction { numerator, denominator: fraction.denominator })))
        }
        _ => Err(Failure::Kind),
    }
}

/// The multiple above, below or nearest.
pub(super) fn round(rounding: Rounding, a: &Value) -> Result<Value, Failure> {
    let Some((above, below)) = a.as_ratio() else { return Err(Failure::Kind) };
    if let (Value::Number(number), (1, 1)) = (a, rounding.to) {
        return Ok(Value::Number(*number));
    }
    // How many times the step goes into it; all four are of 64 bits, so that there is room.
    let (num, den) = (i128::from(rounding.to.0), i128::from(rounding.to.1));
    let too_large = || Failure::Overflow;
    let (above, below) = (above.checked_mul(den).ok_or_else(too_large)?, below.checked_mul(num).ok_or_else(too_large)?);
    let times = match rounding.way {
        Way::Down => above.div_euclid(below),
        Way::Up => -(-above).div_euclid(below),
        Way::Nearest => {
            let twice = above.checked_mul(2).and_then(|above| above.checked_add(below)).ok_or_else(too_large)?;
            twice.div_euclid(below.checked_mul(2).ok_or_else(too_large)?)
        }
    };
    let rounded = times.checked_mul(num).ok_or_else(too_large)?;
    Value::ratio(rounded, den).ok_or(Failure::Overflow)
}

/// What becomes of a number that is put into a place with this range.
pub(super) fn made(making: Making, range: Interval, a: &Value) -> Result<Value, Failure> {
    let mut value = match making.rounding {
        Some(rounding) => round(rounding, a)?,
        None => a.clone(),
    };
    if making.cut {
        for (end, below) in [(range.low, true), (range.high, false)] {
            let Some(end) = end.map(Value::Number) else { continue };
            let order = order(&value, &end);
            if if below { order.is_lt() } else { order.is_gt() } {
                value = end;
            }
        }
    }
    Ok(value)
}

/// Whether two values are equal; of those without parts this is quick.
#[inline]
pub(super) fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b,
        (Value::Symbol(a), Value::Symbol(b)) => a == b,
        (Value::Entity(a), Value::Entity(b)) => a == b,
        _ => a == b,
    }
}

/// Which of two is greater: numbers by their size, records by the first of their parts that differ, anything else in the order
/// of values.
pub(super) fn order(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.cmp(b),
        (Value::Record(a), Value::Record(b)) => {
            let parts = a.iter().zip(b.iter()).map(|(a, b)| order(a, b));
            parts.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        }
        _ => match (a.as_ratio(), b.as_ratio()) {
            (Some(a), Some(b)) => (a.0 * b.1).cmp(&(b.0 * a.1)),
            _ => a.cmp(b),
        },
    }
}

/// Compares.
pub(super) fn compare(comparison: Comparison, a: &Value, b: &Value) -> bool {
    comparison.holds(order(a, b))
}
