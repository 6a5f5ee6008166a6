//! `rulestone status`

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::output::{BAD, FAINT, FAIR, Format, GOOD, Output, STRONG};
use super::{Outcome, Success, open};
use crate::translate::{Progress, status};

/// Show how far each translation is
#[derive(Debug, Args)]
pub(super) struct Status {
    /// Only this book
    #[arg(long, value_name = "BOOK")]
    book: Option<String>,

    /// How to print it
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

/// The length of a full bar, in characters.
const BAR: usize = 20;

impl Status {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let (library, _) = open::library(&open::root(root)?)?;
        if let Some(book) = &self.book {
            open::book(&library, book)?;
        }
        let mut rows = status(&library);
        rows.retain(|row| self.book.as_ref().is_none_or(|book| *book == row.book));
        match self.format {
            Format::Json => {
                let books: Vec<_> = rows
                    .iter()
                    .map(|row| {
                        json!({
                            "book": row.book, "language": row.language, "reference": row.reference, "required": row.required,
                            "sections": row.sections, "missing": row.missing, "outdated": row.outdated, "unaccepted": row.unaccepted, "current": row.current, "words": row.words,
                        })
                    })
                    .collect();
                output.json(&json!({"version": 1, "books": books}))?;
            }
            Format::Human => {
                let mut book = "";
                for row in &rows {
                    if row.book != book {
                        output.line(format_args!("{STRONG}{}{STRONG:#}", row.book))?;
                        book = &row.book;
                    }
                    output.line(line(row))?;
                }
            }
        }
        Ok(Success::Fine)
    }
}

fn line(row: &Progress) -> String {
    if row.reference {
        return format!("  {:5} {FAINT}reference, {} sections{FAINT:#}", row.language, row.sections);
    }
    let part = |count: usize| (count * BAR).checked_div(row.sections).unwrap_or(0);
    let (current, outdated) = (part(row.current), part(row.outdated + row.unaccepted));
    let missing = BAR - current - outdated;
    let bar = format!(
        "{GOOD}{}{GOOD:#}{FAIR}{}{FAIR:#}{FAINT}{}{FAINT:#}",
        "█".repeat(current),
        "▒".repeat(outdated),
        "░".repeat(missing)
    );
    let mut parts = vec![format!("{} of {} current", row.current, row.sections)];
    if row.outdated > 0 {
        parts.push(format!("{FAIR}{} outdated{FAIR:#}", row.outdated));
    }
    if row.unaccepted > 0 {
        parts.push(format!("{FAIR}{} not accepted{FAIR:#}", row.unaccepted));
    }
    if row.missing > 0 {
        let style = if row.required { BAD } else { FAINT };
        parts.push(format!("{style}{} missing{style:#}", row.missing));
    }
    if row.words > 0 {
        parts.push(format!("{} words to do", row.words));
    }
    let optional = if row.required { "" } else { " (not required)" };
    format!("  {:5} {bar} {}{optional}", row.language, parts.join(", "))
}
