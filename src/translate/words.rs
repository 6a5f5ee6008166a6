//! How many words of a text are missing, out of date, not accepted and reviewed, unit by unit.

use std::ops::AddAssign;

use crate::library::difference::count_words;
use crate::library::localized::{ReferencePiece, State, View};
use crate::library::text::Text;
use crate::library::{Chapter, Section, Term};

/// Words of the reference text by how their translation stands; in a script without spaces, characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// All of them.
    pub all: usize,
    /// Not translated.
    pub missing: usize,
    /// Changed since they were translated.
    pub outdated: usize,
    /// Translated, but nobody has recorded from what.
    pub unaccepted: usize,
    /// Translated, and somebody has compared the two; neither has changed since.
    pub reviewed: usize,
}

impl Words {
    /// Those of which something is left to do.
    pub fn to_do(&self) -> usize {
        self.missing + self.outdated + self.unaccepted
    }

    /// Those that are translated and need nothing; the reviewed are among them.
    pub fn translated(&self) -> usize {
        self.all - self.to_do()
    }

    /// Of a text that stands as a whole.
    fn whole(words: usize, state: State, is_reviewed: bool) -> Self {
        let of = |other: State| if state == other { words } else { 0 };
        Self {
            all: words,
            missing: of(State::Missing),
            outdated: of(State::Outdated),
            unaccepted: of(State::Unaccepted),
            reviewed: if is_reviewed { of(State::Current) } else { 0 },
        }
    }

    /// Of the title of a chapter.
    pub(super) fn of_title(view: &View<'_>, chapter: &Chapter) -> Self {
        let (Some(reference), Some(title)) = (&chapter.title, view.chapter_title(chapter)) else {
            return Self::default();
        };
        let is_reviewed = is_reviewed(view, Text::Line(title.text), view.chapter_review(chapter));
        Self::whole(count_words(&reference.value), title.state, is_reviewed)
    }

    /// Of the definition of a term.
    pub(super) fn of_definition(view: &View<'_>, term: &Term) -> Self {
        let (Some(reference), Some(shown)) = (&term.definition, view.definition(term)) else { return Self::default() };
        let review = view.own_term(&term.id).and_then(|own| own.reviewed.as_ref());
        let is_reviewed = is_reviewed(view, Text::Prose(shown.text), review);
        Self::whole(count_words(&reference.source), shown.state, is_reviewed)
    }

    /// Of a piece of a section.
    pub(super) fn of_piece(view: &View<'_>, section: &Section, piece: &ReferencePiece<'_>) -> Self {
        let state = view.piece_state(section, piece);
        let words = count_words(piece.text.source());
        let own = view.own(section, &piece.key);
        let review = view.translated(section).and_then(|translated| translated.reviewed.get(&piece.key));
        let whole = Self::whole(words, state, own.is_some_and(|own| is_reviewed(view, own, review)));
        let is_in_parts =
            state == State::Outdated || state == State::Current && review.is_some() && whole.reviewed == 0;
        let Some(own) = own.filter(|_| is_in_parts) else { return whole };
        let compared = view.reviewed_units(own, review);
        let mut parts = Self { all: words, ..Self::default() };
        for unit in view.piece_units(section, piece).unwrap_or_default() {
            let is_compared = unit.own.and_then(|own| compared.get(own.at)).is_some_and(|(_, review)| review.is_some());
            let words = count_words(piece.text.source().get(unit.unit.range).unwrap_or_default());
            parts += Self { all: 0, ..Self::whole(words, unit.state, is_compared) };
        }
        // That something has changed is known, what has is not.
        if state == State::Outdated && parts.to_do() == 0 { whole } else { parts }
    }
}

impl AddAssign for Words {
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        self.missing += other.missing;
        self.outdated += other.outdated;
        self.unaccepted += other.unaccepted;
        self.reviewed += other.reviewed;
    }
}

/// Whether all of a text was compared.
fn is_reviewed(view: &View<'_>, own: Text<'_>, review: Option<&String>) -> bool {
    review.is_some() && view.reviewed_units(own, review).into_iter().all(|(_, review)| review.is_some())
}
