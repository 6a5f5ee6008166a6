//! Tables, with columns that know whether they hold numbers, short words or sentences.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use super::super::link::Linker;
use super::inline;
use crate::library::markup::{Alignment, Inline, plain_inlines};

/// A column whose widest cell is at most this wide (in Latin letters) is never broken into lines.
const SHORT: usize = 14;
/// One that is wider than this holds sentences and needs room for them.
const MEDIUM: usize = 26;

/// A table with a caption.
pub(in crate::site) fn captioned(
    caption: &str,
    head: &[Vec<Inline>],
    rows: &[Vec<Vec<Inline>>],
    linker: &Linker<'_>,
) -> String {
    let mut out = String::new();
    boxed(Some(caption), &[], head, rows, linker, &mut out);
    out
}

/// Writes a table in a box of its own, which scrolls where the table is wider than the page.
pub(super) fn write(
    alignments: &[Alignment],
    head: &[Vec<Inline>],
    rows: &[Vec<Vec<Inline>>],
    linker: &Linker<'_>,
    out: &mut String,
) {
    boxed(None, alignments, head, rows, linker, out);
}

fn boxed(
    caption: Option<&str>,
    alignments: &[Alignment],
    head: &[Vec<Inline>],
    rows: &[Vec<Vec<Inline>>],
    linker: &Linker<'_>,
    out: &mut String,
) {
    let classes: Vec<String> = (0..head.len()).map(|column| class(column, alignments, head, rows, linker)).collect();
    let label = super::line(caption.unwrap_or_else(|| linker.strings.get("table")), linker.text_language);
    let _ = writeln!(out, "<div class=\"table\" role=\"group\" aria-label=\"{label}\" tabindex=\"0\"><table>");
    if caption.is_some() {
        let _ = writeln!(out, "<caption>{label}</caption>");
    }
    if head.iter().any(|cell| !cell.is_empty()) {
        out.push_str("<thead><tr>");
        for (cell, class) in head.iter().zip(&classes) {
            // An empty head names nothing, so it is no head.
            let (tag, scope) = if cell.is_empty() { ("td", "") } else { ("th", " scope=\"col\"") };
            let _ = write!(out, "<{tag}{scope}{class}>");
            inline::write(cell, &linker.without_terms(), out);
            let _ = write!(out, "</{tag}>");
        }
        out.push_str("</tr></thead>\n");
    }
    out.push_str("<tbody>\n");
    for row in rows {
        out.push_str("<tr>");
        for (cell, class) in row.iter().zip(&classes) {
            let _ = write!(out, "<td{class}>");
            inline::write(cell, linker, out);
            out.push_str("</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table></div>\n");
}

fn class(
    column: usize,
    alignments: &[Alignment],
    head: &[Vec<Inline>],
    rows: &[Vec<Vec<Inline>>],
    linker: &Linker<'_>,
) -> String {
    let text = |cell: &Vec<Inline>| plain_inlines(cell, &|reference| linker.plain(reference));
    let cells: Vec<String> = rows.iter().filter_map(|row| row.get(column)).map(text).collect();
    let longest = cells.iter().map(|cell| cell.width()).max().unwrap_or(0);
    // A long word at the head of a column of numbers may break; the numbers decide.
    let head = head.get(column).map(text).unwrap_or_default().width();
    let mut classes = vec![width_class(longest.max(head))];
    let numeric = !cells.is_empty() && cells.iter().all(|cell| is_number(cell));
    classes.push(match alignments.get(column) {
        Some(Alignment::Center) => "center",
        Some(Alignment::Right) => "end",
        Some(Alignment::None) | None if numeric => "end",
        Some(Alignment::Left | Alignment::None) | None => "start",
    });
    format!(" class=\"{}\"", classes.join(" "))
}

/// What a column is that is so wide (in Latin letters).
pub(in crate::site) fn width_class(width: usize) -> &'static str {
    match width {
        width if width <= SHORT => "short",
        width if width <= MEDIUM => "medium",
        _ => "long",
    }
}

/// Digits with a sign, a range or a dash that stands for none.
fn is_number(cell: &str) -> bool {
    let cell = cell.trim();
    !cell.is_empty() && cell.chars().all(|c| c.is_ascii_digit() || " +-−–—./%±×".contains(c))
}
