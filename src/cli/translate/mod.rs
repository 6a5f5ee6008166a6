//! `rulestone translate`: the commands of a translator.

mod accept;
mod draft;
mod prefill;
mod review;
mod suggest;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::output::Output;
use super::{CommandError, Outcome, open};
pub(super) use review::person;

use crate::library::{Book, Library};
use crate::translate::{Named, Unknown};

/// Work on a translation
#[derive(Debug, Subcommand)]
pub(super) enum Translate {
    Draft(draft::Draft),
    Prefill(prefill::Prefill),
    Accept(accept::Accept),
    Review(review::Review),
    Suggest(suggest::Suggest),
}

impl Translate {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        match self {
            Self::Draft(command) => command.run(root, output),
            Self::Prefill(command) => command.run(root, output),
            Self::Accept(command) => command.run(root, output),
            Self::Review(command) => command.run(root, output),
            Self::Suggest(command) => command.run(root, output),
        }
    }
}

/// What of a translation a command is about.
#[derive(Debug, Args)]
struct Parts {
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
    /// All sections, chapter titles and definitions
    #[arg(long, conflicts_with = "sections")]
    all: bool,
}

impl Parts {
    /// The book, and what of it is named.
    fn find<'a>(&self, library: &'a Library) -> Result<(&'a Book, Vec<Named>), CommandError> {
        let book = book(library, &self.book, &self.language)?;
        if !book.translations.contains_key(&self.language) {
            let message = format!("`{}` has no translation into {}", book.id, self.language);
            let help = format!("`rulestone translate draft {} {}` begins one", book.id, self.language);
            return Err(CommandError::new(message, help));
        }
        let other = |name: &String| {
            let is_section = book.section(name).is_some() || !book.numbered(name).is_empty();
            let chapters = || book.chapters.iter().map(|chapter| &chapter.id);
            let mut others = chapters().chain(book.terms.iter().map(|term| &term.id));
            chapters().any(|id| id == name) || !is_section && others.any(|id| id == name)
        };
        let in_section = |name: &String| {
            let mut named = Named::read(name);
            if named.piece.is_some() || !other(&named.holder) {
                named.holder = open::sections(book, std::slice::from_ref(&named.holder))?.remove(0);
            }
            Ok(named)
        };
        let named = self.sections.iter().map(in_section).collect::<Result<Vec<_>, CommandError>>()?;
        Ok((book, named))
    }
}

/// That something was named that is not there, so that nothing was done.
fn unknown(done: &str, unknown: &[Unknown]) -> Result<(), CommandError> {
    unknown.first().map_or(Ok(()), |(name, why)| {
        Err(CommandError::new(format!("nothing was {done}: there is no `{name}`"), why.clone()))
    })
}

/// The book of that id, which is to be translated into `language`.
pub(super) fn book<'a>(library: &'a Library, id: &str, language: &str) -> Result<&'a Book, CommandError> {
    let book = open::book(library, id)?;
    if language == book.reference {
        let message = format!("{} is the reference language of `{}`", book.reference, book.id);
        return Err(CommandError::new(message, "name the language to translate into"));
    }
    Ok(book)
}
