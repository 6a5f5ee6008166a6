//! The page of open questions: every doubt, every variant and every option of a book but its optional rules.

use minijinja::{context, value::Serde};

use super::SiteError;
use super::address::{self, Edition};
use super::notice::Notices;
use super::renderer::{Label, Renderer, href};
use super::section::Pieces;
use super::{book, notes, option, ruling};
use crate::library::Book;
use crate::library::localized::View;

/// Makes the page of open questions in one language.
pub(super) fn page(renderer: &mut Renderer<'_>, book: &Book, language: &str) -> Result<(), SiteError> {
    let address = address::book(language, &book.id, "doubts");
    let edition = Edition::One(language);
    let linker = renderer.linker(book, edition, &address);
    let view = View::new(book, language);
    let sections = book.sections().filter_map(|(chapter, section)| {
        let notes = notes::doubts(&Pieces {
            notices: Notices::new(renderer, &linker, view, chapter),
            linker: &linker,
            view,
            section,
        });
        let mut options = option::of_section(renderer, &linker, &section.id);
        options.retain(|option| !option.optional);
        let rulings = ruling::of_section(&linker, section);
        if notes.is_empty() && options.is_empty() && rulings.is_empty() {
            return None;
        }
        Some(context! {
            href => href(linker.section(book, chapter, section, None)),
            id => address::anchor(&section.id),
            number => view.number(section),
            title => Serde(Label::section(&view, section)),
            rulings => Serde(rulings),
            options => Serde(options),
            notes => Serde(notes),
        })
    });
    let body = context! { sections => sections.collect::<Vec<_>>() };
    let title = linker.strings.get("doubts").to_owned();
    let frame = book::frame(renderer, &linker, book, language, "doubts", Some(title));
    renderer.page("doubts.html", frame, body)
}
