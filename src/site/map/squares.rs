//! The grid of a printed map as an SVG: in each square the names of the places that lie in it, in the order of their table.

use std::fmt::Write as _;

use super::labels::{LEADING, LETTERS, width};
use crate::site::html::lang;
use crate::site::odds::{shortened, text};

/// The longest name, in cells of a terminal.
const MOST_CELLS: usize = 24;
/// Between a square and what stands in it.
const INSIDE: f64 = 8.0;
/// The lowest square, and the narrowest.
const LOWEST: f64 = 60.0;
const NARROWEST: f64 = 70.0;

/// A place in a square.
pub(super) struct Listed<'a> {
    /// The row of its square, from the top, and the column, from the left; each from 0.
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) name: &'a str,
    pub(super) lang: Option<&'a str>,
    pub(super) href: &'a str,
}

/// Draws the grid; `columns` and `rows` are what its squares are called by: `5` and `A`.
pub(super) fn svg(title: &str, columns: &[String], rows: &[String], places: &[Listed<'_>]) -> String {
    let mut squares: Vec<Vec<&Listed<'_>>> = Vec::new();
    squares.resize_with(columns.len() * rows.len(), Vec::new);
    for place in places {
        if let Some(square) = squares.get_mut(place.row * columns.len() + place.column) {
            square.push(place);
        }
    }
    let mut wide = vec![NARROWEST; columns.len()];
    let mut high = vec![LOWEST; rows.len()];
    for (at, square) in squares.iter().enumerate() {
        let (row, column) = (at / columns.len(), at % columns.len());
        let widest = square.iter().map(|place| width(&shortened(place.name, MOST_CELLS))).fold(0.0, f64::max);
        wide[column] = wide[column].max(widest + 2.0 * INSIDE);
        #[expect(clippy::cast_precision_loss, reason = "a file has fewer rows")]
        let lines = (square.len() + 1) as f64;
        high[row] = high[row].max(lines * LEADING + 2.0 * INSIDE);
    }
    let (width, height) = (wide.iter().sum::<f64>() + 2.0, high.iter().sum::<f64>() + 2.0);
    let mut out = format!(
        "<svg class=\"map-picture map-squares\" role=\"group\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" font-size=\"{LETTERS}\" aria-label=\"{}\">\n",
        text(title)
    );
    let mut top = 1.0;
    for (row, letter) in rows.iter().enumerate() {
        let mut left = 1.0;
        for (column, number) in columns.iter().enumerate() {
            let name = text(&format!("{number}{letter}"));
            let _ = write!(
                out,
                "<g role=\"group\" aria-label=\"{name}\"><rect class=\"map-square\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"/><text class=\"map-square-name\" aria-hidden=\"true\" x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
                wide[column],
                high[row],
                left + INSIDE,
                top + INSIDE + LETTERS - 2.0
            );
            let mut y = top + INSIDE + LETTERS - 2.0;
            for place in &squares[row * columns.len() + column] {
                y += LEADING;
                let lang = lang(place.lang);
                let shown = shortened(place.name, MOST_CELLS);
                let _ = write!(
                    out,
                    "<a class=\"map-place\" href=\"{}\"{lang}><text class=\"map-name\" x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
                    text(place.href),
                    left + INSIDE,
                    text(&shown)
                );
                if shown != place.name {
                    let _ = write!(out, "<title>{}</title>", text(place.name));
                }
                out.push_str("</a>");
            }
            out.push_str("</g>\n");
            left += wide[column];
        }
        top += high[row];
    }
    out.push_str("</svg>\n");
    out
}
