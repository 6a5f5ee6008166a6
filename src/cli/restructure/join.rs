//! `rulestone join`

use std::path::PathBuf;

use clap::Args;

use super::{Common, section};
use crate::cli::Outcome;
use crate::cli::output::Output;
use crate::restructure;

/// Make one section of two
///
/// The statements of the second go on behind those of the first, in every language, with its notes, examples, labels and logic. What
/// refers to it, and its addresses, lead to the first. Its number and its title go.
#[derive(Debug, Args)]
pub(in crate::cli) struct Join {
    #[command(flatten)]
    common: Common,
    /// The section that stays, by number or id
    first: String,
    /// The section that becomes part of it
    second: String,
}

impl Join {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let Self { common, first, second } = self;
        common.run(root, output, |book| {
            Ok(restructure::Join { first: section(book, &first)?, second: section(book, &second)? })
        })
    }
}
