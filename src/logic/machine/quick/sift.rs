//! Goes through the elements of a selection.

use super::form::{How, Node, Of, Sift, Test};
use super::nodes::TESTS;
use super::plain::{Kind, Plain};
use super::scratch::Scratch;
use crate::logic::machine::context::Context;
use crate::logic::machine::observe::{Observer, at};
use crate::logic::machine::world::World;
use crate::logic::program::Comparison;
use crate::logic::value::Value;

/// More elements than this are left to the general selection.
const MOST: u32 = 1024;

/// Tests of which is known what they compare with.
pub(super) struct Ready {
    tests: [Bounds; TESTS],
    count: usize,
}

/// Whether something of this kind is from `low` to `high`.
#[derive(Clone, Copy)]
struct Bounds {
    low: i64,
    high: i64,
    /// The field that is looked at; the element itself where it is `None`.
    field: Option<u16>,
    kind: Kind,
    /// Whether it has to be of this kind, so that anything else is left to the general evaluation.
    only: bool,
    /// Whether it has to be there or must not be.
    inside: bool,
}

const NO_BOUNDS: Bounds = Bounds { low: 0, high: 0, field: None, kind: Kind::None, only: false, inside: true };

impl Bounds {
    #[inline]
    fn hold(&self, found: Plain) -> Option<bool> {
        if found.kind == self.kind {
            Some((self.low <= found.bits && found.bits <= self.high) == self.inside)
        } else if self.only {
            None
        } else {
            Some(!self.inside)
        }
    }
}

impl Ready {
    /// Whether an element passes.
    #[inline]
    pub(super) fn passes(&self, element: Plain, world: &World) -> Option<bool> {
        match element.entity() {
            _ if self.count == 0 => Some(true),
            Some(entity) => self.lets(element, &world.thing(entity)?.fields, world),
            None => self.lets(element, &[], world),
        }
    }

    /// Whether an element with these fields passes.
    #[inline]
    pub(super) fn lets(&self, element: Plain, fields: &[Value], world: &World) -> Option<bool> {
        for test in self.tests.get(..self.count)? {
            let found = match test.field {
                None => element,
                Some(field) => match fields.get(usize::from(field))? {
                    Value::Number(number) => Plain::number(*number),
                    Value::Symbol(symbol) => Plain { kind: Kind::Symbol, bits: i64::from(symbol.0) },
                    other => rare(other, world)?,
                },
            };
            if !test.hold(found)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// What a field holds that is neither number nor member: nothing where it holds none, or a thing that is gone.
#[inline(never)]
fn rare(value: &Value, world: &World) -> Option<Plain> {
    let plain = Plain::of(value)?;
    match plain.entity() {
        Some(entity) => world.thing(entity).map(|_| plain),
        None => (plain.kind != Kind::None).then_some(plain),
    }
}

impl<O: Observer> Context<'_, '_, O> {
    /// Finds out what the tests compare with.
    #[inline]
    pub(super) fn ready(&self, scratch: &mut Scratch, tests: &[Test]) -> Option<Ready> {
        let mut ready = Ready { tests: [NO_BOUNDS; TESTS], count: tests.len() };
        for (test, bounds) in tests.iter().zip(&mut ready.tests) {
            let with = self.reckon_here(scratch, &test.with)?;
            let (low, high, inside) = match test.how {
                How::Is(positive) => (with.bits, with.bits, positive),
                How::Compare(comparison) => {
                    let number = with.as_number()?;
                    let (low, high) = match comparison {
                        Comparison::Less => (i64::MIN, number.checked_sub(1)?),
                        Comparison::LessOrEqual => (i64::MIN, number),
                        Comparison::Greater => (number.checked_add(1)?, i64::MAX),
                        Comparison::GreaterOrEqual => (number, i64::MAX),
                    };
                    (low, high, true)
                }
            };
            let only = matches!(test.how, How::Compare(_));
            *bounds = Bounds { field: test.field, kind: with.kind, only, low, high, inside };
        }
        Some(ready)
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
        let ready = self.ready(scratch, &sift.tests)?;
        let world = &self.machine.world;
        let Of::Local(slot) = &sift.of else { return self.sift_rest(scratch, sift, &ready, &mut take) };
        let at = at(self.base, *slot);
        if self.rolled.at == at {
            for (face, count) in self.rolled.faces() {
                scratch.cost += 1;
                let face = Plain::number(i64::from(*face));
                let passes = ready.lets(face, &[], world)? && self.rest_holds(scratch, sift, face)?;
                if passes && !take(scratch, face, *count)? {
                    break;
                }
            }
            return Some(());
        }
        let (Value::List(elements) | Value::Set(elements)) = self.machine.locals.get(at)? else {
            return self.sift_rest(scratch, sift, &ready, &mut take);
        };
        for element in elements.iter() {
            scratch.cost += 1;
            let element = Plain::of(element)?;
            let passes = ready.passes(element, world)? && self.rest_holds(scratch, sift, element)?;
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
        ready: &Ready,
        take: &mut dyn FnMut(&mut Scratch, Plain, u32) -> Option<bool>,
    ) -> Option<()> {
        let most = self.setting.budget.steps;
        let mut visit = |scratch: &mut Scratch, element: Plain, count: u32| -> Option<bool> {
            scratch.cost += 1;
            if scratch.cost > most {
                return None;
            }
            let passes =
                ready.passes(element, &self.machine.world)? && self.rest_holds(scratch, sift, element)?;
            if passes { take(scratch, element, count) } else { Some(true) }
        };
        let value = match &sift.of {
            Of::Local(slot) => self.machine.locals.get(at(self.base, *slot))?,
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

impl Scratch {
    /// Of very many nothing is kept.
    #[inline]
    fn take(&mut self, element: Plain, count: u32) -> Option<()> {
        if count > MOST || self.selected.len() > MOST as usize {
            return None;
        }
        for _ in 0..count {
            self.selected.push(element);
        }
        Some(())
    }
}
