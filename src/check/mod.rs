//! What is wrong *between* the files of a library. One check per file; each looks at the whole library and knows no other.

mod data;
mod declarations;
mod formerly;
mod glossary;
mod identity;
mod logic;
mod maps;
mod markup;
mod pictures;
mod references;
mod rulings;
mod shown_tables;
mod site_file;
mod statements;
mod trace_names;
mod translated;
mod translations;
mod values;
mod waivers;
mod writing;
mod written_numbers;

use crate::diagnostic::{Diagnostic, sort};
use crate::library::{Library, Loaded};
use crate::logic::limits::Meter;

/// Everything that is wrong with a library: what reading its files showed, and what the checks find, in reading order.
///
/// Where the ceiling of the meter is passed, not everything was looked for: [`Meter::over`] says so.
pub fn check(loaded: Loaded, meter: &Meter) -> (Library, Vec<Diagnostic>) {
    let Loaded { mut library, mut diagnostics } = loaded;
    meter.know(&library.sources);
    let _piece = meter.begin(u64::MAX, "the checks of the library".to_owned(), None);
    values::fill(&mut library, meter, &mut diagnostics);
    for check in [
        identity::check,
        formerly::check,
        declarations::check,
        statements::check,
        markup::check,
        references::check,
        pictures::check,
        rulings::check,
        writing::check,
        data::check,
        shown_tables::check,
        maps::check,
        site_file::check,
        translations::check,
        translated::check,
    ] {
        check(&library, &mut diagnostics);
    }
    glossary::check(&library, meter, &mut diagnostics);
    logic::check(&library, meter, &mut diagnostics);
    written_numbers::check(&library, &mut diagnostics);
    let mut diagnostics = waivers::apply(&library, diagnostics);
    sort(&mut diagnostics, &library.sources);
    (library, diagnostics)
}
