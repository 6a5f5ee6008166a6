//! The words that the index holds, for prefixes and typing errors.

use std::collections::{BTreeMap, BTreeSet};

use tantivy::schema::Field;

use crate::analyzer::pattern::Pattern;
use crate::search::SearchIndex;
use crate::search::index::forms;
use crate::search::rank::Standing;

/// The words of an index and of its glossary.
pub(super) struct Lexicon<'a> {
    index: &'a SearchIndex,
    texts: &'a [Standing<'a>],
}

impl<'a> Lexicon<'a> {
    pub(super) fn new(index: &'a SearchIndex, texts: &'a [Standing<'a>]) -> Self {
        Self { index, texts }
    }

    /// Whether `pattern` stands in any text.
    pub(super) fn has(&self, pattern: &Pattern) -> tantivy::Result<bool> {
        for texts in self.texts {
            if texts.has(pattern)? {
                return Ok(true);
            }
        }
        Ok(false)
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
        self.with(self.index.fields.id, id)
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

    /// All folded words with the number of texts that they stand in: none for those of names in the glossary only.
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
                words.entry(form).or_insert(0);
            }
        }
        Ok(words)
    }

    /// Whether a section has `word` in a field.
    fn with(&self, field: Field, word: &str) -> tantivy::Result<bool> {
        for texts in self.texts {
            if !texts.with(field, word)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a section of `books`, of any where none are named, has a number or lies under it.
    pub(super) fn has_number(&self, number: &str, books: &[String]) -> tantivy::Result<bool> {
        let fields = &self.index.fields;
        for texts in self.texts {
            let numbered = texts.with(fields.number_prefix, number)?;
            if books.is_empty() && !numbered.is_empty() {
                return Ok(true);
            }
            for book in books {
                let of_book = texts.with(fields.book, book)?;
                if numbered.iter().any(|section| of_book.binary_search(section).is_ok()) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Calls `visit` with each term of `field` that begins with `start`, in order, until it returns false.
    fn terms(&self, field: Field, start: &str, mut visit: impl FnMut(&str, u32) -> bool) -> tantivy::Result<()> {
        for segment in self.texts.iter().flat_map(|texts| texts.tongue.searcher.segment_readers()) {
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
