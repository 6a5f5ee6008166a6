//! Leads from any name of a concept to all its other names.

use std::collections::{HashMap, HashSet};

use super::collection::{Names, Term};
use crate::analyzer::Analyzer;
use crate::analyzer::pattern::Pattern;

/// The concepts of a collection, by the keys of their names.
#[derive(Debug)]
pub(crate) struct Glossary {
    terms: Vec<Term>,
    /// Every name, form and forbidden variant → the concepts that it names.
    by_key: HashMap<String, Vec<usize>>,
    /// Every word of every name, so that none of them is taken for a typing error.
    words: HashSet<String>,
    /// Length in characters of the longest key.
    longest: usize,
}

/// The outcome of reading a word as a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lead {
    /// Place of the concept in the collection.
    pub(crate) term: usize,
    /// Key of the name that was read; empty where the concept itself was asked for.
    pub(crate) key: String,
}

impl Glossary {
    /// Reads the names of `terms`.
    pub(crate) fn new(analyzer: &Analyzer, terms: Vec<Term>) -> Self {
        let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, term) in terms.iter().enumerate() {
            for names in term.names.values() {
                for text in names.accepted().chain(&names.forbidden) {
                    let places = by_key.entry(analyzer.key(text)).or_default();
                    if places.last() != Some(&place) {
                        places.push(place);
                    }
                }
            }
        }
        by_key.remove("");
        let words = by_key.keys().flat_map(|key| key.split(' ')).map(str::to_owned).collect();
        let longest = by_key.keys().map(|key| key.chars().count()).max().unwrap_or(0);
        Self { terms, by_key, words, longest }
    }

    /// The concepts, in the order of the collection.
    pub(crate) fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The concepts that the words behind `key` name.
    pub(crate) fn leads(&self, key: &str) -> Vec<Lead> {
        let places = self.by_key.get(key).map(Vec::as_slice).unwrap_or_default();
        places.iter().map(|&term| Lead { term, key: key.to_owned() }).collect()
    }

    /// The concepts with this id.
    pub(crate) fn by_id(&self, id: &str) -> Vec<Lead> {
        let with_id = self.terms.iter().enumerate().filter(|(_, term)| term.id == id);
        with_id.map(|(term, _)| Lead { term, key: String::new() }).collect()
    }

    /// Whether a stem, number or Japanese run is a whole word of some name.
    pub(crate) fn has_word(&self, key: &str) -> bool {
        self.words.contains(key)
    }

    /// Whether `text` stands inside some Japanese name.
    pub(crate) fn has_inside(&self, text: &str) -> bool {
        self.words.iter().any(|word| word.contains(text))
    }

    /// Every accepted name in every language.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().flat_map(|term| term.names.values()).flat_map(Names::accepted).map(String::as_str)
    }

    /// The number of characters at the start of `text` that make the longest name that `fits`, if any does.
    pub(crate) fn longest_name_at(&self, text: &[char], fits: impl Fn(usize) -> bool) -> Option<usize> {
        let mut lengths = (1..=text.len().min(self.longest)).rev();
        let is_name = |length: usize| self.by_key.contains_key(&text[..length].iter().collect::<String>());
        lengths.find(|&length| fits(length) && is_name(length))
    }

    /// What else the concept is called in `language`: its accepted names but the one that was read.
    pub(crate) fn other_names(&self, analyzer: &Analyzer, lead: &Lead, language: &str) -> Vec<Pattern> {
        let Some(names) = self.terms[lead.term].names.get(language) else { return Vec::new() };
        let others = names.accepted().filter(|text| analyzer.key(text) != lead.key);
        others.map(|text| Pattern::of(analyzer, text)).filter(|pattern| !pattern.is_empty()).collect()
    }

    /// The languages in which the name that was read is an accepted name of the concept.
    pub(crate) fn languages(&self, analyzer: &Analyzer, lead: &Lead) -> Vec<&str> {
        let all = self.terms[lead.term].names.iter();
        let read = |text: &String| lead.key.is_empty() || analyzer.key(text) == lead.key;
        let with_name = all.filter(|(_, names)| names.accepted().any(read));
        with_name.map(|(language, _)| language.as_str()).collect()
    }

    /// The name to show a reader of `language`.
    pub(crate) fn name<'a>(&'a self, lead: &'a Lead, language: &str) -> Option<&'a str> {
        let names = &self.terms[lead.term].names;
        names.get(language).or_else(|| names.values().next()).map(|names| names.name.as_str())
    }
}

impl Names {
    /// The names that may stand in texts.
    pub(crate) fn accepted(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.name).chain(&self.forms)
    }
}
