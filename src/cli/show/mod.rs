//! `rulestone show`

mod data;
mod find;
mod json;
mod layout;
mod options;
mod rows;

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use self::layout::Layout;
use self::rows::Reader;
use super::output::{FAINT, Format, Output};
use super::terminal::{Span, wrap};
use super::{CommandError, Outcome, Success, ceiling, open};
use crate::check::Checked;
use crate::library::backlinks::Backlinks;
use crate::library::levels::below;
use crate::library::localized::View;
use crate::library::{Book, Library, Section};
use crate::logic::example::judge;

/// Show a section, in one language or in several side by side
///
/// Several languages stand statement by statement beside the first one, below each other where the terminal is too
/// narrow for that. What is not translated or out of date is marked. JSON: `sections: [{book, id, number, language,
/// title, state, text, needs, tables: [{id, title, columns, rows}], options: [{id, title, readings, followed, why}], notes,
/// examples, references, referred_to_by, pieces: [{piece, state, language, hidden}]}]`, where `language` of a piece is that
/// of its text.
#[derive(Debug, Args)]
pub(super) struct Show {
    /// The section, by number or id; `BOOK:` before it names its book
    section: String,
    /// The languages, joined by commas [default: that of this system, if the book has it]
    #[arg(long, value_delimiter = ',', value_parser = open::language, value_name = "LANG")]
    lang: Vec<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

impl Show {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let Checked { library, logic, .. } = open::library_to_look_in(&open::root(root)?, output)?;
        let found = find::find(&library, &self.section)?;
        if found.is_empty() {
            output.note(find::not_found(&library, &self.section));
            return Ok(Success::Wrong);
        }
        let links = Backlinks::of(&library);
        match self.format {
            // Only programs are told the verdicts; for people there are the site and `test`.
            Format::Json => {
                let judged = judge(&library, logic, ceiling::meter());
                ceiling::hold()?;
                let mut sections = Vec::new();
                for (book, section) in found {
                    for language in &self.languages(book) {
                        sections.push(json::section(&library, &judged, &links, book, section, language));
                    }
                }
                output.json(&json!({"version": 1, "sections": sections}))?;
            }
            Format::Human => {
                let several = found.iter().any(|(book, _)| book.id != found[0].0.id);
                for (at, (book, section)) in found.iter().enumerate() {
                    if at > 0 {
                        output.line("")?;
                    }
                    let languages = self.readable(book, output);
                    if several {
                        output.line(format_args!("{FAINT}{}{FAINT:#}", book.id))?;
                    }
                    print(&library, &links, book, section, &languages, output)?;
                }
            }
        }
        Ok(Success::Fine)
    }

    /// The languages asked for, each once; else that of this system.
    fn languages(&self, book: &Book) -> Vec<String> {
        if self.lang.is_empty() {
            let primary = open::system_language();
            let found = book.all_languages().into_iter().find(|language| **language == primary);
            return vec![found.map_or_else(|| book.reference.clone(), str::to_owned)];
        }
        let mut languages: Vec<String> = Vec::new();
        for language in &self.lang {
            if !languages.contains(language) {
                languages.push(language.clone());
            }
        }
        languages
    }

    /// Those of them that people can read: a book that is in none of them is shown in its own.
    fn readable(&self, book: &Book, output: &mut Output) -> Vec<String> {
        let has = book.all_languages();
        let (mut readable, lacking): (Vec<_>, Vec<_>) =
            self.languages(book).into_iter().partition(|language| has.contains(&language.as_str()));
        let instead = if readable.is_empty() { ": the reference text is shown" } else { "" };
        for language in &lacking {
            output.note(format_args!("`{}` is not translated into {language}{instead}", book.id));
        }
        if readable.is_empty() {
            readable.extend(lacking.into_iter().next());
        }
        readable
    }
}

/// The title and the rules of a section in one language, as lines.
pub(super) fn rule(library: &Library, book: &Book, section: &Section, language: &str) -> Vec<String> {
    let languages = &[language.to_owned()];
    let layout = Layout::of(languages);
    let reader = Reader { library, book, section, languages, columns: layout.columns(), below: layout.is_below() };
    let mut lines = Vec::new();
    for row in reader.rule() {
        lines.extend(layout.lines(&row));
        if !row.joins {
            lines.push(String::new());
        }
    }
    lines
}

fn print(
    library: &Library,
    links: &Backlinks<'_>,
    book: &Book,
    section: &Section,
    languages: &[String],
    output: &mut Output,
) -> Result<(), CommandError> {
    let layout = Layout::of(languages);
    let reader = Reader { library, book, section, languages, columns: layout.columns(), below: layout.is_below() };
    let rows = reader.rows();
    for (at, row) in rows.iter().enumerate() {
        for line in layout.lines(row) {
            output.line(line)?;
        }
        if at == 0 {
            output.line(layout.rule(row))?;
        }
        if !row.joins {
            output.line("")?;
        }
    }
    let below = book.section(&section.id).map_or_else(Vec::new, |(chapter, _)| below(book, chapter, section));
    if let Some(language) = languages.first().filter(|_| !below.is_empty()) {
        let labels = below.iter().map(|below| View::new(book, language).label(below));
        let line = Span::new(format!("↓ {}", labels.collect::<Vec<_>>().join(" · ")), FAINT);
        for line in wrap(&[line], layout.whole()) {
            output.line(line)?;
        }
    }
    let from = links.to(&book.id, &section.id);
    if let Some(language) = languages.first().filter(|_| !from.is_empty()) {
        let labels = from.iter().map(|origin| View::new(origin.book, language).label(origin.section));
        let line = Span::new(format!("← {}", labels.collect::<Vec<_>>().join(" · ")), FAINT);
        for line in wrap(&[line], layout.whole()) {
            output.line(line)?;
        }
    }
    Ok(())
}
