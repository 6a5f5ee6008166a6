//! The words of a translation by how they stand, and what is to be done by how like it is to what was done.

use serde_json::{Value, json};

use crate::cli::CommandError;
use crate::cli::output::{FAINT, Output};
use crate::library::Library;
use crate::library::localized::View;
use crate::translate::Progress;
use crate::translate::memory::{Band, Memory, bands};

/// Prints them below the line of the language.
pub(super) fn print(library: &Library, row: &Progress, output: &mut Output) -> Result<(), CommandError> {
    if row.reference {
        return Ok(());
    }
    let words = &row.all.words;
    let states = [
        (words.missing, "missing"),
        (words.outdated, "outdated"),
        (words.unaccepted, "not accepted"),
        (words.translated() - words.reviewed, "translated"),
        (words.reviewed, "reviewed"),
    ];
    line("words", &states.map(|(words, name)| (words, name.to_owned())), output)?;
    let bands = of(library, row);
    let name = |at: usize| match (at.checked_sub(1).map(|above| bands[above].least), bands[at].least) {
        (None, least) => format!("{least} %"),
        (Some(above), 0) => format!("under {above} %"),
        (Some(above), least) => format!("{least}–{} %", above - 1),
    };
    let named: Vec<(usize, String)> = bands.iter().enumerate().map(|(at, band)| (band.words, name(at))).collect();
    if named.iter().any(|(words, _)| *words > 0) {
        line("like what was translated", &named, output)?;
    }
    Ok(())
}

fn line(what: &str, counts: &[(usize, String)], output: &mut Output) -> Result<(), CommandError> {
    let told: Vec<String> =
        counts.iter().filter(|(words, _)| *words > 0).map(|(words, name)| format!("{words} {name}")).collect();
    output.line(format_args!("        {FAINT}{what}:{FAINT:#} {}", told.join(", ")))
}

fn of(library: &Library, row: &Progress) -> Vec<Band> {
    let Some(book) = library.book(&row.book) else { return Vec::new() };
    let memory = Memory::of(library, &book.reference, &row.language);
    bands(&memory, &View::as_written(book, &row.language))
}

/// The same for other programs.
pub(super) fn json(library: &Library, row: &Progress) -> Value {
    if row.reference {
        return json!([]);
    }
    let object = |band: &Band| json!({"least": band.least, "words": band.words});
    of(library, row).iter().map(object).collect()
}
