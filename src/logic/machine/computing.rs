//! Arithmetic, comparisons and conversions of what instructions read.

use std::cmp::Ordering;
use std::sync::Arc;

use super::super::program::{Arithmetic, Collection, Comparison, Slot};
use super::super::syntax::ast::Span;
use super::super::value::Value;
use super::arithmetic;
use super::code::{Operand, Routine, Sides};
use super::context::Context;
use super::ended::Evaluated;
use super::record::observe::Observer;
use super::select::elements::Iter;

impl<'a, O: Observer> Context<'a, '_, O> {
    /// Two that are read where one is not at hand.
    #[cold]
    fn two(&mut self, routine: &'a Routine, (a, b): (Operand, Operand), sides: &Sides) -> Evaluated<(Value, Value)> {
        Ok((self.value(routine, a, sides.a)?, self.value(routine, b, sides.b)?))
    }

    /// Adds, subtracts, multiplies, divides.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call would take longer than the sum")]
    pub(super) fn calculate(
        &mut self,
        routine: &'a Routine,
        operator: Arithmetic,
        (a, b): (Operand, Operand),
        sides: impl FnOnce() -> &'a Sides,
    ) -> Evaluated<Value> {
        if let (Some(x), Some(y)) = (self.at_hand(routine, a), self.at_hand(routine, b)) {
            let result = arithmetic::calculate(operator, x, y);
            self.note_read(a);
            self.note_read(b);
            return result.or_else(|failure| self.no_number(sides().whole, failure));
        }
        self.calculate_any(routine, operator, (a, b), sides())
    }

    #[inline(never)]
    fn calculate_any(
        &mut self,
        routine: &'a Routine,
        operator: Arithmetic,
        of: (Operand, Operand),
        sides: &Sides,
    ) -> Evaluated<Value> {
        let (a, b) = self.two(routine, of, sides)?;
        arithmetic::calculate(operator, &a, &b).or_else(|failure| self.no_number(sides.whole, failure))
    }

    /// Whether two stand so; both have to be numbers, or members.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call would take longer than the comparison")]
    pub(super) fn compare(
        &mut self,
        routine: &'a Routine,
        comparison: Comparison,
        (a, b): (Operand, Operand),
        sides: impl FnOnce() -> &'a Sides,
    ) -> Evaluated<bool> {
        if let (Some(Value::Number(x)), Some(Value::Number(y))) = (self.at_hand(routine, a), self.at_hand(routine, b)) {
            let held = comparison.holds(x.cmp(y));
            self.note_read(a);
            self.note_read(b);
            return Ok(held);
        }
        self.compare_any(routine, comparison, (a, b), sides())
    }

    #[inline(never)]
    fn compare_any(
        &mut self,
        routine: &'a Routine,
        comparison: Comparison,
        of: (Operand, Operand),
        sides: &Sides,
    ) -> Evaluated<bool> {
        let (a, b) = self.two(routine, of, sides)?;
        self.comparable(sides.whole, &a)?;
        self.comparable(sides.whole, &b)?;
        Ok(arithmetic::compare(comparison, &a, &b))
    }

    /// Whether two are equal.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call would take longer than the comparison")]
    pub(super) fn same(
        &mut self,
        routine: &'a Routine,
        (a, b): (Operand, Operand),
        sides: impl FnOnce() -> &'a Sides,
    ) -> Evaluated<bool> {
        let equal = match (self.at_hand(routine, a), self.at_hand(routine, b)) {
            (Some(Value::Symbol(x)), Some(Value::Symbol(y))) => Some(x == y),
            (Some(Value::Entity(x)), Some(Value::Entity(y))) => Some(x == y),
            (Some(Value::Number(x)), Some(Value::Number(y))) => Some(x == y),
            _ => None,
        };
        if let Some(equal) = equal {
            self.note_read(a);
            self.note_read(b);
            return Ok(equal);
        }
        self.same_any(routine, (a, b), sides())
    }

    #[inline(never)]
    fn same_any(&mut self, routine: &'a Routine, of: (Operand, Operand), sides: &Sides) -> Evaluated<bool> {
        // Whether something is a thing that was removed can be asked: that is how one looks for it.
        if self.is_gone(of.0) || self.is_gone(of.1) {
            let [a, b] = [of.0, of.1].map(|operand| self.held(routine, operand));
            return Ok(a == b);
        }
        let (a, b) = self.two(routine, of, sides)?;
        self.charge(weight(&a).min(weight(&b)))?;
        Ok(a == b)
    }

    #[inline(never)]
    pub(super) fn between(&mut self, first: Slot, span: Span) -> Evaluated<bool> {
        let [value, low, high] = [0, 1, 2].map(|n| self.bound(Slot(first.0 + n)));
        for value in [&value, &low, &high] {
            self.comparable(span, value)?;
        }
        let above = arithmetic::order(&low, &value) != Ordering::Greater;
        let below = arithmetic::order(&value, &high) != Ordering::Greater;
        Ok(above && below)
    }

    #[inline(never)]
    pub(super) fn is_empty(&self, value: &Value, span: Span) -> Evaluated<bool> {
        Ok(match value {
            Value::List(elements) | Value::Set(elements) => elements.is_empty(),
            Value::Bag(elements) => elements.is_empty(),
            Value::Map(entries) => entries.is_empty(),
            other => return self.kind(span, "a collection", other),
        })
    }

    /// A collection as another kind. Of a map its keys are taken.
    pub(super) fn convert(&mut self, kind: Collection, value: Value, span: Span) -> Evaluated<Value> {
        match (kind, &value) {
            (Collection::List, Value::List(_))
            | (Collection::Set, Value::Set(_))
            | (Collection::Bag, Value::Bag(_)) => return Ok(value),
            _ => {}
        }
        let Some(elements) = Iter::of(&value) else { return self.kind(span, "a collection", &value) };
        self.grow(elements.len())?;
        self.charge(elements.len() / 16)?;
        let mut values = Vec::new();
        elements.for_each(|value, count| {
            let copies = if kind == Collection::Set { 1 } else { count };
            values.extend(std::iter::repeat_n(value, copies as usize));
        });
        Ok(collection(kind, values))
    }

    pub(super) fn comparable(&self, span: Span, value: &Value) -> Evaluated<()> {
        match value {
            Value::Number(_) | Value::Fraction(_) | Value::Symbol(_) | Value::Date(_) => Ok(()),
            other => self.kind(span, "a number", other),
        }
    }

    #[cold]
    pub(super) fn no_number<T>(&self, span: Span, failure: arithmetic::Failure) -> Evaluated<T> {
        let message = match failure {
            arithmetic::Failure::Overflow => "this number is too large",
            arithmetic::Failure::Zero => "this divides by 0",
            arithmetic::Failure::Kind => "a number is needed here",
        };
        self.error(span, message)
    }
}

/// A collection of these.
pub(super) fn collection(kind: Collection, elements: Vec<Value>) -> Value {
    match kind {
        Collection::List => Value::List(Arc::new(elements)),
        Collection::Set => Value::set(elements),
        Collection::Bag => Value::bag(elements),
        Collection::Map => {
            let mut entries = Vec::with_capacity(elements.len() / 2);
            let mut elements = elements.into_iter();
            while let (Some(key), Some(value)) = (elements.next(), elements.next()) {
                entries.push((key, value));
            }
            Value::map(entries)
        }
    }
}

/// What it costs to compare a value.
fn weight(value: &Value) -> u64 {
    let length = match value {
        Value::List(elements) | Value::Set(elements) | Value::Record(elements) => {
            elements.len()
                + elements.iter().map(|element| usize::try_from(weight(element)).unwrap_or(usize::MAX)).sum::<usize>()
        }
        Value::Bag(elements) => elements.len(),
        Value::Map(entries) => entries.len(),
        _ => return 0,
    };
    length as u64 / 16
}
