//! The data tables that sections show: they exist, and readers of every language get a title and headers.

use std::collections::{BTreeMap, HashMap};

use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::{Book, DataTable, Library, Line, names};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        if book.is_whole() {
            named(book, diagnostics);
        }
        for table in &book.data {
            headers(book, table, diagnostics);
        }
        let is_shown = |table: &&DataTable| {
            book.sections().any(|(_, section)| section.tables.iter().any(|(shown, _)| *shown == table.id))
        };
        for table in book.data.iter().filter(is_shown) {
            texts(book, table, diagnostics);
        }
    }
}

/// What sections name is there, and stands in each of them once.
fn named(book: &Book, diagnostics: &mut Vec<Diagnostic>) {
    for (_, section) in book.sections() {
        let mut seen: HashMap<&str, Place> = HashMap::new();
        for (table, place) in &section.tables {
            let found = if let Some(first) = seen.insert(table, *place) {
                Diagnostic::new(&codes::DUPLICATE_ID, *place, format!("the table `{table}` stands here twice"))
                    .related(first, "first here")
                    .help("take one of them out")
            } else if book.table(table).is_none() {
                let known = book.data.iter().map(|table| table.id.as_str());
                let help = names::suggestion_after(diagnostics.len(), table, known)
                    .unwrap_or_else(|| "name a table of the folder `data` by its `table`".to_owned());
                Diagnostic::new(&codes::DANGLING_REFERENCE, *place, format!("`{table}` is no data table of this book"))
                    .help(help)
            } else {
                continue;
            };
            diagnostics.push(found.in_section(&book.id, &section.id));
        }
    }
}

/// Each header stands above a column.
fn headers(book: &Book, table: &DataTable, diagnostics: &mut Vec<Diagnostic>) {
    let known = || table.columns.iter().map(|(column, _)| column.as_str());
    for (column, _, place) in table.headers.iter().filter(|(column, _, _)| known().all(|known| known != column)) {
        let help = names::suggestion_after(diagnostics.len(), column, known())
            .unwrap_or_else(|| format!("the columns are {}", names::listed(known())));
        let message = format!("the table has no column `{column}`");
        diagnostics.push(Diagnostic::new(&codes::WRONG_CELL, *place, message).help(help).in_book(&book.id));
    }
}

/// What stands above a table and above its columns.
fn texts(book: &Book, table: &DataTable, diagnostics: &mut Vec<Diagnostic>) {
    for (key, lacks) in [("title", table.title.is_empty()), ("headers", table.headers.is_empty())] {
        if lacks {
            let message = format!("a section shows the table `{}`, and it has no `{key}`", table.id);
            let help = format!("give it `{key}`, in each language of the book");
            diagnostics.push(Diagnostic::new(&codes::MISSING_KEY, table.place, message).help(help).in_book(&book.id));
        }
    }
    let mut languages: Vec<&str> = book.languages.iter().map(String::as_str).chain([book.reference.as_str()]).collect();
    languages.sort_unstable();
    languages.dedup();
    let mut report = |what: String, key: &str, place: Place, texts: &BTreeMap<String, Line>| {
        for language in languages.iter().filter(|language| !texts.is_empty() && !texts.contains_key(**language)) {
            let message = format!("{what} is not translated into {language}");
            let help = format!("add it to `{key}` of the table, as `{language}: …`");
            let place = texts.get(&book.reference).map_or(place, |line| line.place);
            diagnostics.push(Diagnostic::new(&codes::MISSING_TRANSLATION, place, message).help(help).in_book(&book.id));
        }
    };
    report(format!("the title of the table `{}`", table.id), "title", table.place, &table.title);
    for (column, texts, place) in &table.headers {
        report(format!("the header of the column `{column}`"), "headers", *place, texts);
    }
}
