//! Walks through fixed elements, passing over those that no longer belong.

use std::sync::Arc;

use super::super::program::{ExprKind, PointId, Selection, Slot};
use super::super::value::Value;
use super::context::Context;
use super::ended::Evaluated;
use super::observe::{Observer, at};
use super::spare::Spare;
use super::step::Then;
use super::trace::What;

/// What the next turn of a loop is about.
pub(super) struct Turn<T> {
    /// The element; `None` at the end.
    element: Option<Value>,
    /// Whether there was a turn before.
    before: bool,
    /// The position behind it.
    position: usize,
    /// On what it depends that it comes, or that there is none.
    tag: T,
}

impl<'p, O: Observer> Context<'_, 'p, O> {
    /// Fixes the elements to walk through, and the position before the first.
    pub(super) fn begin_walk(&mut self, over: &'p Selection, (walk, position): (Slot, Slot)) -> Evaluated<()> {
        let (elements, gathered) = self.apart(|context| context.selected(over))?;
        let tag = self.stored(gathered);
        let kept = self.machine.locals.get_mut(at(self.base, walk)).map(|kept| std::mem::replace(kept, Value::None));
        // The list of an earlier walk here is filled again if nothing else holds it.
        let elements = match kept {
            Some(Value::List(mut kept)) => {
                if let Some(room) = Arc::get_mut(&mut kept) {
                    let old = std::mem::replace(room, elements);
                    Spare::keep(&mut self.spare.values, old);
                    kept
                } else {
                    Arc::new(elements)
                }
            }
            _ => Arc::new(elements),
        };
        self.put(walk, Value::List(elements), tag);
        self.put(position, Value::Number(0), O::Tag::default());
        Ok(())
    }

    /// Finds the next element that still belongs.
    ///
    /// The position is kept as a number; it is below 0 from the first turn on, so that a loop knows whether it ever turned.
    pub(super) fn next_turn(
        &mut self,
        over: &'p Selection,
        recheck: bool,
        (walk, position): (Slot, Slot),
    ) -> Evaluated<Turn<O::Tag>> {
        let span = over.of.span;
        let (walk, position) = (at(self.base, walk), at(self.base, position));
        let (Some(Value::List(elements)), Some(Value::Number(kept))) =
            (self.machine.locals.get(walk), self.machine.locals.get(position))
        else {
            return self.error(span, "this loop was never begun");
        };
        let before = *kept < 0;
        let mut next = usize::try_from(kept.unsigned_abs()).unwrap_or(usize::MAX);
        let mut element = elements.get(next).cloned();
        let mut tag = self.observer.local(walk);
        while let Some(current) = element {
            next += 1;
            self.charge(1)?;
            let gone = matches!(current, Value::Entity(entity) if self.machine.world.thing(entity).is_none());
            let belongs = if gone {
                false
            } else if recheck {
                let (belongs, looked) = self.apart(|context| context.belongs(over, &current))?;
                tag = self.observer.union(tag, looked);
                belongs
            } else {
                true
            };
            if belongs {
                return Ok(Turn { element: Some(current), before, position: next, tag });
            }
            element = match self.machine.locals.get(walk) {
                Some(Value::List(elements)) => elements.get(next).cloned(),
                _ => None,
            };
        }
        Ok(Turn { element: None, before, position: next, tag })
    }

    #[inline(never)]
    fn belongs(&mut self, over: &'p Selection, element: &Value) -> Evaluated<bool> {
        let member = match (&over.of.kind, element) {
            // That it exists is known already.
            (ExprKind::All(ty), Value::Entity(_)) => {
                self.observer.join(self.observer.existence(*ty));
                true
            }
            _ => {
                let elements = self.elements(&over.of)?;
                let cost = elements.read(&self.machine.locals).search_cost();
                self.charge(cost)?;
                elements.read(&self.machine.locals).contains(element)
            }
        };
        if !member {
            return Ok(false);
        }
        let Some(filter) = &over.filter else { return Ok(true) };
        self.bind(over.slot, element.clone());
        self.condition(filter)
    }

    /// Takes a turn, or ends the loop.
    #[expect(clippy::too_many_arguments, reason = "the parts of one step")]
    pub(super) fn take_turn(
        &mut self,
        turn: Turn<O::Tag>,
        over: &'p Selection,
        (_, position): (Slot, Slot),
        (yes, no): (PointId, PointId),
        pc: usize,
        mark: usize,
        end: u32,
    ) -> Then {
        let Some(element) = turn.element else {
            if O::ON {
                // The end of a loop that turned is no way of its own.
                if turn.before {
                    self.observer.open(pc, turn.tag, mark, None);
                } else {
                    self.decide_region(pc, turn.tag, no, mark, What::Branched { held: false });
                }
                // Things that were passed over stayed as they were because of the condition.
                self.passed_by(pc + 1..end as usize);
            }
            return Then::Goto(end);
        };
        let kept = i64::try_from(turn.position).map_or(i64::MIN, |position| -position);
        self.put(position, Value::Number(kept), O::Tag::default());
        if O::ON {
            let what = What::Turn { label: self.slot_name(over.slot), value: Some(element.clone()) };
            self.decide_region(pc, turn.tag, yes, mark, what);
        }
        let tag = self.stored(turn.tag);
        self.put(over.slot, element, tag);
        Then::Next
    }
}
