//! Types of the rule language. A number's type is an interval, so that subranges are proven where that is possible.

mod cases;
mod common;
mod making;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

pub use cases::next_case;
pub use common::Common;
pub use making::{Making, Rounding, Way};

use super::value::Symbol;

/// A type. Where two meet, the wider one holds ([`Type::join`]).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Of no use: the type of something in which a mistake was already reported. Fits everywhere.
    Unknown,
    /// Whole numbers in an interval.
    Number(Interval),
    /// Exact fractions (whole numbers are among them).
    Fraction,
    /// `yes/no`.
    YesNo,
    /// A day of the calendar.
    Date,
    /// Some members of enumerations, sorted. A member has the type of itself alone; an enumeration that of all its members.
    Symbols(Arc<Vec<Symbol>>),
    /// A thing with identity.
    Entity(EntityTypeId),
    /// A thing of one of several types, sorted.
    OneOf(Arc<Vec<EntityTypeId>>),
    /// A record.
    Record(RecordId),
    /// In order.
    List(Box<Type>),
    /// Each element once.
    Set(Box<Type>),
    /// Unordered and counted.
    Bag(Box<Type>),
    /// Cards in piles, the top one first: a list of bags, each of those whose order nobody knows.
    Deck(Box<Type>),
    /// From keys to values.
    Map(Box<Type>, Box<Type>),
    /// This or `none`; never nested.
    OrNone(Box<Type>),
    /// `none` alone, and the elements of an empty list.
    Nothing,
}

/// Names an entity type of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntityTypeId(pub u16);

/// Names a record type of a program, declared or made for the rows of a data table or the outputs of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordId(pub u16);

/// The whole numbers from `low` to `high`; an end that is `None` is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    /// The least.
    pub low: Option<i64>,
    /// The greatest.
    pub high: Option<i64>,
}

impl fmt::Display for Interval {
    /// `0..10`, `1..`; `..` for all numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(low) = self.low {
            write!(f, "{low}")?;
        }
        f.write_str("..")?;
        self.high.map_or(Ok(()), |high| write!(f, "{high}"))
    }
}

impl Interval {
    /// All whole numbers.
    pub const ALL: Self = Self { low: None, high: None };

    /// From `low` to `high`.
    pub const fn new(low: i64, high: i64) -> Self {
        Self { low: Some(low), high: Some(high) }
    }

    /// Only `number`.
    pub const fn only(number: i64) -> Self {
        Self::new(number, number)
    }

    /// Whether `number` lies in it.
    pub fn contains(self, number: i64) -> bool {
        self.low.is_none_or(|low| low <= number) && self.high.is_none_or(|high| number <= high)
    }

    /// Whether all of `other` lies in it.
    pub fn covers(self, other: Self) -> bool {
        let low = self.low.is_none_or(|low| other.low.is_some_and(|other| low <= other));
        let high = self.high.is_none_or(|high| other.high.is_some_and(|other| other <= high));
        low && high
    }

    /// Whether no number lies in both.
    pub fn apart(self, other: Self) -> bool {
        let below = |a: Self, b: Self| matches!((a.high, b.low), (Some(high), Some(low)) if high < low);
        below(self, other) || below(other, self)
    }

    /// The least interval with both in it.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self {
            low: self.low.zip(other.low).map(|(a, b)| a.min(b)),
            high: self.high.zip(other.high).map(|(a, b)| a.max(b)),
        }
    }

    /// Sums of a number of each.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let sum = |a: Option<i64>, b: Option<i64>| a.zip(b).and_then(|(a, b)| a.checked_add(b));
        Self { low: sum(self.low, other.low), high: sum(self.high, other.high) }
    }

    /// The negative numbers of it.
    #[must_use]
    pub fn negate(self) -> Self {
        let negate = |a: Option<i64>| a.and_then(i64::checked_neg);
        Self { low: negate(self.high), high: negate(self.low) }
    }

    /// Products of a number of each.
    #[must_use]
    pub fn multiply(self, other: Self) -> Self {
        let (Some(a), Some(b), Some(c), Some(d)) = (self.low, self.high, other.low, other.high) else {
            let positive = |interval: Self| interval.low.is_some_and(|low| low >= 0);
            return Self { low: (positive(self) && positive(other)).then_some(0), high: None };
        };
        let products = [a.checked_mul(c), a.checked_mul(d), b.checked_mul(c), b.checked_mul(d)];
        let Some(products) = products.into_iter().collect::<Option<Vec<i64>>>() else { return Self::ALL };
        Self { low: products.iter().copied().min(), high: products.iter().copied().max() }
    }
}

impl Type {
    /// A number of any size.
    pub const NUMBER: Self = Self::Number(Interval::ALL);

    /// How many of something: a number of at least 0.
    pub const COUNT: Self = Self::Number(Interval { low: Some(0), high: None });

    /// Whether it is a number, whole or not.
    pub const fn is_number(&self) -> bool {
        matches!(self, Self::Number(_) | Self::Fraction)
    }

    /// Whether it is a thing, of whatever type.
    pub const fn is_thing(&self) -> bool {
        matches!(self, Self::Entity(_) | Self::OneOf(_))
    }

    /// The types of which a thing may be.
    pub fn kinds(&self) -> &[EntityTypeId] {
        match self {
            Self::Entity(id) => std::slice::from_ref(id),
            Self::OneOf(kinds) => kinds,
            _ => &[],
        }
    }

