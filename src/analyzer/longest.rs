//! The longest of what was found at each place of a text, side by side.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;

/// What was found, the longest from each place; of equally long ones the least.
#[derive(Debug)]
pub(crate) struct Longest<T>(BTreeMap<usize, (usize, T)>);

impl<T> Default for Longest<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T: Ord> Longest<T> {
    pub(crate) fn add(&mut self, range: Range<usize>, found: T) {
        match self.0.entry(range.start) {
            Entry::Vacant(entry) => {
                entry.insert((range.end, found));
            }
            Entry::Occupied(mut entry) => {
                let (end, known) = entry.get();
                if range.end > *end || range.end == *end && found < *known {
                    entry.insert((range.end, found));
                }
            }
        }
    }

    /// All of them in order, with those that overlap.
    pub(crate) fn all(self) -> impl Iterator<Item = (Range<usize>, T)> {
        self.0.into_iter().map(|(start, (end, found))| (start..end, found))
    }

    /// In order, without those that begin within the one before.
    pub(crate) fn side_by_side(self) -> impl Iterator<Item = (Range<usize>, T)> {
        let mut until = 0;
        self.all().filter(move |(range, _)| {
            let free = range.start >= until;
            until = if free { range.end } else { until };
            free
        })
    }
}
