//! Every text of the library with its translation, whole and, where it is long, unit by unit; of what is out of date the units
//! that are not; and what stood elsewhere when it was translated.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::library::align::{self, Unit};
use crate::library::fingerprint::{self, Fingerprint};
use crate::library::localized::{ReferencePiece, State, View, pieces};
use crate::library::markup::StatementLabel;
use crate::library::text::Text;
use crate::library::units::text_units;
use crate::library::{Book, Chapter, Library, Section};

/// A text of the reference language and its translation.
#[derive(Clone, Debug)]
pub struct Pair<'a> {
    /// The book it stands in.
    pub book: &'a Book,
    /// The chapter.
    pub chapter: &'a Chapter,
    /// The section; none for the title of the chapter.
    pub section: Option<&'a Section>,
    /// The piece, as `from` calls it.
    pub key: String,
    /// The statement, if it is only that.
    pub letter: Option<StatementLabel>,
    /// The reference text.
    pub reference: &'a str,
    /// Its translation.
    pub translation: &'a str,
    /// Current or unaccepted.
    pub state: State,
}

impl Pair<'_> {
    /// Whether it is the same piece as another, or a unit of it.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        let [one, another] = [self, other].map(|pair| pair.section.map(|section| section.id.as_str()));
        one == another && self.key == other.key && self.chapter.id == other.chapter.id && self.book.id == other.book.id
    }

    /// Where it stands, as a reader cites it: `hellenes 5.2.1.b`, with the piece if that is not the rules.
    pub fn place(&self) -> String {
        let number = match self.section {
            Some(section) => section.number().unwrap_or(&section.id),
            None => &self.chapter.id,
        };
        let letter = self.letter.map_or_else(String::new, |letter| format!(".{letter}"));
        match self.key.as_str() {
            "text" => format!("{} {number}{letter}", self.book.id),
            key => format!("{} {number} {key}{letter}", self.book.id),
        }
    }
}

/// All pairs into `language` of books whose reference language is `reference`.
pub(super) fn pairs<'a>(library: &'a Library, reference: &str, language: &'a str) -> Vec<Pair<'a>> {
    let mut pairs = Vec::new();
    for book in library.books.iter().filter(|book| book.reference == reference && language != reference) {
        let view = View::new(book, language);
        for chapter in &book.chapters {
            if let (Some(reference), Some(title)) = (&chapter.title, view.chapter_title(chapter))
                && counts(title.state)
            {
                pairs.push(Pair {
                    book,
                    chapter,
                    section: None,
                    key: "title".to_owned(),
                    letter: None,
                    reference: &reference.value,
                    translation: &title.text.value,
                    state: title.state,
                });
            }
            for section in &chapter.sections {
                for piece in pieces(section) {
                    let state = view.piece_state(section, &piece);
                    let Some(translation) = view.own(section, &piece.key) else { continue };
                    if !counts(state) {
                        known(&view, (chapter, section), &piece, translation, &mut pairs);
                        continue;
                    }
                    let reference = piece.text;
                    push(
                        &Pair {
                            book,
                            chapter,
                            section: Some(section),
                            key: piece.key,
                            letter: None,
                            reference: reference.source().trim(),
                            translation: translation.source().trim(),
                            state,
                        },
                        reference,
                        translation,
                        &mut pairs,
                    );
                }
            }
        }
        moved(&view, &mut pairs);
    }
    pairs
}

/// The units of a piece that is out of date which are as they were when it was translated.
fn known<'a>(
    view: &View<'a>,
    (chapter, section): (&'a Chapter, &'a Section),
    piece: &ReferencePiece<'a>,
    translation: Text<'a>,
    pairs: &mut Vec<Pair<'a>>,
) {
    let units = view.piece_units(section, piece).unwrap_or_default();
    for unit in units.into_iter().filter(|unit| unit.state == State::Current) {
        let own = unit.own.and_then(|own| translation.source().get(own.range));
        if let (Some(reference), Some(translation)) = (piece.text.source().get(unit.unit.range), own) {
            pairs.push(Pair {
                book: view.book,
                chapter,
                section: Some(section),
                key: piece.key.clone(),
                letter: unit.unit.letter,
                reference,
                translation,
                state: State::Current,
            });
        }
    }
}

