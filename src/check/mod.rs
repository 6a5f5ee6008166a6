//! What is wrong *between* the files of a library. One check per file; each looks at the whole library and knows no other.

mod again;
mod data;
mod declarations;
mod formerly;
mod glossary;
mod identity;
mod logic;
mod maps;
mod markup;
mod moved_references;
mod pictures;
mod references;
mod rulings;
mod shared_definitions;
mod shown_tables;
mod site_file;
mod spelling;
mod statements;
mod trace_names;
mod translated;
mod translations;
mod waivers;
mod writing;
mod written_numbers;

pub use again::Again;
pub use moved_references::moved_references;
pub use spelling::{Dictionaries, DictionaryError, spelling};

use crate::beside;
use crate::diagnostic::{Diagnostic, sort};
use crate::library::{Library, Loaded};
use crate::logic::book::{Logic, compile_library};
use crate::logic::limits::Meter;
use crate::logic::text_values;

/// A library, its logic, and what is wrong with either.
#[derive(Debug)]
pub struct Checked {
    /// The library; the texts have the values that they ask of logic.
    pub library: Library,
    /// The logic of its books.
    pub logic: Logic,
    /// What is wrong: after [`check`] all of it, in reading order; after [`read`] that of the files, then that of the logic.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles the logic of a library and writes its values into the texts: all that is needed to look something up.
pub fn read(loaded: Loaded, meter: &Meter) -> Checked {
    let Loaded { mut library, mut diagnostics } = loaded;
    meter.know(&library.sources);
    let _piece = meter.begin(u64::MAX, "the logic of the library".to_owned(), None);
    let mut logic = compile_library(&library, meter);
    diagnostics.extend(logic.findings.iter().cloned());
    for (book, compiled) in library.books.iter_mut().zip(&mut logic.books) {
        if let Some(texts) = compiled.texts.take() {
            diagnostics.extend(text_values::fill(book, &library.shared_terms, texts, meter));
        }
    }
    Checked { library, logic, diagnostics }
}

/// Everything that is wrong with a library: what reading its files showed, and what the checks find, in reading order.
///
/// Where the ceiling of the meter is passed, not everything was looked for: [`Meter::over`] says so.
pub fn check(loaded: Loaded, meter: &Meter) -> Checked {
    let Checked { library, logic, mut diagnostics } = read(loaded, meter);
    let _piece = meter.begin(u64::MAX, "the checks of the library".to_owned(), None);
    diagnostics.extend(beside::each(&checks(&library, &logic, meter), beside::cores(), run).into_iter().flatten());
    checked(library, logic, diagnostics)
}

/// A library with all that was found: without what is waived, in reading order.
fn checked(library: Library, logic: Logic, diagnostics: Vec<Diagnostic>) -> Checked {
    let mut diagnostics = waivers::apply(&library, diagnostics);
    sort(&mut diagnostics, &library.sources);
    Checked { library, logic, diagnostics }
}

type Act<'a> = Box<dyn Fn(&mut Vec<Diagnostic>) + Sync + 'a>;

/// One look at a library, or at a part of it.
struct Look<'a> {
    /// The book that it looks at, by its place; beside it what other books can see of each other, and what all share. None for
    /// a look at all books.
    book: Option<usize>,
    act: Act<'a>,
}

fn run(look: &Look<'_>) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    (look.act)(&mut diagnostics);
    diagnostics
}

/// Every check, cut into parts that can be done beside each other, those that take longest first.
fn checks<'a>(library: &'a Library, logic: &'a Logic, meter: &'a Meter) -> Vec<Look<'a>> {
    let mut looks: Vec<Look<'a>> = Vec::new();
    for (at, (book, compiled)) in library.books.iter().zip(&logic.books).enumerate() {
        let mut look = |act| looks.push(Look { book: Some(at), act });
        for check in [translated::proper_names::check, writing::check, glossary::homes] {
            look(Box::new(move |found| check(library, book, found)));
        }
        for language in book.translations.keys() {
            look(Box::new(move |found| translated::check(library, book, language, found)));
        }
        for language in book.all_languages() {
            look(Box::new(move |found| glossary::check(library, book, language, meter, found)));
        }
        look(Box::new(move |found| logic::check(library, book, compiled, found)));
    }
    for check in [
        translations::check,
        identity::check,
        formerly::check,
        declarations::check,
        statements::check,
        markup::check,
        pictures::check,
        rulings::check,
        data::check,
        shown_tables::check,
        maps::check,
        site_file::check,
        glossary::shared,
        shared_definitions::check,
        written_numbers::check,
    ] {
        looks.push(Look { book: None, act: Box::new(move |found| check(library, found)) });
    }
    looks.push(Look { book: None, act: Box::new(move |found| references::check(library, logic, found)) });
    looks
}
