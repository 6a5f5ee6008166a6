//! The data tables that stand in a section, in one language or with the names of two in one table.

use minijinja::Value;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::address;
use super::html;
use super::link::Linker;
use super::map;
use super::renderer::{Label, href};
use super::wording::Wording;
use crate::library::Section;
use crate::library::localized::View;
use crate::library::table::{self, Cell, TableView, Words};

/// A data table.
#[derive(Debug, Serialize)]
pub(super) struct DataView {
    id: String,
    captions: Vec<Label>,
    /// The way to the map that shows its rows as places.
    map: Option<Value>,
    columns: Vec<ColumnView>,
    rows: Vec<RowView>,
}

#[derive(Debug, Serialize)]
struct ColumnView {
    headers: Vec<Label>,
    class: &'static str,
    numeric: bool,
}

#[derive(Debug, Serialize)]
struct RowView {
    id: Option<String>,
    cells: Vec<CellView>,
}

/// A cell: words, or a term with a link into the glossary of each language.
#[derive(Debug, Default, Serialize)]
struct CellView {
    words: Vec<Label>,
    terms: Vec<TermView>,
    /// The name in the reference language.
    original: Option<Label>,
}

#[derive(Debug, Serialize)]
struct TermView {
    href: Value,
    name: Label,
}

/// One who reads the table.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub(super) linker: &'a Linker<'a>,
    pub(super) view: View<'a>,
    pub(super) wording: &'a Wording<'a>,
}

/// The data tables of a section for one reader, or for two who share them.
pub(super) fn tables(section: &Section, readers: &[Reader<'_>]) -> Vec<DataView> {
    let tables = readers.iter().map(|reader| table::of_section(reader.linker.library, &reader.view, section));
    let tables: Vec<Vec<TableView<'_>>> = tables.collect();
    let count = tables.first().map_or(0, Vec::len);
    (0..count)
        .map(|at| Writer { section, readers }.table(&tables.iter().map(|own| &own[at]).collect::<Vec<_>>()))
        .collect()
}

struct Writer<'a> {
    section: &'a Section,
    readers: &'a [Reader<'a>],
}

impl Writer<'_> {
    /// One table, as each reader has it.
    fn table(&self, tables: &[&TableView<'_>]) -> DataView {
        let first = tables[0];
        let rows: Vec<RowView> = (0..first.rows.len())
            .map(|at| RowView {
                id: first.rows[at].key.map(|key| address::row(&self.section.id, first.id, Some(key))),
                cells: (0..first.columns.len())
                    .map(|column| self.cell(tables.iter().map(|table| table.rows[at].cells[column])))
                    .collect(),
            })
            .collect();
        let column = |at: usize| {
            let headers = self.labels(tables.iter().map(|table| table.columns[at].header));
            let widest = rows.iter().map(|row| row.cells[at].width()).max().unwrap_or(0);
            ColumnView { class: html::width_class(widest), numeric: first.columns[at].numeric, headers }
        };
        DataView {
            id: address::row(&self.section.id, first.id, None),
            captions: self.labels(tables.iter().map(|table| table.title)),
            map: map::of_table(self.readers[0].linker, first.id).map(href),
            columns: (0..first.columns.len()).map(column).collect(),
            rows,
        }
    }

    fn cell<'c>(&self, cells: impl Iterator<Item = Cell<'c>>) -> CellView {
        let around = self.page_language();
        let reference = &self.readers[0].linker.book.reference;
        let mut shown = CellView::default();
        for (reader, cell) in self.readers.iter().zip(cells) {
            let language = reader.linker.text_language;
            match cell {
                Cell::Empty => {}
                Cell::Text(text) => add(&mut shown.words, Label::new(text, around, around)),
                Cell::Date(written) => match reader.wording.day(written) {
                    Some(day) => add(&mut shown.words, Label::new(day, language, around)),
                    None => add(&mut shown.words, Label::new(written, around, around)),
                },
                Cell::YesNo(value) => {
                    let word = reader.wording.words.get(if value { "yes" } else { "no" });
                    add(&mut shown.words, Label::new(word, language, around));
                }
                Cell::Term { id, name, original } => {
                    let name = Label::new(name.text, name.language, around);
                    if shown.terms.iter().all(|term| term.name.text != name.text) {
                        let glossary = address::book(language, &reader.linker.book.id, "glossary");
                        let to = reader.linker.to(&format!("{glossary}#{}", address::anchor(id)));
                        shown.terms.push(TermView { href: href(to), name });
                    }
                    shown.original = original.map(|original| Label::new(original, reference, around));
                }
            }
        }
        // One of the two names is the original already.
        let there = |original: &Label| shown.terms.iter().any(|term| term.name.text == original.text);
        if shown.original.as_ref().is_some_and(there) {
            shown.original = None;
        }
        shown
    }

    fn labels<'w>(&self, words: impl Iterator<Item = Words<'w>>) -> Vec<Label> {
        let mut labels = Vec::new();
        words.for_each(|words| add(&mut labels, Label::new(words.text, words.language, self.page_language())));
        labels
    }

    fn page_language(&self) -> &str {
        self.readers[0].linker.edition.language()
    }
}

/// What two languages have in common is said once.
fn add(labels: &mut Vec<Label>, label: Label) {
    if labels.iter().all(|known| known.text != label.text) {
        labels.push(label);
    }
}

impl CellView {
    fn width(&self) -> usize {
        let names = self.terms.iter().map(|term| &term.name).chain(&self.original);
        self.words.iter().chain(names).map(|label| label.text.width() + 1).sum::<usize>().saturating_sub(1)
    }
}
