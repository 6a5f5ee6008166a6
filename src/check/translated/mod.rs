//! What is wrong between a text and its translation, piece by piece. One check per file; each sees pairs of
//! pieces or of their units and knows no other.
//!
//! A translation that is known to be out of date is not looked at: that it is, is said already.

mod dotted;
mod emphasis;
mod endings;
mod kept;
mod length;
mod letters;
mod meaning;
mod numbers;
mod order;
pub(super) mod proper_names;
mod quantities;
mod references;
mod same_words;
mod shape;
mod shown;
mod terms;
mod unit_pairs;
mod untranslated;
mod values;

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic, Place};
use crate::library::localized::{State, View, pieces};
use crate::library::text::Text;
use crate::library::{Book, Library, Line, Prose, Section};

/// A piece of a book and its translation.
pub(super) struct Pair<'a> {
    pub(super) book: &'a Book,
    /// What it is called in its section.
    pub(super) key: String,
    /// The section that it belongs to; none for the glossary and the book itself.
    pub(super) section: Option<&'a str>,
    /// The language of the translation.
    pub(super) language: &'a str,
    pub(super) reference: Text<'a>,
    pub(super) translated: Text<'a>,
}

impl Pair<'_> {
    /// A finding at a place of the translation; the reference text is shown beside it.
    pub(super) fn finding(&self, code: &'static Code, place: Place, message: String) -> Diagnostic {
        let diagnostic = Diagnostic::new(code, place, message).related(self.reference.place(), "the reference text");
        self.whose(diagnostic)
    }

    /// A finding with the book and the section that it belongs to.
    pub(super) fn whose(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self.section {
            Some(section) => diagnostic.in_section(&self.book.id, section),
            None => diagnostic.in_book(&self.book.id),
        }
    }
}

pub(super) fn check(library: &Library, book: &Book, language: &str, diagnostics: &mut Vec<Diagnostic>) {
    let pairs = pairs(book, language);
    for pair in &pairs {
        for check in [
            references::check,
            values::check,
            shape::check,
            emphasis::check,
            shown::check,
            numbers::check,
            dotted::check,
        ] {
            check(library, pair, diagnostics);
        }
    }
    let units = unit_pairs::of(&pairs);
    for unit in &units {
        for check in [order::check, letters::check] {
            check(library, unit, diagnostics);
        }
    }
    untranslated::units(library, book, &units, diagnostics);
    endings::check(&units, diagnostics);
    meaning::check(&units, diagnostics);
    kept::check(library, book, &pairs, diagnostics);
    untranslated::check(library, book, &pairs, diagnostics);
    length::check(&pairs, diagnostics);
    same_words::check(&pairs, diagnostics);
}

/// Every piece that is translated and not out of date, with its translation, in the order of the book.
fn pairs<'a>(book: &'a Book, language: &'a str) -> Vec<Pair<'a>> {
    let view = View::new(book, language);
    let of = |section: &'a Section| {
        pieces(section).into_iter().filter_map(move |piece| {
            let translated = view.own(section, &piece.key)?;
            let current = view.piece_state(section, &piece) != State::Outdated;
            let (key, reference) = (piece.key, piece.text);
            current.then_some(Pair { book, key, section: Some(&section.id), language, reference, translated })
        })
    };
    let mut pairs: Vec<_> = book.sections().flat_map(|(_, section)| of(section)).collect();
    pairs.extend(of_book(book, language));
    pairs
}

/// What the glossary and the files of the book itself say in both languages.
fn of_book<'a>(book: &'a Book, language: &'a str) -> Vec<Pair<'a>> {
    let view = View::as_written(book, language);
    let definitions = book.terms.iter().filter_map(|term| {
        let shown = view.definition(term).filter(|shown| !matches!(shown.state, State::Missing | State::Outdated))?;
        let translated = shown.text;
        Some((format!("terms.{}", term.id), Text::Prose(term.definition.as_ref()?), Text::Prose(translated)))
    });
    let in_both =
        |key: String, reference: Option<Text<'a>>, translated: Option<Text<'a>>| Some((key, reference?, translated?));
    let lines = |key: String, texts: &'a BTreeMap<String, Line>| {
        in_both(key, texts.get(&book.reference).map(Text::Line), texts.get(language).map(Text::Line))
    };
    let proses = |key: String, texts: &'a BTreeMap<String, Prose>| {
        in_both(key, texts.get(&book.reference).map(Text::Prose), texts.get(language).map(Text::Prose))
    };
    let options = book.options.iter().flat_map(|option| {
        let key = |of: &str| format!("options.{}.{of}", option.id);
        let readings = option.readings.iter().map(|(name, texts, _)| lines(key(name), texts)).collect::<Vec<_>>();
        readings.into_iter().chain([lines(key("title"), &option.title), proses(key("why"), &option.why)]).flatten()
    });
    let reasons = book.assumptions.iter().filter_map(|set| proses(format!("assumptions.{}", set.id), &set.reason));
    let rulings = book.rulings.iter().flat_map(|ruling| {
        let key = |of: &str| format!("rulings.{}.{of}", ruling.id);
        [proses(key("question"), &ruling.question), proses(key("answer"), &ruling.answer)].into_iter().flatten()
    });
    let maps = book.maps.iter().flat_map(|map| {
        let key = |of: &str| format!("maps.{}.{of}", map.id);
        [lines(key("title"), &map.title), proses(key("note"), &map.note)].into_iter().flatten()
    });
    let texts = definitions
        .chain(options)
        .chain(reasons)
        .chain(rulings)
        .chain(maps)
        .chain(proses("provenance".to_owned(), &book.provenance));
    texts
        .map(|(key, reference, translated)| Pair { book, key, section: None, language, reference, translated })
        .collect()
}
