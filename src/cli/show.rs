//! `rulestone show`

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;

use super::output::{FAINT, FAIR, Format, Output, STRONG};
use super::terminal::{self, blocks, pad, width};
use super::{CommandError, Outcome, Success, open};
use crate::library::backlinks::Backlinks;
use crate::library::localized::{State, View};
use crate::library::markup::{Document, Reference};
use crate::library::references::{Target, resolve};
use crate::library::{Book, Library, Section, names};
use crate::logic::example::{Judged, judge};

/// Show a section, in one language or in several side by side
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

/// The widest column of text: longer lines are hard to read.
const MEASURE: usize = 88;

/// What stands between two languages.
const GUTTER: &str = " │ ";

impl Show {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let (library, _) = open::library(&open::root(root)?)?;
        let found = self.find(&library)?;
        if found.is_empty() {
            output.note(self.not_found(&library));
            return Ok(Success::Wrong);
        }
        // Only programs are told the verdicts; for people there are the site and `test`.
        let judged = if self.format == Format::Json { judge(&library) } else { Judged::default() };
        let mut json = Vec::new();
        for (at, (book, section)) in found.iter().enumerate() {
            let languages = self.languages(book, output);
            match self.format {
                Format::Json => {
                    json.extend(
                        languages.iter().map(|language| self::json(&library, &judged, book, section, language)),
                    );
                }
                Format::Human => {
                    if at > 0 {
                        output.line("")?;
                    }
                    let several = found.iter().any(|(other, _)| other.id != book.id);
                    print(&library, book, section, &languages, several, output)?;
                }
            }
        }
        if self.format == Format::Json {
            output.json(&json!({"version": 1, "sections": json}))?;
        }
        Ok(Success::Fine)
    }

    /// The sections that answer to what was typed, in the book named, else in all books: those of that number or id, else
    /// those of the chapter of that number or name.
    fn find<'a>(&self, library: &'a Library) -> Result<Vec<(&'a Book, &'a Section)>, CommandError> {
        let typed = self.typed();
        let (books, wanted) = match typed.split_once(':') {
            Some((book, wanted)) => (vec![open::book(library, book)?], wanted),
            None => (library.books.iter().collect(), typed.as_str()),
        };
        let mut found: Vec<_> = books.iter().flat_map(|book| answering(book, wanted)).collect();
        if found.is_empty() {
            // A statement is shown with its section.
            let section = wanted
                .rsplit_once('.')
                .filter(|(_, last)| last.len() == 1 && last.starts_with(|c: char| c.is_ascii_lowercase()));
            found = section
                .map_or_else(Vec::new, |(wanted, _)| books.iter().flat_map(|book| answering(book, wanted)).collect());
        }
        if found.is_empty() {
            let chapters = books.iter().flat_map(|book| book.chapters.iter().map(|chapter| (*book, chapter)));
            let chapters =
                chapters.filter(|(_, chapter)| chapter.id == wanted || chapter.number.as_deref() == Some(wanted));
            found = chapters
                .flat_map(|(book, chapter)| chapter.sections.iter().map(move |section| (book, section)))
                .collect();
        }
        Ok(found)
    }

    /// What was typed, without the brackets of a reference and in half-width characters.
    fn typed(&self) -> String {
        let typed: String = self.section.nfkc().collect();
        typed.trim().trim_start_matches('[').trim_end_matches(']').to_owned()
    }

    fn not_found(&self, library: &Library) -> String {
        let typed = self.typed();
        let wanted = typed.rsplit(':').next().unwrap_or(&typed);
        let sections = library.books.iter().flat_map(Book::sections);
        let known = sections.flat_map(|(_, section)| section.number().into_iter().chain([section.id.as_str()]));
        let help = names::suggestion(wanted, known)
            .unwrap_or_else(|| format!("`rulestone search {wanted}` looks in the text"));
        format!("there is no section `{}`\n  help: {help}", self.section)
    }

    fn languages(&self, book: &Book, output: &mut Output) -> Vec<String> {
        let has = book.all_languages();
        if self.lang.is_empty() {
            let system = sys_locale::get_locale().unwrap_or_default();
            let primary = system.split(['-', '_']).next().unwrap_or_default().to_owned();
            let found = has.iter().find(|language| **language == primary);
            return vec![found.map_or_else(|| book.reference.clone(), |language| (*language).to_owned())];
        }
        for language in self.lang.iter().filter(|language| !has.contains(&language.as_str())) {
            output.note(format_args!("`{}` is not translated into {language}: the reference text is shown", book.id));
        }
        self.lang.clone()
    }
}

