//! `rulestone check`

mod changes;
mod watch;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::output::{Output, counted, summary};
use super::{CommandError, Outcome, open};
use crate::check::{self, Checked, Dictionaries, DictionaryError};
use crate::diagnostic::{self, Severity, Summary, render};
use crate::library::{Book, names};
use crate::translate;

/// Report everything that is wrong with the library
///
/// Reads every file and checks structure, references, terms, data tables and translations. All findings are reported
/// at once, each with its file, line and column and a mend. `rulestone explain CODE` tells more about one.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(super) struct Check {
    /// How to print the findings
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,

    /// Make the mends that are safe, then report what is left
    #[arg(long)]
    fix: bool,

    /// Report hints too, not only errors and warnings
    #[arg(long)]
    hints: bool,

    /// End with 1 where there are warnings, too: for an edition in which no translation may lag behind
    #[arg(long)]
    strict: bool,

    /// Look words up in the dictionaries of a folder, too
    ///
    /// Dictionaries as Hunspell has them, in UTF-8: `ru_RU.aff` with `ru_RU.dic`; Debian has them in /usr/share/hunspell.
    /// Words that neither the dictionary nor the glossary knows are hints. A language without a dictionary is not looked at.
    #[arg(long, value_name = "FOLDER", conflicts_with = "watch")]
    spelling: Option<PathBuf>,

    /// Check again after each change, until interrupted
    ///
    /// Tells what has come and what has gone since the last check. With `--format json`, each check is one line with one
    /// object. Ends too when its input is a pipe and that is closed.
    #[arg(long, conflicts_with_all = ["fix", "strict"])]
    watch: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With the line and a marker under it
    #[default]
    Human,
    /// One line each
    Short,
    /// One object for other programs
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

impl Check {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        if self.watch {
            if matches!(self.format, Format::Sarif | Format::Github) {
                return Err(CommandError::new(
                    "this format is one report of one check",
                    "with --watch, the formats are human, short and json",
                ));
            }
            return watch::watch(&self, &root, output);
        }
        let _lock = if self.fix { Some(open::lock(&root, output)?) } else { None };
        let mut checked = open::library(&root)?;
        if self.fix {
            let made = translate::apply_fixes(&root, &checked.diagnostics, &checked.library.sources)?;
            if made > 0 {
                output.note(format_args!("{made} mended"));
                checked = open::library(&root)?;
            }
        }
        if let Some(folder) = &self.spelling {
            look_up(&mut checked, folder, output)?;
        }
        let Checked { library, mut diagnostics, .. } = checked;
        diagnostics.extend(open::moved_references(&root, &library)?);
        diagnostic::sort(&mut diagnostics, &library.sources);
        let counts = Summary::of(&diagnostics);
        let sources = &library.sources;
        // Other programs get everything and choose for themselves.
        let least = self.least();
        let shown = diagnostics.iter().filter(|diagnostic| diagnostic.severity >= least);
        match self.format {
            Format::Human => {
                for diagnostic in shown {
                    output.line(format_args!("{}\n", render::human(diagnostic, sources, true)))?;
                }
                let books = counted(library.books.len(), "book");
                output.line(format_args!("{books} checked: {}", summary(counts)))?;
                if counts.hints > 0 && !self.hints {
                    output.note("`rulestone check --hints` shows the hints");
                }
            }
            Format::Short => {
                for diagnostic in shown {
                    output.line(render::short(diagnostic, sources))?;
                }
            }
            Format::Github => {
                for diagnostic in shown {
                    output.line(render::github(diagnostic, sources))?;
                }
            }
            Format::Json => output.json(&render::json(&diagnostics, sources))?,
            Format::Sarif => output.json(&render::sarif(&diagnostics, sources))?,
        }
        Ok((counts.errors == 0 && !(self.strict && counts.warnings > 0)).into())
    }

    /// The least severity that people are told of.
    fn least(&self) -> Severity {
        if self.hints { Severity::Hint } else { Severity::Warning }
    }
}

/// Adds what the dictionaries of a folder find, and says of which languages there are none.
fn look_up(checked: &mut Checked, folder: &Path, output: &mut Output) -> Result<(), CommandError> {
    let languages: BTreeSet<String> =
        checked.library.books.iter().flat_map(Book::all_languages).map(str::to_owned).collect();
    let languages: Vec<&str> = languages.iter().map(String::as_str).collect();
    let help = "name a folder with dictionaries of Hunspell in UTF-8, as /usr/share/hunspell";
    let dictionaries = Dictionaries::read(folder, &languages).map_err(|error| match error {
        DictionaryError::Unreadable(error) => error.into(),
        DictionaryError::Malformed(path, why) => {
            CommandError::new(format!("`{}` is no dictionary: {why}", names::shown_path(&path)), help)
        }
        DictionaryError::None(languages) => {
            let folder = names::shown_path(folder);
            CommandError::new(format!("`{folder}` has no dictionary for {}", languages.join(", ")), help)
        }
    })?;
    let without: Vec<&str> =
        languages.iter().copied().filter(|language| dictionaries.languages().all(|of| of != *language)).collect();
    if !without.is_empty() {
        output.note(format_args!("no dictionary for {}", without.join(", ")));
    }
    check::spelling(checked, &dictionaries);
    Ok(())
}
