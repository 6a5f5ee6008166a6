//! How far each language of each book is.

use crate::library::localized::{State, View, pieces};
use crate::library::{Book, Library};

/// How far a language of a book is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The book.
    pub book: String,
    /// The language.
    pub language: String,
    /// Whether it is the book's reference language.
    pub reference: bool,
    /// Whether nothing may be missing in it.
    pub required: bool,
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
    /// Words of the reference text still to be translated or brought up to date.
    pub words: usize,
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
    let mut progress = Progress {
        book: book.id.clone(),
        language: language.to_owned(),
        reference: language == book.reference,
        required: book.languages.iter().any(|required| required == language),
        sections: 0,
        missing: 0,
        outdated: 0,
        unaccepted: 0,
        current: 0,
        words: 0,
    };
    for (_, section) in book.sections() {
        let pieces = pieces(book, section);
        if pieces.is_empty() {
            continue;
        }
        progress.sections += 1;
        match view.state(section) {
            State::Reference | State::Current => progress.current += 1,
            State::Unaccepted => progress.unaccepted += 1,
            State::Outdated => progress.outdated += 1,
            State::Missing => progress.missing += 1,
        }
        let open = pieces.iter().filter(|piece| view.piece_state(section, piece) > State::Current);
        progress.words += open.map(|piece| piece.text.source().split_whitespace().count()).sum::<usize>();
    }
    progress
}
