//! The names of concepts, and where they stand in a passage.
//!
//! Names that many concepts have, and names within names, could make as many places as there are names at every word of a
//! text. So there are bounds: see [`MOST_ALIKE`] and [`MOST_AT_A_PLACE`].

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::agreement::Agreement;
use super::declined::Declined;
use crate::analyzer::pattern::CutText;
use crate::analyzer::prefix_tree::Node;
use crate::analyzer::term_tree::TermTree;
use crate::analyzer::{Analyzer, is_katakana, parts_katakana};

/// So many names may be made of the same words; of more the first are looked for, and `check` names the others.
pub(crate) const MOST_ALIKE: usize = 64;
/// From one place of a text so many concepts are named at most, by the longest names.
const MOST_AT_A_PLACE: usize = 16;
/// What is longer, in bytes, is no name: there is little but blanks between its words.
const LONGEST: usize = 1024;

/// A name as it is looked for.
#[derive(Debug)]
struct Name {
    /// The place of its concept.
    concept: usize,
    /// It in small letters.
    lower: String,
    /// Whether it has to begin with a capital.
    capital: bool,
    /// Whether it is a single letter, which at the beginning of a sentence is a word.
    letter: bool,
    /// Whether it begins and ends with katakana, which hiragana, alike to the cut, does not stand for: コス is not in 起こす.
    katakana: [bool; 2],
    /// What its forms are like, if it is a word of English.
    english: Option<English>,
    /// Which of its words are declined, if it has several and is Russian.
    agreement: Option<Agreement>,
}

/// A single word of English: words of its stem that are no forms of it. "Route" is none of "rout" or of "routed".
#[derive(Debug)]
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

/// Whether a text begins, and whether it ends, with katakana.
fn katakana(text: &str) -> [bool; 2] {
    [text.chars().next(), text.chars().next_back()].map(|char| char.is_some_and(is_katakana))
}

/// Whether a sentence begins at a place of a passage.
pub(super) fn begins_sentence(words: &str, at: usize) -> bool {
    let before = words[..at].trim_end_matches(|c: char| c.is_whitespace() || "“”\"'«„‘([*".contains(c));
    before.chars().next_back().is_none_or(|c| ".!?:…。！？：".contains(c))
}

/// The names of many concepts in one language.
#[derive(Debug, Default)]
pub(super) struct Names {
    all: Vec<Name>,
    tree: TermTree,
    /// Where names end.
    by_end: HashMap<Node, Vec<usize>>,
    declined: Declined,
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
    /// Adds a name of a concept. False if too many names are made of the same words.
    pub(super) fn add(&mut self, analyzer: &Analyzer, concept: usize, text: &str) -> bool {
        let Some(added) = self.tree.add(analyzer, text) else { return true };
        let (at, alike) = (self.all.len(), self.by_end.entry(added.node).or_default());
        if alike.len() >= MOST_ALIKE || !self.declined.add(at, text) {
            return false;
        }
        alike.push(at);
        self.all.push(Name {
            concept,
            lower: text.to_lowercase(),
            capital: added.capital,
            letter: text.chars().count() == 1 && text.starts_with(|c: char| c.is_uppercase()),
            katakana: katakana(text),
            english: English::of(text),
            agreement: Agreement::of(text),
        });
        true
    }

