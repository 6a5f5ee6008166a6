//! The words and the names of a collection, cut and stemmed once for the indexes of all its languages.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::analyzer::{Analyzer, TokenKind};
use crate::search::collection::{Collection, Term};

/// The words and the names of a collection.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// The words of names with their stems, whatever their language.
    names: BTreeMap<String, String>,
    /// Those of texts, by language.
    texts: BTreeMap<String, BTreeMap<String, String>>,
    /// Of each key of a name: when it came first, and the places of its concepts.
    pub(super) keys: HashMap<String, (usize, Vec<usize>)>,
    /// The concepts by their ids, which several books may have.
    pub(super) ids: BTreeMap<String, Vec<usize>>,
    /// The words of the keys.
    pub(super) key_words: BTreeSet<String>,
    /// So many UTF-16 units the longest key has.
    pub(super) longest_key: usize,
    /// The words of accepted names, before stemming.
    pub(super) spoken: BTreeSet<String>,
}

impl Vocabulary {
    /// That of this collection.
    pub fn of(collection: &Collection) -> Self {
        let analyzer = Analyzer::default();
        let mut made = Self::default();
        for (place, term) in collection.terms.iter().enumerate() {
            made.add(&analyzer, place, term);
        }
        for entry in &collection.entries {
            let words = made.texts.entry(entry.language.clone()).or_default();
            let passages = [&entry.body, &entry.asides, &entry.rows].into_iter().flatten();
            for text in passages.map(|passage| &passage.text).chain([&entry.title]) {
                analyzer.words_into(text, words);
            }
        }
        made
    }

    fn add(&mut self, analyzer: &Analyzer, place: usize, term: &Term) {
        if !term.id.is_empty() {
            self.ids.entry(term.id.clone()).or_default().push(place);
        }
        for names in term.names.values() {
            for name in names.accepted().chain(&names.forbidden) {
                analyzer.words_into(name, &mut self.names);
                let key = analyzer.key(name);
                if key.is_empty() {
                    continue;
                }
                self.longest_key = self.longest_key.max(key.encode_utf16().count());
                self.key_words.extend(key.split(' ').map(str::to_owned));
                let first = self.keys.len();
                let (_, terms) = self.keys.entry(key).or_insert((first, Vec::new()));
                if terms.last() != Some(&place) {
                    terms.push(place);
                }
            }
            for name in names.accepted() {
                let words = analyzer.cut(name).into_iter().filter(|token| token.kind == TokenKind::Word);
                self.spoken.extend(words.map(|token| token.form.unwrap_or(token.term)));
            }
        }
    }

    /// Every word of the texts and names with its stem: the browser has a stemmer for Russian only, whose words have most
    /// endings. Of other languages' texts only what inflects a name, for those words lead here.
    pub(super) fn known_in(&self, language: &str) -> BTreeMap<&str, &str> {
        let name_stems: HashSet<&str> = self.names.values().map(String::as_str).collect();
        let mut known: BTreeMap<&str, &str> = pairs(&self.names).collect();
        for (spoken, words) in &self.texts {
            let own = spoken == language;
            known.extend(pairs(words).filter(|(_, stem)| own || name_stems.contains(stem)));
        }
        known
    }
}

fn pairs(words: &BTreeMap<String, String>) -> impl Iterator<Item = (&str, &str)> {
    words.iter().map(|(form, stem)| (form.as_str(), stem.as_str()))
}