/// The sections of a book that have that number or id.
fn answering<'a>(book: &'a Book, wanted: &str) -> Vec<(&'a Book, &'a Section)> {
    let number = book.reference_forms.get(wanted).map_or(wanted, |form| form.value.as_str());
    let mut here: Vec<_> = book.numbered(number).into_iter().map(|(_, section)| section).collect();
    if let Some((_, section)) = book.section(wanted)
        && here.iter().all(|other| other.id != section.id)
    {
        here.push(section);
    }
    here.into_iter().map(|section| (book, section)).collect()
}

/// What a reference shows: the author's words, or number and title.
pub(super) fn label(library: &Library, view: &View<'_>, reference: &Reference) -> String {
    if let Some(words) = &reference.words {
        return words.clone();
    }
    match resolve(library, view.book, reference) {
        Ok(Target::Section { book, section, letter, .. }) => {
            let letter = letter.map_or_else(String::new, |letter| format!(".{letter}"));
            let number = section.number().map(|number| format!("{number}{letter}"));
            number.unwrap_or_else(|| View::new(book, view.language).label(section))
        }
        Ok(Target::Outside { book, target }) => {
            format!("{} {target}", view.related_short(&book).unwrap_or(&book))
        }
        Ok(Target::LeftOut { number }) => number,
        Err(_) => reference.target.clone(),
    }
}

fn print(
    library: &Library,
    book: &Book,
    section: &Section,
    languages: &[String],
    name_book: bool,
    output: &mut Output,
) -> Result<(), CommandError> {
    let several = languages.len();
    let whole = terminal::columns(MEASURE * several + GUTTER.len() * (several - 1));
    let columns = (whole.saturating_sub(GUTTER.len() * (several - 1)) / several).max(16);
    let cells: Vec<Vec<Vec<String>>> = languages
        .iter()
        .map(|language| cells(library, &View::new(book, language), section, columns, name_book))
        .collect();
    // All languages have the same cells, so that what belongs together stands side by side.
    for row in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
        let empty = Vec::new();
        let row: Vec<&Vec<String>> = cells.iter().map(|column| column.get(row).unwrap_or(&empty)).collect();
        for line in 0..row.iter().map(|cell| cell.len()).max().unwrap_or(0) {
            let parts: Vec<String> =
                row.iter().map(|cell| pad(cell.get(line).map_or("", String::as_str), columns)).collect();
            output.line(parts.join(GUTTER).trim_end())?;
        }
        output.line("")?;
    }
    let links = Backlinks::of(library);
    let from = links.to(&book.id, &section.id);
    if !from.is_empty() {
        let labels = from.iter().map(|origin| View::new(origin.book, &languages[0]).label(origin.section));
        output.line(format_args!("{FAINT}← {}{FAINT:#}", labels.collect::<Vec<_>>().join(" · ")))?;
    }
    Ok(())
}

