//! Dice that were rolled and are no value yet.

use std::sync::Arc;

use crate::logic::value::Value;

/// Up to so many dice are kept loose.
pub(super) const LOOSE: usize = 12;
/// Dice with up to so many sides.
pub(super) const SIDES: u32 = 63;

/// Dice that were rolled and are in no local yet: few rolls are used for more than to be counted, and for that they need not
/// be made a value.
pub(super) struct Rolled {
    /// The slot of the innermost procedure that they belong to, as long as the word there says so.
    pub(super) slot: usize,
    len: usize,
    /// The faces in the order of the dice.
    faces: [u32; LOOSE],
    /// The faces that are there, as bits.
    seen: u64,
}

impl Default for Rolled {
    fn default() -> Self {
        Self { slot: usize::MAX, len: 0, faces: [0; LOOSE], seen: 0 }
    }
}

impl Rolled {
    /// No dice yet, in this slot.
    #[inline]
    pub(super) fn begin(&mut self, slot: usize) {
        self.slot = slot;
        self.len = 0;
        self.seen = 0;
    }

    /// One more; there are less than [`LOOSE`], and none has more than [`SIDES`].
    #[inline]
    pub(super) fn add(&mut self, face: u32) {
        if let Some(place) = self.faces.get_mut(self.len) {
            *place = face;
            self.len += 1;
            self.seen |= 1 << (face & SIDES);
        }
    }

    /// The faces in the order of the dice.
    #[inline]
    pub(super) fn faces(&self) -> &[u32] {
        self.faces.get(..self.len).unwrap_or_default()
    }

    /// How many different faces there are.
    #[inline]
    pub(super) fn different(&self) -> u64 {
        u64::from(self.seen.count_ones())
    }

    /// The faces, ascending, each with how often it is there.
    pub(super) fn counted(&self) -> impl Iterator<Item = (i64, u32)> {
        let there = (0..=SIDES).filter(|face| self.seen >> face & 1 == 1);
        there.map(|face| {
            let count = self.faces().iter().fold(0, |count, other| count + u32::from(*other == face));
            (i64::from(face), count)
        })
    }

    /// As a value.
    pub(super) fn bag(&self) -> Value {
        Value::Bag(Arc::new(self.counted().map(|(face, count)| (Value::Number(face), count)).collect()))
    }
}
