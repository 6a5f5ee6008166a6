//! What looks like a term and is in no glossary.

use anstyle::Style;
use serde_json::{Value, json};

use super::super::output::{FAINT, Format, Output, STRONG, counted};
use super::super::{Outcome, Success, terminal};
use super::table::{cell, right, row, widths};
use super::{Shown, at};
use crate::library::Library;
use crate::termbase::Candidate;

/// The candidates of each book, in its reference language alone or in the languages asked for.
pub(super) fn print(
    library: &Library,
    bases: &[Shown],
    reference: bool,
    limit: usize,
    format: Format,
    output: &mut Output,
) -> Outcome {
    let mut some = false;
    let mut lists: Vec<Value> = Vec::new();
    for shown in bases {
        let languages = if reference { &[0][..] } else { &shown.languages };
        for language in languages {
            let mut candidates = shown.base.candidates(*language);
            let all = candidates.len();
            candidates.truncate(limit);
            let (book, code) = (&shown.base.book.id, shown.code(*language));
            match format {
                Format::Json => {
                    let found = candidates.iter().map(|candidate| json(library, candidate)).collect::<Vec<_>>();
                    lists.push(json!({"book": book, "language": code, "total": all, "candidates": found}));
                }
                Format::Human if candidates.is_empty() => {}
                Format::Human => {
                    if some {
                        output.line("")?;
                    }
                    output.line(format_args!("{STRONG}{book}{STRONG:#}  {code}"))?;
                    for line in lines(library, &candidates) {
                        output.line(line)?;
                    }
                    if all > candidates.len() {
                        output.note(format_args!("{} more; --limit shows them", all - candidates.len()));
                    }
                }
            }
            some |= !candidates.is_empty();
        }
    }
    match format {
        Format::Json => output.json(&json!({"version": 1, "lists": lists}))?,
        Format::Human if !some => output.note("nothing looks like a term that is in no glossary"),
        Format::Human => {}
    }
    Ok(Success::from(some))
}

fn json(library: &Library, candidate: &Candidate) -> Value {
    let (file, position) = library.sources.position(candidate.place);
    json!({
        "text": candidate.text, "count": candidate.count, "sections": candidate.sections, "file": file,
        "line": position.line,
    })
}

fn lines(library: &Library, candidates: &[Candidate]) -> Vec<String> {
    let texts = |candidate: &Candidate| {
        let count = format!("{} in {}", right(candidate.count, 3), counted(candidate.sections, "section"));
        vec![candidate.text.clone(), count, at(library, candidate.place)]
    };
    let rows: Vec<Vec<String>> = candidates.iter().map(texts).collect();
    let columns = terminal::columns(120);
    let styled =
        |row: &[String]| [cell(row[0].clone(), Style::new()), cell(row[1].clone(), FAINT), cell(row[2].clone(), FAINT)];
    match widths(&rows, columns) {
        Some(widths) if widths[2] >= rows.iter().map(|row| row[2].len()).max().unwrap_or(0) => {
            rows.iter().flat_map(|cells| row(&styled(cells), &widths)).collect()
        }
        _ => {
            let lines = |row: &Vec<String>| {
                [format!("{} {FAINT}{}{FAINT:#}", row[0], row[1].trim_start()), format!("  {FAINT}{}{FAINT:#}", row[2])]
            };
            rows.iter().flat_map(lines).collect()
        }
    }
}
