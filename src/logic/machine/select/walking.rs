//! Walks through fixed elements, passing over those that no longer belong.

use std::sync::Arc;

use crate::logic::machine::code::{Member, Next, Recheck, Routine, Walk};
use crate::logic::machine::context::Context;
use crate::logic::machine::ended::Evaluated;
use crate::logic::machine::record::observe::{Observer, at};
use crate::logic::machine::trace::What;
use crate::logic::value::Value;

impl<'a, O: Observer> Context<'a, '_, O> {
    /// Fixes the elements to walk through, and the position before the first.
    pub(in crate::logic::machine) fn begin_walk(&mut self, routine: &'a Routine, begun: &'a Walk) -> Evaluated<()> {
        let Walk { over, kept: walk, at: position } = begun;
        let (walk, position) = (*walk, *position);
        let elements = self.selected(routine, over)?;
        let gathered = self.gathered();
        let tag = self.stored(gathered);
        let kept = self.machine.locals.get_mut(at(self.base, walk)).map(|kept| std::mem::replace(kept, Value::None));
        // The list of an earlier walk here is filled again if nothing else holds it.
        let elements = match kept {
            Some(Value::List(mut kept)) => {
                if let Some(room) = Arc::get_mut(&mut kept) {
                    let old = std::mem::replace(room, elements);
                    self.buffers.keep_values(old);
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

    /// Takes the next turn with an element that still belongs; whether there is one.
    ///
    /// The position is kept as a number; it is below 0 from the first turn on, so that a loop knows whether it ever turned.
    pub(in crate::logic::machine) fn next_turn(&mut self, routine: &'a Routine, next: &'a Next) -> Evaluated<bool> {
        let walk = at(self.base, next.walk);
        let (Some(Value::List(_)), Some(Value::Number(kept))) =
            (self.machine.locals.get(walk), self.machine.locals.get(at(self.base, next.at)))
        else {
            return self.error(next.span, "this loop was never begun");
        };
        let before = *kept < 0;
        let mut position = usize::try_from(kept.unsigned_abs()).unwrap_or(usize::MAX);
        let mut tag = self.observer.local(walk);
        loop {
            let element = match self.machine.locals.get(walk) {
                Some(Value::List(elements)) => elements.get(position).map(Value::copied),
                _ => None,
            };
            let Some(element) = element else {
                self.end_of_walk(next, before, tag);
                return Ok(false);
            };
            position += 1;
            self.charge(1)?;
            if matches!(element, Value::Entity(entity) if self.machine.world.thing(entity).is_none()) {
                continue;
            }
            if let Some(recheck) = &next.recheck {
                let (belongs, looked) = self.apart(|context| context.belongs(routine, next, recheck, &element))?;
                tag = self.observer.union(tag, looked);
                if !belongs {
                    continue;
                }
            }
            let kept = i64::try_from(position).map_or(i64::MIN, |position| -position);
            self.put(next.at, Value::Number(kept), O::Tag::default());
            if O::ON {
                let what = What::Turn { label: self.slot_name(next.slot), value: Some(element.clone()) };
                self.decide_region(tag, next.yes, what);
            }
            let tag = self.stored(tag);
            self.put(next.slot, element, tag);
            return Ok(true);
        }
    }

    #[inline]
    fn belongs(&mut self, routine: &'a Routine, next: &Next, recheck: &'a Recheck, element: &Value) -> Evaluated<bool> {
        self.bind(next.slot, element.clone());
        let member = match &recheck.member {
            // That it exists is known already.
            Member::All(ty) => {
                self.observer.join(self.observer.existence(*ty));
                true
            }
            Member::In(source) => self.contains(routine, source, element)?,
            Member::Stays(source) => {
                let cost = self.elements(routine, source)?.read(&self.machine.locals).search_cost();
                self.charge(cost)?;
                true
            }
            Member::Asked(asked) => self.condition(routine, asked)?,
        };
        if member { self.passes(routine, &recheck.filter) } else { Ok(false) }
    }

    /// There is no further element.
    fn end_of_walk(&mut self, next: &Next, before: bool, tag: O::Tag) {
        if !O::ON {
            return;
        }
        // The end of a loop that turned is no way of its own.
        if before {
            self.observer.open(self.step as usize, tag, self.mark, None);
        } else {
            self.decide_region(tag, next.no, What::Branched { held: false });
        }
        // Things that were passed over stayed as they were because of the condition.
        self.passed_by(self.step as usize + 1..next.end as usize);
    }
}
