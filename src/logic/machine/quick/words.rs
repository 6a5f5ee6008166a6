//! The locals of a run as words: values without parts, and words for where others are.
//!
//! While quick forms go on, what they put into locals stands here and nowhere else, and locals of the machine are looked at only
//! where a word says so. Before a general step, [`Words::settle`] puts all of it where that finds it.

use std::ops::Range;
use std::sync::Arc;

use super::plain::{Kind, Plain};
use super::rolled::Rolled;
use crate::logic::machine::context::count_inside;
use crate::logic::value::Value;

/// The least room for the elements of a walk.
const ROOM: usize = 8;
/// More elements than this are left to the general step.
const MOST: usize = 1 << 16;

/// The locals of all procedures that are running.
#[derive(Default)]
pub(in super::super) struct Words {
    all: Vec<Plain>,
    /// Elements of walks.
    elements: Vec<Plain>,
    /// How many elements there were when each procedure was entered.
    marks: Vec<usize>,
    /// The dice that are loose.
    pub(super) rolled: Rolled,
}

impl Words {
    /// All locals are where the machine has them.
    pub(super) fn begin(&mut self, locals: usize) {
        self.all.clear();
        self.all.resize(locals, Plain::OTHER);
        self.elements.clear();
        self.marks.clear();
    }

    /// How many there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<Plain> {
        self.all.get(at).copied()
    }

    #[inline]
    pub(super) fn put(&mut self, at: usize, plain: Plain) {
        if let Some(word) = self.all.get_mut(at) {
            *word = plain;
        }
    }

    /// One more, behind all others.
    #[inline]
    pub(super) fn push(&mut self, plain: Plain) {
        self.all.push(plain);
    }

    /// A procedure is entered, whose arguments are there already and which has so many locals in all.
    #[inline]
    pub(super) fn enter(&mut self, end: usize) {
        self.all.resize(end, Plain::NONE);
        self.marks.push(self.elements.len());
    }

    /// A procedure is left, whose locals begin there.
    #[inline]
    pub(super) fn leave(&mut self, base: usize, locals: &mut Vec<Value>) {
        self.all.truncate(base);
        if locals.len() > base {
            locals.truncate(base);
        }
        // Before one that was running from the beginning no other has made any.
        let mark = self.marks.pop().unwrap_or_default();
        self.elements.truncate(mark);
    }

    /// Those from there on are given up again.
    #[inline]
    pub(super) fn leave_out(&mut self, from: usize) {
        self.all.truncate(from);
    }

    /// Dice were rolled, which go there.
    #[inline]
    pub(super) fn roll(&mut self, at: usize, locals: &mut Vec<Value>) {
        if self.get(self.rolled.at).is_some_and(|word| word.kind == Kind::Dice) {
            self.tie(locals);
        }
        self.rolled.begin(at);
        self.put(at, Plain { kind: Kind::Dice, bits: 0 });
    }

    /// Puts the loose dice into their local.
    #[inline(never)]
    pub(super) fn tie(&mut self, locals: &mut Vec<Value>) {
        let at = self.rolled.at;
        if locals.len() <= at {
            locals.resize(at + 1, Value::None);
        }
        locals[at] = self.rolled.bag();
        self.put(at, Plain::OTHER);
    }

    /// Keeps the elements of a walk; none are kept of very many.
    #[inline]
    pub(super) fn walk(&mut self, at: usize, over: &[Plain]) -> Option<()> {
        let there = self.get(at)?;
        let old = if there.kind == Kind::Walk { span(there) } else { 0..0 };
        let start = if old.is_empty() || over.len() > room(old.len()) {
            let start = self.elements.len();
            let end = start + room(over.len());
            if end > MOST {
                return None;
            }
            self.elements.resize(end, Plain::NONE);
            start
        } else {
            old.start
        };
        self.elements.get_mut(start..start + over.len())?.copy_from_slice(over);
        let bits = i64::try_from(start << 32 | over.len()).ok()?;
        self.put(at, Plain { kind: Kind::Walk, bits });
        Some(())
    }

    /// The elements of a walk.
    #[inline]
    pub(super) fn walked(&self, walk: Plain) -> Option<&[Plain]> {
        self.elements.get(span(walk))
    }

    /// How many cells the collections in them hold, at most `limit` and those of one more.
    pub(super) fn held(&self, locals: &[Value], limit: u64) -> u64 {
        let mut cells = 0;
        for (at, word) in self.all.iter().enumerate() {
            match word.kind {
                Kind::Other => locals.get(at).into_iter().for_each(|value| count_inside(value, limit, &mut cells)),
                Kind::Shared => locals.get(word.place()).into_iter().for_each(|value| count_inside(value, limit, &mut cells)),
                Kind::Dice => cells += self.rolled.faces().len() as u64,
                Kind::Walk => cells += span(*word).len() as u64,
                _ => {}
            }
        }
        cells
    }

    /// The value of a local.
    pub(super) fn value(&self, at: usize, locals: &[Value]) -> Value {
        match self.all.get(at) {
            None => Value::None,
            Some(word) => match word.kind {
                Kind::Other => locals.get(at).cloned().unwrap_or(Value::None),
                Kind::Shared => locals.get(word.place()).cloned().unwrap_or(Value::None),
                Kind::Dice => self.rolled.bag(),
                Kind::Walk => {
                    let elements = self.walked(*word).unwrap_or_default();
                    Value::List(Arc::new(elements.iter().map(|element| element.value()).collect()))
                }
                _ => word.value(),
            },
        }
    }

    /// Puts all into the locals of the machine.
    pub(super) fn settle(&mut self, locals: &mut Vec<Value>) {
        locals.resize(self.all.len(), Value::None);
        for at in 0..self.all.len() {
            if self.all[at].kind != Kind::Other {
                locals[at] = self.value(at, locals);
            }
        }
        self.all.clear();
    }
}

/// Where the elements of a walk are.
#[inline]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "made of two halves")]
fn span(walk: Plain) -> Range<usize> {
    let (start, len) = ((walk.bits >> 32) as usize, walk.bits as u32 as usize);
    start..start + len
}

/// How many elements there is room for where there were so many, so that a walk that is begun again seldom needs new room.
#[inline]
fn room(elements: usize) -> usize {
    elements.next_power_of_two().max(ROOM)
}
