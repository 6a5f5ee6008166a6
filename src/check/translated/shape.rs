//! A translation has as many lists, items, tables, rows and columns as the reference text.

use super::Pair;
use crate::diagnostic::{Diagnostic, codes};
use crate::library::Library;
use crate::library::markup::Block;

pub(super) fn check(_: &Library, pair: &Pair, diagnostics: &mut Vec<Diagnostic>) {
    let (Some(reference), Some(translated)) = (pair.reference.prose(), pair.translated.prose()) else { return };
    let (wanted, found) = (shapes(&reference.document.blocks), shapes(&translated.document.blocks));
    let mut report = |message: String, help: &str| {
        let finding = pair.finding(&codes::SHAPE_MISMATCH, translated.place, message);
        diagnostics.push(finding.help(help));
    };
    for (kind, plural) in [("list", "lists"), ("table", "tables")] {
        let of = |shapes: &[Shape]| shapes.iter().filter(|shape| shape.kind == kind).copied().collect::<Vec<_>>();
        let (wanted, found) = (of(&wanted), of(&found));
        if wanted.len() != found.len() {
            let message = format!("{} {plural} here, {} in the reference text", found.len(), wanted.len());
            report(message, "set the text out as the reference text is");
            continue;
        }
        for (at, (wanted, found)) in wanted.iter().zip(&found).enumerate() {
            let (what, number) = (kind, at + 1);
            if wanted.rows != found.rows {
                let rows = if kind == "list" { "items" } else { "rows" };
                report(
                    format!("{what} {number} has {} {rows}, {} in the reference text", found.rows, wanted.rows),
                    "translate each, in the same order",
                );
            }
            if wanted.columns != found.columns {
                report(
                    format!("{what} {number} has {} columns, {} in the reference text", found.columns, wanted.columns),
                    "translate each, in the same order",
                );
            }
        }
    }
}

/// The size of a list or a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    kind: &'static str,
    rows: usize,
    columns: usize,
}

/// The lists and tables of a text, outer before inner.
pub(super) fn shapes(blocks: &[Block]) -> Vec<Shape> {
    let mut found = Vec::new();
    collect(blocks, &mut found);
    found
}

fn collect(blocks: &[Block], found: &mut Vec<Shape>) {
    for block in blocks {
        match block {
            Block::List(_, items) => {
                found.push(Shape { kind: "list", rows: items.len(), columns: 1 });
                for item in items {
                    collect(item, found);
                }
            }
            Block::Table(_, head, rows) => {
                found.push(Shape { kind: "table", rows: rows.len(), columns: head.len() });
            }
            Block::Quote(inner) => collect(inner, found),
            Block::Paragraph(_) | Block::Heading(..) | Block::Code(_) | Block::Rule => {}
        }
    }
}
