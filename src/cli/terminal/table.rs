//! A table in columns, or, where the screen is too narrow for them, as a list of its rows.

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use super::{Label, Span, hang, pad, wrap};
use crate::cli::output::{FAINT, STRONG};
use crate::library::markup::{Inline, plain_inlines};

/// The narrowest column that is still pleasant to read.
pub(crate) const NARROWEST: usize = 8;

/// The words of a table.
pub(crate) struct Table {
    heads: Vec<String>,
    /// Which columns hold numbers, which stand at the right; none where that is not known.
    numeric: Vec<bool>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(head: &[Vec<Inline>], rows: &[Vec<Vec<Inline>>], label: Label<'_>) -> Self {
        let plain = |cell: &Vec<Inline>| plain_inlines(cell, label);
        Self {
            heads: head.iter().map(plain).collect(),
            numeric: Vec::new(),
            rows: rows.iter().map(|row| row.iter().map(plain).collect()).collect(),
        }
    }

    /// A table of plain words; each column is told by its head and whether it holds numbers.
    pub(crate) fn plain(columns: Vec<(String, bool)>, rows: Vec<Vec<String>>) -> Self {
        let (heads, numeric) = columns.into_iter().unzip();
        Self { heads, numeric, rows }
    }

    /// How many rows it has, without the head.
    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// All of it, in columns if they fit.
    pub(super) fn lines(&self, columns: usize) -> Vec<String> {
        self.grid(columns, NARROWEST).unwrap_or_else(|| self.list(columns)).concat()
    }

    /// Its rows in columns, long cells wrapped, the head first; none if a column must be narrower than `least`.
    pub(crate) fn grid(&self, columns: usize, least: usize) -> Option<Vec<Vec<String>>> {
        let widths = self.widths(columns, least)?;
        let line = |row: &[String], style: Style| {
            let wrapped: Vec<Vec<String>> =
                row.iter().zip(&widths).map(|(cell, width)| wrap(&[Span::new(cell.clone(), style)], *width)).collect();
            let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
            let part = |at: usize| {
                let cells = wrapped.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                    let words = cell.get(at).map_or("", String::as_str);
                    let before = if self.numeric.get(column) == Some(&true) {
                        width.saturating_sub(super::width(words))
                    } else {
                        0
                    };
                    pad(&format!("{}{words}", " ".repeat(before)), *width)
                });
                cells.collect::<Vec<_>>().join(" │ ").trim_end().to_owned()
            };
            (0..height).map(part).collect::<Vec<_>>()
        };
        let mut head = line(&self.heads, STRONG);
        head.push(widths.iter().map(|width| "─".repeat(*width)).collect::<Vec<_>>().join("─┼─"));
        Some(std::iter::once(head).chain(self.rows.iter().map(|row| line(row, Style::new()))).collect())
    }

    /// Each row as a list of its cells, each behind the head of its column.
    pub(crate) fn list(&self, columns: usize) -> Vec<Vec<String>> {
        let item = |row: &Vec<String>| {
            let mut lines = Vec::new();
            for (at, (head, cell)) in self.heads.iter().zip(row).enumerate() {
                let spans = [Span::new(format!("{head}: "), FAINT), Span::new(cell.clone(), Style::new())];
                lines.extend(hang(if at == 0 { "•" } else { "" }, 2, &wrap(&spans, columns.saturating_sub(2))));
            }
            lines
        };
        self.rows.iter().map(item).collect()
    }

    /// The width of each column: what it needs, the widest ones narrowed until all fit; none if that is too narrow.
    fn widths(&self, columns: usize, least: usize) -> Option<Vec<usize>> {
        let needs = |at: usize| {
            self.rows.iter().filter_map(|row| row.get(at)).chain([&self.heads[at]]).map(|cell| cell.width()).max()
        };
        let mut widths: Vec<usize> = (0..self.heads.len()).map(|at| needs(at).unwrap_or(0)).collect();
        let room = columns.checked_sub(3 * widths.len().saturating_sub(1))?;
        while widths.iter().sum::<usize>() > room {
            let widest = widths.iter_mut().max_by_key(|width| **width).filter(|width| **width > least)?;
            *widest -= 1;
        }
        Some(widths)
    }
}
