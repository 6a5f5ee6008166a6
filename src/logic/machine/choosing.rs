//! Rolls, draws, picks and choices: asks, and uses the answer after a look at it.

use std::collections::HashSet;
use std::sync::Arc;

use super::super::program::{NameId, Slot, Wanted};
use super::super::syntax::ast::Span;
use super::super::value::Value;
use super::arithmetic;
use super::chance::{Answer, Request};
use super::code::{Ask, Drawn, PlaceCode, Read, Routine, Scan};
use super::context::Context;
use super::ended::Evaluated;
use super::record::observe::{Observer, at};
use super::trace::What;

/// What comes after a question.
pub(super) enum Then {
    /// The next instruction.
    Next,
    /// This step.
    Step(u32),
    /// An answer to the question that is pending now.
    Ask,
}

impl<'a, O: Observer> Context<'a, '_, O> {
    /// Asks chance or a player, or uses their answer.
    #[inline]
    pub(super) fn question(&mut self, routine: &'a Routine, ask: &'a Ask, answer: Option<&Answer>) -> Evaluated<Then> {
        match ask {
            Ask::Roll { label, count, sides, slot } => {
                self.roll(routine, (*label, count.as_ref(), *sides, *slot), answer)
            }
            Ask::Draw { label, count, place, slot } => self.draw(routine, *label, count, place, *slot),
            Ask::Choose { label, by, from, if_none, wanted } => {
                self.choose(routine, (*label, *wanted), by.as_ref(), from, *if_none, answer)
            }
        }
    }

    /// How many are asked for.
    #[inline]
    fn how_many(&mut self, routine: &'a Routine, count: &Read) -> Evaluated<u32> {
        let number = self.number(routine, count)?;
        let Ok(found) = u32::try_from(number) else {
            return self.error(count.span[0], format!("{number} is no number of dice or draws"));
        };
        self.grow(u64::from(found))?;
        Ok(found)
    }

    /// A question is pending: whoever answers at once is asked, and the step goes on as if it were begun with the answer.
    fn pend(&mut self, request: Request) -> Evaluated<Option<Answer>> {
        let Some(chance) = self.chance.as_mut().filter(|chance| !chance.waits(&request)) else {
            self.machine.pending = Some(request);
            return Ok(None);
        };
        match chance.answer(&request) {
            Ok(answer) => {
                self.machine.pending = Some(request);
                self.begin_step(self.step, self.point)?;
                Ok(Some(answer))
            }
            Err(message) => self.error(self.here(), message),
        }
    }

    fn roll(
        &mut self,
        routine: &'a Routine,
        (label, count, sides, slot): (NameId, Option<&Read>, u32, Slot),
        answer: Option<&Answer>,
    ) -> Evaluated<Then> {
        if let Some(answer) = answer {
            return self.rolled((label, count.is_some(), sides, slot), answer);
        }
        let dice = count.map_or(Ok(1), |count| self.how_many(routine, count))?;
        let gathered = self.gathered();
        // Kept where the result goes until there is an answer.
        self.observer.set_local(at(self.base, slot), gathered);
        if dice == 0 {
            self.roll_is((label, count.is_some(), sides, slot), &[]);
            return Ok(Then::Next);
        }
        if !O::ON
            && let Some(seeded) = self.chance.as_mut().and_then(|chance| chance.seeded())
        {
            let mut faces = std::mem::take(&mut self.buffers.faces);
            faces.clear();
            for _ in 0..dice {
                faces.push(seeded.face(sides));
            }
            self.begin_step(self.step, self.point)?;
            self.roll_is((label, count.is_some(), sides, slot), &faces);
            self.buffers.faces = faces;
            return Ok(Then::Next);
        }
        match self.pend(Request::Roll { label, count: dice, sides })? {
            Some(answer) => self.rolled((label, count.is_some(), sides, slot), &answer),
            None => Ok(Then::Ask),
        }
    }

    /// Uses the answer to a roll.
    fn rolled(&mut self, (label, several, sides, slot): (NameId, bool, u32, Slot), answer: &Answer) -> Evaluated<Then> {
        let (Some(Request::Roll { count, .. }), Answer::Faces(faces)) = (self.machine.pending.take(), answer) else {
            return self.wrong("this answers a roll with something else than faces");
        };
        if faces.len() != count as usize {
            return self.wrong(&format!("{} faces were given for {count} dice", faces.len()));
        }
        if let Some(face) = faces.iter().find(|face| **face < 1 || **face > sides) {
            return self.wrong(&format!("a die with {sides} sides cannot show {face}"));
        }
        self.roll_is((label, several, sides, slot), faces);
        Ok(Then::Next)
    }

    fn roll_is(&mut self, (label, several, sides, slot): (NameId, bool, u32, Slot), faces: &[u32]) {
        let gathered = self.observer.local(at(self.base, slot));
        let tag = self.stored(gathered);
        let value = match faces {
            [only] if !several => Value::Number(i64::from(*only)),
            _ => Value::Bag(self.buffers.bag_of(faces)),
        };
        if O::ON {
            self.observer.wrap(self.mark, What::Rolled { label, faces: faces.to_vec(), sides }, self.point);
        }
        self.put(slot, value, tag);
    }

    #[cold]
    fn wrong<T>(&self, message: &str) -> Evaluated<T> {
        self.error(self.here(), message)
    }

    #[inline(never)]
    fn draw(
        &mut self,
        routine: &'a Routine,
        label: NameId,
        count: &Read,
        place: &PlaceCode,
        slot: Slot,
    ) -> Evaluated<Then> {
        let wanted = self.how_many(routine, count)?;
        let resolved = self.resolve(routine, place)?;
        let from = self.peek(&resolved)?;
        let gathered = self.gathered();
        self.observer.set_local(at(self.base, slot), gathered);
        let from = self.counted(&from, count.span[0])?;
        let there: u64 = from.iter().map(|(_, count)| u64::from(*count)).sum();
        if there < u64::from(wanted) {
            return self.error(count.span[0], format!("{wanted} cannot be drawn, there are only {there}"));
        }
        self.drawn.clear();
        if wanted == 0 {
            return Ok(Then::Next);
        }
        match self.pend(Request::Draw { label, count: wanted, from })? {
            Some(answer) => {
                self.use_draw(&answer)?;
                Ok(Then::Next)
            }
            None => Ok(Then::Ask),
        }
    }

    /// Looks at the answer to a draw.
    fn use_draw(&mut self, answer: &Answer) -> Evaluated<()> {
        let (Some(Request::Draw { count, .. }), Answer::Values(drawn)) = (self.machine.pending.take(), answer) else {
            return self.wrong("this answers a draw with something else than values");
        };
        if drawn.len() != count as usize {
            return self.wrong(&format!("{} were drawn, not {count}", drawn.len()));
        }
        self.drawn.clone_from(drawn);
        Ok(())
    }

    /// What was drawn is known: by an answer, or since it was asked.
    pub(super) fn drew(&mut self, label: NameId, answer: Option<&Answer>) -> Evaluated<()> {
        if let Some(answer) = answer {
            self.use_draw(answer)?;
        }
        if O::ON {
            let values = self.drawn.clone();
            self.observer.wrap(self.mark, What::Drew { label, values }, self.point);
        }
        Ok(())
    }

    /// Takes what was drawn out of its place.
    pub(super) fn take_drawn(&mut self, routine: &'a Routine, of: &Drawn) -> Evaluated<()> {
        let gathered = self.observer.local(at(self.base, of.slot));
        let tag = self.stored(gathered);
        let resolved = self.resolve(routine, &of.place)?;
        let drawn = std::mem::take(&mut self.drawn);
        let mark = self.observer.mark();
        self.change(&resolved, false, gathered, mark, |context, collection| {
            drawn.iter().try_for_each(|value| context.take(collection, value, 1, of.span))
        })?;
        self.put(of.slot, Value::List(Arc::new(drawn)), tag);
        Ok(())
    }

    /// What a collection holds, sorted and counted.
    fn counted(&mut self, collection: &Value, by: Span) -> Evaluated<Vec<(Value, u32)>> {
        let bag = match collection {
            Value::Bag(elements) => return Ok(elements.to_vec()),
            Value::List(elements) | Value::Set(elements) => Value::bag(elements.to_vec()),
            other => return self.kind(by, "a list, set or bag", other),
        };
        self.grow_by(std::slice::from_ref(&bag))?;
        match bag {
            Value::Bag(elements) => Ok(Arc::unwrap_or_clone(elements)),
            _ => Ok(Vec::new()),
        }
    }

    fn choose(
        &mut self,
        routine: &'a Routine,
        (label, wanted): (NameId, Wanted),
        by: Option<&Read>,
        from: &'a Scan,
        if_none: Option<u32>,
        answer: Option<&Answer>,
    ) -> Evaluated<Then> {
        if let Some(answer) = answer {
            return self.chose(label, from.slot, answer);
        }
        let player = by.map(|by| self.read(routine, by)).transpose()?;
        let mut candidates = self.selected(routine, from)?;
        if player.is_some() {
            once_each(&mut candidates);
        }
        if wanted == Wanted::OneOrNone {
            candidates.push(Value::None);
        }
        let gathered = self.gathered();
        let Some(first) = candidates.first() else {
            return self.nobody((label, wanted), player, if_none, gathered, from);
        };
        self.observer.set_local(at(self.base, from.slot), gathered);
        if candidates.iter().all(|other| arithmetic::equal(other, first)) {
            let first = first.clone();
            self.choice_is(label, from.slot, first, candidates, player);
            return Ok(Then::Next);
        }
        if !O::ON
            && let Some(seeded) = self.chance.as_mut().and_then(|chance| chance.seeded())
        {
            let at = usize::try_from(seeded.below(candidates.len() as u64)).unwrap_or_default();
            let chosen = candidates.get(at).cloned().unwrap_or(Value::None);
            self.begin_step(self.step, self.point)?;
            self.choice_is(label, from.slot, chosen, candidates, player);
            return Ok(Then::Next);
        }
        let request = match player {
            None => Request::Pick { label, candidates },
            Some(by) => Request::Choose { label, by, candidates },
        };
        match self.pend(request)? {
            Some(answer) => self.chose(label, from.slot, &answer),
            None => Ok(Then::Ask),
        }
    }

    /// Uses the answer to a pick or choice.
    fn chose(&mut self, label: NameId, slot: Slot, answer: &Answer) -> Evaluated<Then> {
        let Answer::Values(values) = answer else { return self.wrong("this answers a choice with faces of dice") };
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
        self.choice_is(label, slot, chosen.clone(), candidates, player);
        Ok(Then::Next)
    }

    fn choice_is(&mut self, label: NameId, slot: Slot, chosen: Value, candidates: Vec<Value>, player: Option<Value>) {
        let gathered = self.observer.local(at(self.base, slot));
        let tag = self.stored(gathered);
        if O::ON {
            let value = Some(chosen.clone());
            let what = match player {
                None => What::Picked { label, value, candidates },
                Some(by) => What::Chose { label, by, value, candidates },
            };
            self.observer.wrap(self.mark, what, self.point);
        } else {
            self.buffers.keep_values(candidates);
        }
        self.put(slot, chosen, tag);
    }

    /// There is no candidate.
    #[inline(never)]
    fn nobody(
        &mut self,
        (label, wanted): (NameId, Wanted),
        player: Option<Value>,
        if_none: Option<u32>,
        gathered: O::Tag,
        from: &Scan,
    ) -> Evaluated<Then> {
        let Some(target) = if_none else {
            let name = self.program.name(label);
            let (message, help) = if wanted == Wanted::OneOfMany {
                let help = "choose `up to` so many, or ask before how many there are";
                (format!("there are too few candidates for `{name}`"), help)
            } else {
                (format!("there is no candidate for `{name}`"), "write `if there is none` below it for this case")
            };
            return Err(self.mistake(from.span, message, Some(help)));
        };
        if O::ON {
            let what = match player {
                None => What::Picked { label, value: None, candidates: Vec::new() },
                Some(by) => What::Chose { label, by, value: None, candidates: Vec::new() },
            };
            self.observer.wrap(self.mark, what, self.point);
            // No `Join` closes the alternative, so it holds from here on.
            let tag = self.stored(gathered);
            self.observer.stays(tag);
        }
        Ok(Then::Step(target))
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