    /// Whether there is nothing to look for.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Every concept that some words name, in their order; the longest of names that overlap, where they are
    /// names of one concept.
    pub(super) fn find(&self, analyzer: &Analyzer, words: &str) -> Vec<Found> {
        if self.is_empty() {
            return Vec::new();
        }
        let cut = CutText::new(analyzer, words);
        let symbols = self.tree.read(words, &cut);
        let declined = self.declined.read(words, &cut);
        let mut found = Vec::new();
        let mut outer = Outer::default();
        for (start, first) in symbols.iter().enumerate() {
            // By where they end, the longest first.
            let mut ends: BTreeMap<Reverse<usize>, Vec<&[usize]>> = BTreeMap::new();
            let mut add = |names, end: usize| ends.entry(Reverse(symbols[end].range.end)).or_default().push(names);
            self.tree.each_from(&symbols, start, |node, end| {
                if let Some(names) = self.by_end.get(&node) {
                    add(names.as_slice(), end);
                }
            });
            self.declined.each_from(&declined, start, &mut add);
            let mut left = MOST_AT_A_PLACE;
            for (Reverse(end), names) in ends {
                if left == 0 {
                    break;
                }
                let range = first.range.start..end;
                for concept in self.named(words, &range, &names).into_iter().take(left) {
                    left -= 1;
                    found.extend(outer.add(concept, range.clone()));
                }
            }
        }
        found
    }

    /// The concepts that some of `names` mean where they stand.
    fn named(&self, words: &str, range: &Range<usize>, names: &[&[usize]]) -> Vec<usize> {
        let written = &words[range.clone()];
        if written.len() > LONGEST {
            return Vec::new();
        }
        if parts_katakana(words, range) {
            return Vec::new();
        }
        let capital = written.starts_with(char::is_uppercase);
        let edges = katakana(written);
        let lower = written.to_lowercase();
        let fits = |name: &&Name| {
            (capital || !name.capital)
                && name.katakana.iter().zip(edges).all(|(asked, here)| here || !asked)
                && name.english.as_ref().is_none_or(|english| english.has(&lower))
                && name.agreement.as_ref().is_none_or(|agreement| agreement.has(&lower))
                && !(name.letter && begins_sentence(words, range.start))
        };
        let fitting = || names.iter().copied().flatten().map(|at| &self.all[*at]).filter(fits);
        // "Winter" is the season, and no form of "wintering".
        let mut concepts: Vec<usize> = fitting().filter(|name| name.lower == lower).map(|name| name.concept).collect();
        if concepts.is_empty() {
            concepts = fitting().map(|name| name.concept).collect();
        }
        concepts.sort_unstable();
        concepts.dedup();
        concepts
    }
}

/// What was found before, to see what of it contains what is found next. What contains something is met first: it begins
/// earlier, or there and is longer.
#[derive(Default)]
struct Outer {
    all: Reach,
    /// By concept.
    own: HashMap<usize, Reach>,
}

/// How far what was found reaches.
#[derive(Default)]
struct Reach {
    /// Furthest, of what begins before `start`.
    before: usize,
    start: usize,
    /// Furthest, of what begins at `start`.
    end: usize,
}

impl Outer {
    /// None if it is contained in another name of the concept.
    fn add(&mut self, concept: usize, range: Range<usize>) -> Option<Found> {
        let within = self.all.contains_then_add(&range);
        let own = self.own.entry(concept).or_default().contains_then_add(&range);
        (!own).then_some(Found { concept, range, within })
    }
}

impl Reach {
    /// Whether something longer contains `range`, which is then known too.
    fn contains_then_add(&mut self, range: &Range<usize>) -> bool {
        if self.start != range.start {
            self.before = self.before.max(self.end);
            (self.start, self.end) = (range.start, 0);
        }
        let contains = range.end <= self.before || range.end < self.end;
        self.end = self.end.max(range.end);
        contains
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

    #[test]
    fn what_a_longer_name_contains_is_known() {
        let mut outer = Outer::default();
        let mut add = |concept, range: Range<usize>| outer.add(concept, range).map(|found| found.within);
        assert_eq!(add(0, 0..9), Some(false));
        assert_eq!(add(1, 0..9), Some(false), "as long");
        assert_eq!(add(1, 0..4), None, "part of a name of its own");
        assert_eq!(add(2, 0..4), Some(true));
        assert_eq!(add(0, 5..9), None);
        assert_eq!(add(3, 5..12), Some(false), "reaches further");
        assert_eq!(add(1, 10..12), Some(true));
    }
}
