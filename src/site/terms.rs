//! Terms of the glossary in the rules: a link where a section names one first.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::address;
use super::glossary;
use crate::library::localized::View;
use crate::library::{Book, Library, Section};
use crate::termbase::Spotter;

/// The terms of a book in one of its languages, as its texts name them.
#[derive(Debug)]
pub(super) struct Terms<'a> {
    spotter: Spotter<'a>,
    /// Those whose meaning the glossary tells, each with the section that it is at home in.
    told: BTreeMap<&'a str, Option<&'a str>>,
}

impl<'a> Terms<'a> {
    pub(super) fn of(library: &'a Library, book: &'a Book, language: &'a str) -> Self {
        let view = View::new(book, language);
        let told = glossary::concepts(library, book).into_iter().filter_map(|(reference, names)| {
            glossary::definition(&view, reference, &names)?;
            if names.iter().any(|(of, term)| *of == language && term.unmarked) {
                return None;
            }
            Some((reference.id.as_str(), reference.section.as_ref().map(|(section, _)| section.as_str())))
        });
        Self { told: told.collect(), spotter: Spotter::of(library, book, language) }
    }
}

/// Marks terms in the text of one section.
#[derive(Debug)]
pub(super) struct Marker<'a> {
    terms: &'a Terms<'a>,
    section: &'a str,
    /// The way to the glossary.
    glossary: String,
    /// The terms that the section has named already.
    seen: RefCell<BTreeSet<String>>,
}

impl<'a> Marker<'a> {
    pub(super) fn new(terms: &'a Terms<'a>, section: &'a Section, glossary: String) -> Self {
        Self { terms, section: &section.id, glossary, seen: RefCell::default() }
    }

    /// What of `words` is to be marked, in their order, each with its way to the glossary.
    pub(super) fn mark(&self, words: &str) -> Vec<(std::ops::Range<usize>, String)> {
        // Without a letter there is no name.
        if !words.contains(char::is_alphabetic) {
            return Vec::new();
        }
        let spots = self.terms.spotter.spot(words).into_iter();
        spots.filter_map(|(range, ids)| Some((range, self.first(&ids)?))).collect()
    }

    /// The way to the first of `ids` that the glossary explains and nobody has been told here; a section that defines a term
    /// does not send its readers away.
    fn first(&self, ids: &[&str]) -> Option<String> {
        let id = ids.iter().find(|id| self.terms.told.get(**id).is_some_and(|home| *home != Some(self.section)))?;
        let is_new = self.seen.borrow_mut().insert((*id).to_owned());
        is_new.then(|| format!("{}#{}", self.glossary, address::anchor(id)))
    }
}
