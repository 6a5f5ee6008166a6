//! `rulestone move`

use std::path::PathBuf;

use clap::Args;

use super::{Common, section};
use crate::cli::Outcome;
use crate::cli::output::Output;
use crate::restructure::{self, Where};

/// Move sections to another place or chapter
///
/// What lies below them by its number goes along, in every language; addresses of pages that they had lead to them. Their numbers
/// stay: `rulestone renumber` changes these.
#[derive(Debug, Args)]
pub(in crate::cli) struct Move {
    #[command(flatten)]
    common: Common,
    /// The sections, by number or id
    #[arg(required = true)]
    sections: Vec<String>,
    #[command(flatten)]
    place: Place,
    /// Leave what lies below them where it is
    #[arg(long)]
    alone: bool,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Place {
    /// To the end of this chapter, by the name of its file without .yaml
    #[arg(long, value_name = "CHAPTER")]
    to: Option<String>,
    /// Before this section
    #[arg(long, value_name = "SECTION")]
    before: Option<String>,
    /// Behind this section and what lies below it
    #[arg(long, value_name = "SECTION")]
    behind: Option<String>,
}

impl Move {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let Self { common, sections, place, alone } = self;
        common.run(root, output, |book| {
            let to = match place {
                Place { before: Some(before), .. } => Where::Before(section(book, &before)?),
                Place { behind: Some(behind), .. } => Where::Behind(section(book, &behind)?),
                Place { to, .. } => Where::Chapter(to.unwrap_or_default()),
            };
            let sections = sections.iter().map(|named| section(book, named)).collect::<Result<Vec<_>, _>>()?;
            Ok(restructure::Move { sections, to, alone })
        })
    }
}
