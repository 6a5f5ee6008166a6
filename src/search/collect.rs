//! What a library gives to search: every section in every language it is written in, and every concept.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::UNIX_EPOCH;

use super::{Collection, Entry, Names, Stamp, StampedFile, Term};
use crate::library::localized::{State, View};
use crate::library::markup::{Document, Reference};
use crate::library::references::{Target, resolve};
use crate::library::{self, Book, Library, LoadError, Section};

/// The state of the files at `root`, without reading them.
pub fn stamp(root: &Path) -> Result<Stamp, LoadError> {
    let stamped = library::files(root)?.into_iter().filter_map(|path| {
        let data = path.metadata().ok()?;
        let modified = data.modified().ok()?.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        Some(StampedFile { path: path.to_string_lossy().into_owned(), length: data.len(), modified })
    });
    Ok(Stamp::new(stamped.collect()))
}

/// Everything that can be found in a library.
///
/// A section appears in a language only if it is translated: the reference text of a missing one is found in its own
/// language.
pub fn collect(library: &Library) -> Collection {
    let mut collection = Collection::default();
    for book in &library.books {
        for language in book.all_languages() {
            let view = View::new(book, language);
            for (chapter, section) in book.sections() {
                collection.entries.extend(entry(library, &view, &chapter.id, section));
            }
        }
        collection.terms.extend(book.terms.iter().map(|term| Term {
            book: Some(book.id.clone()),
            id: term.id.clone(),
            names: names(book.all_languages().into_iter().map(|language| (language, book.terms_in(language))), &term.id),
        }));
    }
    let shared: Vec<_> = library.shared_terms.iter().map(|(language, terms)| (language.as_str(), &terms[..])).collect();
    let mut ids: Vec<&str> = shared.iter().flat_map(|(_, terms)| terms.iter().map(|term| term.id.as_str())).collect();
    ids.sort_unstable();
    ids.dedup();
    collection.terms.extend(ids.into_iter().map(|id| Term { book: None, id: id.to_owned(), names: names(shared.iter().copied(), id) }));
    collection
}

fn entry(library: &Library, view: &View<'_>, chapter: &str, section: &Section) -> Option<Entry> {
    let book = view.book;
    let title = view.title(section).filter(|title| title.state != State::Missing)?;
    let file = match view.translated(section) {
        Some(translated) => translated.place,
        None => section.place,
    };
    let (path, position) = library.sources.position(file);
    let label = |reference: &Reference| label(library, view, reference);
    let plain = |document: &Document| document.plain(&label);
    let present = |state| state != State::Missing;
    let notes = section.notes.iter().filter_map(|note| view.note(section, note));
    let examples = section.examples.iter().filter_map(|example| view.example(section, example));
    let asides = examples.chain(notes).filter(|text| present(text.state)).map(|text| plain(&text.text.document));
    Some(Entry {
        book: book.id.clone(),
        language: view.language.to_owned(),
        id: section.id.clone(),
        number: section.number().map(str::to_owned),
        aliases: section.aliases.iter().map(|(alias, _)| alias.clone()).collect(),
        title: title.text.value.clone(),
        body: view.text(section).filter(|text| present(text.state)).map_or_else(String::new, |text| plain(&text.text.document)),
        asides: asides.collect(),
        file: path.to_owned(),
        line: u32::try_from(position.line).unwrap_or(u32::MAX),
        homes: homes(book, section),
        url: format!("{}/{}/{chapter}.html#{}", view.language, book.id, section.id),
    })
}

/// The concepts that name this section as the one that defines them.
fn homes(book: &Book, section: &Section) -> Vec<String> {
    let home = |term: &&library::Term| term.section.as_ref().is_some_and(|(id, _)| *id == section.id);
    book.terms.iter().filter(home).map(|term| term.id.clone()).collect()
}

/// What a reader sees in the place of a reference.
fn label(library: &Library, view: &View<'_>, reference: &Reference) -> String {
    if let Some(words) = &reference.words {
        return words.clone();
    }
    match resolve(library, view.book, reference) {
        Ok(Target::Section { book, section, .. }) => {
            section.number().map_or_else(|| View::new(book, view.language).label(section), str::to_owned)
        }
        _ => reference.target.clone(),
    }
}

fn names<'a>(glossaries: impl Iterator<Item = (&'a str, &'a [library::Term])>, id: &str) -> BTreeMap<String, Names> {
    let texts = |lines: &[library::Line]| lines.iter().map(|line| line.value.clone()).collect();
    glossaries
        .filter_map(|(language, terms)| {
            let term = terms.iter().find(|term| term.id == id)?;
            let name = term.name.as_ref().map_or_else(String::new, |name| name.value.clone());
            Some((language.to_owned(), Names { name, forms: texts(&term.forms), forbidden: texts(&term.forbidden) }))
        })
        .collect()
}
