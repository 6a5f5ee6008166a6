//! Performs lowered steps, one after the other, until one is left to the general step.

use std::sync::Arc;

use super::Quick;
use super::form::{Arg, Call, Choose, Form, Next, Sift, Spot, Way};
use super::plain::{Kind, Plain};
use super::scratch::{LOOSE, Scratch};
use crate::logic::machine::context::Context;
use crate::logic::machine::observe::{Observer, at};
use crate::logic::machine::selection::Read;
use crate::logic::machine::state::Frame;
use crate::logic::machine::step::MAX_FRAMES;
use crate::logic::program::Slot;
use crate::logic::types::Type;
use crate::logic::value::Value;

/// A step by itself.
const ONE: Way = Way { to: 0, cost: 1 };

impl<'a, O: Observer> Context<'a, '_, O> {
    /// Goes on with steps that have a quick form, from where the innermost procedure stands to one that has none or that finds
    /// something it does not know; the innermost procedure stands there then.
    pub(in super::super) fn hurry(&mut self, scratch: &mut Scratch) {
        let setting = self.setting;
        let Some(quick) = setting.quick() else { return };
        if self.seeded {
            self.flat.make(self.program, &self.machine.world);
        }
        loop {
            let Some(frame) = self.machine.frames.last() else { return };
            if frame.assumption.is_some() {
                return;
            }
            let lowered = quick.procedure(self.program, frame.procedure);
            self.base = frame.base;
            let mut pc = frame.pc;
            let entered = loop {
                match lowered.forms.get(pc) {
                    None => break None,
                    Some(Form::Call(call)) => break self.quick_call(scratch, call, pc),
                    Some(Form::Stop) => break self.quick_leave(scratch, quick, lowered.outputs),
                    Some(form) => match self.quick_step(scratch, form) {
                        Some(to) => pc = to,
                        None => break None,
                    },
                }
            };
            if entered.is_none() {
                if let Some(frame) = self.machine.frames.last_mut() {
                    frame.pc = pc;
                }
                return;
            }
        }
    }

    /// Where to go on.
    #[inline]
    fn quick_step(&mut self, scratch: &mut Scratch, form: &'a Form) -> Option<usize> {
        scratch.cost = 0;
        scratch.made = 0;
        match form {
            Form::General | Form::Call(_) | Form::Stop => None,
            Form::Go(way) => self.go(scratch, *way),
            Form::Let(slot, node, way) => {
                let plain = self.reckon(scratch, node)?;
                let to = self.go(scratch, *way)?;
                self.put_plain(*slot, plain);
                Some(to)
            }
            Form::Branch(condition, yes, no) => {
                let way = if self.reckon_condition(scratch, condition)? { yes } else { no };
                self.go(scratch, *way)
            }
            Form::Again(slot, turn, end) => {
                let left = self.local(*slot)?.as_number()?;
                if left <= 0 {
                    return self.go(scratch, *end);
                }
                let to = self.go(scratch, *turn)?;
                self.put_plain(*slot, Plain::number(left - 1));
                Some(to)
            }
            Form::Roll(count, sides, slot, way) => {
                let count = self.reckon_number(scratch, count)?;
                self.quick_roll(scratch, count, *sides, *slot, *way)
            }
            Form::RollOne(sides, slot, way) => {
                if !self.seeded {
                    return None;
                }
                scratch.cost += 1;
                let to = self.go(scratch, *way)?;
                let face = self.seed()?.face(*sides);
                self.put_plain(*slot, Plain::number(i64::from(face)));
                Some(to)
            }
            Form::Choose(choose) => self.quick_choose(scratch, choose),
            Form::Change(up, parts, way) => {
                let (spot, by, check) = &**parts;
                let by = self.reckon_number(scratch, by)?;
                let by = if *up { by } else { by.checked_neg()? };
                self.change_plain(scratch, spot, check.as_ref(), *way, |old| {
                    Some(Plain::number(old.as_number()?.checked_add(by)?))
                })
            }
            Form::Store(parts, way) => {
                let (spot, value, check) = &**parts;
                let value = self.reckon(scratch, value)?;
                self.change_plain(scratch, spot, check.as_ref(), *way, |_| Some(value))
            }
            Form::Walk(over, [walk, position], way) => self.quick_walk(scratch, over, (*walk, *position), *way),
            Form::Next(next) => self.quick_next(scratch, next),
            Form::Require(condition, way) => {
                if self.reckon_condition(scratch, condition)? {
                    self.go(scratch, *way)
                } else {
                    None
                }
            }
        }
    }

    /// Uses up what the step takes and says where to go on; nothing, and nothing used up, where that is too much or has to be
    /// counted anew.
    #[inline]
    fn go(&mut self, scratch: &Scratch, way: Way) -> Option<usize> {
        let steps = self.machine.steps.saturating_add(scratch.cost).saturating_add(u64::from(way.cost));
        if steps > self.setting.budget.steps {
            return None;
        }
        if scratch.made > 0 {
            let made = self.machine.made.saturating_add(scratch.made);
            if made > self.machine.allowed {
                return None;
            }
            self.machine.made = made;
        }
        self.machine.steps = steps;
        Some(way.to as usize)
    }

    #[inline]
    fn put_plain(&mut self, slot: Slot, plain: Plain) {
        let at = at(self.base, slot);
        if self.rolled.at == at {
            self.rolled.forget_from(0);
        }
        match self.machine.locals.get_mut(at) {
            Some(Value::Number(old)) if plain.kind == Kind::Number => *old = plain.bits,
            Some(local) => *local = plain.value(),
            None => {}
        }
    }

    /// The seed that answers, if one does.
    #[inline]
    fn seed(&mut self) -> Option<&mut super::super::Seeded> {
        self.chance.as_mut()?.seeded()
    }

    #[inline]
    fn quick_roll(&mut self, scratch: &mut Scratch, count: i64, sides: u32, slot: Slot, way: Way) -> Option<usize> {
        let dice = usize::try_from(count).ok().filter(|dice| *dice <= LOOSE)?;
        if !self.seeded {
            return None;
        }
        scratch.made += dice as u64;
        // A question and its answer are a step each.
        scratch.cost += u64::from(dice > 0);
        let to = self.go(scratch, way)?;
        self.rolled.settle(self.machine);
        let at = at(self.base, slot);
        *self.machine.locals.get_mut(at)? = Value::None;
        self.rolled.begin(at);
        let Self { chance, rolled, .. } = self;
        let seeded = chance.as_mut()?.seeded()?;
        for _ in 0..dice {
            rolled.add(seeded.face(sides));
        }
        Some(to)
    }

    #[inline(never)]
    fn quick_choose(&mut self, scratch: &mut Scratch, choose: &Choose) -> Option<usize> {
        if !self.seeded {
            return None;
        }
        if let Some(by) = &choose.by {
            self.reckon(scratch, by)?;
        }
        self.select_plain(scratch, &choose.from)?;
        if choose.by.is_some() {
            once_each(&mut scratch.selected)?;
        }
        let found = &scratch.selected;
        let Some(first) = found.first().copied() else { return self.go(scratch, choose.if_none?) };
        let differ = found.iter().any(|other| *other != first);
        scratch.cost += u64::from(differ);
        let to = self.go(scratch, choose.then)?;
        let chosen = if differ {
            let one = self.seed()?.below(found.len() as u64);
            *found.get(usize::try_from(one).ok()?)?
        } else {
            first
        };
        self.put_plain(choose.slot, chosen);
        Some(to)
    }

    /// Changes what a place holds.
    #[inline]
    fn change_plain(
        &mut self,
        scratch: &mut Scratch,
        place: &Spot,
        check: Option<&Type>,
        way: Way,
        new: impl FnOnce(Plain) -> Option<Plain>,
    ) -> Option<usize> {
        let entity = match place {
            Spot::Field(of, _) => Some(self.reckon(scratch, of)?.entity()?),
            _ => None,
        };
        let old = match (place, entity) {
            (Spot::Local(slot), _) => {
                let at = at(self.base, *slot);
                if self.rolled.at == at { None } else { Plain::of(self.machine.locals.get(at)?) }
            }
            (Spot::State(state), _) => self.machine.world.states.get(state.index())?.as_ref().and_then(Plain::of),
            (Spot::Field(_, field), Some(entity)) => {
                Plain::of(self.machine.world.thing(entity)?.fields.get(usize::from(*field))?)
            }
            (Spot::Field(..), None) => None,
        };
        // What has parts costs more to replace, and is left alone.
        let new = new(old?)?;
        if let Some(ty) = check {
            self.plain_fits(new, ty)?;
        }
        let to = self.go(scratch, way)?;
        match (place, entity) {
            (Spot::Local(slot), _) => self.put_plain(*slot, new),
            (Spot::State(state), _) => *self.machine.world.states.get_mut(state.index())? = Some(new.value()),
            (Spot::Field(_, field), Some(entity)) => {
                let thing = self.machine.world.things.get_mut(entity.0 as usize)?.as_mut()?;
                *Arc::make_mut(thing).fields.get_mut(usize::from(*field))? = new.value();
                self.flat.put(entity, *field, if new == Plain::NONE { Plain::OTHER } else { new });
            }
            (Spot::Field(..), None) => return None,
        }
        Some(to)
    }

    #[inline(never)]
    fn quick_walk(
        &mut self,
        scratch: &mut Scratch,
        over: &Sift,
        (walk, position): (Slot, Slot),
        way: Way,
    ) -> Option<usize> {
        self.select_plain(scratch, over)?;
        let to = self.go(scratch, way)?;
        let all = scratch.selected.iter().map(|plain| plain.value());
        let kept = self.machine.locals.get_mut(at(self.base, walk))?;
        // The list of an earlier walk here is filled again if nothing else holds it.
        match kept {
            Value::List(list) => match Arc::get_mut(list) {
                Some(room) => {
                    room.clear();
                    room.extend(all);
                }
                None => *kept = Value::List(Arc::new(all.collect())),
            },
            _ => *kept = Value::List(Arc::new(all.collect())),
        }
        self.put_plain(position, Plain::number(0));
        Some(to)
    }

    #[inline(never)]
    fn quick_next(&mut self, scratch: &mut Scratch, next: &Next) -> Option<usize> {
        let (walk, position) = (at(self.base, next.walk), at(self.base, next.at));
        let (Some(Value::List(elements)), Some(Value::Number(kept))) =
            (self.machine.locals.get(walk), self.machine.locals.get(position))
        else {
            return None;
        };
        let with = if next.recheck { Some(self.with(scratch, &next.over.tests)?) } else { None };
        let mut at = usize::try_from(kept.unsigned_abs()).ok()?;
        let mut found = None;
        while let Some(element) = elements.get(at) {
            let element = Plain::of(element)?;
            at += 1;
            scratch.cost += 1;
            if self.there(element).is_some() && self.still_belongs(scratch, next, with.as_ref(), element)? {
                found = Some(element);
                break;
            }
        }
        let Some(element) = found else { return self.go(scratch, next.end) };
        let to = self.go(scratch, next.then)?;
        self.put_plain(next.at, Plain::number(i64::try_from(at).map_or(i64::MIN, |at| -at)));
        self.put_plain(next.slot, element);
        Some(to)
    }

    #[inline]
    fn still_belongs(
        &self,
        scratch: &mut Scratch,
        next: &Next,
        with: Option<&super::sift::With>,
        element: Plain,
    ) -> Option<bool> {
        let Some(with) = with else { return Some(true) };
        let known = matches!(next.over.of, super::form::Of::All(_)) && element.kind == Kind::Entity;
        if !known {
            let read = self.read(&next.over.of)?;
            scratch.cost += read.search_cost();
            if next.leaves && !read.contains(&element.value()) {
                return Some(false);
            }
        }
        if !self.passes(&next.over, with, element)? {
            return Some(false);
        }
        match &next.over.rest {
            None => Some(true),
            Some(rest) => {
                scratch.set(next.over.element, element);
                self.reckon_condition(scratch, rest)
            }
        }
    }

    /// Enters a procedure.
    fn quick_call(&mut self, scratch: &mut Scratch, call: &Call, pc: usize) -> Option<()> {
        if self.machine.frames.len() >= MAX_FRAMES {
            return None;
        }
        scratch.cost = 0;
        scratch.made = 0;
        let base = self.machine.locals.len();
        if self.push_args(scratch, &call.args).is_none() || self.go(scratch, ONE).is_none() {
            self.machine.locals.truncate(base);
            return None;
        }
        self.machine.locals.resize(base + call.slots, Value::None);
        self.machine.frames.last_mut()?.pc = pc + 1;
        self.machine.frames.push(Frame { procedure: call.procedure, assumption: None, pc: 0, base });
        Some(())
    }

    #[inline]
    fn push_args(&mut self, scratch: &mut Scratch, args: &[Arg]) -> Option<()> {
        for arg in args {
            let value = match arg {
                Arg::Plain(node, check) => {
                    let plain = self.reckon(scratch, node)?;
                    if let Some(ty) = check {
                        self.plain_fits(plain, ty)?;
                    }
                    plain.value()
                }
                Arg::Local(slot, check) => {
                    let at = at(self.base, *slot);
                    if self.rolled.at == at {
                        return None;
                    }
                    let value = self.machine.locals.get(at)?;
                    match Plain::of(value) {
                        Some(plain) => {
                            self.there(plain)?;
                            if let Some(ty) = check {
                                self.plain_fits(plain, ty)?;
                            }
                        }
                        None => {
                            let fits = check.as_ref().is_none_or(|ty| {
                                crate::logic::machine::conform::fits_plainly(&self.machine.world, value, ty)
                            });
                            if !fits || Read::of(value).is_none() {
                                return None;
                            }
                        }
                    }
                    value.clone()
                }
            };
            self.machine.locals.push(value);
        }
        Some(())
    }

    /// Leaves a procedure that was called for its effects.
    fn quick_leave(&mut self, scratch: &mut Scratch, quick: &Quick, (first, end): (usize, usize)) -> Option<()> {
        scratch.cost = 0;
        scratch.made = 0;
        let [.., caller, frame] = self.machine.frames.as_slice() else { return None };
        let (base, before) = (frame.base, caller.pc.checked_sub(1)?);
        let set = self.machine.locals.get(base + first..base + end)?.iter().all(|value| *value != Value::None);
        let kept = match quick.procedure(self.program, caller.procedure).forms.get(before) {
            Some(Form::Call(call)) => call.kept || caller.assumption.is_some(),
            _ => true,
        };
        if kept || !set || self.rolled.at >= base + first && self.rolled.at < base + end {
            return None;
        }
        self.go(scratch, ONE)?;
        self.rolled.forget_from(base);
        self.machine.frames.pop();
        self.machine.locals.truncate(base);
        Some(())
    }
}

/// Leaves the first of those that are equal; nothing of very many.
fn once_each(candidates: &mut Vec<Plain>) -> Option<()> {
    if candidates.len() > 16 {
        return None;
    }
    let mut at = 1;
    while at < candidates.len() {
        if candidates[..at].contains(&candidates[at]) {
            candidates.remove(at);
        } else {
            at += 1;
        }
    }
    Some(())
}
