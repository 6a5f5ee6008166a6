//! `rulestone check`

mod changes;
mod watch;

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::output::{Output, counted, summary};
use super::{CommandError, Outcome, open};
use crate::check::Checked;
use crate::diagnostic::{self, Severity, Summary, render};
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
        let Checked { mut library, mut diagnostics, .. } = open::library(&root)?;
        if self.fix {
            let made = translate::apply_fixes(&root, &diagnostics, &library.sources)?;
            if made > 0 {
                output.note(format_args!("{made} mended"));
                Checked { library, diagnostics, .. } = open::library(&root)?;
            }
        }
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
