//! `rulestone translate suggest`

mod human;
mod json;

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use crate::check::Checked;
use crate::cli::output::{Format, Output, counted};
use crate::cli::{Outcome, Success, open};
use crate::library::Book;
use crate::library::history::History;
use crate::translate::memory::{self, Asked, Matches, Memory, Open, Terms};

/// Suggest translations from what was translated before
///
/// For each piece that is missing or outdated, and each statement in it: what is like it anywhere in the library, with the
/// score in percent, the difference to today's text, and its translation. What stands in an outdated piece comes first.
/// Nothing is written into any file.
///
/// JSON: `pieces: [{section, piece, state, reference, outdated, made_from, terms, suggestions, units: [{statement, reference,
/// suggestions}]}]`, each suggestion with `score`, `book`, `section`, `piece`, `statement`, `reference`, `translation`, and
/// `difference: [{change, text}]` from that reference to today's. With --text: `terms` and `suggestions` alone.
#[derive(Debug, Args)]
pub(in crate::cli) struct Suggest {
    /// The book
    book: String,
    /// The language of the translation
    #[arg(value_parser = open::language)]
    language: String,
    /// Only these sections, by number or id
    #[arg(conflicts_with = "text")]
    sections: Vec<String>,
    /// Suggest for these words of the reference language instead
    #[arg(long, value_name = "WORDS")]
    text: Option<String>,
    /// The least score, in percent
    #[arg(long, default_value_t = 70, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(1..=100))]
    min: u8,
    /// The most suggestions for a text
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    limit: u8,
    /// How to print it
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

impl Suggest {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let Checked { library, .. } = open::library_to_look_in(&root, output)?;
        let book = super::book(&library, &self.book, &self.language)?;
        let memory = Memory::of(&library, &book.reference, &self.language);
        let terms = Terms::of(&library, book, &self.language);
        match &self.text {
            Some(text) => self.for_text(text, book, &memory, &terms, output),
            None => {
                let history = open::history(&root, [(book, self.language.as_str())], output);
                self.for_book(book, &history, &memory, &terms, output)
            }
        }
    }

    fn asked(&self) -> Asked {
        Asked { least: usize::from(self.min), limit: usize::from(self.limit) }
    }

    fn for_text(
        &self,
        text: &str,
        book: &Book,
        memory: &Memory<'_>,
        terms: &Terms<'_>,
        output: &mut Output,
    ) -> Outcome {
        let matches = Matches::of_text(memory, terms, book, text, self.asked());
        match self.format {
            Format::Json => {
                let suggestions: Vec<Value> = matches.whole.iter().map(|one| json::suggestion(one, text)).collect();
                output.json(&json!({
                    "version": 1, "book": book.id, "language": self.language, "text": text,
                    "terms": json::terms(&matches), "suggestions": suggestions,
                }))?;
            }
            Format::Human => {
                human::terms(&matches, output)?;
                for one in &matches.whole {
                    human::suggestion(one, text, output)?;
                }
            }
        }
        if matches.whole.is_empty() {
            output.note(format_args!("nothing that is translated into {} is like it to {} %", self.language, self.min));
        }
        Ok((!matches.whole.is_empty()).into())
    }

    fn for_book<'a>(
        &'a self,
        book: &'a Book,
        history: &History,
        memory: &Memory<'a>,
        terms: &Terms<'a>,
        output: &mut Output,
    ) -> Outcome {
        let sections = open::sections(book, &self.sections)?;
        let open = memory::open(memory, terms, book, &self.language, &sections, self.asked());
        let known = |open: &Open<'_, '_>| open.old.is_some() || !open.matches.is_empty();
        let found = open.iter().filter(|open| known(open)).count();
        match self.format {
            Format::Json => {
                let pieces: Vec<Value> =
                    open.iter().map(|open| json::piece(open, history.earlier(book, &open.piece))).collect();
                output.json(&json!({"version": 1, "book": book.id, "language": self.language, "pieces": pieces}))?;
            }
            Format::Human => {
                // Whoever names a section is about to translate it: the terms help even if nothing else does.
                for open in open.iter().filter(|open| known(open) || !sections.is_empty()) {
                    human::piece(open, history.earlier(book, &open.piece), output)?;
                }
            }
        }
        if open.is_empty() {
            output.note(format_args!("nothing is missing or outdated in {}", self.language));
            return Ok(Success::Fine);
        }
        if found < open.len() {
            output.note(format_args!(
                "nothing that is translated into {} is like {} to {} %",
                self.language,
                if found == 0 {
                    counted(open.len(), "open piece")
                } else {
                    format!("{} of {}", open.len() - found, counted(open.len(), "open piece"))
                },
                self.min
            ));
        }
        Ok((found > 0).into())
    }
}
