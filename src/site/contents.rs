//! The contents of a book, as the side column and the book's page show them.

use minijinja::{Value, value::Serde};
use serde::Serialize;

use super::link::Linker;
use super::renderer::{Label, Renderer, href};
use super::{address, aid, amendments};
use crate::library::levels;
use crate::library::localized::View;
use crate::library::{Book, Chapter, ExampleKind, texts};

#[derive(Serialize)]
struct Contents {
    book: Label,
    href: Value,
    chapters: Vec<ChapterEntry>,
    aid: Value,
    whole: Value,
    map: Value,
    glossary: Value,
    doubts: Value,
    amendments: Value,
    verdicts: Value,
    /// Whether there are more chapters before these, and behind them.
    before: bool,
    behind: bool,
    counts: Counts,
    /// A page of the book that is no chapter, or the id of the chapter at hand.
    current: String,
}

#[derive(Serialize)]
struct ChapterEntry {
    id: String,
    href: Value,
    number: Option<String>,
    title: Label,
    outside: bool,
    sections: Vec<SectionEntry>,
}

#[derive(Serialize)]
struct SectionEntry {
    href: Value,
    number: Option<String>,
    title: Label,
    outside: bool,
    level: u8,
}

/// How many chapters the side column shows before and behind the one at hand; the book's own page shows all.
const NEAR: usize = 25;

/// How much a book has of what its contents count.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Counts {
    /// Sections on the player aid.
    pub(super) aid: usize,
    /// Maps.
    maps: usize,
    /// Doubts and variants.
    open: usize,
    /// Sections that amend another document.
    pub(super) amendments: usize,
    /// Examples.
    examples: usize,
    /// Which examples stand with the rules.
    #[serde(skip)]
    pub(super) told: ExampleKind,
    /// Whether it has logic: else nothing is said of what runs show.
    pub(super) proven: bool,
}

impl Counts {
    pub(super) fn of(book: &Book) -> Self {
        Self {
            aid: aid::sections(book).count(),
            maps: book.maps.len(),
            open: book.sections().map(|(_, section)| texts::doubts(section).count()).sum::<usize>()
                + book.options.iter().filter(|option| option.section.is_some() && !option.optional).count(),
            amendments: amendments::count(book),
            examples: book.sections().map(|(_, section)| section.examples.len()).sum(),
            told: book.told_examples(),
            proven: book.has_logic(),
        }
    }
}

/// The contents of the book of `linker`, on the page `current` (`index`, `glossary`, `book`, …, or a chapter's id).
/// Each page has a part of them, so that the site grows with the book and not with its square.
pub(super) fn contents(renderer: &Renderer<'_>, linker: &Linker<'_>, current: &str) -> Value {
    let (book, language) = (linker.book, linker.edition.language());
    let page = |name| href(linker.to(&address::book(language, &book.id, name)));
    let all = 0..book.chapters.len();
    let shown = match book.chapters.iter().position(|chapter| chapter.id == current) {
        _ if current == "index" || all.len() <= 2 * NEAR + 1 => all.clone(),
        Some(at) => at.saturating_sub(NEAR)..all.len().min(at + NEAR + 1),
        None => 0..2 * NEAR + 1,
    };
    let sections = |chapter: &Chapter| current == "index" || chapter.id == current;
    Value::from(Serde(Contents {
        book: Label::short_title(book, language),
        href: page("index"),
        before: shown.start > 0,
        behind: shown.end < all.end,
        chapters: book.chapters[shown].iter().map(|chapter| entry(linker, chapter, sections(chapter))).collect(),
        aid: page("aid"),
        whole: page("book"),
        map: page("map"),
        glossary: page("glossary"),
        doubts: page("doubts"),
        amendments: page("amendments"),
        verdicts: page("verdicts"),
        counts: renderer.counts(book),
        current: current.to_owned(),
    }))
}

fn entry(linker: &Linker<'_>, chapter: &Chapter, with_sections: bool) -> ChapterEntry {
    let language = linker.edition.language();
    let view = View::new(linker.book, language);
    let opening = levels::opening(chapter);
    let levels = if with_sections { levels::levels(linker.book, chapter) } else { Vec::new() };
    let sections = chapter.sections.iter().zip(levels).skip(usize::from(opening.is_some()));
    ChapterEntry {
        id: chapter.id.clone(),
        href: href(linker.to(&linker.chapter(linker.edition, linker.book, chapter))),
        number: view.chapter_number(chapter),
        title: Label::chapter(&view, chapter),
        outside: chapter.outside.is_some(),
        sections: sections
            .map(|(section, level)| SectionEntry {
                href: href(linker.section(linker.book, chapter, section, None)),
                number: view.number(section),
                title: Label::section(&view, section),
                outside: section.outside.is_some(),
                level,
            })
            .collect(),
    }
}
