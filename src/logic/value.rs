//! What logic computes with: whole numbers, exact fractions, members, things with identity, and collections in canonical form.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use super::calendar::Date;

/// `yes` or `no`, as wide as all that a value is told by.
#[repr(u64)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum YesNo {
    /// `no`.
    No,
    /// `yes`.
    Yes,
}

impl YesNo {
    /// Whether it is `yes`.
    #[inline]
    pub fn is_yes(self) -> bool {
        self == Self::Yes
    }
}

impl fmt::Debug for YesNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.is_yes().fmt(f)
    }
}

/// A member of an enumeration: an index into [`super::program::Program::symbols`]. Symbols are numbered in the order of their
/// first declaration, so that a sorted set of them stands in the order of the enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u64);

impl Symbol {
    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

/// A thing with identity, as the machine numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Entity(pub u64);

impl Entity {
    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

/// An exact fraction in lowest terms with a positive denominator other than 1 (a whole one is a [`Value::Number`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    /// Above the line.
    pub numerator: i64,
    /// Below the line; at least 2.
    pub denominator: i64,
}

/// A value. Sets, bags and maps are kept sorted, so that equal values are equal data.
///
/// It takes 16 bytes, for all that is larger lies elsewhere. Behind the tag all of it is as wide as a pointer: so a value is
/// passed in two registers, and not through memory.
#[repr(u32)]
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// `none`.
    None,
    /// `yes` or `no`.
    YesNo(YesNo),
    /// A whole number.
    Number(i64),
    /// A number that is not whole.
    Fraction(Box<Fraction>),
    /// A member of an enumeration.
    Symbol(Symbol),
    /// A day of the calendar.
    Date(Date),
    /// A thing with identity.
    Entity(Entity),
    /// In the order written.
    List(Arc<Vec<Value>>),
    /// Sorted, each element once.
    Set(Arc<Vec<Value>>),
    /// Sorted, each element with how often it is there (at least once).
    Bag(Arc<Vec<(Value, u32)>>),
    /// Sorted by key.
    Map(Arc<Vec<(Value, Value)>>),
    /// The fields in the order of their declaration.
    Record(Arc<Vec<Value>>),
    /// Dice that were rolled and not looked at yet ([`super::machine::Pool`]): a bag of which only some is known. Only locals
    /// hold it, and only where all ways that chance can go are followed.
    Pool(u64),
}

const _: () = assert!(size_of::<Value>() == 16);

impl Value {
    /// `yes` or `no`.
    #[inline]
    pub fn yes_no(held: bool) -> Self {
        Self::YesNo(if held { YesNo::Yes } else { YesNo::No })
    }

    /// A set of these elements.
    pub fn set(mut elements: Vec<Self>) -> Self {
        elements.sort_unstable();
        elements.dedup();
        Self::Set(Arc::new(elements))
    }

    /// A bag of these elements.
    pub fn bag(mut elements: Vec<Self>) -> Self {
        elements.sort_unstable();
        let mut counted: Vec<(Self, u32)> = Vec::new();
        for element in elements {
            match counted.last_mut() {
                Some((last, count)) if *last == element => *count += 1,
                _ => counted.push((element, 1)),
            }
        }
        Self::Bag(Arc::new(counted))
    }

    /// A map of these entries; of two with the same key the later one stays.
    pub fn map(entries: Vec<(Self, Self)>) -> Self {
        let mut kept: Vec<(Self, Self)> = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            match kept.binary_search_by(|(other, _)| other.cmp(&key)) {
                Ok(at) => kept[at].1 = value,
                Err(at) => kept.insert(at, (key, value)),
            }
        }
        Self::Map(Arc::new(kept))
    }

    /// The number `numerator / denominator`, or none if it does not fit or the denominator is 0.
    pub fn ratio(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).ok()? * denominator.signum();
        let (numerator, denominator) = (numerator / divisor, denominator / divisor);
        let numerator = i64::try_from(numerator).ok()?;
        let denominator = i64::try_from(denominator).ok()?;
        Some(if denominator == 1 {
            Self::Number(numerator)
        } else {
            Self::Fraction(Box::new(Fraction { numerator, denominator }))
        })
    }

    /// Whether it has no parts, so that it can be copied and forgotten freely.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "one test of a tag")]
    pub(super) fn is_plain(&self) -> bool {
        matches!(
            self,
            Self::None
                | Self::YesNo(_)
                | Self::Number(_)
                | Self::Symbol(_)
                | Self::Date(_)
                | Self::Entity(_)
                | Self::Pool(_)
        )
    }

    /// A clone, which costs next to nothing of the kinds that are met most.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call would take longer than the copy")]
    pub(super) fn copied(&self) -> Self {
        match self {
            Self::Number(number) => Self::Number(*number),
            Self::Entity(entity) => Self::Entity(*entity),
            Self::Symbol(symbol) => Self::Symbol(*symbol),
            other => other.clone(),
        }
    }

    /// Takes the place of another, which mostly has nothing to be given back.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call would take longer than the copy")]
    pub(super) fn put(place: &mut Self, value: Self) {
        Self::forget(std::mem::replace(place, value));
    }

    /// Drops it, which mostly is nothing.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call would take longer than a test of the tag")]
    pub(super) fn forget(self) {
        if self.is_plain() {
            std::mem::forget(self);
        }
    }

    /// Numerator and denominator, if it is a number.
    pub fn as_ratio(&self) -> Option<(i128, i128)> {
        match self {
            Self::Number(number) => Some((i128::from(*number), 1)),
            Self::Fraction(fraction) => Some((i128::from(fraction.numerator), i128::from(fraction.denominator))),
            _ => None,
        }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = i128::from(self.numerator) * i128::from(other.denominator);
        let right = i128::from(other.numerator) * i128::from(self.denominator);
        left.cmp(&right)
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}
