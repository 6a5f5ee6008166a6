//! What is wrong in a translation, so that it is not accepted.

use super::findings::FindingsByPlace;
use super::named::Named;
use crate::check::Checked;
use crate::diagnostic::{Diagnostic, Place};
use crate::library::Book;
use crate::library::localized::{View, pieces};

/// What is wrong in a translation once it is accepted.
pub(super) struct Wrong<'a> {
    view: Option<View<'a>>,
    findings: FindingsByPlace<'a>,
}

impl<'a> Wrong<'a> {
    pub(super) fn new(book: &Book, language: &'a str, after: Option<&'a Checked>) -> Self {
        let findings = FindingsByPlace::of(after.map_or(&[][..], |after| &after.diagnostics));
        let view = after.and_then(|after| after.library.book(&book.id)).map(|book| View::new(book, language));
        Self { view, findings }
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
        self.findings.within(place).next().map(|(_, finding)| finding)
    }
}
