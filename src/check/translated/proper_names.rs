//! A section that names a power, a leader, a place or a card in the reference language names it in every other.
//!
//! Other terms come and go: a language says "it" where another repeats the noun. `rulestone terms --missing` shows those.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, codes};
use crate::library::localized::{State, View};
use crate::library::{Book, Library};
use crate::termbase::{Cell, Concept, Termbase};

pub(in crate::check) fn check(library: &Library, book: &Book, diagnostics: &mut Vec<Diagnostic>) {
    // Its names are looked for in its other languages.
    if book.translations.is_empty() || !book.is_whole() {
        return;
    }
    let is_name = |concept: &Concept<'_>| {
        let term = concept.terms.get(book.reference.as_str()).filter(|_| !concept.shared);
        term.and_then(|term| term.group.as_deref()).is_some_and(|group| group != "concept")
    };
    let termbase = Termbase::of(library, book);
    super::terms::check(book, &termbase, diagnostics);
    // Of many names in one section it is asked only once.
    let mut current: HashMap<(&str, &str), bool> = HashMap::new();
    for (at, concept) in termbase.concepts.iter().enumerate().filter(|(_, concept)| is_name(concept)) {
        for row in termbase.rows(at) {
            let Some(Cell::Used(used)) = row.cells.first() else { continue };
            for (language, cell) in termbase.languages.iter().zip(&row.cells).skip(1) {
                let view = View::new(book, language);
                let (Cell::Unused, Some(name)) = (cell, concept.name(language)) else { continue };
                let Some(translated) = view.translated(row.section) else { continue };
                // What is known to be out of date is said already.
                let state = || !matches!(view.state(row.section), State::Missing | State::Outdated);
                if !*current.entry((*language, row.section.id.as_str())).or_insert_with(state) {
                    continue;
                }
                let reference = concept.name(&book.reference).unwrap_or(concept.id);
                let message = format!("the reference text names `{reference}`, this section does not name `{name}`");
                diagnostics.push(
                    Diagnostic::new(&codes::MISSING_NAME, translated.place, message)
                        .related(used.place, "named here")
                        .help(format!("write `{name}`, or add the form that stands here to its `forms`"))
                        .in_section(&book.id, &row.section.id),
                );
            }
        }
    }
}
