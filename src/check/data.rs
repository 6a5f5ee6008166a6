//! Data tables: each row has known columns, and each cell is of its column's type.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::yaml::{Node, Value};
use crate::library::{Book, DataTable, Library, names};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        let mut seen: HashMap<&str, Place> = HashMap::new();
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
            rows(library, book, table, diagnostics);
        }
    }
}

/// The type of a column.
enum Column {
    Text,
    Term,
    YesNo,
    Range(RangeInclusive<i64>),
}

fn column(written: &str) -> Option<Column> {
    match written {
        "text" => Some(Column::Text),
        "term" => Some(Column::Term),
        "yes/no" => Some(Column::YesNo),
        _ => {
            let (low, high) = written.split_once("..")?;
            let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
            (low <= high).then_some(Column::Range(low..=high))
        }
    }
}

fn rows(library: &Library, book: &Book, table: &DataTable, diagnostics: &mut Vec<Diagnostic>) {
    let mut report = |place: Place, message: String, help: String| {
        diagnostics.push(Diagnostic::new(&codes::WRONG_CELL, place, message).help(help).in_book(&book.id));
    };
    for ((name, written), place) in table.columns.iter().zip(&table.column_places) {
        if column(written).is_none() {
            let message = format!("the column `{name}` cannot be of the type `{written}`");
            report(
                *place,
                message,
                "a column is `text`, `term`, `yes/no`, or a range of whole numbers such as `0..10`".to_owned(),
            );
        }
    }
    for row in &table.rows {
        if !matches!(row.value, Value::Map(_)) {
            report(
                row.place,
                format!("{} cannot be a row", row.kind()),
                "write a row as `{column: value, …}`".to_owned(),
            );
            continue;
        }
        for entry in row.entries() {
            let Some((_, written)) = table.columns.iter().find(|(name, _)| *name == entry.key) else {
                let known = table.columns.iter().map(|(name, _)| name.as_str());
                let help = names::suggestion(&entry.key, known).unwrap_or_else(|| "add it to `columns`".to_owned());
                report(entry.place, format!("the table has no column `{}`", entry.key), help);
                continue;
            };
            if let Some(help) = column(written).and_then(|column| wrong(library, book, &column, &entry.value)) {
                let shown =
                    entry.value.text().map_or_else(|| entry.value.kind().to_owned(), |text| format!("`{text}`"));
                report(entry.value.place, format!("{shown} cannot stand in the column `{}`", entry.key), help);
            }
        }
    }
}

/// What would be right, if the cell is wrong.
fn wrong(library: &Library, book: &Book, column: &Column, cell: &Node) -> Option<String> {
    let Some(text) = cell.text() else { return Some("write a single value, or leave the cell out".to_owned()) };
    match column {
        Column::Text => None,
        Column::Term => {
            let shared = library.shared_terms.get(&book.reference).into_iter().flatten();
            let mut known = book.terms.iter().chain(shared).map(|term| term.id.as_str());
            if known.clone().any(|id| id == text) || !book.is_whole() {
                return None;
            }
            Some(
                names::suggestion(text, &mut known)
                    .unwrap_or_else(|| "name a term of the glossary by its id".to_owned()),
            )
        }
        Column::YesNo => (!matches!(text, "yes" | "no")).then(|| "write `yes` or `no`".to_owned()),
        Column::Range(range) => match text.parse::<i64>() {
            Ok(number) if range.contains(&number) => None,
            _ => Some(format!("write a whole number from {} to {}", range.start(), range.end())),
        },
    }
}
