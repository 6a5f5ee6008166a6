//! Forgives typing errors, but only in words that occur nowhere: штурм and шторм are both words, and neither is the
//! other's slip.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::search::SearchIndex;
use crate::search::analyzer::{Run, Script, runs};
use crate::search::pattern::Pattern;

use super::lexicon::Lexicon;

/// Words of a query, each with what is looked for in its stead.
pub(super) type Corrections = Vec<(String, String)>;

/// Mends the words of one query; the list of known words is read at most once, and only if it is needed.
pub(super) struct Corrector<'a> {
    index: &'a SearchIndex,
    lexicon: &'a Lexicon<'a>,
    words: Option<BTreeMap<String, u32>>,
    /// What was replaced by what, as shown to the reader.
    pub(super) corrected: Corrections,
}

impl<'a> Corrector<'a> {
    pub(super) fn new(index: &'a SearchIndex, lexicon: &'a Lexicon<'a>) -> Self {
        Self { index, lexicon, words: None, corrected: Vec::new() }
    }

    /// `text` with every word that occurs nowhere replaced by the nearest one that occurs.
    pub(super) fn correct(&mut self, text: &str) -> tantivy::Result<String> {
        let mut mended = text.to_owned();
        // From the end, so that the ranges before stay true.
        for run in runs(text).iter().rev() {
            for (range, folded, katakana) in suspects(run) {
                if self.is_known(run, &folded, &text[range.clone()])? {
                    continue;
                }
                let Some(nearest) = self.nearest(&folded)? else { continue };
                let shown = if katakana { to_katakana(&nearest) } else { nearest };
                mended.replace_range(range.clone(), &shown);
                self.corrected.insert(0, (text[range].to_owned(), shown));
            }
        }
        Ok(mended)
    }

    fn is_known(&self, run: &Run, folded: &str, original: &str) -> tantivy::Result<bool> {
        let glossary = &self.index.glossary;
        let named = match run.script {
            Script::Japanese => glossary.has_inside(folded),
            _ => glossary.has_word(&self.index.analyzer.run_key(run)),
        };
        Ok(named || self.lexicon.has(&Pattern::of(&self.index.analyzer, original))?)
    }

    /// The known word with the fewest errors in `folded`; among those the most frequent, then the first by alphabet.
    fn nearest(&mut self, folded: &str) -> tantivy::Result<Option<String>> {
        let length = folded.chars().count();
        let most = match length {
            0..4 => return Ok(None),
            4..8 => 1,
            _ => 2,
        };
        if self.words.is_none() {
            self.words = Some(self.lexicon.words()?);
        }
        let words = self.words.iter().flatten().filter(|(word, _)| word.chars().count().abs_diff(length) <= most);
        let near = words.map(|(word, count)| (strsim::osa_distance(word, folded), std::cmp::Reverse(*count), word));
        Ok(near.filter(|(distance, ..)| *distance <= most).min().map(|(.., word)| word.clone()))
    }
}

/// The parts of a run that may hold a typing error: place, folded text, and whether they are katakana.
fn suspects(run: &Run) -> Vec<(Range<usize>, String, bool)> {
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