/// A section as cells from top to bottom: title, rules, notes, examples.
fn cells(library: &Library, view: &View<'_>, section: &Section, columns: usize, name_book: bool) -> Vec<Vec<String>> {
    let mut cells = Vec::new();
    let mut head = Vec::new();
    if name_book {
        head.push(format!("{FAINT}{}{FAINT:#}", view.book.id));
    }
    let title = terminal::Span::new(view.label(section), STRONG);
    head.extend(terminal::wrap(&[title], columns));
    let said = |words: &str| terminal::wrap(&[terminal::Span::new(words.to_owned(), FAIR)], columns);
    match view.state(section) {
        State::Missing => head.extend(said("[not fully translated]")),
        State::Outdated => head.extend(said("[the reference text has changed since]")),
        _ => {}
    }
    let rule = head.iter().map(|line| width(line)).max().unwrap_or(0);
    head.push("─".repeat(rule.min(columns)));
    cells.push(head);
    let label = |reference: &Reference| label(library, view, reference);
    if let Some(text) = view.text(section) {
        cells.extend(blocks(&text.text.document, &label, columns));
    }
    let aside = |word: &str, document: &Document| {
        let mut lines = terminal::wrap(&[terminal::Span::new(word.to_owned(), FAINT)], columns);
        lines.extend(
            blocks(document, &label, columns.saturating_sub(2)).concat().into_iter().map(|line| format!("  {line}")),
        );
        lines
    };
    let printed: Vec<_> = section.examples.iter().filter(|example| !example.own).collect();
    for (at, example) in printed.iter().enumerate() {
        if let Some(text) = view.example(section, example) {
            let number = if printed.len() > 1 { format!(" {}", at + 1) } else { String::new() };
            cells.push(aside(&format!("Example{number} ({})", example.id), &text.text.document));
        }
    }
    for note in &section.notes {
        if let Some(text) = view.note(section, note) {
            cells.push(aside(&format!("{} ({})", note_word(&note.kind), note.id), &text.text.document));
        }
    }
    cells
}

fn note_word(kind: &str) -> &str {
    match kind {
        "doubt" => "Doubt",
        "variant" => "Variant",
        "design" => "Design note",
        "derived" => "Implied",
        "translator" => "Translator's note",
        _ => "Editor's note",
    }
}

fn json(library: &Library, judged: &Judged, book: &Book, section: &Section, language: &str) -> Value {
    let view = View::new(book, language);
    let text = view.text(section);
    let references: Vec<Value> = text
        .map(|text| text.text.document.references())
        .unwrap_or_default()
        .into_iter()
        .map(|(reference, _)| match resolve(library, book, reference) {
            Ok(Target::Section { book, section, letter, .. }) => {
                json!({"book": book.id, "id": section.id, "number": section.number(), "statement": letter})
            }
            Ok(Target::Outside { book, target }) => {
                json!({"book": book, "id": null, "number": target, "statement": null})
            }
            Ok(Target::LeftOut { number }) => json!({"book": book.id, "id": null, "number": number, "statement": null}),
            Err(_) => json!({"book": null, "id": null, "number": reference.target, "statement": null}),
        })
        .collect();
    let links = Backlinks::of(library);
    let from = links.to(&book.id, &section.id).iter();
    let from: Vec<Value> = from
        .map(|origin| json!({"book": origin.book.id, "id": origin.section.id, "number": origin.section.number()}))
        .collect();
    let notes: Vec<Value> = section
        .notes
        .iter()
        .map(|note| json!({"id": note.id, "kind": note.kind, "text": view.note(section, note).map(|text| &text.text.source)}))
        .collect();
    let examples: Vec<Value> = section
        .examples
        .iter()
        .map(|example| {
            let verdict = judged.result(&book.id, &section.id, &example.id).map(|result| result.verdict.kind.name());
            let text = view.example(section, example).map(|text| &text.text.source);
            json!({"id": example.id, "own": example.own, "text": text, "verdict": verdict})
        })
        .collect();
    json!({
        "book": book.id, "language": language, "number": section.number(), "id": section.id,
        "title": view.title(section).map(|title| &title.text.value), "state": view.state(section).name(),
        "text": text.map(|text| &text.text.source),
        "notes": notes, "references": references, "referred_to_by": from, "examples": examples,
    })
}
