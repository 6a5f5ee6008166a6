//! `rulestone rulings`

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::output::{BAD, FAINT, FAIR, Format, Output, STRONG, counted};
use super::{CommandError, Outcome, Success, open};
use crate::check::Checked;
use crate::library::localized::View;
use crate::library::names;
use crate::library::text::collapse_whitespace;
use crate::library::{Book, Ruling, RulingState};
use crate::translate;

/// Work with rulings: answers that somebody with authority has given
#[derive(Debug, Subcommand)]
pub(super) enum Rulings {
    List(List),
    Accept(Accept),
}

/// List the rulings, and tell which of them are on a text that has changed since
#[derive(Debug, Args)]
pub(super) struct List {
    /// Only this book
    #[arg(long, value_name = "BOOK")]
    book: Option<String>,

    /// In which language [default: that of the book]
    #[arg(long, value_parser = open::language, value_name = "LANG")]
    lang: Option<String>,

    /// How to print it
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

/// Record that rulings still hold for today's texts
///
/// Writes the fingerprints of the texts into rulings.yaml, so that a later change is noticed. Compare them first.
#[derive(Debug, Args)]
pub(super) struct Accept {
    /// The book
    book: String,
    /// The rulings, by id
    #[arg(required_unless_present = "all")]
    rulings: Vec<String>,
    /// All that are not withdrawn
    #[arg(long, conflicts_with = "rulings")]
    all: bool,
}

impl Rulings {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        match self {
            Self::List(command) => command.run(root, output),
            Self::Accept(command) => command.run(root, output),
        }
    }
}

/// How a ruling stands to all that it is on: the worst counts.
fn state(book: &Book, ruling: &Ruling) -> &'static str {
    if ruling.withdrawn.is_some() {
        return "withdrawn";
    }
    let states: Vec<_> = ruling.on.iter().filter_map(|(on, _)| ruling.state(book, on)).collect();
    if states.contains(&RulingState::Outdated) {
        "outdated"
    } else if states.contains(&RulingState::Unrecorded) {
        "unrecorded"
    } else {
        "current"
    }
}

impl List {
    fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let Checked { library, .. } = open::library_to_look_in(&root, output)?;
        if let Some(book) = &self.book {
            open::book(&library, book)?;
        }
        open::check_language(&library, self.lang.as_deref())?;
        let books = library.books.iter().filter(|book| self.book.as_ref().is_none_or(|wanted| *wanted == book.id));
        let all: Vec<_> = books.flat_map(|book| book.rulings.iter().map(move |ruling| (book, ruling))).collect();
        let words = |book: &Book, ruling: &Ruling, answer: bool| {
            let view = View::new(book, self.lang.as_deref().unwrap_or(&book.reference));
            let texts = if answer { &ruling.answer } else { &ruling.question };
            let piece = view.of_book(texts);
            piece.map(|piece| collapse_whitespace(&piece.text.source)).unwrap_or_default()
        };
        if self.format == Format::Json {
            let rulings = all.iter().map(|(book, ruling)| {
                json!({
                    "book": book.id,
                    "id": ruling.id,
                    "question": words(book, ruling, false),
                    "answer": words(book, ruling, true),
                    "by": ruling.by,
                    "date": ruling.date.as_ref().map(|(date, _)| date),
                    "source": ruling.source,
                    "on": ruling.on.iter().map(|(on, _)| on).collect::<Vec<_>>(),
                    "withdrawn": ruling.withdrawn.as_ref().map(|(date, _)| date),
                    "state": state(book, ruling),
                })
            });
            output.json(&json!({"version": 1, "rulings": rulings.collect::<Vec<Value>>()}))?;
            return Ok(Success::Fine);
        }
        for (book, ruling) in &all {
            let state = state(book, ruling);
            let style = match state {
                "outdated" => BAD,
                "unrecorded" => FAIR,
                _ => FAINT,
            };
            let on: Vec<&str> = ruling.on.iter().map(|(on, _)| on.as_str()).collect();
            let date = ruling.date.as_ref().map_or("", |(date, _)| date);
            let by = ruling.by.as_deref().unwrap_or_default();
            output.line(format_args!("{STRONG}{} {}{STRONG:#}  {style}{state}{style:#}", book.id, ruling.id))?;
            output.line(format_args!("  {}", words(book, ruling, false)))?;
            output.line(format_args!("  {}", words(book, ruling, true)))?;
            output.line(format_args!("  {FAINT}{by}, {date}, on {}{FAINT:#}", on.join(", ")))?;
        }
        output.line(counted(all.len(), "ruling"))?;
        Ok(Success::Fine)
    }
}

impl Accept {
    fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let _lock = open::lock(&root, output)?;
        let library = open::library_to_change(&root)?;
        let book = open::book(&library, &self.book)?;
        for id in &self.rulings {
            if !book.rulings.iter().any(|ruling| ruling.id == *id) {
                let known = book.rulings.iter().map(|ruling| ruling.id.as_str());
                let help = names::suggestion(id, known.clone()).unwrap_or_else(|| match book.rulings.len() {
                    0 => format!("`{}` has no rulings", book.id),
                    _ => format!("the rulings are {}", names::listed(known)),
                });
                return Err(CommandError::new(format!("`{}` has no ruling `{id}`", book.id), help));
            }
        }
        let accepted = translate::accept_rulings(&library, book, &self.rulings);
        translate::write(&root, &accepted.edits, &library.sources)?;
        output.line(format_args!("{} accepted", counted(accepted.pieces, "ruling")))?;
        if accepted.pieces == 0 {
            output.note("what they are on was already recorded");
        }
        Ok(Success::Fine)
    }
}
