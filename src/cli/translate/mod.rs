//! `rulestone translate`: the commands of a translator.

mod accept;
mod draft;
mod review;
mod suggest;

use std::path::PathBuf;

use clap::Subcommand;

use super::output::Output;
use super::{CommandError, Outcome, open};
use crate::library::{Book, Library};
use crate::translate::Named;

/// Work on a translation
#[derive(Debug, Subcommand)]
pub(super) enum Translate {
    Draft(draft::Draft),
    Accept(accept::Accept),
    Review(review::Review),
    Suggest(suggest::Suggest),
}

impl Translate {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        match self {
            Self::Draft(command) => command.run(root, output),
            Self::Accept(command) => command.run(root, output),
            Self::Review(command) => command.run(root, output),
            Self::Suggest(command) => command.run(root, output),
        }
    }
}

/// The same where its translation has been begun.
fn translated_book<'a>(library: &'a Library, id: &str, language: &str) -> Result<&'a Book, CommandError> {
    let book = book(library, id, language)?;
    if !book.translations.contains_key(language) {
        let message = format!("`{}` has no translation into {language}", book.id);
        let help = format!("`rulestone translate draft {} {language}` begins one", book.id);
        return Err(CommandError::new(message, help));
    }
    Ok(book)
}

/// Sections by number or id, chapters, terms, and parts of sections.
fn named(book: &Book, written: &[String]) -> Result<Vec<Named>, CommandError> {
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
    written.iter().map(in_section).collect()
}

/// The book of that id, which is to be translated into `language`.
fn book<'a>(library: &'a Library, id: &str, language: &str) -> Result<&'a Book, CommandError> {
    let book = open::book(library, id)?;
    if language == book.reference {
        let message = format!("{} is the reference language of `{}`", book.reference, book.id);
        return Err(CommandError::new(message, "name the language to translate into"));
    }
    Ok(book)
}
