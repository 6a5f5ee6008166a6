//! The glossary of a book: its concepts by group, with their names in every language.

use std::collections::{HashMap, HashSet};

use minijinja::{Value, context, value::Serde};
use serde::Serialize;

use super::address::{self, Edition};
use super::link::Linker;
use super::notice::Notice;
use super::renderer::{Label, Renderer, href};
use super::{SiteError, book, collation, html};
use crate::library::format::TERM_GROUPS;
use crate::library::history::History;
use crate::library::localized::{State, View};
use crate::library::typeset::typeset;
use crate::library::{Book, Library, Line, Prose, Term};

#[derive(Serialize)]
struct Entry {
    id: String,
    name: Label,
    reading: Option<String>,
    forms: Vec<String>,
    forbidden: Vec<String>,
    others: Vec<Other>,
    definition: Option<Value>,
    definition_lang: Option<String>,
    notice: Option<Notice>,
    section: Option<Value>,
    #[serde(skip)]
    key: (String, String),
}

/// The name in another language.
#[derive(Serialize)]
struct Other {
    lang: String,
    name: String,
}

/// Makes the glossary of a book in one language.
pub(super) fn page(renderer: &mut Renderer<'_>, book: &Book, language: &str) -> Result<(), SiteError> {
    let address = address::book(language, &book.id, "glossary");
    let edition = Edition::One(language);
    let linker = renderer.linker(book, edition, &address);
    let strings = linker.strings;
    let mut groups: Vec<(&str, Vec<Entry>)> = TERM_GROUPS.iter().map(|group| (*group, Vec::new())).collect();
    for (reference, names) in concepts(renderer.library, book) {
        let group = reference.group.as_deref().unwrap_or("concept");
        if let Some((_, entries)) = groups.iter_mut().find(|(name, _)| *name == group) {
            entries.push(entry(&renderer.options.history, &linker, reference, &names));
        }
    }
    let groups = groups.into_iter().filter(|(_, entries)| !entries.is_empty()).map(|(group, mut entries)| {
        entries.sort_by(|a, b| a.key.cmp(&b.key));
        context! { id => format!("_{group}"), name => strings.get(&format!("group_{group}")), terms => Serde(entries) }
    });
    let body = context! { groups => groups.collect::<Vec<_>>() };
    let title = strings.get("glossary").to_owned();
    let frame = book::frame(renderer, &linker, book, language, "glossary", Some(title));
    renderer.page("glossary.html", frame, body)
}

/// Each concept in the reference language with its names in every language: the book's own, then those shared by all.
pub(super) fn concepts<'a>(library: &'a Library, book: &'a Book) -> Vec<(&'a Term, Vec<(&'a str, &'a Term)>)> {
    // Of two terms with one id the first counts.
    let by_id = |language: &str| -> HashMap<&'a str, &'a Term> {
        let terms = book.terms_in(language).iter().chain(library.shared_terms_in(language)).rev();
        terms.map(|term| (term.id.as_str(), term)).collect()
    };
    let glossaries: Vec<_> = book.all_languages().into_iter().map(|language| (language, by_id(language))).collect();
    let own: HashSet<&str> = book.terms.iter().map(|term| term.id.as_str()).collect();
    let common = library.shared_terms_in(&book.reference).iter().filter(|term| !own.contains(term.id.as_str()));
    let names = |reference: &'a Term| {
        let names =
            glossaries.iter().filter_map(|(language, terms)| Some((*language, *terms.get(reference.id.as_str())?)));
        (reference, names.collect())
    };
    book.terms.iter().chain(common).map(names).collect()
}

/// The language in which a concept is named for a reader, and its name there.
pub(super) fn name<'t>(view: &View<'t>, reference: &'t Term, names: &[(&'t str, &'t Term)]) -> (&'t str, &'t str) {
    let own = names.iter().find(|(code, term)| *code == view.language && term.name.is_some());
    let (code, term) = own.copied().unwrap_or((&view.book.reference, reference));
    (code, term.name.as_ref().map_or(reference.id.as_str(), |name| &name.value))
}

/// What a concept means, and the language that is told in. A definition that is not translated yet still helps, and so does one
/// that the book does not know in its own language.
pub(super) fn definition<'t>(
    view: &View<'t>,
    reference: &'t Term,
    names: &[(&'t str, &'t Term)],
) -> Option<(&'t str, &'t Prose)> {
    if let Some(piece) = view.definition(reference) {
        return (!piece.hidden).then_some((piece.language, piece.text));
    }
    let own = names.iter().find(|(code, term)| *code == view.language && term.name.is_some());
    let own = own.copied().unwrap_or((&view.book.reference, reference));
    [own, (view.book.reference.as_str(), reference)]
        .into_iter()
        .find_map(|(code, term)| Some((code, term.definition.as_ref()?)))
}

fn entry(history: &History, linker: &Linker<'_>, reference: &Term, names: &[(&str, &Term)]) -> Entry {
    let book = linker.book;
    let language = linker.edition.language();
    let view = View::new(book, language);
    let (code, name) = self::name(&view, reference, names);
    let term = names.iter().find(|(own, _)| *own == code).map_or(reference, |(_, term)| term);
    let piece = view.definition(reference);
    let definition = definition(&view, reference, names);
    let outdated = piece.filter(|piece| piece.state == State::Outdated);
    // A name that stays as it is in every language is said once.
    let others = names.iter().filter(|(other, _)| *other != code).filter_map(|(other, term)| {
        let other_name = term.name.as_ref().filter(|other| other.value != name)?;
        Some(Other { lang: (*other).to_owned(), name: other_name.value.clone() })
    });
    let section = reference.section.as_ref().and_then(|(id, _)| book.section(id)).map(|(chapter, section)| {
        context! {
            href => href(linker.section(book, chapter, section, None)),
            number => view.number(section),
            title => Serde(Label::section(&view, section)),
        }
    });
    let values = |lines: &[Line]| lines.iter().map(|line| typeset(&line.value, code, None)).collect();
    Entry {
        id: address::anchor(&reference.id),
        name: Label::new(name, code, language),
        reading: term.reading.clone(),
        forms: values(&term.forms),
        forbidden: values(&term.forbidden),
        others: others.collect(),
        definition: definition
            .map(|(code, text)| Value::from_safe_string(html::prose(&text.document, &linker.in_language(code), None))),
        definition_lang: definition.filter(|(code, _)| *code != language).map(|(code, _)| code.to_owned()),
        notice: outdated.and_then(|piece| Notice::of_definition(history, linker, &view, reference, &piece)),
        section,
        key: collation::key(term.reading.as_deref().unwrap_or(name)),
    }
}
