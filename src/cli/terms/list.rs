//! The glossary of each book in aligned columns.

use anstyle::Style;
use serde_json::{Value, json};

use super::super::output::{FAINT, FAIR, Format, Output, STRONG, counted};
use super::super::{CommandError, Outcome, Success, terminal};
use super::Shown;
use super::table::{cell, right, row, widths};

/// The widest table that is still easy to follow.
const WIDEST: usize = 140;

pub(super) fn print(bases: &[Shown], format: Format, output: &mut Output) -> Outcome {
    let some = bases.iter().any(|shown| !shown.base.concepts.is_empty());
    match format {
        Format::Json => {
            let books: Vec<Value> = bases.iter().map(json).collect();
            output.json(&json!({"version": 1, "books": books}))?;
        }
        Format::Human if !some => output.note("no term stands in any glossary here"),
        Format::Human => {
            for (at, shown) in bases.iter().enumerate() {
                if at > 0 {
                    output.line("")?;
                }
                human(shown, output)?;
            }
        }
    }
    Ok(Success::from(some))
}

fn json(shown: &Shown) -> Value {
    let terms: Vec<Value> = (shown.base.concepts.iter().enumerate())
        .map(|(at, concept)| {
            let languages: serde_json::Map<String, Value> = (shown.languages.iter())
                .map(|language| {
                    let code = shown.code(*language);
                    let sections = shown.base.sections_using(at, *language);
                    (code.to_owned(), json!({"name": concept.name(code), "sections": sections}))
                })
                .collect();
            json!({"id": concept.id, "shared": concept.shared, "languages": languages})
        })
        .collect();
    json!({"book": shown.base.book.id, "reference": shown.base.book.reference, "terms": terms})
}

fn human(shown: &Shown, output: &mut Output) -> Result<(), CommandError> {
    let base = &shown.base;
    let terms = counted(base.concepts.len(), "term");
    output.line(format_args!("{STRONG}{}{STRONG:#}  {terms}; numbers are sections that use them", base.book.id))?;
    let counts = |at: usize| -> Vec<usize> {
        shown.languages.iter().map(|language| base.sections_using(at, *language)).collect()
    };
    let name = |at: usize, language: usize| base.concepts[at].name(shown.code(language)).unwrap_or("—").to_owned();
    let id = |at: usize| {
        let concept = &base.concepts[at];
        if concept.shared { format!("{} (shared)", concept.id) } else { concept.id.to_owned() }
    };
    let rows: Vec<(Vec<usize>, Vec<String>)> = (0..base.concepts.len())
        .map(|at| {
            let counts = counts(at);
            let mut cells = vec![id(at)];
            for (language, count) in shown.languages.iter().zip(&counts) {
                cells.extend([name(at, *language), right(count, 3)]);
            }
            (counts, cells)
        })
        .collect();
    let mut head = vec!["id".to_owned()];
    head.extend(shown.languages.iter().flat_map(|language| [shown.code(*language).to_owned(), right("§", 3)]));
    let columns = terminal::columns(WIDEST);
    let plain: Vec<Vec<String>> =
        [head.clone()].into_iter().chain(rows.iter().map(|(_, cells)| cells.clone())).collect();
    let Some(widths) = widths(&plain, columns) else { return stacked(shown, &rows, columns, output) };
    let heads: Vec<_> = head.into_iter().map(|head| cell(head, FAINT)).collect();
    for line in row(&heads, &widths) {
        output.line(line)?;
    }
    for (counts, cells) in rows {
        let style = |at: usize| match at {
            0 => FAINT,
            at if at % 2 == 0 && counts[at / 2 - 1] == 0 && counts.iter().any(|count| *count > 0) => FAIR,
            at if at % 2 == 0 => FAINT,
            _ => Style::new(),
        };
        let cells: Vec<_> = cells.into_iter().enumerate().map(|(at, text)| cell(text, style(at))).collect();
        for line in row(&cells, &widths) {
            output.line(line)?;
        }
    }
    Ok(())
}

/// Each term with its names below each other, for a screen too narrow for columns.
fn stacked(
    shown: &Shown,
    rows: &[(Vec<usize>, Vec<String>)],
    columns: usize,
    output: &mut Output,
) -> Result<(), CommandError> {
    for (counts, cells) in rows {
        output.line(format_args!("{FAINT}{}{FAINT:#}", cells[0]))?;
        for (at, (language, count)) in shown.languages.iter().zip(counts).enumerate() {
            let lead = cell(format!("  {:<5} {count:>3}", shown.code(*language)), FAINT);
            let name = cell(cells[2 * at + 1].clone(), Style::new());
            for line in row(&[lead, name], &[11, columns.saturating_sub(13)]) {
                output.line(line)?;
            }
        }
    }
    Ok(())
}
