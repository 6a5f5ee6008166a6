//! A book as a reader of one language sees it: the translation where there is one, the reference text where not.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::fingerprint::{self, Fingerprint, Reason};
use super::markup::{Reference, StatementLabel};
use super::model::{Book, Chapter, Example, Note, OutdatedText, Section, Term, TranslatedSection, Translation};
use super::review::{self, Review, Reviews};
use super::text::{Line, Prose, Text};
use super::units::{Standing, TextUnit, text_units};

/// How a piece of text stands to the reference language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// It is the reference text, read in its own language.
    Reference,
    /// Translated from today's reference text.
    Current,
    /// Translated, but nobody has recorded from which reference text.
    Unaccepted,
    /// Translated from a reference text that has changed since.
    Outdated,
    /// Not translated; the reference text stands in for it.
    Missing,
}

impl State {
    /// Whether there is nothing for a translator to do.
    pub fn is_settled(self) -> bool {
        matches!(self, Self::Reference | Self::Current)
    }

    /// The word used in every output format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Current => "current",
            Self::Unaccepted => "unaccepted",
            Self::Outdated => "outdated",
            Self::Missing => "missing",
        }
    }
}

/// A piece of text as it is shown, with the language it is really in.
#[derive(Debug)]
pub struct Piece<'a, T> {
    /// The text.
    pub text: &'a T,
    /// Its language.
    pub language: &'a str,
    /// How it stands to the reference language.
    pub state: State,
    /// Whether readers do not get it, because it is out of date and the book says so.
    pub hidden: bool,
}

// Derived, these would ask that the text itself can be copied.
impl<T> Clone for Piece<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Piece<'_, T> {}

/// A piece of the reference language that a translator has to write.
#[derive(Clone, Debug)]
pub struct ReferencePiece<'a> {
    /// What it is called in `from`: `title`, `aid`, `text`, `notes.ID`, `notes.ID.READING`, `labels.NAME` or `examples.ID`.
    pub key: String,
    /// Its text.
    pub text: Text<'a>,
}

/// A unit of a reference text, and how its translation stands to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitView {
    /// The unit.
    pub unit: TextUnit,
    /// Current, outdated, or missing.
    pub state: State,
    /// Its translation, where that is known.
    pub own: Option<OwnUnit>,
}

/// A unit of a translation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnUnit {
    /// Which of its units it is.
    pub at: usize,
    /// Where its words stand, in bytes of the translated text.
    pub range: Range<usize>,
}

impl UnitView {
    /// Which units of a text are others than they were, behind a sentence that says that it has changed: `: b, c; new: d`.
    pub fn told(units: &[Self]) -> String {
        let of = |state: State| {
            let named = units.iter().filter(move |unit| unit.state == state).map(|unit| unit.unit.to_string());
            named.collect::<Vec<_>>().join(", ")
        };
        match (of(State::Outdated), of(State::Missing)) {
            (changed, new) if changed.is_empty() && new.is_empty() => match units {
                [] => String::new(),
                _ => ": its units are all known, but some are gone or stand otherwise".to_owned(),
            },
            (changed, new) if new.is_empty() => format!(": {changed}"),
            (changed, new) if changed.is_empty() => format!(": {new} is new"),
            (changed, new) => format!(": {changed}; new: {new}"),
        }
    }
}

/// A book in one language.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The book.
    pub book: &'a Book,
    /// The language.
    pub language: &'a str,
    translation: Option<&'a Translation>,
    outdated: OutdatedText,
}

impl<'a> View<'a> {
    /// `book` as a reader of `language` sees it.
    pub fn new(book: &'a Book, language: &'a str) -> Self {
        let outdated = book.outdated.get(language).copied().unwrap_or_default();
        Self { outdated, ..Self::as_written(book, language) }
    }

    /// `book` with every outdated text in its place, whatever readers get.
    pub fn as_written(book: &'a Book, language: &'a str) -> Self {
        Self { book, language, translation: book.translations.get(language), outdated: OutdatedText::Show }
    }

