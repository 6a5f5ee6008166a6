//! The page of a chapter.

use minijinja::{Value, context, value::Serde};

use super::address::{self, Edition};
use super::notice::Notices;
use super::press::{Crumb, Frame, Label, Press, href};
use super::{SiteError, contents, section};
use crate::library::localized::View;
use crate::library::{Book, Chapter, Section};

/// The section that opens a chapter: the first one, if it carries the chapter's number, or, where neither has a number,
/// its title. Its heading is the chapter's.
pub(super) fn opening(chapter: &Chapter) -> Option<&Section> {
    let titled = |section: &Section| match (&section.title, &chapter.title) {
        (Some(own), Some(title)) => own.value == title.value,
        _ => false,
    };
    chapter.sections.first().filter(|section| match (section.number(), chapter.number.as_deref()) {
        (Some(own), Some(number)) => own == number,
        (None, None) => titled(section),
        _ => false,
    })
}

/// Makes the page of a chapter in one language.
pub(super) fn page(press: &mut Press<'_>, book: &Book, language: &str, at: usize) -> Result<(), SiteError> {
    let chapter = &book.chapters[at];
    let edition = Edition::One(language);
    let address = address::chapter(edition, &book.id, &chapter.id);
    let linker = press.linker(book, edition, &address);
    let view = View::new(book, language);
    let wording = press.wording(book, language);
    let sections: Vec<_> = section::headed(chapter)
        .map(|(section, heading)| section::view(press, &linker, wording, chapter, section, heading))
        .collect();
    let title = Label::chapter(&view, chapter);
    let alternates = book
        .all_languages()
        .into_iter()
        .map(|other| (other, address::chapter(Edition::One(other), &book.id, &chapter.id)));
    let body = context! {
        number => chapter.number.as_deref(),
        title => Serde(&title),
        opened => opening(chapter).is_some(),
        notice => view.chapter_title(chapter).and_then(|title| Notices::new(press, &linker, view, chapter).of(None, &title, "title")).map(Serde),
        outside => chapter.outside.as_deref().map(|id| view.related_short(id).unwrap_or(id)),
        sections => Serde(sections),
        previous => at.checked_sub(1).map(|at| neighbour(press, book, edition, &address, at)),
        next => (at + 1 < book.chapters.len()).then(|| neighbour(press, book, edition, &address, at + 1)),
    };
    let frame = Frame {
        language,
        title: vec![numbered(chapter, &title), view.short_title().to_owned()],
        crumbs: crumbs(
            press,
            book,
            edition,
            &address,
            Some(Label { text: numbered(chapter, &title), lang: title.lang.clone() }),
        ),
        alternates: alternates.collect(),
        contents: Some(contents::contents(press, &linker, &chapter.id)),
        address: address.clone(),
    };
    press.page("chapter.html", frame, body)
}

/// Number and title of a chapter.
pub(super) fn numbered(chapter: &Chapter, title: &Label) -> String {
    chapter.number.as_ref().map_or_else(|| title.text.clone(), |number| format!("{number} {}", title.text))
}

/// The way from the library to a page of a book; the book's own page has no label.
pub(super) fn crumbs(
    press: &Press<'_>,
    book: &Book,
    edition: Edition<'_>,
    page: &str,
    label: Option<Label>,
) -> Vec<Crumb> {
    let language = edition.language();
    let to = |address: String| Some(href(address::relative(page, &address)));
    let home = press.title(press.strings(language));
    let mut crumbs = vec![
        Crumb { label: Label { text: home, lang: None }, href: to(address::home(language)) },
        Crumb { label: Label::short_title(book, language), href: to(address::book(language, &book.id, "index")) },
    ];
    crumbs.extend(label.map(|label| Crumb { label, href: None }));
    if let [.., last] = &mut crumbs[..] {
        last.href = None;
    }
    crumbs
}

/// The link to the chapter before or after.
pub(super) fn neighbour(press: &Press<'_>, book: &Book, edition: Edition<'_>, page: &str, at: usize) -> Value {
    let chapter = &book.chapters[at];
    let linker = press.linker(book, edition, page);
    context! {
        href => href(linker.to(&address::chapter(edition, &book.id, &chapter.id))),
        number => chapter.number.as_deref(),
        title => Serde(Label::chapter(&View::new(book, edition.language()), chapter)),
    }
}
