//! Dice that were rolled and are no value yet.

use std::sync::Arc;

use crate::logic::value::Value;

/// Up to so many dice are kept loose.
pub(super) const LOOSE: usize = 12;

/// Dice that were rolled and are in no local yet: few rolls are used for more than to be counted, and for that they need not
/// be made a value.
pub(super) struct Rolled {
    /// The slot of the innermost procedure that they belong to, as long as the word there says so.
    pub(super) slot: usize,
    len: usize,
    /// The faces, ascending, each with how often it is there.
    faces: [(u32, u32); LOOSE],
}

impl Default for Rolled {
    fn default() -> Self {
        Self { slot: usize::MAX, len: 0, faces: [(0, 0); LOOSE] }
    }
}

impl Rolled {
    /// The faces, ascending, each with how often it is there.
    #[inline]
    pub(super) fn faces(&self) -> &[(u32, u32)] {
        self.faces.get(..self.len).unwrap_or_default()
    }

    /// No dice yet, in this slot.
    #[inline]
    pub(super) fn begin(&mut self, slot: usize) {
        self.slot = slot;
        self.len = 0;
    }

    /// One more; there are less than [`LOOSE`].
    #[inline]
    pub(super) fn add(&mut self, face: u32) {
        let there = self.faces.iter_mut().take(self.len).find(|(other, _)| *other == face);
        if let Some((_, count)) = there {
            *count += 1;
            return;
        }
        let mut at = self.len;
        while at > 0 && self.faces[at - 1].0 > face {
            self.faces[at] = self.faces[at - 1];
            at -= 1;
        }
        self.faces[at] = (face, 1);
        self.len += 1;
    }

    /// As a value.
    pub(super) fn bag(&self) -> Value {
        let counted = self.faces().iter().map(|(face, count)| (Value::Number(i64::from(*face)), *count));
        Value::Bag(Arc::new(counted.collect()))
    }
}
