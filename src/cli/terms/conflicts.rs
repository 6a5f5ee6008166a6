//! Where the glossary and the texts disagree.

use anstyle::Style;
use serde_json::{Value, json};

use super::super::output::{FAINT, Format, MARK, Output, STRONG, counted};
use super::super::terminal::{self, Span, wrap};
use super::super::{CommandError, Outcome, Success};
use super::{Shown, at};
use crate::library::Library;
use crate::termbase::{Conflict, What};

/// What each kind is called: for people and for programs.
const KINDS: [(&str, &str); 3] = [
    ("perhaps under another name", "renamed"),
    ("written in two ways", "spelling"),
    ("one name for several terms", "shared-name"),
];

pub(super) fn print(library: &Library, bases: &[Shown], limit: usize, format: Format, output: &mut Output) -> Outcome {
    let mut some = false;
    let mut lists: Vec<Value> = Vec::new();
    for shown in bases {
        for language in &shown.languages {
            let (book, code) = (&shown.base.book.id, shown.code(*language));
            for ((title, kind), mut conflicts) in KINDS.iter().zip(shown.base.conflicts(*language)) {
                let all = conflicts.len();
                conflicts.truncate(limit);
                match format {
                    Format::Json => {
                        let found = conflicts.iter().map(|conflict| json(library, conflict)).collect::<Vec<_>>();
                        lists.push(json!({
                            "book": book, "language": code, "kind": kind, "total": all, "conflicts": found,
                        }));
                    }
                    Format::Human if conflicts.is_empty() => {}
                    Format::Human => {
                        if some {
                            output.line("")?;
                        }
                        output.line(format_args!("{STRONG}{book}{STRONG:#}  {code}  {title}"))?;
                        for conflict in &conflicts {
                            human(library, conflict, output)?;
                        }
                        if all > conflicts.len() {
                            output.note(format_args!("{} more; --limit shows them", all - conflicts.len()));
                        }
                    }
                }
                some |= !conflicts.is_empty();
            }
        }
    }
    match format {
        Format::Json => output.json(&json!({"version": 1, "lists": lists}))?,
        Format::Human if !some => output.note("glossary and texts agree"),
        Format::Human => {}
    }
    Ok(Success::from(some))
}

fn human(library: &Library, conflict: &Conflict, output: &mut Output) -> Result<(), CommandError> {
    let columns = terminal::columns(100);
    let plain = |text: String| Span::new(text, Style::new());
    let strong = |text: &str| Span::new(text.to_owned(), STRONG);
    let doubtful = |text: &str| Span::new(text.to_owned(), MARK);
    let spans = match &conflict.what {
        What::Renamed { concept, name, other, count, of } => vec![
            Span::new(format!("{concept}: "), FAINT),
            strong(name),
            plain(format!(" is not in {}; ", counted(*of, "piece"))),
            doubtful(other),
            plain(format!(" is in {count} of them")),
        ],
        What::Spelling { rare, rare_count, usual, usual_count } => vec![
            doubtful(rare),
            plain(format!(" ({rare_count}×) is elsewhere ")),
            strong(usual),
            plain(format!(" ({usual_count}×)")),
        ],
        What::Shared { name, concepts } => {
            vec![strong(name), plain(format!(" names {}", concepts.join(" and ")))]
        }
    };
    for (line, text) in wrap(&spans, columns.saturating_sub(2)).iter().enumerate() {
        output.line(format_args!("{}{text}", if line == 0 { "  " } else { "    " }))?;
    }
    for place in &conflict.places {
        output.line(format_args!("      {FAINT}{}{FAINT:#}", at(library, *place)))?;
    }
    Ok(())
}

fn json(library: &Library, conflict: &Conflict) -> Value {
    let places = conflict.places.iter().map(|place| {
        let (file, position) = library.sources.position(*place);
        json!({"file": file, "line": position.line})
    });
    let places: Vec<Value> = places.collect();
    match &conflict.what {
        What::Renamed { concept, name, other, count, of } => json!({
            "concept": concept, "name": name, "other": other, "count": count, "of": of, "places": places,
        }),
        What::Spelling { rare, rare_count, usual, usual_count } => json!({
            "rare": rare, "rare_count": rare_count, "usual": usual, "usual_count": usual_count, "places": places,
        }),
        What::Shared { name, concepts } => json!({"name": name, "concepts": concepts, "places": places}),
    }
}