    /// The book's title.
    pub fn book_title(&self) -> &'a str {
        in_language(&self.book.title, self.language, &self.book.reference)
            .map_or(&self.book.id, |(line, _)| &line.value)
    }

    /// The book's title for narrow places.
    pub fn short_title(&self) -> &'a str {
        in_language(&self.book.short, self.language, &self.book.reference)
            .map_or_else(|| self.book_title(), |(line, _)| &line.value)
    }

    /// Where the text comes from, and the language that is told in.
    pub fn provenance(&self) -> Option<(&'a Prose, &'a str)> {
        in_language(&self.book.provenance, self.language, &self.book.reference)
    }

    /// The title of a book that this one amends or cites.
    pub fn related_title(&self, id: &str) -> Option<&'a str> {
        let related = self.book.related.iter().find(|related| related.id == id)?;
        in_language(&related.title, self.language, &self.book.reference).map(|(line, _)| line.value.as_str())
    }

    /// What stands before the numbers of a book that this one amends or cites.
    pub fn related_short(&self, id: &str) -> Option<&'a str> {
        let related = self.book.related.iter().find(|related| related.id == id)?;
        let short = in_language(&related.short, self.language, &self.book.reference);
        short.map(|(line, _)| line.value.as_str()).or_else(|| self.related_title(id))
    }

    /// Which edition of the document the book restates.
    pub fn edition(&self) -> Option<&'a str> {
        in_language(&self.book.edition, self.language, &self.book.reference).map(|(line, _)| line.value.as_str())
    }

    /// A text that the book's own files have in several languages: of `book.yaml`, `assumptions.yaml` or a data table.
    pub fn of_book<T>(&self, texts: &'a BTreeMap<String, T>) -> Option<Piece<'a, T>> {
        let (text, language) = in_language(texts, self.language, &self.book.reference)?;
        let state = match language {
            _ if self.language == self.book.reference => State::Reference,
            language if language == self.language => State::Current,
            _ => State::Missing,
        };
        Some(Piece { text, language, state, hidden: false })
    }

    /// A chapter's title.
    pub fn chapter_title(&self, chapter: &'a Chapter) -> Option<Piece<'a, Line>> {
        let reference = chapter.title.as_ref()?;
        let own = self.own_chapter_title(chapter);
        let state = self.compare(Text::Line(reference), own, self.chapter_record(chapter));
        Some(self.titled(reference, own, state))
    }

    /// What the language itself has for the title of a chapter.
    pub fn own_chapter_title(&self, chapter: &Chapter) -> Option<Text<'a>> {
        self.translation?.chapters.get(&chapter.id)?.title.as_ref().map(Text::Line)
    }

    /// What the translation of a chapter's title records about the title that it was made from.
    pub fn chapter_record(&self, chapter: &Chapter) -> Option<&'a String> {
        self.translation?.chapters.get(&chapter.id)?.from.get("title")
    }

    /// The review of the translation of a chapter's title.
    pub fn chapter_review(&self, chapter: &Chapter) -> Option<&'a String> {
        self.translation?.chapters.get(&chapter.id)?.reviewed.get("title")
    }

    /// The meaning of a term of the book.
    pub fn definition(&self, term: &'a Term) -> Option<Piece<'a, Prose>> {
        let reference = term.definition.as_ref()?;
        let text = self.own_term(&term.id).and_then(|own| own.definition.as_ref());
        let state = self.compare(Text::Prose(reference), text.map(Text::Prose), self.definition_record(term));
        Some(self.shown(reference, text, state))
    }

    /// What the translation of a definition records about the definition that it was made from.
    pub fn definition_record(&self, term: &Term) -> Option<&'a String> {
        self.own_term(&term.id)?.from.as_ref().map(|(recorded, _)| recorded)
    }

    /// A term as the language itself has it.
    pub fn own_term(&self, id: &str) -> Option<&'a Term> {
        self.translation?.term(id)
    }

    /// A section's title.
    pub fn title(&self, section: &'a Section) -> Option<Piece<'a, Line>> {
        Some(self.line(section, section.title.as_ref()?, "title"))
    }

    /// What a section is called on the player aid.
    pub fn aid(&self, section: &'a Section) -> Option<Piece<'a, Line>> {
        Some(self.line(section, section.aid.as_ref()?, "aid"))
    }

    /// A section's number, as its readers see it.
    pub fn number(&self, section: &Section) -> Option<String> {
        section.number().map(|number| self.book.numbering.section(number, self.language))
    }

    /// How a section, or a statement of it, is cited by number: 9.6.4.a, but 第15条 2.
    pub fn cited(&self, section: &Section, statement: Option<StatementLabel>) -> Option<String> {
        let number = self.number(section)?;
        let joint = if number.ends_with(|char: char| char.is_ascii_alphanumeric()) { "." } else { " " };
        Some(statement.map_or_else(|| number.clone(), |label| format!("{number}{joint}{label}")))
    }

    /// A chapter's number, as its readers see it.
    pub fn chapter_number(&self, chapter: &Chapter) -> Option<String> {
        chapter.number.as_deref().map(|number| self.book.numbering.chapter(number, self.language))
    }

    /// What a section without a title is called: its opening words, or its id where it has none.
    pub fn opening(&self, section: &'a Section) -> (String, &'a str) {
        let text = self.text(section).filter(|text| !text.hidden);
        let words = text.and_then(|text| Some((opening(text.text)?, text.language)));
        words.unwrap_or_else(|| (section.id.clone(), self.language))
    }

    /// A section's rules.
    pub fn text(&self, section: &'a Section) -> Option<Piece<'a, Prose>> {
        Some(self.prose(section, section.text.as_ref()?, "text"))
    }

    /// A note's text.
    pub fn note(&self, section: &'a Section, note: &'a Note) -> Option<Piece<'a, Prose>> {
        Some(self.prose(section, note.text.as_ref()?, &format!("notes.{}", note.id)))
    }

    /// A reading of a variant.
    pub fn reading(&self, section: &'a Section, note: &'a Note, reading: &str) -> Option<Piece<'a, Prose>> {
        Some(self.prose(section, note.readings.get(reading)?, &format!("notes.{}.{reading}", note.id)))
    }

    /// An example's text.
    pub fn example(&self, section: &'a Section, example: &'a Example) -> Option<Piece<'a, Prose>> {
        Some(self.prose(section, example.text.as_ref()?, &format!("examples.{}", example.id)))
    }

    /// The worst state of a section's pieces; a section without any text is as its language is.
    pub fn state(&self, section: &Section) -> State {
        if self.language == self.book.reference {
            return State::Reference;
        }
        let states = pieces(section).into_iter().map(|piece| self.piece_state(section, &piece));
        states.max().unwrap_or(State::Current)
    }

    /// How one piece of a section stands.
    pub fn piece_state(&self, section: &Section, piece: &ReferencePiece<'_>) -> State {
        let recorded = self.recorded(section, &piece.key);
        self.compare(piece.text, self.own(section, &piece.key), recorded)
    }

    /// How the reference text of a piece differs from the one that its translation was made from.
    pub fn change(&self, section: &Section, piece: &ReferencePiece<'_>) -> Option<Reason> {
        let own = self.own(section, &piece.key)?.prose();
        let recorded = self.recorded(section, &piece.key)?;
        self.fingerprint(piece.text).change(recorded, self.language, own)
    }

    /// What the translation of a piece records about the reference text that it was made from.
    pub fn recorded(&self, section: &Section, key: &str) -> Option<&'a String> {
        self.translated(section)?.from.get(key)
    }

    /// What the language itself has for a piece; never the reference text in its stead.
    pub fn own(&self, section: &Section, key: &str) -> Option<Text<'a>> {
        self.translated(section)?.piece(key)
    }

    /// The glossary in this language; terms without a translation are those of the reference language.
    pub fn terms(&self) -> impl Iterator<Item = (&'a Term, Piece<'a, Term>)> {
        // A drafted term has no name yet. Of two terms with one id the first counts.
        let named = self.book.terms_in(self.language).iter().rev().filter(|term| term.name.is_some());
        let own: HashMap<&str, &Term> = named.map(|term| (term.id.as_str(), term)).collect();
        let view = *self;
        self.book.terms.iter().map(move |reference| {
            let found = own.get(reference.id.as_str()).copied();
            let state = if view.language == view.book.reference { State::Reference } else { State::Current };
            let piece = match found {
                Some(term) => Piece { text: term, language: view.language, state, hidden: false },
                None => Piece { text: reference, language: &view.book.reference, state: State::Missing, hidden: false },
            };
            (reference, piece)
        })
    }

    /// Number and title as a reader cites the section.
    pub fn label(&self, section: &'a Section) -> String {
        let title = self.title(section).map_or_else(|| self.opening(section).0, |title| title.text.value.clone());
        match self.number(section) {
            Some(number) => format!("{number} {title}"),
            None => title,
        }
    }

    /// The section's translation into this language.
    pub fn translated(&self, section: &Section) -> Option<&'a TranslatedSection> {
        self.translation.and_then(|translation| translation.sections.get(&section.id))
    }

    /// A title is shown even if it is out of date: without it nobody finds the place that the notice is about.
    fn titled(&self, reference: &'a Line, own: Option<Text<'a>>, state: State) -> Piece<'a, Line> {
        Piece { hidden: false, ..self.shown(reference, own.and_then(Text::line), state) }
    }

    fn line(&self, section: &Section, reference: &'a Line, key: &str) -> Piece<'a, Line> {
        let own = self.own(section, key);
        let state = self.compare(Text::Line(reference), own, self.recorded(section, key));
        self.titled(reference, own, state)
    }

    fn prose(&self, section: &Section, reference: &'a Prose, key: &str) -> Piece<'a, Prose> {
        let own = self.own(section, key);
        let state = self.compare(Text::Prose(reference), own, self.recorded(section, key));
        self.shown(reference, own.and_then(Text::prose), state)
    }

    /// How what the language itself has stands to the reference text, by what is recorded of that.
    pub(crate) fn compare(&self, reference: Text<'_>, own: Option<Text<'_>>, recorded: Option<&String>) -> State {
        match (own, recorded) {
            _ if self.language == self.book.reference => State::Reference,
            (None, _) => State::Missing,
            (_, None) => State::Unaccepted,
            (Some(own), Some(recorded)) => {
                match self.fingerprint(reference).change(recorded, self.language, own.prose()) {
                    None => State::Current,
                    Some(_) => State::Outdated,
                }
            }
        }
    }

    /// The units of a piece of a section, as [`Self::units`].
    pub fn piece_units(&self, section: &Section, piece: &ReferencePiece<'_>) -> Option<Vec<UnitView>> {
        self.units(piece.text, self.own(section, &piece.key), self.recorded(section, &piece.key))
    }

    /// The units of a reference text and how their translations stand to them; nothing where it is not recorded from which
    /// units the translation was made.
    pub(crate) fn units(
        &self,
        reference: Text<'_>,
        own: Option<Text<'_>>,
        recorded: Option<&String>,
    ) -> Option<Vec<UnitView>> {
        let (reference, own) = (reference.prose()?, own.and_then(Text::prose)?);
        let fingerprint = self.fingerprint(Text::Prose(reference));
        let standings = fingerprint.standings(recorded?, self.language, Some(own))?;
        let (units, owns) = (text_units(&reference.document), text_units(&own.document));
        let then = match fingerprint::units_of(recorded?).len() {
            0 => standings.len(),
            then => then,
        };
        let view = |(unit, (standing, is_same)): (TextUnit, (Standing, bool))| {
            let (state, at) = match standing {
                Standing::Same(at) if is_same => (State::Current, Some(at)),
                Standing::Same(at) | Standing::Changed(at) => (State::Outdated, Some(at)),
                Standing::New => (State::Missing, None),
            };
            // Where the translation has other units than it had, nobody knows which is which.
            let own = at.filter(|_| owns.len() == then).map(|at| OwnUnit { at, range: owns[at].range.clone() });
            UnitView { unit, state, own }
        };
        Some(units.into_iter().zip(standings).map(view).collect())
    }

    /// The hashes of the units of a translated text in order, with the review of what they are; a line has one.
    pub fn reviewed_units<'r>(&self, own: Text<'_>, recorded: Option<&'r String>) -> Vec<(String, Option<Review<'r>>)> {
        let reviews = recorded.map(|recorded| Reviews::read(recorded)).unwrap_or_default();
        let with_review = |unit: String| {
            let review = reviews.of(&unit);
            (unit, review)
        };
        review::units_of(own, &self.book.id, self.book).into_iter().map(with_review).collect()
    }

    /// The fingerprint of a reference text of the book.
    pub(crate) fn fingerprint(&self, reference: Text<'_>) -> Fingerprint {
        Fingerprint::of(reference, &self.book.id, self.book)
    }

    fn shown<T>(&self, reference: &'a T, own: Option<&'a T>, state: State) -> Piece<'a, T> {
        let shown = state != State::Outdated || self.outdated != OutdatedText::Reference;
        match own.filter(|_| shown) {
            Some(text) => {
                let hidden = state == State::Outdated && self.outdated == OutdatedText::Hide;
                Piece { text, language: self.language, state, hidden }
            }
            None => Piece { text: reference, language: &self.book.reference, state, hidden: false },
        }
    }
}

