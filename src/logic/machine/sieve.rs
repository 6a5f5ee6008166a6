//! Filters that do no more than compare an element or its fields with what stays the same: prepared once per selection.

use super::super::program::{Comparison, Expr, ExprKind, Selection, Slot};
use super::super::value::{Entity, Symbol, Value};
use super::arithmetic;
use super::context::Context;
use super::observe::Observer;
use super::world::World;

/// Filters with more parts than this are not prepared.
const MOST: usize = 4;

/// A filter that is prepared: all of its tests have to pass, in this order.
#[derive(Default)]
pub(super) struct Sieve<'p> {
    tests: [Option<Test<'p>>; MOST],
    count: usize,
}

/// One comparison.
#[derive(Clone, Copy)]
struct Test<'p> {
    /// The field of the element that is looked at; the element itself where it is `None`.
    field: Option<u16>,
    ask: Ask,
    with: Plain,
    /// What `with` is the value of.
    of: &'p Expr,
}

#[derive(Clone, Copy)]
enum Ask {
    Is(bool),
    Compare(Comparison),
}

/// A value without parts.
#[derive(Clone, Copy)]
enum Plain {
    YesNo(bool),
    Number(i64),
    Symbol(Symbol),
    Entity(Entity),
}

impl Test<'_> {
    /// Whether it passes; nothing where that is not as plain as expected.
    #[inline]
    fn passes(&self, element: &Value, world: &World) -> Option<bool> {
        let value = match (self.field, element) {
            (Some(field), Value::Entity(entity)) => world.thing(*entity)?.fields.get(usize::from(field))?,
            (Some(_), _) => return None,
            (None, element) => element,
        };
        match (self.ask, self.with, value) {
            (Ask::Compare(comparison), Plain::Number(with), Value::Number(number)) => {
                Some(arithmetic::holds(comparison, number.cmp(&with)))
            }
            (Ask::Is(positive), Plain::Symbol(with), Value::Symbol(symbol)) => Some((*symbol == with) == positive),
            (Ask::Is(positive), Plain::Number(with), Value::Number(number)) => Some((*number == with) == positive),
            (Ask::Is(positive), Plain::YesNo(with), Value::YesNo(held)) => Some((*held == with) == positive),
            (Ask::Is(positive), Plain::Entity(with), Value::Entity(entity)) => {
                world.thing(*entity)?;
                Some((*entity == with) == positive)
            }
            _ => None,
        }
    }
}

impl Sieve<'_> {
    /// Whether an element passes, and how many tests that took; nothing where the filter itself has to say.
    #[inline]
    pub(super) fn passes(&self, element: &Value, world: &World) -> Option<(bool, usize)> {
        let mut looked = 0;
        for test in self.tests.iter().take(self.count).flatten() {
            looked += 1;
            if !test.passes(element, world)? {
                return Some((false, looked));
            }
        }
        Some((true, looked))
    }
}

impl<'p, O: Observer> Context<'_, 'p, O> {
    /// The prepared filter of a selection, if it is one of that kind.
    pub(super) fn sieve(&self, selection: &'p Selection) -> Option<Sieve<'p>> {
        let mut sieve = Sieve::default();
        self.prepare(selection.filter.as_deref()?, selection.slot, &mut sieve)?;
        Some(sieve)
    }

    fn prepare(&self, filter: &'p Expr, slot: Slot, sieve: &mut Sieve<'p>) -> Option<()> {
        let (ask, turned, a, b) = match &filter.kind {
            ExprKind::And(a, b) => {
                self.prepare(a, slot, sieve)?;
                return self.prepare(b, slot, sieve);
            }
            ExprKind::Is(positive, a, b) => (Ask::Is(*positive), Ask::Is(*positive), a, b),
            ExprKind::Compare(comparison, a, b) => {
                let turned = match comparison {
                    Comparison::Less => Comparison::Greater,
                    Comparison::LessOrEqual => Comparison::GreaterOrEqual,
                    Comparison::Greater => Comparison::Less,
                    Comparison::GreaterOrEqual => Comparison::LessOrEqual,
                };
                (Ask::Compare(*comparison), Ask::Compare(turned), a, b)
            }
            _ => return None,
        };
        let test = match (part(a, slot), part(b, slot)) {
            (Some(field), None) => Test { field, ask, with: self.constant(b, slot)?, of: b },
            (None, Some(field)) => Test { field, ask: turned, with: self.constant(a, slot)?, of: a },
            _ => return None,
        };
        *sieve.tests.get_mut(sieve.count)? = Some(test);
        sieve.count += 1;
        Some(())
    }

    /// What is the same for each element.
    fn constant(&self, expr: &'p Expr, slot: Slot) -> Option<Plain> {
        let own = match &expr.kind {
            ExprKind::Local(other) => *other == slot,
            ExprKind::EntityField(of, ..) => matches!(of.kind, ExprKind::Local(other) if other == slot),
            _ => false,
        };
        match self.at_hand(expr).filter(|_| !own)? {
            Value::YesNo(held) => Some(Plain::YesNo(*held)),
            Value::Number(number) => Some(Plain::Number(*number)),
            Value::Symbol(symbol) => Some(Plain::Symbol(*symbol)),
            Value::Entity(entity) => Some(Plain::Entity(*entity)),
            _ => None,
        }
    }

    /// Joins the tags of what the first tests have looked at in an element.
    pub(super) fn note_looked(&mut self, sieve: &Sieve<'p>, element: &Value, looked: usize) {
        for test in sieve.tests.iter().take(looked).flatten() {
            if let (Some(field), Value::Entity(entity)) = (test.field, element) {
                self.observer.join(self.observer.field(*entity, field));
            }
            self.note_read(test.of);
        }
    }
}

/// The field of the element that an expression is, or `Some(None)` for the element itself.
#[expect(clippy::option_option, reason = "a part or none, and the part a field or the whole")]
fn part(expr: &Expr, slot: Slot) -> Option<Option<u16>> {
    match &expr.kind {
        ExprKind::Local(other) if *other == slot => Some(None),
        ExprKind::EntityField(of, _, field) if matches!(of.kind, ExprKind::Local(other) if other == slot) => {
            Some(Some(*field))
        }
        _ => None,
    }
}
