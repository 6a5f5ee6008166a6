//! The words of a translation by how they stand, and what is to be done by how like it is to what was done.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::cli::CommandError;
use crate::cli::output::{FAINT, Output};
use crate::library::Library;
use crate::library::localized::View;
use crate::translate::Progress;
use crate::translate::memory::{Band, Memory, bands};

/// What was translated, found once for each pair of languages.
pub(super) struct Known<'a> {
    library: &'a Library,
    memories: HashMap<(&'a str, &'a str), Memory<'a>>,
}

impl<'a> Known<'a> {
    pub(super) fn new(library: &'a Library) -> Self {
        Self { library, memories: HashMap::new() }
    }

    fn bands(&mut self, row: &'a Progress) -> Vec<Band> {
        let Some(book) = self.library.book(&row.book) else { return Vec::new() };
        let languages = (book.reference.as_str(), row.language.as_str());
        let memory =
            self.memories.entry(languages).or_insert_with(|| Memory::of(self.library, languages.0, languages.1));
        bands(memory, &View::as_written(book, languages.1))
    }

    /// Prints the words below the line of the language.
    pub(super) fn print(&mut self, row: &'a Progress, output: &mut Output) -> Result<(), CommandError> {
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
        let bands = self.bands(row);
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

    /// The bands for other programs.
    pub(super) fn json(&mut self, row: &'a Progress) -> Value {
        if row.reference {
            return json!([]);
        }
        let object = |band: &Band| json!({"least": band.least, "words": band.words});
        self.bands(row).iter().map(object).collect()
    }
}

fn line(what: &str, counts: &[(usize, String)], output: &mut Output) -> Result<(), CommandError> {
    let told: Vec<String> =
        counts.iter().filter(|(words, _)| *words > 0).map(|(words, name)| format!("{words} {name}")).collect();
    output.line(format_args!("        {FAINT}{what}:{FAINT:#} {}", told.join(", ")))
}
