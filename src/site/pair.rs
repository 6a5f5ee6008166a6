//! A chapter in two languages side by side.

use minijinja::{Value, context, value::Serde};
use serde::Serialize;

use super::address::{self, Edition};
use super::chapter::{crumbs, neighbour, numbered, opening};
use super::html;
use super::link::Linker;
use super::notice::Notices;
use super::outdated::Changed;
use super::press::{Frame, Label, Press, href};
use super::section::{Heading, example_label, headed};
use super::strings::Strings;
use super::wording::Wording;
use super::{SiteError, contents, language, tables};
use crate::library::align::{self, Unit};
use crate::library::localized::{Piece, State, View};
use crate::library::{Book, Chapter, Line, Prose, Section};
use crate::logic::compile::Compiled;

#[derive(Serialize)]
struct PairSection {
    id: String,
    anchors: Vec<String>,
    level: u8,
    number: Option<String>,
    titles: [Label; 2],
    outside: Option<String>,
    parts: Vec<Part>,
    /// The section alone, in each of the two languages.
    alone: [Value; 2],
}

/// The rules, a note, or an example.
#[derive(Serialize)]
struct Part {
    id: Option<String>,
    kind: String,
    /// What it is called, in each of the two languages.
    labels: Option<[Label; 2]>,
    rows: Vec<[Cell; 2]>,
}

/// A piece of one side; empty where the other side has no counterpart.
#[derive(Serialize)]
struct Cell {
    html: Option<Value>,
    /// Says above the first piece that the side is missing or out of date.
    notice: Option<String>,
    /// What has changed in the reference text since.
    changed: Option<Changed>,
}

/// Two readers of one section.
struct Sides<'a> {
    press: &'a Press<'a>,
    chapter: &'a Chapter,
    linkers: [Linker<'a>; 2],
    views: [View<'a>; 2],
    wordings: [&'a Wording<'a>; 2],
    logic: Option<&'a Compiled>,
    section: &'a Section,
}

/// Makes the page of a chapter in two languages.
pub(super) fn page(press: &mut Press<'_>, book: &Book, left: &str, right: &str, at: usize) -> Result<(), SiteError> {
    let chapter = &book.chapters[at];
    let edition = Edition::Two(left, right);
    let address = address::chapter(edition, &book.id, &chapter.id);
    let linker = press.linker(book, edition, &address);
    // Beside its counterpart an outdated text misleads nobody.
    let views = [View::as_written(book, left), View::as_written(book, right)];
    let (first, second) = (Wording::new(press, book, left), Wording::new(press, book, right));
    let logic = press.judged.logic(&book.id);
    let sections = headed(chapter).map(|(section, heading)| {
        // What stands in a text is in its language, the words around references too.
        let other = Linker { strings: press.strings(right), ..linker.in_language(right) };
        let sides =
            Sides { press, chapter, linkers: [linker, other], views, wordings: [&first, &second], logic, section };
        sides.view(heading)
    });
    let titles = views.map(|view| Label::chapter(&view, chapter));
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
        titles => Serde(&titles),
        opened => opening(chapter).is_some(),
        outside => chapter.outside.as_deref().map(|id| views[0].related_short(id).unwrap_or(id)),
        sections => Serde(sections.collect::<Vec<_>>()),
        previous => at.checked_sub(1).map(|at| neighbour(press, book, edition, &address, at)),
        next => (at + 1 < book.chapters.len()).then(|| neighbour(press, book, edition, &address, at + 1)),
    };
    let [title, _] = titles;
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
        contents: Some(contents::contents(&linker, &chapter.id)),
        address: address.clone(),
    };
    press.page("pair.html", frame, body)
}

