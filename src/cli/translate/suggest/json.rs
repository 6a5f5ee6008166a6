//! Suggestions for other programs.

use serde_json::{Value, json};

use crate::library::difference::Difference;
use crate::library::history::Earlier;
use crate::translate::memory::{Matches, Open, Suggestion, TermUse};

/// The terms of a text.
pub(super) fn terms(matches: &Matches<'_, '_>) -> Vec<Value> {
    let term = |term: &TermUse<'_>| {
        json!({
            "id": term.reference.id, "name": term.name(), "translation": term.translation(), "forbidden": term.forbidden(),
        })
    };
    matches.terms.iter().map(term).collect()
}

/// A translation, where it stands, and what differs.
pub(super) fn suggestion(one: &Suggestion<'_, '_>, today: &str) -> Value {
    let pair = one.pair;
    let parts: Vec<Value> = Difference::between(pair.reference, today)
        .parts
        .iter()
        .map(|part| json!({"change": part.change.name(), "text": part.text}))
        .collect();
    json!({
        "score": one.score, "book": pair.book.id, "chapter": pair.chapter.id,
        "section": pair.section.map(|section| &section.id), "number": pair.section.and_then(|section| section.number()),
        "piece": pair.key, "statement": pair.letter, "state": pair.state.name(), "times": one.times,
        "only_numbers_or_references": one.only_marks,
        "reference": pair.reference, "difference": parts, "translation": pair.translation,
    })
}

/// A piece with all that is known about it.
pub(super) fn piece(open: &Open<'_, '_>, earlier: Option<&Earlier>) -> Value {
    let all =
        |found: &[Suggestion<'_, '_>], today: &str| found.iter().map(|one| suggestion(one, today)).collect::<Vec<_>>();
    let units: Vec<Value> = open
        .matches
        .units
        .iter()
        .map(|unit| {
            json!({
                "statement": unit.letter, "kind": unit.kind, "reference": unit.source,
                "suggestions": all(&unit.suggestions, unit.source),
            })
        })
        .collect();
    json!({
        "chapter": open.piece.holder.chapter().map(|chapter| &chapter.id), "section": open.piece.holder.section().map(|section| &section.id),
        "number": open.piece.holder.section().and_then(|section| section.number()), "piece": open.piece.key, "state": open.piece.state.name(),
        "reference": open.source(), "outdated": open.old, "made_from": earlier.map(|earlier| &earlier.text), "terms": terms(&open.matches),
        "suggestions": all(&open.matches.whole, open.source()), "units": units,
    })
}
