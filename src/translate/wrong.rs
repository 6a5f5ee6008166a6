//! What is wrong in a translation, so that it is not accepted.

use std::collections::BTreeMap;

use super::named::Named;
use crate::check::Checked;
use crate::diagnostic::{Diagnostic, FileId, Place, Severity, codes};
use crate::library::Book;
use crate::library::localized::{View, pieces};

/// What is wrong in a translation once it is accepted.
pub(super) struct Wrong<'a> {
    view: Option<View<'a>>,
    by_file: BTreeMap<FileId, Vec<(Place, &'a Diagnostic)>>,
}

impl<'a> Wrong<'a> {
    pub(super) fn new(book: &Book, language: &'a str, after: Option<&'a Checked>) -> Self {
        let findings = after.map_or(&[][..], |after| &after.diagnostics);
        // That something is not accepted yet is no reason not to accept it.
        let of_state = [
            &codes::ORPHAN_TRANSLATION,
            &codes::MISSING_TRANSLATION,
            &codes::OUTDATED_TRANSLATION,
            &codes::UNACCEPTED_TRANSLATION,
            &codes::OUTDATED_RULING,
        ];
        let mut by_file: BTreeMap<FileId, Vec<_>> = BTreeMap::new();
        for finding in findings.iter().filter(|finding| finding.severity != Severity::Hint) {
            if let Some(place) = finding.place.filter(|_| !of_state.contains(&finding.code)) {
                by_file.entry(place.file).or_default().push((place, finding));
            }
        }
        for found in by_file.values_mut() {
            found.sort_by_key(|(place, _)| place.start);
        }
        let view = after.and_then(|after| after.library.book(&book.id)).map(|book| View::new(book, language));
        Self { view, by_file }
    }

    /// What is wrong in a piece of a section: in these units of it, or in all of it if there are none.
    pub(super) fn in_piece(&self, section: &str, key: &str, units: &[&Named]) -> Option<&'a Diagnostic> {
        let view = self.view?;
        let (_, section) = view.book.section(section)?;
        let own = view.own(section, key)?;
        if units.is_empty() {
            return self.within(own.place());
        }
        let piece = pieces(section).into_iter().find(|piece| piece.key == key)?;
        let views = view.piece_units(section, &piece).unwrap_or_default();
        let place = |name: &&Named| {
            let own_unit = views.iter().find(|view| name.is_unit(&view.unit)).and_then(|view| view.own.as_ref());
            own.prose().zip(own_unit).map_or(own.place(), |(prose, unit)| prose.place_of(unit.range.clone()))
        };
        units.iter().map(place).find_map(|place| self.within(place))
    }

    /// The same in the title of a chapter.
    pub(super) fn in_title(&self, chapter: &str) -> Option<&'a Diagnostic> {
        let view = self.view?;
        let chapter = view.book.chapters.iter().find(|other| other.id == chapter)?;
        self.within(view.own_chapter_title(chapter)?.place())
    }

    /// The same in the definition of a term.
    pub(super) fn in_definition(&self, term: &str) -> Option<&'a Diagnostic> {
        self.within(self.view?.own_term(term)?.definition.as_ref()?.place)
    }

    /// What is wrong first between the ends of a place.
    fn within(&self, place: Place) -> Option<&'a Diagnostic> {
        let found = self.by_file.get(&place.file)?;
        let first = found.partition_point(|(other, _)| other.start < place.start);
        found.get(first).filter(|(other, _)| other.start < place.end.max(place.start + 1)).map(|(_, finding)| *finding)
    }
}
