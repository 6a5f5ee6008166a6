//! The names of concepts, and where they stand in a passage.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::declined::{Declined, beginning};
use super::passages::Passage;
use crate::analyzer::Analyzer;
use crate::analyzer::occurrences::Inflected;
use crate::analyzer::pattern::Pattern;

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
    /// What its forms are like, if it is a word of English.
    english: Option<English>,
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
            english: English::of(text),
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
        if let Some(english) = &self.english {
            found.retain(|at| english.has(&passage.words[at.clone()].to_lowercase()));
        }
        if self.letter {
            found.retain(|at| !begins_sentence(&passage.words, at.start));
        }
        found
    }
}

/// A single word of English: words of its stem that are no forms of it. "Route" is none of "rout" or of "routed".
struct English {
    /// What every form begins with.
    base: String,
    never: [String; 2],
}

impl English {
    fn of(name: &str) -> Option<Self> {
        if name.len() < 3 || !name.bytes().all(|b| b.is_ascii_alphabetic()) {
            return None;
        }
        let lower = name.to_lowercase();
        let endings = ["ies", "es", "s", "e", "y"].into_iter();
        let base = endings.filter_map(|ending| lower.strip_suffix(ending)).find(|base| base.len() > 2);
        // What hisses has a plural with an e.
        let hisses = lower.ends_with(['s', 'x', 'z', 'h', 'o']);
        let plural = if hisses { String::new() } else { format!("{lower}es") };
        Some(Self { base: base.unwrap_or(&lower).to_owned(), never: [format!("{lower}e"), plural] })
    }

    fn has(&self, word: &str) -> bool {
        word.starts_with(&self.base) && !self.never.iter().any(|never| never == word)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_the_same_stem_is_not_always_a_form() {
        let has = |name: &str, word: &str| English::of(name).is_some_and(|name| name.has(word));
        assert!(has("rout", "routs") && has("rout", "routed") && has("Mercenaries", "mercenary"));
        assert!(!has("rout", "route") && !has("routed", "routes") && !has("wintering", "winter"));
        assert!(has("box", "boxes") && has("army", "armies"));
    }

    #[test]
    fn sentences_begin_behind_marks_and_brackets() {
        let text = "A unit. (A fleet) and A; A";
        let begins: Vec<bool> = text.match_indices('A').map(|(at, _)| begins_sentence(text, at)).collect();
        assert_eq!(begins, [true, true, false, false]);
    }
}
