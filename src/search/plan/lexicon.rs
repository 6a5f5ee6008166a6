//! The words that the index holds, for prefixes and typing errors.

use std::collections::{BTreeMap, BTreeSet};

use tantivy::Term;
use tantivy::collector::Count;
use tantivy::schema::Field;

use crate::analyzer::pattern::Pattern;
use crate::search::SearchIndex;
use crate::search::index::forms;
use crate::search::rank;

/// The words of an index and of its glossary.
pub(super) struct Lexicon<'a> {
    index: &'a SearchIndex,
}

impl<'a> Lexicon<'a> {
    pub(super) fn new(index: &'a SearchIndex) -> Self {
        Self { index }
    }

    /// Whether `pattern` stands in any text.
    pub(super) fn has(&self, pattern: &Pattern) -> tantivy::Result<bool> {
        Ok(self.index.searcher.search(&*rank::anywhere(&self.index.fields, pattern), &Count)? > 0)
    }

    /// The folded words that begin with `start`: all of them, as in the page, for a query has few beginnings.
    pub(super) fn beginning_with(&self, start: &str) -> tantivy::Result<BTreeSet<String>> {
        let mut found = BTreeSet::new();
        for field in self.index.fields.texts() {
            self.terms(field.forms, start, |form, _| {
                found.insert(form.to_owned());
                true
            })?;
        }
        Ok(found)
    }

    /// Whether a section has this id.
    pub(super) fn has_id(&self, id: &str) -> tantivy::Result<bool> {
        let term = Term::from_field_text(self.index.fields.id, id);
        Ok(self.index.searcher.doc_freq(&term)? > 0)
    }

    /// The section ids that begin with `start`.
    pub(super) fn ids_beginning_with(&self, start: &str) -> tantivy::Result<Vec<String>> {
        let mut found = Vec::new();
        self.terms(self.index.fields.id, start, |id, _| {
            found.push(id.to_owned());
            true
        })?;
        Ok(found)
    }

    /// All folded words with the number of texts that they stand in; names of the glossary count as one text.
    pub(super) fn words(&self) -> tantivy::Result<BTreeMap<String, u32>> {
        let mut words = BTreeMap::new();
        for field in self.index.fields.texts() {
            self.terms(field.forms, "", |form, count| {
                *words.entry(form.to_owned()).or_default() += count;
                true
            })?;
        }
        for name in self.index.glossary.names() {
            for form in forms(&[name], &self.index.analyzer.cut(name)) {
                words.entry(form).or_insert(1);
            }
        }
        Ok(words)
    }

    /// Calls `visit` with each term of `field` that begins with `start`, in order, until it returns false.
    fn terms(&self, field: Field, start: &str, mut visit: impl FnMut(&str, u32) -> bool) -> tantivy::Result<()> {
        for segment in self.index.searcher.segment_readers() {
            let inverted = segment.inverted_index(field)?;
            let mut stream = inverted.terms().range().ge(start).into_stream()?;
            while stream.advance() {
                let Ok(term) = std::str::from_utf8(stream.key()) else { continue };
                if !term.starts_with(start) || !visit(term, stream.value().doc_freq) {
                    break;
                }
            }
        }
        Ok(())
    }
}
