//! Goes through the elements of a selection.

use super::form::{Node, Of, Sift, Test};
use super::nodes::TESTS;
use super::plain::{Kind, Plain};
use super::scratch::Scratch;
use crate::logic::machine::context::Context;
use crate::logic::machine::observe::{Observer, at};
use crate::logic::value::{Entity, Value};

/// More elements than this are left to the general selection.
const MOST: u32 = 1024;

/// What the tests of a selection compare with.
pub(super) type With = [Plain; TESTS];

impl Test {
    /// Whether what was found passes.
    #[inline]
    fn lets(&self, found: Plain, with: Plain) -> Option<bool> {
        if found.kind == with.kind && (found.kind == Kind::Number || !self.numbers) {
            Some(self.orders.hold(found.bits, with.bits))
        } else if self.numbers {
            None
        } else {
            Some(self.orders.hold_apart())
        }
    }
}

impl<O: Observer> Context<'_, '_, O> {
    /// Finds out what the tests compare with.
    #[inline]
    pub(super) fn with(&self, scratch: &mut Scratch, tests: &[Test]) -> Option<With> {
        let mut all = [Plain::NONE; TESTS];
        for (test, with) in tests.iter().zip(&mut all) {
            *with = self.reckon_here(scratch, &test.with)?;
        }
        Some(all)
    }

