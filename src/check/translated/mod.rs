//! What is wrong between a text and its translation, piece by piece. One check per file; each sees one pair and knows no other.
//!
//! A translation that is known to be out of date is not looked at: that it is, is said already.

mod kept;
mod length;
mod numbers;
mod quantities;
mod references;
mod same_words;
mod shape;
mod untranslated;
mod values;

use std::borrow::Cow;

use crate::diagnostic::{Code, Diagnostic, Place};
use crate::library::localized::{State, View};
use crate::library::{Book, Library, Line, Prose};

/// A piece of a book and its translation.
pub(super) struct Pair<'a> {
    pub(super) book: &'a Book,
    /// The section that it belongs to.
    pub(super) section: &'a str,
    /// The language of the translation.
    pub(super) language: &'a str,
    pub(super) reference: Text<'a>,
    pub(super) translated: Text<'a>,
}

/// A piece of text of either kind.
#[derive(Clone, Copy)]
pub(super) enum Text<'a> {
    Line(&'a Line),
    Prose(&'a Prose),
}

impl Pair<'_> {
    /// A finding at a place of the translation; the reference text is shown beside it.
    pub(super) fn finding(&self, code: &'static Code, place: Place, message: String) -> Diagnostic {
        Diagnostic::new(code, place, message)
            .related(self.reference.place(), "the reference text")
            .in_section(&self.book.id, self.section)
    }
}

impl<'a> Text<'a> {
    /// Where it stands.
    pub(super) fn place(self) -> Place {
        match self {
            Self::Line(line) => line.place,
            Self::Prose(prose) => prose.place,
        }
    }

    /// It as written.
    pub(super) fn source(self) -> &'a str {
        match self {
            Self::Line(line) => &line.value,
            Self::Prose(prose) => &prose.source,
        }
    }

    /// Its words as they are read, without what is quoted as it is.
    pub(super) fn words(self) -> Vec<Cow<'a, str>> {
        match self {
            Self::Line(line) => vec![Cow::Borrowed(line.value.as_str())],
            Self::Prose(prose) => prose.document.runs().into_iter().map(|run| Cow::Owned(run.text)).collect(),
        }
    }

    /// It, if it is Markdown.
    pub(super) fn prose(self) -> Option<&'a Prose> {
        match self {
            Self::Line(_) => None,
            Self::Prose(prose) => Some(prose),
        }
    }
}

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        for language in book.translations.keys() {
            let pairs = pairs(book, language);
            for pair in &pairs {
                for check in
                    [references::check, values::check, shape::check, numbers::check, untranslated::check, kept::check]
                {
                    check(library, pair, diagnostics);
                }
            }
            length::check(&pairs, diagnostics);
            same_words::check(book, language, diagnostics);
        }
    }
}

/// Every piece that is translated and not out of date, with its translation, in the order of the book.
fn pairs<'a>(book: &'a Book, language: &'a str) -> Vec<Pair<'a>> {
    let view = View::new(book, language);
    let mut pairs = Vec::new();
    for (_, section) in book.sections() {
        let mut push = |reference: Text<'a>, translated: Text<'a>, state: State| {
            if !matches!(state, State::Missing | State::Outdated) {
                pairs.push(Pair { book, section: &section.id, language, reference, translated });
            }
        };
        if let (Some(reference), Some(title)) = (&section.title, view.title(section)) {
            push(Text::Line(reference), Text::Line(title.text), title.state);
        }
        if let (Some(reference), Some(text)) = (&section.text, view.text(section)) {
            push(Text::Prose(reference), Text::Prose(text.text), text.state);
        }
        for note in &section.notes {
            if let (Some(reference), Some(text)) = (&note.text, view.note(section, note)) {
                push(Text::Prose(reference), Text::Prose(text.text), text.state);
            }
            for (name, reference) in &note.readings {
                if let Some(text) = view.reading(section, note, name) {
                    push(Text::Prose(reference), Text::Prose(text.text), text.state);
                }
            }
        }
        let translated = view.translated(section);
        for (name, reference) in &section.labels {
            if let Some(label) = translated.and_then(|translated| translated.labels.get(name)) {
                let outdated = view.label_state(section, name) == State::Outdated;
                push(Text::Line(reference), Text::Line(label), if outdated { State::Outdated } else { State::Current });
            }
        }
        for example in section.examples.iter().filter(|example| !example.is_draft()) {
            if let (Some(reference), Some(text)) = (&example.text, view.example(section, example)) {
                push(Text::Prose(reference), Text::Prose(text.text), text.state);
            }
        }
    }
    pairs
}
