//! What stands in a draft below a reference text besides it: the best of the memory, and the names of its terms.

use std::cmp::Reverse;

use crate::library::markup::StatementLabel;
use crate::library::text::{Text, collapse_whitespace};
use crate::library::{Book, Library};
use crate::translate::memory::{Asked, Matches, Memory, Suggestion, TermUse, Terms};

/// The least score of a suggestion that is worth a comment, and the most of them for a piece.
const WORTH_A_COMMENT: Asked = Asked { least: 70, limit: 2 };

/// The memory and the glossary of a book.
#[derive(Debug)]
pub(super) struct Hints<'a> {
    memory: Memory<'a>,
    terms: Terms<'a>,
    book: &'a Book,
}

impl<'a> Hints<'a> {
    pub(super) fn of(library: &'a Library, book: &'a Book, language: &'a str) -> Self {
        let memory = Memory::of(library, &book.reference, language);
        Self { memory, terms: Terms::of(library, book, language), book }
    }

    /// What is known about a text, one line each.
    pub(super) fn lines(&self, text: Text<'_>) -> Vec<String> {
        let matches = Matches::of(&self.memory, &self.terms, self.book, text, WORTH_A_COMMENT);
        let mut of_units: Vec<(Option<StatementLabel>, &Suggestion<'_, '_>)> =
            matches.units.iter().filter_map(|unit| Some((unit.letter, unit.suggestions.first()?))).collect();
        of_units.sort_by_key(|(_, suggestion)| Reverse(suggestion.score));
        let found = matches.whole.iter().map(|suggestion| (None, suggestion)).chain(of_units);
        let mut lines: Vec<String> =
            found.take(WORTH_A_COMMENT.limit).map(|(letter, suggestion)| line(letter, suggestion)).collect();
        let named = matches.terms.iter().filter(|term| term.translation().is_some());
        let terms: Vec<String> = named.map(TermUse::line).collect();
        if !terms.is_empty() {
            lines.push(format!("terms: {}", terms.join("; ")));
        }
        lines
    }
}

/// `87 %, hellenes 5.2.1: …`, for a statement with its letter before it.
fn line(letter: Option<StatementLabel>, suggestion: &Suggestion<'_, '_>) -> String {
    let letter = letter.map_or_else(String::new, |letter| format!("^{letter} "));
    let marks = if suggestion.only_marks { ", other numbers or references" } else { "" };
    let words = collapse_whitespace(suggestion.pair.translation);
    format!("{letter}{} %, {}{marks}: {}", suggestion.score, suggestion.pair.place(), words)
}
