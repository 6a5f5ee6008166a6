//! Performs lowered steps, one after the other, until one is left to the general step.

use super::Quick;
use super::form::{Form, Spot, Way};
use super::plain::{Kind, Plain};
use super::rolled::LOOSE;
use super::scratch::Scratch;
use crate::logic::machine::context::{Context, held_in_world};
use crate::logic::machine::observe::{Observer, at};
use crate::logic::program::Slot;
use crate::logic::types::Type;
use crate::logic::value::Value;

/// What comes after some steps.
pub(super) enum Then {
    /// The steps of another procedure.
    Elsewhere,
    /// The end of the run, with its outputs.
    Done(Vec<Value>),
}

impl<'a, O: Observer> Context<'a, '_, O> {
    /// Goes on with steps that have a quick form, from where the innermost procedure stands: to the end of the run, with its
    /// outputs, or to a step that has none or that finds something it does not know. The innermost procedure stands there then.
    pub(in super::super) fn hurry(&mut self, scratch: &mut Scratch) -> Option<Vec<Value>> {
        let quick = self.setting.quick()?;
        let frame = self.machine.frames.last()?;
        if matches!(quick.procedure(self.program, frame.procedure).forms.get(frame.pc), None | Some(Form::General)) {
            return None;
        }
        if self.seeded {
            self.table.make(self.program, &self.machine.world);
        }
        self.words.begin(self.machine.locals.len());
        let outputs = self.rush(scratch, quick);
        if outputs.is_none() {
            self.words.settle(&mut self.machine.locals);
            if self.table.is_ahead() {
                self.before.keep(&self.machine.world);
            }
        }
        self.table.settle(&mut self.machine.world);
        outputs
    }

    fn rush(&mut self, scratch: &mut Scratch, quick: &'a Quick) -> Option<Vec<Value>> {
        loop {
            let frame = self.machine.frames.last()?;
            // What an assumption says has no quick forms.
            if frame.assumption.is_some() {
                return None;
            }
            let lowered = quick.procedure(self.program, frame.procedure);
            self.base = frame.base;
            let mut pc = frame.pc;
            let then = loop {
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
            match then {
                Some(Then::Elsewhere) => {}
                Some(Then::Done(outputs)) => return Some(outputs),
                None => {
                    if let Some(frame) = self.machine.frames.last_mut() {
                        frame.pc = pc;
                    }
                    return None;
                }
            }
        }
    }

    /// Where to go on.
    #[inline]
    fn quick_step(&mut self, scratch: &mut Scratch, form: &'a Form) -> Option<usize> {
        scratch.begin();
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
    pub(super) fn go(&mut self, scratch: &Scratch, way: Way) -> Option<usize> {
        if scratch.made > 0 {
            return self.go_and_make(scratch, way);
        }
        let steps = self.machine.steps.saturating_add(scratch.cost).saturating_add(u64::from(way.cost));
        if steps > self.setting.budget.steps {
            return None;
        }
        self.machine.steps = steps;
        Some(way.to as usize)
    }

    fn go_and_make(&mut self, scratch: &Scratch, way: Way) -> Option<usize> {
        let steps = self.machine.steps.saturating_add(scratch.cost).saturating_add(u64::from(way.cost));
        let budget = self.setting.budget;
        if steps > budget.steps {
            return None;
        }
        let made = self.machine.made.saturating_add(scratch.made);
        if made > self.machine.allowed {
            return self.count_first(scratch, steps, way);
        }
        self.machine.made = made;
        self.machine.steps = steps;
        Some(way.to as usize)
    }

    /// The first count of a run, as the general step counts; any other is left to that.
    #[cold]
    fn count_first(&mut self, scratch: &Scratch, steps: u64, way: Way) -> Option<usize> {
        let machine = &mut *self.machine;
        if machine.made > 0 || machine.allowed > 0 {
            return None;
        }
        // What is made one by one is counted anew at the first, and the others are made after that.
        let (first, others) = if scratch.lumps { (scratch.made, 0) } else { (1, scratch.made - 1) };
        let most = self.setting.budget.cells;
        let held = held_in_world(&machine.world, most) + self.words.held(&machine.locals, most);
        let steps = steps.saturating_add(held.saturating_add(first) / 64);
        let held = held.saturating_add(first);
        if held > most || steps > self.setting.budget.steps {
            return None;
        }
        let allowed = (most - held).max(most / 16);
        if others > allowed {
            return None;
        }
        machine.allowed = allowed;
        machine.made = others;
        machine.steps = steps;
        Some(way.to as usize)
    }

    #[inline]
    pub(super) fn put_plain(&mut self, slot: Slot, plain: Plain) {
        self.words.put(at(self.base, slot), plain);
    }

    /// The seed that answers, if one does.
    #[inline]
    pub(super) fn seed(&mut self) -> Option<&mut super::super::Seeded> {
        self.chance.as_mut()?.seeded()
    }

    #[inline]
    fn quick_roll(&mut self, scratch: &mut Scratch, count: i64, sides: u32, slot: Slot, way: Way) -> Option<usize> {
        let dice = usize::try_from(count).ok().filter(|dice| *dice <= LOOSE)?;
        if !self.seeded {
            return None;
        }
        scratch.made += dice as u64;
        scratch.lumps = true;
        // A question and its answer are a step each.
        scratch.cost += u64::from(dice > 0);
        let to = self.go(scratch, way)?;
        self.words.roll(at(self.base, slot), &mut self.machine.locals);
        let Self { chance, words, .. } = self;
        let seeded = chance.as_mut()?.seeded()?;
        for _ in 0..dice {
            words.rolled.add(seeded.face(sides));
        }
        Some(to)
    }

    /// Changes what a place holds. What has parts costs more to replace, and is left alone.
    #[inline]
    fn change_plain(
        &mut self,
        scratch: &mut Scratch,
        place: &Spot,
        check: Option<&Type>,
        way: Way,
        new: impl FnOnce(Plain) -> Option<Plain>,
    ) -> Option<usize> {
        match place {
            Spot::Field(of, field) => {
                let entity = self.reckon_here(scratch, of)?.entity()?;
                let field = *field;
                let old = match self.table.look(entity, field) {
                    Some(plain) if plain.is_value() => Some(plain),
                    _ => None,
                };
                let in_table = old.is_some();
                let old = match old {
                    Some(old) => old,
                    None => Plain::of(self.machine.world.thing(entity)?.fields.get(usize::from(field))?)?,
                };
                let new = new(old)?;
                self.check(new, check)?;
                let to = self.go(scratch, way)?;
                if in_table {
                    self.table.put(entity, field, new)?;
                } else {
                    self.before.keep(&self.machine.world);
                    let thing = self.machine.world.things.get_mut(entity.0 as usize)?.as_mut()?;
                    *std::sync::Arc::make_mut(thing).fields.get_mut(usize::from(field))? = new.value();
                }
                Some(to)
            }
            Spot::Local(slot) => {
                let old = match self.words.get(at(self.base, *slot))? {
                    word if word.kind == Kind::Other => {
                        Plain::of(self.machine.locals.get(at(self.base, *slot))?)?
                    }
                    word => word,
                };
                if !old.is_value() {
                    return None;
                }
                let new = new(old)?;
                self.check(new, check)?;
                let to = self.go(scratch, way)?;
                self.put_plain(*slot, new);
                Some(to)
            }
            Spot::State(state) => {
                let old = self.machine.world.states.get(state.index())?.as_ref().and_then(Plain::of)?;
                let new = new(old)?;
                self.check(new, check)?;
                let to = self.go(scratch, way)?;
                self.before.keep(&self.machine.world);
                *self.machine.world.states.get_mut(state.index())? = Some(new.value());
                Some(to)
            }
        }
    }

    #[inline]
    fn check(&self, plain: Plain, check: Option<&Type>) -> Option<()> {
        match check {
            Some(ty) => self.plain_fits(plain, ty),
            None => Some(()),
        }
    }
}
