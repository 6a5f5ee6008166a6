//! Goes through the elements of a selection and makes something of them.

use std::sync::Arc;

use super::elements::Elements;
use crate::logic::machine::arithmetic;
use crate::logic::machine::buffers::Buffers;
use crate::logic::machine::code::{Filter, Fold, Piece, Routine, Scan, Sort, Test};
use crate::logic::machine::computing::collection;
use crate::logic::machine::context::Context;
use crate::logic::machine::ended::Evaluated;
use crate::logic::machine::record::observe::Observer;
use crate::logic::program::{Absent, Arithmetic, Collection};
use crate::logic::value::Value;

impl<'a, O: Observer> Context<'a, '_, O> {
    /// Calls `take` with how often each element that is selected is there, which is in the scan's register then, until it says
    /// `false`.
    pub(in crate::logic::machine) fn each(
        &mut self,
        routine: &'a Routine,
        scan: &'a Scan,
        mut take: impl FnMut(&mut Self, u32) -> Evaluated<bool>,
    ) -> Evaluated<()> {
        let elements = self.elements(routine, &scan.of)?;
        if scan.sorted {
            return self.each_in_order(routine, scan, &elements, take);
        }
        let Some((highest, by)) = &scan.extreme else {
            let mut at = 0;
            while let Some(count) = self.next_selected(routine, scan, &elements, &mut at)? {
                if !take(self, count)? {
                    break;
                }
            }
            return Ok(());
        };
        let mut best: Option<Value> = None;
        let mut tied = Buffers::take(&mut self.buffers.tied);
        let mut at = 0;
        while let Some(count) = self.next_selected(routine, scan, &elements, &mut at)? {
            let key = self.piece(routine, by)?;
            let order = best.as_ref().map_or(std::cmp::Ordering::Greater, |best| arithmetic::order(&key, best));
            let order = if *highest || best.is_none() { order } else { order.reverse() };
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
        Buffers::keep(&mut self.buffers.tied, tied);
        Ok(())
    }

    /// The same in the order that the scan tells; those that are alike by it in the order of the source.
    fn each_in_order(
        &mut self,
        routine: &'a Routine,
        scan: &'a Scan,
        elements: &Elements,
        mut take: impl FnMut(&mut Self, u32) -> Evaluated<bool>,
    ) -> Evaluated<()> {
        let Some((highest, by)) = &scan.extreme else { return Ok(()) };
        let mut all: Vec<(Value, Value, u32)> = Vec::new();
        let mut at = 0;
        while let Some(count) = self.next_selected(routine, scan, elements, &mut at)? {
            let key = self.piece(routine, by)?;
            self.grow(2)?;
            all.push((key, self.bound(scan.slot), count));
        }
        // To sort them takes more than to go through them.
        self.charge(all.len() as u64 / 16 * u64::from((all.len() as u64).max(1).ilog2()))?;
        all.sort_by(|(a, ..), (b, ..)| {
            let order = arithmetic::order(a, b);
            if *highest { order.reverse() } else { order }
        });
        for (_, value, count) in all {
            self.bind(scan.slot, value);
            if !take(self, count)? {
                break;
            }
        }
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
    pub(in crate::logic::machine) fn passes(&mut self, routine: &'a Routine, filter: &'a Filter) -> Evaluated<bool> {
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
        self.condition(routine, &filter.rest)
    }

    /// All that are selected, copies one by one.
    pub(in crate::logic::machine) fn selected(
        &mut self,
        routine: &'a Routine,
        scan: &'a Scan,
    ) -> Evaluated<Vec<Value>> {
        let mut all = Buffers::take(&mut self.buffers.values);
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
    pub(in crate::logic::machine) fn select(&mut self, routine: &'a Routine, scan: &'a Scan) -> Evaluated<Value> {
        if let Some(pool) = self.pool_of(&scan.of) {
            return self.ask_pool(routine, pool, scan, |context| context.select(routine, scan));
        }
        let whole = scan.span;
        match &scan.fold {
            Fold::Count => {
                let mut total: i64 = 0;
                let swept = self.sweep_plainly(routine, scan, |count| {
                    total += i64::from(count);
                    true
                });
                if let Some(swept) = swept
                    && self.done_at_once(scan, swept)
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
            Fold::Only(absent) => {
                let mut only = None;
                let mut all: u64 = 0;
                self.each(routine, scan, |context, count| {
                    all += u64::from(count);
                    only = Some(context.bound(scan.slot));
                    Ok(true)
                })?;
                match only {
                    Some(value) if all == 1 => Ok(value),
                    None if *absent == Absent::None => Ok(Value::None),
                    _ => self.error(whole, format!("exactly one is needed here, there are {all}")),
                }
            }
            Fold::First => {
                let mut first = Value::None;
                self.each(routine, scan, |context, _| {
                    first = context.bound(scan.slot);
                    Ok(false)
                })?;
                Ok(first)
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
            Fold::Extreme(highest, of, absent) => {
                let mut best: Option<Value> = None;
                self.each(routine, scan, |context, _| {
                    let next = context.piece(routine, of)?;
                    let better = best.as_ref().is_none_or(|best| {
                        let order = arithmetic::order(&next, best);
                        if *highest { order.is_gt() } else { order.is_lt() }
                    });
                    if better {
                        best = Some(next);
                    }
                    Ok(true)
                })?;
                match best {
                    Some(best) => Ok(best),
                    None if *absent == Absent::None => Ok(Value::None),
                    None => self.error(whole, "there is none, so none is highest or lowest"),
                }
            }
            Fold::Collect(kind, of) => self.collect(routine, *kind, of, scan),
            Fold::Take(count) => self.first_of(routine, scan, count),
            Fold::Through { so_far, start, step } => {
                let start = self.piece(routine, start)?;
                self.bind(*so_far, start);
                self.each(routine, scan, |context, count| {
                    for _ in 0..count {
                        context.charge(1)?;
                        let next = context.piece(routine, step)?;
                        context.grow_by(std::slice::from_ref(&next))?;
                        context.bind(*so_far, next);
                    }
                    Ok(true)
                })?;
                Ok(self.bound(*so_far))
            }
            Fold::Share { amount, most } => self.share(routine, scan, (amount, most)),
            Fold::All => Ok(Value::List(Arc::new(self.selected(routine, scan)?))),
        }
    }

    fn first_of(&mut self, routine: &'a Routine, scan: &'a Scan, count: &'a Piece) -> Evaluated<Value> {
        let wanted = match self.piece(routine, count)? {
            Value::Number(count) => u64::try_from(count).unwrap_or_default(),
            other => return self.kind(scan.span, "a whole number", &other),
        };
        let mut first = Vec::new();
        if wanted > 0 {
            self.each(routine, scan, |context, count| {
                for _ in 0..u64::from(count).min(wanted - first.len() as u64) {
                    context.grow(1)?;
                    first.push(context.bound(scan.slot));
                }
                Ok((first.len() as u64) < wanted)
            })?;
        }
        Ok(Value::List(Arc::new(first)))
    }

    /// What each gets of an amount, at most so much, of what those before it leave.
    fn share(
        &mut self,
        routine: &'a Routine,
        scan: &'a Scan,
        (amount, most): (&'a Piece, &'a Piece),
    ) -> Evaluated<Value> {
        let mut left = self.piece(routine, amount)?;
        self.comparable(scan.span, &left)?;
        let none = Value::Number(0);
        let mut shares: Vec<(Value, Value)> = Vec::new();
        self.each(routine, scan, |context, count| {
            if count > 1 {
                return context.twice_among(scan);
            }
            let most = context.piece(routine, most)?;
            context.comparable(scan.span, &most)?;
            let share = if arithmetic::order(&left, &most).is_gt() { most } else { left.clone() };
            let share = if arithmetic::order(&share, &none).is_lt() { none.clone() } else { share };
            left = arithmetic::calculate(Arithmetic::Subtract, &left, &share)
                .or_else(|failure| context.no_number(scan.span, failure))?;
            context.grow(2)?;
            shares.push((context.bound(scan.slot), share));
            Ok(true)
        })?;
        shares.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        if shares.windows(2).any(|two| two[0].0 == two[1].0) {
            return self.twice_among(scan);
        }
        Ok(Value::map(shares))
    }

    /// One of those among whom something is shared out is there twice.
    #[cold]
    fn twice_among<T>(&self, scan: &Scan) -> Evaluated<T> {
        self.error(scan.span, "one of those among whom this is shared out stands there twice")
    }

    fn collect(&mut self, routine: &'a Routine, kind: Collection, of: &'a Piece, scan: &'a Scan) -> Evaluated<Value> {
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
                Collection::Set | Collection::Map => values.push(value),
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
    pub(in crate::logic::machine) fn every(
        &mut self,
        routine: &'a Routine,
        scan: &'a Scan,
        condition: &'a Piece,
    ) -> Evaluated<bool> {
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
    pub(in crate::logic::machine) fn some(&mut self, routine: &'a Routine, scan: &'a Scan) -> Evaluated<bool> {
        if let Some(pool) = self.pool_of(&scan.of) {
            return self.ask_pool(routine, pool, scan, |context| context.some(routine, scan));
        }
        let mut found = false;
        let swept = self.sweep_plainly(routine, scan, |_| {
            found = true;
            false
        });
        if let Some(swept) = swept
            && self.done_at_once(scan, swept)
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
}
