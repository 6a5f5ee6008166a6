//! A book as a reader of one language sees it: the translation where there is one, the reference text where not.

use std::collections::BTreeMap;

use super::model::{Book, Chapter, Example, Note, Section, Term, TranslatedSection, Translation};
use super::text::{Line, Prose};

/// How a piece of text stands to the reference language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// It is the reference text, read in its own language.
    Reference,
    /// Translated from today's reference text.
    Current,
    /// Translated, but nobody has recorded from which reference text.
    Unaccepted,
    /// Translated from a reference text that has changed since.
    Outdated,
    /// Not translated; the reference text stands in for it.
    Missing,
}

impl State {
    /// The word used in every output format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Current => "current",
            Self::Unaccepted => "unaccepted",
            Self::Outdated => "outdated",
            Self::Missing => "missing",
        }
    }
}

/// A piece of text as it is shown, with the language it is really in.
#[derive(Debug)]
pub struct Piece<'a, T> {
    /// The text.
    pub text: &'a T,
    /// Its language.
    pub language: &'a str,
    /// How it stands to the reference language.
    pub state: State,
}

// Derived, these would ask that the text itself can be copied.
impl<T> Clone for Piece<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Piece<'_, T> {}

/// What a piece of the reference language is called in `from`, its fingerprint and its length.
#[derive(Clone, Debug)]
pub struct ReferencePiece {
    /// `title`, `text`, `notes.ID`, `notes.ID.READING`, `labels.NAME` or `examples.ID`.
    pub key: String,
    /// The fingerprint of the reference text.
    pub fingerprint: String,
    /// The reference text.
    pub source: String,
}

/// A book in one language.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The book.
    pub book: &'a Book,
    /// The language.
    pub language: &'a str,
    translation: Option<&'a Translation>,
}

impl<'a> View<'a> {
    /// `book` as a reader of `language` sees it.
    pub fn new(book: &'a Book, language: &'a str) -> Self {
        Self { book, language, translation: book.translations.get(language) }
    }

