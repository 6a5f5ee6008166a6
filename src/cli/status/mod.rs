//! `rulestone status`

mod bar;
mod details;
mod logic;
mod words;

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::output::{FAINT, Format, Output, STRONG, counted};
use super::{Outcome, Success, open};
use crate::check::Checked;
use crate::library::history::History;
use crate::translate::{Count, Progress, status};

/// Show how far each translation is
///
/// A section is current if every piece of it (title, text, notes, labels, examples) was made from today's reference
/// text. White space, numbering and values written from logic are no change. Words are those of the reference text; in
/// a script without spaces, characters.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(super) struct Status {
    /// Only this book
    #[arg(long, value_name = "BOOK")]
    book: Option<String>,

    /// Only these languages, joined by commas
    #[arg(long, value_delimiter = ',', value_parser = open::language, value_name = "LANG")]
    lang: Vec<String>,

    /// Each chapter too
    #[arg(long)]
    chapters: bool,

    /// Each piece that is not current, and what has changed in its reference text
    ///
    /// The difference comes from the git repository that holds the library.
    #[arg(long)]
    details: bool,

    /// Words by how they stand, and those to be translated by how like they are to what was translated before, in percent: the
    /// bands that work is counted by
    #[arg(long)]
    words: bool,

    /// How far the logic is: sections with logic, those that say why they have none (`no_logic`), and those that say nothing;
    /// with --details, which
    #[arg(long, conflicts_with_all = ["lang", "chapters", "words"])]
    logic: bool,

    /// How to print it
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

impl Status {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let Checked { library, .. } = open::library_to_look_in(&root, output)?;
        if let Some(book) = &self.book {
            open::book(&library, book)?;
        }
        if self.logic {
            match self.format {
                Format::Json => output.json(&logic::object(&library, self.book.as_deref())?)?,
                Format::Human => logic::print(&library, self.book.as_deref(), self.details, output)?,
            }
            return Ok(Success::Fine);
        }
        let mut rows = status(&library);
        for language in self.lang.iter().filter(|language| rows.iter().all(|row| row.language != **language)) {
            open::check_language(&library, Some(language))?;
        }
        rows.retain(|row| self.book.as_ref().is_none_or(|book| *book == row.book));
        rows.retain(|row| self.lang.is_empty() || self.lang.contains(&row.language));
        let history = if self.details {
            let asked = rows.iter().filter_map(|row| Some((library.book(&row.book)?, row.language.as_str())));
            open::history(&root, asked, output)
        } else {
            History::default()
        };
        let mut known = words::Known::new(&library);
        match self.format {
            Format::Json => {
                let books: Vec<Value> = rows
                    .iter()
                    .map(|row| {
                        let mut object = self::json(row);
                        if self.details {
                            object["open"] = details::json(&library, &history, row);
                        }
                        if self.words {
                            object["bands"] = known.json(row);
                        }
                        object
                    })
                    .collect();
                output.json(&json!({"version": 1, "books": books}))?;
            }
            Format::Human => {
                let mut book = "";
                for row in &rows {
                    if row.book != book {
                        output.line(format_args!("{STRONG}{}{STRONG:#}", row.book))?;
                        book = &row.book;
                    }
                    self.print(row, output)?;
                    if self.words {
                        known.print(row, output)?;
                    }
                    if self.details {
                        details::print(&library, &history, row, output)?;
                    }
                }
            }
        }
        Ok(Success::Fine)
    }

    fn print(&self, row: &Progress, output: &mut Output) -> Result<(), super::CommandError> {
        if row.reference {
            let (sections, words) = (counted(row.all.sections, "section"), counted(row.all.words.all, "word"));
            let line = format_args!("  {:5} {FAINT}reference, {sections}, {words}{FAINT:#}", row.language);
            return output.line(line);
        }
        let optional = if row.required { "" } else { " (not required)" };
        output.line(format_args!("  {:5} {}{optional}", row.language, bar::line(&row.all, row.required)))?;
        if self.chapters {
            let longest = row.chapters.iter().map(|(id, _)| id.len()).max().unwrap_or(0);
            for (id, chapter) in &row.chapters {
                output.line(format_args!("        {id:longest$} {}", bar::line(chapter, row.required)))?;
            }
        }
        Ok(())
    }
}

fn json(row: &Progress) -> Value {
    let mut object = counts(&row.all);
    let chapters: Vec<Value> = row
        .chapters
        .iter()
        .map(|(id, count)| {
            let mut object = counts(count);
            object["chapter"] = json!(id);
            object
        })
        .collect();
    object["book"] = json!(row.book);
    object["language"] = json!(row.language);
    object["reference"] = json!(row.reference);
    object["required"] = json!(row.required);
    object["chapters"] = json!(chapters);
    object
}

fn counts(count: &Count) -> Value {
    let words = &count.words;
    json!({
        "sections": count.sections, "missing": count.missing, "outdated": count.outdated,
        "unaccepted": count.unaccepted, "current": count.current, "titles": count.titles, "definitions": count.definitions,
        "all_words": words.all, "words": words.to_do(), "reviewed_words": words.reviewed,
        "words_by_state": {"missing": words.missing, "outdated": words.outdated, "unaccepted": words.unaccepted,
            "translated": words.translated() - words.reviewed, "reviewed": words.reviewed},
    })
}
