//! Data tables: each row has known columns, and each cell is of its column's type.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::table::ColumnType;
use crate::library::yaml::{Node, Value};
use crate::library::{Book, DataTable, Library, names};
use crate::logic::calendar::Date;

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        let mut seen: HashMap<&str, Place> = HashMap::new();
        let shared = library.shared_terms_in(&book.reference);
        let terms: BTreeSet<&str> = book.terms.iter().chain(shared).map(|term| term.id.as_str()).collect();
        for table in &book.data {
            if let Some(first) = seen.insert(&table.id, table.place) {
                let diagnostic = Diagnostic::new(
                    &codes::DUPLICATE_ID,
                    table.place,
                    format!("the id `{}` names two tables", table.id),
                );
                diagnostics.push(
                    diagnostic.related(first, "first here").help("give one of them another id").in_book(&book.id),
                );
            }
            rows(book, &terms, table, diagnostics);
        }
    }
}

fn rows(book: &Book, terms: &BTreeSet<&str>, table: &DataTable, diagnostics: &mut Vec<Diagnostic>) {
    let finding = |place: Place, message: String, help: String| {
        Diagnostic::new(&codes::WRONG_CELL, place, message).help(help).in_book(&book.id)
    };
    let mut columns: BTreeMap<&str, Option<ColumnType>> = BTreeMap::new();
    for ((name, written), place) in table.columns.iter().zip(&table.column_places) {
        let column = ColumnType::parse(written);
        if column.is_none() {
            let message = format!("the column `{name}` cannot be of the type `{written}`");
            let help = "a column is `text`, `term`, `yes/no`, `date`, or a range of whole numbers such as `0..10`";
            diagnostics.push(finding(*place, message, help.to_owned()));
        }
        columns.entry(name).or_insert(column);
    }
    for row in &table.rows {
        if !matches!(row.value, Value::Map(_)) {
            let help = "write a row as `{column: value, …}`".to_owned();
            diagnostics.push(finding(row.place, format!("{} cannot be a row", row.kind()), help));
            continue;
        }
        for entry in row.entries() {
            let Some(column) = columns.get(entry.key.as_str()) else {
                let help = names::suggestion_after(diagnostics.len(), &entry.key, columns.keys().copied())
                    .unwrap_or_else(|| "add it to `columns`".to_owned());
                diagnostics.push(finding(entry.place, format!("the table has no column `{}`", entry.key), help));
                continue;
            };
            if let Some(help) =
                column.as_ref().and_then(|column| wrong(book, terms, column, &entry.value, diagnostics.len()))
            {
                let shown =
                    entry.value.text().map_or_else(|| entry.value.kind().to_owned(), |text| format!("`{text}`"));
                let message = format!("{shown} cannot stand in the column `{}`", entry.key);
                diagnostics.push(finding(entry.value.place, message, help));
            }
        }
    }
}

/// What would be right, if the cell is wrong. `found` is how much is known to be wrong already.
fn wrong(book: &Book, terms: &BTreeSet<&str>, column: &ColumnType, cell: &Node, found: usize) -> Option<String> {
    let Some(text) = cell.text() else { return Some("write a single value, or leave the cell out".to_owned()) };
    match column {
        ColumnType::Text => None,
        ColumnType::Term => {
            if terms.contains(text) || !book.is_whole() {
                return None;
            }
            Some(
                names::suggestion_after(found, text, terms.iter().copied())
                    .unwrap_or_else(|| "name a term of the glossary by its id".to_owned()),
            )
        }
        ColumnType::Date => {
            Date::parse(text).is_none().then(|| "write a day as year, month and day: `2010-04-06`".to_owned())
        }
        ColumnType::YesNo => (!matches!(text, "yes" | "no")).then(|| "write `yes` or `no`".to_owned()),
        ColumnType::Number(range) => match text.parse::<i64>() {
            Ok(number) if range.contains(&number) => None,
            _ => Some(format!("write a whole number from {} to {}", range.start(), range.end())),
        },
    }
}
