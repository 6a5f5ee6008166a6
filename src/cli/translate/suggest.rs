//! `rulestone translate suggest`

use std::path::PathBuf;

use anstyle::Style;
use clap::Args;
use serde_json::{Value, json};

use super::is_reference;
use crate::cli::output::{FAINT, FAIR, Format, Output, STRONG, counted};
use crate::cli::terminal::{self, Span, difference, flowing, wrap};
use crate::cli::{CommandError, Outcome, Success, open};
use crate::library::Book;
use crate::library::difference::Difference;
use crate::library::localized::State;
use crate::translate::memory::{self, Asked, Matches, Memory, Open, Suggestion, Terms};

/// Suggest translations from what was translated before
///
/// For each piece that is missing or outdated, and each statement in it: what is like it anywhere in the library, with the
/// score in percent, the difference to today's text, and its translation. What stands in an outdated piece comes first.
/// Nothing is written into any file.
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

/// The widest line.
const MEASURE: usize = 100;

impl Suggest {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let (library, _) = open::library(&open::root(root)?)?;
        let book = open::book(&library, &self.book)?;
        if self.language == book.reference {
            return Err(is_reference(book));
        }
        let memory = Memory::of(&library, &book.reference, &self.language);
        let terms = Terms::of(&library, book, &self.language);
        match &self.text {
            Some(text) => self.for_text(text, book, &memory, &terms, output),
            None => self.for_book(book, &memory, &terms, output),
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
                let suggestions: Vec<Value> = matches.whole.iter().map(|one| suggestion(one, text)).collect();
                output.json(&json!({
                    "version": 1, "book": book.id, "language": self.language, "text": text,
                    "terms": self::terms(&matches), "suggestions": suggestions,
                }))?;
            }
            Format::Human => {
                print_terms(&matches, output)?;
                for one in &matches.whole {
                    print_suggestion(one, text, output)?;
                }
            }
        }
        if matches.whole.is_empty() {
            output.note(format_args!("nothing that is translated into {} is like it to {} %", self.language, self.min));
        }
        Ok((!matches.whole.is_empty()).into())
    }

    fn for_book<'a>(&'a self, book: &'a Book, memory: &Memory<'a>, terms: &Terms<'a>, output: &mut Output) -> Outcome {
        let sections = open::sections(book, &self.sections)?;
        let open = memory::open(memory, terms, book, &self.language, &sections, self.asked());
        let known = |open: &Open<'_, '_>| open.old.is_some() || !open.matches.is_empty();
        let found = open.iter().filter(|open| known(open)).count();
        match self.format {
            Format::Json => {
                let pieces: Vec<Value> = open.iter().map(piece).collect();
                output.json(&json!({"version": 1, "book": book.id, "language": self.language, "pieces": pieces}))?;
            }
            Format::Human => {
                // Whoever names a section is about to translate it: the terms help even if nothing else does.
                for open in open.iter().filter(|open| known(open) || !sections.is_empty()) {
                    print(open, output)?;
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

fn print(open: &Open<'_, '_>, output: &mut Output) -> Result<(), CommandError> {
    let number = match open.section {
        Some(section) => section.number().unwrap_or(&section.id),
        None => &open.chapter.id,
    };
    output.line(format_args!("{STRONG}{number} {}{STRONG:#} {FAIR}{}{FAIR:#}", open.key, open.state.name()))?;
    write(&[Span::new(flowing(open.source), Style::new())], 2, output)?;
    print_terms(&open.matches, output)?;
    if let Some(old) = open.old {
        output.line(format_args!("  {STRONG}now{STRONG:#} {FAINT}from an older reference text{FAINT:#}"))?;
        write(&[Span::new(flowing(old), Style::new())], 6, output)?;
    }
    for one in &open.matches.whole {
        print_suggestion(one, open.source, output)?;
    }
    for unit in &open.matches.units {
        let letter = unit.letter.map_or_else(|| unit.kind.to_owned(), |letter| format!("^{letter}"));
        let first: String = unit.source.split_whitespace().take(8).collect::<Vec<_>>().join(" ");
        let more = if first.len() < unit.source.len() { " …" } else { "" };
        output.line(format_args!("  {STRONG}{letter}{STRONG:#} {FAINT}{first}{more}{FAINT:#}"))?;
        for one in &unit.suggestions {
            print_suggestion(one, unit.source, output)?;
        }
    }
    output.line("")
}

fn print_terms(matches: &Matches<'_, '_>, output: &mut Output) -> Result<(), CommandError> {
    if matches.terms.is_empty() {
        return Ok(());
    }
    let terms: Vec<String> = matches.terms.iter().map(memory::TermUse::line).collect();
    write(&[Span::new(format!("terms: {}", terms.join("; ")), FAINT)], 2, output)
}

fn print_suggestion(one: &Suggestion<'_, '_>, today: &str, output: &mut Output) -> Result<(), CommandError> {
    let mut remarks = vec![one.pair.place()];
    if one.times > 1 {
        remarks.push(format!("{} times", one.times));
    }
    if one.only_marks {
        remarks.push("other numbers or references".to_owned());
    }
    if one.pair.state == State::Unaccepted {
        remarks.push("not accepted".to_owned());
    }
    let score = format!("{} %", one.score);
    output.line(format_args!("  {STRONG}{score:>5}{STRONG:#} {FAINT}{}{FAINT:#}", remarks.join(", ")))?;
    if one.score < 100 {
        let today = Difference::between(one.pair.reference, today);
        write(&difference(&today, output.is_coloured()), 6, output)?;
    }
    write(&[Span::new(flowing(one.pair.translation), STRONG)], 6, output)
}

/// Lines that fit the terminal, indented.
fn write(spans: &[Span], indent: usize, output: &mut Output) -> Result<(), CommandError> {
    let columns = terminal::columns(MEASURE).saturating_sub(indent);
    for line in wrap(spans, columns) {
        output.line(format_args!("{:indent$}{line}", ""))?;
    }
    Ok(())
}

fn terms(matches: &Matches<'_, '_>) -> Vec<Value> {
    let term = |term: &memory::TermUse<'_>| {
        json!({
            "id": term.reference.id, "name": term.name(), "translation": term.translation(), "forbidden": term.forbidden(),
        })
    };
    matches.terms.iter().map(term).collect()
}

fn suggestion(one: &Suggestion<'_, '_>, today: &str) -> Value {
    let pair = one.pair;
    let parts: Vec<Value> = Difference::between(pair.reference, today)
        .parts
        .iter()
        .map(|part| json!({"change": part.change.name(), "text": part.text}))
        .collect();
    json!({
        "score": one.score, "book": pair.book.id, "chapter": pair.chapter.id,
        "section": pair.section.map(|section| &section.id), "number": pair.section.and_then(|section| section.number()),
        "piece": pair.key, "statement": pair.letter, "state": pair.state.name(), "times": one.times,
        "only_numbers_or_references": one.only_marks,
        "reference": pair.reference, "difference": parts, "translation": pair.translation,
    })
}

fn piece(open: &Open<'_, '_>) -> Value {
    let all =
        |found: &[Suggestion<'_, '_>], today: &str| found.iter().map(|one| suggestion(one, today)).collect::<Vec<_>>();
    let units: Vec<Value> = open
        .matches
        .units
        .iter()
        .map(|unit| {
            json!({
                "statement": unit.letter, "kind": unit.kind, "reference": unit.source,
                "suggestions": all(&unit.suggestions, unit.source),
            })
        })
        .collect();
    json!({
        "chapter": open.chapter.id, "section": open.section.map(|section| &section.id),
        "number": open.section.and_then(|section| section.number()), "piece": open.key, "state": open.state.name(),
        "reference": open.source, "outdated": open.old, "terms": terms(&open.matches),
        "suggestions": all(&open.matches.whole, open.source), "units": units,
    })
}
