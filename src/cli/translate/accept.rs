//! `rulestone translate accept`

use std::path::PathBuf;

use clap::Args;

use crate::cli::output::{Output, counted};
use crate::cli::{CommandError, Outcome, open};
use crate::translate;

/// Record that a translation matches today's reference text
///
/// Writes the fingerprints of the reference text into the translation, so that a later change of the reference text is
/// noticed. Compare the two first: `rulestone show SECTION --lang en,ja`. What `rulestone check` warns of is not accepted:
/// mend it, or waive the finding, first.
#[derive(Debug, Args)]
pub(in crate::cli) struct Accept {
    /// The book
    book: String,
    /// The language of the translation
    #[arg(value_parser = open::language)]
    language: String,
    /// The sections, by number or id; for the title of a chapter, the name of its file without .yaml; for the definition
    /// of a term, its id. A part of a section: `SECTION:PIECE`, as `battle:text` or `battle:notes.ID`; one unit of it:
    /// `battle:text:b` for the statement b, `battle:text:b+1` for what follows it
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
        let book = super::translated_book(&library, &self.book, &self.language)?;
        let named = super::named(book, &self.sections)?;
        let all = translate::accept(&library, book, &self.language, &named, None);
        // What is out of date is not looked at, so that what is wrong shows only once it is accepted.
        let after = open::library_with(&root, &all.edits, &library)?;
        let accepted = translate::accept(&library, book, &self.language, &named, Some(&after));
        if let Some((name, why)) = accepted.unknown.first() {
            return Err(CommandError::new(format!("nothing was accepted: there is no `{name}`"), why.clone()));
        }
        translate::write(&root, &accepted.edits, &library.sources)?;
        for (named, finding) in &accepted.wrong {
            let at = finding.place.map(|place| after.library.sources.position(place));
            let at = at.map_or_else(String::new, |(path, position)| format!(" ({path}:{})", position.line));
            output.note(format_args!("`{named}` is not accepted: {}{at}", finding.message));
        }
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
        let whole = accepted.untranslated.is_empty() && accepted.without_values.is_empty() && accepted.wrong.is_empty();
        if accepted.pieces == 0 && whole {
            output.note("what is translated there was already accepted");
        }
        Ok(whole.into())
    }
}
