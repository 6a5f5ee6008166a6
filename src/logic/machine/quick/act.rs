//! Performs lowered steps of one procedure, one after the other.

use std::sync::Arc;

use super::form::{Call, Form, Node, Spot, Way};
use super::plain::{Kind, Plain};
use super::rolled::{LOOSE, SIDES};
use super::rush::Rush;
use super::tally::Tally;
use crate::logic::program::Slot;
use crate::logic::types::Type;

/// Why the steps of a procedure do not go on.
pub(super) enum Stop<'q> {
    /// Another procedure comes first.
    Call(&'q Call),
    /// It is over.
    End,
    /// The next step is left to the general one; nothing of it was done.
    Stuck,
}

impl Rush<'_> {
    /// Goes on from a step, and says at which it stopped, and why.
    pub(super) fn steps<'q>(
        &mut self,
        tally: &mut Tally,
        frame: &mut [Plain],
        forms: &'q [Form],
        mut pc: usize,
    ) -> (usize, Stop<'q>) {
        loop {
            let left = tally.left;
            let to = match forms.get(pc) {
                Some(Form::Call(call)) => return (pc, Stop::Call(call)),
                Some(Form::Stop) => return (pc, Stop::End),
                None | Some(Form::General) => return (pc, Stop::Stuck),
                Some(Form::Go(way)) => self.go(tally, *way),
                Some(Form::Let(slot, node, way)) => self.quick_let(tally, frame, *slot, node, *way),
                Some(Form::Branch(condition, yes, no)) => match self.holds(tally, frame, condition) {
                    Some(true) => self.go(tally, *yes),
                    Some(false) => self.go(tally, *no),
                    None => None,
                },
                Some(Form::Again(slot, turn, end)) => self.again(tally, frame, *slot, *turn, *end),
                Some(Form::Roll(count, sides, slot, way)) => {
                    let count = self.at_hand(tally, frame, count).and_then(Plain::as_number);
                    count.and_then(|count| self.roll(tally, frame, count, *sides, *slot, *way))
                }
                Some(Form::RollOne(sides, slot, way)) => self.roll_one(tally, frame, *sides, *slot, *way),
                Some(Form::Choose(choose)) => self.choose(tally, frame, choose),
                Some(Form::Change(up, parts, way)) => {
                    let (spot, by, check) = &**parts;
                    let by = self.at_hand(tally, frame, by).and_then(Plain::as_number);
                    let by = by.and_then(|by| if *up { Some(by) } else { by.checked_neg() });
                    by.and_then(|by| {
                        self.change(tally, frame, spot, check.as_ref(), *way, |old| {
                            Some(Plain::number(old.as_number()?.checked_add(by)?))
                        })
                    })
                }
                Some(Form::Store(parts, way)) => {
                    let (spot, value, check) = &**parts;
                    let value = self.reckon(tally, frame, value);
                    value.and_then(|value| self.change(tally, frame, spot, check.as_ref(), *way, |_| Some(value)))
                }
                Some(Form::Gather(of, kind, slot, way)) => self.gather(tally, frame, of, *kind, *slot, *way),
                Some(Form::Walk(over, slots, way)) => self.walk(tally, frame, over, *slots, *way),
                Some(Form::Next(next)) => self.next(tally, frame, next),
                Some(Form::Require(condition, way)) => match self.holds(tally, frame, condition) {
                    Some(true) => self.go(tally, *way),
                    _ => None,
                },
            };
            match to {
                Some(to) => pc = to,
                None => {
                    tally.left = left;
                    return (pc, Stop::Stuck);
                }
            }
        }
    }

    #[inline]
    fn quick_let(
        &mut self,
        tally: &mut Tally,
        frame: &mut [Plain],
        slot: Slot,
        node: &Node,
        way: Way,
    ) -> Option<usize> {
        let plain = match node {
            Node::Count(sift) => Plain::number(self.count(tally, frame, sift)?),
            _ => self.reckon(tally, frame, node)?,
        };
        let to = self.go(tally, way)?;
        *frame.get_mut(slot.index())? = plain;
        Some(to)
    }

    #[inline]
    fn again(&mut self, tally: &mut Tally, frame: &mut [Plain], slot: Slot, turn: Way, end: Way) -> Option<usize> {
        let left = self.local(frame, slot)?.as_number()?;
        if left <= 0 {
            return self.go(tally, end);
        }
        let to = self.go(tally, turn)?;
        *frame.get_mut(slot.index())? = Plain::number(left - 1);
        Some(to)
    }

    #[inline]
    fn roll_one(&mut self, tally: &mut Tally, frame: &mut [Plain], sides: u32, slot: Slot, way: Way) -> Option<usize> {
        self.seeded.as_ref()?;
        // A question and its answer are a step each.
        tally.take(1)?;
        let to = self.go(tally, way)?;
        let face = self.seeded.as_mut()?.face(sides);
        *frame.get_mut(slot.index())? = Plain::number(i64::from(face));
        Some(to)
    }

    #[inline]
    fn roll(
        &mut self,
        tally: &mut Tally,
        frame: &mut [Plain],
        count: i64,
        sides: u32,
        slot: Slot,
        way: Way,
    ) -> Option<usize> {
        let dice = usize::try_from(count).ok().filter(|dice| *dice <= LOOSE)?;
        if self.seeded.is_none() || sides > SIDES {
            return None;
        }
        tally.made += dice as u64;
        tally.lumps = true;
        // A question and its answer are a step each.
        tally.take(u64::from(dice > 0))?;
        let to = self.go(tally, way)?;
        self.tie(frame);
        *frame.get_mut(slot.index())? = Plain::DICE;
        self.rolled.begin(slot.index());
        let seeded = self.seeded.as_mut()?;
        for _ in 0..dice {
            self.rolled.add(seeded.face(sides));
        }
        Some(to)
    }

    /// Puts the loose dice into their local, if that still holds them.
    #[inline]
    pub(super) fn tie(&mut self, frame: &mut [Plain]) {
        if let Some(word) = frame.get_mut(self.rolled.slot)
            && word.kind == Kind::Dice
        {
            self.put_value(word, self.base + self.rolled.slot, self.rolled.bag());
        }
    }

    /// Changes what a place holds. What has parts costs more to replace, and is left alone.
    #[inline]
    fn change(
        &mut self,
        tally: &mut Tally,
        frame: &mut [Plain],
        place: &Spot,
        check: Option<&Type>,
        way: Way,
        new: impl FnOnce(Plain) -> Option<Plain>,
    ) -> Option<usize> {
        match place {
            Spot::Field(of, field) => {
                let entity = self.reckon_here(tally, frame, of)?.entity()?;
                if let Some(old) = self.table.look(entity, *field)
                    && old.is_value()
                {
                    let new = new(old)?;
                    self.check(new, check)?;
                    let to = self.go(tally, way)?;
                    self.table.put(entity, *field, new);
                    return Some(to);
                }
                let field = usize::from(*field);
                let new = new(Plain::of(self.world.thing(entity)?.fields.get(field)?)?)?;
                self.check(new, check)?;
                let to = self.go(tally, way)?;
                self.before.keep(self.world);
                let thing = self.world.things.get_mut(entity.0 as usize)?.as_mut()?;
                *Arc::make_mut(thing).fields.get_mut(field)? = new.value();
                Some(to)
            }
            Spot::Local(slot) => {
                let new = new(self.word(frame, *slot)?)?;
                self.check(new, check)?;
                let to = self.go(tally, way)?;
                *frame.get_mut(slot.index())? = new;
                Some(to)
            }
            Spot::State(state) => {
                let new = new(self.world.states.get(state.index())?.as_ref().and_then(Plain::of)?)?;
                self.check(new, check)?;
                let to = self.go(tally, way)?;
                self.before.keep(self.world);
                *self.world.states.get_mut(state.index())? = Some(new.value());
                Some(to)
            }
        }
    }

    #[inline]
    pub(super) fn check(&self, plain: Plain, check: Option<&Type>) -> Option<()> {
        match check {
            Some(ty) => self.fits(plain, ty),
            None => Some(()),
        }
    }
}
