//! The player aid of a book: the rules and tables that are looked up most, under short titles, each leading to its section.

use minijinja::{Value, context, value::Serde};
use serde::Serialize;

use super::address::{self, Edition};
use super::data::{self, DataView, Reader};
use super::figure::{self, LineView};
use super::notice::{Notice, Notices};
use super::renderer::{Label, Renderer, href};
use super::section::{PieceView, Pieces};
use super::verdict::Case;
use super::{SiteError, book};
use crate::library::localized::View;
use crate::library::{Book, Chapter, Section, texts};

#[derive(Serialize)]
struct Card {
    id: String,
    title: Label,
    href: Value,
    /// What the section is called in the book.
    number: Option<String>,
    name: Label,
    /// How many doubts and readings the section has, and where they stand.
    open: usize,
    doubts: Value,
    notice: Option<Notice>,
    text: Option<PieceView>,
    data: Vec<DataView>,
    odds: Option<LineView>,
}

/// The sections that stand on the player aid.
pub(super) fn sections(book: &Book) -> impl Iterator<Item = (&Chapter, &Section)> {
    book.sections().filter(|(_, section)| section.aid.is_some())
}

/// Makes the player aid in one language, if there is one.
pub(super) fn page(renderer: &mut Renderer<'_>, book: &Book, language: &str) -> Result<(), SiteError> {
    if renderer.counts(book).aid == 0 {
        return Ok(());
    }
    let address = address::book(language, &book.id, "aid");
    let linker = renderer.linker(book, Edition::One(language), &address);
    let view = View::new(book, language);
    let wording = renderer.wording(book, language);
    let doubts = address::book(language, &book.id, "doubts");
    let card = |(chapter, section): (&Chapter, &Section)| {
        let title = view.aid(section)?;
        let pieces = Pieces { notices: Notices::new(renderer, &linker, view, chapter), linker: &linker, view, section };
        Some(Card {
            id: address::anchor(&section.id),
            title: Label::new(title.text.value.as_str(), title.language, language),
            href: href(linker.section(book, chapter, section, None)),
            number: view.number(section),
            name: Label::section(&view, section),
            open: texts::doubts(section).count()
                + book.options_of(&section.id).filter(|option| !option.optional).count(),
            doubts: href(linker.to(&format!("{doubts}#{}", address::anchor(&section.id)))),
            notice: pieces.notices.of(Some(section), &title, "aid"),
            text: view.text(section).map(|text| pieces.show(&text, "text", None)),
            data: data::tables(section, &[Reader { linker: &linker, view, wording }]),
            odds: figure::under_rule(section, |example| Case {
                renderer,
                linker: &linker,
                wording,
                chapter,
                section,
                example,
            }),
        })
    };
    let margins = href(linker.to(&address::margins(language, &book.id)));
    let body = context! { margins, cards => Serde(sections(book).filter_map(card).collect::<Vec<_>>()) };
    let title = linker.strings.get("aid").to_owned();
    let frame = book::frame(renderer, &linker, book, language, "aid", Some(title));
    renderer.page("aid.html", frame, body)
}