/// So many characters stand for a text that has no title.
const OPENING: usize = 50;

/// The first words of a text, with an ellipsis where it goes on.
fn opening(prose: &Prose) -> Option<String> {
    let label = |reference: &Reference| reference.words.clone().unwrap_or_else(|| reference.target.clone());
    let lines = prose.document.plain_lines(&label).into_iter().map(|(_, line)| line);
    let first = lines.map(|line| line.trim().to_owned()).find(|line| !line.is_empty())?;
    let Some((end, _)) = first.char_indices().nth(OPENING) else { return Some(first) };
    // Words are not cut, but where none ends.
    let whole = first[..end].rfind(char::is_whitespace).filter(|at| *at * 2 > end).unwrap_or(end);
    let cut = first[..whole].trim_end_matches(|char: char| char.is_whitespace() || ",;:、，".contains(char));
    Some(format!("{cut}…"))
}

/// Every piece of a section that a translator has to write. The words of a draft are not settled yet.
pub fn pieces(section: &Section) -> Vec<ReferencePiece<'_>> {
    let line = |key: String, line| ReferencePiece { key, text: Text::Line(line) };
    let prose = |key: String, prose| ReferencePiece { key, text: Text::Prose(prose) };
    let mut pieces = Vec::new();
    pieces.extend(section.title.iter().map(|title| line("title".to_owned(), title)));
    pieces.extend(section.aid.iter().map(|aid| line("aid".to_owned(), aid)));
    pieces.extend(section.text.iter().map(|text| prose("text".to_owned(), text)));
    for note in &section.notes {
        pieces.extend(note.text.iter().map(|text| prose(format!("notes.{}", note.id), text)));
        let readings = note.readings.iter();
        pieces.extend(readings.map(|(name, reading)| prose(format!("notes.{}.{name}", note.id), reading)));
    }
    pieces.extend(section.labels.iter().map(|(name, label)| line(format!("labels.{name}"), label)));
    for example in section.examples.iter().filter(|example| !example.is_draft()) {
        pieces.extend(example.text.iter().map(|text| prose(format!("examples.{}", example.id), text)));
    }
    pieces
}

fn in_language<'a, T>(of: &'a BTreeMap<String, T>, language: &'a str, reference: &'a str) -> Option<(&'a T, &'a str)> {
    of.get(language).map(|text| (text, language)).or_else(|| of.get(reference).map(|text| (text, reference)))
}
