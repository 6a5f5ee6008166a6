//! Records who has compared a translation with its reference text, and when.

use std::collections::BTreeMap;

use super::accept::Named;
use super::edit::FileEdit;
use super::recorded::Written;
use crate::diagnostic::FileId;
use crate::library::localized::{ReferencePiece, State, View, pieces};
use crate::library::review::{Review, units_of};
use crate::library::text::Text;
use crate::library::units::text_units;
use crate::library::{Book, Library, Section, Term, TranslatedSection};

/// Under what a translation records its reviews.
const REVIEWED: &str = "reviewed";

/// Who compares, and when.
#[derive(Clone, Copy, Debug)]
pub struct Reviewer<'a> {
    /// The name.
    pub name: &'a str,
    /// The day, as year, month and day.
    pub date: &'a str,
}

/// What `review` changes.
#[derive(Debug, Default)]
pub struct Reviewed {
    /// The changes of each file.
    pub edits: Vec<(FileId, FileEdit)>,
    /// How many pieces were recorded.
    pub pieces: usize,
    /// What was named and is not current, so that nobody can have compared it with today's text.
    pub not_current: Vec<String>,
    /// What was named and is none of what there is, and why.
    pub unknown: Vec<(String, String)>,
}

/// Records a review of what is named of a book's translation, as far as it is current; of all of it, if nothing is named.
pub fn review(library: &Library, view: &View<'_>, named: &[Named], by: Reviewer<'_>) -> Reviewed {
    let mut reviewed = Reviewed::default();
    let book = view.book;
    let Some(translation) = book.translations.get(view.language) else { return reviewed };
    let wanted = |id: &str| named.is_empty() || named.iter().any(|name| name.holder == id);
    for (id, chapter) in &translation.chapters {
        let Some(file) = Written::read(library, chapter.file) else { continue };
        let mut edit = FileEdit::default();
        let reference = book.chapters.iter().find(|reference| reference.id == *id).filter(|_| wanted(id));
        if let (Some(reference), Some(own), Some(head)) = (reference, &chapter.title, file.head()) {
            let is_current = view.chapter_title(reference).is_some_and(|title| title.state == State::Current);
            let record = by.of(book, Text::Line(own));
            if !is_current {
                reviewed.not_current.push(id.clone());
            } else if chapter.reviewed.get("title") != Some(&record) {
                reviewed.pieces += 1;
                file.map(&mut edit, &head, REVIEWED, &[("title".to_owned(), record)]);
            }
        }
        for (id, entry) in file.items("sections").filter(|(id, _)| wanted(id)) {
            let Some((_, section)) = book.section(id) else { continue };
            let Some(translated) = view.translated(section) else { continue };
            let of_section: Vec<&Named> = named.iter().filter(|name| name.holder == section.id).collect();
            let now = of_pieces(view, (section, translated), &of_section, by, &mut reviewed);
            let changed = now.iter().filter(|(key, record)| translated.reviewed.get(*key) != Some(record)).count();
            if changed > 0 {
                reviewed.pieces += changed;
                file.map(&mut edit, &entry, REVIEWED, &now.into_iter().collect::<Vec<_>>());
            }
        }
        if !edit.is_empty() {
            reviewed.edits.push((file.file, edit));
        }
    }
    definitions(library, view, &wanted, by, &mut reviewed);
    reviewed
}

impl Reviewer<'_> {
    /// The record of a whole text.
    fn of(&self, book: &Book, text: Text<'_>) -> String {
        let units = units_of(text, &book.id, book);
        Review::record(self.name, self.date, units.iter().map(String::as_str))
    }
}

