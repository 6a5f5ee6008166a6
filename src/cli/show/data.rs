//! The data tables that stand in a section, row beside row.

use super::super::output::FAINT;
use super::super::terminal::{Span, Table, wrap};
use super::rows::{Reader, Row};
use crate::library::table::{self, TableView};
use crate::logic::trace::words::Words;

impl Reader<'_> {
    pub(super) fn data(&self) -> Vec<Row> {
        let views = self.views();
        let tables = views.iter().map(|view| table::of_section(self.library, view, self.section));
        let tables: Vec<Vec<TableView<'_>>> = tables.collect();
        let words: Vec<Words> = views.iter().map(|view| Words::of(view.language)).collect();
        let count = tables.first().map_or(0, Vec::len);
        (0..count)
            .flat_map(|at| {
                let one: Vec<&TableView<'_>> = tables.iter().map(|own| &own[at]).collect();
                let title =
                    |table: &&TableView<'_>| wrap(&[Span::new(table.title.text.to_owned(), FAINT)], self.columns);
                let mut rows = vec![Row { cells: one.iter().map(title).collect(), joins: true }];
                let plain: Vec<Table> = one.iter().zip(&words).map(|(table, words)| plain(table, words)).collect();
                rows.extend(
                    self.drawn(&plain.iter().collect::<Vec<_>>(), self.columns).map(|cells| Row { cells, joins: true }),
                );
                if let Some(last) = rows.last_mut() {
                    last.joins = false;
                }
                rows
            })
            .collect()
    }
}

fn plain(table: &TableView<'_>, words: &Words) -> Table {
    let (yes, no) = (words.get("yes"), words.get("no"));
    let columns = table.columns.iter().map(|column| (column.header.text.to_owned(), column.numeric)).collect();
    let rows = table.rows.iter().map(|row| row.cells.iter().map(|cell| cell.plain(yes, no)).collect());
    Table::plain(columns, rows.collect())
}
