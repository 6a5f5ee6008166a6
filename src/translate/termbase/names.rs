//! The names of concepts, and where they stand in a passage.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::passages::Passage;
use crate::analyzer::Analyzer;
use crate::analyzer::pattern::Pattern;
use crate::check::occurrences::Inflected;

/// A name as it is looked for.
pub(super) struct Name {
    pattern: Pattern,
    /// Where it is made of words whose forms are known.
    inflected: Option<Inflected>,
    /// Whether it is a single letter, which at the beginning of a sentence is a word.
    letter: bool,
    /// A Russian name without its ending: names have forms that a stemmer of plain words does not know.
    declined: Option<String>,
}

impl Name {
    /// None if there is nothing to look for.
    pub(super) fn of(analyzer: &Analyzer, text: &str) -> Option<Self> {
        let pattern = Pattern::of(analyzer, text);
        let letter = text.chars().count() == 1 && text.starts_with(|c: char| c.is_uppercase());
        (!pattern.is_empty()).then(|| Self {
            pattern,
            inflected: Inflected::of(analyzer, text),
            letter,
            declined: declined(text),
        })
    }

    /// Where it stands in a passage.
    pub(super) fn find(&self, passage: &Passage) -> Vec<Range<usize>> {
        let mut found = match &self.inflected {
            Some(inflected) => inflected.find(&passage.words, &passage.cut),
            None => passage.cut.find(&self.pattern),
        };
        if let Some(base) = &self.declined {
            let forms = passage.cut.tokens().iter().filter(|token| is_declined(token.form(), base));
            let forms = forms.map(|token| token.range.clone());
            let names: Vec<_> = forms.filter(|at| passage.words[at.clone()].starts_with(char::is_uppercase)).collect();
            found.extend(names);
            found.sort_by_key(|at| at.start);
            found.dedup();
        }
        if self.letter {
            found.retain(|at| !begins_sentence(&passage.words, at.start));
        }
        found
    }
}

/// Endings of Russian nouns.
const ENDINGS: [&str; 24] = [
    "", "а", "у", "ом", "ем", "е", "ы", "и", "ой", "ою", "ей", "ею", "ю", "я", "ам", "ами", "ах", "ям", "ями", "ях",
    "ов", "ев", "о", "ь",
];

/// A single Russian word with a capital without its ending, in the letters that are compared.
fn declined(name: &str) -> Option<String> {
    let russian = |c: char| ('\u{0400}'..='\u{052F}').contains(&c);
    let word = name.chars().all(russian) && name.starts_with(char::is_uppercase);
    let lower = name.to_lowercase().replace('ё', "е");
    let base = lower.trim_end_matches(['а', 'я', 'ы', 'и', 'е', 'о', 'ь', 'й']);
    (word && base.chars().count() >= 4).then(|| base.to_owned())
}

fn is_declined(form: &str, base: &str) -> bool {
    form.strip_prefix(base).is_some_and(|ending| {
        let ending = ending.strip_prefix('и').filter(|rest| !rest.is_empty()).unwrap_or(ending);
        ENDINGS.contains(&ending)
    })
}

/// Whether a sentence begins at a place of a passage.
pub(super) fn begins_sentence(words: &str, at: usize) -> bool {
    let before = words[..at].trim_end_matches(|c: char| c.is_whitespace() || "“”\"'«„‘([*".contains(c));
    before.chars().next_back().is_none_or(|c| ".!?:;…。！？：；–—".contains(c))
}

/// The names of many concepts in one language.
#[derive(Default)]
pub(super) struct Names {
    /// Each with the place of its concept.
    all: Vec<(usize, Name)>,
    /// By the term that a name begins with.
    by_first: HashMap<String, Vec<usize>>,
    /// Those whose forms may begin otherwise.
    declined: Vec<usize>,
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
            if name.declined.is_some() {
                self.declined.push(self.all.len());
            } else {
                self.by_first.entry(first.to_owned()).or_default().push(self.all.len());
            }
            self.all.push((concept, name));
        }
    }

    /// Every concept that a passage names, in the order of the passage; the longest of names that overlap, where they are
    /// names of one concept.
    pub(super) fn find(&self, passage: &Passage) -> Vec<Found> {
        let firsts: BTreeSet<&str> = passage.cut.tokens().iter().map(|token| token.term.as_str()).collect();
        let names = firsts.iter().filter_map(|first| self.by_first.get(*first)).flatten().chain(&self.declined);
        let mut ranges: Vec<(usize, Range<usize>)> = names
            .flat_map(|at| {
                let (concept, name) = &self.all[*at];
                name.find(passage).into_iter().map(|range| (*concept, range))
            })
            .collect();
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
