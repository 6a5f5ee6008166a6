//! The index of terms at the end of the whole book: each with its other forms and the sections that define and use it.

use std::cmp::Reverse;

use minijinja::Value;
use serde::Serialize;

use super::link::Linker;
use super::press::{Label, href};
use super::{collation, html};
use crate::library::localized::View;
use crate::library::{Line, Section, Term};
use crate::termbase::{Concept, Termbase};

/// So many sections are named for a term; of more those that use it most.
const MOST: usize = 12;

/// A term with its sections.
#[derive(Serialize)]
pub(super) struct Entry {
    name: Label,
    forms: Vec<String>,
    places: Vec<Place>,
    /// Whether more sections use it.
    more: bool,
    #[serde(skip)]
    key: (String, String),
}

/// A section that a term leads to.
#[derive(Serialize)]
struct Place {
    href: Value,
    number: Option<String>,
    title: Label,
    /// Whether it defines the term.
    home: bool,
}

/// The terms that the page of `linker` says something of, in the order of its language.
pub(super) fn entries(termbase: &Termbase<'_>, linker: &Linker<'_>) -> Vec<Entry> {
    let concepts = termbase.concepts.iter().enumerate();
    let mut entries: Vec<Entry> = concepts.filter_map(|(at, concept)| entry(termbase, linker, at, concept)).collect();
    entries.sort_by(|a, b| a.key.cmp(&b.key));
    entries
}

/// One of them: the concept at that place among all.
pub(super) fn entry(termbase: &Termbase<'_>, linker: &Linker<'_>, at: usize, concept: &Concept<'_>) -> Option<Entry> {
    let (book, language) = (linker.book, linker.edition.language());
    let reference = concept.terms.get(book.reference.as_str()).copied();
    let own = concept.terms.get(language).copied().filter(|term| term.name.is_some());
    let (spoken, term): (&str, &Term) = match own {
        Some(term) => (language, term),
        None => (&book.reference, reference?),
    };
    let name = term.name.as_ref().map_or(concept.id, |name| name.value.as_str());
    let home = reference.and_then(|term| term.section.as_ref()).map(|(id, _)| id.as_str());
    let home = home.and_then(|id| book.section(id)).map(|(_, section)| section);
    let is_home = |section: &Section| home.is_some_and(|home| home.id == section.id);
    let used = termbase.in_rules(at, language);
    let more = used.len() > MOST;
    let mut most: Vec<usize> = (0..used.len()).collect();
    most.sort_by_key(|at| (!is_home(used[*at].0), Reverse(used[*at].1)));
    most.truncate(MOST);
    // In the order of the book again.
    most.sort_unstable();
    let mut sections: Vec<&Section> = most.into_iter().map(|at| used[at].0).collect();
    if let Some(home) = home.filter(|home| sections.iter().all(|section| section.id != home.id)) {
        sections.insert(0, home);
    }
    let view = View::new(book, language);
    let places: Vec<Place> = sections
        .into_iter()
        .filter_map(|section| book.section(&section.id))
        .map(|(chapter, section)| Place {
            href: href(linker.section(book, chapter, section, None)),
            number: view.number(section),
            title: Label::section(&view, section),
            home: is_home(section),
        })
        .collect();
    let forms = |lines: &[Line]| lines.iter().map(|line| html::typeset(&line.value, spoken, None)).collect();
    (!places.is_empty()).then(|| Entry {
        name: Label::new(name, spoken, language),
        forms: forms(&term.forms),
        places,
        more,
        key: collation::key(term.reading.as_deref().unwrap_or(name)),
    })
}
