//! A parsed text as lines for a terminal of a given width, East Asian width respected.

mod difference;
mod table;
mod wrap;

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

pub(super) use difference::{difference, flowing};
pub(super) use table::{NARROWEST, Table};
pub(super) use wrap::{Span, pad, width, wrap};

use super::output::{FAINT, STRONG};
use crate::library::align::{Content, Unit};
use crate::library::markup::{Block, Inline, InlineKind, Mark, Paragraph, Reference, plain_inlines};

/// What a reference shows.
pub(super) type Label<'a> = &'a dyn Fn(&Reference) -> String;

/// A part of a text that has its counterpart in other languages, as lines of at most `columns` cells.
pub(super) fn unit(unit: &Unit<'_>, label: Label<'_>, columns: usize) -> Vec<String> {
    match unit.content {
        Content::Block(block) => lines(block, label, columns).concat(),
        Content::Item(number, blocks) => item(number, blocks, label, columns),
        Content::Row(cells) => {
            let plain = |cell: &Vec<Inline>| plain_inlines(cell, label);
            let cells: Vec<String> = cells.iter().map(plain).collect();
            wrap(&[Span::new(cells.join(" │ "), Style::new())], columns)
        }
    }
}

fn lines(block: &Block, label: Label<'_>, columns: usize) -> Vec<Vec<String>> {
    match block {
        Block::Paragraph(paragraph) => vec![self::paragraph(paragraph, "", label, columns)],
        Block::Heading(_, content) => vec![wrap(&spans(content, label, STRONG), columns)],
        Block::List(first, items) => (0..)
            .zip(items)
            .map(|(at, blocks)| item(first.map(|first| first.saturating_add(at)), blocks, label, columns))
            .collect(),
        Block::Table(_, head, rows) => vec![Table::new(head, rows, label).lines(columns)],
        Block::Quote(inner) => {
            let inner = inner.iter().flat_map(|block| lines(block, label, columns.saturating_sub(2)));
            inner.map(|block| hang("│", 2, &block)).collect()
        }
        Block::Code(text) => vec![text.trim_end().lines().map(|line| format!("    {line}")).collect()],
        Block::Rule => vec![vec!["─".repeat(columns.min(20))]],
    }
}

/// An item of a list behind its number or a dot.
fn item(number: Option<u64>, blocks: &[Block], label: Label<'_>, columns: usize) -> Vec<String> {
    let marker = number.map_or_else(|| "•".to_owned(), |number| format!("{number}."));
    let indent = marker.width() + 1;
    let inner = blocks.iter().flat_map(|block| lines(block, label, columns.saturating_sub(indent)));
    hang(&marker, indent, &inner.flatten().collect::<Vec<_>>())
}

fn paragraph(paragraph: &Paragraph, marker: &str, label: Label<'_>, columns: usize) -> Vec<String> {
    let Some(letter) = paragraph.letter else {
        return wrap(&spans(&paragraph.content, label, Style::new()), columns);
    };
    let shown = letter.shown();
    let marker = if marker.is_empty() { shown.to_owned() } else { format!("{marker} {shown}") };
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
            // They are words here as in every other plain text.
            InlineKind::Picture { .. } | InlineKind::Mark(Mark::Symbol(..)) => {
                spans.push(Span::new(plain_inlines(std::slice::from_ref(inline), label), style));
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