impl Sides<'_> {
    fn view(&self, heading: Heading) -> PairSection {
        let (section, [left, right]) = (self.section, self.views);
        let page = left.language;
        let labels = |name: &dyn Fn(&Strings) -> String| {
            self.linkers.map(|linker| Label::new(name(linker.strings), linker.strings.language, page))
        };
        let title = |view: &View<'_>| {
            let own = view.title(section).filter(|title: &Piece<'_, Line>| title.state != State::Missing);
            own.map_or_else(
                || Label::new("–", page, page),
                |title| Label::new(title.text.value.as_str(), title.language, page),
            )
        };
        let mut rules = self.part("rules", "text", None, None, [left.text(section), right.text(section)]);
        let [left_tables, right_tables] =
            [0, 1].map(|side| tables::tables(self.logic, self.wordings[side], &self.linkers[side], section));
        let cell = |table: Value| Cell { html: Some(table), notice: None, changed: None };
        rules.rows.extend(left_tables.into_iter().zip(right_tables).map(|(left, right)| [cell(left), cell(right)]));
        let mut parts = vec![rules];
        for example in &section.examples {
            let id = address::aside(&section.id, "example", &example.id);
            let labels = labels(&|strings| example_label(strings, section, example));
            parts.push(self.part(
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
            parts.push(self.part(&note.kind, &key, Some(id), Some(labels), texts));
            for reading in note.readings.keys() {
                parts.push(self.part(
                    &note.kind,
                    &format!("{key}.{reading}"),
                    None,
                    Some([left, right].map(|_| Label::new(reading, page, page))),
                    self.views.map(|view| view.reading(section, note, reading)),
                ));
            }
        }
        let alone = [left, right].map(|view| {
            let linker = Linker { edition: Edition::One(view.language), ..self.linkers[0] };
            href(linker.section(linker.book, self.chapter, section, None))
        });
        PairSection {
            id: address::anchor(&section.id),
            anchors: heading.anchors,
            level: heading.level,
            number: section.number().map(str::to_owned),
            titles: [title(&left), title(&right)],
            outside: section.outside.as_ref().map(|(id, _)| left.related_short(id).unwrap_or(id).to_owned()),
            parts: parts.into_iter().filter(|part| !part.rows.is_empty()).collect(),
            alone,
        }
    }

    fn part(
        &self,
        kind: &str,
        key: &str,
        id: Option<String>,
        labels: Option<[Label; 2]>,
        pieces: [Option<Piece<'_, Prose>>; 2],
    ) -> Part {
        let notices = [0, 1].map(|side| self.notice(side, pieces[side].as_ref()));
        let changes = [0, 1].map(|side| self.changed(side, key));
        let [left, right] = pieces.map(|piece| {
            let piece = piece.filter(|piece| piece.state != State::Missing);
            piece.map(|piece| align::units(&piece.text.document)).unwrap_or_default()
        });
        let cell = |side: usize, unit: Option<Unit<'_>>| {
            // Only the left side has anchors: an address can stand only once on a page.
            let rules = (kind == "rules" && side == 0).then(|| (self.section.id.as_str(), self.section.number()));
            let html = unit.map(|unit| Value::from_safe_string(html::unit(&unit, &self.linkers[side], rules)));
            Cell { html, notice: None, changed: None }
        };
        let rows = align::rows(&left, &right).into_iter().map(|(left, right)| [cell(0, left), cell(1, right)]);
        let mut rows: Vec<[Cell; 2]> = rows.collect();
        if let Some(first) = rows.first_mut() {
            for (cell, (notice, changed)) in first.iter_mut().zip(notices.into_iter().zip(changes)) {
                (cell.notice, cell.changed) = (notice, changed);
            }
        }
        Part { id, kind: kind.to_owned(), labels, rows }
    }

    fn notice(&self, side: usize, piece: Option<&Piece<'_, Prose>>) -> Option<String> {
        let strings = self.linkers[0].strings;
        let notice = match piece?.state {
            State::Missing => "notice_missing_side",
            State::Outdated => "notice_outdated_side",
            State::Reference | State::Current | State::Unaccepted => return None,
        };
        Some(strings.fill(notice, &[("language", strings.language_name(self.views[side].language))]))
    }

    /// What has changed in the reference text since one side was translated.
    fn changed(&self, side: usize, key: &str) -> Option<Changed> {
        Notices::new(self.press, &self.linkers[side], self.views[side], self.chapter).changed(Some(self.section), key)
    }
}
