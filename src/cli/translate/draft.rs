//! `rulestone translate draft`

use std::path::PathBuf;

use clap::Args;

use crate::cli::output::{Output, STRONG, counted};
use crate::cli::{Outcome, Success, open};
use crate::files;
use crate::library::Book;
use crate::library::localized::{State, View};
use crate::library::unfinished::{Unfinished, unfinished};
use crate::translate;

/// Write the skeleton of what is not translated yet
///
/// Each missing piece gets an empty key with the reference text above it as a comment, and below that what was translated
/// already and is like it, with the score in percent and the place, and the names of its terms. Terms that have no name
/// get an empty entry in the glossary, unless sections are named. What is there is never changed.
#[derive(Debug, Args)]
pub(in crate::cli) struct Draft {
    /// The book
    book: String,
    /// The language to translate into
    #[arg(value_parser = open::language)]
    language: String,
    /// Only these sections, by number or id
    sections: Vec<String>,
    /// Without what the memory and the glossary know
    #[arg(long)]
    plain: bool,
}

impl Draft {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let _lock = open::lock(&root, output)?;
        let library = open::library_to_change(&root)?;
        let book = super::book(&library, &self.book, &self.language)?;
        let sections = open::sections(book, &self.sections)?;
        let draft = translate::draft(&library, book, &self.language, &sections, self.plain);
        for (path, _) in &draft.new_files {
            files::allow(&root, &root.join(path))?;
        }
        for (path, text) in &draft.new_files {
            let path = root.join(path);
            // Again, right before it is made: a folder may have become a link since.
            files::allow(&root, &path)?;
            if let Some(folder) = path.parent() {
                files::create_folder(folder)?;
            }
            files::create(&path, text.as_bytes())?;
        }
        translate::write(&root, &draft.edits, &library.sources)?;
        if draft.pieces + draft.terms == 0 {
            let open = open_pieces(book, &self.language, &sections);
            let unnamed = if sections.is_empty() { unnamed_terms(book, &self.language) } else { 0 };
            match counts(open, unnamed) {
                Some(open) => output.line(format_args!("the skeleton is there; {open} still to be translated"))?,
                None => output.line("nothing is missing")?,
            }
            return Ok(Success::Fine);
        }
        let counts = counts(draft.pieces, draft.terms).unwrap_or_default();
        output.line(format_args!("{counts} to translate in:"))?;
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
    let chosen = |piece: &Unfinished<'_>| {
        let section = piece.holder.section();
        section.is_some_and(|section| sections.is_empty() || sections.contains(&section.id))
    };
    let open = unfinished(&View::new(book, language)).into_iter().filter(chosen);
    open.filter(|piece| piece.state == State::Missing).count()
}

/// How many terms have no name.
fn unnamed_terms(book: &Book, language: &str) -> usize {
    View::new(book, language).terms().filter(|(_, term)| term.state == State::Missing).count()
}

/// "4 pieces and 1 term"; none if there are none.
fn counts(pieces: usize, terms: usize) -> Option<String> {
    let parts = [(pieces, "piece"), (terms, "term")].into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts.map(|(count, word)| counted(count, word)).collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}
