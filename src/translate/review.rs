//! Records who has compared a translation with its reference text, and when.

use super::edit::FileEdit;
use super::named::{Named, OfSection, Part, Unknown, place};
use super::recorded::{Recorder, record};
use crate::diagnostic::FileId;
use crate::library::localized::{ReferencePiece, State, View, pieces};
use crate::library::review::{Review, Reviews, units_of};
use crate::library::text::Text;
use crate::library::units::text_units;
use crate::library::{Chapter, Library, Section, Term, TranslatedChapter, TranslatedSection};

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
    pub unknown: Vec<Unknown>,
}

/// Records a review of what is named of a book's translation, as far as it is current; of all of it, if nothing is named.
pub fn review(library: &Library, view: &View<'_>, named: &[Named], by: Review<'_>) -> Reviewed {
    let mut comparing = Comparing { view: *view, named, by, reviewed: Reviewed::default() };
    let edits = record(library, view, named, &mut comparing);
    Reviewed { edits, ..comparing.reviewed }
}

struct Comparing<'a> {
    view: View<'a>,
    named: &'a [Named],
    by: Review<'a>,
    reviewed: Reviewed,
}

impl Recorder for Comparing<'_> {
    const KEY: &'static str = "reviewed";

    fn title(&mut self, chapter: &Chapter, translated: &TranslatedChapter) -> Option<String> {
        let state = self.view.chapter_title(chapter)?.state;
        let own = Text::Line(translated.title.as_ref()?);
        self.whole(own, state, translated.reviewed.get("title"), || chapter.id.clone())
    }

    fn section(&mut self, section: &Section, translated: &TranslatedSection) -> Option<Vec<(String, String)>> {
        let of_section = OfSection::new(self.named, section);
        self.reviewed.unknown.extend(of_section.unknown(section, translated));
        let before = self.reviewed.pieces;
        let mut records = Vec::new();
        // What is no piece any more has no review either.
        for piece in pieces(section) {
            let Some(own) = translated.piece(&piece.key) else { continue };
            let recorded = translated.reviewed.get(&piece.key);
            let new = match of_section.part(&piece.key) {
                Part::Nothing => None,
                Part::Whole => {
                    let state = self.view.piece_state(section, &piece);
                    self.whole(own, state, recorded, || format!("{}:{}", section.id, piece.key))
                }
                Part::Units(units) => self.units(section, &piece, own, &units),
            };
            records.extend(new.or_else(|| recorded.cloned()).map(|record| (piece.key, record)));
        }
        (self.reviewed.pieces > before).then_some(records)
    }

    fn definition(&mut self, term: &Term, translated: &Term) -> Option<String> {
        let state = self.view.definition(term)?.state;
        let own = Text::Prose(translated.definition.as_ref()?);
        self.whole(own, state, translated.reviewed.as_ref(), || term.id.clone())
    }
}

impl Comparing<'_> {
    /// What to record of a text as a whole; nothing if it stays as it is recorded.
    fn whole(
        &mut self,
        own: Text<'_>,
        state: State,
        recorded: Option<&String>,
        name: impl Fn() -> String,
    ) -> Option<String> {
        if state != State::Current {
            self.reviewed.not_current.push(name());
            return None;
        }
        let units = units_of(own, &self.view.book.id, self.view.book);
        let by = self.by;
        self.recorded(units.iter().map(|unit| (unit.as_str(), by)), recorded)
    }

    /// The same of the named units of a piece, beside those that were compared before.
    fn units(
        &mut self,
        section: &Section,
        piece: &ReferencePiece<'_>,
        own: Text<'_>,
        named: &[&Named],
    ) -> Option<String> {
        let recorded = self.view.translated(section)?.reviewed.get(&piece.key);
        let references = piece.text.prose().map(|prose| text_units(&prose.document)).unwrap_or_default();
        let views = self.view.piece_units(section, piece).unwrap_or_default();
        let mut units = self.view.reviewed_units(own, recorded);
        let mut is_compared = false;
        for name in named {
            let place = match place(name, &references) {
                Ok(place) => place,
                Err(unknown) => {
                    self.reviewed.unknown.push(unknown);
                    continue;
                }
            };
            let current = views.get(place).filter(|view| view.state == State::Current);
            match current.and_then(|view| units.get_mut(view.own.as_ref()?.at)) {
                Some((_, review)) => {
                    *review = Some(self.by);
                    is_compared = true;
                }
                None => self.reviewed.not_current.push(name.to_string()),
            }
        }
        if !is_compared {
            return None;
        }
        let compared = units.iter().filter_map(|(unit, review)| Some((unit.as_str(), (*review)?)));
        self.recorded(compared, recorded)
    }

    /// What is to be recorded, if it is another than before; counts it.
    fn recorded<'u>(
        &mut self,
        reviewed: impl Iterator<Item = (&'u str, Review<'u>)>,
        recorded: Option<&String>,
    ) -> Option<String> {
        let record = Reviews::record(reviewed).filter(|record| recorded != Some(record))?;
        self.reviewed.pieces += 1;
        Some(record)
    }
}
