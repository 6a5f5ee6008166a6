//! `rulestone translate draft` and `rulestone translate accept`

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::output::{Output, STRONG, counted};
use super::{CommandError, Outcome, Success, open};
use crate::library::Book;
use crate::library::localized::{State, View, pieces};
use crate::translate;

/// Work on a translation
#[derive(Debug, Subcommand)]
pub(super) enum Translate {
    Draft(Draft),
    Accept(Accept),
}

/// Write the skeleton of what is not translated yet
///
/// Each missing piece gets an empty key with the reference text above it as a comment. What is there is never changed.
#[derive(Debug, Args)]
pub(super) struct Draft {
    /// The book
    book: String,
    /// The language to translate into
    #[arg(value_parser = open::language)]
    language: String,
    /// Only these sections, by number or id
    sections: Vec<String>,
}

/// Record that a translation matches today's reference text
///
/// Writes the fingerprints of the reference text into the translation, so that a later change of the reference text is
/// noticed. Compare the two first: `rulestone show SECTION --lang en,ja`.
#[derive(Debug, Args)]
pub(super) struct Accept {
    /// The book
    book: String,
    /// The language of the translation
    #[arg(value_parser = open::language)]
    language: String,
    /// The sections, by number or id; for the title of a chapter, the name of its file without .yaml
    #[arg(required_unless_present = "all")]
    sections: Vec<String>,
    /// All sections and chapter titles
    #[arg(long, conflicts_with = "sections")]
    all: bool,
}

impl Translate {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        match self {
            Self::Draft(command) => command.run(root, output),
            Self::Accept(command) => command.run(root, output),
        }
    }
}

impl Draft {
    fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let (library, _) = open::library(&root)?;
        let book = open::book(&library, &self.book)?;
        if self.language == book.reference {
            return Err(is_reference(book));
        }
        let sections = open::sections(book, &self.sections)?;
        let draft = translate::draft(&library, book, &self.language, &sections);
        for (path, text) in &draft.new_files {
            let path = root.join(path);
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(CommandError::writing(folder))?;
            }
            let mut file = fs::File::create_new(&path).map_err(CommandError::writing(&path))?;
            file.write_all(text.as_bytes()).map_err(CommandError::writing(&path))?;
        }
        translate::write(&root, &draft.edits, &library.sources).map_err(CommandError::plain)?;
        if draft.pieces == 0 {
            let open = open_pieces(book, &self.language, &sections);
            if open > 0 {
                output
                    .line(format_args!("the skeleton is there; {} still to be translated", counted(open, "piece")))?;
            } else {
                output.line("nothing is missing")?;
            }
            return Ok(Success::Fine);
        }
        output.line(format_args!("{} to translate in:", counted(draft.pieces, "piece")))?;
        for (path, _) in &draft.new_files {
            output.line(format_args!("  {STRONG}{path}{STRONG:#} (new)"))?;
        }
        for (file, _) in &draft.edits {
            output.line(format_args!("  {STRONG}{}{STRONG:#}", library.sources.file(*file).path))?;
        }
        Ok(Success::Fine)
    }
}

/// How many pieces of the sections (all, if there are none) are not translated.
fn open_pieces(book: &Book, language: &str, sections: &[String]) -> usize {
    let view = View::new(book, language);
    let chosen = book.sections().filter(|(_, section)| sections.is_empty() || sections.contains(&section.id));
    let pieces = chosen.flat_map(|(_, section)| pieces(book, section).into_iter().map(move |piece| (section, piece)));
    pieces.filter(|(section, piece)| view.piece_state(section, piece) == State::Missing).count()
}

impl Accept {
    fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let (library, _) = open::library(&root)?;
        let book = open::book(&library, &self.book)?;
        if self.language == book.reference {
            return Err(is_reference(book));
        }
        if !book.translations.contains_key(&self.language) {
            let message = format!("`{}` has no translation into {}", book.id, self.language);
            let help = format!("`rulestone translate draft {} {}` begins one", book.id, self.language);
            return Err(CommandError::new(message, help));
        }
        let chapter = |name: &String| book.chapters.iter().any(|chapter| chapter.id == *name);
        let (mut sections, chapters): (Vec<_>, Vec<_>) = self.sections.into_iter().partition(|name| !chapter(name));
        sections = open::sections(book, &sections)?;
        sections.extend(chapters);
        let accepted = translate::accept(&library, book, &self.language, &sections);
        translate::write(&root, &accepted.edits, &library.sources).map_err(CommandError::plain)?;
        for id in &accepted.untranslated {
            output.note(format_args!("`{id}` is not translated yet: nothing to accept"));
        }
        output.line(format_args!(
            "{} accepted in {}",
            counted(accepted.pieces, "piece"),
            counted(accepted.edits.len(), "file")
        ))?;
        if accepted.pieces == 0 && accepted.untranslated.is_empty() {
            output.note("what is translated there was already accepted");
        }
        Ok(accepted.untranslated.is_empty().into())
    }
}

fn is_reference(book: &Book) -> CommandError {
    let message = format!("{} is the reference language of `{}`", book.reference, book.id);
    CommandError::new(message, "name the language to translate into")
}
