//! What a step or function looks at, as sets.

use std::collections::HashMap;
use std::ops::Range;

use super::facts::Layout;
use crate::logic::bits::Bits;
use crate::logic::program::Slot;

/// It fails only where book or example are at fault: a field without a value, a thing that is gone, a table without a row.
pub(super) const FAULT: u8 = 1;

/// It can fail in a good book: an entry that is missing, something beyond its range, something that nobody supplies.
pub(super) const REAL: u8 = 2;

/// What is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Effect {
    /// Locals of the body, by [`Parts`].
    pub(super) locals: Bits,
    /// The rest, by [`Layout`].
    pub(super) globals: Bits,
    /// Of which things the numbers become the order of a list.
    pub(super) listed: Bits,
    /// How it can fail.
    pub(super) fail: u8,
}

impl Effect {
    pub(super) fn new(layout: &Layout, locals: usize) -> Self {
        let (locals, globals) = (Bits::new(locals), Bits::new(layout.total()));
        Self { locals, globals, listed: Bits::new(layout.types), fail: 0 }
    }

    pub(super) fn join(&mut self, other: &Self) {
        self.locals.union(&other.locals);
        self.globals.union(&other.globals);
        self.listed.union(&other.listed);
        self.fail |= other.fail;
    }
}

/// The numbers of the locals of a body: its slots, then the parts of records that calls put in slots.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub(super) slots: usize,
    /// The slots of the outputs.
    pub(super) outputs: Range<usize>,
    /// The first part of a slot that holds the outputs of a call, and how many there are.
    pub(super) of: HashMap<Slot, (usize, usize)>,
    pub(super) total: usize,
}

impl Parts {
    /// The numbers of a slot.
    pub(super) fn all(&self, slot: Slot) -> impl Iterator<Item = usize> {
        let (first, count) = self.of.get(&slot).copied().unwrap_or_default();
        std::iter::once(slot.index()).chain(first..first + count)
    }

    /// The number of an output in a slot.
    pub(super) fn part(&self, slot: Slot, output: usize) -> Option<usize> {
        let (first, count) = self.of.get(&slot)?;
        (output < *count).then_some(first + output)
    }
}
