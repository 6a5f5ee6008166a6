//! Records that a translation matches today's reference text, by writing the fingerprints into its file.

use std::collections::BTreeMap;
use std::fmt;

use super::edit::FileEdit;
use super::recorded::Written;
use super::wrong::Wrong;
use crate::check::Checked;
use crate::diagnostic::{Diagnostic, FileId};
use crate::library::fingerprint::Fingerprint;
use crate::library::localized::{ReferencePiece, View, pieces};
use crate::library::text::Text;
use crate::library::units::{TextUnit, text_units};
use crate::library::{Book, Library, Section, Term};

/// Under what a translation records what it was made from.
pub(super) const FROM: &str = "from";

/// What `accept` changes.
#[derive(Debug, Default)]
pub struct Accepted {
    /// The changes of each file.
    pub edits: Vec<(FileId, FileEdit)>,
    /// How many pieces had no record or an older one.
    pub pieces: usize,
    /// What cannot be recorded: logic has not given all values of the reference text. The sections and terms, by their ids.
    pub without_values: Vec<String>,
    /// What was named and is not translated at all.
    pub untranslated: Vec<String>,
    /// What is not accepted, because of what was found in it.
    pub wrong: Vec<(String, Diagnostic)>,
    /// What was named and is none of what there is, and why.
    pub unknown: Vec<(String, String)>,
}

/// What shall be accepted: a section, a chapter's title or a term's definition by its id, or a part of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// The id.
    pub holder: String,
    /// A piece of the section, as `from` calls it.
    pub piece: Option<String>,
    /// A unit of the piece, as [`TextUnit`](crate::library::units::TextUnit) is shown.
    pub unit: Option<String>,
}

impl Named {
    /// `SECTION:PIECE:UNIT`, as far as it is written.
    pub fn read(written: &str) -> Self {
        let mut parts = written.splitn(3, ':').map(str::to_owned);
        Self { holder: parts.next().unwrap_or_default(), piece: parts.next(), unit: parts.next() }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.holder)?;
        self.piece.iter().chain(&self.unit).try_for_each(|part| write!(formatter, ":{part}"))
    }
}

/// Accepts what is named of a book's translation, as far as it is translated; all of it, if nothing is named. Left out is what is
/// wrong in it by what was found `after` all had been accepted.
pub fn accept(library: &Library, book: &Book, language: &str, named: &[Named], after: Option<&Checked>) -> Accepted {
    let wrong = Wrong::new(book, language, after);
    let mut accepted = Accepted::default();
    let Some(translation) = book.translations.get(language) else {
        accepted.untranslated = named.iter().map(Named::to_string).collect();
        return accepted;
    };
    let wanted = |id: &str| named.is_empty() || named.iter().any(|name| name.holder == id);
    let there = |id: &String| {
        translation.sections.contains_key(id)
            || translation.chapters.contains_key(id)
            || translation.terms.iter().any(|term| term.id == *id && term.definition.is_some())
    };
    accepted.untranslated = named.iter().filter(|name| !there(&name.holder)).map(Named::to_string).collect();
    for (id, chapter) in &translation.chapters {
        let mut edit = FileEdit::default();
        let Some(file) = Written::read(library, chapter.file) else { continue };
        let reference = book.chapters.iter().find(|reference| reference.id == *id);
        let title = reference.and_then(|reference| reference.title.as_ref()).filter(|_| chapter.title.is_some());
        if let (Some(title), true, Some(head)) = (title, wanted(id), file.head()) {
            // A title has no values.
            let title =
                ("title".to_owned(), Fingerprint::of(Text::Line(title), &book.id, book).words_hash().to_owned());
            if let Some(finding) = wrong.in_title(id) {
                accepted.wrong.push((id.clone(), finding.clone()));
            } else if chapter.from != BTreeMap::from([title.clone()]) {
                accepted.pieces += 1;
                file.map(&mut edit, &head, FROM, &[title]);
            }
        }
        for (id, entry) in file.items("sections").filter(|(id, _)| wanted(id)) {
            let Some((_, section)) = book.section(id) else { continue };
            let of_section: Vec<&Named> = named.iter().filter(|name| name.holder == section.id).collect();
            let Records { from, changed, whole, unknown, wrong } =
                records(&View::new(book, language), section, &of_section, &wrong);
            accepted.unknown.extend(unknown);
            accepted.wrong.extend(wrong);
            if !whole {
                accepted.without_values.push(section.id.clone());
            }
            if changed > 0 {
                accepted.pieces += changed;
                file.map(&mut edit, &entry, FROM, &from);
            }
        }
        if !edit.is_empty() {
            accepted.edits.push((file.file, edit));
        }
    }
    accept_definitions(library, &View::new(book, language), &wanted, &wrong, &mut accepted);
    accepted
}

