//! Where in a list something stands that belongs to an example.

use std::collections::HashMap;

/// Places in a list, by book, section and example.
#[derive(Clone, Debug, Default)]
pub struct ExamplePlaces(HashMap<[String; 3], usize>);

impl ExamplePlaces {
    /// What belongs to that example stands there. Of examples with the same names the first counts: `check` tells of the others.
    pub(in crate::logic) fn insert(&mut self, example: [String; 3], at: usize) {
        self.0.entry(example).or_insert(at);
    }

    /// Where it stands.
    pub fn at(&self, book: &str, section: &str, example: &str) -> Option<usize> {
        self.0.get(&[book, section, example].map(str::to_owned)).copied()
    }
}
