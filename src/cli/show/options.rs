//! The options that stand at a section: what each is about, its readings, and why one of them is followed.

use std::collections::BTreeMap;

use super::super::output::FAINT;
use super::super::terminal::{Span, wrap};
use super::rows::{Reader, Row, indent};
use crate::library::localized::View;
use crate::library::{BookOption, Line};

impl<'a> Reader<'a> {
    pub(super) fn options(&self) -> Vec<Row> {
        self.book.options_of(&self.section.id).flat_map(|option| self.option(option)).collect()
    }

    fn option(&self, option: &'a BookOption) -> Vec<Row> {
        let titled: Vec<_> =
            self.views().iter().filter_map(|view| Some((*view, view.of_book(&option.title)?))).collect();
        let kind = if option.optional { "Optional rule" } else { "Option" };
        let label = format!("{kind} ({})", option.id);
        let mut rows = vec![Row { cells: self.heads(Some(&label), &titled), joins: true }];
        rows.push(self.line("", &option.title, ""));
        for (name, texts, _) in &option.readings {
            let followed = option.followed.as_ref().is_some_and(|(followed, _)| followed == name);
            rows.push(self.line("• ", texts, if followed { " (followed here)" } else { "" }));
        }
        rows.extend(self.piece(Some(""), &|view| view.of_book(&option.why)));
        rows.retain(|row| row.cells.iter().any(|cell| !cell.is_empty()));
        if let Some(last) = rows.last_mut() {
            last.joins = false;
        }
        rows
    }

    /// A line of each language that has one, indented, behind a marker.
    fn line(&self, marker: &str, texts: &BTreeMap<String, Line>, said: &str) -> Row {
        let cell = |view: &View<'_>| {
            let Some(line) = view.of_book(texts).filter(|line| self.shows(line)) else { return Vec::new() };
            let spans = [Span::new(line.text.value.clone(), anstyle::Style::new()), Span::new(said.to_owned(), FAINT)];
            let lead = format!("  {marker}");
            let width = lead.chars().count();
            let mut lines = wrap(&spans, self.columns.saturating_sub(width));
            indent(&mut lines, width);
            if let Some(first) = lines.first_mut() {
                first.replace_range(..width, &lead);
            }
            lines
        };
        Row { cells: self.views().iter().map(cell).collect(), joins: true }
    }
}