/// Accepts the definitions of the glossary.
fn accept_definitions(
    library: &Library,
    view: &View<'_>,
    wanted: &dyn Fn(&str) -> bool,
    wrong: &Wrong<'_>,
    accepted: &mut Accepted,
) {
    let Some(file) = view.book.terms_in(view.language).first().map(|term| term.place.file) else { return };
    let references: BTreeMap<&str, &Term> = view.book.terms.iter().rev().map(|term| (term.id.as_str(), term)).collect();
    let Some(file) = Written::read(library, file) else { return };
    let mut edit = FileEdit::default();
    for (id, entry) in file.items("terms").filter(|(id, _)| wanted(id)) {
        let translated = view.own_term(id).is_some_and(|own| own.definition.is_some());
        let Some(term) = references.get(id).filter(|_| translated) else { continue };
        let Some(reference) = &term.definition else { continue };
        let Some(record) = view.fingerprint(Text::Prose(reference)).record(view.language) else {
            accepted.without_values.push(term.id.clone());
            continue;
        };
        if let Some(finding) = wrong.in_definition(id) {
            accepted.wrong.push((term.id.clone(), finding.clone()));
        } else if view.definition_record(term) != Some(&record) {
            accepted.pieces += 1;
            file.line(&mut edit, &entry, FROM, &record);
        }
    }
    if !edit.is_empty() {
        accepted.edits.push((file.file, edit));
    }
}

/// What to record of a section.
#[derive(Default)]
struct Records {
    from: Vec<(String, String)>,
    /// How many pieces are recorded otherwise, or not at all.
    changed: usize,
    /// Whether all pieces that are translated can be recorded.
    whole: bool,
    /// What was named and is none of the section's pieces and units, and why.
    unknown: Vec<(String, String)>,
    /// What is wrong.
    wrong: Vec<(String, Diagnostic)>,
}

/// What to record of the pieces that are translated; nothing named means all. One whose values are not known stays as it is
/// recorded.
fn records(view: &View<'_>, section: &Section, named: &[&Named], wrong: &Wrong<'_>) -> Records {
    let mut records = Records { whole: true, ..Records::default() };
    let Some(translated) = view.translated(section) else { return records };
    let whole = named.iter().any(|name| name.piece.is_none()) || named.is_empty();
    for name in named.iter().filter(|name| name.piece.as_ref().is_some_and(|key| view.own(section, key).is_none())) {
        let known: Vec<String> = pieces(section).into_iter().map(|piece| piece.key).collect();
        records.unknown.push((name.to_string(), format!("the section has {}", known.join(", "))));
    }
    for piece in pieces(section).into_iter().filter(|piece| view.own(section, &piece.key).is_some()) {
        let recorded = translated.from.get(&piece.key);
        let Some(record) = view.fingerprint(piece.text).record(view.language) else {
            records.whole = false;
            records.from.extend(recorded.map(|recorded| (piece.key, recorded.clone())));
            continue;
        };
        let of_piece = || named.iter().filter(|name| name.piece.as_ref() == Some(&piece.key));
        let is_wanted = whole || of_piece().next().is_some();
        let in_piece: Vec<&Named> = of_piece().copied().filter(|_| !whole).collect();
        if let Some(finding) = wrong.in_piece(&section.id, &piece.key, &in_piece).filter(|_| is_wanted) {
            records.wrong.push((format!("{}:{}", section.id, piece.key), finding.clone()));
            records.from.extend(recorded.map(|recorded| (piece.key, recorded.clone())));
            continue;
        }
        if !whole && of_piece().all(|name| name.unit.is_some()) {
            match by_unit(view, section, &piece, of_piece().copied()) {
                Ok(Some(record)) => {
                    records.changed += usize::from(recorded != Some(&record));
                    records.from.push((piece.key, record));
                    continue;
                }
                Ok(None) => {}
                Err(unknown) => records.unknown.push(unknown),
            }
            records.from.extend(recorded.map(|recorded| (piece.key, recorded.clone())));
            continue;
        }
        records.changed += usize::from(recorded != Some(&record));
        records.from.push((piece.key, record));
    }
    let is_stale = |key: &&String| !records.from.iter().any(|(known, _)| known == *key);
    records.changed += translated.from.keys().filter(is_stale).count();
    records
}

/// What to record of a piece of which only these units are accepted; nothing where there are none.
fn by_unit<'n>(
    view: &View<'_>,
    section: &Section,
    piece: &ReferencePiece<'_>,
    named: impl Iterator<Item = &'n Named>,
) -> Result<Option<String>, (String, String)> {
    let units = piece.text.prose().map(|prose| text_units(&prose.document)).unwrap_or_default();
    let (mut places, mut last) = (Vec::new(), None);
    for name in named {
        let unit = units.iter().position(|unit| Some(unit.to_string()) == name.unit).filter(|_| units.len() > 1);
        let Some(place) = unit else {
            let known: Vec<String> = units.iter().map(TextUnit::to_string).collect();
            let why = match &known[..] {
                [] | [_] => "it has one unit only: accept it as a whole".to_owned(),
                known => format!("its units are {}", known.join(", ")),
            };
            return Err((name.to_string(), why));
        };
        places.push(place);
        last = Some(name);
    }
    let Some(last) = last else { return Ok(None) };
    let own = view.own(section, &piece.key).and_then(Text::prose);
    let count = own.map_or(0, |own| text_units(&own.document).len());
    let recorded = view.recorded(section, &piece.key).map(String::as_str);
    match view.fingerprint(piece.text).record_units(recorded, view.language, count, &places) {
        Some(record) => Ok(Some(record)),
        None => {
            let why = format!(
                "the translation has {count} units and the reference text {}: which is which cannot be told until they have the \
                 same, or it is accepted as a whole",
                units.len()
            );
            Err((last.to_string(), why))
        }
    }
}
