//! Enters and leaves procedures.

use super::form::{Arg, Call, Form, Lowered};
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

/// A procedure that quick forms have entered.
pub(super) struct Entered<'r> {
    /// The steps of the procedure that called it.
    caller: &'r Lowered,
    /// How many elements of walks there were.
    walks: usize,
    /// Whether its outputs are wanted.
    kept: bool,
}

/// What comes after a procedure.
pub(super) enum Left {
    /// One that is further out.
    Elsewhere,
    /// The end of the run, with its outputs.
    Done(Vec<Value>),
}

impl Rush<'_> {
    /// Enters a procedure; the call is the step `pc` of the innermost.
    #[inline]
    pub(super) fn enter(&mut self, tally: &mut Tally, words: &mut Vec<Plain>, call: &Call, pc: usize) -> Option<()> {
        if self.frames.len() >= MAX_FRAMES {
            return None;
        }
        let base = words.len();
        words.resize(base + call.slots, Plain::NONE);
        let (outer, inner) = words.split_at_mut_checked(base)?;
        let args = self.args(tally, outer.get_mut(self.base..)?, call, inner);
        if args.and_then(|()| tally.take(1)).is_none() {
            words.truncate(base);
            return None;
        }
        self.entered.push(Entered { caller: self.lowered, walks: self.walks.len(), kept: call.kept });
        self.frames.last_mut()?.pc = pc + 1;
        self.frames.push(Frame { procedure: call.procedure, assumption: None, pc: 0, base });
        self.lowered = self.quick.procedure(self.program, call.procedure);
        self.base = base;
        Some(())
    }

    #[inline]
    fn args(&mut self, tally: &mut Tally, frame: &mut [Plain], call: &Call, inner: &mut [Plain]) -> Option<()> {
        self.tie(frame);
        for (arg, word) in call.args.iter().zip(inner) {
            *word = match arg {
                Arg::Plain(node, check) => {
                    let plain = self.reckon(tally, frame, node)?;
                    self.check(plain, check.as_ref())?;
                    plain
                }
                Arg::Local(slot, check) => {
                    let word = *frame.get(slot.index())?;
                    if word.kind == Kind::Rows && check.is_none() {
                        word
                    } else if word.is_value() {
                        let plain = self.there(word)?;
                        self.check(plain, check.as_ref())?;
                        plain
                    } else {
                        self.shared(word, *slot, check.as_ref())?
                    }
                }
            };
        }
        Some(())
    }

    /// What a local holds, for a procedure that is called: a collection is not copied.
    #[inline(never)]
    fn shared(&self, word: Plain, slot: Slot, check: Option<&Type>) -> Option<Plain> {
        let from = self.place(word, self.base + slot.index())?;
        let value = self.locals.get(from)?;
        let Some(plain) = Plain::of(value) else {
            let fits = check.is_none_or(|ty| fits_plainly(self.world, value, ty));
            let word = if word.kind == Kind::Rows { word } else { Plain::shared(from) };
            return (fits && Read::of(value).is_some()).then_some(word);
        };
        let plain = self.there(plain)?;
        self.check(plain, check)?;
        Some(plain)
    }

    /// Leaves a procedure: one that was called for its effects, or the outermost, with its outputs.
    #[inline]
    pub(super) fn leave(
        &mut self,
        tally: &mut Tally,
        words: &mut Vec<Plain>,
        (first, end): (usize, usize),
    ) -> Option<Left> {
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
        let kept = match self.entered.last() {
            Some(entered) => entered.kept,
            None => self.is_kept()?,
        };
        if kept {
            return None;
        }
        let outputs = if self.frames.len() == 1 { Some(self.outputs(words.get(base..)?, first, end)?) } else { None };
        tally.take(1)?;
        self.frames.pop();
        words.truncate(base);
        if self.locals.len() > base {
            self.locals.truncate(base);
        }
        let Some(caller) = self.frames.last() else { return outputs.map(Left::Done) };
        self.base = caller.base;
        match self.entered.pop() {
            Some(entered) => {
                self.walks.truncate(entered.walks);
                self.lowered = entered.caller;
            }
            None => {
                // Of the procedures that were running from the beginning only the innermost can have begun a walk.
                self.walks.clear();
                self.lowered = self.quick.procedure(self.program, caller.procedure);
            }
        }
        Some(Left::Elsewhere)
    }

    /// Whether the outputs of the innermost procedure, which was entered by a general step, are wanted in one further out.
    #[inline(never)]
    fn is_kept(&self) -> Option<bool> {
        let [.., caller, _] = self.frames.as_slice() else { return Some(false) };
        let before = caller.pc.checked_sub(1)?;
        Some(match self.quick.procedure(self.program, caller.procedure).forms.get(before) {
            Some(Form::Call(call)) => call.kept || caller.assumption.is_some(),
            _ => true,
        })
    }

    #[inline(never)]
    fn outputs(&self, frame: &[Plain], first: usize, end: usize) -> Option<Vec<Value>> {
        let values = (first..end).map(|at| Some(words::value(self, *frame.get(at)?, self.base + at)));
        values.collect()
    }
}
