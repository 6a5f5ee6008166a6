//! `rulestone import`

mod pandoc;
mod read;

use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{FAINT, Output, STRONG, counted};
use super::{CommandError, Outcome, Success, new, open};
use crate::files::{self, FileError};
use crate::import::{self, Draft, DraftFile, Naming, SourceError};

/// Draft a book from a document: Markdown, a folder of it, or the plain text of numbered rules
///
/// HTML, DOCX and the like are read through pandoc, where it is installed. Nothing that is there is overwritten. The report names
/// all that was not understood, with its line, and quotes whatever stands nowhere in the drafts.
#[derive(Debug, Args)]
pub(super) struct Import {
    /// The document: a file (.md, .txt; with pandoc .html, .docx, .odt, .rtf, .epub) or a folder of Markdown files
    source: PathBuf,
    /// The id of the new book: kebab-case, the name of its folder
    #[arg(value_parser = open::id)]
    book: String,
    /// The language of the document
    #[arg(long, default_value = "en", value_parser = open::language, value_name = "LANG")]
    lang: String,
    /// The title of the book [default: the document's own, else made from the id]
    #[arg(long, value_parser = new::line)]
    title: Option<String>,
    /// Write nothing; show what would be written, and the report
    #[arg(long)]
    dry_run: bool,
    /// Write the report to this file
    #[arg(long, value_name = "FILE", conflicts_with = "dry_run")]
    report: Option<PathBuf>,
}

/// So many lines of the report are shown where a file can hold all.
const SHOWN: usize = 20;

impl Import {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        // The first book makes the library, so there need be none yet.
        let root = match root {
            Some(root) => root,
            None => open::root(None).or_else(|_| open::here())?,
        };
        let (source, form) = read::source(&self.source)?;
        let naming = Naming { book: &self.book, language: &self.lang, title: self.title.as_deref() };
        let draft = import::draft(&source, form, naming)?;
        let folder = root.join(format!("rules-{}", self.lang)).join(&self.book);
        if let Some(report) = &self.report {
            allow_report(report, &draft)?;
        }
        let written = if self.dry_run {
            match new::taken(&root, &self.book)? {
                Some(taken) if taken == folder => is_there(&root, &folder, &draft)?,
                Some(taken) => return Err(new::already(&taken)),
                None => false,
            }
        } else {
            self.write(&root, &folder, &draft, output)?
        };
        if written {
            output.line("nothing changes: the drafts are there, as this document makes them")?;
        } else {
            for file in &draft.files {
                let path = new::shown(&root, &folder.join(&file.name));
                let sections =
                    file.sections.map_or_else(String::new, |count| format!("  {}", counted(count, "section")));
                output.line(format_args!("{STRONG}{path}{STRONG:#}{FAINT}{sections}{FAINT:#}"))?;
            }
        }
        self.tell(&draft, output)?;
        Ok(Success::Fine)
    }

    /// Writes the drafts; whether they were there already.
    fn write(&self, root: &Path, folder: &Path, draft: &Draft, output: &mut Output) -> Result<bool, CommandError> {
        // All that can be refused, before anything is written.
        files::allow(root, folder)?;
        new::allow_schemas(root)?;
        let _lock = open::lock_new(root, output)?;
        match new::taken(root, &self.book)? {
            Some(taken) if taken == *folder => return is_there(root, folder, draft),
            Some(taken) => return Err(new::already(&taken)),
            None => {}
        }
        new::write_schemas(root)?;
        // Again, for the lock may have been waited for: a folder may have become a link since.
        files::allow(root, folder)?;
        let texts: Vec<(&str, &str)> =
            draft.files.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect();
        files::create_tree(folder, &texts)?;
        Ok(false)
    }

    fn tell(&self, draft: &Draft, output: &mut Output) -> Result<(), CommandError> {
        let report = &draft.report;
        output.line(report.summary())?;
        match &self.report {
            Some(path) => {
                if !files::exists(path)? {
                    files::create(path, report.to_text().as_bytes())?;
                }
                let lines = counted(report.notes.len(), "line");
                output.note(format_args!("the report has {lines}: `{}`", crate::library::names::shown_path(path)));
            }
            None => {
                let shown = if self.dry_run { report.notes.len() } else { SHOWN };
                for note in report.notes.iter().take(shown) {
                    if self.dry_run { output.line(note)? } else { output.note(note) }
                }
                let rest = report.notes.len().saturating_sub(shown);
                if rest > 0 {
                    output.note(format_args!("and {rest} more: `--dry-run` shows all, `--report FILE` keeps them"));
                }
            }
        }
        Ok(())
    }
}

/// Whether all drafts are there as they are; refused if some are not.
fn is_there(root: &Path, folder: &Path, draft: &Draft) -> Result<bool, CommandError> {
    let mut other = Vec::new();
    for DraftFile { name, text, .. } in &draft.files {
        let path = folder.join(name);
        match files::read(&path, files::MAX_FILE_BYTES) {
            Ok(bytes) if bytes == text.as_bytes() => {}
            Ok(_) => other.push(new::shown(root, &path)),
            Err(error) if error.is_missing() => other.push(format!("{} (missing)", new::shown(root, &path))),
            Err(error) => return Err(error.into()),
        }
    }
    if other.is_empty() {
        return Ok(true);
    }
    Err(CommandError::new(
        format!(
            "`{}` is there, and not as this document makes it; these differ: {}",
            new::shown(root, folder),
            other.join(", ")
        ),
        "nothing was written: import under another id and take over what you want, or remove that folder first",
    ))
}

/// Refuses a place for the report where something else stands.
fn allow_report(path: &Path, draft: &Draft) -> Result<(), CommandError> {
    match files::read_named(path, u64::MAX >> 1) {
        Ok(bytes) if bytes == draft.report.to_text().as_bytes() => Ok(()),
        Ok(_) => Err(FileError::Exists(path.to_owned()).into()),
        Err(error) if error.is_missing() => Ok(()),
        Err(error) => Err(error.into()),
    }
}

impl From<SourceError> for CommandError {
    fn from(error: SourceError) -> Self {
        Self::Failed { message: error.message, at: error.at, help: Some(error.help.to_owned()) }
    }
}