    /// A thing of one of these types.
    pub fn of_kinds(kinds: impl IntoIterator<Item = EntityTypeId>) -> Self {
        let kinds: BTreeSet<EntityTypeId> = kinds.into_iter().collect();
        let kinds: Vec<EntityTypeId> = kinds.into_iter().collect();
        match kinds[..] {
            [] => Self::Nothing,
            [one] => Self::Entity(one),
            _ => Self::OneOf(Arc::new(kinds)),
        }
    }

    /// This or `none`.
    #[must_use]
    pub fn or_none(self) -> Self {
        match self {
            Self::OrNone(_) | Self::Nothing | Self::Unknown => self,
            other => Self::OrNone(Box::new(other)),
        }
    }

    /// The type without `none`.
    pub fn without_none(&self) -> &Self {
        match self {
            Self::OrNone(inner) => inner,
            other => other,
        }
    }

    /// The type of the elements when it is walked through.
    pub fn element(&self) -> Option<&Self> {
        match self {
            Self::List(element) | Self::Set(element) | Self::Bag(element) | Self::Map(element, _) => Some(element),
            _ => None,
        }
    }

    /// The least type with both in it; `None` if there is none.
    pub fn join(&self, other: &Self) -> Option<Self> {
        Some(match (self, other) {
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Nothing, Self::Nothing) => Self::Nothing,
            (Self::Nothing, any) | (any, Self::Nothing) => any.clone().or_none(),
            (Self::OrNone(a), b) | (b, Self::OrNone(a)) => a.join(b.without_none())?.or_none(),
            (Self::Number(a), Self::Number(b)) => Self::Number(a.join(*b)),
            (Self::Fraction | Self::Number(_), Self::Fraction) | (Self::Fraction, Self::Number(_)) => Self::Fraction,
            (Self::Symbols(a), Self::Symbols(b)) => {
                let mut all: Vec<Symbol> = a.iter().chain(b.iter()).copied().collect();
                all.sort_unstable();
                all.dedup();
                Self::Symbols(Arc::new(all))
            }
            (Self::List(a), Self::List(b)) => Self::List(Box::new(Self::join_elements(a, b)?)),
            (Self::Set(a), Self::Set(b)) => Self::Set(Box::new(Self::join_elements(a, b)?)),
            (Self::Bag(a), Self::Bag(b)) => Self::Bag(Box::new(Self::join_elements(a, b)?)),
            (Self::Deck(a), Self::Deck(b)) => Self::Deck(Box::new(Self::join_elements(a, b)?)),
            (Self::Map(a, x), Self::Map(b, y)) => {
                Self::Map(Box::new(Self::join_elements(a, b)?), Box::new(Self::join_elements(x, y)?))
            }
            (a, b) if a == b => a.clone(),
            (Self::OneOf(_), b) | (b, Self::OneOf(_)) if b.is_thing() => {
                Self::of_kinds(self.kinds().iter().chain(other.kinds()).copied())
            }
            _ => return None,
        })
    }

    /// Elements of an empty collection take any type.
    fn join_elements(a: &Self, b: &Self) -> Option<Self> {
        match (a, b) {
            (Self::Nothing, other) | (other, Self::Nothing) => Some(other.clone()),
            _ => a.join(b),
        }
    }

    /// How well a value of the type `from` goes where this type is declared.
    pub fn accepts(&self, from: &Self) -> Fit {
        match (self, from) {
            (Self::Unknown, _) | (_, Self::Unknown) | (Self::Nothing | Self::OrNone(_), Self::Nothing) => Fit::Always,
            (Self::OrNone(a), b) => a.accepts(b.without_none()),
            // Something that may be none is looked at when it is stored.
            (a, Self::OrNone(b)) => a.accepts(b).min(Fit::Sometimes),
            (Self::Number(a), Self::Number(b)) if a.covers(*b) => Fit::Always,
            (Self::Number(a), Self::Number(b)) if a.apart(*b) => Fit::OutOfRange,
            (Self::Number(_), Self::Number(_)) => Fit::Sometimes,
            (Self::Fraction, Self::Fraction | Self::Number(_)) => Fit::Always,
            (Self::Symbols(a), Self::Symbols(b)) => {
                let inside = b.iter().filter(|symbol| a.binary_search(symbol).is_ok()).count();
                match inside {
                    all if all == b.len() => Fit::Always,
                    0 => Fit::Never,
                    _ => Fit::Sometimes,
                }
            }
            (Self::List(a), Self::List(b)) | (Self::Set(a), Self::Set(b)) | (Self::Bag(a), Self::Bag(b)) => {
                Self::accepts_element(a, b)
            }
            (Self::Deck(a), Self::Deck(b)) => Self::accepts_element(a, b),
            // A written list becomes what is declared.
            (Self::Set(a) | Self::Bag(a), Self::List(b)) => Self::accepts_element(a, b),
            (Self::Map(a, x), Self::Map(b, y)) => Self::accepts_element(a, b).min(Self::accepts_element(x, y)),
            (a, b) if a == b => Fit::Always,
            (a, b) if a.is_thing() && b.is_thing() => {
                let inside = b.kinds().iter().filter(|kind| a.kinds().contains(kind)).count();
                match inside {
                    all if all == b.kinds().len() => Fit::Always,
                    0 => Fit::Never,
                    _ => Fit::Sometimes,
                }
            }
            _ => Fit::Never,
        }
    }

    fn accepts_element(a: &Self, b: &Self) -> Fit {
        if *b == Self::Nothing { Fit::Always } else { a.accepts(b) }
    }
}

/// How well a value goes into a declared place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It is of another kind.
    Never,
    /// It is a number, and no such number is in range.
    OutOfRange,
    /// It has to be looked at when it is stored.
    Sometimes,
    /// Proven.
    Always,
}
