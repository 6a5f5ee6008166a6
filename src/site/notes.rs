//! The notes of a section by kind: what is in doubt first, remarks of the editor last and folded where they are many.

use serde::Serialize;

use super::address;
use super::section::{PieceView, Pieces};
use crate::library::format::NOTE_KINDS;
use crate::library::{Note, texts};

/// A note.
#[derive(Debug, Serialize)]
pub(super) struct NoteView {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) kind_name: String,
    text: Option<PieceView>,
    readings: Vec<ReadingView>,
}

#[derive(Debug, Serialize)]
struct ReadingView {
    name: String,
    followed: bool,
    text: PieceView,
}

impl NoteView {
    /// All its texts.
    pub(super) fn pieces(&mut self) -> impl Iterator<Item = &mut PieceView> {
        self.text.iter_mut().chain(self.readings.iter_mut().map(|reading| &mut reading.text))
    }
}

/// All notes, in the order of their kinds.
pub(super) fn views(pieces: &Pieces<'_>) -> Vec<NoteView> {
    let rank = |note: &&Note| NOTE_KINDS.iter().position(|kind| *kind == note.kind);
    let mut notes: Vec<&Note> = pieces.section.notes.iter().collect();
    notes.sort_by_key(rank);
    notes.into_iter().map(|note| view(pieces, note)).collect()
}

/// The notes that leave something open, in the order of the text.
pub(super) fn doubts(pieces: &Pieces<'_>) -> Vec<NoteView> {
    texts::doubts(pieces.section).map(|note| view(pieces, note)).collect()
}

/// The notes that are shown, and those that are folded: the editor's, where there are several.
pub(super) fn split(notes: Vec<NoteView>) -> (Vec<NoteView>, Vec<NoteView>) {
    let (editor, others): (Vec<_>, Vec<_>) = notes.into_iter().partition(|note| note.kind == "editor");
    if editor.len() > 1 { (others, editor) } else { (others.into_iter().chain(editor).collect(), Vec::new()) }
}

fn view(pieces: &Pieces<'_>, note: &Note) -> NoteView {
    let section = pieces.section;
    let kind = if NOTE_KINDS.contains(&note.kind.as_str()) { note.kind.as_str() } else { "editor" };
    let reading = |name: &String| {
        let piece = pieces.view.reading(section, note, name)?;
        let label = section.labels.get(name).map_or(name.as_str(), |label| label.value.as_str());
        let translated = pieces.view.translated(section).and_then(|section| section.labels.get(name));
        Some(ReadingView {
            name: translated.map_or(label, |label| label.value.as_str()).to_owned(),
            followed: note.followed.as_ref().is_some_and(|(followed, _)| followed == name),
            text: pieces.show(&piece, &format!("notes.{}.{name}", note.id), None),
        })
    };
    NoteView {
        id: address::aside(&section.id, "note", &note.id),
        kind: kind.to_owned(),
        kind_name: pieces.linker.strings.get(&format!("note_{kind}")).to_owned(),
        text: pieces.view.note(section, note).map(|piece| pieces.show(&piece, &format!("notes.{}", note.id), None)),
        readings: note.readings.keys().filter_map(reading).collect(),
    }
}
