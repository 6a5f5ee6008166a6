//! `rulestone status --logic`: which sections the logic runs, which say why they have none, and which are still open; and what the
//! book leaves to other documents.

use serde_json::{Value, json};

use super::super::ceiling;
use super::super::output::{FAINT, Output, STRONG, counted};
use super::super::{CommandError, open};
use crate::diagnostic::{Place, Sources};
use crate::library::{Book, Library, Section};
use crate::logic::book::{Compiled, compile_library, of_book};
use crate::logic::external::{External, externals, suppliers};

/// The sections of a book, by what they say of logic.
struct Counted<'a> {
    book: &'a Book,
    all: usize,
    /// Those with logic, or with an example that is run by the logic of others.
    run: usize,
    /// Headings without text, which have nothing to run.
    headings: usize,
    /// Those that say why they have none, with the reason.
    excused: Vec<(&'a Section, &'a str)>,
    /// Those that say nothing of it.
    open: Vec<&'a Section>,
}

impl<'a> Counted<'a> {
    fn of(book: &'a Book) -> Self {
        let mut counted = Self { book, all: 0, run: 0, headings: 0, excused: Vec::new(), open: Vec::new() };
        for (_, section) in book.sections() {
            counted.all += 1;
            if section.has_logic() {
                counted.run += 1;
            } else if let Some(reason) = &section.no_logic {
                counted.excused.push((section, &reason.value));
            } else if section.text.is_none() {
                counted.headings += 1;
            } else {
                counted.open.push(section);
            }
        }
        counted
    }
}

pub(super) fn print(
    library: &Library,
    book: Option<&str>,
    details: bool,
    output: &mut Output,
) -> Result<(), CommandError> {
    let compiled = compile_library(library, ceiling::meter()).books;
    for sorted in all(library, book)? {
        let Counted { book, all, run, headings, excused, open } = sorted;
        output.line(format_args!("{STRONG}{}{STRONG:#}", book.id))?;
        let (sections, headings) = (counted(all, "section"), counted(headings, "heading"));
        let (excuses, rest) = (excused.len(), open.len());
        output.line(format_args!(
            "  {sections}: {run} with logic, {excuses} that say why they have none, {headings}, {rest} open"
        ))?;
        for (section, reason) in excused.iter().filter(|_| details) {
            output.line(format_args!("  {}: {FAINT}{reason}{FAINT:#}", called(section)))?;
        }
        for section in open.iter().filter(|_| details) {
            let place = place(&library.sources, section);
            output.line(format_args!("  {STRONG}open{STRONG:#} {} {FAINT}{place}{FAINT:#}", called(section)))?;
        }
        let left_out = left_out(&library.sources, &compiled, book);
        if !left_out.is_empty() {
            let parts = counted(left_out.len(), "part");
            let supplied = left_out.iter().filter(|one| !one.supplied_by.is_empty()).count();
            output.line(format_args!(
                "  {parts} of the logic left to other documents: {supplied} supplied by assumption sets"
            ))?;
        }
        for LeftOut { name, told_by, supplied_by, at } in left_out.iter().filter(|_| details) {
            let told = told_by.unwrap_or("no document");
            let sets = if supplied_by.is_empty() { "nothing stands in".to_owned() } else { supplied_by.join(", ") };
            output.line(format_args!("  {name}: {told}; {sets} {FAINT}{at}{FAINT:#}"))?;
        }
    }
    Ok(())
}

/// A part of the logic that another document tells.
struct LeftOut<'a> {
    name: String,
    told_by: Option<&'a str>,
    supplied_by: Vec<&'a str>,
    at: String,
}

/// What the logic of a book leaves to other documents, and what stands in for it; nothing where the logic has mistakes.
fn left_out<'a>(sources: &Sources, compiled: &'a [Compiled], book: &Book) -> Vec<LeftOut<'a>> {
    let Some(program) = of_book(compiled, &book.id).filter(|compiled| compiled.whole).map(|compiled| &compiled.program)
    else {
        return Vec::new();
    };
    let suppliers = suppliers(program);
    let of = |external: External<'a>| LeftOut {
        name: external.name(program),
        told_by: external.told_by,
        supplied_by: suppliers.get(&external.target).cloned().unwrap_or_default(),
        at: at(sources, program.place(external.point)),
    };
    externals(program).into_iter().map(of).collect()
}

pub(super) fn object(library: &Library, book: Option<&str>) -> Result<Value, CommandError> {
    let compiled = compile_library(library, ceiling::meter()).books;
    let books: Vec<Value> = all(library, book)?
        .map(|counted| {
            let external = left_out(&library.sources, &compiled, counted.book).into_iter().map(|one| {
                json!({"name": one.name, "told_by": one.told_by, "supplied_by": one.supplied_by, "at": one.at})
            });
            let excused = counted.excused.iter().map(|(section, reason)| json!({"section": section.id, "reason": reason}));
            let open = counted
                .open
                .iter()
                .map(|section| json!({"section": section.id, "at": place(&library.sources, section)}));
            json!({
                "book": counted.book.id, "sections": counted.all, "with_logic": counted.run, "headings": counted.headings,
                "excused": excused.collect::<Vec<_>>(), "open": open.collect::<Vec<_>>(), "external": external.collect::<Vec<_>>(),
            })
        })
        .collect();
    Ok(json!({"version": 1, "books": books}))
}

/// The books that have logic; the one that was asked for in any case.
fn all<'a>(library: &'a Library, book: Option<&str>) -> Result<impl Iterator<Item = Counted<'a>>, CommandError> {
    let books: Vec<&Book> = match book {
        Some(book) => vec![open::book(library, book)?],
        None => library.books.iter().filter(|book| book.sections().any(|(_, section)| section.has_logic())).collect(),
    };
    Ok(books.into_iter().map(Counted::of))
}

fn called(section: &Section) -> String {
    section.number().map_or_else(|| section.id.clone(), |number| format!("{number} {}", section.id))
}

fn place(sources: &Sources, section: &Section) -> String {
    at(sources, section.place)
}

fn at(sources: &Sources, place: Place) -> String {
    let (path, at) = sources.position(place);
    format!("{path}:{}", at.line)
}
