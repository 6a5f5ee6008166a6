//! What stands in a draft below a reference text besides it: the best of the memory, and the names of its terms.

use crate::library::markup::StatementLabel;
use crate::library::text::Text;
use crate::library::{Book, Library};
use crate::translate::memory::{Asked, Matches, Memory, Suggestion, Terms};

/// The least score of what is worth a comment, and the most comments for a piece.
const ASKED: Asked = Asked { least: 70, limit: 2 };

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
        let matches = Matches::of(&self.memory, &self.terms, self.book, text, ASKED);
        let mut lines: Vec<String> = matches.whole.iter().map(|suggestion| line(None, suggestion)).collect();
        let mut of_units: Vec<(Option<StatementLabel>, &Suggestion<'_, '_>)> = matches
            .units
            .iter()
            .flat_map(|unit| unit.suggestions.iter().take(1).map(|suggestion| (unit.letter, suggestion)))
            .collect();
        of_units.sort_by_key(|(_, suggestion)| usize::MAX - suggestion.score);
        lines.extend(of_units.iter().map(|(letter, suggestion)| line(*letter, suggestion)));
        lines.truncate(ASKED.limit);
        let named = matches.terms.iter().filter(|term| term.translation().is_some());
        let terms: Vec<String> = named.map(super::super::memory::TermUse::line).collect();
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
    let words: Vec<&str> = suggestion.pair.translation.split_whitespace().collect();
    format!("{letter}{} %, {}{marks}: {}", suggestion.score, suggestion.pair.place(), words.join(" "))
}
