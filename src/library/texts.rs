//! Every text of a book, in every language, with the section it belongs to: what the checks walk over.

use super::map::Map;
use super::markup::StatementLabel;
use super::model::{Book, Section};
use super::text::{Line, Prose};
use crate::diagnostic::Diagnostic;

/// A text and whose it is.
#[derive(Clone, Copy, Debug)]
pub struct Owned<'a, T> {
    /// The text.
    pub text: &'a T,
    /// Its language.
    pub language: &'a str,
    /// The section it belongs to; none for the glossary and the book itself.
    pub section: Option<&'a str>,
}

impl<T> Owned<'_, T> {
    /// A finding about it, which belongs where it belongs in the book of that id.
    pub fn finding(&self, book: &str, diagnostic: Diagnostic) -> Diagnostic {
        match self.section {
            Some(section) => diagnostic.in_section(book, section),
            None => diagnostic.in_book(book),
        }
    }
}

/// All Markdown of a book.
pub fn proses(book: &Book) -> Vec<Owned<'_, Prose>> {
    let mut found = Vec::new();
    let reference = book.reference.as_str();
    for (language, text) in &book.provenance {
        found.push(Owned { text, language, section: None });
    }
    let reasons = book.options.iter().flat_map(|option| &option.why);
    let reasons = reasons.chain(book.assumptions.iter().flat_map(|set| &set.reason));
    let rulings = book.rulings.iter().flat_map(|ruling| ruling.question.iter().chain(&ruling.answer));
    let maps = book.maps.iter().flat_map(|map| &map.note);
    for (language, text) in reasons.chain(rulings).chain(maps) {
        found.push(Owned { text, language, section: None });
    }
    for (_, section) in book.sections() {
        let texts = section
            .text
            .iter()
            .chain(section.notes.iter().flat_map(|note| note.text.iter().chain(note.readings.values())));
        let texts = texts.chain(section.examples.iter().filter_map(|example| example.text.as_ref()));
        found.extend(texts.map(|text| Owned { text, language: reference, section: Some(&section.id) }));
    }
    for (language, translation) in &book.translations {
        for (id, section) in &translation.sections {
            let texts = section.text.iter().chain(section.notes.values()).chain(section.examples.values());
            found.extend(texts.map(|text| Owned { text, language, section: Some(id.as_str()) }));
        }
    }
    for language in book.all_languages() {
        let definitions = book.terms_in(language).iter().filter_map(|term| term.definition.as_ref());
        found.extend(definitions.map(|text| Owned { text, language, section: None }));
    }
    found
}

/// All Markdown of a book with its language, to write what stands for its values and symbols.
pub fn proses_mut(book: &mut Book) -> Vec<(String, &mut Prose)> {
    let reference = book.reference.clone();
    let reasons = book.options.iter_mut().flat_map(|option| &mut option.why);
    let reasons = reasons.chain(book.assumptions.iter_mut().flat_map(|set| &mut set.reason));
    let rulings = book.rulings.iter_mut().flat_map(|ruling| ruling.question.iter_mut().chain(&mut ruling.answer));
    let maps = book.maps.iter_mut().flat_map(|map| &mut map.note);
    let of_book = book.provenance.iter_mut().chain(reasons).chain(rulings).chain(maps);
    let mut found: Vec<_> = of_book.map(|(language, text)| (language.clone(), text)).collect();
    for section in book.chapters.iter_mut().flat_map(|chapter| &mut chapter.sections) {
        let notes = section.notes.iter_mut().flat_map(|note| note.text.iter_mut().chain(note.readings.values_mut()));
        let examples = section.examples.iter_mut().filter_map(|example| example.text.as_mut());
        let texts = section.text.iter_mut().chain(notes).chain(examples);
        found.extend(texts.map(|text| (reference.clone(), text)));
    }
    for (language, translation) in &mut book.translations {
        for section in translation.sections.values_mut() {
            let texts = section.text.iter_mut().chain(section.notes.values_mut()).chain(section.examples.values_mut());
            found.extend(texts.map(|text| (language.clone(), text)));
        }
        let definitions = translation.terms.iter_mut().filter_map(|term| term.definition.as_mut());
        found.extend(definitions.map(|text| (language.clone(), text)));
    }
    let definitions = book.terms.iter_mut().filter_map(|term| term.definition.as_mut());
    found.extend(definitions.map(|text| (reference.clone(), text)));
    found
}

/// All one-line texts of a book that readers see, apart from the names of terms.
pub fn lines(book: &Book) -> Vec<Owned<'_, Line>> {
    let mut found = Vec::new();
    let reference = book.reference.as_str();
    let related = book.related.iter().flat_map(|related| [&related.title, &related.short]);
    for (language, text) in [&book.title, &book.short, &book.edition].into_iter().chain(related).flatten() {
        found.push(Owned { text, language, section: None });
    }
    for option in &book.options {
        let texts = std::iter::once(&option.title).chain(option.readings.iter().map(|(_, texts, _)| texts));
        found.extend(texts.flatten().map(|(language, text)| Owned { text, language, section: None }));
    }
    let tables = book
        .data
        .iter()
        .flat_map(|table| std::iter::once(&table.title).chain(table.headers.iter().map(|(_, texts, _)| texts)));
    let maps = book.maps.iter().flat_map(Map::texts);
    let symbols = book.symbols.iter().map(|symbol| &symbol.words);
    for texts in tables.chain(book.needs.iter().map(|need| &need.what)).chain(maps).chain(symbols) {
        found.extend(texts.iter().map(|(language, text)| Owned { text, language, section: None }));
    }
    for chapter in &book.chapters {
        found.extend(chapter.title.iter().map(|text| Owned { text, language: reference, section: None }));
        for section in &chapter.sections {
            let texts = section.title.iter().chain(&section.aid).chain(section.labels.values());
            found.extend(texts.map(|text| Owned { text, language: reference, section: Some(&section.id) }));
        }
    }
    for (language, translation) in &book.translations {
        for chapter in translation.chapters.values() {
            found.extend(chapter.title.iter().map(|text| Owned { text, language, section: None }));
        }
        for (id, section) in &translation.sections {
            let texts = section.title.iter().chain(&section.aid).chain(section.labels.values());
            found.extend(texts.map(|text| Owned { text, language, section: Some(id.as_str()) }));
        }
    }
    found
}

/// The labels of a text's statements.
pub fn labels(text: Option<&Prose>) -> Vec<StatementLabel> {
    text.map(|text| text.document.letters().into_iter().map(|(label, _)| label).collect()).unwrap_or_default()
}

/// The notes of a section that leave something open.
pub fn doubts(section: &Section) -> impl Iterator<Item = &super::Note> {
    section.notes.iter().filter(|note| note.kind == "doubt" || note.kind == "variant")
}
