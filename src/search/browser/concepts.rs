//! The names of concepts as keys, each with what a query has to know of the concepts that it leads to.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Value, json};

use super::parts::Records;
use crate::analyzer::{Analyzer, Kind};
use crate::search::collection::{Collection, Entry, Term, TermPlaces};

/// What is known of a concept stands beside each of its names, so that it need not be loaded after them; unless it is longer
/// than so many bytes.
const LONGEST_BESIDE: usize = 600;

/// The concepts of a collection, as a query in one language meets them.
pub(super) struct Concepts {
    /// For each concept its record, or its place among the long ones.
    references: Vec<String>,
    /// The long records.
    pub(super) long: Vec<String>,
    /// By key: when it came first, and its concepts.
    keys: HashMap<String, (usize, Vec<usize>)>,
    ids: BTreeMap<String, Vec<usize>>,
    /// The words of the keys.
    key_words: BTreeSet<String>,
    /// So many UTF-16 units the longest key has.
    pub(super) longest: usize,
    /// The words of the accepted names of all languages, before stemming.
    pub(super) spoken: BTreeSet<String>,
}

impl Concepts {
    pub(super) fn new(analyzer: &Analyzer, collection: &Collection, language: &str, entries: &[&Entry]) -> Self {
        let places = TermPlaces::of(&collection.terms);
        let mut homes: HashMap<usize, Vec<usize>> = HashMap::new();
        for (place, entry) in entries.iter().enumerate() {
            for term in entry.homes.iter().filter_map(|home| places.term_of(&entry.book, home)) {
                let known = homes.entry(term).or_default();
                if known.last() != Some(&place) {
                    known.push(place);
                }
            }
        }
        let mut made = Self {
            references: Vec::new(),
            long: Vec::new(),
            keys: HashMap::new(),
            ids: BTreeMap::new(),
            key_words: BTreeSet::new(),
            longest: 0,
            spoken: BTreeSet::new(),
        };
        for (place, term) in collection.terms.iter().enumerate() {
            let home = homes.get(&place).map_or(&[][..], Vec::as_slice);
            made.add(analyzer, place, term, &record(analyzer, place, term, language, home).to_string());
        }
        made
    }

    fn add(&mut self, analyzer: &Analyzer, place: usize, term: &Term, record: &str) {
        if record.len() > LONGEST_BESIDE {
            self.references.push(self.long.len().to_string());
            self.long.push(record.to_owned());
        } else {
            self.references.push(record.to_owned());
        }
        if !term.id.is_empty() {
            self.ids.entry(term.id.clone()).or_default().push(place);
        }
        for names in term.names.values() {
            for name in [&names.name].into_iter().chain(&names.forms).chain(&names.forbidden) {
                let key = analyzer.key(name);
                if key.is_empty() {
                    continue;
                }
                self.longest = self.longest.max(key.encode_utf16().count());
                self.key_words.extend(key.split(' ').map(str::to_owned));
                let first = self.keys.len();
                let (_, terms) = self.keys.entry(key).or_insert((first, Vec::new()));
                if terms.last() != Some(&place) {
                    terms.push(place);
                }
            }
            for name in names.accepted() {
                let words = analyzer.cut(name).into_iter().filter(|token| token.kind == Kind::Word);
                self.spoken.extend(words.map(|token| token.form().to_owned()));
            }
        }
    }

    /// Makes the records.
    pub(super) fn put(&self, records: &mut Records) {
        let references = |terms: &[usize]| terms.iter().map(|term| self.references[*term].as_str()).collect::<Vec<_>>();
        for (key, (first, terms)) in &self.keys {
            records.add(format!("~{key}"), format!("[{first},{}]", references(terms).join(",")));
        }
        for (id, terms) in &self.ids {
            records.add(format!("${id}"), format!("[{}]", references(terms).join(",")));
        }
        self.key_words.iter().for_each(|word| records.add(format!("&{word}"), "0".to_owned()));
    }
}

/// A concept: its place, what it is called where it has led to a section, the sections that are about it, and each name in
/// the language with its key and the pattern to look for: offset (doubled, and one more for a bigram) and term of each slot.
fn record(analyzer: &Analyzer, place: usize, term: &Term, language: &str, homes: &[usize]) -> Value {
    let own = term.names.get(language);
    let called = own.or_else(|| term.names.values().next()).map(|names| names.name.as_str());
    let names = own.into_iter().flat_map(|names| [&names.name].into_iter().chain(&names.forms)).map(|name| {
        let tokens = analyzer.cut(name);
        let bigrams: BTreeSet<usize> =
            tokens.iter().filter(|token| token.kind == Kind::Bigram).map(|token| token.position).collect();
        let is_covered = |at: usize| bigrams.contains(&at) || at > 0 && bigrams.contains(&(at - 1));
        let needed = tokens.iter().filter(|token| token.kind != Kind::Character || !is_covered(token.position));
        let slots = needed
            .flat_map(|token| [json!(2 * token.position + usize::from(token.kind == Kind::Bigram)), json!(token.term)]);
        Value::Array([json!(analyzer.key(name))].into_iter().chain(slots).collect())
    });
    json!([place, called, homes, names.collect::<Vec<_>>()])
}
