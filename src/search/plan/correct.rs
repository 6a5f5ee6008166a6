//! Forgives typing errors, but only in words that occur nowhere: штурм and шторм are both words, and neither is the
//! other's slip. A word made from a known one, as штурмовать, is no slip for one made from another either.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::analyzer::pattern::Pattern;
use crate::analyzer::{Run, Script, runs, script};
use crate::search::SearchIndex;

use super::lexicon::Lexicon;

/// Shorter beginnings are shared by words that have nothing to do with each other.
const SHORTEST_BEGINNING: usize = 5;

/// What may follow a known word's stem in a word made from it: штурм-овавшего, and no compound of several words.
const LONGEST_ENDING: usize = 7;

/// The longest word that is mended, in characters: what is longer is no word of a rulebook.
const LONGEST_MENDED: usize = 32;

/// The most words of a query for which a word like them is sought: each is compared with all that are known.
const MOST_MENDED: usize = 12;

/// Words of a query, each with what is looked for in its stead.
pub(super) type Corrections = Vec<(String, String)>;

/// Mends the words of one query; the list of known words is read at most once, and only if it is needed.
pub(super) struct Corrector<'a> {
    index: &'a SearchIndex,
    lexicon: &'a Lexicon<'a>,
    known: Option<Known>,
    /// What has been sought, and what was found for it.
    sought: HashMap<String, Option<String>>,
    /// What was replaced by what, as shown to the reader.
    pub(super) corrected: Corrections,
}

impl<'a> Corrector<'a> {
    pub(super) fn new(index: &'a SearchIndex, lexicon: &'a Lexicon<'a>) -> Self {
        Self { index, lexicon, known: None, sought: HashMap::new(), corrected: Vec::new() }
    }

    /// `text` with every word that occurs nowhere replaced by the nearest one that occurs.
    pub(super) fn correct(&mut self, text: &str) -> tantivy::Result<String> {
        let mut mended = text.to_owned();
        let mut corrected = Corrections::new();
        // From the end, so that the ranges before stay true.
        for run in runs(text).iter().rev() {
            for (range, folded, katakana) in suspects(run) {
                if self.is_known(run, &folded, &text[range.clone()])? {
                    continue;
                }
                let Some(nearest) = self.nearest(&folded, katakana)? else { continue };
                let shown = if katakana { to_katakana(&nearest) } else { nearest };
                mended.replace_range(range.clone(), &shown);
                corrected.push((text[range].to_owned(), shown));
            }
        }
        for pair in corrected.into_iter().rev() {
            if !self.corrected.contains(&pair) {
                self.corrected.push(pair);
            }
        }
        Ok(mended)
    }

    fn is_known(&self, run: Run<'_>, folded: &str, original: &str) -> tantivy::Result<bool> {
        let glossary = &self.index.glossary;
        let named = match run.script {
            Script::Japanese => glossary.has_inside(folded),
            _ => glossary.has_word(&self.index.analyzer.run_key(run)),
        };
        Ok(named || self.lexicon.has(&Pattern::of(&self.index.analyzer, original))?)
    }

    /// The known word to look for in place of `folded`, if one is near enough; sought once.
    fn nearest(&mut self, folded: &str, katakana: bool) -> tantivy::Result<Option<String>> {
        if most_errors(folded).is_none() || length(folded) > LONGEST_MENDED {
            return Ok(None);
        }
        if let Some(found) = self.sought.get(folded) {
            return Ok(found.clone());
        }
        let found = if self.sought.len() < MOST_MENDED { self.seek(folded, katakana)? } else { None };
        self.sought.insert(folded.to_owned(), found.clone());
        Ok(found)
    }

    fn seek(&mut self, folded: &str, katakana: bool) -> tantivy::Result<Option<String>> {
        if self.known.is_none() {
            let words = self.lexicon.words()?.into_iter();
            let key = |form: &str| self.index.analyzer.key(form);
            self.known = Some(Known::new(words.map(|(form, count)| Word { stem: key(&form), form, count })));
        }
        let stem = if katakana { folded.to_owned() } else { self.index.analyzer.key(folded) };
        Ok(self.known.as_ref().and_then(|known| known.nearest(folded, &stem)).map(str::to_owned))
    }
}

