//! Goes through the elements of a selection and makes something of them.

use std::sync::Arc;

use super::super::program::{Arithmetic, Collection};
use super::super::value::{Entity, Value};
use super::arithmetic;
use super::code::{Filter, Fold, Operand, Piece, Range, Routine, Scan, Sort, Source, Test};
use super::context::Context;
use super::ended::Evaluated;
use super::exec::collection;
use super::observe::{Observer, at};
use super::spare::Spare;
use super::world::World;

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
    pub(super) fn read<'v>(&'v self, locals: &'v [Value]) -> Iter<'v> {
        match self {
            Self::Local(at) => locals.get(*at).and_then(Iter::of).unwrap_or(Iter::Values(&[])),
            Self::Value(value) => Iter::of(value).unwrap_or(Iter::Values(&[])),
            Self::Range(low, high) => Iter::Range(*low, *high),
        }
    }
}

/// The elements of a collection.
#[derive(Clone, Copy)]
pub(super) enum Iter<'v> {
    Values(&'v [Value]),
    Sorted(&'v [Value]),
    Bag(&'v [(Value, u32)]),
    Keys(&'v [(Value, Value)]),
    Range(i64, i64),
}

impl<'v> Iter<'v> {
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

impl<'a, O: Observer> Context<'a, '_, O> {
    /// The elements of a source.
    pub(super) fn elements(&mut self, routine: &'a Routine, of: &Source) -> Evaluated<Elements> {
        match of {
            Source::Range(low, high) => Ok(Elements::Range(self.number(routine, *low)?, self.number(routine, *high)?)),
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
                let value = self.read(routine, *read)?;
                if Iter::of(&value).is_none() {
                    return self.kind(read.span[0], "a collection", &value);
                }
                Ok(Elements::Value(value))
            }
        }
    }

    /// Calls `take` with how often each element that is selected is there, which is in the scan's register then, until it says
    /// `false`.
    pub(super) fn each(
        &mut self,
        routine: &'a Routine,
        scan: &'a Scan,
        mut take: impl FnMut(&mut Self, u32) -> Evaluated<bool>,
    ) -> Evaluated<()> {
        let elements = self.elements(routine, &scan.of)?;
        let Some((highest, by)) = scan.extreme else {
            let mut at = 0;
            while let Some(count) = self.next_selected(routine, scan, &elements, &mut at)? {
                if !take(self, count)? {
                    break;
                }
            }
            return Ok(());
        };
        let mut best: Option<Value> = None;
        let mut tied = Spare::take(&mut self.spare.tied);
        let mut at = 0;
        while let Some(count) = self.next_selected(routine, scan, &elements, &mut at)? {
            let key = self.piece(routine, by)?;
            let order = best.as_ref().map_or(std::cmp::Ordering::Greater, |best| arithmetic::order(&key, best));
            let order = if highest || best.is_none() { order } else { order.reverse() };
            if order.is_gt() {
                tied.clear();
                best = Some(key);
            }
            if order.is_ge() {
                self.grow(1)?;
                tied.push((self.bound(scan.slot), count));
            }
        }
        for (value, count) in tied.drain(..) {
            self.bind(scan.slot, value);
            if !take(self, count)? {
                break;
            }
        }
        Spare::keep(&mut self.spare.tied, tied);
        Ok(())
    }

    /// The next element from `at` on that passes the filter; it is in the scan's register then.
    fn next_selected(
        &mut self,
        routine: &'a Routine,
        scan: &'a Scan,
        elements: &Elements,
        at: &mut u64,
    ) -> Evaluated<Option<u32>> {
        while let Some((value, count)) = elements.read(&self.machine.locals).get(*at) {
            *at += 1;
            self.charge(1)?;
            self.bind(scan.slot, value);
            if self.passes(routine, &scan.filter)? {
                return Ok(Some(count));
            }
        }
        Ok(None)
    }

    /// Whether the element in the register passes.
    pub(super) fn passes(&mut self, routine: &'a Routine, filter: &'a Filter) -> Evaluated<bool> {
        for Test { sort, a, b, sides, .. } in &filter.tests {
            let of = (*a, *b);
            let sides = || sides;
            let held = match *sort {
                Sort::Compare(comparison) => self.compare(routine, comparison, of, sides)?,
                Sort::Is(positive) => self.same(routine, of, sides)? == positive,
            };
            if !held {
                return Ok(false);
            }
        }
        self.condition(routine, filter.rest)
    }

    /// All that are selected, copies one by one.
    pub(super) fn selected(&mut self, routine: &'a Routine, scan: &'a Scan) -> Evaluated<Vec<Value>> {
        let mut all = Spare::take(&mut self.spare.values);
        if self.sweep_selected(routine, scan, &mut all).is_some() {
            return Ok(all);
        }
        all.clear();
        self.each(routine, scan, |context, count| {
            context.grow(u64::from(count))?;
            let value = context.bound(scan.slot);
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

    /// A scan and what is made of it.
    pub(super) fn select(&mut self, routine: &'a Routine, scan: &'a Scan) -> Evaluated<Value> {
        if let Some(pool) = self.pool_of(&scan.of) {
            return self.ask_pool(routine, pool, scan, |context| context.select(routine, scan));
        }
        let whole = scan.span;
        match scan.fold {
            Fold::Count => {
                let mut total: i64 = 0;
                let swept = self.sweep_plainly(routine, scan, |count| {
                    total += i64::from(count);
                    true
                });
                if let Some(looked_at) = swept
                    && self.charge_at_once(looked_at)
                {
                    return Ok(Value::Number(total));
                }
                total = 0;
                self.each(routine, scan, |_, count| {
                    total += i64::from(count);
                    Ok(true)
                })?;
                Ok(Value::Number(total))
            }
            Fold::Some => Ok(Value::yes_no(self.some(routine, scan)?)),
            Fold::Every(condition) => Ok(Value::yes_no(self.every(routine, scan, condition)?)),
            Fold::Only => {
                let mut only = None;
                let mut all: u64 = 0;
                self.each(routine, scan, |context, count| {
                    all += u64::from(count);
                    only = Some(context.bound(scan.slot));
                    Ok(true)
                })?;
                match only {
                    Some(value) if all == 1 => Ok(value),
                    _ => self.error(whole, format!("exactly one is needed here, there are {all}")),
                }
            }
            Fold::Sum(of) => {
                let mut total = Value::Number(0);
                self.each(routine, scan, |context, count| {
                    let mut value = context.piece(routine, of)?;
                    let no_number = |failure| context.no_number(whole, failure);
                    if count != 1 {
                        let count = Value::Number(i64::from(count));
                        value = arithmetic::calculate(Arithmetic::Multiply, &value, &count).or_else(no_number)?;
                    }
                    total = arithmetic::calculate(Arithmetic::Add, &total, &value).or_else(no_number)?;
                    Ok(true)
                })?;
                Ok(total)
            }
            Fold::Extreme(highest, of) => {
                let mut best: Option<Value> = None;
                self.each(routine, scan, |context, _| {
                    let next = context.piece(routine, of)?;
                    let better = best.as_ref().is_none_or(|best| {
                        let order = arithmetic::order(&next, best);
                        if highest { order.is_gt() } else { order.is_lt() }
                    });
                    if better {
                        best = Some(next);
                    }
                    Ok(true)
                })?;
                best.map_or_else(|| self.error(whole, "there is none, so none is highest or lowest"), Ok)
            }
            Fold::Collect(kind, of) => self.collect(routine, kind, of, scan),
            Fold::All => Ok(Value::List(Arc::new(self.selected(routine, scan)?))),
        }
    }

    fn collect(&mut self, routine: &'a Routine, kind: Collection, of: Piece, scan: &'a Scan) -> Evaluated<Value> {
        let mut values = Vec::new();
        let mut counted = Vec::new();
        self.each(routine, scan, |context, count| {
            let value = match of {
                Piece::Nothing => context.bound(scan.slot),
                of => context.piece(routine, of)?,
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
                    None => return self.error(scan.of.span(), "too many copies for a bag"),
                },
                _ => merged.push((value, count)),
            }
        }
        Ok(Value::Bag(Arc::new(merged)))
    }

    /// Whether a condition holds for every element.
    pub(super) fn every(&mut self, routine: &'a Routine, scan: &'a Scan, condition: Piece) -> Evaluated<bool> {
        if let Some(pool) = self.pool_of(&scan.of) {
            return self.ask_pool(routine, pool, scan, |context| context.every(routine, scan, condition));
        }
        let mut all = true;
        self.each(routine, scan, |context, _| {
            all = context.condition(routine, condition)?;
            Ok(all)
        })?;
        Ok(all)
    }

    /// Whether there is one.
    pub(super) fn some(&mut self, routine: &'a Routine, scan: &'a Scan) -> Evaluated<bool> {
        if let Some(pool) = self.pool_of(&scan.of) {
            return self.ask_pool(routine, pool, scan, |context| context.some(routine, scan));
        }
        let mut found = false;
        let swept = self.sweep_plainly(routine, scan, |_| {
            found = true;
            false
        });
        if let Some(looked_at) = swept
            && self.charge_at_once(looked_at)
        {
            return Ok(found);
        }
        found = false;
        self.each(routine, scan, |_, _| {
            found = true;
            Ok(false)
        })?;
        Ok(found)
    }

    /// Uses up steps if there are so many; else nothing.
    #[inline]
    fn charge_at_once(&mut self, steps: u64) -> bool {
        let all = self.machine.steps.saturating_add(steps);
        let enough = all <= self.setting.budget.steps;
        if enough {
            self.machine.steps = all;
        }
        enough
    }

    /// All that are selected, where a sweep finds them and there is room for them at once.
    #[inline]
    fn sweep_selected(&mut self, routine: &'a Routine, scan: &'a Scan, all: &mut Vec<Value>) -> Option<()> {
        let mut ties = 0;
        let push = |all: &mut Vec<Value>, value: &Value, count: u32| {
            if count == 1 {
                all.push(value.copied());
            } else {
                all.extend(std::iter::repeat_n(value, count as usize).map(Value::copied));
            }
        };
        let looked_at = match scan.extreme {
            None => self.sweep(routine, scan, |value, _, count| {
                push(all, value, count);
                Some(true)
            })?,
            Some((highest, Piece::Read(by))) => {
                let key = match by.operand {
                    Operand::Slot(at) if at == scan.slot => None,
                    Operand::Field(at, field) if at == scan.slot => Some(field),
                    _ => return None,
                };
                let mut best = if highest { i64::MIN } else { i64::MAX };
                self.sweep(routine, scan, |value, fields, count| {
                    let found = if let Some(field) = key { fields.get(usize::from(field))? } else { value };
                    let Value::Number(key) = *found else { return None };
                    if key == best || (key > best) == highest {
                        if key != best {
                            all.clear();
                            best = key;
                        }
                        ties += 1;
                        push(all, value, count);
                    }
                    Some(true)
                })?
            }
            Some(_) => return None,
        };
        // What was tied for a while was made too.
        let cells = self.machine.made.saturating_add(ties + all.len() as u64);
        if cells > self.machine.allowed || !self.charge_at_once(looked_at + all.len() as u64 / 16) {
            return None;
        }
        self.machine.made = cells;
        Some(())
    }

    /// A sweep of a scan that takes all that pass.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for the sweep")]
    fn sweep_plainly(&self, routine: &Routine, scan: &Scan, mut take: impl FnMut(u32) -> bool) -> Option<u64> {
        if scan.extreme.is_some() {
            return None;
        }
        self.sweep(routine, scan, |_, _, count| Some(take(count)))
    }

    /// Goes through elements whose condition is no more than comparisons of numbers, members and things with what stays the
    /// same, and hands on each that passes, with its fields if it is a thing, until that says `false`. Gives how many were looked
    /// at; nothing where anything is otherwise: then nothing was found out.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the loop is short, and what is made of it shorter")]
    fn sweep<'v>(
        &'v self,
        routine: &'v Routine,
        scan: &Scan,
        mut take: impl FnMut(&'v Value, &'v [Value], u32) -> Option<bool>,
    ) -> Option<u64> {
        if O::ON || !matches!(scan.filter.rest, Piece::Nothing) {
            return None;
        }
        let bounds = self.bounds(routine, &scan.filter.tests)?;
        let world = &self.machine.world;
        let mut looked_at = 0;
        match &scan.of {
            Source::Read(read) => match self.at_hand(routine, read.operand)? {
                Value::List(elements) | Value::Set(elements) => {
                    for element in elements.iter() {
                        looked_at += 1;
                        let fields = fields(world, element)?;
                        if bounds.let_pass(world, element, fields)? && !take(element, fields, 1)? {
                            break;
                        }
                    }
                }
                Value::Bag(elements) => {
                    for (element, count) in elements.iter() {
                        looked_at += 1;
                        let fields = fields(world, element)?;
                        if bounds.let_pass(world, element, fields)? && !take(element, fields, *count)? {
                            break;
                        }
                    }
                }
                _ => return None,
            },
            Source::All(_) | Source::Range(..) => return None,
        }
        Some(looked_at)
    }

    /// What the tests of a scan compare with, where that is plain.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for the sweep")]
    fn bounds(&self, routine: &Routine, tests: &[Test]) -> Option<Bounds> {
        let mut bounds = Bounds::default();
        let bound = |test: &Test| {
            let element = test.element?;
            let (kind, with) = plain(self.at_hand(routine, element.with)?)?;
            if element.numbers && kind != Kind::Number {
                return None;
            }
            Some(Some(Bound { field: element.field, kind, range: element.orders.with(with) }))
        };
        match tests {
            [] => {}
            [first] => bounds.0 = bound(first)?,
            [first, second] => (bounds.0, bounds.1) = (bound(first)?, bound(second)?),
            _ => return None,
        }
        Some(bounds)
    }
}

/// The fields of a thing; none of anything else without parts. What has parts is held while it is looked at, and counts.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as for the sweep")]
fn fields<'v>(world: &'v World, element: &Value) -> Option<&'v [Value]> {
    match element {
        Value::Entity(entity) => Some(&world.thing(*entity)?.fields),
        other => other.is_plain().then_some(&[]),
    }
}

/// What a value without parts is, and the number for it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Symbol,
    Entity,
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "as for the sweep")]
fn plain(value: &Value) -> Option<(Kind, i64)> {
    Some(match value {
        Value::Number(number) => (Kind::Number, *number),
        Value::Symbol(symbol) => (Kind::Symbol, symbol.0.cast_signed()),
        Value::Entity(entity) => (Kind::Entity, entity.0.cast_signed()),
        _ => return None,
    })
}

/// Up to two comparisons of each element.
#[derive(Clone, Copy, Default)]
struct Bounds(Option<Bound>, Option<Bound>);

impl Bounds {
    /// Whether an element passes; nothing where that is not plain to see.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for the sweep")]
    fn let_pass(&self, world: &World, element: &Value, fields: &[Value]) -> Option<bool> {
        let passes = |bound: &Option<Bound>| bound.as_ref().map_or(Some(true), |it| it.lets(world, element, fields));
        Some(passes(&self.0)? && passes(&self.1)?)
    }
}

/// A comparison of an element, or of a field of it, with what stays the same.
#[derive(Clone, Copy)]
struct Bound {
    field: Option<u16>,
    kind: Kind,
    range: Range,
}

impl Bound {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for the sweep")]
    fn lets(&self, world: &World, element: &Value, fields: &[Value]) -> Option<bool> {
        let found = if let Some(field) = self.field { fields.get(usize::from(field))? } else { element };
        let (kind, number) = plain(found)?;
        if kind == Kind::Entity {
            // One that is gone is a mistake, whatever it is compared with.
            world.thing(Entity(number.cast_unsigned()))?;
        }
        (kind == self.kind).then(|| self.range.lets(number))
    }
}
