//! The concepts that a text names while it is put on a page: each place once, the longest name first.

use std::ops::Range;

use super::names::Names;
use super::{Concept, concepts};
use crate::analyzer::Analyzer;
use crate::analyzer::pattern::CutText;
use crate::library::{Book, Library};

/// The names of a book's concepts in one language.
#[derive(Debug)]
pub struct Spotter<'a> {
    analyzer: Analyzer,
    names: Names,
    concepts: Vec<Concept<'a>>,
}

impl<'a> Spotter<'a> {
    /// Those of `book` in `language`.
    pub fn of(library: &'a Library, book: &'a Book, language: &'a str) -> Self {
        let analyzer = Analyzer::default();
        let concepts = concepts(library, book, &[language]);
        let mut names = Names::default();
        for (at, concept) in concepts.iter().enumerate() {
            for name in concept.names(language) {
                names.add(&analyzer, at, &name.value);
            }
        }
        Self { analyzer, names, concepts }
    }

    /// Where `words` name a concept, in their order, each place with the ids of the concepts that it may mean; no two places
    /// overlap.
    pub fn spot(&self, words: &str) -> Vec<(Range<usize>, Vec<&'a str>)> {
        // No text is cut where there is nothing to look for.
        if self.names.is_empty() {
            return Vec::new();
        }
        let mut found = self.names.find(words, &CutText::new(&self.analyzer, words));
        found.retain(|found| !found.within);
        let mut spots: Vec<(Range<usize>, Vec<&'a str>)> = Vec::new();
        for found in found {
            let id = self.concepts[found.concept].id;
            match spots.last_mut() {
                Some((range, ids)) if *range == found.range => ids.push(id),
                Some((range, _)) if found.range.start < range.end => {}
                _ => spots.push((found.range, vec![id])),
            }
        }
        spots
    }
}
