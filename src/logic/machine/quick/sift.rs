//! Goes through the elements of a selection.

use super::form::{How, Of, Sift, Test};
use super::nodes::TESTS;
use super::plain::{Kind, Plain};
use super::scratch::Scratch;
use crate::logic::machine::context::Context;
use crate::logic::machine::observe::{Observer, at};
use crate::logic::machine::world::World;
use crate::logic::program::Comparison;
use crate::logic::value::{Entity, Value};

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
    /// The field that is looked at; the element itself where it is `None`.
    field: Option<u16>,
    kind: Kind,
    /// Whether it has to be of this kind, so that anything else is left to the general evaluation.
    only: bool,
    low: i64,
    high: i64,
    /// Whether it has to be there or must not be.
    inside: bool,
}

const NO_BOUNDS: Bounds = Bounds { field: None, kind: Kind::None, only: false, low: 0, high: 0, inside: true };

impl Ready {
    /// Whether an element passes.
    #[inline]
    pub(super) fn passes(&self, element: Plain, world: &World) -> Option<bool> {
        if self.count == 0 {
            return Some(true);
        }
        let fields = match element.entity() {
            Some(entity) => &world.thing(entity)?.fields[..],
            None => &[],
        };
        for test in self.tests.get(..self.count)? {
            let found = match test.field {
                None => element,
                Some(field) => match Plain::of(fields.get(usize::from(field))?)? {
                    // A field that holds none, or a thing that may be gone.
                    Plain { kind: Kind::None, .. } => return None,
                    found => match found.entity() {
                        Some(entity) if world.thing(entity).is_none() => return None,
                        _ => found,
                    },
                },
            };
            if found.kind == test.kind {
                if (test.low <= found.bits && found.bits <= test.high) != test.inside {
                    return Some(false);
                }
            } else if test.only {
                return None;
            } else if test.inside {
                return Some(false);
            }
        }
        Some(true)
    }
}

impl<O: Observer> Context<'_, '_, O> {
    /// Finds out what the tests compare with.
    #[inline]
    pub(super) fn ready(&self, scratch: &mut Scratch, tests: &[Test]) -> Option<Ready> {
        let mut ready = Ready { tests: [NO_BOUNDS; TESTS], count: tests.len() };
        for (test, bounds) in tests.iter().zip(&mut ready.tests) {
            let with = self.reckon(scratch, &test.with)?;
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
        let ready = self.ready(scratch, &sift.tests)?;
        let world = &self.machine.world;
        let most = self.setting.budget.steps;
        let mut visit = |scratch: &mut Scratch, element: Plain, count: u32| -> Option<bool> {
            scratch.cost += 1;
            // Beyond the budget of a whole run it is the general step that says so.
            if scratch.cost > most {
                return None;
            }
            if !ready.passes(element, world)? {
                return Some(true);
            }
            if let Some(rest) = &sift.rest {
                scratch.registers[usize::from(sift.element)] = element;
                if !self.reckon_condition(scratch, rest)? {
                    return Some(true);
                }
            }
            take(scratch, element, count)
        };
        let value = match &sift.of {
            Of::Local(slot) => {
                let at = at(self.base, *slot);
                if self.rolled.at == at {
                    for (face, count) in self.rolled.faces() {
                        if !visit(scratch, Plain::number(i64::from(*face)), *count)? {
                            break;
                        }
                    }
                    return Some(());
                }
                self.machine.locals.get(at)?
            }
            Of::Fixed(value) => value,
            Of::All(ty) => {
                scratch.cost += world.things.len() as u64 / 16;
                for Entity(number) in world.all(*ty) {
                    let element = Plain { kind: Kind::Entity, bits: i64::from(number) };
                    if !visit(scratch, element, 1)? {
                        break;
                    }
                }
                return Some(());
            }
            Of::Range(ends) => {
                let (low, high) = (self.reckon_number(scratch, &ends[0])?, self.reckon_number(scratch, &ends[1])?);
                let mut number = low;
                while number <= high {
                    if !visit(scratch, Plain::number(number), 1)? {
                        break;
                    }
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
                    scratch.registers[usize::from(sift.element)] = element;
                    let key = self.reckon_number(scratch, by)?;
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
