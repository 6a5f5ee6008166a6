//! What must be said of a text that is not what the reader wants: it is missing, or older than the reference text.

use minijinja::Value;
use serde::Serialize;

use super::address::Edition;
use super::link::Linker;
use super::outdated::{self, Changed};
use super::press::{Press, href};
use crate::library::history::History;
use crate::library::localized::{Piece, State, View};
use crate::library::unfinished::{self, unfinished};
use crate::library::{Chapter, Section};

/// Says that a text is not what the reader wants.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Notice {
    pub(super) kind: &'static str,
    text: String,
    link: Option<String>,
    href: Option<Value>,
    /// What has changed in the reference text since.
    changed: Option<Changed>,
}

/// What is needed to speak of the texts of a chapter.
#[derive(Clone, Copy)]
pub(super) struct Notices<'a> {
    history: &'a History,
    linker: &'a Linker<'a>,
    view: View<'a>,
    chapter: &'a Chapter,
}

impl<'a> Notices<'a> {
    pub(super) fn new(press: &'a Press<'_>, linker: &'a Linker<'a>, view: View<'a>, chapter: &'a Chapter) -> Self {
        Self { history: &press.options.history, linker, view, chapter }
    }

    /// What must be said of a piece; `key` is what it is called in its section, or in the chapter if there is none.
    pub(super) fn of<T>(&self, section: Option<&Section>, piece: &Piece<'_, T>, key: &str) -> Option<Notice> {
        let strings = self.linker.strings;
        let reference = self.linker.book.reference.as_str();
        let name = strings.language_name(reference);
        let text = match piece.state {
            State::Missing => "notice_missing",
            State::Outdated if piece.hidden => "notice_outdated_hidden",
            State::Outdated if piece.language == reference => "notice_outdated_reference",
            State::Outdated => "notice_outdated",
            State::Reference | State::Current | State::Unaccepted => return None,
        };
        let outdated = piece.state == State::Outdated;
        Some(Notice {
            kind: piece.state.name(),
            text: strings.fill(text, &[("reference", name)]),
            link: outdated.then(|| strings.fill("notice_outdated_link", &[("reference", name)])),
            href: outdated.then(|| self.reference(section)),
            changed: self.changed(section, key).filter(|_| outdated),
        })
    }

    /// The way to the reference text.
    fn reference(&self, section: Option<&Section>) -> Value {
        let edition = Edition::One(&self.linker.book.reference);
        let there = Linker { edition, ..*self.linker };
        href(match section {
            Some(section) => there.section(there.book, self.chapter, section, None),
            None => there.to(&super::address::chapter(edition, &there.book.id, &self.chapter.id)),
        })
    }

    /// What has changed in the reference text of a piece since it was translated.
    pub(super) fn changed(&self, section: Option<&Section>, key: &str) -> Option<Changed> {
        let open = match section {
            Some(section) => unfinished::of_section(&self.view, self.chapter, section),
            None => unfinished(&self.view).into_iter().filter(|piece| piece.section.is_none()).collect(),
        };
        let piece = open.into_iter().find(|piece| piece.key == key && piece.chapter.id == self.chapter.id)?;
        outdated::changed(self.history, self.linker, &piece)
    }
}
