//! Sections for other programs.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::library::backlinks::Backlinks;
use crate::library::localized::{Piece, View};
use crate::library::references::{Target, resolve};
use crate::library::table;
use crate::library::{Book, Library, Line, Prose, Section};
use crate::logic::example::Judged;
use crate::logic::trace::words::Words;

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
            Ok(Target::Chapter { book, chapter }) => {
                json!({"book": book.id, "chapter": chapter.id, "number": chapter.number, "statement": null})
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
    pieces.extend(view.aid(section).iter().map(|aid| stands("aid", aid)));
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
    for example in section.examples.iter().filter(|example| !example.is_case()) {
        let verdict = judged.result(&book.id, &section.id, &example.id).map(|result| result.verdict.kind.name());
        let text = view.example(section, example);
        pieces.extend(text.iter().map(|text| stands(&format!("examples.{}", example.id), text)));
        examples.push(json!({
            "id": example.id, "own": !example.is_printed(), "text": text.as_ref().and_then(source), "verdict": verdict,
        }));
    }
    let told = |texts: &BTreeMap<String, Line>| view.of_book(texts).map(|piece| piece.text.value.clone());
    let options = book.options_of(&section.id).map(|option| {
        let readings = option.readings.iter().map(|(name, texts, _)| (name.clone(), json!(told(texts))));
        json!({
            "id": option.id, "title": told(&option.title), "readings": readings.collect::<serde_json::Map<_, _>>(),
            "followed": option.followed.as_ref().map(|(name, _)| name),
            "why": view.of_book(&option.why).map(|why| why.text.source.as_str()),
        })
    });
    let rulings = book.rulings_of(&section.id).map(|ruling| {
        json!({
            "id": ruling.id,
            "question": view.of_book(&ruling.question).map(|piece| piece.text.source.as_str()),
            "answer": view.of_book(&ruling.answer).map(|piece| piece.text.source.as_str()),
            "by": ruling.by, "date": ruling.date.as_ref().map(|(date, _)| date), "source": ruling.source,
            "withdrawn": ruling.withdrawn.as_ref().map(|(date, _)| date),
        })
    });
    let words = Words::of(language);
    let tables = table::of_section(library, &view, section).into_iter().map(|table| {
        let columns: Vec<_> = table.columns.iter().map(|column| column.header.text).collect();
        let cells = |row: &table::Row<'_>| {
            row.cells.iter().map(|cell| cell.plain(words.get("yes"), words.get("no"))).collect::<Vec<_>>()
        };
        let rows: Vec<_> = table.rows.iter().map(cells).collect();
        json!({"id": table.id, "title": table.title.text, "columns": columns, "rows": rows})
    });
    json!({
        "rulings": rulings.collect::<Vec<_>>(),
        "options": options.collect::<Vec<_>>(), "tables": tables.collect::<Vec<_>>(),
        "needs": book.needs_of(&section.id).map(|need| told(&need.what)).collect::<Vec<_>>(),
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