/// What stands in a translation, and in the reference language somewhere else by now.
fn moved<'a>(view: &View<'a>, pairs: &mut Vec<Pair<'a>>) {
    let Some(translation) = view.book.translations.get(view.language) else { return };
    let mut left: HashMap<&str, Pair<'a>> = HashMap::new();
    for (id, translated) in &translation.sections {
        let there = view.book.section(id);
        let chapter = there.map(|(chapter, _)| chapter).or_else(|| view.book.chapters.first());
        let (Some(chapter), section) = (chapter, there.map(|(_, section)| section)) else { continue };
        let now: BTreeMap<String, Text<'_>> =
            section.map(pieces).into_iter().flatten().map(|piece| (piece.key, piece.text)).collect();
        for (key, recorded) in &translated.from {
            let Some(own) = translated.piece(key).and_then(Text::prose) else { continue };
            let (then, units) = (fingerprint::units_of(recorded), text_units(&own.document));
            if then.len() != units.len() {
                continue;
            }
            let now = now.get(key).map(|text| view.fingerprint(*text));
            let here: HashSet<&str> = now.iter().flat_map(Fingerprint::unit_hashes).collect();
            for (hash, unit) in then.into_iter().zip(units).filter(|(hash, _)| !here.contains(hash)) {
                let (key, letter, words) = (key.clone(), unit.letter, &own.source[unit.range]);
                let pair = Pair {
                    book: view.book,
                    chapter,
                    section,
                    key,
                    letter,
                    reference: "",
                    translation: words,
                    state: State::Current,
                };
                left.entry(hash).or_insert(pair);
            }
        }
    }
    if left.is_empty() {
        return;
    }
    for (_, section) in view.book.sections() {
        for piece in pieces(section) {
            let Text::Prose(reference) = piece.text else { continue };
            if counts(view.piece_state(section, &piece)) {
                continue;
            }
            let fingerprint = view.fingerprint(piece.text);
            for (unit, hash) in text_units(&reference.document).into_iter().zip(fingerprint.unit_hashes()) {
                if let Some(pair) = left.remove(hash) {
                    pairs.push(Pair { reference: &reference.source[unit.range], ..pair });
                }
            }
        }
    }
}

fn counts(state: State) -> bool {
    matches!(state, State::Current | State::Unaccepted)
}

/// The piece, and its units if it has several.
fn push<'a>(whole: &Pair<'a>, reference: Text<'a>, translation: Text<'a>, pairs: &mut Vec<Pair<'a>>) {
    pairs.push(whole.clone());
    let (Text::Prose(reference), Text::Prose(translation)) = (reference, translation) else { return };
    let (left, right) = (align::units(&reference.document), align::units(&translation.document));
    if left.len() < 2 && left.iter().all(|unit| unit.table_rows().is_none()) {
        return;
    }
    let mut push = |a: &Unit<'a>, b: &Unit<'a>| {
        if let (Some(reference), Some(translation)) = (a.source(&reference.source), b.source(&translation.source)) {
            pairs.push(Pair { letter: a.letter, reference, translation, ..whole.clone() });
        }
    };
    for (left, right) in align::rows(&left, &right) {
        let (Some(left), Some(right)) = (left, right) else { continue };
        match (left.table_rows(), right.table_rows()) {
            (Some(left), Some(right)) if left.len() == right.len() => {
                left.iter().zip(&right).for_each(|(left, right)| push(left, right));
            }
            // What is not of one kind stands side by side for want of something better.
            _ if left.kind == right.kind => push(&left, &right),
            _ => {}
        }
    }
}
