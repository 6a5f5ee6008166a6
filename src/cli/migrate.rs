//! `rulestone migrate`

use std::path::PathBuf;

use clap::Args;

use super::output::{Output, counted};
use super::{CommandError, Outcome, Success, ceiling, open};
use crate::diagnostic::Severity;
use crate::library::names::{EDITION, check_edition};
use crate::logic::book::compile_book;
use crate::migrate::migrate;
use crate::translate;

/// Move a book to this edition of the rule language
///
/// Takes out what is found without being said: labels that say what the name says, and what definitions read and change. What a
/// reader sees does not change, in any language. `book.yaml` says from then on in which edition it is written.
#[derive(Debug, Args)]
pub(super) struct Migrate {
    /// Only this book
    book: Option<String>,
}

impl Migrate {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let _lock = open::lock(&root, output)?;
        let library = open::library_to_change(&root)?;
        if let Some(book) = &self.book {
            open::book(&library, book)?;
        }
        let mut moved = Vec::new();
        for book in library.books.iter().filter(|book| self.book.as_ref().is_none_or(|wanted| *wanted == book.id)) {
            // A later edition is no earlier one.
            if let Some((edition, _)) = book.rule_language.as_ref().filter(|(edition, _)| edition != "1")
                && let Err(message) = check_edition(edition)
            {
                return Err(CommandError::new(message, "move the book with a Rulestone that knows its edition"));
            }
            let (compiled, findings) = compile_book(book, ceiling::meter());
            if let Some(wrong) = findings.iter().find(|finding| finding.severity == Severity::Error) {
                let message = format!("the logic of `{}` has mistakes: {}", book.id, wrong.message);
                return Err(CommandError::new(message, "mend what `rulestone check` tells, then move the book"));
            }
            moved.push((book, migrate(&library, book, &compiled)));
        }
        let edits: Vec<_> = moved.iter_mut().flat_map(|(_, migration)| std::mem::take(&mut migration.edits)).collect();
        translate::write(&root, &edits, &library.sources)?;
        for (book, migration) in &moved {
            let done = if migration.marked || migration.labels + migration.clauses > 0 {
                let labels = counted(migration.labels, "label");
                let clauses = counted(migration.clauses, "clause");
                format!("edition {EDITION}; {labels} and {clauses} taken out")
            } else {
                format!("edition {EDITION} already, nothing to do")
            };
            output.line(format_args!("{}: {done}", book.id))?;
        }
        Ok(Success::Fine)
    }
}
