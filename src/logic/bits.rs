//! Sets of small numbers.

/// A set of numbers below a fixed bound.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::logic) struct Bits(Vec<u64>);

impl Bits {
    /// None of the numbers below `bound`.
    pub(in crate::logic) fn new(bound: usize) -> Self {
        Self(vec![0; words(bound)])
    }

    pub(in crate::logic) fn set(&mut self, at: usize) {
        if let Some(word) = self.0.get_mut(at / 64) {
            *word |= 1 << (at % 64);
        }
    }

    pub(in crate::logic) fn clear(&mut self, at: usize) {
        if let Some(word) = self.0.get_mut(at / 64) {
            *word &= !(1 << (at % 64));
        }
    }

    pub(in crate::logic) fn has(&self, at: usize) -> bool {
        has(&self.0, at)
    }

    pub(in crate::logic) fn set_all(&mut self, below: usize) {
        for at in 0..below {
            self.set(at);
        }
    }

    pub(in crate::logic) fn union(&mut self, other: &Self) {
        union(&mut self.0, &other.0);
    }

    pub(in crate::logic) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(in crate::logic) fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().enumerate().filter(|(_, word)| **word != 0);
        words.flat_map(|(n, word)| (0..64).filter(move |at| word >> at & 1 == 1).map(move |at| n * 64 + at))
    }

    pub(in crate::logic) fn words(&self) -> &[u64] {
        &self.0
    }

    pub(in crate::logic) fn of(words: &[u64]) -> Self {
        Self(words.to_vec())
    }
}

/// How many words hold the numbers below `bound`.
pub(in crate::logic) fn words(bound: usize) -> usize {
    bound.div_ceil(64)
}

/// Whether a number is in a set kept as words.
pub(in crate::logic) fn has(words: &[u64], at: usize) -> bool {
    words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
}

/// Joins a set to another.
pub(in crate::logic) fn union(into: &mut [u64], from: &[u64]) {
    for (into, from) in into.iter_mut().zip(from) {
        *into |= from;
    }
}
