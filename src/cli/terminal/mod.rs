//! A parsed text as lines for a terminal of a given width, East Asian width respected.

mod difference;
mod wrap;

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

pub(super) use difference::{difference, flowing};
pub(super) use wrap::{Span, pad, width, wrap};

use super::output::{FAINT, STRONG};
use crate::library::markup::{Block, Document, Inline, InlineKind, Mark, Paragraph, Reference};

/// What a reference shows.
pub(super) type Label<'a> = &'a dyn Fn(&Reference) -> String;

/// The blocks of a text, each as lines of at most `columns` cells.
pub(super) fn blocks(document: &Document, label: Label<'_>, columns: usize) -> Vec<Vec<String>> {
    document.blocks.iter().flat_map(|block| lines(block, label, columns)).collect()
}

fn lines(block: &Block, label: Label<'_>, columns: usize) -> Vec<Vec<String>> {
    match block {
        Block::Paragraph(paragraph) => vec![self::paragraph(paragraph, "", label, columns)],
        Block::Heading(_, content) => vec![wrap(&spans(content, label, STRONG), columns)],
        Block::List(first, items) => {
            let mut all = Vec::new();
            for (at, item) in items.iter().enumerate() {
                let marker = first.map_or_else(|| "•".to_owned(), |first| format!("{}.", first + at as u64));
                let indent = marker.width() + 1;
                let inner = item.iter().flat_map(|block| lines(block, label, columns.saturating_sub(indent)));
                let inner: Vec<String> = inner.flatten().collect();
                all.push(hang(&marker, indent, &inner));
            }
            all
        }
        Block::Table(_, head, rows) => vec![table(head, rows, label, columns)],
        Block::Quote(inner) => {
            let inner = inner.iter().flat_map(|block| lines(block, label, columns.saturating_sub(2)));
            inner.map(|block| hang("│", 2, &block)).collect()
        }
        Block::Code(text) => vec![text.trim_end().lines().map(|line| format!("    {line}")).collect()],
        Block::Rule => vec![vec!["─".repeat(columns.min(20))]],
    }
}

fn paragraph(paragraph: &Paragraph, marker: &str, label: Label<'_>, columns: usize) -> Vec<String> {
    let Some(letter) = paragraph.letter else {
        return wrap(&spans(&paragraph.content, label, Style::new()), columns);
    };
    let marker = if marker.is_empty() { letter.to_string() } else { format!("{marker} {letter}") };
    let indent = marker.width() + 2;
    let inner = wrap(&spans(&paragraph.content, label, Style::new()), columns.saturating_sub(indent));
    hang(&format!("{FAINT}{marker}{FAINT:#}"), indent, &inner)
}

/// Lines behind a marker, the further ones indented as far.
fn hang(marker: &str, indent: usize, lines: &[String]) -> Vec<String> {
    let mut hung = Vec::with_capacity(lines.len().max(1));
    for (at, line) in lines.iter().enumerate() {
        let lead = if at == 0 { pad(marker, indent) } else { " ".repeat(indent) };
        hung.push(format!("{lead}{line}"));
    }
    if lines.is_empty() {
        hung.push(marker.to_owned());
    }
    hung
}

/// The narrowest column that is still pleasant to read.
const NARROWEST: usize = 8;

/// A table in columns, long cells wrapped; on a screen too narrow for that, each row as a list of its cells.
fn table(head: &[Vec<Inline>], rows: &[Vec<Vec<Inline>>], label: Label<'_>, columns: usize) -> Vec<String> {
    let plain = |cell: &Vec<Inline>| crate::library::markup::plain_inlines(cell, label);
    let heads: Vec<String> = head.iter().map(plain).collect();
    let cells: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(plain).collect()).collect();
    let Some(widths) = widths(&heads, &cells, columns) else { return stacked(&heads, &cells, columns) };
    let line = |row: &[String], style: Style| {
        let wrapped: Vec<Vec<String>> =
            row.iter().zip(&widths).map(|(cell, width)| wrap(&[Span::new(cell.clone(), style)], *width)).collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
        let part = |at: usize| {
            let cells =
                wrapped.iter().zip(&widths).map(|(cell, width)| pad(cell.get(at).map_or("", String::as_str), *width));
            cells.collect::<Vec<_>>().join(" │ ").trim_end().to_owned()
        };
        (0..height).map(part).collect::<Vec<_>>()
    };
    let mut lines = line(&heads, STRONG);
    lines.push(widths.iter().map(|width| "─".repeat(*width)).collect::<Vec<_>>().join("─┼─"));
    lines.extend(cells.iter().flat_map(|row| line(row, Style::new())));
    lines
}

/// The width of each column: what it needs, the widest ones narrowed until all fit; none if that is too narrow.
fn widths(heads: &[String], cells: &[Vec<String>], columns: usize) -> Option<Vec<usize>> {
    let needs =
        |at: usize| cells.iter().filter_map(|row| row.get(at)).chain([&heads[at]]).map(|cell| cell.width()).max();
    let mut widths: Vec<usize> = (0..heads.len()).map(|at| needs(at).unwrap_or(0)).collect();
    let room = columns.checked_sub(3 * widths.len().saturating_sub(1))?;
    while widths.iter().sum::<usize>() > room {
        let widest = widths.iter_mut().max_by_key(|width| **width).filter(|width| **width > NARROWEST)?;
        *widest -= 1;
    }
    Some(widths)
}

fn stacked(heads: &[String], cells: &[Vec<String>], columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for row in cells {
        for (at, (head, cell)) in heads.iter().zip(row).enumerate() {
            let spans = [Span::new(format!("{head}: "), FAINT), Span::new(cell.clone(), Style::new())];
            lines.extend(hang(if at == 0 { "•" } else { "" }, 2, &wrap(&spans, columns.saturating_sub(2))));
        }
    }
    lines
}

fn spans(inlines: &[Inline], label: Label<'_>, style: Style) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for inline in inlines {
        match &inline.kind {
            InlineKind::Text(text) | InlineKind::Code(text) => spans.push(Span::new(text.clone(), style)),
            InlineKind::Emphasis(inner) => spans.extend(self::spans(inner, label, style.italic())),
            InlineKind::Strong(inner) => spans.extend(self::spans(inner, label, style.bold())),
            InlineKind::Strike(inner) => spans.extend(self::spans(inner, label, style.strikethrough())),
            InlineKind::Link(_, inner) => spans.extend(self::spans(inner, label, style.underline())),
            InlineKind::SoftBreak => {
                let before = spans.last().map_or("", |span| span.text.as_str());
                spans.push(Span::new(crate::library::markup::soft_break(before).to_owned(), style));
            }
            InlineKind::HardBreak => spans.push(Span::new("\n".to_owned(), style)),
            InlineKind::Mark(Mark::Reference(reference)) => spans.push(Span::new(label(reference), style.underline())),
            InlineKind::Mark(Mark::Value(value, shown)) => {
                spans.push(Span::new(shown.as_ref().map_or(value, |shown| &shown.text).clone(), style));
            }
            InlineKind::Mark(Mark::Letter(_)) => {}
        }
    }
    spans
}

/// The width to write to: that of the terminal, or `COLUMNS` where there is none, or 80; at most `most`.
pub(super) fn columns(most: usize) -> usize {
    let told = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = terminal_size::terminal_size().map(|(terminal_size::Width(width), _)| usize::from(width));
    terminal.or_else(told).unwrap_or(80).clamp(20, most)
}
