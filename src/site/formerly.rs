//! What stands at the addresses that chapters had before and at those of sections that went to another chapter: each leads to
//! its successor.

use std::collections::BTreeSet;

use minijinja::{Value, context, value::Serde};

use super::address::{self, Edition, Sheet};
use super::link::Linker;
use super::renderer::{Label, Renderer, href};
use super::{SiteError, chapter};
use crate::library::localized::View;
use crate::library::markup::StatementLabel;
use crate::library::names::MOST_FORMER;
use crate::library::{Book, Chapter, Section};

/// The names that a chapter had before, and no other chapter has.
pub(super) fn names<'a>(book: &'a Book, chapter: &'a Chapter) -> impl Iterator<Item = &'a str> {
    let ids = chapter.formerly.iter().take(MOST_FORMER).map(|(id, _)| id.as_str());
    ids.filter(|id| *id != chapter.id && book.chapter_once(id).is_some_and(|now| now.id == chapter.id))
}

/// What is shown on the page of a chapter of those that stood there: each under the id of that time.
pub(super) fn moved(linker: &Linker<'_>, chapter: &Chapter) -> Vec<Value> {
    let book = linker.book;
    let view = View::new(book, linker.edition.language());
    let mut told = BTreeSet::new();
    let gone = book.moved_from(chapter).filter(|(id, ..)| {
        // By a former name of the chapter and by that of today the address is the same.
        let (section, label) = id.split_once('.').map_or((*id, None), |(section, label)| (section, Some(label)));
        let living = chapter.sections.iter().find(|living| living.id == section);
        let label = label.map(StatementLabel::parse);
        let is_there =
            |living: &Section| label.is_none_or(|label| label.is_some_and(|label| living.has_statement(label)));
        told.insert(*id) && !living.is_some_and(is_there)
    });
    let view = |(id, there, section)| {
        context! {
            id => address::former_anchor(id),
            href => href(linker.section(book, there, section, None)),
            number => view.number(section),
            title => Serde(Label::section(&view, section)),
        }
    };
    gone.map(view).collect()
}

/// Makes a page at each former address of a chapter, in every edition and on every sheet.
pub(super) fn pages(renderer: &mut Renderer<'_>) -> Result<(), SiteError> {
    let library = renderer.library;
    for book in &library.books {
        let languages = book.all_languages();
        for chapter in &book.chapters {
            for id in names(book, chapter) {
                for &language in &languages {
                    for sheet in Sheet::ALL {
                        let proven = sheet != Sheet::Proof || chapter::proves(renderer, book, chapter);
                        let now = if proven { sheet } else { Sheet::Rules };
                        let to = address::sheet(now, Edition::One(language), &book.id, &chapter.id);
                        page(
                            renderer,
                            (book, language),
                            chapter,
                            address::sheet(sheet, Edition::One(language), &book.id, id),
                            &to,
                        )?;
                    }
                    for &other in languages.iter().filter(|other| **other != language) {
                        let edition = Edition::Two(language, other);
                        let to = address::chapter(edition, &book.id, &chapter.id);
                        page(renderer, (book, language), chapter, address::chapter(edition, &book.id, id), &to)?;
                    }
                }
            }
        }
    }
    Ok(())
}

fn page(
    renderer: &mut Renderer<'_>,
    (book, language): (&Book, &str),
    chapter: &Chapter,
    address: String,
    to: &str,
) -> Result<(), SiteError> {
    let names = vec![View::new(book, language).short_title().to_owned()];
    let canonical = renderer.options.base_url.as_ref().map(|base| href(base.of(to)));
    lead(renderer, (book, language), chapter, Lead { address, to, names, canonical })
}

/// A page that leads from where a chapter stood to where it stands.
pub(super) struct Lead<'a> {
    pub(super) address: String,
    pub(super) to: &'a str,
    /// What it is told to be of, under the chapter's title.
    pub(super) names: Vec<String>,
    /// The whole address that search engines keep; without one they keep none.
    pub(super) canonical: Option<Value>,
}

/// Makes such a page, with the chapter's title in `language`.
pub(super) fn lead(
    renderer: &mut Renderer<'_>,
    (book, language): (&Book, &str),
    chapter: &Chapter,
    Lead { address, to, names, canonical }: Lead<'_>,
) -> Result<(), SiteError> {
    let body = context! {
        number => View::new(book, language).chapter_number(chapter),
        title => Serde(Label::chapter(&View::new(book, language), chapter)),
        names,
        canonical,
        to => href(address::relative(&address, to)),
    };
    renderer.bare_page("moved.html", address, language, body)
}
