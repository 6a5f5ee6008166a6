//! What a translator of a book still has to do, piece by piece.

use super::fingerprint::{Fingerprint, Reason};
use super::localized::{State, View, pieces};
use super::model::{Chapter, Section};
use super::text::Text;

/// A piece that is missing, out of date, or not accepted.
#[derive(Clone, Debug)]
pub struct Unfinished<'a> {
    /// The chapter.
    pub chapter: &'a Chapter,
    /// The section; none for the title of the chapter.
    pub section: Option<&'a Section>,
    /// What the piece is called in `from`.
    pub key: String,
    /// The reference text of today.
    pub text: Text<'a>,
    /// How the piece stands: never current.
    pub state: State,
    /// Why it is out of date, if it is.
    pub reason: Option<Reason>,
    /// The hash of the words of the reference text that it was made from, if that is recorded.
    pub made_from: Option<&'a str>,
}

impl<'a> Unfinished<'a> {
    /// The id of the section, or of the chapter whose title this is.
    pub fn holder(&self) -> &'a str {
        self.section.map_or(&self.chapter.id, |section| &section.id)
    }
}

/// Every piece of the book that is not current in the language of `view`, in the order of the book.
pub fn unfinished<'a>(view: &View<'a>) -> Vec<Unfinished<'a>> {
    let mut found = Vec::new();
    if view.language == view.book.reference {
        return found;
    }
    for chapter in &view.book.chapters {
        if let (Some(title), Some(shown)) = (&chapter.title, view.chapter_title(chapter))
            && shown.state > State::Current
        {
            let recorded = view.chapter_record(chapter);
            let change = |recorded: &String| Fingerprint::of_line(title).change(recorded, view.language, None);
            found.push(Unfinished {
                chapter,
                section: None,
                key: "title".to_owned(),
                text: Text::Line(title),
                state: shown.state,
                reason: recorded.filter(|_| shown.state == State::Outdated).and_then(change),
                made_from: recorded.map(|recorded| words(recorded)),
            });
        }
        found.extend(chapter.sections.iter().flat_map(|section| of_section(view, chapter, section)));
    }
    found
}

/// Every piece of a section that is not current.
pub fn of_section<'a>(view: &View<'a>, chapter: &'a Chapter, section: &'a Section) -> Vec<Unfinished<'a>> {
    let mut found = Vec::new();
    for piece in pieces(view.book, section) {
        let state = view.piece_state(section, &piece);
        if state <= State::Current {
            continue;
        }
        found.push(Unfinished {
            chapter,
            section: Some(section),
            reason: view.change(section, &piece).filter(|_| state == State::Outdated),
            made_from: view.recorded(section, &piece.key).map(|recorded| words(recorded)),
            key: piece.key,
            text: piece.text,
            state,
        });
    }
    found
}

fn words(recorded: &str) -> &str {
    recorded.split('-').next().unwrap_or_default()
}
