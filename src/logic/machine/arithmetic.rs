//! Exact arithmetic: whole numbers and fractions; what does not fit is said, never wrapped.

use std::cmp::Ordering;

use super::super::program::{Arithmetic, Comparison};
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

/// The next whole number above (`up`) or below.
pub(super) fn round(up: bool, a: &Value) -> Result<Value, Failure> {
    match a {
        Value::Number(number) => Ok(Value::Number(*number)),
        Value::Fraction(fraction) => {
            let below = fraction.numerator.div_euclid(fraction.denominator);
            // A fraction's denominator is at least 2, so that there is room above.
            Ok(Value::Number(if up { below + 1 } else { below }))
        }
        _ => Err(Failure::Kind),
    }
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
