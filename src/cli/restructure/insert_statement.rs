//! `rulestone insert-statement`

use std::path::PathBuf;

use clap::Args;

use super::{Common, section};
use crate::cli::Outcome;
use crate::cli::output::Output;
use crate::restructure;

/// Put a statement between others
///
/// Those behind it get the next letters, in every language, and whatever refers to them by letter is written anew. Translations lack
/// the new one until it is written there.
#[derive(Debug, Args)]
pub(in crate::cli) struct InsertStatement {
    #[command(flatten)]
    common: Common,
    /// The section, by number or id
    section: String,
    /// The letter that it is to have: that of the statement before which it comes, or the one behind the last
    letter: String,
    /// Its words in the reference language
    #[arg(allow_hyphen_values = true)]
    words: String,
}

impl InsertStatement {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let Self { common, section: named, letter, words } = self;
        common
            .run(root, output, |book| Ok(restructure::Insert { section: section(book, &named)?, label: letter, words }))
    }
}
