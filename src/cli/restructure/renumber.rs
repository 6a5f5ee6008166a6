//! `rulestone renumber`

use std::path::PathBuf;

use clap::Args;

use super::Common;
use crate::cli::Outcome;
use crate::cli::output::Output;
use crate::restructure;

/// Give sections and chapters other numbers
///
/// What lies below them gets the like, and whatever refers to them by number, in every language and in other books, is written anew.
/// Several at once may change places: `rulestone renumber my-game 16.4=16.5 16.5=16.4`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Renumber {
    #[command(flatten)]
    common: Common,
    /// A number of today and what it becomes
    #[arg(required = true, value_name = "OLD=NEW", value_parser = super::pair)]
    numbers: Vec<(String, String)>,
    /// The sections behind each, at the same depth, count on from it
    #[arg(long)]
    following: bool,
}

impl Renumber {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let Self { common, numbers, following } = self;
        common.run(root, output, |_| Ok(restructure::Renumber { numbers, following }))
    }
}
