//! `rulestone translate accept`

use std::path::PathBuf;

use clap::Args;

use crate::cli::output::{Output, counted};
use crate::cli::{CommandError, Outcome, open};
use crate::translate;

/// Record that a translation matches today's reference text
///
/// Writes the fingerprints of the reference text into the translation, so that a later change of the reference text is
/// noticed. Compare the two first: `rulestone show SECTION --lang en,ja`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Accept {
    /// The book
    book: String,
    /// The language of the translation
    #[arg(value_parser = open::language)]
    language: String,
    /// The sections, by number or id; for the title of a chapter, the name of its file without .yaml; for the definition
    /// of a term, its id
    #[arg(required_unless_present = "all")]
    sections: Vec<String>,
    /// All sections, chapter titles and definitions
    #[arg(long, conflicts_with = "sections")]
    all: bool,
}

impl Accept {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let _lock = open::lock(&root, output)?;
        let library = open::library_to_change(&root)?;
        let book = super::book(&library, &self.book, &self.language)?;
        if !book.translations.contains_key(&self.language) {
            let message = format!("`{}` has no translation into {}", book.id, self.language);
            let help = format!("`rulestone translate draft {} {}` begins one", book.id, self.language);
            return Err(CommandError::new(message, help));
        }
        let other = |name: &String| {
            let is_section = book.section(name).is_some() || !book.numbered(name).is_empty();
            let chapters = || book.chapters.iter().map(|chapter| &chapter.id);
            let mut others = chapters().chain(book.terms.iter().map(|term| &term.id));
            chapters().any(|id| id == name) || !is_section && others.any(|id| id == name)
        };
        let (mut sections, others): (Vec<_>, Vec<_>) = self.sections.into_iter().partition(|name| !other(name));
        sections = open::sections(book, &sections)?;
        sections.extend(others);
        let accepted = translate::accept(&library, book, &self.language, &sections);
        translate::write(&root, &accepted.edits, &library.sources)?;
        for id in &accepted.untranslated {
            output.note(format_args!("`{id}` is not translated yet: nothing to accept"));
        }
        for id in &accepted.without_values {
            output.note(format_args!(
                "`{id}` has numbers of which the logic does not say yet what they are, and with them which form of a word goes: \
                 not accepted; mend what `rulestone check` says of the logic first"
            ));
        }
        output.line(format_args!(
            "{} accepted in {}",
            counted(accepted.pieces, "piece"),
            counted(accepted.edits.len(), "file")
        ))?;
        let whole = accepted.untranslated.is_empty() && accepted.without_values.is_empty();
        if accepted.pieces == 0 && whole {
            output.note("what is translated there was already accepted");
        }
        Ok(whole.into())
    }
}
