//! The whole book on one page, rules only, with contents and an index of terms: to print, and to read in one go.

use std::fmt::Write as _;

use minijinja::{Value, context, value::Serde};
use serde::Serialize;

use super::address::{self, Edition};
use super::link::{Binding, Linker};
use super::notice::{Notice, Notices};
use super::renderer::{Label, Renderer, href};
use super::section::{Heading, SectionView};
use super::{SiteError, book, formerly, section, term_index};
use crate::library::levels;
use crate::library::localized::View;
use crate::library::{Book, Chapter};
use crate::termbase::Termbase;

/// A chapter with its rules.
#[derive(Serialize)]
pub(super) struct ChapterView {
    id: String,
    /// Its anchors by former names.
    anchors: Vec<String>,
    number: Option<String>,
    title: Label,
    outside: Option<String>,
    notice: Option<Notice>,
    /// Whether its first section opens it: the heading of that is the chapter's.
    opened: bool,
    sections: Vec<SectionView>,
    /// What the contents list of it.
    listed: Vec<Listed>,
}

/// A section in the contents.
#[derive(Serialize)]
pub(super) struct Listed {
    href: Value,
    number: Option<String>,
    title: Label,
}

/// Makes the page in one language, and what stands in the margins of its sheets.
pub(super) fn page(
    renderer: &mut Renderer<'_>,
    termbase: &Termbase<'_>,
    book: &Book,
    language: &str,
) -> Result<(), SiteError> {
    let address = address::book(language, &book.id, "book");
    let around = renderer.linker(book, Edition::One(language), &address);
    let linker = Linker { binding: Binding::Page, ..around };
    let view = View::new(book, language);
    let chapters: Vec<ChapterView> =
        book.chapters.iter().map(|chapter| chapter_view(renderer, &linker, chapter, 1)).collect();
    let margins = address::margins(language, &book.id);
    let style = margin_style(view.short_title());
    let body = context! {
        title => Serde(Label::named(&book.title, &book.id, book, language)),
        edition => view.edition(),
        publisher => book.publisher.as_deref(),
        margins => href(linker.to(&margins)),
        chapters => Serde(chapters),
        forms => Serde(renderer.forms(&linker, "book")),
        terms => Serde(term_index::entries(termbase, &linker)),
    };
    // The column beside the page leads to the chapters, as everywhere.
    let title = around.strings.get("whole").to_owned();
    let frame = book::frame(renderer, &around, book, language, "book", Some(title));
    renderer.page("whole.html", frame, body)?;
    renderer.keep(margins, style.into_bytes())
}

/// What the contents list of a chapter.
pub(super) fn listed(linker: &Linker<'_>, chapter: &Chapter) -> Vec<Listed> {
    let view = View::new(linker.book, linker.edition.language());
    let headed = chapter.sections.iter().zip(levels::levels(linker.book, chapter));
    let below = headed.skip(usize::from(levels::opening(chapter).is_some())).filter(|(_, level)| *level <= 2);
    let listed = below.map(|(section, _)| Listed {
        href: href(linker.section(linker.book, chapter, section, None)),
        number: view.number(section),
        title: Label::section(&view, section),
    });
    listed.collect()
}

/// A chapter where so many headings stand above its own.
pub(super) fn chapter_view(renderer: &Renderer<'_>, linker: &Linker<'_>, chapter: &Chapter, above: u8) -> ChapterView {
    let (book, language) = (linker.book, linker.edition.language());
    let view = View::new(book, language);
    let wording = renderer.wording(book, language);
    let opened = levels::opening(chapter).is_some();
    let sections = chapter.sections.iter().zip(levels::levels(linker.book, chapter)).map(|(section, level)| {
        // Addresses by number are those of a chapter's own page.
        let heading =
            Heading { level: (level + above).min(6), anchors: address::former(book, section).into_iter().collect() };
        section::view(renderer, linker, wording, chapter, section, heading)
    });
    let title = view.chapter_title(chapter);
    ChapterView {
        id: address::of_book("chapter", &chapter.id),
        anchors: formerly::names(book, chapter).map(|id| address::of_book("chapter", id)).collect(),
        number: view.chapter_number(chapter),
        title: Label::chapter(&view, chapter),
        outside: chapter.outside.as_deref().map(|id| view.related_short(id).unwrap_or(id).to_owned()),
        notice: title.and_then(|title| Notices::new(renderer, linker, view, chapter).of(None, &title, "title")),
        opened,
        listed: listed(linker, chapter),
        sections: sections.collect(),
    }
}

/// What stands above and below each sheet: the book's title and the number of the page. No style in a page may name a text,
/// and a style sheet for all books cannot.
fn margin_style(title: &str) -> String {
    let mut quoted = String::new();
    for c in title.chars() {
        // A number with a blank behind it is a character and nothing else.
        let _ = write!(quoted, "\\{:x} ", u32::from(c));
    }
    format!(
        "@media print {{\n  @page {{\n    @top-left {{ content: \"{quoted}\"; }}\n    @bottom-center {{ content: counter(page) \" / \" \
         counter(pages); }}\n  }}\n  @page whole:first {{\n    @top-left {{ content: none; }}\n  }}\n}}\n"
    )
}
