//! The logic of a library and what its examples prove: worked out once, for whoever shows it.

use std::collections::{BTreeSet, HashMap};

use super::{ExamplePlaces, ExampleResult, run_examples};
use crate::diagnostic::Diagnostic;
use crate::library::Library;
use crate::logic::book::{Compiled, Logic, of_book};
use crate::logic::compile::in_logic;
use crate::logic::limits::Meter;
use crate::logic::program::{OptionId, Program};

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
    /// By book and option: the printed examples that do not hold under each of its readings.
    telling: HashMap<(String, OptionId), Vec<usize>>,
}

/// Runs every example of a library.
///
/// Where the ceiling of the meter is passed, the examples that are left are not run: [`Meter::over`] says so.
pub fn judge(library: &Library, logic: Logic, meter: &Meter) -> Judged {
    let Logic { books: compiled, findings } = logic;
    let results = run_examples(library, &compiled, meter);
    let mut places = ExamplePlaces::default();
    for (at, result) in results.iter().enumerate() {
        places.insert([result.book.clone(), result.section.clone(), result.id.clone()], at);
    }
    let telling = telling(&results);
    Judged { compiled, findings, results, places, telling }
}

fn telling(results: &[ExampleResult]) -> HashMap<(String, OptionId), Vec<usize>> {
    let mut telling: HashMap<_, Vec<usize>> = HashMap::new();
    for (at, result) in results.iter().enumerate() {
        let options: BTreeSet<OptionId> =
            result.verdict.fits.iter().filter(|fit| !fit.holds).map(|fit| fit.option).collect();
        for option in options {
            telling.entry((result.book.clone(), option)).or_default().push(at);
        }
    }
    telling
}

impl Judged {
    /// The logic of a book.
    pub fn logic(&self, book: &str) -> Option<&Compiled> {
        of_book(&self.compiled, book)
    }

    /// The verdicts of a book's examples, in its order.
    pub fn of_book<'a>(&'a self, book: &'a str) -> impl Iterator<Item = &'a ExampleResult> {
        self.results.iter().filter(move |result| result.book == book)
    }

    /// The printed examples of a book that tell the readings of an option apart: some hold under one and not under another.
    pub fn telling(&self, book: &str, option: &str) -> impl Iterator<Item = (&Program, OptionId, &ExampleResult)> {
        let program = self.logic(book).map(|compiled| &compiled.program);
        let found = program.and_then(|program| Some((program, program.option(&in_logic(option))?)));
        let all = found.and_then(|(_, id)| self.telling.get(&(book.to_owned(), id)));
        let all = all.into_iter().flatten().filter_map(|at| self.results.get(*at));
        all.filter_map(move |result| found.map(|(program, id)| (program, id, result)))
    }

    /// The verdict of an example.
    pub fn result(&self, book: &str, section: &str, example: &str) -> Option<&ExampleResult> {
        self.results.get(self.places.at(book, section, example)?)
    }
}
