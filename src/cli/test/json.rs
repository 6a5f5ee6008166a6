//! Verdicts for other programs.

use serde_json::{Map, Value, json};

use super::super::coverage as parts;
use super::Report;
use crate::diagnostic::Place;
use crate::logic::coverage::Coverage;
use crate::logic::example::{ExampleResult, VerdictKind};
use crate::logic::mutate::Mutant;

pub(super) fn object(report: &Report<'_>) -> Value {
    let examples: Vec<Value> = report.results.iter().map(|result| example(report, result)).collect();
    let summary: Map<String, Value> =
        VerdictKind::ALL.into_iter().map(|kind| (kind.name().to_owned(), json!(report.count(kind)))).collect();
    let mut object = json!({"version": 1, "examples": examples, "summary": summary});
    if let Some(rows) = &report.coverage {
        object["coverage"] = rows.iter().map(|row| coverage(report, row)).collect();
    }
    if let Some(mutants) = &report.mutants {
        object["mutants"] = mutants.iter().map(|one| mutant(report, one)).collect();
    }
    object
}

fn mutant(report: &Report<'_>, mutant: &Mutant) -> Value {
    let mut object = json!({
        "book": mutant.book,
        "section": mutant.section,
        "number": mutant.number,
        "text": mutant.text,
        "change": mutant.change,
        "fate": mutant.fate.name(),
    });
    put_place(report, mutant.place, &mut object);
    object
}

fn example(report: &Report<'_>, result: &ExampleResult) -> Value {
    let verdict = &result.verdict;
    let failures: Vec<Value> = verdict
        .failures
        .iter()
        .map(|failure| {
            let mut object = json!({"key": failure.key, "expected": failure.expected, "got": failure.got});
            put_place(report, failure.place, &mut object);
            object
        })
        .collect();
    let mistakes: Vec<Value> = result
        .diagnostics
        .iter()
        .map(|mistake| {
            let mut object = json!({
                "code": mistake.code.name,
                "severity": mistake.severity.name(),
                "message": mistake.message,
                "help": mistake.help,
            });
            if let Some(place) = mistake.place {
                put_place(report, place, &mut object);
            }
            object
        })
        .collect();
    let disputes: Vec<Value> = verdict
        .disputes
        .iter()
        .map(|dispute| {
            json!({"key": dispute.key, "printed": dispute.printed, "by_rule": dispute.by_rule, "why": dispute.why})
        })
        .collect();
    let mut object = json!({
        "book": result.book,
        "section": result.section,
        "number": result.number,
        "id": result.id,
        "verdict": verdict.kind.name(),
        "reason": verdict.reason,
        "cites": verdict.cites,
        "seconds": verdict.seconds,
        "assumed": verdict.assumed,
        "needs": verdict.needs.as_ref().map(ToString::to_string),
        "failures": failures,
        "disputes": disputes,
        "diagnostics": mistakes,
    });
    put_place(report, result.place, &mut object);
    if report.trace.is_some() {
        let lines = report.trace(result).into_iter();
        object["trace"] =
            lines.map(|line| json!({"depth": line.depth, "text": line.text, "section": line.section})).collect();
    }
    object
}

fn coverage(report: &Report<'_>, row: &Coverage) -> Value {
    let compiled = report.compiled(&row.book);
    let untouched = compiled.map(|compiled| parts::json(&row.untouched, &compiled.program, &report.library.sources));
    json!({
        "book": row.book,
        "section": row.section,
        "number": row.number,
        "kind": row.kind,
        "total": row.total,
        "covered": row.covered,
        "untouched": untouched.unwrap_or_default(),
    })
}

fn put_place(report: &Report<'_>, place: Place, object: &mut Value) {
    let (path, position) = report.library.sources.position(place);
    object["file"] = json!(path);
    object["line"] = json!(position.line);
    object["column"] = json!(position.column);
}