    /// Whether a thing passes the tests, which look at nothing but its fields, all of them in the table.
    #[inline]
    fn lets_row(&self, sift: &Sift, with: &With, entity: Entity) -> Option<bool> {
        for (test, with) in sift.tests.iter().zip(with) {
            let field = test.field?;
            let mut found = self.table.get(entity, usize::from(field))?;
            if !found.is_whole() {
                found = self.field_held(entity, field, found)?;
            }
            if !test.lets(found, *with)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether an element passes the tests.
    #[inline]
    pub(super) fn passes(&self, sift: &Sift, with: &With, element: Plain) -> Option<bool> {
        let Some(entity) = element.entity() else {
            return lets(sift, with, element, |_| None);
        };
        if self.in_table(sift) {
            return self.lets_row(sift, with, entity);
        }
        lets(sift, with, element, |field| self.field(entity, field))
    }

    /// Whether all that a selection tests is in the table.
    #[inline]
    fn in_table(&self, sift: &Sift) -> bool {
        sift.columns.is_some_and(|columns| columns <= self.table.width())
    }

    /// Calls `take` with each element that passes, and how often it is there, until that says `false`. What is asked with
    /// `with highest` is left to [`Self::select_plain`].
    #[inline]
    pub(super) fn sift(
        &self,
        scratch: &mut Scratch,
        sift: &Sift,
        mut take: impl FnMut(&mut Scratch, Plain, u32) -> Option<bool>,
    ) -> Option<()> {
        // Beyond the budget of a whole run it is the general step that says so.
        if scratch.cost > self.setting.budget.steps {
            return None;
        }
        let with = self.with(scratch, &sift.tests)?;
        let Of::Local(slot) = &sift.of else { return self.sift_rest(scratch, sift, &with, &mut take) };
        let word = self.words.get(at(self.base, *slot))?;
        if word.kind == Kind::Dice {
            for (face, count) in self.words.rolled.faces() {
                scratch.cost += 1;
                let face = Plain::number(i64::from(*face));
                let passes = lets(sift, &with, face, |_| None)? && self.rest_holds(scratch, sift, face)?;
                if passes && !take(scratch, face, *count)? {
                    break;
                }
            }
            return Some(());
        }
        let (Value::List(elements) | Value::Set(elements)) = self.held_in(*slot)? else {
            return self.sift_rest(scratch, sift, &with, &mut take);
        };
        if self.in_table(sift) {
            let mut looked_at = 0;
            for element in elements.iter() {
                let Value::Entity(entity) = element else { return None };
                looked_at += 1;
                if self.lets_row(sift, &with, *entity)? && !take(scratch, Plain::thing(*entity), 1)? {
                    break;
                }
            }
            scratch.cost += looked_at;
            return Some(());
        }
        for element in elements.iter() {
            scratch.cost += 1;
            let element = Plain::of(element)?;
            let passes = self.passes(sift, &with, element)? && self.rest_holds(scratch, sift, element)?;
            if passes && !take(scratch, element, 1)? {
                break;
            }
        }
        Some(())
    }

    #[inline]
    fn rest_holds(&self, scratch: &mut Scratch, sift: &Sift, element: Plain) -> Option<bool> {
        match &sift.rest {
            None => Some(true),
            Some(rest) => {
                scratch.set(sift.element, element);
                self.reckon_condition(scratch, rest)
            }
        }
    }

    /// The same for what is met less often.
    #[inline(never)]
    fn sift_rest(
        &self,
        scratch: &mut Scratch,
        sift: &Sift,
        with: &With,
        take: &mut dyn FnMut(&mut Scratch, Plain, u32) -> Option<bool>,
    ) -> Option<()> {
        let most = self.setting.budget.steps;
        let mut visit = |scratch: &mut Scratch, element: Plain, count: u32| -> Option<bool> {
            scratch.cost += 1;
            if scratch.cost > most {
                return None;
            }
            let passes = self.passes(sift, with, element)? && self.rest_holds(scratch, sift, element)?;
            if passes { take(scratch, element, count) } else { Some(true) }
        };
        let value = match &sift.of {
            Of::Local(slot) => self.held_in(*slot)?,
            Of::Fixed(value) => value,
            Of::All(ty) => {
                scratch.cost += self.machine.world.things.len() as u64 / 16;
                for entity in self.machine.world.all(*ty) {
                    if !visit(scratch, Plain::thing(entity), 1)? {
                        break;
                    }
                }
                return Some(());
            }
            Of::Range(ends) => {
                let (low, high) = (self.reckon_number(scratch, &ends[0])?, self.reckon_number(scratch, &ends[1])?);
                let mut number = low;
                while number <= high && visit(scratch, Plain::number(number), 1)? {
                    number = number.checked_add(1)?;
                }
                return Some(());
            }
        };
        match value {
            Value::List(elements) | Value::Set(elements) => {
                for element in elements.iter() {
                    if !visit(scratch, Plain::of(element)?, 1)? {
                        break;
                    }
                }
            }
            Value::Bag(elements) => {
                for (element, count) in elements.iter() {
                    if !visit(scratch, Plain::of(element)?, *count)? {
                        break;
                    }
                }
            }
            Value::Map(entries) => {
                for (key, _) in entries.iter() {
                    if !visit(scratch, Plain::of(key)?, 1)? {
                        break;
                    }
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Puts all that are selected into the scratch, copies one by one.
    pub(super) fn select_plain(&self, scratch: &mut Scratch, sift: &Sift) -> Option<()> {
        scratch.selected.clear();
        match &sift.extreme {
            None => self.sift(scratch, sift, |scratch, element, count| {
                scratch.take(element, count)?;
                Some(true)
            })?,
            Some((highest, by)) => {
                let mut best: Option<i64> = None;
                self.sift(scratch, sift, |scratch, element, count| {
                    let key = match by {
                        Node::ElementField(register, field) if *register == sift.element => {
                            self.field(element.entity()?, *field)?.as_number()?
                        }
                        by => {
                            scratch.set(sift.element, element);
                            self.reckon_number(scratch, by)?
                        }
                    };
                    let better = best.is_none_or(|best| if *highest { key > best } else { key < best });
                    if better {
                        scratch.selected.clear();
                        best = Some(key);
                    }
                    if better || best == Some(key) {
                        scratch.made += 1;
                        scratch.take(element, count)?;
                    }
                    Some(true)
                })?;
            }
        }
        let found = scratch.selected.len() as u64;
        scratch.made += found;
        scratch.cost += found / 16;
        Some(())
    }
}

/// Whether an element passes the tests, its fields read so.
#[inline]
fn lets(sift: &Sift, with: &With, element: Plain, field: impl Fn(u16) -> Option<Plain>) -> Option<bool> {
    for (test, with) in sift.tests.iter().zip(with) {
        let found = match test.field {
            None => element,
            Some(at) => field(at)?,
        };
        if !test.lets(found, *with)? {
            return Some(false);
        }
    }
    Some(true)
}

impl Scratch {
    /// Of very many nothing is kept.
    #[inline]
    fn take(&mut self, element: Plain, count: u32) -> Option<()> {
        if count > MOST || self.selected.len() > MOST as usize {
            return None;
        }
        self.lumps |= count > 1;
        for _ in 0..count {
            self.selected.push(element);
        }
        Some(())
    }
}
