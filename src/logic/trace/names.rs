//! What readers of a language call the names of the logic: labels first, then terms.

use std::collections::BTreeMap;

use crate::library::localized::View;
use crate::library::{Book, Library, Term};
use crate::logic::compile::in_logic;

/// The names of a book in one language, with those of its reference language behind them.
#[derive(Clone, Debug)]
pub struct Names<'a> {
    own: Layer<'a>,
    reference: Layer<'a>,
    view: View<'a>,
}

/// The names of one language; in keys a hyphen is an underscore.
#[derive(Clone, Debug, Default)]
struct Layer<'a> {
    /// By section and name.
    sections: BTreeMap<(&'a str, String), &'a str>,
    /// Labels of any section; of several the first.
    labels: BTreeMap<String, &'a str>,
    /// Terms, and the titles of options and readings.
    terms: BTreeMap<String, &'a str>,
}

impl<'a> Names<'a> {
    /// The names of `book` as readers of `language` know them.
    pub fn new(library: &'a Library, book: &'a Book, language: &'a str) -> Self {
        Self {
            own: Layer::new(library, book, language),
            reference: Layer::new(library, book, &book.reference),
            view: View::new(book, language),
        }
    }

    /// What the name is called: by the section's own label, any section's label, or a term.
    pub fn find(&self, name: &str, section: &str) -> Option<&'a str> {
        self.in_language(name, section).or_else(|| self.reference.find(name, section))
    }

    /// The same, without falling back to the reference language.
    pub fn in_language(&self, name: &str, section: &str) -> Option<&'a str> {
        self.own.find(name, section)
    }

    /// Another document's rule, `base:9.6.4`, as readers cite it: "base game 9.6.4".
    pub fn source(&self, source: &str) -> String {
        let (book, number) = source.split_once(':').unwrap_or((source, ""));
        let book = self.view.related_short(book).unwrap_or(book);
        format!("{book} {number}").trim_end().to_owned()
    }

    /// What the name is called, or the name itself with spaces.
    pub fn of(&self, name: &str, section: &str) -> String {
        self.find(name, section).map_or_else(|| name.replace(['_', '-'], " "), str::to_owned)
    }
}

impl<'a> Layer<'a> {
    fn new(library: &'a Library, book: &'a Book, language: &str) -> Self {
        let mut layer = Self::default();
        if language == book.reference {
            for (_, section) in book.sections() {
                layer.section(&section.id, section.labels.iter().map(|(name, line)| (name, line.value.as_str())));
            }
        } else if let Some(translation) = book.translations.get(language) {
            for (_, section) in book.sections() {
                let Some(translated) = translation.sections.get(&section.id) else { continue };
                layer.section(&section.id, translated.labels.iter().map(|(name, line)| (name, line.value.as_str())));
            }
        }
        layer.terms(book.terms_in(language).iter().chain(library.shared_terms_in(language)));
        // A name that is the same in every language stands in the reference language only.
        layer.terms(book.terms.iter().filter(|term| term.do_not_translate));
        for option in &book.options {
            if let Some(title) = option.title.get(language) {
                layer.terms.entry(in_logic(&option.id)).or_insert(&title.value);
            }
            for (name, texts, _) in &option.readings {
                if let Some(text) = texts.get(language) {
                    layer.terms.entry(in_logic(name)).or_insert(&text.value);
                }
            }
        }
        layer
    }

    fn section(&mut self, id: &'a str, labels: impl Iterator<Item = (&'a String, &'a str)>) {
        for (name, label) in labels {
            self.sections.insert((id, in_logic(name)), label);
            self.labels.entry(in_logic(name)).or_insert(label);
        }
    }

    fn terms(&mut self, terms: impl Iterator<Item = &'a Term>) {
        for term in terms {
            if let Some(name) = &term.name {
                self.terms.entry(in_logic(&term.id)).or_insert(&name.value);
            }
        }
    }

    fn find(&self, name: &str, section: &str) -> Option<&'a str> {
        let name = in_logic(name);
        if let Some(label) = self.labels.get(&name) {
            // Only few names have labels of several sections.
            return Some(self.sections.get(&(section, name)).unwrap_or(label));
        }
        self.terms.get(&name).copied()
    }
}
