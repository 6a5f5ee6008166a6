//! The index of terms at the end of the whole book: each with its other forms and the sections that define and use it.

use std::cmp::Reverse;
use std::collections::HashMap;

use minijinja::Value;
use serde::Serialize;

use super::collation;
use super::link::Linker;
use super::renderer::{Label, href};
use crate::library::localized::View;
use crate::library::typeset::typeset;
use crate::library::{Book, Chapter, Line, Section, Term};
use crate::termbase::Termbase;

/// At most so many sections are named for a term, the one that defines it among them; where more use it, those that do most
/// often.
const MOST: usize = 12;

/// A term with its sections.
#[derive(Serialize)]
pub(super) struct Entry {
    name: Label,
    forms: Vec<String>,
    places: Vec<Mention>,
    /// Whether more sections use it.
    more: bool,
    #[serde(skip)]
    key: (String, String),
}

/// A section that a term leads to.
#[derive(Serialize)]
struct Mention {
    href: Value,
    number: Option<String>,
    title: Label,
    /// Whether it defines the term.
    home: bool,
}

/// The terms that the page of `linker` says something of, in the order of its language.
pub(super) fn entries(termbase: &Termbase<'_>, linker: &Linker<'_>) -> Vec<Entry> {
    let concepts = 0..termbase.concepts.len();
    let mut entries: Vec<Entry> = concepts.filter_map(|concept| entry(termbase, linker, concept)).collect();
    entries.sort_by(|a, b| a.key.cmp(&b.key));
    entries
}

/// The entry of a concept, by its place among all; none where no section names it.
pub(super) fn entry(termbase: &Termbase<'_>, linker: &Linker<'_>, concept: usize) -> Option<Entry> {
    let (book, language) = (linker.book, linker.edition.language());
    let (at, concept) = (concept, termbase.concepts.get(concept)?);
    let reference = concept.terms.get(book.reference.as_str()).copied();
    let own = concept.terms.get(language).copied().filter(|term| term.name.is_some());
    let (spoken, term): (&str, &Term) = match own {
        Some(term) => (language, term),
        None => (&book.reference, reference?),
    };
    let name = term.name.as_ref().map_or(concept.id, |name| name.value.as_str());
    let home = reference.and_then(|term| term.section.as_ref()).map(|(id, _)| id.as_str());
    let home = home.and_then(|id| book.section(id)).map(|(_, section)| section.id.as_str());
    let (sections, more) = sections(book, termbase.in_rules(at, language), home);
    let view = View::new(book, language);
    let places: Vec<Mention> = sections
        .into_iter()
        .map(|(chapter, section)| Mention {
            href: href(linker.section(book, chapter, section, None)),
            number: view.number(section),
            title: Label::section(&view, section),
            home: home == Some(section.id.as_str()),
        })
        .collect();
    let forms = |lines: &[Line]| lines.iter().map(|line| typeset(&line.value, spoken, None)).collect();
    (!places.is_empty()).then(|| Entry {
        name: Label::new(name, spoken, language),
        forms: forms(&term.forms),
        places,
        more,
        key: collation::key(term.reading.as_deref().unwrap_or(name)),
    })
}

/// The sections that use a term most often, and the one that defines it, in the order of the book; and whether more use it.
fn sections<'a>(
    book: &'a Book,
    used: Vec<(&'a Section, usize)>,
    home: Option<&str>,
) -> (Vec<(&'a Chapter, &'a Section)>, bool) {
    let counts: HashMap<&str, usize> = used.into_iter().map(|(section, count)| (section.id.as_str(), count)).collect();
    let is_home = |section: &Section| home == Some(section.id.as_str());
    let named = book.sections().filter(|(_, section)| counts.contains_key(section.id.as_str()) || is_home(section));
    let mut named: Vec<(usize, (&Chapter, &Section))> = named.enumerate().collect();
    let more = named.len() > MOST;
    let count = |section: &Section| counts.get(section.id.as_str()).copied().unwrap_or(0);
    named.sort_by_key(|(_, (_, section))| (!is_home(section), Reverse(count(section))));
    named.truncate(MOST);
    named.sort_by_key(|(place, _)| *place);
    (named.into_iter().map(|(_, section)| section).collect(), more)
}
