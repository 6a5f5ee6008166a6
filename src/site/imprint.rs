//! What a page says at its foot: what made it, and whose words it has.

use super::strings::Strings;
use crate::library::{Book, BookWords};

/// The imprint of a page about a book.
pub(super) fn of_book(strings: &Strings, book: &Book) -> String {
    let since = book.effective.as_ref().map(|(date, _)| strings.fill("in_force_since", &[("date", date)]));
    let license = book.license.as_ref().map(|(license, _)| strings.fill("licensed", &[("license", license)]));
    let made = [strings.get("made_with").to_owned(), strings.get(words(book)).to_owned()];
    joined(made.into_iter().chain(since).chain(license))
}

/// The imprint of a page about all books: of their words only what holds for each of them.
pub(super) fn of_all(strings: &Strings, books: &[Book]) -> String {
    let words: Vec<&str> = books.iter().map(words).collect();
    joined(std::iter::once("made_with").chain(of_each(&words)).map(|name| strings.get(name).to_owned()))
}

/// The name of the string that says whose words a book has.
fn words(book: &Book) -> &'static str {
    match book.words {
        // Of a game without a publisher it does not say whose it is.
        BookWords::Restated if book.publisher.is_none() => RESTATED,
        BookWords::Restated => RESTATED_OF_PUBLISHER,
        BookWords::Original => "words_original",
        BookWords::Official => "words_official",
    }
}

const RESTATED: &str = "words_restated_free";
/// It says the same, and whose the game is.
const RESTATED_OF_PUBLISHER: &str = "words_restated";

/// What holds for each of several books, of which this is said of each.
fn of_each<'n>(words: &[&'n str]) -> Option<&'n str> {
    let first = *words.first()?;
    if words.iter().all(|words| *words == first) {
        return Some(first);
    }
    let restated = words.iter().all(|words| [RESTATED, RESTATED_OF_PUBLISHER].contains(words));
    restated.then_some(RESTATED)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_all_books_is_said_what_holds_for_each() {
        assert_eq!(of_each(&[RESTATED_OF_PUBLISHER, RESTATED_OF_PUBLISHER]), Some(RESTATED_OF_PUBLISHER));
        assert_eq!(of_each(&[RESTATED_OF_PUBLISHER, RESTATED]), Some(RESTATED));
        assert_eq!(of_each(&[RESTATED, "words_original"]), None);
        assert_eq!(of_each(&[]), None);
    }

    #[test]
    fn the_full_stop_of_japanese_needs_no_blank() {
        let sentences = |all: &[&str]| joined(all.iter().map(|sentence| (*sentence).to_owned()));
        assert_eq!(sentences(&["一。", "二。"]), "一。二。");
        assert_eq!(sentences(&["One.", "Two."]), "One. Two.");
    }
}
