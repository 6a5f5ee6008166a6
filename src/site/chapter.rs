//! The pages of a chapter.

use minijinja::{Value, context, value::Serde};

use super::address::{self, Edition, Sheet};
use super::link::Linker;
use super::notice::Notices;
use super::renderer::{Crumb, Frame, Label, Renderer, href};
use super::section::Heading;
use super::{SiteError, contents, formerly, language, section};
use crate::library::levels::opening;
use crate::library::localized::View;
use crate::library::{Book, Chapter};

/// Makes the pages of a chapter in one language: its rules, its notes, and what runs show of it.
pub(super) fn pages(renderer: &mut Renderer<'_>, book: &Book, language: &str, at: usize) -> Result<(), SiteError> {
    for sheet in Sheet::ALL {
        if sheet != Sheet::Proof || proves(renderer, book, &book.chapters[at]) {
            page(renderer, book, language, at, sheet)?;
        }
    }
    Ok(())
}

/// Whether runs show something of a chapter.
pub(super) fn proves(renderer: &Renderer<'_>, book: &Book, chapter: &Chapter) -> bool {
    chapter.sections.iter().any(|section| section::has_proof(renderer, book, section))
}

fn page(renderer: &mut Renderer<'_>, book: &Book, language: &str, at: usize, sheet: Sheet) -> Result<(), SiteError> {
    let chapter = &book.chapters[at];
    let address = address::sheet(sheet, Edition::One(language), &book.id, &chapter.id);
    let linker = Linker { sheet, ..renderer.linker(book, Edition::One(language), &address) };
    let view = View::new(book, language);
    let wording = renderer.wording(book, language);
    let sections: Vec<_> = section::headed(book, chapter)
        .filter(|(section, _)| sheet != Sheet::Proof || section::has_proof(renderer, book, section))
        .scan(1, |before, (section, heading)| {
            // Among proofs sections are left out, and still no heading skips a level.
            let level = heading.level.min(*before + 1);
            *before = level;
            Some(section::view(renderer, &linker, wording, chapter, section, Heading { level, ..heading }))
        })
        .collect();
    let title = Label::chapter(&view, chapter);
    let alternates = book.all_languages().into_iter().map(|other| {
        let proven = sheet != Sheet::Proof || proves(renderer, book, chapter);
        (other, address::sheet(if proven { sheet } else { Sheet::Rules }, Edition::One(other), &book.id, &chapter.id))
    });
    let turn = |at: usize| neighbour(renderer, book, &linker, at);
    let body = context! {
        number => view.chapter_number(chapter),
        title => Serde(&title),
        opened => opening(chapter).is_some_and(|first| sheet != Sheet::Proof || section::has_proof(renderer, book, first)),
        notice => view.chapter_title(chapter).and_then(|title| Notices::new(renderer, &linker, view, chapter).of(None, &title, "title")).map(Serde),
        outside => chapter.outside.as_deref().map(|id| view.related_short(id).unwrap_or(id)),
        sheet => sheet.name(),
        sheets => sheets(renderer, &linker, chapter, sheet),
        pairs => pairs(&linker, chapter),
        sections => Serde(sections),
        moved => formerly::moved(&linker, chapter),
        previous => at.checked_sub(1).map(turn),
        next => (at + 1 < book.chapters.len()).then(|| turn(at + 1)),
    };
    let named = match sheet {
        Sheet::Rules => numbered(&view, chapter, &title),
        Sheet::Notes | Sheet::Proof => {
            format!("{} · {}", numbered(&view, chapter, &title), linker.strings.get(&format!("sheet_{}", sheet.name())))
        }
    };
    let frame = Frame {
        language,
        crumbs: crumbs(
            renderer,
            book,
            Edition::One(language),
            &address,
            Some(Label { text: named.clone(), lang: title.lang.clone() }),
        ),
        title: vec![named, view.short_title().to_owned()],
        alternates: alternates.collect(),
        contents: Some(contents::contents(renderer, &linker, &chapter.id)),
        book: Some(book),
        address: address.clone(),
    };
    renderer.page("chapter.html", frame, body)
}

/// The switch between the sheets of a chapter.
pub(super) fn sheets(renderer: &Renderer<'_>, linker: &Linker<'_>, chapter: &Chapter, current: Sheet) -> Vec<Value> {
    let there = Sheet::ALL.into_iter().filter(|sheet| *sheet != Sheet::Proof || proves(renderer, linker.book, chapter));
    let choice = |sheet: Sheet| {
        let address = address::sheet(sheet, linker.edition, &linker.book.id, &chapter.id);
        context! {
            id => sheet.name(),
            name => linker.strings.get(&format!("sheet_{}", sheet.name())),
            href => href(linker.to(&address)),
            current => sheet == current,
        }
    };
    there.map(choice).collect()
}

/// The chapter beside its text in each other language; from where it stands beside one, the way back to its text alone.
pub(super) fn pairs(linker: &Linker<'_>, chapter: &Chapter) -> Vec<Value> {
    let (book, own) = (linker.book, linker.edition.language());
    let right = match linker.edition {
        Edition::One(_) => None,
        Edition::Two(_, right) => Some(right),
    };
    let others = book.all_languages().into_iter().filter(|other| *other != own);
    let choice = |other: &str| {
        let current = right == Some(other);
        let to = if current {
            address::sheet(linker.sheet, Edition::One(own), &book.id, &chapter.id)
        } else {
            address::beside(book, linker.sheet, own, other, &chapter.id)
        };
        // What has no page of its own comes from the page on which it stands beside the language of the book.
        let joined = !Edition::Two(own, other).has_pages(book);
        let twin = (right.is_some() && joined)
            .then(|| address::sheet(linker.sheet, Edition::Two(other, &book.reference), &book.id, &chapter.id));
        context! {
            code => other,
            name => language::name(other),
            href => href(linker.to(&to)),
            current,
            joined,
            twin => twin.map(|twin| href(linker.to(&twin))),
        }
    };
    others.map(choice).collect()
}

/// Number and title of a chapter.
pub(super) fn numbered(view: &View<'_>, chapter: &Chapter, title: &Label) -> String {
    view.chapter_number(chapter).map_or_else(|| title.text.clone(), |number| format!("{number} {}", title.text))
}

/// The way from the library to a page of a book; the book's own page has no label.
pub(super) fn crumbs(
    renderer: &Renderer<'_>,
    book: &Book,
    edition: Edition<'_>,
    page: &str,
    label: Option<Label>,
) -> Vec<Crumb> {
    let language = edition.language();
    let to = |address: String| Some(href(address::relative(page, &address)));
    let home = renderer.title(renderer.strings(language));
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
pub(super) fn neighbour(renderer: &Renderer<'_>, book: &Book, linker: &Linker<'_>, at: usize) -> Value {
    let chapter = &book.chapters[at];
    let language = linker.edition.language();
    let address = match linker.sheet {
        Sheet::Proof if proves(renderer, book, chapter) => {
            address::sheet(Sheet::Proof, linker.edition, &book.id, &chapter.id)
        }
        _ => linker.chapter(linker.edition, book, chapter),
    };
    let view = View::new(book, language);
    context! {
        href => href(linker.to(&address)),
        number => view.chapter_number(chapter),
        title => Serde(Label::chapter(&view, chapter)),
    }
}
