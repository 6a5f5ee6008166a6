//! The page of a book: what it is, how far each language is, its contents.

use minijinja::{Value, context, value::Serde};
use serde::Serialize;

use super::address::{self, Edition, Sheet};
use super::chapter::crumbs;
use super::link::Linker;
use super::renderer::{Frame, Label, Renderer, choices, href};
use super::{SiteError, contents, html, language};
use crate::library::Book;
use crate::library::localized::{State, View, pieces};

/// How far a book is in a language, in sections.
#[derive(Debug, Default, Serialize)]
pub(super) struct Progress {
    code: String,
    name: String,
    href: Option<Value>,
    current: bool,
    reference: bool,
    sections: usize,
    fresh: usize,
    unaccepted: usize,
    outdated: usize,
    missing: usize,
    /// Sections that have any text in the language, in percent, rounded down.
    percent: usize,
}

impl Progress {
    /// Counts the sections of `book` that have something to translate.
    pub(super) fn of(book: &Book, language: &str) -> Self {
        let view = View::new(book, language);
        let mut progress =
            Self { code: language.to_owned(), name: language::name(language).to_owned(), ..Self::default() };
        for (_, section) in book.sections().filter(|(_, section)| !pieces(section).is_empty()) {
            progress.sections += 1;
            match view.state(section) {
                State::Reference => progress.reference = true,
                State::Current => progress.fresh += 1,
                State::Unaccepted => progress.unaccepted += 1,
                State::Outdated => progress.outdated += 1,
                State::Missing => progress.missing += 1,
            }
        }
        progress.percent = ((progress.sections - progress.missing) * 100).checked_div(progress.sections).unwrap_or(100);
        progress
    }
}

/// Makes the page of a book in one language.
pub(super) fn page(renderer: &mut Renderer<'_>, book: &Book, language: &str) -> Result<(), SiteError> {
    let address = address::book(language, &book.id, "index");
    let edition = Edition::One(language);
    let linker = renderer.linker(book, edition, &address);
    let view = View::new(book, language);
    let provenance = view.provenance().map(|(prose, of)| {
        let html = html::prose(&prose.document, &linker.in_language(of), None);
        context! { html => Value::from_safe_string(html), lang => (of != language).then_some(of) }
    });
    let progress = book.all_languages().into_iter().map(|other| Progress {
        href: (other != language).then(|| href(linker.to(&address::book(other, &book.id, "index")))),
        current: other == language,
        ..Progress::of(book, other)
    });
    let related = book.related.iter().map(|related| {
        let relation = linker.strings.get(if related.relation == "amends" { "amends" } else { "cites" });
        context! { relation, title => Serde(Label::named(&related.title, &related.id, book, language)) }
    });
    let pairs = book.all_languages().into_iter().filter(|other| *other != language).filter_map(|other| {
        let first = book.chapters.first()?;
        Some((other, address::beside(book, Sheet::Rules, language, other, &first.id)))
    });
    let body = context! {
        title => Serde(Label::named(&book.title, &book.id, book, language)),
        edition => view.edition(),
        effective => book.effective.as_ref().map(|(date, _)| date.as_str()),
        publisher => book.publisher.as_deref(),
        designer => book.designer.as_deref(),
        license => book.license.as_ref().map(|(license, _)| license),
        provenance,
        related => related.collect::<Vec<_>>(),
        progress => Serde(progress.collect::<Vec<_>>()),
        pairs => Serde(choices(&address, language, pairs)),
        whole_forms => Serde(renderer.forms(&linker, "book")),
        aid_forms => Serde(renderer.forms(&linker, "aid")),
    };
    let frame = frame(renderer, &linker, book, language, "index", None);
    renderer.page("book.html", frame, body)
}

/// The frame of a page about a whole book; `title` is what it is called, unless it is the book's first page.
pub(super) fn frame<'a>(
    renderer: &Renderer<'_>,
    linker: &Linker<'_>,
    book: &'a Book,
    language: &'a str,
    page: &str,
    title: Option<String>,
) -> Frame<'a> {
    let address = address::book(language, &book.id, page);
    let view = View::new(book, language);
    let label = title.clone().map(|text| Label { text, lang: None });
    Frame {
        language,
        title: match title {
            Some(title) => vec![title, view.short_title().to_owned()],
            None => vec![view.book_title().to_owned()],
        },
        crumbs: crumbs(renderer, book, Edition::One(language), &address, label),
        alternates: book
            .all_languages()
            .into_iter()
            .map(|other| (other, address::book(other, &book.id, page)))
            .collect(),
        contents: Some(contents::contents(renderer, linker, page)),
        book: Some(book),
        address,
    }
}
