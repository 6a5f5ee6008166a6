//! Facts of the shipped books, counted and compared: what a slip of the hand must not change unnoticed.

mod demonstration;
mod hellenes;
mod hellenes_seasons;
mod options;
mod peloponnesian_war;
mod proof;
mod rulings;
mod sword_of_rome;

use rulestone::library::Book;
use rulestone::library::localized::{State, View};
use rulestone::library::yaml::Node;

/// What stands in a column of a row of a data table.
fn cell(row: &Node, column: &str) -> String {
    row.get(column).and_then(Node::text).expect("a cell").to_owned()
}

/// Every section and term of the book stands in this language, made from today's reference text.
fn is_complete_and_current(book: &Book, language: &str) {
    is_current(book, language);
    assert!(book.terms.len() > 100);
    assert_eq!(book.terms.len(), book.terms_in(language).len());
}

fn is_current(book: &Book, language: &str) {
    let view = View::new(book, language);
    for (_, section) in book.sections() {
        assert_eq!(view.state(section), State::Current, "{}", section.id);
    }
}
