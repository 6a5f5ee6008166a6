//! Goes through elements at once where their condition is no more than plain comparisons.

use super::elements::Iter;
use crate::logic::machine::code::{Operand, Piece, Range, Routine, Scan, Source, Test};
use crate::logic::machine::context::Context;
use crate::logic::machine::record::observe::Observer;
use crate::logic::machine::world::World;
use crate::logic::value::Value;

impl<'a, O: Observer> Context<'a, '_, O> {
    /// Uses up the steps of a sweep if there are so many; else nothing. Its register holds what a look at one element after the
    /// other leaves there.
    #[inline]
    pub(in crate::logic::machine) fn done_at_once(&mut self, scan: &Scan, swept: Seen) -> bool {
        let all = self.machine.steps.saturating_add(swept.looked_at);
        let enough = all <= self.setting.budget.steps;
        if enough {
            self.machine.steps = all;
            if let Some(last) = swept.last {
                self.bind(scan.slot, last);
            }
        }
        enough
    }

    /// All that are selected, where a sweep finds them and there is room for them at once.
    #[inline]
    pub(in crate::logic::machine) fn sweep_selected(
        &mut self,
        routine: &'a Routine,
        scan: &'a Scan,
        all: &mut Vec<Value>,
    ) -> Option<()> {
        if scan.sorted {
            return None;
        }
        let mut ties = 0;
        let push = |all: &mut Vec<Value>, value: &Value, count: u32| {
            if count == 1 {
                all.push(value.copied());
            } else {
                all.extend(std::iter::repeat_n(value, count as usize).map(Value::copied));
            }
        };
        let mut swept = match &scan.extreme {
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
                let highest = *highest;
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
        swept.looked_at += all.len() as u64 / 16;
        if let (Some(tied), Some(_)) = (all.last(), &scan.extreme) {
            swept.last = Some(tied.copied());
        }
        if cells > self.machine.allowed || !self.done_at_once(scan, swept) {
            return None;
        }
        self.machine.made = cells;
        Some(())
    }

    /// A sweep of a scan that takes all that pass.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for the sweep")]
    pub(in crate::logic::machine) fn sweep_plainly(
        &self,
        routine: &Routine,
        scan: &Scan,
        mut take: impl FnMut(u32) -> bool,
    ) -> Option<Seen> {
        if scan.extreme.is_some() {
            return None;
        }
        self.sweep(routine, scan, |_, _, count| Some(take(count)))
    }

    /// Goes through elements whose condition is no more than comparisons of numbers, members and things with what stays the
    /// same, and hands on each that passes, with its fields if it is a thing, until that says `false`. Nothing where anything is
    /// otherwise: then nothing was found out.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the loop is short, and what is made of it shorter")]
    fn sweep<'v>(
        &'v self,
        routine: &'v Routine,
        scan: &Scan,
        take: impl FnMut(&'v Value, &'v [Value], u32) -> Option<bool>,
    ) -> Option<Seen> {
        if O::ON || !matches!(scan.filter.rest, Piece::Nothing) {
            return None;
        }
        let world = &self.machine.world;
        let Source::Read(read) = &scan.of else { return None };
        let of = Iter::of(self.at_hand(routine, read.operand)?)?;
        match scan.filter.tests.as_slice() {
            [] => of.each(world, |_, _| Some(true), take),
            [only] => {
                let only = self.bounded(routine, only)?;
                of.each(world, |element, fields| only.lets(world, element, fields), take)
            }
            [first, second] => {
                let (first, second) = (self.bounded(routine, first)?, self.bounded(routine, second)?);
                let both = |element: &Value, fields: &[Value]| {
                    Some(first.lets(world, element, fields)? && second.lets(world, element, fields)?)
                };
                of.each(world, both, take)
            }
            _ => None,
        }
    }

    /// A test as it is looked at for each element, where what it compares with is plain.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for the sweep")]
    fn bounded(&self, routine: &Routine, test: &Test) -> Option<Bound> {
        let element = test.element.as_ref()?;
        let (kind, with) = match self.at_hand(routine, element.with)? {
            Value::Number(number) => (ScalarKind::Number, *number),
            _ if element.numbers => return None,
            Value::Symbol(symbol) => (ScalarKind::Symbol, symbol.0.cast_signed()),
            Value::Entity(entity) => (ScalarKind::Entity, entity.0.cast_signed()),
            _ => return None,
        };
        Some(Bound { field: element.field, kind, range: element.orders.with(with) })
    }
}

/// What a sweep has seen.
pub(in crate::logic::machine) struct Seen {
    /// How many elements.
    looked_at: u64,
    /// The last of them.
    last: Option<Value>,
}

impl<'v> Iter<'v> {
    /// Hands on each element that passes until that says `false`; nothing where it does not go through such.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for the sweep")]
    fn each(
        self,
        world: &'v World,
        passes: impl Fn(&Value, &[Value]) -> Option<bool>,
        mut take: impl FnMut(&'v Value, &'v [Value], u32) -> Option<bool>,
    ) -> Option<Seen> {
        let mut looked_at = 0;
        let mut last = None;
        match self {
            Self::Values(elements) | Self::Sorted(elements) => {
                for element in elements {
                    looked_at += 1;
                    last = Some(element);
                    let fields = fields(world, element)?;
                    if passes(element, fields)? && !take(element, fields, 1)? {
                        break;
                    }
                }
            }
            Self::Bag(elements) => {
                for (element, count) in elements {
                    looked_at += 1;
                    last = Some(element);
                    let fields = fields(world, element)?;
                    if passes(element, fields)? && !take(element, fields, *count)? {
                        break;
                    }
                }
            }
            Self::Keys(_) | Self::Range(..) => return None,
        }
        Some(Seen { looked_at, last: last.map(Value::copied) })
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
enum ScalarKind {
    Number,
    Symbol,
    Entity,
}

/// A comparison of an element, or of a field of it, with what stays the same.
#[derive(Clone, Copy)]
struct Bound {
    field: Option<u16>,
    kind: ScalarKind,
    range: Range,
}

impl Bound {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for the sweep")]
    fn lets(&self, world: &World, element: &Value, fields: &[Value]) -> Option<bool> {
        let found = if let Some(field) = self.field { fields.get(usize::from(field))? } else { element };
        let number = match (found, self.kind) {
            (Value::Number(number), ScalarKind::Number) => *number,
            (Value::Symbol(symbol), ScalarKind::Symbol) => symbol.0.cast_signed(),
            (Value::Entity(entity), ScalarKind::Entity) => {
                // One that is gone is a mistake, whatever it is compared with.
                world.thing(*entity)?;
                entity.0.cast_signed()
            }
            _ => return None,
        };
        Some(self.range.lets(number))
    }
}
