//! What a page says at its foot: what made it, and whose words it has.

use super::strings::Strings;
use crate::library::localized::View;
use crate::library::{Book, BookWords};

/// The imprint of a page about a book.
pub(super) fn of_book(strings: &Strings, view: &View<'_>) -> String {
    let book = view.book;
    let since = book.effective.as_ref().map(|(date, _)| strings.fill("in_force_since", &[("date", date)]));
    let license = book.license.as_ref().map(|(license, _)| strings.fill("licensed", &[("license", license)]));
    let made = [strings.get("made_with").to_owned(), strings.get(words(book)).to_owned()];
    joined(made.into_iter().chain(since).chain(license))
}

/// The imprint of a page about all books: of their words only what holds for each of them.
pub(super) fn of_all(strings: &Strings, books: &[Book]) -> String {
    let first = books.first().map(words);
    let words = first.filter(|first| books.iter().all(|book| words(book) == *first));
    let said = ["made_with"].into_iter().chain(words).map(|name| strings.get(name).to_owned());
    joined(said)
}

/// The name of the string that says whose words a book has. A game without a publisher belongs to nobody.
fn words(book: &Book) -> &'static str {
    match book.words {
        BookWords::Restated if book.publisher.is_none() => "words_restated_free",
        BookWords::Restated => "words_restated",
        BookWords::Original => "words_original",
        BookWords::Official => "words_official",
    }
}

/// Sentences in a row; the full stop of Japanese has its gap in itself.
fn joined(sentences: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for sentence in sentences {
        if !text.is_empty() && !text.ends_with('。') {
            text.push(' ');
        }
        text.push_str(&sentence);
    }
    text
}
