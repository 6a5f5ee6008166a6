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

use crate::diagnostic::{Code, Diagnostic, Place};
use crate::library::localized::{State, View, pieces};
use crate::library::text::Text;
use crate::library::{Book, Library, Section};

/// A piece of a book and its translation.
pub(super) struct Pair<'a> {
    pub(super) book: &'a Book,
    /// What it is called in its section.
    pub(super) key: String,
    /// The section that it belongs to.
    pub(super) section: &'a str,
    /// The language of the translation.
    pub(super) language: &'a str,
    pub(super) reference: Text<'a>,
    pub(super) translated: Text<'a>,
}

impl Pair<'_> {
    /// A finding at a place of the translation; the reference text is shown beside it.
    pub(super) fn finding(&self, code: &'static Code, place: Place, message: String) -> Diagnostic {
        Diagnostic::new(code, place, message)
            .related(self.reference.place(), "the reference text")
            .in_section(&self.book.id, self.section)
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
            same_words::check(&pairs, diagnostics);
        }
    }
}

/// Every piece that is translated and not out of date, with its translation, in the order of the book.
fn pairs<'a>(book: &'a Book, language: &'a str) -> Vec<Pair<'a>> {
    let view = View::new(book, language);
    let of = |section: &'a Section| {
        pieces(book, section).into_iter().filter_map(move |piece| {
            let translated = view.own(section, &piece.key)?;
            let current = view.piece_state(section, &piece) != State::Outdated;
            let (key, reference) = (piece.key, piece.text);
            current.then_some(Pair { book, key, section: &section.id, language, reference, translated })
        })
    };
    book.sections().flat_map(|(_, section)| of(section)).collect()
}