/// What is to be recorded of a section: its reviews as they are, and those that are made now.
fn of_pieces(
    view: &View<'_>,
    (section, translated): (&Section, &TranslatedSection),
    named: &[&Named],
    by: Reviewer<'_>,
    reviewed: &mut Reviewed,
) -> BTreeMap<String, String> {
    let mut records = translated.reviewed.clone();
    let all = pieces(section);
    // What is no piece any more has no review either.
    records.retain(|key, _| all.iter().any(|piece| piece.key == *key) && translated.piece(key).is_some());
    let whole = named.is_empty() || named.iter().any(|name| name.piece.is_none());
    for name in named.iter().filter(|name| name.piece.as_ref().is_some_and(|key| translated.piece(key).is_none())) {
        let known: Vec<&str> = all.iter().map(|piece| piece.key.as_str()).collect();
        reviewed.unknown.push((name.to_string(), format!("the section has {}", known.join(", "))));
    }
    for piece in &all {
        let Some(own) = translated.piece(&piece.key) else { continue };
        let of_piece: Vec<&&Named> = named.iter().filter(|name| name.piece.as_ref() == Some(&piece.key)).collect();
        if !whole && of_piece.is_empty() {
            continue;
        }
        if whole || of_piece.iter().any(|name| name.unit.is_none()) {
            if view.piece_state(section, piece) == State::Current {
                records.insert(piece.key.clone(), by.of(view.book, own));
            } else {
                reviewed.not_current.push(format!("{}:{}", section.id, piece.key));
            }
            continue;
        }
        let earlier = translated.reviewed.get(&piece.key);
        let mut holds = view.reviewed_units(own, earlier);
        for name in of_piece {
            match place_of_unit(view, section, piece, own, name) {
                Ok(Some(at)) => holds[at] = true,
                Ok(None) => reviewed.not_current.push(name.to_string()),
                Err(why) => reviewed.unknown.push((name.to_string(), why)),
            }
        }
        let units = units_of(own, &view.book.id, view.book);
        let compared = units.iter().zip(&holds).filter(|(_, holds)| **holds).map(|(unit, _)| unit.as_str());
        records.insert(piece.key.clone(), Review::record(by.name, by.date, compared));
    }
    records
}

/// Which unit of a translation is the named one of its reference text; nothing if that is not current.
fn place_of_unit(
    view: &View<'_>,
    section: &Section,
    piece: &ReferencePiece<'_>,
    own: Text<'_>,
    name: &Named,
) -> Result<Option<usize>, String> {
    let references = piece.text.prose().map(|prose| text_units(&prose.document)).unwrap_or_default();
    if !references.iter().any(|unit| Some(unit.to_string()) == name.unit) {
        let known: Vec<String> = references.iter().map(ToString::to_string).collect();
        return Err(format!("its units are {}", known.join(", ")));
    }
    let units = view.piece_units(section, piece).unwrap_or_default();
    let unit = units.iter().find(|unit| Some(unit.unit.to_string()) == name.unit && unit.state == State::Current);
    let own_units = own.prose().map(|prose| text_units(&prose.document)).unwrap_or_default();
    let range = unit.and_then(|unit| unit.own.clone());
    Ok(range.and_then(|range| own_units.iter().position(|own| own.range == range)))
}

fn definitions(
    library: &Library,
    view: &View<'_>,
    wanted: &dyn Fn(&str) -> bool,
    by: Reviewer<'_>,
    reviewed: &mut Reviewed,
) {
    let Some(file) = view.book.terms_in(view.language).first().map(|term| term.place.file) else { return };
    let references: BTreeMap<&str, &Term> = view.book.terms.iter().rev().map(|term| (term.id.as_str(), term)).collect();
    let Some(file) = Written::read(library, file) else { return };
    let mut edit = FileEdit::default();
    for (id, entry) in file.items("terms").filter(|(id, _)| wanted(id)) {
        let (Some(term), Some(own)) = (references.get(id), view.own_term(id)) else { continue };
        let Some(definition) = &own.definition else { continue };
        let record = by.of(view.book, Text::Prose(definition));
        if view.definition(term).is_none_or(|shown| shown.state != State::Current) {
            reviewed.not_current.push(id.to_owned());
        } else if own.reviewed.as_ref() != Some(&record) {
            reviewed.pieces += 1;
            file.line(&mut edit, &entry, REVIEWED, &record);
        }
    }
    if !edit.is_empty() {
        reviewed.edits.push((file.file, edit));
    }
}
