//! The elements of walks.

use std::ops::Range;

use super::plain::{Kind, Plain};

/// The least room for the elements of a walk.
const ROOM: usize = 8;
/// More elements than this are left to the general step.
const MOST: usize = 1 << 16;

/// The elements of walks, one walk behind the other; a word says where those of each are.
#[derive(Debug, Default)]
pub(super) struct Walks {
    elements: Vec<Plain>,
}

impl Walks {
    /// There are none.
    pub(super) fn clear(&mut self) {
        self.elements.clear();
    }

    /// How many elements there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.elements.len()
    }

    /// Only so many are wanted any more.
    #[inline]
    pub(super) fn truncate(&mut self, len: usize) {
        self.elements.truncate(len);
    }

    /// Keeps the elements of a walk in the room of the one before; none are kept of very many.
    #[inline]
    pub(super) fn begin(&mut self, before: Plain, over: &[Plain]) -> Option<Plain> {
        let old = if before.kind == Kind::Walk { span(before) } else { 0..0 };
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
        Some(Plain { kind: Kind::Walk, bits: i64::try_from(start << 32 | over.len()).ok()? })
    }

    /// The elements of a walk.
    #[inline]
    pub(super) fn elements(&self, walk: Plain) -> Option<&[Plain]> {
        self.elements.get(span(walk))
    }
}

/// How many elements a walk has.
#[inline]
pub(super) fn length(walk: Plain) -> u64 {
    span(walk).len() as u64
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