    /// The book's title.
    pub fn book_title(&self) -> &'a str {
        in_language(&self.book.title, self.language, &self.book.reference)
            .map_or(&self.book.id, |(line, _)| &line.value)
    }

    /// The book's title for narrow places.
    pub fn short_title(&self) -> &'a str {
        in_language(&self.book.short, self.language, &self.book.reference)
            .map_or_else(|| self.book_title(), |(line, _)| &line.value)
    }

    /// Where the text comes from, and the language that is told in.
    pub fn provenance(&self) -> Option<(&'a Prose, &'a str)> {
        in_language(&self.book.provenance, self.language, &self.book.reference)
    }

    /// The title of a book that this one amends or cites.
    pub fn related_title(&self, id: &str) -> Option<&'a str> {
        let related = self.book.related.iter().find(|related| related.id == id)?;
        in_language(&related.title, self.language, &self.book.reference).map(|(line, _)| line.value.as_str())
    }

    /// What stands before the numbers of a book that this one amends or cites.
    pub fn related_short(&self, id: &str) -> Option<&'a str> {
        let related = self.book.related.iter().find(|related| related.id == id)?;
        let short = in_language(&related.short, self.language, &self.book.reference);
        short.map(|(line, _)| line.value.as_str()).or_else(|| self.related_title(id))
    }

    /// Which edition of the document the book restates.
    pub fn edition(&self) -> Option<&'a str> {
        in_language(&self.book.edition, self.language, &self.book.reference).map(|(line, _)| line.value.as_str())
    }

    /// A chapter's title.
    pub fn chapter_title(&self, chapter: &'a Chapter) -> Option<Piece<'a, Line>> {
        let reference = chapter.title.as_ref()?;
        let translated = self.translation.and_then(|translation| translation.chapters.get(&chapter.id));
        let title = translated.and_then(|chapter| chapter.title.as_ref());
        let from = translated.map(|chapter| &chapter.from);
        Some(self.piece(reference, &reference.fingerprint(), title, from, "title"))
    }

    /// A section's title.
    pub fn title(&self, section: &'a Section) -> Option<Piece<'a, Line>> {
        let reference = section.title.as_ref()?;
        let translated = self.translated(section);
        let title = translated.and_then(|section| section.title.as_ref());
        Some(self.piece(reference, &reference.fingerprint(), title, translated.map(|section| &section.from), "title"))
    }

    /// A section's rules.
    pub fn text(&self, section: &'a Section) -> Option<Piece<'a, Prose>> {
        let reference = section.text.as_ref()?;
        Some(self.prose(section, reference, |section| section.text.as_ref(), "text"))
    }

    /// A note's text.
    pub fn note(&self, section: &'a Section, note: &'a Note) -> Option<Piece<'a, Prose>> {
        let reference = note.text.as_ref()?;
        Some(self.prose(section, reference, |section| section.notes.get(&note.id), &format!("notes.{}", note.id)))
    }

    /// A reading of a variant.
    pub fn reading(&self, section: &'a Section, note: &'a Note, reading: &str) -> Option<Piece<'a, Prose>> {
        let key = format!("{}.{reading}", note.id);
        let reference = note.readings.get(reading)?;
        Some(self.prose(section, reference, |section| section.notes.get(&key), &format!("notes.{key}")))
    }

    /// An example's text.
    pub fn example(&self, section: &'a Section, example: &'a Example) -> Option<Piece<'a, Prose>> {
        let reference = example.text.as_ref()?;
        Some(self.prose(
            section,
            reference,
            |section| section.examples.get(&example.id),
            &format!("examples.{}", example.id),
        ))
    }

    /// The worst state of a section's pieces; a section without any text is as its language is.
    pub fn state(&self, section: &Section) -> State {
        if self.language == self.book.reference {
            return State::Reference;
        }
        let states = pieces(section).into_iter().map(|piece| self.piece_state(section, &piece));
        states.max().unwrap_or(State::Current)
    }

    /// How one piece of a section stands.
    pub fn piece_state(&self, section: &Section, piece: &ReferencePiece) -> State {
        if self.language == self.book.reference {
            return State::Reference;
        }
        let Some(translated) = self.translated(section).filter(|translated| has(translated, &piece.key)) else {
            return State::Missing;
        };
        compare(Some(&translated.from), &piece.key, &piece.fingerprint)
    }

    /// How the name of something in traces stands.
    pub fn label_state(&self, section: &Section, name: &str) -> State {
        let (key, Some(reference)) = (format!("labels.{name}"), section.labels.get(name)) else {
            return State::Missing;
        };
        match self.translated(section).filter(|translated| has(translated, &key)) {
            Some(translated) => compare(Some(&translated.from), &key, &reference.fingerprint()),
            None => State::Missing,
        }
    }

    /// The glossary in this language; terms without a translation are those of the reference language.
    pub fn terms(&self) -> impl Iterator<Item = (&'a Term, Piece<'a, Term>)> {
        let own = self.book.terms_in(self.language);
        let view = *self;
        self.book.terms.iter().map(move |reference| {
            // A drafted term has no name yet.
            let found = own.iter().find(|term| term.id == reference.id && term.name.is_some());
            let state = if view.language == view.book.reference { State::Reference } else { State::Current };
            let piece = match found {
                Some(term) => Piece { text: term, language: view.language, state },
                None => Piece { text: reference, language: &view.book.reference, state: State::Missing },
            };
            (reference, piece)
        })
    }

    /// Number and title as a reader cites the section.
    pub fn label(&self, section: &'a Section) -> String {
        let title = self.title(section).map_or("", |title| title.text.value.as_str());
        match section.number() {
            Some(number) => format!("{number} {title}"),
            None => title.to_owned(),
        }
    }

    /// The section's translation into this language.
    pub fn translated(&self, section: &Section) -> Option<&'a TranslatedSection> {
        self.translation.and_then(|translation| translation.sections.get(&section.id))
    }

    fn prose(
        &self,
        section: &Section,
        reference: &'a Prose,
        pick: impl Fn(&'a TranslatedSection) -> Option<&'a Prose>,
        key: &str,
    ) -> Piece<'a, Prose> {
        let translated = self.translated(section);
        let from = translated.map(|section| &section.from);
        self.piece(reference, &reference.fingerprint(), translated.and_then(pick), from, key)
    }

    fn piece<T>(
        &self,
        reference: &'a T,
        fingerprint: &str,
        translated: Option<&'a T>,
        from: Option<&BTreeMap<String, String>>,
        key: &str,
    ) -> Piece<'a, T> {
        if self.language == self.book.reference {
            return Piece { text: reference, language: self.language, state: State::Reference };
        }
        match translated {
            Some(text) => Piece { text, language: self.language, state: compare(from, key, fingerprint) },
            None => Piece { text: reference, language: &self.book.reference, state: State::Missing },
        }
    }
}

/// Every piece of a section that a translator has to write. The words of a draft are not settled yet.
pub fn pieces(section: &Section) -> Vec<ReferencePiece> {
    let mut pieces = Vec::new();
    let mut push = |key: String, source: &str| {
        pieces.push(ReferencePiece { key, fingerprint: super::text::fingerprint(source), source: source.to_owned() });
    };
    if let Some(title) = &section.title {
        push("title".to_owned(), &title.value);
    }
    if let Some(text) = &section.text {
        push("text".to_owned(), &text.source);
    }
    for note in &section.notes {
        if let Some(text) = &note.text {
            push(format!("notes.{}", note.id), &text.source);
        }
        for (name, reading) in &note.readings {
            push(format!("notes.{}.{name}", note.id), &reading.source);
        }
    }
    for (name, label) in &section.labels {
        push(format!("labels.{name}"), &label.value);
    }
    for example in section.examples.iter().filter(|example| !example.is_draft()) {
        if let Some(text) = &example.text {
            push(format!("examples.{}", example.id), &text.source);
        }
    }
    pieces
}

/// Whether a translated section holds a piece.
pub fn has(section: &TranslatedSection, key: &str) -> bool {
    section.words(key).is_some()
}

fn compare(from: Option<&BTreeMap<String, String>>, key: &str, fingerprint: &str) -> State {
    match from.and_then(|from| from.get(key)) {
        None => State::Unaccepted,
        Some(made_from) if made_from == fingerprint => State::Current,
        Some(_) => State::Outdated,
    }
}

fn in_language<'a, T>(of: &'a BTreeMap<String, T>, language: &'a str, reference: &'a str) -> Option<(&'a T, &'a str)> {
    of.get(language).map(|text| (text, language)).or_else(|| of.get(reference).map(|text| (text, reference)))
}
