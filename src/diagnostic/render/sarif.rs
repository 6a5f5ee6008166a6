//! SARIF 2.1.0, which code-scanning services read.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};

use super::each::Each;
use crate::diagnostic::{Diagnostic, Place, Severity, Sources, codes};

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    runs: [Run<'a>; 1],
    version: &'static str,
}

#[derive(Serialize)]
struct Run<'a> {
    #[serde(rename = "columnKind")]
    column_kind: &'static str,
    results: Each<'a>,
    tool: Value,
}

/// All diagnostics as one SARIF log.
pub fn sarif<'a>(diagnostics: &'a [Diagnostic], sources: &'a Sources) -> impl Serialize + 'a {
    let rules: Vec<Value> = codes::ALL
        .iter()
        .map(|code| {
            json!({
                "id": code.name,
                "shortDescription": {"text": code.summary()},
                "help": {"text": code.page, "markdown": code.page},
                "defaultConfiguration": {"level": level(code.severity)},
            })
        })
        .collect();
    Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        runs: [Run {
            column_kind: "unicodeCodePoints",
            results: Each { diagnostics, sources, one: result },
            tool: json!({"driver": {"name": "rulestone", "version": env!("CARGO_PKG_VERSION"), "rules": rules}}),
        }],
        version: "2.1.0",
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
    }
}

fn result(diagnostic: &Diagnostic, sources: &Sources) -> Value {
    let text = match &diagnostic.help {
        Some(help) => format!("{}\n{help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let locations: Vec<Value> = diagnostic.place.iter().map(|place| location(*place, sources)).collect();
    let related: Vec<Value> = diagnostic
        .related
        .iter()
        .map(|(place, words)| {
            let mut location = location(*place, sources);
            location["message"] = json!({"text": words});
            location
        })
        .collect();
    let mut result = json!({
        "ruleId": diagnostic.code.name,
        "level": level(diagnostic.severity),
        "message": {"text": text},
        "locations": locations,
    });
    if !related.is_empty() {
        result["relatedLocations"] = Value::Array(related);
    }
    result
}

fn location(place: Place, sources: &Sources) -> Value {
    let file = sources.file(place.file);
    let (start, end) = (file.position(place.start), file.position(place.end));
    json!({"physicalLocation": {
        "artifactLocation": {"uri": uri(&file.path)},
        "region": {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column},
    }})
}

/// A path as a URI reference (RFC 3986): what may not stand in one is written by its bytes.
fn uri(path: &str) -> String {
    path.bytes().fold(String::with_capacity(path.len()), |mut uri, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a string does not fail.
            let _ = write!(uri, "%{byte:02X}");
        }
        uri
    })
}
