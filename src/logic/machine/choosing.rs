//! Rolls, draws, picks and choices: asks, and uses the answer after a look at it.

use std::collections::HashSet;
use std::sync::Arc;

use super::super::program::{Expr, NameId, PlaceExpr, Selection, Slot};
use super::super::value::Value;
use super::arithmetic;
use super::chance::{Answer, Request};
use super::context::Context;
use super::ended::Evaluated;
use super::observe::{Observer, at};
use super::spare::Spare;
use super::step::Then;
use super::trace::What;

impl<'p, O: Observer> Context<'_, 'p, O> {
    fn label(&self, slot: Slot) -> Evaluated<NameId> {
        match self.slot_name(slot) {
            Some(label) => Ok(label),
            None => self.error(self.here(), "this result has no name"),
        }
    }

    /// How many are asked for.
    fn how_many(&mut self, count: &'p Expr) -> Evaluated<u32> {
        let number = self.number(count)?;
        let Ok(found) = u32::try_from(number) else {
            return self.error(count.span, format!("{number} is no number of dice or draws"));
        };
        self.grow(u64::from(found))?;
        Ok(found)
    }

    pub(super) fn roll(
        &mut self,
        count: Option<&'p Expr>,
        sides: u32,
        slot: Slot,
        answer: Option<&Answer>,
    ) -> Evaluated<Then> {
        let mark = self.observer.mark();
        let faces = match answer {
            Some(answer) => {
                let (Some(Request::Roll { count, .. }), Answer::Faces(faces)) = (self.machine.pending.take(), answer)
                else {
                    return self.wrong("this answers a roll with something else than faces");
                };
                self.look_at_faces(faces, count, sides)?;
                faces.as_slice()
            }
            None => {
                let (dice, gathered) = self.apart(|context| count.map_or(Ok(1), |count| context.how_many(count)))?;
                // Kept where the result goes until there is an answer.
                self.observer.set_local(at(self.base, slot), gathered);
                let label = self.label(slot)?;
                if dice > 0 {
                    self.machine.pending = Some(Request::Roll { label, count: dice, sides });
                    return Ok(Then::Ask);
                }
                &[]
            }
        };
        let gathered = self.observer.local(at(self.base, slot));
        let tag = self.stored(gathered);
        let value = match (count, faces.first()) {
            (None, Some(only)) => Value::Number(i64::from(*only)),
            _ => Value::Bag(self.spare.bag_of(faces)),
        };
        if O::ON {
            let label = self.label(slot)?;
            self.observer.wrap(mark, What::Rolled { label, faces: faces.to_vec(), sides }, self.point);
        }
        self.put(slot, value, tag);
        Ok(Then::Next)
    }

    fn look_at_faces(&self, faces: &[u32], count: u32, sides: u32) -> Evaluated<()> {
        if faces.len() != count as usize {
            return self.wrong(&format!("{} faces were given for {count} dice", faces.len()));
        }
        if let Some(face) = faces.iter().find(|face| **face < 1 || **face > sides) {
            return self.wrong(&format!("a die with {sides} sides cannot show {face}"));
        }
        Ok(())
    }

    #[cold]
    fn wrong<T>(&self, message: &str) -> Evaluated<T> {
        self.error(self.here(), message)
    }

    #[inline(never)]
    pub(super) fn draw(
        &mut self,
        count: &'p Expr,
        place: &'p PlaceExpr,
        slot: Slot,
        answer: Option<&Answer>,
    ) -> Evaluated<Then> {
        let label = self.label(slot)?;
        let mark = self.observer.mark();
        let drawn = match answer {
            Some(answer) => {
                let (Some(Request::Draw { count, .. }), Answer::Values(drawn)) = (self.machine.pending.take(), answer)
                else {
                    return self.wrong("this answers a draw with something else than values");
                };
                if drawn.len() != count as usize {
                    return self.wrong(&format!("{} were drawn, not {count}", drawn.len()));
                }
                drawn.clone()
            }
            None => {
                let ((wanted, from), gathered) = self.apart(|context| {
                    let wanted = context.how_many(count)?;
                    let resolved = context.resolve(place)?;
                    Ok((wanted, context.peek(&resolved)?))
                })?;
                self.observer.set_local(at(self.base, slot), gathered);
                let from = self.counted(&from, count)?;
                let there: u64 = from.iter().map(|(_, count)| u64::from(*count)).sum();
                if there < u64::from(wanted) {
                    return self.error(count.span, format!("{wanted} cannot be drawn, there are only {there}"));
                }
                if wanted > 0 {
                    self.machine.pending = Some(Request::Draw { label, count: wanted, from });
                    return Ok(Then::Ask);
                }
                Vec::new()
            }
        };
        let gathered = self.observer.local(at(self.base, slot));
        let tag = self.stored(gathered);
        if O::ON {
            self.observer.wrap(mark, What::Drew { label, values: drawn.clone() }, self.point);
        }
        let resolved = self.resolve(place)?;
        let mark = self.observer.mark();
        self.change(&resolved, false, gathered, mark, |context, collection| {
            drawn.iter().try_for_each(|value| context.take(collection, value, 1, count))
        })?;
        self.put(slot, Value::List(Arc::new(drawn)), tag);
        Ok(Then::Next)
    }

    /// What a collection holds, sorted and counted.
    fn counted(&mut self, collection: &Value, by: &'p Expr) -> Evaluated<Vec<(Value, u32)>> {
        let bag = match collection {
            Value::Bag(elements) => return Ok(elements.to_vec()),
            Value::List(elements) | Value::Set(elements) => Value::bag(elements.to_vec()),
            other => return self.kind(by.span, "a list, set or bag", other),
        };
        self.grow_by(std::slice::from_ref(&bag))?;
        match bag {
            Value::Bag(elements) => Ok(Arc::unwrap_or_clone(elements)),
            _ => Ok(Vec::new()),
        }
    }

    pub(super) fn choose(
        &mut self,
        by: Option<&'p Expr>,
        from: &'p Selection,
        if_none: Option<u32>,
        answer: Option<&Answer>,
    ) -> Evaluated<Then> {
        let label = self.label(from.slot)?;
        let mark = self.observer.mark();
        let slot = at(self.base, from.slot);
        let (chosen, candidates, player) = match answer {
            Some(Answer::Values(values)) => {
                let (candidates, player) = match self.machine.pending.take() {
                    Some(Request::Pick { candidates, .. }) => (candidates, None),
                    Some(Request::Choose { candidates, by, .. }) => (candidates, Some(by)),
                    _ => return self.wrong("this answers something that was not asked"),
                };
                let [chosen] = values.as_slice() else {
                    return self.wrong("exactly one has to be chosen");
                };
                if !candidates.iter().any(|candidate| arithmetic::equal(candidate, chosen)) {
                    let name = self.program.name(label);
                    return self.wrong(&format!("{} is no candidate for `{name}`", self.show(chosen)));
                }
                (chosen.clone(), candidates, player)
            }
            Some(Answer::Faces(_)) => return self.wrong("this answers a choice with faces of dice"),
            None => {
                let ((candidates, player), gathered) = self.apart(|context| {
                    let player = by.map(|by| context.eval(by)).transpose()?;
                    let mut candidates = context.selected(from)?;
                    if player.is_some() {
                        once_each(&mut candidates);
                    }
                    Ok((candidates, player))
                })?;
                let Some(first) = candidates.first() else {
                    return self.nobody(label, player, if_none, gathered, mark, from);
                };
                self.observer.set_local(slot, gathered);
                if candidates.iter().any(|other| !arithmetic::equal(other, first)) {
                    self.machine.pending = Some(match player {
                        None => Request::Pick { label, candidates },
                        Some(by) => Request::Choose { label, by, candidates },
                    });
                    return Ok(Then::Ask);
                }
                (first.clone(), candidates, player)
            }
        };
        let gathered = self.observer.local(slot);
        let tag = self.stored(gathered);
        if O::ON {
            let value = Some(chosen.clone());
            let what = match player {
                None => What::Picked { label, value, candidates },
                Some(by) => What::Chose { label, by, value, candidates },
            };
            self.observer.wrap(mark, what, self.point);
        } else {
            Spare::keep(&mut self.spare.values, candidates);
        }
        self.put(from.slot, chosen, tag);
        Ok(Then::Next)
    }

    /// There is no candidate.
    #[inline(never)]
    fn nobody(
        &mut self,
        label: NameId,
        player: Option<Value>,
        if_none: Option<u32>,
        gathered: O::Tag,
        mark: usize,
        from: &'p Selection,
    ) -> Evaluated<Then> {
        let Some(target) = if_none else {
            let message = format!("there is no candidate for `{}`", self.program.name(label));
            return Err(self.mistake(from.of.span, message, Some("write `if there is none` below it for this case")));
        };
        if O::ON {
            let what = match player {
                None => What::Picked { label, value: None, candidates: Vec::new() },
                Some(by) => What::Chose { label, by, value: None, candidates: Vec::new() },
            };
            self.observer.wrap(mark, what, self.point);
            // No `Join` closes the alternative, so it holds from here on.
            let tag = self.stored(gathered);
            self.observer.stays(tag);
        }
        Ok(Then::Goto(target))
    }
}

/// Leaves the first of those that are equal.
fn once_each(candidates: &mut Vec<Value>) {
    // Of a few, to look at each pair is faster.
    if candidates.len() > 16 {
        let mut seen = HashSet::new();
        candidates.retain(|candidate| seen.insert(candidate.clone()));
        return;
    }
    let mut at = 1;
    while at < candidates.len() {
        if candidates[..at].iter().any(|other| arithmetic::equal(other, &candidates[at])) {
            candidates.remove(at);
        } else {
            at += 1;
        }
    }
}
