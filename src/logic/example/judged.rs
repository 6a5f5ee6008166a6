//! The logic of a library and what its examples prove: worked out once, for whoever shows it.

use super::{ExampleResult, run_examples};
use crate::library::Library;
use crate::logic::compile::{Compiled, compile_book};

/// The compiled logic of every book, and the verdict of every example.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// The logic, in the order of the books.
    pub compiled: Vec<Compiled>,
    /// The verdicts, in the order of the books.
    pub results: Vec<ExampleResult>,
}

/// Compiles the logic of every book and runs every example.
pub fn judge(library: &Library) -> Judged {
    let compiled: Vec<Compiled> = library.books.iter().map(|book| compile_book(book).0).collect();
    let results = run_examples(library, &compiled);
    Judged { compiled, results }
}

impl Judged {
    /// The logic of a book.
    pub fn logic(&self, book: &str) -> Option<&Compiled> {
        self.compiled.iter().find(|compiled| compiled.program.book == book)
    }

    /// The verdicts of a book's examples, in its order.
    pub fn of_book<'a>(&'a self, book: &'a str) -> impl Iterator<Item = &'a ExampleResult> {
        self.results.iter().filter(move |result| result.book == book)
    }

    /// The verdict of an example.
    pub fn result(&self, book: &str, section: &str, example: &str) -> Option<&ExampleResult> {
        self.results.iter().find(|result| result.book == book && result.section == section && result.id == example)
    }
}
