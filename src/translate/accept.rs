//! Records that a translation matches today's reference text, by writing the fingerprints into its file.

use super::edit::FileEdit;
use super::named::{Named, OfSection, Part, Unknown, place};
use super::recorded::{Recorder, record};
use super::wrong::Wrong;
use crate::check::Checked;
use crate::diagnostic::{Diagnostic, FileId};
use crate::library::localized::{ReferencePiece, View, pieces};
use crate::library::text::Text;
use crate::library::units::text_units;
use crate::library::{Book, Chapter, Library, Section, Term, TranslatedChapter, TranslatedSection};

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
    pub unknown: Vec<Unknown>,
}

/// Accepts what is named of a book's translation, as far as it is translated; all of it, if nothing is named. Left out is what is
/// wrong in it by what was found `after` all had been accepted.
pub fn accept(library: &Library, book: &Book, language: &str, named: &[Named], after: Option<&Checked>) -> Accepted {
    let view = View::new(book, language);
    let mut accept = Accept { view, named, wrong: Wrong::new(book, language, after), accepted: Accepted::default() };
    let translation = book.translations.get(language);
    let there = |id: &String| {
        translation.is_some_and(|translation| {
            translation.sections.contains_key(id)
                || translation.chapters.contains_key(id)
                || translation.terms.iter().any(|term| term.id == *id && term.definition.is_some())
        })
    };
    let edits = record(library, &view, named, &mut accept);
    let untranslated = named.iter().filter(|name| !there(&name.holder)).map(Named::to_string).collect();
    Accepted { edits, untranslated, ..accept.accepted }
}

struct Accept<'a> {
    view: View<'a>,
    named: &'a [Named],
    wrong: Wrong<'a>,
    accepted: Accepted,
}

impl Recorder for Accept<'_> {
    const KEY: &'static str = FROM;

    fn title(&mut self, chapter: &Chapter, translated: &TranslatedChapter) -> Option<String> {
        // A title has no values.
        let title = self.view.fingerprint(Text::Line(chapter.title.as_ref()?)).words_hash().to_owned();
        if let Some(finding) = self.wrong.in_title(&chapter.id) {
            self.accepted.wrong.push((chapter.id.clone(), finding.clone()));
            return None;
        }
        let is_new = translated.from.len() != 1 || translated.from.get("title") != Some(&title);
        self.accepted.pieces += usize::from(is_new);
        is_new.then_some(title)
    }

    fn section(&mut self, section: &Section, translated: &TranslatedSection) -> Option<Vec<(String, String)>> {
        let of_section = OfSection::new(self.named, section);
        self.accepted.unknown.extend(of_section.unknown(section, translated));
        let mut from = Vec::new();
        let (mut changed, mut has_values) = (0, true);
        for piece in pieces(section).into_iter().filter(|piece| translated.piece(&piece.key).is_some()) {
            let recorded = translated.from.get(&piece.key);
            let whole = self.view.fingerprint(piece.text).record(self.view.language);
            // One whose values are not known stays as it is recorded.
            has_values &= whole.is_some();
            let new = whole.and_then(|whole| self.piece(section, &piece, &of_section.part(&piece.key), whole));
            changed += usize::from(new.is_some() && new.as_ref() != recorded);
            from.extend(new.or_else(|| recorded.cloned()).map(|record| (piece.key, record)));
        }
        if !has_values {
            self.accepted.without_values.push(section.id.clone());
        }
        let is_stale = |key: &&String| !from.iter().any(|(known, _)| known == *key);
        changed += translated.from.keys().filter(is_stale).count();
        self.accepted.pieces += changed;
        (changed > 0).then_some(from)
    }

    fn definition(&mut self, term: &Term, translated: &Term) -> Option<String> {
        let Some(record) = self.view.fingerprint(Text::Prose(term.definition.as_ref()?)).record(self.view.language)
        else {
            self.accepted.without_values.push(term.id.clone());
            return None;
        };
        if let Some(finding) = self.wrong.in_definition(&term.id) {
            self.accepted.wrong.push((term.id.clone(), finding.clone()));
            return None;
        }
        let is_new = translated.from.as_ref().is_none_or(|(recorded, _)| *recorded != record);
        self.accepted.pieces += usize::from(is_new);
        is_new.then_some(record)
    }
}

impl Accept<'_> {
    /// What to record of a piece; nothing if it stays as it is recorded. `whole` is the record of all of it.
    fn piece(
        &mut self,
        section: &Section,
        piece: &ReferencePiece<'_>,
        part: &Part<'_>,
        whole: String,
    ) -> Option<String> {
        let units = match part {
            Part::Nothing => return None,
            Part::Whole => &[][..],
            Part::Units(units) => units,
        };
        if let Some(finding) = self.wrong.in_piece(&section.id, &piece.key, units) {
            self.accepted.wrong.push((format!("{}:{}", section.id, piece.key), finding.clone()));
            return None;
        }
        if units.is_empty() {
            return Some(whole);
        }
        let record = by_unit(&self.view, section, piece, units);
        record.map_err(|unknown| self.accepted.unknown.push(unknown)).ok()
    }
}

/// What to record of a piece of which only these units are accepted.
fn by_unit(
    view: &View<'_>,
    section: &Section,
    piece: &ReferencePiece<'_>,
    named: &[&Named],
) -> Result<String, Unknown> {
    let name = named.first().map(ToString::to_string).unwrap_or_default();
    let units = piece.text.prose().map(|prose| text_units(&prose.document)).unwrap_or_default();
    if units.len() < 2 {
        return Err((name, "it has one unit only: accept it as a whole".to_owned()));
    }
    let places = named.iter().map(|name| place(name, &units)).collect::<Result<Vec<_>, _>>()?;
    let own = view.own(section, &piece.key).and_then(Text::prose);
    let count = own.map_or(0, |own| text_units(&own.document).len());
    let recorded = view.recorded(section, &piece.key).map(String::as_str);
    view.fingerprint(piece.text).record_units(recorded, view.language, count, &places).ok_or_else(|| {
        let why = format!(
            "the translation has {count} units and the reference text {}: which is which cannot be told until they have the same, \
             or it is accepted as a whole",
            units.len()
        );
        (name, why)
    })
}
