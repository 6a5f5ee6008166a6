//! What a translator of a book still has to do, piece by piece.

use super::fingerprint::{Fingerprint, Reason};
use super::localized::{State, View, pieces};
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
    /// How the piece stands: never current.
    pub state: State,
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
    let (title, state) = (chapter.title.as_ref()?, view.chapter_title(chapter)?.state);
    let own = view.own_chapter_title(chapter);
    let piece = (Text::Line(title), Fingerprint::of_line(title), own, view.chapter_record(chapter));
    one(view, Holder::Chapter(chapter), "title".to_owned(), state, piece)
}

/// Every piece of a section that is not current.
pub fn of_section<'a>(view: &View<'a>, chapter: &'a Chapter, section: &'a Section) -> Vec<Unfinished<'a>> {
    let holder = Holder::Section(chapter, section);
    let open = pieces(view.book, section).into_iter().filter_map(|piece| {
        let state = view.piece_state(section, &piece);
        let own = view.own(section, &piece.key);
        let recorded = view.recorded(section, &piece.key);
        one(view, holder, piece.key, state, (piece.text, piece.fingerprint, own, recorded))
    });
    open.collect()
}

/// The definition of a term, if it is not current.
pub fn of_definition<'a>(view: &View<'a>, term: &'a Term) -> Option<Unfinished<'a>> {
    let (definition, state) = (term.definition.as_ref()?, view.definition(term)?.state);
    let text = view.own_term(&term.id).and_then(|own| own.definition.as_ref()).map(Text::Prose);
    let fingerprint = Fingerprint::of(definition, &view.book.id, view.book);
    one(
        view,
        Holder::Term(term),
        "definition".to_owned(),
        state,
        (Text::Prose(definition), fingerprint, text, view.definition_record(term)),
    )
}

type Compared<'a> = (Text<'a>, Fingerprint, Option<Text<'a>>, Option<&'a String>);

fn one<'a>(
    view: &View<'a>,
    holder: Holder<'a>,
    key: String,
    state: State,
    (text, fingerprint, own, recorded): Compared<'a>,
) -> Option<Unfinished<'a>> {
    if state <= State::Current {
        return None;
    }
    let prose = own.and_then(Text::prose);
    let reason = recorded.filter(|_| state == State::Outdated);
    Some(Unfinished {
        holder,
        key,
        text,
        own,
        state,
        reason: reason.and_then(|recorded| fingerprint.change(recorded, view.language, prose)),
        made_from: recorded.map(|recorded| recorded.split('-').next().unwrap_or_default()),
    })
}
