//! `rulestone translate accept`

use std::path::PathBuf;

use clap::Args;

use super::{Parts, unknown};
use crate::cli::output::{Output, counted};
use crate::cli::{Outcome, open};
use crate::translate;

/// Record that a translation matches today's reference text
///
/// Writes the fingerprints of the reference text into the translation, so that a later change of the reference text is
/// noticed. Compare the two first: `rulestone show SECTION --lang en,ja`. What `rulestone check` warns of is not accepted:
/// mend it, or waive the finding, first.
#[derive(Debug, Args)]
pub(in crate::cli) struct Accept {
    #[command(flatten)]
    parts: Parts,
}

impl Accept {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let _lock = open::lock(&root, output)?;
        let library = open::library_to_change(&root)?;
        let (book, named) = self.parts.find(&library)?;
        let all = translate::accept(&library, book, &self.parts.language, &named, None);
        unknown("accepted", &all.unknown)?;
        // What is out of date is not looked at, so that what is wrong shows only once it is accepted.
        let after = open::library_with(&root, &all.edits, &library)?;
        let accepted = translate::accept(&library, book, &self.parts.language, &named, Some(&after));
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
