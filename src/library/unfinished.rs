//! What a translator of a book still has to do, piece by piece.

use super::fingerprint::{self, Reason};
use super::localized::{ReferencePiece, State, UnitView, View, pieces};
use super::model::{Chapter, Section, Term};
use super::text::Text;

/// What a piece belongs to.
#[derive(Clone, Copy, Debug)]
pub enum Holder<'a> {
    /// A chapter, whose title it is.
    Chapter(&'a Chapter),
    /// A section of a chapter.
    Section(&'a Chapter, &'a Section),
    /// A term, whose definition it is.
    Term(&'a Term),
}

impl<'a> Holder<'a> {
    /// The id of the section or term, or the name of the chapter.
    pub fn id(self) -> &'a str {
        match self {
            Self::Chapter(chapter) => &chapter.id,
            Self::Section(_, section) => &section.id,
            Self::Term(term) => &term.id,
        }
    }

    /// The section, if it is one.
    pub fn section(self) -> Option<&'a Section> {
        match self {
            Self::Section(_, section) => Some(section),
            Self::Chapter(_) | Self::Term(_) => None,
        }
    }

    /// The chapter it stands in, if it stands in one.
    pub fn chapter(self) -> Option<&'a Chapter> {
        match self {
            Self::Chapter(chapter) | Self::Section(chapter, _) => Some(chapter),
            Self::Term(_) => None,
        }
    }
}

/// A piece that is missing, out of date, or not accepted.
#[derive(Clone, Debug)]
pub struct Unfinished<'a> {
    /// What it belongs to.
    pub holder: Holder<'a>,
    /// What the piece is called there: `title`, `text`, `notes.ID` … or `definition`.
    pub key: String,
    /// The reference text of today.
    pub text: Text<'a>,
    /// What the language itself has, if anything.
    pub own: Option<Text<'a>>,
    /// How the piece stands: never settled.
    pub state: State,
    /// Its units, if it is out of date and is known by them.
    pub units: Vec<UnitView>,
    /// Why it is out of date, if it is.
    pub reason: Option<Reason>,
    /// The hash of the words of the reference text that it was made from, if that is recorded.
    pub made_from: Option<&'a str>,
}

/// Every piece of the book that is not current in the language of `view`: chapter by chapter, then the glossary.
pub fn unfinished<'a>(view: &View<'a>) -> Vec<Unfinished<'a>> {
    let mut found = Vec::new();
    for chapter in &view.book.chapters {
        found.extend(of_title(view, chapter));
        found.extend(chapter.sections.iter().flat_map(|section| of_section(view, chapter, section)));
    }
    found.extend(view.book.terms.iter().filter_map(|term| of_definition(view, term)));
    found
}

/// The title of a chapter, if it is not current.
pub fn of_title<'a>(view: &View<'a>, chapter: &'a Chapter) -> Option<Unfinished<'a>> {
    let title = chapter.title.as_ref()?;
    let piece = ReferencePiece { key: "title".to_owned(), text: Text::Line(title) };
    of_piece(view, Holder::Chapter(chapter), piece, view.own_chapter_title(chapter), view.chapter_record(chapter))
}

/// Every piece of a section that is not current.
pub fn of_section<'a>(view: &View<'a>, chapter: &'a Chapter, section: &'a Section) -> Vec<Unfinished<'a>> {
    pieces(section).into_iter().filter_map(|piece| in_section(view, chapter, section, piece)).collect()
}

/// One piece of a section by its key, if it is not current.
pub fn of_key<'a>(view: &View<'a>, chapter: &'a Chapter, section: &'a Section, key: &str) -> Option<Unfinished<'a>> {
    let piece = pieces(section).into_iter().find(|piece| piece.key == key)?;
    in_section(view, chapter, section, piece)
}

fn in_section<'a>(
    view: &View<'a>,
    chapter: &'a Chapter,
    section: &'a Section,
    piece: ReferencePiece<'a>,
) -> Option<Unfinished<'a>> {
    let (own, recorded) = (view.own(section, &piece.key), view.recorded(section, &piece.key));
    of_piece(view, Holder::Section(chapter, section), piece, own, recorded)
}

/// The definition of a term, if it is not current.
pub fn of_definition<'a>(view: &View<'a>, term: &'a Term) -> Option<Unfinished<'a>> {
    let definition = term.definition.as_ref()?;
    let own = view.own_term(&term.id).and_then(|own| own.definition.as_ref()).map(Text::Prose);
    let piece = ReferencePiece { key: "definition".to_owned(), text: Text::Prose(definition) };
    of_piece(view, Holder::Term(term), piece, own, view.definition_record(term))
}

/// A piece with what the language itself has for it and what it records, if that is not current.
fn of_piece<'a>(
    view: &View<'a>,
    holder: Holder<'a>,
    piece: ReferencePiece<'a>,
    own: Option<Text<'a>>,
    recorded: Option<&'a String>,
) -> Option<Unfinished<'a>> {
    let state = view.compare(piece.text, own, recorded);
    if state.is_settled() {
        return None;
    }
    let changed = recorded.filter(|_| state == State::Outdated);
    let change =
        |recorded: &String| view.fingerprint(piece.text).change(recorded, view.language, own.and_then(Text::prose));
    let reason = changed.and_then(change);
    let made_from = recorded.map(|recorded| fingerprint::words_of(recorded));
    let units = changed.and_then(|_| view.units(piece.text, own, recorded)).unwrap_or_default();
    Some(Unfinished { holder, key: piece.key, text: piece.text, own, state, units, reason, made_from })
}
