//! The names of concepts as keys, each with what a query has to know of the concepts that it leads to.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};

use super::parts::Records;
use super::vocabulary::Vocabulary;
use crate::analyzer::{Analyzer, TokenKind};
use crate::search::collection::{Collection, Entry, Term, TermPlaces};

/// What is known of a concept stands beside each of its names, so that it need not be loaded after them; unless it is longer
/// than so many bytes.
const LONGEST_BESIDE: usize = 600;

/// What is known of the concepts of a collection, as a query in one language meets them.
pub(super) struct Concepts {
    /// For each concept its record, or its place among the long ones.
    references: Vec<String>,
    /// The long records.
    pub(super) long: Vec<String>,
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
        let mut made = Self { references: Vec::new(), long: Vec::new() };
        for (place, term) in collection.terms.iter().enumerate() {
            let home = homes.get(&place).map_or(&[][..], Vec::as_slice);
            let record = record(analyzer, place, term, language, home).to_string();
            if record.len() > LONGEST_BESIDE {
                made.references.push(made.long.len().to_string());
                made.long.push(record);
            } else {
                made.references.push(record);
            }
        }
        made
    }

    /// Makes the records.
    pub(super) fn put(&self, vocabulary: &Vocabulary, records: &mut Records) {
        let references = |terms: &[usize]| terms.iter().map(|term| self.references[*term].as_str()).collect::<Vec<_>>();
        for (key, (first, terms)) in &vocabulary.keys {
            records.add(format!("~{key}"), format!("[{first},{}]", references(terms).join(",")));
        }
        for (id, terms) in &vocabulary.ids {
            records.add(format!("${id}"), format!("[{}]", references(terms).join(",")));
        }
        vocabulary.key_words.iter().for_each(|word| records.add(format!("&{word}"), "0".to_owned()));
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
            tokens.iter().filter(|token| token.kind == TokenKind::Bigram).map(|token| token.position).collect();
        let is_covered = |at: usize| bigrams.contains(&at) || at > 0 && bigrams.contains(&(at - 1));
        let needed = tokens.iter().filter(|token| token.kind != TokenKind::Character || !is_covered(token.position));
        let slots = needed.flat_map(|token| {
            [json!(2 * token.position + usize::from(token.kind == TokenKind::Bigram)), json!(token.term)]
        });
        Value::Array([json!(analyzer.key(name))].into_iter().chain(slots).collect())
    });
    json!([place, called, homes, names.collect::<Vec<_>>()])
}
