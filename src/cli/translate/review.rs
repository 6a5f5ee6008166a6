//! `rulestone translate review`

use std::path::PathBuf;

use clap::Args;

use super::{Parts, unknown};
use crate::cli::output::{Output, counted};
use crate::cli::{Outcome, open};
use crate::library::localized::View;
use crate::library::review;
use crate::translate;

/// The longest name of a person, in characters.
const LONGEST: usize = 100;

/// Record who has compared a translation with its reference text
///
/// Writes name, date and fingerprints of the translation beside it (`reviewed`): the review holds, unit by unit, as long as
/// neither the translation nor the reference text changes. Only what is accepted can be reviewed. `rulestone status` counts the
/// words that are.
#[derive(Debug, Args)]
pub(in crate::cli) struct Review {
    #[command(flatten)]
    parts: Parts,
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
        let (book, named) = self.parts.find(&library)?;
        let date = self.date.unwrap_or_else(|| jiff::Zoned::now().date().to_string());
        let by = review::Review { by: &self.by, date: &date };
        let reviewed = translate::review(&library, &View::as_written(book, &self.parts.language), &named, by);
        unknown("reviewed", &reviewed.unknown)?;
        translate::write(&root, &reviewed.edits, &library.sources)?;
        for name in reviewed.not_current.iter().filter(|_| !self.parts.all) {
            output.note(format_args!("`{name}` is not accepted as it is now, so it cannot be reviewed"));
        }
        output.line(format_args!(
            "{} reviewed in {}",
            counted(reviewed.pieces, "piece"),
            counted(reviewed.edits.len(), "file")
        ))?;
        let whole = reviewed.not_current.is_empty();
        if self.parts.all && !whole {
            let left = counted(reviewed.not_current.len(), "piece");
            output.note(format_args!("{left} not accepted, and so not reviewed"));
        }
        Ok((whole || self.parts.all).into())
    }
}

/// A name that can stand in a line of YAML as it is.
pub(in crate::cli) fn person(typed: &str) -> Result<String, String> {
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
