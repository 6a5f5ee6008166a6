//! `rulestone translate review`

use std::path::PathBuf;

use clap::Args;

use crate::cli::output::{Output, counted};
use crate::cli::{CommandError, Outcome, open};
use crate::library::localized::View;
use crate::translate::{self, Reviewer};

/// The longest name of a person, in characters.
const LONGEST: usize = 100;

/// Record who has compared a translation with its reference text
///
/// Writes name, date and fingerprints of the translation beside it (`reviewed`): the review holds, unit by unit, as long as
/// neither the translation nor the reference text changes. Only what is accepted can be reviewed. `rulestone status` counts the
/// words that are.
#[derive(Debug, Args)]
pub(in crate::cli) struct Review {
    /// The book
    book: String,
    /// The language of the translation
    #[arg(value_parser = open::language)]
    language: String,
    /// The sections, by number or id; for the title of a chapter, the name of its file without .yaml; for the definition
    /// of a term, its id. A part of a section: `SECTION:PIECE`, as `battle:text` or `battle:notes.ID`; one unit of it:
    /// `battle:text:b` for the statement b, `battle:text:b+1` for what follows it
    #[arg(required_unless_present = "all")]
    sections: Vec<String>,
    /// All that is accepted
    #[arg(long, conflicts_with = "sections")]
    all: bool,
    /// Who has compared it
    #[arg(long, value_name = "NAME", value_parser = person)]
    by: String,
    /// When, as year, month and day; today without it
    #[arg(long, value_name = "DATE", value_parser = date)]
    date: Option<String>,
}

impl Review {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let _lock = open::lock(&root, output)?;
        let library = open::library_to_change(&root)?;
        let book = super::translated_book(&library, &self.book, &self.language)?;
        let named = super::named(book, &self.sections)?;
        let date = self.date.unwrap_or_else(|| jiff::Zoned::now().date().to_string());
        let by = Reviewer { name: &self.by, date: &date };
        let reviewed = translate::review(&library, &View::as_written(book, &self.language), &named, by);
        if let Some((name, why)) = reviewed.unknown.first() {
            return Err(CommandError::new(format!("nothing was reviewed: there is no `{name}`"), why.clone()));
        }
        translate::write(&root, &reviewed.edits, &library.sources)?;
        for name in reviewed.not_current.iter().filter(|_| !self.all) {
            output.note(format_args!("`{name}` is not accepted as it is now, so it cannot be reviewed"));
        }
        output.line(format_args!(
            "{} reviewed in {}",
            counted(reviewed.pieces, "piece"),
            counted(reviewed.edits.len(), "file")
        ))?;
        let whole = reviewed.not_current.is_empty();
        if self.all && !whole {
            let left = counted(reviewed.not_current.len(), "piece");
            output.note(format_args!("{left} not accepted, and so not reviewed"));
        }
        Ok((whole || self.all).into())
    }
}

/// A name that can stand in a line of YAML as it is.
fn person(typed: &str) -> Result<String, String> {
    let name = typed.trim();
    let fits = |char: char| char.is_alphanumeric() || " .-'()@_".contains(char);
    if !name.starts_with(char::is_alphabetic) || !name.chars().all(fits) || name.chars().count() > LONGEST {
        return Err(format!("write a name of letters, digits and .-'()@_, of at most {LONGEST} characters"));
    }
    Ok(name.to_owned())
}

fn date(typed: &str) -> Result<String, String> {
    let parsed = typed.parse::<jiff::civil::Date>().map_err(|_| "write it as 2026-03-01".to_owned())?;
    Ok(parsed.to_string())
}
