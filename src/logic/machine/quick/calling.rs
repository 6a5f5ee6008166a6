//! Enters and leaves procedures.

use super::Quick;
use super::act::Then;
use super::form::{Arg, Call, Form, Way};
use super::plain::{Kind, Plain};
use super::scratch::Scratch;
use crate::logic::machine::conform::fits_plainly;
use crate::logic::machine::context::Context;
use crate::logic::machine::observe::{Observer, at};
use crate::logic::machine::selection::Read;
use crate::logic::machine::state::Frame;
use crate::logic::machine::step::MAX_FRAMES;
use crate::logic::program::Slot;
use crate::logic::types::Type;

/// A step by itself.
const ONE: Way = Way { to: 0, cost: 1 };

impl<O: Observer> Context<'_, '_, O> {
    /// Enters a procedure.
    pub(super) fn quick_call(&mut self, scratch: &mut Scratch, call: &Call, pc: usize) -> Option<Then> {
        if self.machine.frames.len() >= MAX_FRAMES {
            return None;
        }
        scratch.begin();
        let base = self.words.len();
        for arg in &call.args {
            let word = match arg {
                Arg::Plain(node, check) => self.reckon(scratch, node).filter(|plain| self.passes_as(*plain, check)),
                Arg::Local(slot, check) => self.shared(*slot, check.as_ref()),
            };
            let Some(word) = word else {
                self.words.leave_out(base);
                return None;
            };
            self.words.push(word);
        }
        if self.go(scratch, ONE).is_none() {
            self.words.leave_out(base);
            return None;
        }
        self.words.enter(base + call.slots);
        self.machine.frames.last_mut()?.pc = pc + 1;
        self.machine.frames.push(Frame { procedure: call.procedure, assumption: None, pc: 0, base });
        Some(Then::Elsewhere)
    }

    #[inline]
    fn passes_as(&self, plain: Plain, check: &Option<Type>) -> bool {
        check.as_ref().is_none_or(|ty| self.plain_fits(plain, ty).is_some())
    }

    /// What a local holds, for a procedure that is called: a collection is not copied.
    #[inline]
    fn shared(&mut self, slot: Slot, check: Option<&Type>) -> Option<Plain> {
        let here = at(self.base, slot);
        let mut word = self.words.get(here)?;
        if word.kind == Kind::Dice {
            self.words.tie(&mut self.machine.locals);
            word = Plain::OTHER;
        }
        let plain = match word.kind {
            Kind::Other | Kind::Shared => {
                let from = if word.kind == Kind::Other { here } else { word.place() };
                let value = self.machine.locals.get(from)?;
                match Plain::of(value) {
                    Some(plain) => plain,
                    None => {
                        let fits = check.is_none_or(|ty| fits_plainly(&self.machine.world, value, ty));
                        Read::of(value)?;
                        return fits.then(|| Plain::shared(from));
                    }
                }
            }
            Kind::Walk => return None,
            _ => word,
        };
        self.there(plain)?;
        match check {
            Some(ty) => self.plain_fits(plain, ty).map(|()| plain),
            None => Some(plain),
        }
    }

    /// Leaves a procedure: one that was called for its effects, or the outermost.
    pub(super) fn quick_leave(
        &mut self,
        scratch: &mut Scratch,
        quick: &Quick,
        (first, end): (usize, usize),
    ) -> Option<Then> {
        scratch.begin();
        let base = self.base;
        let locals = &self.machine.locals;
        for at in base + first..base + end {
            let word = self.words.get(at)?;
            let unset = match word.kind {
                Kind::None => true,
                Kind::Other => *locals.get(at)? == crate::logic::value::Value::None,
                _ => false,
            };
            if unset {
                return None;
            }
        }
        let [.., caller, _] = self.machine.frames.as_slice() else {
            let outputs = (base + first..base + end).map(|at| self.words.value(at, locals)).collect();
            self.go(scratch, ONE)?;
            self.machine.frames.pop();
            self.words.leave(base, &mut self.machine.locals);
            return Some(Then::Done(outputs));
        };
        let before = caller.pc.checked_sub(1)?;
        let kept = match quick.procedure(self.program, caller.procedure).forms.get(before) {
            Some(Form::Call(call)) => call.kept || caller.assumption.is_some(),
            _ => true,
        };
        if kept {
            return None;
        }
        self.go(scratch, ONE)?;
        self.machine.frames.pop();
        self.words.leave(base, &mut self.machine.locals);
        Some(Then::Elsewhere)
    }
}
