//! The names of concepts, and where they stand in a passage.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::declined::{Declined, beginning};
use super::passages::Passage;
use crate::analyzer::Analyzer;
use crate::analyzer::pattern::Pattern;
use crate::check::occurrences::Inflected;

/// A name as it is looked for.
pub(super) struct Name {
    /// It in small letters.
    lower: String,
    pattern: Pattern,
    /// Where it is made of words whose forms are known.
    inflected: Option<Inflected>,
    /// Whether it is a single letter, which at the beginning of a sentence is a word.
    letter: bool,
    /// Its forms, if it is Russian.
    declined: Option<Declined>,
    /// What has its stem and is another word: a route is no form of "rout".
    never: Vec<String>,
}

impl Name {
    /// None if there is nothing to look for.
    pub(super) fn of(analyzer: &Analyzer, text: &str) -> Option<Self> {
        let pattern = Pattern::of(analyzer, text);
        let letter = text.chars().count() == 1 && text.starts_with(|c: char| c.is_uppercase());
        (!pattern.is_empty()).then(|| Self {
            lower: text.to_lowercase(),
            pattern,
            inflected: Inflected::of(analyzer, text),
            letter,
            declined: Declined::of(text),
            never: never(text),
        })
    }

    /// Where it stands in a passage.
    pub(super) fn find(&self, passage: &Passage) -> Vec<Range<usize>> {
        let mut found = match &self.inflected {
            Some(inflected) => inflected.find(&passage.words, &passage.cut),
            None => passage.cut.find(&self.pattern),
        };
        if let Some(declined) = &self.declined {
            found.extend(declined.find(passage));
            found.sort_by_key(|at| (at.start, at.end));
            found.dedup();
        }
        if !self.never.is_empty() {
            found.retain(|at| !self.never.contains(&passage.words[at.clone()].to_lowercase()));
        }
        if self.letter {
            found.retain(|at| !begins_sentence(&passage.words, at.start));
        }
        found
    }
}

/// Words of English that have the stem of a name and are no forms of it.
fn never(name: &str) -> Vec<String> {
    if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphabetic()) {
        return Vec::new();
    }
    let lower = name.to_lowercase();
    let hisses = lower.ends_with(['s', 'x', 'z', 'h', 'o']);
    let longer = [format!("{lower}e"), format!("{lower}es")];
    longer.into_iter().take(if hisses { 1 } else { 2 }).collect()
}

/// Whether a sentence begins at a place of a passage.
pub(super) fn begins_sentence(words: &str, at: usize) -> bool {
    let before = words[..at].trim_end_matches(|c: char| c.is_whitespace() || "“”\"'«„‘([*".contains(c));
    before.chars().next_back().is_none_or(|c| ".!?:…。！？：".contains(c))
}

/// The names of many concepts in one language.
#[derive(Default)]
pub(super) struct Names {
    /// Each with the place of its concept.
    all: Vec<(usize, Name)>,
    /// By the term that a name begins with; by the beginning of that, where the forms of a name are known.
    by_first: HashMap<String, Vec<usize>>,
}

/// Where a concept is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The place of the concept.
    pub(super) concept: usize,
    /// Bytes of the passage.
    pub(super) range: Range<usize>,
    /// Whether that is part of the longer name of another concept.
    pub(super) within: bool,
}

impl Names {
    pub(super) fn add(&mut self, analyzer: &Analyzer, concept: usize, text: &str) {
        let Some(name) = Name::of(analyzer, text) else { return };
        if let Some(first) = name.pattern.first() {
            let first = name.declined.as_ref().map_or_else(|| first.to_owned(), Declined::beginning);
            self.by_first.entry(first).or_default().push(self.all.len());
            self.all.push((concept, name));
        }
    }

    /// Every concept that a passage names, in the order of the passage; the longest of names that overlap, where they are
    /// names of one concept.
    pub(super) fn find(&self, passage: &Passage) -> Vec<Found> {
        let tokens = passage.cut.tokens().iter();
        let firsts: BTreeSet<String> = tokens.flat_map(|token| [token.term.clone(), beginning(token.form())]).collect();
        let names = firsts.iter().filter_map(|first| self.by_first.get(first)).flatten();
        let mut ranges: Vec<(usize, Range<usize>)> = Vec::new();
        let mut exact: BTreeSet<(usize, usize)> = BTreeSet::new();
        let mut inexact: Vec<(usize, Range<usize>)> = Vec::new();
        for at in names {
            let (concept, name) = &self.all[*at];
            for range in name.find(passage) {
                if passage.words[range.clone()].to_lowercase() == name.lower {
                    exact.insert((range.start, range.end));
                    ranges.push((*concept, range));
                } else {
                    inexact.push((*concept, range));
                }
            }
        }
        // "Winter" is the season, and no form of "wintering".
        ranges.extend(inexact.into_iter().filter(|(_, range)| !exact.contains(&(range.start, range.end))));
        ranges.sort_by_key(|(concept, range)| (range.start, std::cmp::Reverse(range.end), *concept));
        ranges.dedup();
        let contains = |outer: &Range<usize>, inner: &Range<usize>| {
            outer.start <= inner.start && inner.end <= outer.end && outer.len() > inner.len()
        };
        let mut found: Vec<Found> = Vec::new();
        for (concept, range) in ranges {
            // What contains it begins no later, so it was met before.
            let outer: Vec<&Found> = found.iter().filter(|outer| contains(&outer.range, &range)).collect();
            if outer.iter().any(|outer| outer.concept == concept) {
                continue;
            }
            let within = !outer.is_empty();
            found.push(Found { concept, range, within });
        }
        found
    }
}
