//! `rulestone terms`

mod candidates;
mod conflicts;
mod found;
mod list;
mod table;

use std::path::PathBuf;

use clap::Args;

use super::output::{Format, Output};
use super::{CommandError, Outcome, ceiling, open};
use crate::check::Checked;
use crate::diagnostic::Place;
use crate::library::{Book, Library};
use crate::termbase::Termbase;

/// Find a term and where each language uses it, and what the glossary lacks
///
/// Without words: the glossary, with the number of sections that use each term. With words: the terms of that id, name,
/// other form or forbidden variant in any language, and each section that uses them, the languages side by side; "—" stands
/// where a text does not use the term although it is there. Words that are no term are shown where they stand.
#[derive(Debug, Args)]
pub(super) struct Terms {
    /// The term, in any language and any form
    #[arg(value_name = "WORD", conflicts_with_all = ["candidates", "conflicts"])]
    words: Vec<String>,
    /// Only this book
    #[arg(long, value_name = "BOOK")]
    book: Option<String>,
    /// Only these languages, joined by commas [default: all of the book; for candidates its reference language]
    #[arg(long, value_delimiter = ',', value_parser = open::language, value_name = "LANG")]
    lang: Vec<String>,
    /// Only sections in which the reference text uses the term and another language does not; without words, of all terms
    #[arg(long, conflicts_with_all = ["candidates", "conflicts"])]
    missing: bool,
    /// What looks like a term and is in no glossary
    #[arg(long, conflicts_with = "conflicts")]
    candidates: bool,
    /// Concepts under several names, names under several spellings, and names of several concepts
    #[arg(long)]
    conflicts: bool,
    /// The most candidates, or conflicts of a kind, to show for a language
    #[arg(long, default_value_t = 30, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    limit: u16,
    /// How to print it
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

impl Terms {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let Checked { library, .. } = open::library_to_look_in(&open::root(root)?, output)?;
        for language in &self.lang {
            open::check_language(&library, Some(language))?;
        }
        let books: Vec<&Book> = match &self.book {
            Some(book) => vec![open::book(&library, book)?],
            None => library.books.iter().collect(),
        };
        let mut bases: Vec<Shown> = books.iter().map(|book| Shown::new(&library, book, &self.lang)).collect();
        // Of a book that has none of the languages asked for there is nothing to show.
        bases.retain(|shown| self.lang.is_empty() || !shown.languages.is_empty());
        if bases.is_empty() && !self.lang.is_empty() {
            let message = format!("no book here has anything in {}", self.lang.join(", "));
            return Err(CommandError::plain(message));
        }
        let limit = usize::from(self.limit);
        if self.candidates {
            let reference = self.lang.is_empty();
            return candidates::print(&library, &bases, reference, limit, self.format, output);
        }
        if self.conflicts {
            return conflicts::print(&library, &bases, limit, self.format, output);
        }
        if self.words.is_empty() && !self.missing {
            return list::print(&bases, self.format, output);
        }
        let asked = found::Asked { words: self.words.join(" "), missing: self.missing };
        found::print(&library, &bases, &asked, self.format, output)
    }
}

/// A termbase and the languages of it that are shown.
struct Shown<'a> {
    base: Termbase<'a>,
    /// Places in the termbase's languages, in the order that was asked for.
    languages: Vec<usize>,
}

impl<'a> Shown<'a> {
    fn new(library: &'a Library, book: &'a Book, wanted: &[String]) -> Self {
        let what = format!("the names of the glossary of `{}`", book.id);
        let _piece = ceiling::meter().begin(u64::MAX, what, book.terms.first().map(|term| term.place));
        let base = Termbase::of(library, book);
        let all = 0..base.languages.len();
        let place = |wanted: &String| base.languages.iter().position(|language| language == wanted);
        let languages = if wanted.is_empty() { all.collect() } else { wanted.iter().filter_map(place).collect() };
        Self { base, languages }
    }

    /// The code of a language.
    fn code(&self, language: usize) -> &'a str {
        self.base.languages[language]
    }
}

/// A place as `file:line`.
fn at(library: &Library, place: Place) -> String {
    let (path, position) = library.sources.position(place);
    format!("{path}:{}", position.line)
}
