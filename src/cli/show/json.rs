//! Sections for other programs.

use serde_json::{Value, json};

use crate::library::backlinks::Backlinks;
use crate::library::localized::{Piece, View};
use crate::library::references::{Target, resolve};
use crate::library::{Book, Library, Prose, Section};
use crate::logic::example::Judged;

/// A section as readers of one language get it.
pub(super) fn section(
    library: &Library,
    judged: &Judged,
    links: &Backlinks<'_>,
    book: &Book,
    section: &Section,
    language: &str,
) -> Value {
    let view = View::new(book, language);
    let title = view.title(section);
    let text = view.text(section);
    let references: Vec<Value> = text
        .map(|text| text.text.document.references())
        .unwrap_or_default()
        .into_iter()
        .map(|(reference, _)| match resolve(library, book, reference) {
            Ok(Target::Section { book, section, letter, .. }) => {
                json!({"book": book.id, "id": section.id, "number": section.number(), "statement": letter})
            }
            Ok(Target::Outside { book, target }) => {
                json!({"book": book, "id": null, "number": target, "statement": null})
            }
            Ok(Target::LeftOut { number }) => json!({"book": book.id, "id": null, "number": number, "statement": null}),
            Err(_) => json!({"book": null, "id": null, "number": reference.target, "statement": null}),
        })
        .collect();
    let from = links.to(&book.id, &section.id).iter();
    let from: Vec<Value> = from
        .map(|origin| json!({"book": origin.book.id, "id": origin.section.id, "number": origin.section.number()}))
        .collect();
    let mut pieces: Vec<Value> = title.iter().map(|title| stands("title", title)).collect();
    pieces.extend(text.iter().map(|text| stands("text", text)));
    let mut notes = Vec::new();
    for note in &section.notes {
        let key = format!("notes.{}", note.id);
        let text = view.note(section, note);
        pieces.extend(text.iter().map(|text| stands(&key, text)));
        let mut readings = serde_json::Map::new();
        for (name, reading) in note.readings.keys().filter_map(|name| Some((name, view.reading(section, note, name)?)))
        {
            pieces.push(stands(&format!("{key}.{name}"), &reading));
            readings.insert(name.clone(), json!(source(&reading)));
        }
        notes.push(json!({
            "id": note.id, "kind": note.kind, "text": text.as_ref().and_then(source), "readings": readings,
            "followed": note.followed.as_ref().map(|(name, _)| name),
        }));
    }
    let mut examples = Vec::new();
    for example in &section.examples {
        let verdict = judged.result(&book.id, &section.id, &example.id).map(|result| result.verdict.kind.name());
        let text = view.example(section, example);
        pieces.extend(text.iter().map(|text| stands(&format!("examples.{}", example.id), text)));
        examples.push(json!({
            "id": example.id, "own": example.own, "text": text.as_ref().and_then(source), "verdict": verdict,
        }));
    }
    json!({
        "book": book.id, "language": language, "number": section.number(), "id": section.id,
        "title": title.map(|title| &title.text.value),
        "state": view.state(section).name(), "text": text.as_ref().and_then(source), "pieces": pieces,
        "notes": notes, "references": references, "referred_to_by": from, "examples": examples,
    })
}

/// How a piece stands, and the language of the text that is given for it.
fn stands<T>(key: &str, piece: &Piece<'_, T>) -> Value {
    json!({"piece": key, "state": piece.state.name(), "language": piece.language, "hidden": piece.hidden})
}

/// The text of a piece, if readers get it.
fn source<'a>(piece: &Piece<'a, Prose>) -> Option<&'a str> {
    (!piece.hidden).then_some(piece.text.source.as_str())
}
