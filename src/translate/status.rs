//! How far each language of each book is.

use std::collections::HashSet;

use crate::library::difference::count_words;
use crate::library::localized::{ReferencePiece, State, UnitView, View, pieces};
use crate::library::text::Text;
use crate::library::units::text_units;
use crate::library::{Book, Chapter, Library, Section};

/// How far a language of a book is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The book.
    pub book: String,
    /// The language.
    pub language: String,
    /// Whether it is the book's reference language.
    pub reference: bool,
    /// Whether nothing should be missing in it.
    pub required: bool,
    /// All of it.
    pub all: Count,
    /// Each chapter by its id, in order.
    pub chapters: Vec<(String, Count)>,
}

/// Sections and words of a book or a chapter by how far they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Sections that have anything to translate.
    pub sections: usize,
    /// Sections of which a piece is not translated.
    pub missing: usize,
    /// Sections complete but with a piece whose reference text has changed.
    pub outdated: usize,
    /// Sections complete and not outdated, but nobody has recorded what a piece was made from.
    pub unaccepted: usize,
    /// Sections complete and up to date.
    pub current: usize,
    /// Chapter titles that are not current.
    pub titles: usize,
    /// Definitions of terms that are not current; only for a whole book.
    pub definitions: usize,
    /// Words of the reference text; in a script without spaces, characters.
    pub words: usize,
    /// Of these, words still to be translated or brought up to date.
    pub words_to_do: usize,
    /// Of these, words whose translation somebody has compared with them, and neither has changed since.
    pub words_reviewed: usize,
}

/// The progress of every book in every language that it has or must have, the reference language first.
pub fn status(library: &Library) -> Vec<Progress> {
    library
        .books
        .iter()
        .flat_map(|book| languages(book).into_iter().map(move |language| progress(book, language)))
        .collect()
}

fn languages(book: &Book) -> Vec<&str> {
    let mut languages = book.all_languages();
    languages.extend(book.languages.iter().map(String::as_str));
    let mut seen = Vec::new();
    languages.retain(|language| {
        let new = !seen.contains(language);
        seen.push(*language);
        new
    });
    languages
}

fn progress(book: &Book, language: &str) -> Progress {
    let view = View::new(book, language);
    let chapters: Vec<_> = book.chapters.iter().map(|chapter| (chapter.id.clone(), count(&view, chapter))).collect();
    let mut all = Count::default();
    for (_, chapter) in &chapters {
        all.add(*chapter);
    }
    all.add(glossary(&view));
    Progress {
        book: book.id.clone(),
        language: language.to_owned(),
        reference: language == book.reference,
        required: book.languages.iter().any(|required| required == language),
        all,
        chapters,
    }
}

fn glossary(view: &View<'_>) -> Count {
    let mut count = Count::default();
    for term in &view.book.terms {
        let (Some(reference), Some(shown)) = (&term.definition, view.definition(term)) else { continue };
        let (open, words) = (!shown.state.is_settled(), count_words(&reference.source));
        count.definitions += usize::from(open);
        count.words += words;
        count.words_to_do += if open { words } else { 0 };
        let own = view.own_term(&term.id);
        if let Some(own) = own.filter(|own| !open && is_reviewed(view, Text::Prose(shown.text), own.reviewed.as_ref()))
        {
            count.words_reviewed += usize::from(own.definition.is_some()) * words;
        }
    }
    count
}

fn count(view: &View<'_>, chapter: &Chapter) -> Count {
    let mut count = Count::default();
    if let (Some(reference), Some(title)) = (&chapter.title, view.chapter_title(chapter)) {
        let words = count_words(&reference.value);
        let open = !title.state.is_settled();
        count.titles = usize::from(open);
        count.words = words;
        count.words_to_do = if open { words } else { 0 };
        let reviewed = view.chapter_review(chapter);
        count.words_reviewed = if !open && is_reviewed(view, Text::Line(title.text), reviewed) { words } else { 0 };
    }
    for section in &chapter.sections {
        let pieces = pieces(section);
        let mut worst = None;
        for piece in &pieces {
            let (state, words) = (view.piece_state(section, piece), count_words(piece.text.source()));
            worst = worst.max(Some(state));
            count.words_reviewed += words_reviewed(view, section, piece, state);
            count.words += words;
            count.words_to_do += match state {
                _ if state.is_settled() => 0,
                State::Outdated => {
                    words_changed(&view.piece_units(section, piece).unwrap_or_default(), piece.text).unwrap_or(words)
                }
                _ => words,
            };
        }
        count.sections += usize::from(worst.is_some());
        match worst {
            Some(State::Reference | State::Current) => count.current += 1,
            Some(State::Unaccepted) => count.unaccepted += 1,
            Some(State::Outdated) => count.outdated += 1,
            Some(State::Missing) => count.missing += 1,
            None => {}
        }
    }
    count
}

/// Whether all of a text was compared.
fn is_reviewed(view: &View<'_>, own: Text<'_>, recorded: Option<&String>) -> bool {
    recorded.is_some() && view.reviewed_units(own, recorded).into_iter().all(|unit| unit)
}

/// The words of a piece, or of its units, whose translations are current and were compared.
fn words_reviewed(view: &View<'_>, section: &Section, piece: &ReferencePiece<'_>, state: State) -> usize {
    let Some(recorded) = view.translated(section).and_then(|translated| translated.reviewed.get(&piece.key)) else {
        return 0;
    };
    let Some(own) = view.own(section, &piece.key) else { return 0 };
    if state == State::Current && is_reviewed(view, own, Some(recorded)) {
        return count_words(piece.text.source());
    }
    let reviewed = view.reviewed_units(own, Some(recorded));
    let owns = own.prose().map(|own| text_units(&own.document)).unwrap_or_default();
    let compared: HashSet<usize> =
        owns.iter().zip(reviewed).filter(|(_, reviewed)| *reviewed).map(|(unit, _)| unit.range.start).collect();
    let units = view.piece_units(section, piece).unwrap_or_default().into_iter();
    let units = units.filter(|unit| unit.state == State::Current);
    let units = units.filter(|unit| unit.own.as_ref().is_some_and(|own| compared.contains(&own.start)));
    units.map(|unit| count_words(piece.text.source().get(unit.unit.range).unwrap_or_default())).sum()
}

/// The words of the units of a text that have changed; nothing where it is not known that any has.
fn words_changed(units: &[UnitView], text: Text<'_>) -> Option<usize> {
    let open = units.iter().filter(|unit| !unit.state.is_settled());
    let words = open.map(|unit| count_words(text.source().get(unit.unit.range.clone()).unwrap_or_default())).sum();
    Some(words).filter(|words| *words > 0)
}

impl Count {
    fn add(&mut self, other: Self) {
        self.sections += other.sections;
        self.missing += other.missing;
        self.outdated += other.outdated;
        self.unaccepted += other.unaccepted;
        self.current += other.current;
        self.titles += other.titles;
        self.definitions += other.definitions;
        self.words += other.words;
        self.words_to_do += other.words_to_do;
        self.words_reviewed += other.words_reviewed;
    }
}
