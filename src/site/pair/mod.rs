//! A chapter in two languages side by side.

mod part;

use minijinja::{Value, context, value::Serde};
use serde::Serialize;

use self::part::{Cell, Part};
use super::address::{self, Edition};
use super::chapter::{crumbs, neighbour, numbered, opening};
use super::data::{self, DataView, Reader};
use super::link::Linker;
use super::press::{Frame, Label, Press, href};
use super::section::{Heading, example_label, headed, needs};
use super::strings::Strings;
use super::wording::Wording;
use super::{SiteError, amendments, contents, formerly, language};
use crate::library::localized::View;
use crate::library::{Book, Chapter, Section};

#[derive(Serialize)]
struct PairSection {
    id: String,
    anchors: Vec<String>,
    level: u8,
    number: Option<String>,
    titles: [Label; 2],
    /// What must be said of the titles.
    said: Option<[Cell; 2]>,
    outside: Option<String>,
    /// What it does to other documents.
    amends: Vec<String>,
    /// What it needs and the book lacks.
    needs: Vec<Label>,
    /// The data tables, each with the names of both languages.
    data: Vec<DataView>,
    parts: Vec<Part>,
    /// The section alone, in each of the two languages.
    alone: [Value; 2],
}

/// Two readers of one chapter.
struct Sides<'a> {
    press: &'a Press<'a>,
    chapter: &'a Chapter,
    linkers: [Linker<'a>; 2],
    views: [View<'a>; 2],
    wordings: [&'a Wording<'a>; 2],
}

/// Makes the page of a chapter in two languages.
pub(super) fn page(press: &mut Press<'_>, book: &Book, left: &str, right: &str, at: usize) -> Result<(), SiteError> {
    let chapter = &book.chapters[at];
    let edition = Edition::Two(left, right);
    let address = address::chapter(edition, &book.id, &chapter.id);
    let linker = press.linker(book, edition, &address);
    // Beside its counterpart an outdated text misleads nobody.
    let views = [View::as_written(book, left), View::as_written(book, right)];
    let wordings = [press.wording(book, left), press.wording(book, right)];
    // What stands in a text is in its language, the words around references too.
    let other = Linker { strings: press.strings(right), ..linker.in_language(right) };
    let sides = Sides { press, chapter, linkers: [linker, other], views, wordings };
    let titled = views.map(|view| view.chapter_title(chapter));
    let alternates = book.all_languages().into_iter().map(|other| {
        // The other language of the pair swaps the sides; a third one is read alone.
        let edition = if other == left {
            edition
        } else if other == right {
            Edition::Two(right, left)
        } else {
            Edition::One(other)
        };
        (other, address::chapter(edition, &book.id, &chapter.id))
    });
    let body = context! {
        codes => vec![left.to_owned(), right.to_owned()],
        names => vec![language::name(left).to_owned(), language::name(right).to_owned()],
        alone => [left, right].map(|code| href(linker.to(&address::chapter(Edition::One(code), &book.id, &chapter.id)))).to_vec(),
        number => chapter.number.as_deref(),
        titles => Serde(sides.titles(&titled, &chapter.id)),
        said => Serde(sides.said(None, "title", &titled)),
        opened => opening(chapter).is_some(),
        outside => chapter.outside.as_deref().map(|id| views[0].related_short(id).unwrap_or(id)),
        sections => Serde(headed(book, chapter).map(|(section, heading)| sides.section(section, heading)).collect::<Vec<_>>()),
        moved => formerly::moved(&linker, chapter),
        previous => at.checked_sub(1).map(|at| neighbour(press, book, &linker, at)),
        next => (at + 1 < book.chapters.len()).then(|| neighbour(press, book, &linker, at + 1)),
    };
    let title = Label::chapter(&views[0], chapter);
    let both = format!("{} | {}", language::name(left), language::name(right));
    let frame = Frame {
        language: left,
        title: vec![numbered(chapter, &title), both, views[0].short_title().to_owned()],
        crumbs: crumbs(
            press,
            book,
            edition,
            &address,
            Some(Label { text: numbered(chapter, &title), lang: title.lang.clone() }),
        ),
        alternates: alternates.collect(),
        contents: Some(contents::contents(press, &linker, &chapter.id)),
        book: Some(book),
        address: address.clone(),
    };
    press.page("pair.html", frame, body)
}

impl Sides<'_> {
    fn section(&self, section: &Section, heading: Heading) -> PairSection {
        let [left, right] = self.views;
        let page = left.language;
        let labels = |name: &dyn Fn(&Strings) -> String| {
            self.linkers.map(|linker| Label::new(name(linker.strings), linker.strings.language, page))
        };
        let titled = self.views.map(|view| view.title(section));
        let texts = [left.text(section), right.text(section)];
        let mut parts = vec![self.part(section, "rules", "text", None, None, texts)];
        for example in section.examples.iter().filter(|example| example.is_printed()) {
            let id = address::aside(&section.id, "example", &example.id);
            let labels = labels(&|strings| example_label(strings, section, example));
            parts.push(self.part(
                section,
                "example",
                &format!("examples.{}", example.id),
                Some(id),
                Some(labels),
                self.views.map(|view| view.example(section, example)),
            ));
        }
        for note in &section.notes {
            let id = address::aside(&section.id, "note", &note.id);
            let kind = format!("note_{}", note.kind);
            let labels = labels(&|strings| strings.get(&kind).to_owned());
            let key = format!("notes.{}", note.id);
            let texts = self.views.map(|view| view.note(section, note));
            parts.push(self.part(section, &note.kind, &key, Some(id), Some(labels), texts));
            for reading in note.readings.keys() {
                parts.push(self.part(
                    section,
                    &note.kind,
                    &format!("{key}.{reading}"),
                    None,
                    Some([left, right].map(|_| Label::new(reading, page, page))),
                    self.views.map(|view| view.reading(section, note, reading)),
                ));
            }
        }
        let reader =
            |side: usize| Reader { linker: &self.linkers[side], view: self.views[side], wording: self.wordings[side] };
        let readers = [reader(0), reader(1)];
        let alone = [left, right].map(|view| {
            let linker = Linker { edition: Edition::One(view.language), ..self.linkers[0] };
            href(linker.section(linker.book, self.chapter, section, None))
        });
        PairSection {
            id: address::anchor(&section.id),
            anchors: heading.anchors,
            level: heading.level,
            number: section.number().map(str::to_owned),
            titles: self.titles(&titled, &section.id),
            said: self.said(Some(section), "title", &titled),
            amends: amendments::of_section(&View::new(left.book, page), self.linkers[0].strings, section),
            needs: needs(left.book, &section.id, page),
            data: data::tables(section, &readers),
            outside: section.outside.as_ref().map(|(id, _)| left.related_short(id).unwrap_or(id).to_owned()),
            parts: parts.into_iter().filter(|part| !part.rows.is_empty()).collect(),
            alone,
        }
    }
}
