//! The contents of a book, as the side column and the book's page show them.

use minijinja::{Value, value::Serde};
use serde::Serialize;

use super::address;
use super::link::Linker;
use super::press::{Label, href};
use super::section::levels;
use crate::library::localized::View;
use crate::library::{Chapter, texts};

#[derive(Serialize)]
struct Contents {
    book: Label,
    href: Value,
    chapters: Vec<ChapterEntry>,
    glossary: Value,
    doubts: Value,
    verdicts: Value,
    /// How many doubts and variants there are.
    open: usize,
    /// How many examples there are.
    examples: usize,
    /// `index`, `glossary`, `doubts`, `verdicts` or the id of the chapter at hand.
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

/// The contents of the book of `linker`, on the page `current` (`index`, `glossary`, `doubts`, `verdicts`, or a chapter's id).
pub(super) fn contents(linker: &Linker<'_>, current: &str) -> Value {
    let (book, language) = (linker.book, linker.edition.language());
    let page = |name| href(linker.to(&address::book(language, &book.id, name)));
    let notes = book.sections().map(|(_, section)| texts::doubts(section).count());
    Value::from(Serde(Contents {
        book: Label::short_title(book, language),
        href: page("index"),
        chapters: book.chapters.iter().map(|chapter| entry(linker, chapter)).collect(),
        glossary: page("glossary"),
        doubts: page("doubts"),
        verdicts: page("verdicts"),
        open: notes.sum(),
        examples: book.sections().map(|(_, section)| section.examples.len()).sum(),
        current: current.to_owned(),
    }))
}

fn entry(linker: &Linker<'_>, chapter: &Chapter) -> ChapterEntry {
    let language = linker.edition.language();
    let view = View::new(linker.book, language);
    let opening = super::chapter::opening(chapter);
    let sections = chapter.sections.iter().zip(levels(chapter)).skip(usize::from(opening.is_some()));
    ChapterEntry {
        id: chapter.id.clone(),
        href: href(linker.to(&address::chapter(linker.edition, &linker.book.id, &chapter.id))),
        number: chapter.number.clone(),
        title: Label::chapter(&view, chapter),
        outside: chapter.outside.is_some(),
        sections: sections
            .map(|(section, level)| SectionEntry {
                href: href(linker.section(linker.book, chapter, section, None)),
                number: section.number().map(str::to_owned),
                title: Label::section(&view, section),
                outside: section.outside.is_some(),
                level,
            })
            .collect(),
    }
}
