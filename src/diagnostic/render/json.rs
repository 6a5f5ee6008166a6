//! For other programs: version 1 of the object that `check --format json` prints.

use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Sources, Summary};

/// All diagnostics as one JSON value. Lines and columns count from 1, columns in characters; the end is exclusive.
pub fn json(diagnostics: &[Diagnostic], sources: &Sources) -> Value {
    let summary = Summary::of(diagnostics);
    json!({
        "version": 1,
        "diagnostics": diagnostics.iter().map(|diagnostic| one(diagnostic, sources)).collect::<Vec<_>>(),
        "summary": {"errors": summary.errors, "warnings": summary.warnings, "hints": summary.hints},
    })
}

fn one(diagnostic: &Diagnostic, sources: &Sources) -> Value {
    let place = diagnostic.place.map(|place| {
        let file = sources.file(place.file);
        (file.path.as_str(), file.position(place.start), file.position(place.end))
    });
    json!({
        "code": diagnostic.code.name,
        "severity": diagnostic.severity.name(),
        "message": diagnostic.message,
        "help": diagnostic.help,
        "file": place.map(|(path, _, _)| path),
        "line": place.map(|(_, start, _)| start.line),
        "column": place.map(|(_, start, _)| start.column),
        "end_line": place.map(|(_, _, end)| end.line),
        "end_column": place.map(|(_, _, end)| end.column),
        "book": diagnostic.book,
        "section": diagnostic.section,
    })
}
