//! Sets of small numbers.

/// A set of numbers below a fixed bound.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// None of the numbers below `bound`.
    pub(super) fn new(bound: usize) -> Self {
        Self(vec![0; words(bound)])
    }

    pub(super) fn set(&mut self, at: usize) {
        if let Some(word) = self.0.get_mut(at / 64) {
            *word |= 1 << (at % 64);
        }
    }

    pub(super) fn clear(&mut self, at: usize) {
        if let Some(word) = self.0.get_mut(at / 64) {
            *word &= !(1 << (at % 64));
        }
    }

    pub(super) fn has(&self, at: usize) -> bool {
        has(&self.0, at)
    }

    pub(super) fn set_all(&mut self, below: usize) {
        for at in 0..below {
            self.set(at);
        }
    }

    pub(super) fn union(&mut self, other: &Self) {
        union(&mut self.0, &other.0);
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().enumerate().filter(|(_, word)| **word != 0);
        words.flat_map(|(n, word)| (0..64).filter(move |at| word >> at & 1 == 1).map(move |at| n * 64 + at))
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }

    pub(super) fn of(words: &[u64]) -> Self {
        Self(words.to_vec())
    }
}

/// How many words hold the numbers below `bound`.
pub(super) fn words(bound: usize) -> usize {
    bound.div_ceil(64)
}

/// Whether a number is in a set kept as words.
pub(super) fn has(words: &[u64], at: usize) -> bool {
    words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
}

/// Joins a set to another.
pub(super) fn union(into: &mut [u64], from: &[u64]) {
    for (into, from) in into.iter_mut().zip(from) {
        *into |= from;
    }
}
