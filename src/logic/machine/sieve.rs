//! Filters that do no more than compare an element or its fields with what stays the same: prepared once per selection.

use super::super::program::{Comparison, Expr, ExprKind, Selection, Slot};
use super::super::value::Value;
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

/// One comparison: whether a number, or the number of a member, is from `low` to `high`.
#[derive(Clone, Copy)]
struct Test<'p> {
    /// The field of the element that is looked at; the element itself where it is `None`.
    field: Option<u16>,
    /// Of members, not of numbers.
    symbols: bool,
    low: i64,
    high: i64,
    /// Whether it has to be there or must not be.
    inside: bool,
    /// What it is compared with.
    of: &'p Expr,
}

impl Sieve<'_> {
    /// Whether an element passes, and how many tests that took; nothing where the filter itself has to say.
    #[inline]
    pub(super) fn passes(&self, element: &Value, world: &World) -> Option<(bool, usize)> {
        let fields = match element {
            Value::Entity(entity) => world.thing(*entity)?.fields.as_slice(),
            _ => &[],
        };
        let mut looked = 0;
        for test in self.tests.iter().take(self.count).flatten() {
            looked += 1;
            let value = match test.field {
                Some(field) => fields.get(usize::from(field))?,
                None => element,
            };
            let found = match value {
                Value::Number(number) if !test.symbols => *number,
                Value::Symbol(symbol) if test.symbols => i64::from(symbol.0),
                _ => return None,
            };
            if (test.low <= found && found <= test.high) != test.inside {
                return Some((false, looked));
            }
        }
        Some((true, looked))
    }
}

impl<'p, O: Observer> Context<'_, 'p, O> {
    /// Prepares the filter of a selection in `sieve`, which is empty; nothing if it is of another kind.
    #[inline]
    pub(super) fn sieve<'s>(&self, selection: &'p Selection, sieve: &'s mut Sieve<'p>) -> Option<&'s Sieve<'p>> {
        self.prepare(selection.filter.as_deref()?, selection.slot, sieve)?;
        Some(sieve)
    }

    fn prepare(&self, filter: &'p Expr, slot: Slot, sieve: &mut Sieve<'p>) -> Option<()> {
        let (a, b) = match &filter.kind {
            ExprKind::And(a, b) => {
                self.prepare(a, slot, sieve)?;
                return self.prepare(b, slot, sieve);
            }
            ExprKind::Is(_, a, b) | ExprKind::Compare(_, a, b) => (a, b),
            _ => return None,
        };
        let (field, of, turned) = match (part(a, slot), part(b, slot)) {
            (Some(field), None) => (field, &**b, false),
            (None, Some(field)) => (field, &**a, true),
            _ => return None,
        };
        let (low, high, inside, symbols) = match (&filter.kind, self.at_hand(of)?) {
            (ExprKind::Is(positive, ..), Value::Number(number)) => (*number, *number, *positive, false),
            (ExprKind::Is(positive, ..), Value::Symbol(symbol)) => {
                let number = i64::from(symbol.0);
                (number, number, *positive, true)
            }
            (ExprKind::Compare(comparison, ..), Value::Number(number)) => {
                let (low, high) = match (comparison, turned) {
                    (Comparison::Less, false) | (Comparison::Greater, true) => (i64::MIN, number.checked_sub(1)?),
                    (Comparison::Greater, false) | (Comparison::Less, true) => (number.checked_add(1)?, i64::MAX),
                    (Comparison::LessOrEqual, false) | (Comparison::GreaterOrEqual, true) => (i64::MIN, *number),
                    (Comparison::GreaterOrEqual, false) | (Comparison::LessOrEqual, true) => (*number, i64::MAX),
                };
                (low, high, true, false)
            }
            _ => return None,
        };
        *sieve.tests.get_mut(sieve.count)? = Some(Test { field, symbols, low, high, inside, of });
        sieve.count += 1;
        Some(())
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