/// A folded word of the index or the glossary.
struct Word {
    form: String,
    stem: String,
    /// In how many texts it stands: a name of the glossary may be in none.
    count: u32,
}

/// The words that a query may mean.
struct Known {
    words: Vec<Word>,
    stems: BTreeSet<String>,
}

impl Known {
    fn new(words: impl Iterator<Item = Word>) -> Self {
        let words: Vec<Word> = words.collect();
        let stems = words.iter().map(|word| word.stem.clone()).collect();
        Self { words, stems }
    }

    /// The word with the fewest errors in `folded`; among those the most frequent, then the first by alphabet. What
    /// begins with a known word is sought among its kin only, and stands for that word if it is like none of them.
    fn nearest(&self, folded: &str, stem: &str) -> Option<&str> {
        let beginning = self.beginning(folded);
        let kin =
            |word: &&Word| beginning.is_none_or(|beginning| word.form.starts_with(beginning) || word.stem == beginning);
        // A name that no text has, as of another language, is meant only where its beginning is right.
        let near = self
            .words
            .iter()
            .filter(|word| word.count > 0 || beginning.is_some())
            .filter(kin)
            .filter_map(|word| Some((errors(folded, stem, word)?, Reverse(word.count.max(1)), word.form.as_str())));
        near.min().map(|(.., form)| form).or_else(|| {
            let beginning = beginning.filter(|known| length(folded) - length(known) <= LONGEST_ENDING)?;
            let same = self.words.iter().filter(|word| word.stem == beginning);
            same.map(|word| (Reverse(word.count.max(1)), word.form.as_str())).min().map(|(_, form)| form)
        })
    }

    /// The longest known stem that `folded` goes on from.
    fn beginning<'w>(&self, folded: &'w str) -> Option<&'w str> {
        let starts = folded.char_indices().skip(SHORTEST_BEGINNING).map(|(at, _)| &folded[..at]);
        starts.filter(|start| self.stems.contains(*start)).last()
    }
}

/// The fewest errors that make `word` of what was typed; a Russian word may be inflected as it is nowhere else.
fn errors(folded: &str, stem: &str, word: &Word) -> Option<usize> {
    let between = |typed: &str, known: &str| {
        let most = most_errors(typed).filter(|most| length(typed).abs_diff(length(known)) <= *most)?;
        Some(strsim::osa_distance(known, typed)).filter(|distance| *distance <= most)
    };
    let russian = stem.chars().next().is_some_and(|char| script(char) == Script::Cyrillic);
    let stems = (russian && length(stem) >= SHORTEST_BEGINNING).then(|| between(stem, &word.stem)).flatten();
    between(folded, &word.form).into_iter().chain(stems).min()
}

/// How many errors a word may have; a short one none, for it would be another word.
fn most_errors(word: &str) -> Option<usize> {
    match length(word) {
        0..4 => None,
        4..8 => Some(1),
        _ => Some(2),
    }
}

fn length(word: &str) -> usize {
    word.chars().count()
}

/// The parts of a run that may hold a typing error: place, folded text, and whether they are katakana.
fn suspects(run: Run<'_>) -> Vec<(Range<usize>, String, bool)> {
    match run.script {
        Script::Latin | Script::Cyrillic => vec![(run.range(), run.text(), false)],
        Script::Japanese => run.katakana().into_iter().rev().map(|word| (word.range, word.text, true)).collect(),
        _ => Vec::new(),
    }
}

/// Undoes the folding, for showing.
fn to_katakana(hiragana: &str) -> String {
    let unfold = |char: char| match char {
        '\u{3041}'..='\u{3096}' | 'ゝ' | 'ゞ' => char::from_u32(u32::from(char) + 0x60).unwrap_or(char),
        _ => char,
    };
    hiragana.chars().map(unfold).collect()
}
