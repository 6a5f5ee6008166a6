//! The commands that change the structure of a book.

mod insert_statement;
mod join;
mod move_sections;
mod rename_id;
mod rename_term;
mod renumber;
mod split;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use similar::TextDiff;

use super::output::{Output, STRONG, counted};
use super::{CommandError, Outcome, Success, open};
use crate::library::Book;
use crate::restructure::{Change, Changed, Refusal, Restructured, restructure};
use crate::translate;

/// Each is a command of its own.
#[derive(Debug, Subcommand)]
pub(super) enum Restructure {
    Move(move_sections::Move),
    Renumber(renumber::Renumber),
    Split(split::Split),
    Join(join::Join),
    InsertStatement(insert_statement::InsertStatement),
    RenameId(rename_id::RenameId),
    RenameTerm(rename_term::RenameTerm),
}

impl Restructure {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        match self {
            Self::Move(command) => command.run(root, output),
            Self::Renumber(command) => command.run(root, output),
            Self::Split(command) => command.run(root, output),
            Self::Join(command) => command.run(root, output),
            Self::InsertStatement(command) => command.run(root, output),
            Self::RenameId(command) => command.run(root, output),
            Self::RenameTerm(command) => command.run(root, output),
        }
    }
}

/// What is changed, and whether it is.
#[derive(Debug, Args)]
struct Common {
    /// The book
    book: String,
    /// Show what would change, as a difference, and change nothing
    #[arg(long)]
    dry_run: bool,
}

impl Common {
    /// Makes the change that is asked for of the book.
    fn run<C: Change>(
        self,
        root: Option<PathBuf>,
        output: &mut Output,
        change: impl FnOnce(&Book) -> Result<C, CommandError>,
    ) -> Outcome {
        let root = open::root(root)?;
        let _lock = open::lock(&root, output)?;
        let library = open::library_to_change(&root)?;
        let change = change(open::book(&library, &self.book)?)?;
        let sources = library.sources.clone();
        let done = restructure(&root, library, &self.book, &change)?;
        let Restructured { files, references, notes } = done;
        if self.dry_run {
            for file in &files {
                difference(file, output)?;
            }
        } else {
            let texts = files.iter().map(|file| (file.path.clone(), file.text.clone())).collect();
            translate::write_all(&root, &texts, &sources)?;
        }
        for note in notes {
            output.note(note);
        }
        let would = if self.dry_run { "would change" } else { "changed" };
        let references = counted(references, "reference");
        output.line(format_args!("{} {would}, {references} in them", counted(files.len(), "file")))?;
        Ok(Success::Fine)
    }
}

/// Shows what changes in a file.
fn difference(file: &Changed, output: &mut Output) -> Result<(), CommandError> {
    let before = file.before.as_ref().map_or("", |text| text);
    let diff = TextDiff::from_lines(before, file.text.as_str());
    output.line(format_args!("{STRONG}{}{STRONG:#}", file.path))?;
    for line in diff.unified_diff().context_radius(1).to_string().lines() {
        output.line(line)?;
    }
    Ok(())
}

impl From<Refusal> for CommandError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Asked { message, help } => Self::new(message, help),
            Refusal::Load(error) => error.into(),
            Refusal::Unsafe(path) => translate::EditError::Unsafe(path).into(),
        }
    }
}

/// Something of today and what it becomes, as it is typed.
fn pair(typed: &str) -> Result<(String, String), String> {
    match typed.split_once('=') {
        Some((old, new)) if !old.trim().is_empty() && !new.trim().is_empty() => {
            Ok((old.trim().to_owned(), new.trim().to_owned()))
        }
        _ => Err("write what it is today and what it becomes, with = between".to_owned()),
    }
}

/// The id of the one section that is named by number or id.
fn section(book: &Book, named: &str) -> Result<String, CommandError> {
    Ok(open::sections(book, std::slice::from_ref(&named.to_owned()))?.remove(0))
}
