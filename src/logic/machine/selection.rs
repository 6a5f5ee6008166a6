//! Goes through the elements of a selection and makes something of them.

use std::sync::Arc;

use super::super::program::{Collection, Expr, ExprKind, Fold, Selection};
use super::super::syntax::ast::Span;
use super::super::value::Value;
use super::arithmetic;
use super::context::Context;
use super::ended::Evaluated;
use super::expression::collection;
use super::observe::{Observer, at};
use super::pool::Made;
use super::spare::Spare;
use crate::logic::program::Arithmetic;

/// What a selection goes through.
pub(super) enum Elements {
    /// Those of the collection in this local, which stays as it is while an expression is evaluated.
    Local(usize),
    Value(Value),
    Range(i64, i64),
}

impl Elements {
    /// The elements as they can be read.
    #[inline]
    pub(super) fn read<'v>(&'v self, locals: &'v [Value]) -> Read<'v> {
        match self {
            Self::Local(at) => locals.get(*at).and_then(Read::of).unwrap_or(Read::Values(&[])),
            Self::Value(value) => Read::of(value).unwrap_or(Read::Values(&[])),
            Self::Range(low, high) => Read::Range(*low, *high),
        }
    }
}

/// The elements of a collection.
#[derive(Clone, Copy)]
pub(super) enum Read<'v> {
    Values(&'v [Value]),
    Sorted(&'v [Value]),
    Bag(&'v [(Value, u32)]),
    Keys(&'v [(Value, Value)]),
    Range(i64, i64),
}

impl<'v> Read<'v> {
    /// The elements of a collection.
    #[inline]
    pub(super) fn of(value: &'v Value) -> Option<Self> {
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
    fn get(self, at: u64) -> Option<(Value, u32)> {
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
    pub(super) fn len(self) -> u64 {
        match self {
            Self::Values(values) | Self::Sorted(values) => values.len() as u64,
            Self::Bag(values) => values.iter().map(|(_, count)| u64::from(*count)).sum(),
            Self::Keys(entries) => entries.len() as u64,
            Self::Range(low, high) if low <= high => high.abs_diff(low).saturating_add(1),
            Self::Range(..) => 0,
        }
    }

    /// Whether an element is there.
    pub(super) fn contains(self, element: &Value) -> bool {
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
    pub(super) fn search_cost(self) -> u64 {
        if let Self::Values(values) = self { values.len() as u64 / 16 } else { 0 }
    }

    /// Every element with how often it is there.
    pub(super) fn for_each(self, mut take: impl FnMut(Value, u32)) {
        let mut at = 0;
        while let Some((value, count)) = self.get(at) {
            take(value, count);
            at += 1;
        }
    }
}

impl<'p, O: Observer> Context<'_, 'p, O> {
    /// The elements that an expression gives.
    pub(super) fn elements(&mut self, of: &'p Expr) -> Evaluated<Elements> {
        match &of.kind {
            ExprKind::Range(low, high) => Ok(Elements::Range(self.number(low)?, self.number(high)?)),
            ExprKind::All(ty) => {
                self.observer.join(self.observer.existence(*ty));
                self.charge(self.machine.world.things.len() as u64 / 16)?;
                let all = self.machine.world.all(*ty).map(Value::Entity).collect();
                Ok(Elements::Value(Value::Set(Arc::new(all))))
            }
            ExprKind::Local(slot) if self.at_hand(of).and_then(Read::of).is_some() => {
                self.note_read(of);
                Ok(Elements::Local(at(self.base, *slot)))
            }
            _ => {
                let value = self.eval(of)?;
                if Read::of(&value).is_none() {
                    return self.kind(of.span, "a collection", &value);
                }
                Ok(Elements::Value(value))
            }
        }
    }

    /// Calls `take` with how often each element that is selected is there, which is in the selection's slot then, until it says
    /// `false`.
    pub(super) fn each(
        &mut self,
        selection: &'p Selection,
        mut take: impl FnMut(&mut Self, u32) -> Evaluated<bool>,
    ) -> Evaluated<()> {
        let elements = self.elements(&selection.of)?;
        let Some((highest, by)) = &selection.extreme else {
            let mut at = 0;
            while let Some(count) = self.next_selected(selection, &elements, &mut at)? {
                if !take(self, count)? {
                    break;
                }
            }
            return Ok(());
        };
        let mut best: Option<Value> = None;
        let mut tied = Spare::take(&mut self.spare.tied);
        let mut at = 0;
        while let Some(count) = self.next_selected(selection, &elements, &mut at)? {
            let key = self.eval(by)?;
            let order = match (&best, &key) {
                (None, _) => std::cmp::Ordering::Greater,
                (Some(Value::Number(best)), Value::Number(key)) => key.cmp(best),
                (Some(best), key) => arithmetic::order(key, best),
            };
            let order = if *highest || best.is_none() { order } else { order.reverse() };
            if order.is_gt() {
                tied.clear();
                best = Some(key);
            }
            if order.is_ge() {
                self.grow(1)?;
                tied.push((self.bound(selection.slot), count));
            }
        }
        for (value, count) in tied.drain(..) {
            self.bind(selection.slot, value);
            if !take(self, count)? {
                break;
            }
        }
        Spare::keep(&mut self.spare.tied, tied);
        Ok(())
    }

    /// The next element from `at` on that passes the filter; it is in the selection's slot then.
    fn next_selected(&mut self, selection: &'p Selection, elements: &Elements, at: &mut u64) -> Evaluated<Option<u32>> {
        while let Some((value, count)) = elements.read(&self.machine.locals).get(*at) {
            *at += 1;
            self.charge(1)?;
            self.bind(selection.slot, value);
            let passes = match &selection.filter {
                None => true,
                Some(filter) => self.condition(filter)?,
            };
            if passes {
                return Ok(Some(count));
            }
        }
        Ok(None)
    }

    /// All that are selected, copies one by one.
    pub(super) fn selected(&mut self, selection: &'p Selection) -> Evaluated<Vec<Value>> {
        let mut all = Spare::take(&mut self.spare.values);
        self.each(selection, |context, count| {
            context.grow(u64::from(count))?;
            let value = context.bound(selection.slot);
            if count == 1 {
                all.push(value);
            } else {
                all.extend(std::iter::repeat_n(value, count as usize));
            }
            Ok(true)
        })?;
        self.charge(all.len() as u64 / 16)?;
        Ok(all)
    }

    /// A selection and what is made of it.
    #[inline(never)]
    pub(super) fn select(&mut self, fold: &'p Fold, selection: &'p Selection, span: Span) -> Evaluated<Value> {
        if let Some(pool) = self.pool_in(&selection.of) {
            return self
                .ask_pool(pool, selection, Made::by(fold, selection), |context| context.select(fold, selection, span));
        }
        match fold {
            Fold::Count => {
                let mut total: i64 = 0;
                self.each(selection, |_, count| {
                    total += i64::from(count);
                    Ok(true)
                })?;
                Ok(Value::Number(total))
            }
            Fold::Some => Ok(Value::YesNo(self.some(selection)?)),
            Fold::Only => {
                let mut only = None;
                let mut all: u64 = 0;
                self.each(selection, |context, count| {
                    all += u64::from(count);
                    only = Some(context.bound(selection.slot));
                    Ok(true)
                })?;
                match only {
                    Some(value) if all == 1 => Ok(value),
                    _ => self.error(span, format!("exactly one is needed here, there are {all}")),
                }
            }
            Fold::Sum(of) => self.sum(of, selection, span),
            Fold::Extreme(highest, of) => {
                let mut best: Option<Value> = None;
                self.each(selection, |context, _| {
                    let next = context.eval(of)?;
                    let better = best.as_ref().is_none_or(|best| {
                        let order = arithmetic::order(&next, best);
                        if *highest { order.is_gt() } else { order.is_lt() }
                    });
                    if better {
                        best = Some(next);
                    }
                    Ok(true)
                })?;
                best.map_or_else(|| self.error(span, "there is none, so none is highest or lowest"), Ok)
            }
            Fold::Collect(kind, of) => self.collect(*kind, of.as_deref(), selection),
        }
    }

    fn sum(&mut self, of: &'p Expr, selection: &'p Selection, span: Span) -> Evaluated<Value> {
        let mut total = Value::Number(0);
        self.each(selection, |context, count| {
            let mut value = context.eval(of)?;
            if count != 1 {
                let count = Value::Number(i64::from(count));
                value = arithmetic::calculate(Arithmetic::Multiply, &value, &count)
                    .or_else(|failure| context.no_number(span, failure))?;
            }
            total = arithmetic::calculate(Arithmetic::Add, &total, &value)
                .or_else(|failure| context.no_number(span, failure))?;
            Ok(true)
        })?;
        Ok(total)
    }

    fn collect(&mut self, kind: Collection, of: Option<&'p Expr>, selection: &'p Selection) -> Evaluated<Value> {
        let mut values = Vec::new();
        let mut counted = Vec::new();
        self.each(selection, |context, count| {
            let value = match of {
                None => context.bound(selection.slot),
                Some(of) => context.eval(of)?,
            };
            context.grow_by(std::slice::from_ref(&value))?;
            match kind {
                Collection::List => {
                    context.grow(u64::from(count))?;
                    context.charge(u64::from(count) / 16)?;
                    values.extend(std::iter::repeat_n(value, count as usize));
                }
                Collection::Set => values.push(value),
                Collection::Bag => counted.push((value, count)),
            }
            Ok(true)
        })?;
        if kind != Collection::Bag {
            return Ok(collection(kind, values));
        }
        counted.sort_unstable();
        let mut merged: Vec<(Value, u32)> = Vec::with_capacity(counted.len());
        for (value, count) in counted {
            match merged.last_mut() {
                Some((last, all)) if *last == value => match all.checked_add(count) {
                    Some(sum) => *all = sum,
                    None => return self.error(selection.of.span, "too many copies for a bag"),
                },
                _ => merged.push((value, count)),
            }
        }
        Ok(Value::Bag(Arc::new(merged)))
    }

    /// Whether a condition holds for every element.
    #[inline(never)]
    pub(super) fn every(&mut self, selection: &'p Selection, condition: &'p Expr) -> Evaluated<bool> {
        if let Some(pool) = self.pool_in(&selection.of) {
            return self.ask_pool(pool, selection, Made::Of(condition), |context| context.every(selection, condition));
        }
        let mut all = true;
        self.each(selection, |context, _| {
            all = context.condition(condition)?;
            Ok(all)
        })?;
        Ok(all)
    }

    /// Whether there is one.
    #[inline(never)]
    pub(super) fn some(&mut self, selection: &'p Selection) -> Evaluated<bool> {
        if let Some(pool) = self.pool_in(&selection.of) {
            return self.ask_pool(pool, selection, Made::Nothing, |context| context.some(selection));
        }
        let mut found = false;
        self.each(selection, |_, _| {
            found = true;
            Ok(false)
        })?;
        Ok(found)
    }
}
