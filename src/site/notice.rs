//! What must be said of a text that is not what the reader wants: it is missing, or older than the reference text.

use minijinja::Value;
use serde::Serialize;

use super::address::{self, Edition};
use super::link::Linker;
use super::outdated::{self, Changed};
use super::renderer::{Renderer, href};
use crate::library::history::History;
use crate::library::localized::{Piece, State, View};
use crate::library::unfinished;
use crate::library::{Chapter, Prose, Section, Term};

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

impl Notice {
    fn new<T>(
        linker: &Linker<'_>,
        piece: &Piece<'_, T>,
        there: impl FnOnce() -> Value,
        changed: impl FnOnce() -> Option<Changed>,
    ) -> Option<Self> {
        let strings = linker.strings;
        let reference = linker.book.reference.as_str();
        let name = strings.language_name(reference);
        let in_two = matches!(linker.edition, Edition::Two(..));
        let text = match piece.state {
            State::Missing if in_two => "notice_missing_side",
            State::Outdated if in_two => "notice_outdated_side",
            State::Missing => "notice_missing",
            State::Outdated if piece.hidden => "notice_outdated_hidden",
            State::Outdated if piece.language == reference => "notice_outdated_reference",
            State::Outdated => "notice_outdated",
            State::Reference | State::Current | State::Unaccepted => return None,
        };
        let outdated = piece.state == State::Outdated;
        let side = strings.language_name(linker.text_language);
        // The reference text stands beside it, or one language further.
        let leads = outdated && !in_two;
        Some(Self {
            kind: piece.state.name(),
            text: strings.fill(text, &[("reference", name), ("language", side)]),
            link: leads.then(|| strings.fill("notice_outdated_link", &[("reference", name)])),
            href: leads.then(there),
            // Most pieces are current: what has changed is looked for only where something has.
            changed: outdated.then(changed).flatten(),
        })
    }

    /// What must be said of the definition of a term.
    pub(super) fn of_definition(
        history: &History,
        linker: &Linker<'_>,
        view: &View<'_>,
        term: &Term,
        piece: &Piece<'_, Prose>,
    ) -> Option<Self> {
        let changed = || outdated::changed(history, linker, &unfinished::of_definition(view, term)?);
        let glossary = address::book(&linker.book.reference, &linker.book.id, "glossary");
        let there = || href(linker.to(&format!("{glossary}#{}", address::anchor(&term.id))));
        Self::new(linker, piece, there, changed)
    }
}

impl<'a> Notices<'a> {
    pub(super) fn new(
        renderer: &'a Renderer<'_>,
        linker: &'a Linker<'a>,
        view: View<'a>,
        chapter: &'a Chapter,
    ) -> Self {
        Self { history: &renderer.options.history, linker, view, chapter }
    }

    /// What must be said of a piece; `key` is what it is called in its section, or in the chapter if there is none.
    pub(super) fn of<T>(&self, section: Option<&Section>, piece: &Piece<'_, T>, key: &str) -> Option<Notice> {
        Notice::new(self.linker, piece, || self.reference(section), || self.changed(section, key))
    }

    /// The way to the reference text.
    fn reference(&self, section: Option<&Section>) -> Value {
        let edition = Edition::One(&self.linker.book.reference);
        let there = Linker { edition, ..*self.linker };
        href(match section {
            Some(section) => there.section(there.book, self.chapter, section, None),
            None => there.to(&address::chapter(edition, &there.book.id, &self.chapter.id)),
        })
    }

    /// What has changed in the reference text of a piece since it was translated.
    pub(super) fn changed(&self, section: Option<&Section>, key: &str) -> Option<Changed> {
        let piece = match section {
            Some(section) => unfinished::of_key(&self.view, self.chapter, section, key),
            None => unfinished::of_title(&self.view, self.chapter),
        }?;
        outdated::changed(self.history, self.linker, &piece)
    }
}
