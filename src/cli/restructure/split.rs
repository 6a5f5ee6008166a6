//! `rulestone split`

use std::path::PathBuf;

use clap::Args;

use super::{Common, section};
use crate::cli::output::Output;
use crate::cli::{Outcome, new, open};
use crate::restructure;

/// Make two sections of one
///
/// The statements from the given one on become a section of their own behind it, in every language, with the notes, examples and
/// options that are about nothing else. What refers to them leads there; translations stay what they are.
#[derive(Debug, Args)]
pub(in crate::cli) struct Split {
    #[command(flatten)]
    common: Common,
    /// The section, by number or id
    section: String,
    /// The letter of the statement that the new section begins with
    letter: String,
    /// The id of the new section: kebab-case, unique in the book, for ever
    #[arg(value_parser = open::id)]
    id: String,
    /// Its number as printed
    #[arg(long, value_parser = new::number)]
    number: Option<String>,
    /// Its title in the reference language
    #[arg(long, value_parser = new::line)]
    title: Option<String>,
}

impl Split {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let Self { common, section: named, letter, id, number, title } = self;
        common.run(root, output, |book| {
            Ok(restructure::Split { section: section(book, &named)?, label: letter, new: id, number, title })
        })
    }
}
