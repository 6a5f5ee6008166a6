//! Enters and leaves procedures.

use super::form::{Arg, Call, Form};
use super::plain::{Kind, Plain};
use super::rush::Rush;
use super::tally::Tally;
use super::words;
use crate::logic::machine::conform::fits_plainly;
use crate::logic::machine::selection::Read;
use crate::logic::machine::state::Frame;
use crate::logic::machine::step::MAX_FRAMES;
use crate::logic::program::Slot;
use crate::logic::types::Type;
use crate::logic::value::Value;

impl Rush<'_> {
    /// Enters a procedure; the call is the step `pc` of the innermost.
    pub(super) fn enter(
        &mut self,
        tally: &mut Tally,
        words: &mut Vec<Plain>,
        call: &Call,
        pc: usize,
    ) -> Option<()> {
        if self.frames.len() >= MAX_FRAMES {
            return None;
        }
        let frame = words.get_mut(self.base..)?;
        self.tie(frame);
        let mut args = std::mem::take(&mut tally.args);
        args.clear();
        for arg in &call.args {
            let word = match arg {
                Arg::Plain(node, check) => {
                    self.reckon(tally, frame, node).filter(|plain| self.check(*plain, check.as_ref()).is_some())
                }
                Arg::Local(slot, check) => self.shared(frame, *slot, check.as_ref()),
            };
            args.extend(word);
        }
        let all = args.len() == call.args.len() && tally.take(1).is_some();
        let base = words.len();
        if all {
            words.extend_from_slice(&args);
            words.resize(base + call.slots, Plain::NONE);
        }
        tally.args = args;
        if !all {
            return None;
        }
        self.walks.enter();
        self.frames.last_mut()?.pc = pc + 1;
        self.frames.push(Frame { procedure: call.procedure, assumption: None, pc: 0, base });
        Some(())
    }

    /// What a local holds, for a procedure that is called: a collection is not copied.
    #[inline]
    fn shared(&mut self, frame: &[Plain], slot: Slot, check: Option<&Type>) -> Option<Plain> {
        let word = *frame.get(slot.index())?;
        let plain = match word.kind {
            Kind::Other | Kind::Shared => {
                let from = if word.kind == Kind::Other { self.base + slot.index() } else { word.place() };
                let value = self.locals.get(from)?;
                match Plain::of(value) {
                    Some(plain) => plain,
                    None => {
                        let fits = check.is_none_or(|ty| fits_plainly(self.world, value, ty));
                        return (fits && Read::of(value).is_some()).then(|| Plain::shared(from));
                    }
                }
            }
            Kind::Walk | Kind::Dice => return None,
            _ => word,
        };
        let plain = self.there(plain)?;
        self.check(plain, check)?;
        Some(plain)
    }

    /// Leaves a procedure: one that was called for its effects, or the outermost, with its outputs.
    pub(super) fn leave(
        &mut self,
        tally: &mut Tally,
        words: &mut Vec<Plain>,
        (first, end): (usize, usize),
    ) -> Option<Option<Vec<Value>>> {
        let base = self.base;
        for at in base + first..base + end {
            let unset = match words.get(at)?.kind {
                Kind::None => true,
                Kind::Other => *self.locals.get(at)? == Value::None,
                _ => false,
            };
            if unset {
                return None;
            }
        }
        let mut outputs = None;
        match self.frames.as_slice() {
            [.., caller, _] => {
                let before = caller.pc.checked_sub(1)?;
                match self.quick.procedure(self.program, caller.procedure).forms.get(before) {
                    Some(Form::Call(call)) if !call.kept && caller.assumption.is_none() => {}
                    _ => return None,
                }
            }
            _ => {
                let slots = words.get(base + first..base + end)?;
                let values = (base + first..).zip(slots).map(|(at, word)| words::value(self, *word, at));
                outputs = Some(values.collect());
            }
        }
        tally.take(1)?;
        self.frames.pop();
        words.truncate(base);
        if self.locals.len() > base {
            self.locals.truncate(base);
        }
        self.walks.leave();
        Some(outputs)
    }
}
