//! Finds concepts by what is typed.

use super::Termbase;
use crate::analyzer::pattern::{CutText, Pattern};
use crate::library::{Term, names};

/// What was typed, in the glossary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Match {
    /// The concepts of that id, name, other form or forbidden variant.
    pub concepts: Vec<usize>,
    /// The concepts that have it as a part of a longer name.
    pub parts: Vec<usize>,
    /// The name nearest to it, if it is none and one is near.
    pub nearest: Option<String>,
}

/// Looks longer than any name, so nobody means one by it.
const LONGEST: usize = 200;

impl Termbase<'_> {
    /// Finds what was typed, in any form of its words.
    pub fn find(&self, typed: &str) -> Match {
        let typed: String = typed.trim().chars().take(LONGEST).collect();
        let key = self.analyzer.key(&typed);
        let (mut found, at) =
            (Match::default(), |term: &Term| spellings(term).any(|name| self.analyzer.key(name) == key));
        for (place, concept) in self.concepts.iter().enumerate() {
            if concept.id == typed || !key.is_empty() && concept.terms.values().any(|term| at(term)) {
                found.concepts.push(place);
            } else if self.is_part(place, &typed) {
                found.parts.push(place);
            }
        }
        if found.concepts.is_empty() && found.parts.is_empty() {
            found.nearest = self.nearest(&typed);
        }
        found
    }

    /// Whether some name of a concept has these words in it.
    fn is_part(&self, concept: usize, typed: &str) -> bool {
        let pattern = Pattern::of(&self.analyzer, typed);
        let has = |name: &str| CutText::new(&self.analyzer, name).has(&pattern);
        !pattern.is_empty() && self.concepts[concept].terms.values().any(|term| spellings(term).any(has))
    }

    fn nearest(&self, typed: &str) -> Option<String> {
        let lower = typed.to_lowercase();
        let terms = self.concepts.iter().flat_map(|concept| {
            let names = concept.terms.values().flat_map(|term| spellings(term)).map(str::to_lowercase);
            names.chain([concept.id.to_owned()])
        });
        let known: Vec<String> = terms.collect();
        names::nearest(&lower, known.iter().map(String::as_str)).map(str::to_owned)
    }
}

/// Every name that a term gives, the forbidden ones too.
fn spellings(term: &Term) -> impl Iterator<Item = &str> {
    term.name.iter().chain(&term.forms).chain(&term.forbidden).map(|name| name.value.as_str())
}
