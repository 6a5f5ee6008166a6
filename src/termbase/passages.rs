//! What a book says in one language, passage by passage, each with the piece of the section that it belongs to.

use std::collections::HashSet;
use std::ops::Range;

use crate::diagnostic::Place;
use crate::library::localized::View;
use crate::library::markup::{OBJECT, Run};
use crate::library::{Book, Line, Prose, Section};

/// A paragraph, a cell or a line of a section.
#[derive(Debug)]
pub(super) struct Passage<'a> {
    /// The section's place in the book.
    pub(super) section: usize,
    /// The piece of it: `title`, `text`, `notes.ID` and so on.
    pub(super) piece: String,
    /// What is read; an [`OBJECT`] where something stands that is no words.
    pub(super) words: String,
    origin: Origin<'a>,
}

/// Where a passage was taken from.
#[derive(Debug)]
enum Origin<'a> {
    Line(&'a Line),
    Prose(&'a Prose, Run),
}

impl Passage<'_> {
    /// The place of some of its words.
    pub(super) fn place_of(&self, at: Range<usize>) -> Place {
        match &self.origin {
            Origin::Line(line) => line.place_of(at),
            Origin::Prose(prose, run) => prose.place_of(run.range(at)),
        }
    }

    /// What stands at an [`OBJECT`], as it is written.
    pub(super) fn object(&self, at: usize) -> &str {
        let Origin::Prose(prose, run) = &self.origin else { return "" };
        let rest = prose.source.get(run.range(at..at + OBJECT.len_utf8()).start..).unwrap_or_default();
        let close = match rest.chars().next() {
            Some('[') => "]]",
            Some('{') => "}",
            _ => "`",
        };
        let end = rest.match_indices(close).map(|(at, _)| at + close.len()).find(|end| *end > 1);
        &rest[..end.unwrap_or_default()]
    }
}

/// A book in one language.
#[derive(Debug, Default)]
pub(super) struct Passages<'a> {
    /// In the order of the book.
    pub(super) all: Vec<Passage<'a>>,
    /// The pieces that there are, with their sections.
    pieces: HashSet<(usize, String)>,
}

impl<'a> Passages<'a> {
    /// The passages of `book` in `language`, as far as it is translated.
    pub(super) fn of(book: &'a Book, language: &'a str) -> Self {
        let mut passages = Self::default();
        for (at, (_, section)) in book.sections().enumerate() {
            passages.add(at, &View::new(book, language), section);
        }
        passages
    }

    /// Whether the book has this piece of a section in this language.
    pub(super) fn has(&self, section: usize, piece: &str) -> bool {
        self.pieces.contains(&(section, piece.to_owned()))
    }

    fn add(&mut self, at: usize, view: &View<'a>, section: &'a Section) {
        let own = |language: &str| language == view.language;
        if let Some(title) = view.title(section).filter(|title| own(title.language)) {
            self.push_line(at, "title".to_owned(), title.text);
        }
        if let Some(aid) = view.aid(section).filter(|aid| own(aid.language)) {
            self.push_line(at, "aid".to_owned(), aid.text);
        }
        if let Some(text) = view.text(section).filter(|text| own(text.language)) {
            self.push_prose(at, "text".to_owned(), text.text);
        }
        for note in &section.notes {
            if let Some(text) = view.note(section, note).filter(|text| own(text.language)) {
                self.push_prose(at, format!("notes.{}", note.id), text.text);
            }
            for name in note.readings.keys() {
                if let Some(text) = view.reading(section, note, name).filter(|text| own(text.language)) {
                    self.push_prose(at, format!("notes.{}.{name}", note.id), text.text);
                }
            }
        }
        let labels = match view.translated(section) {
            _ if own(&view.book.reference) => Some(&section.labels),
            translated => translated.map(|translated| &translated.labels),
        };
        for (name, label) in labels.into_iter().flatten() {
            self.push_line(at, format!("labels.{name}"), label);
        }
        for example in section.examples.iter().filter(|example| !example.is_draft()) {
            if let Some(text) = view.example(section, example).filter(|text| own(text.language)) {
                self.push_prose(at, format!("examples.{}", example.id), text.text);
            }
        }
    }

    fn push_line(&mut self, section: usize, piece: String, line: &'a Line) {
        let words = line.value.clone();
        self.pieces.insert((section, piece.clone()));
        self.all.push(Passage { section, piece, words, origin: Origin::Line(line) });
    }

    fn push_prose(&mut self, section: usize, piece: String, prose: &'a Prose) {
        for run in prose.document.passages() {
            let words = run.text.clone();
            self.all.push(Passage { section, piece: piece.clone(), words, origin: Origin::Prose(prose, run) });
        }
        self.pieces.insert((section, piece));
    }
}
