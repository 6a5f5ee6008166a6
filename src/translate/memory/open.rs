//! What is to be translated of a book, with what the memory and the glossary know about it.

use super::index::{Memory, Suggestion};
use super::terms::{TermUse, Terms};
use crate::library::Book;
use crate::library::align::{self, Unit};
use crate::library::localized::{State, View};
use crate::library::markup::StatementLabel;
use crate::library::text::Text;
use crate::library::unfinished::{Holder, Unfinished, unfinished};

/// What is asked of the memory.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The least score, in percent.
    pub least: usize,
    /// The most suggestions for a text.
    pub limit: usize,
}

/// What is known about a text.
#[derive(Debug)]
pub struct Matches<'m, 'a> {
    /// The terms that stand in it.
    pub terms: Vec<TermUse<'a>>,
    /// The best translations of the whole.
    pub whole: Vec<Suggestion<'m, 'a>>,
    /// Its units for which there are suggestions, if it has several units.
    pub units: Vec<OpenUnit<'m, 'a>>,
}

/// A unit of a text and what the memory knows about it.
#[derive(Debug)]
pub struct OpenUnit<'m, 'a> {
    /// The statement.
    pub letter: Option<StatementLabel>,
    /// What it is.
    pub kind: &'static str,
    /// The reference text.
    pub source: &'m str,
    /// The best translations.
    pub suggestions: Vec<Suggestion<'m, 'a>>,
}

/// A piece that is missing or outdated.
#[derive(Debug)]
pub struct Open<'m, 'a> {
    /// The piece.
    pub piece: Unfinished<'a>,
    /// The translation that is out of date.
    pub old: Option<&'a str>,
    /// What is known about it.
    pub matches: Matches<'m, 'a>,
}

impl<'a> Open<'_, 'a> {
    /// Today's reference text.
    pub fn source(&self) -> &'a str {
        self.piece.text.source().trim()
    }
}

impl<'m, 'a> Matches<'m, 'a> {
    /// What is known about a text of `book`.
    pub fn of(memory: &'m Memory<'a>, terms: &Terms<'a>, book: &Book, text: Text<'m>, asked: Asked) -> Self {
        let find = |text: &str| memory.matches(text, &book.id, asked.least, asked.limit);
        let source = text.source();
        let mut matches = Self { terms: terms.uses(source), whole: find(source), units: Vec::new() };
        // What stands in the library word for word has its units there, too.
        if let Text::Prose(prose) = text
            && matches.whole.first().is_none_or(|best| best.score < 100)
        {
            let units: Vec<Unit<'m>> = align::units(&prose.document)
                .into_iter()
                .flat_map(|unit| unit.table_rows().unwrap_or_else(|| vec![unit]))
                .collect();
            if units.len() > 1 {
                let units = units.iter().filter_map(|unit| {
                    let source = unit.source(source)?;
                    // What stands in a piece that is suggested as a whole need not be told again.
                    let mut suggestions = find(source);
                    suggestions.retain(|one| !matches.whole.iter().any(|whole| whole.pair.is_beside(one.pair)));
                    let (letter, kind) = (unit.letter, unit.kind);
                    (!suggestions.is_empty()).then_some(OpenUnit { letter, kind, source, suggestions })
                });
                matches.units = units.collect();
            }
        }
        matches
    }

    /// What is known about words that somebody typed.
    pub fn of_text(memory: &'m Memory<'a>, terms: &Terms<'a>, book: &Book, text: &str, asked: Asked) -> Self {
        let whole = memory.matches(text, &book.id, asked.least, asked.limit);
        Self { terms: terms.uses(text), whole, units: Vec::new() }
    }

    /// Whether the memory knows nothing.
    pub fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.units.is_empty()
    }
}

/// The pieces of `book` that are missing or outdated in `language`; only these sections, if any are named.
pub fn open<'m, 'a: 'm>(
    memory: &'m Memory<'a>,
    terms: &Terms<'a>,
    book: &'a Book,
    language: &'a str,
    sections: &[String],
    asked: Asked,
) -> Vec<Open<'m, 'a>> {
    let view = View::new(book, language);
    // The memory does not hold definitions: they stand alone, each once.
    let wanted = |piece: &Unfinished<'_>| match piece.holder {
        _ if !matches!(piece.state, State::Missing | State::Outdated) => false,
        Holder::Section(_, section) => sections.is_empty() || sections.contains(&section.id),
        Holder::Chapter(_) => sections.is_empty(),
        Holder::Term(_) => false,
    };
    let pieces = unfinished(&view).into_iter().filter(wanted);
    let open = pieces.map(|piece| {
        let matches = Matches::of(memory, terms, book, piece.text, asked);
        Open { old: piece.own.map(|own| own.source().trim()), matches, piece }
    });
    open.collect()
}
