//! Units that are not translated, as a program of the user's is asked for them and as it answers: JSON.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::incoming::{Incoming, IncomingFile, MAX_UNITS, Unreadable, text_of};
use super::unit::{ExchangeUnit, Progress};
use crate::library::Library;
use crate::library::localized::View;
use crate::translate::memory::{Memory, Terms};

/// What is like a source and was translated before: so much of it is shown, in percent at least.
const LIKE: usize = 60;

/// So many of that.
const MOST_LIKE: usize = 3;

/// What the program is asked.
#[derive(Debug, Serialize)]
pub struct Asked<'a> {
    /// The version of this form.
    pub version: u32,
    /// The book.
    pub book: &'a str,
    /// The language of the sources.
    pub source: &'a str,
    /// The language of the translations.
    pub target: &'a str,
    /// The units.
    pub units: Vec<AskedUnit<'a>>,
}

/// A unit that is to be translated.
#[derive(Debug, Serialize)]
pub struct AskedUnit<'a> {
    /// Its id, as `rulestone export` has it.
    pub id: &'a str,
    /// Its words with the marks in them.
    pub source: String,
    /// Number and title of the section, or what else it belongs to.
    pub context: &'a str,
    /// The source before it in the same text.
    pub before: Option<&'a str>,
    /// The source behind it.
    pub after: Option<&'a str>,
    /// The terms in it.
    pub terms: Vec<AskedTerm>,
    /// What is like it and was translated before.
    pub like: Vec<Like>,
}

/// A term of the glossary.
#[derive(Debug, Serialize)]
pub struct AskedTerm {
    /// Its name in the language of the source.
    pub source: String,
    /// Its name in the language of the translation, if it has one.
    pub target: Option<String>,
    /// What must not be written for it.
    pub forbidden: Vec<String>,
}

/// Something that was translated before.
#[derive(Debug, Serialize)]
pub struct Like {
    /// How like it is, in percent.
    pub score: usize,
    /// Its source.
    pub source: String,
    /// Its translation.
    pub target: String,
}

/// What the program is asked of these units of a translation.
pub fn ask<'a>(library: &'a Library, view: &View<'a>, units: &[&'a ExchangeUnit]) -> Asked<'a> {
    let memory = Memory::of(library, &view.book.reference, view.language);
    let terms = Terms::of(library, view.book, view.language);
    let unit = |unit: &&'a ExchangeUnit| {
        let source = unit.source.text();
        let like = memory.matches(&source, &view.book.id, LIKE, MOST_LIKE).into_iter();
        let like = like.map(|like| Like {
            score: like.score,
            source: like.pair.reference.to_owned(),
            target: like.pair.translation.to_owned(),
        });
        let terms = terms.uses(&source).into_iter().map(|term| AskedTerm {
            source: term.name().to_owned(),
            target: term.translation().map(str::to_owned),
            forbidden: term.forbidden().into_iter().map(str::to_owned).collect(),
        });
        AskedUnit {
            id: &unit.id,
            context: &unit.context,
            before: unit.before.as_deref(),
            after: unit.after.as_deref(),
            terms: terms.collect(),
            like: like.collect(),
            source,
        }
    };
    let (source, target) = (view.book.reference.as_str(), view.language);
    Asked { version: 1, book: &view.book.id, source, target, units: units.iter().map(unit).collect() }
}

/// The units of which a program is asked: the first of those that are missing, at most so many.
pub fn open_units(units: &[ExchangeUnit], most: usize) -> Vec<&ExchangeUnit> {
    units
        .iter()
        .filter(|unit| unit.progress == Progress::Missing && !unit.source.text().is_empty())
        .take(most)
        .collect()
}

/// What the program answers.
#[derive(Debug, Deserialize)]
struct Answer {
    units: Vec<AnsweredUnit>,
}

/// A unit that it has translated; it may leave out others.
#[derive(Debug, Deserialize)]
struct AnsweredUnit {
    id: String,
    target: String,
}

/// Reads what the program has answered: drafts of the units that it was asked for.
pub fn answered(name: &str, bytes: &[u8], language: &str, asked: &[&ExchangeUnit]) -> Result<IncomingFile, Unreadable> {
    let answer: Answer = serde_json::from_str(text_of(bytes)?).map_err(|error| {
        let help = "it is to answer {\"units\": [{\"id\": …, \"target\": …}]}, and nothing else";
        Unreadable::new(error.line(), format!("the answer cannot be read: {error}"), help)
    })?;
    if answer.units.len() > MAX_UNITS {
        let message = format!("the answer has more than {MAX_UNITS} units");
        return Err(Unreadable::new(1, message, "answer only what is asked"));
    }
    let known: HashMap<&str, &&ExchangeUnit> = asked.iter().map(|unit| (unit.id.as_str(), unit)).collect();
    let units = answer.units.into_iter().map(|answered| {
        let unit = known.get(answered.id.as_str());
        Incoming {
            source: unit.map(|unit| unit.source.text()).unwrap_or_default(),
            fingerprint: unit.map(|unit| unit.fingerprint.clone()),
            exported: unit.map(|unit| unit.target_hash()),
            fault: super::incoming::control_in(&answered.target),
            id: answered.id,
            target: answered.target,
            line: 1,
            ..Incoming::default()
        }
    });
    Ok(IncomingFile { name: name.to_owned(), language: Some(language.to_owned()), units: units.collect() })
}
