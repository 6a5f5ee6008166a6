//! `rulestone rename-id`

use std::path::PathBuf;

use clap::Args;

use super::{Common, section};
use crate::cli::output::Output;
use crate::cli::{Outcome, open};
use crate::restructure;

/// Give a section another id
///
/// Whatever names it by its id, in texts, logic, examples and cases, names the new one, and its old addresses lead to it.
#[derive(Debug, Args)]
pub(in crate::cli) struct RenameId {
    #[command(flatten)]
    common: Common,
    /// The section, by number or id
    section: String,
    /// Its id from now on: kebab-case, unique in the book
    #[arg(value_parser = open::id)]
    id: String,
}

impl RenameId {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let Self { common, section: named, id } = self;
        common.run(root, output, |book| Ok(restructure::RenameId { old: section(book, &named)?, new: id }))
    }
}
