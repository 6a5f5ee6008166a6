//! Columns for a terminal: cells of wrapped lines side by side.

use anstyle::Style;

use super::super::terminal::{Span, pad, width, wrap};

/// What stands between two columns.
const GAP: &str = "  ";
/// The narrowest column of words.
const NARROWEST: usize = 12;

/// A cell: what stands in it, and how.
pub(super) struct Cell {
    text: String,
    style: Style,
}

/// A cell of one style.
pub(super) fn cell(text: impl Into<String>, style: Style) -> Cell {
    Cell { text: text.into(), style }
}

impl Cell {
    /// Its lines in a column of that width. What fits keeps the blanks before it.
    fn lines(&self, columns: usize) -> Vec<String> {
        let style = self.style;
        if width(&self.text) <= columns {
            return vec![format!("{style}{}{style:#}", self.text)];
        }
        wrap(&[Span::new(self.text.clone(), style)], columns)
    }
}

/// The widths of columns: what each needs, the widest narrowed until all fit into `columns`; none if that is too narrow.
pub(super) fn widths(rows: &[Vec<String>], columns: usize) -> Option<Vec<usize>> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let needs = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| width(cell)).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..count).map(needs).collect();
    let room = columns.checked_sub(GAP.len() * count.saturating_sub(1))?;
    while widths.iter().sum::<usize>() > room {
        let widest = widths.iter_mut().max_by_key(|width| **width).filter(|width| **width > NARROWEST)?;
        *widest -= 1;
    }
    Some(widths)
}

/// A row of cells as lines.
pub(super) fn row(cells: &[Cell], widths: &[usize]) -> Vec<String> {
    let wrapped: Vec<Vec<String>> = cells.iter().zip(widths).map(|(cell, width)| cell.lines(*width)).collect();
    let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
    let line = |at: usize| {
        let parts =
            wrapped.iter().zip(widths).map(|(cell, width)| pad(cell.get(at).map_or("", String::as_str), *width));
        parts.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    };
    (0..height).map(line).collect()
}

/// A number set to the right of a column of `columns` cells.
pub(super) fn right(number: impl std::fmt::Display, columns: usize) -> String {
    format!("{number:>columns$}")
}
