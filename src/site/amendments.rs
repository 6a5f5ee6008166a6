//! What sections do to other documents: told where each opens, and listed on a page of the book.

use minijinja::{context, value::Serde};

use super::SiteError;
use super::address::{self, Edition};
use super::book;
use super::renderer::{Label, Renderer, href};
use super::strings::Strings;
use crate::library::localized::View;
use crate::library::{Amendment, AmendmentKind, Book, Section};

/// A sentence for each amendment of a section.
pub(super) fn of_section(view: &View<'_>, strings: &Strings, section: &Section) -> Vec<String> {
    let sentence = |amendment: &Amendment| {
        let book = view.related_short(&amendment.book).unwrap_or(&amendment.book);
        let place = match &amendment.number {
            Some(number) => strings.fill("outside_reference", &[("number", number), ("book", book)]),
            None => book.to_owned(),
        };
        let how = match amendment.how {
            Some(AmendmentKind::Adds) => "amends_adds",
            Some(AmendmentKind::Changes) => "amends_changes",
            Some(AmendmentKind::Replaces) => "amends_replaces",
            None => "amends_unsaid",
        };
        strings.fill(how, &[("what", &place)])
    };
    section.amends.iter().map(sentence).collect()
}

/// How many sections of a book amend another document.
pub(super) fn count(book: &Book) -> usize {
    book.sections().filter(|(_, section)| !section.amends.is_empty()).count()
}

/// Makes the page of them in one language, if there are any.
pub(super) fn page(renderer: &mut Renderer<'_>, book: &Book, language: &str) -> Result<(), SiteError> {
    if renderer.counts(book).amendments == 0 {
        return Ok(());
    }
    let address = address::book(language, &book.id, "amendments");
    let linker = renderer.linker(book, Edition::One(language), &address);
    let view = View::new(book, language);
    let sections = book.sections().filter(|(_, section)| !section.amends.is_empty()).map(|(chapter, section)| {
        context! {
            href => href(linker.section(book, chapter, section, None)),
            number => view.number(section),
            title => Serde(Label::section(&view, section)),
            amends => of_section(&view, linker.strings, section),
        }
    });
    let body = context! { sections => sections.collect::<Vec<_>>() };
    let title = linker.strings.get("amendments").to_owned();
    let frame = book::frame(renderer, &linker, book, language, "amendments", Some(title));
    renderer.page("amendments.html", frame, body)
}
