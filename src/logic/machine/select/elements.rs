//! What selections and conditions go through.

use std::sync::Arc;

use crate::logic::machine::arithmetic;
use crate::logic::machine::code::{Operand, Routine, Source};
use crate::logic::machine::context::Context;
use crate::logic::machine::ended::Evaluated;
use crate::logic::machine::record::observe::{Observer, at};
use crate::logic::value::Value;

/// What a selection goes through.
pub(in crate::logic::machine) enum Elements {
    /// Those of the collection in this local, which stays as it is while an expression is evaluated.
    Local(usize),
    Value(Value),
    Range(i64, i64),
}

impl Elements {
    /// The elements as they can be read.
    #[inline]
    pub(in crate::logic::machine) fn read<'v>(&'v self, locals: &'v [Value]) -> Iter<'v> {
        match self {
            Self::Local(at) => locals.get(*at).and_then(Iter::of).unwrap_or(Iter::Values(&[])),
            Self::Value(value) => Iter::of(value).unwrap_or(Iter::Values(&[])),
            Self::Range(low, high) => Iter::Range(*low, *high),
        }
    }
}

/// The elements of a collection.
#[derive(Clone, Copy)]
pub(in crate::logic::machine) enum Iter<'v> {
    Values(&'v [Value]),
    Sorted(&'v [Value]),
    Bag(&'v [(Value, u32)]),
    Keys(&'v [(Value, Value)]),
    Range(i64, i64),
}

impl<'v> Iter<'v> {
    /// The elements of a collection.
    #[inline]
    pub(in crate::logic::machine) fn of(value: &'v Value) -> Option<Self> {
        Some(match value {
            Value::List(elements) => Self::Values(elements),
            Value::Set(elements) => Self::Sorted(elements),
            Value::Bag(elements) => Self::Bag(elements),
            Value::Map(entries) => Self::Keys(entries),
            _ => return None,
        })
    }

    /// The element at a position, and how often it is there. Copies in a bag have one position.
    #[inline]
    pub(in crate::logic::machine) fn get(self, at: u64) -> Option<(Value, u32)> {
        let index = usize::try_from(at).ok()?;
        match self {
            Self::Values(values) | Self::Sorted(values) => values.get(index).map(|value| (value.clone(), 1)),
            Self::Bag(values) => values.get(index).map(|(value, count)| (value.clone(), *count)),
            Self::Keys(entries) => entries.get(index).map(|(key, _)| (key.clone(), 1)),
            Self::Range(low, high) => {
                let number = i64::try_from(at).ok().and_then(|at| low.checked_add(at))?;
                (number <= high).then_some((Value::Number(number), 1))
            }
        }
    }

    /// How many elements there are, each copy counted.
    pub(in crate::logic::machine) fn len(self) -> u64 {
        match self {
            Self::Values(values) | Self::Sorted(values) => values.len() as u64,
            Self::Bag(values) => values.iter().map(|(_, count)| u64::from(*count)).sum(),
            Self::Keys(entries) => entries.len() as u64,
            Self::Range(low, high) if low <= high => high.abs_diff(low).saturating_add(1),
            Self::Range(..) => 0,
        }
    }

    /// Whether an element is there.
    pub(in crate::logic::machine) fn contains(self, element: &Value) -> bool {
        match self {
            Self::Values(values) => match element {
                Value::Entity(_) | Value::Number(_) | Value::Symbol(_) => {
                    values.iter().any(|value| arithmetic::equal(value, element))
                }
                _ => values.contains(element),
            },
            Self::Sorted(values) => values.binary_search(element).is_ok(),
            Self::Bag(values) => values.binary_search_by(|(other, _)| other.cmp(element)).is_ok(),
            Self::Keys(entries) => entries.binary_search_by(|(other, _)| other.cmp(element)).is_ok(),
            Self::Range(low, high) => matches!(element, Value::Number(number) if low <= *number && *number <= high),
        }
    }

    /// What it costs to look for an element.
    pub(in crate::logic::machine) fn search_cost(self) -> u64 {
        if let Self::Values(values) = self { values.len() as u64 / 16 } else { 0 }
    }

    /// Every element with how often it is there.
    pub(in crate::logic::machine) fn for_each(self, mut take: impl FnMut(Value, u32)) {
        let mut at = 0;
        while let Some((value, count)) = self.get(at) {
            take(value, count);
            at += 1;
        }
    }
}

impl<'a, O: Observer> Context<'a, '_, O> {
    /// Whether an element is in a source.
    pub(in crate::logic::machine) fn contains(
        &mut self,
        routine: &'a Routine,
        of: &Source,
        element: &Value,
    ) -> Evaluated<bool> {
        let elements = self.elements(routine, of)?;
        let cost = elements.read(&self.machine.locals).search_cost();
        self.charge(cost)?;
        Ok(elements.read(&self.machine.locals).contains(element))
    }

    /// The elements of a source.
    pub(in crate::logic::machine) fn elements(&mut self, routine: &'a Routine, of: &Source) -> Evaluated<Elements> {
        match of {
            Source::Range(low, high) => Ok(Elements::Range(self.number(routine, low)?, self.number(routine, high)?)),
            Source::All(ty) => {
                self.observer.join(self.observer.existence(*ty));
                self.charge(self.machine.world.things.len() as u64 / 16)?;
                let all = self.machine.world.all(*ty).map(Value::Entity).collect();
                Ok(Elements::Value(Value::Set(Arc::new(all))))
            }
            Source::Read(read) => {
                if let Operand::Slot(slot) = read.operand
                    && self.at_hand(routine, read.operand).and_then(Iter::of).is_some()
                {
                    self.note_read(read.operand);
                    return Ok(Elements::Local(at(self.base, slot)));
                }
                let value = self.read(routine, read)?;
                if Iter::of(&value).is_none() {
                    return self.kind(read.span[0], "a collection", &value);
                }
                Ok(Elements::Value(value))
            }
        }
    }
}
