//! `rulestone translate`: the commands of a translator.

mod accept;
mod draft;
mod suggest;

use std::path::PathBuf;

use clap::Subcommand;

use super::output::Output;
use super::{CommandError, Outcome, open};
use crate::library::{Book, Library};

/// Work on a translation
#[derive(Debug, Subcommand)]
pub(super) enum Translate {
    Draft(draft::Draft),
    Accept(accept::Accept),
    Suggest(suggest::Suggest),
}

impl Translate {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        match self {
            Self::Draft(command) => command.run(root, output),
            Self::Accept(command) => command.run(root, output),
            Self::Suggest(command) => command.run(root, output),
        }
    }
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
