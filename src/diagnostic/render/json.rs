//! For other programs: version 1 of the object that `check --format json` prints.

use serde::Serialize;
use serde_json::{Value, json};

use super::each::Each;
use crate::diagnostic::{Diagnostic, Place, Sources, Summary};

#[derive(Serialize)]
struct Report<'a> {
    diagnostics: Each<'a>,
    summary: Value,
    version: u8,
}

/// All diagnostics as one JSON object. Lines and columns count from 1, columns in characters; the end is exclusive.
pub fn json<'a>(diagnostics: &'a [Diagnostic], sources: &'a Sources) -> impl Serialize + 'a {
    let summary = Summary::of(diagnostics);
    Report {
        diagnostics: Each { diagnostics, sources, one },
        summary: json!({"errors": summary.errors, "warnings": summary.warnings, "hints": summary.hints}),
        version: 1,
    }
}

fn one(diagnostic: &Diagnostic, sources: &Sources) -> Value {
    let related = diagnostic.related.iter().map(|(place, message)| {
        let mut related = self::place(Some(*place), sources);
        related["message"] = json!(message);
        related
    });
    let mut one = place(diagnostic.place, sources);
    one["code"] = json!(diagnostic.code.name);
    one["severity"] = json!(diagnostic.severity.name());
    one["message"] = json!(diagnostic.message);
    one["help"] = json!(diagnostic.help);
    one["book"] = json!(diagnostic.book);
    one["section"] = json!(diagnostic.section);
    one["related"] = related.collect();
    one
}

fn place(place: Option<Place>, sources: &Sources) -> Value {
    let place = place.map(|place| {
        let file = sources.file(place.file);
        (file.path.as_str(), file.position(place.start), file.position(place.end))
    });
    json!({
        "file": place.map(|(path, _, _)| path),
        "line": place.map(|(_, start, _)| start.line),
        "column": place.map(|(_, start, _)| start.column),
        "end_line": place.map(|(_, _, end)| end.line),
        "end_column": place.map(|(_, _, end)| end.column),
    })
}
