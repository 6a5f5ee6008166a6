//! Where the languages stand: beside each other, or below each other where the terminal is too narrow.

use super::super::output::FAINT;
use super::super::terminal::{self, pad, width};
use super::rows::Row;

/// The widest column of text: longer lines are hard to read.
const MEASURE: usize = 88;

/// The narrowest column that stands beside another: about six words of English or sixteen characters of Japanese.
const LEAST: usize = 32;

/// What stands between two languages, and how wide it is: heavier than the lines of tables.
const GUTTER: (&str, usize) = (" ┃ ", 3);

/// How the rows of some languages are laid out.
pub(super) struct Layout<'a> {
    languages: &'a [String],
    /// The width of a column.
    columns: usize,
    /// The width of the language's code before each cell, if the languages stand below each other.
    lead: Option<usize>,
}

impl<'a> Layout<'a> {
    pub(super) fn of(languages: &'a [String]) -> Self {
        let several = languages.len().max(1);
        let gutters = GUTTER.1 * (several - 1);
        let whole = terminal::columns(MEASURE * several + gutters);
        let columns = whole.saturating_sub(gutters) / several;
        if several == 1 || columns >= LEAST {
            return Self { languages, columns, lead: None };
        }
        let lead = languages.iter().map(|language| width(language)).max().unwrap_or(0) + 2;
        Self { languages, columns: whole.min(MEASURE + lead).saturating_sub(lead), lead: Some(lead) }
    }

    /// The width that a cell has.
    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// Whether the languages stand below each other.
    pub(super) fn is_below(&self) -> bool {
        self.lead.is_some()
    }

    /// The width of all of it.
    pub(super) fn whole(&self) -> usize {
        match self.lead {
            Some(lead) => lead + self.columns,
            None => self.beside(self.columns),
        }
    }

    fn beside(&self, columns: usize) -> usize {
        (columns + GUTTER.1) * self.languages.len() - GUTTER.1
    }

    /// A row as lines.
    pub(super) fn lines(&self, row: &Row) -> Vec<String> {
        let Some(lead) = self.lead else {
            let height = row.cells.iter().map(Vec::len).max().unwrap_or(0);
            let line = |at: usize| {
                let part = |cell: &Vec<String>| pad(cell.get(at).map_or("", String::as_str), self.columns);
                row.cells.iter().map(part).collect::<Vec<_>>().join(GUTTER.0).trim_end().to_owned()
            };
            return (0..height).map(line).collect();
        };
        let cells = self.languages.iter().zip(&row.cells).flat_map(|(language, cell)| {
            cell.iter().enumerate().map(move |(at, line)| {
                let code = if at == 0 { format!("{FAINT}{language}{FAINT:#}") } else { String::new() };
                format!("{}{line}", pad(&code, lead))
            })
        });
        cells.collect()
    }

    /// The line below the titles.
    pub(super) fn rule(&self, titles: &Row) -> String {
        let under = |cell: &Vec<String>| "─".repeat(cell.iter().map(|line| width(line)).max().unwrap_or(0));
        let rules = titles.cells.iter().map(under);
        if self.is_below() {
            return "─".repeat(self.whole());
        }
        rules.map(|rule| pad(&rule, self.columns)).collect::<Vec<_>>().join(GUTTER.0).trim_end().to_owned()
    }
}
