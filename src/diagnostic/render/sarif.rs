//! SARIF 2.1.0, which code-scanning services read.

use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Severity, Sources, codes};

/// All diagnostics as one SARIF log.
pub fn sarif(diagnostics: &[Diagnostic], sources: &Sources) -> Value {
    let rules: Vec<Value> = codes::ALL
        .iter()
        .map(|code| json!({"id": code.name, "shortDescription": {"text": code.summary()}, "fullDescription": {"text": code.page}}))
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "rulestone", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "results": diagnostics.iter().map(|diagnostic| result(diagnostic, sources)).collect::<Vec<_>>(),
        }],
    })
}

fn result(diagnostic: &Diagnostic, sources: &Sources) -> Value {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
    };
    let text = match &diagnostic.help {
        Some(help) => format!("{}\n{help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let locations: Vec<Value> = diagnostic
        .place
        .into_iter()
        .map(|place| {
            let file = sources.file(place.file);
            let (start, end) = (file.position(place.start), file.position(place.end));
            json!({"physicalLocation": {
                "artifactLocation": {"uri": file.path},
                "region": {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column},
            }})
        })
        .collect();
    json!({"ruleId": diagnostic.code.name, "level": level, "message": {"text": text}, "locations": locations})
}
