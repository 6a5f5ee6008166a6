//! How far each language of each book is.

use super::words::Words;
use crate::library::localized::{State, View, pieces};
use crate::library::{Book, Chapter, Library};

/// How far a language of a book is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The book.
    pub book: String,
    /// The language.
    pub language: String,
    /// Whether it is the book's reference language.
    pub reference: bool,
    /// Whether nothing should be missing in it.
    pub required: bool,
    /// All of it.
    pub all: Count,
    /// Each chapter by its id, in order.
    pub chapters: Vec<(String, Count)>,
}

/// Sections and words of a book or a chapter by how far they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Sections that have anything to translate.
    pub sections: usize,
    /// Sections of which a piece is not translated.
    pub missing: usize,
    /// Sections complete but with a piece whose reference text has changed.
    pub outdated: usize,
    /// Sections complete and not outdated, but nobody has recorded what a piece was made from.
    pub unaccepted: usize,
    /// Sections complete and up to date.
    pub current: usize,
    /// Chapter titles that are not current.
    pub titles: usize,
    /// Definitions of terms that are not current; only for a whole book.
    pub definitions: usize,
    /// Its words.
    pub words: Words,
}

/// The progress of every book in every language that it has or must have, the reference language first.
pub fn status(library: &Library) -> Vec<Progress> {
    library
        .books
        .iter()
        .flat_map(|book| languages(book).into_iter().map(move |language| progress(book, language)))
        .collect()
}

fn languages(book: &Book) -> Vec<&str> {
    let mut languages = book.all_languages();
    languages.extend(book.languages.iter().map(String::as_str));
    let mut seen = Vec::new();
    languages.retain(|language| {
        let new = !seen.contains(language);
        seen.push(*language);
        new
    });
    languages
}

fn progress(book: &Book, language: &str) -> Progress {
    let view = View::new(book, language);
    let chapters: Vec<_> = book.chapters.iter().map(|chapter| (chapter.id.clone(), count(&view, chapter))).collect();
    let mut all = Count::default();
    for (_, chapter) in &chapters {
        all.add(*chapter);
    }
    all.add(glossary(&view));
    Progress {
        book: book.id.clone(),
        language: language.to_owned(),
        reference: language == book.reference,
        required: book.languages.iter().any(|required| required == language),
        all,
        chapters,
    }
}

fn glossary(view: &View<'_>) -> Count {
    let mut count = Count::default();
    for term in &view.book.terms {
        let words = Words::of_definition(view, term);
        count.definitions += usize::from(words.to_do() > 0);
        count.words += words;
    }
    count
}

fn count(view: &View<'_>, chapter: &Chapter) -> Count {
    let words = Words::of_title(view, chapter);
    let mut count = Count { titles: usize::from(words.to_do() > 0), words, ..Count::default() };
    for section in &chapter.sections {
        let mut worst = None;
        for piece in pieces(section) {
            worst = worst.max(Some(view.piece_state(section, &piece)));
            count.words += Words::of_piece(view, section, &piece);
        }
        count.sections += usize::from(worst.is_some());
        match worst {
            Some(State::Reference | State::Current) => count.current += 1,
            Some(State::Unaccepted) => count.unaccepted += 1,
            Some(State::Outdated) => count.outdated += 1,
            Some(State::Missing) => count.missing += 1,
            None => {}
        }
    }
    count
}

impl Count {
    fn add(&mut self, other: Self) {
        self.sections += other.sections;
        self.missing += other.missing;
        self.outdated += other.outdated;
        self.unaccepted += other.unaccepted;
        self.current += other.current;
        self.titles += other.titles;
        self.definitions += other.definitions;
        self.words += other.words;
    }
}
