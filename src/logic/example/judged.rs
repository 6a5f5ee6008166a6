//! The logic of a library and what its examples prove: worked out once, for whoever shows it.

use super::{ExamplePlaces, ExampleResult, run_examples};
use crate::diagnostic::Diagnostic;
use crate::library::Library;
use crate::logic::compile::{Compiled, compile_book};
use crate::logic::limits::Meter;

/// The compiled logic of every book, and the verdict of every example.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// The logic, in the order of the books.
    pub compiled: Vec<Compiled>,
    /// What is wrong with the logic of the books.
    pub findings: Vec<Diagnostic>,
    /// The verdicts, in the order of the books.
    pub results: Vec<ExampleResult>,
    /// Where the verdict of an example stands.
    places: ExamplePlaces,
}

/// Compiles the logic of every book and runs every example.
///
/// Where the ceiling of the meter is passed, the examples that are left are not run: [`Meter::over`] says so.
pub fn judge(library: &Library, meter: &Meter) -> Judged {
    let (compiled, findings): (Vec<Compiled>, Vec<_>) =
        library.books.iter().map(|book| compile_book(book, meter)).unzip();
    let results = run_examples(library, &compiled, meter);
    let mut places = ExamplePlaces::default();
    for (at, result) in results.iter().enumerate() {
        places.insert([result.book.clone(), result.section.clone(), result.id.clone()], at);
    }
    Judged { compiled, findings: findings.into_iter().flatten().collect(), results, places }
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
        self.results.get(self.places.at(book, section, example)?)
    }
}
