//! `rulestone rename-term`

use std::path::PathBuf;

use clap::Args;

use super::Common;
use crate::cli::output::Output;
use crate::cli::{CommandError, Outcome, new, open};
use crate::library::names;
use crate::restructure;

/// Give a term another name in one language
///
/// Every text of that language that names it is written anew, and translations stay current. The old name becomes a forbidden variant,
/// so that `rulestone check` tells where it comes back, and search still finds the term by it. Forms that are not known are told
/// with their places: say what becomes of them with `--form`.
#[derive(Debug, Args)]
pub(in crate::cli) struct RenameTerm {
    #[command(flatten)]
    common: Common,
    /// The language of the name
    #[arg(value_parser = open::language)]
    language: String,
    /// The term, by its id
    term: String,
    /// Its name from now on
    #[arg(value_parser = new::line)]
    name: String,
    /// A form of the old name and what it becomes; once for each
    #[arg(long = "form", value_name = "OLD=NEW", value_parser = super::pair)]
    forms: Vec<(String, String)>,
}

impl RenameTerm {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let Self { common, language, term, name, forms } = self;
        common.run(root, output, |book| {
            let mut known = book.terms.iter().map(|term| term.id.as_str());
            if known.clone().all(|id| id != term) {
                let help = names::suggestion(&term, &mut known)
                    .unwrap_or_else(|| "`rulestone terms` lists the terms".to_owned());
                return Err(CommandError::new(format!("`{}` has no term `{term}`", book.id), help));
            }
            Ok(restructure::RenameTerm { language, term, name, forms })
        })
    }
}
