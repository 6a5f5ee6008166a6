//! What a translation records of the reference text it was made from: a hash of its words and of each of its units, and the
//! forms its numbers ask for.

use std::collections::HashSet;
use std::ops::Range;

use sha2::{Digest, Sha256};

use super::markup::{Mark, StatementLabel, Written, expression};
use super::model::Book;
use super::plural;
use super::text::{Prose, Text, collapse_whitespace};
use super::units::{Standing, TextUnit, standings, text_units};
use crate::files::hex;

/// What tells whether a piece of reference text is still the one that a translation was made from.
///
/// White space is no part of it, and neither is numbering: a reference counts by the section it leads to, a statement by
/// being one, not by its letter. A value counts by its expression, not by what logic makes of it today; but a number
/// that asks for another form of the words around it ("2 карты", "5 карт") is a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    words_hash: String,
    /// Those of the text; `None` where the logic has not given all its values.
    numbers: Option<Numbers>,
    /// Of each unit its hash and its numbers; none where there are too many.
    units: Vec<(String, Numbers)>,
}

/// The expression and the number of every value that is one, each expression once.
type Numbers = Vec<(String, i64)>;

/// What stands in `from` of a text: `WORDS-form-form`, or `WORDS UNIT-form UNIT` where it has several units.
#[derive(Clone, Debug)]
struct Record<'a> {
    words: &'a str,
    forms: Vec<&'a str>,
    units: Vec<(&'a str, Vec<&'a str>)>,
}

impl<'a> Record<'a> {
    fn read(recorded: &'a str) -> Self {
        let part = |part: &'a str| {
            let mut parts = part.split('-');
            (parts.next().unwrap_or_default(), parts.collect::<Vec<_>>())
        };
        let mut parts = recorded.split_whitespace().map(part);
        let (words, forms) = parts.next().unwrap_or_default();
        Self { words, forms, units: parts.collect() }
    }
}

/// How a reference text differs from the one recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its words are others.
    Words,
    /// Its words are the same, but these values ask for other forms of the words around them.
    Forms(Vec<OtherForm>),
}

/// A value that asks for another form of the words around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherForm {
    /// The expression.
    pub expression: String,
    /// The category of Unicode's CLDR when the translation was made: `one`, `few`, `many`, `other`. None if that was not
    /// recorded, or of other values.
    pub was: Option<String>,
    /// The category now.
    pub now: &'static str,
}

/// What a unit of a translation was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MadeFrom<'a> {
    /// This unit of the reference text, by its place.
    Unit(usize),
    /// What is recorded of it already.
    Earlier(&'a str),
    /// Nobody has said.
    Unknown,
}

/// The numbers of a book's sections: from a number as written to the id of the section it means.
pub trait Numbering {
    /// The id, if one section and no other has that number.
    fn section(&self, number: &str) -> Option<String>;
}

impl Numbering for Book {
    fn section(&self, number: &str) -> Option<String> {
        let number = self.reference_forms.get(number).map_or(number, |form| form.value.as_str());
        match &self.numbered(number)[..] {
            [(_, section)] => Some(section.id.clone()),
            _ => None,
        }
    }
}

impl Fingerprint {
    /// That of a text in the book `book`, whose sections have their numbers by `numbering`.
    pub fn of(text: Text<'_>, book: &str, numbering: &dyn Numbering) -> Self {
        match text {
            Text::Line(line) => Self { words_hash: hash(&line.value), numbers: Some(Vec::new()), units: Vec::new() },
            Text::Prose(prose) => Self::of_prose(prose, book, numbering),
        }
    }

    fn of_prose(prose: &Prose, book: &str, numbering: &dyn Numbering) -> Self {
        let written = prose.document.written();
        let numbers_of = |written: &[(&str, Option<&Written>, Range<usize>)]| {
            let mut seen = HashSet::new();
            let mut numbers = Vec::new();
            for (value, written, _) in written {
                let name = expression(value).0;
                if let Some(number) = (*written)?.number.filter(|_| seen.insert(name)) {
                    numbers.push((name.to_owned(), number));
                }
            }
            Some(numbers)
        };
        let words = WithoutNumbering::new(prose, book, numbering);
        let mut units = text_units(&prose.document);
        if units.len() > MOST_UNITS {
            units.clear();
        }
        let mut at = 0;
        let of_unit = |unit: &TextUnit| {
            // Those of a unit stand together, as all stand in the order of the text.
            at += written[at..].iter().take_while(|(_, _, range)| range.start < unit.range.start).count();
            let end = at + written[at..].iter().take_while(|(_, _, range)| range.start < unit.range.end).count();
            let mut print = hash(&words.part(unit.range.clone()));
            print.truncate(UNIT);
            (print, numbers_of(&written[std::mem::replace(&mut at, end)..end]).unwrap_or_default())
        };
        Self {
            units: units.iter().map(of_unit).collect(),
            words_hash: hash(&words.part(0..prose.source.len())),
            numbers: numbers_of(&written),
        }
    }

    /// The hash of the words alone.
    pub fn words_hash(&self) -> &str {
        &self.words_hash
    }

    /// The hashes of its units.
    pub fn unit_hashes(&self) -> impl Iterator<Item = &str> {
        self.units.iter().map(|(hash, _)| hash.as_str())
    }

    /// As `from` records it in a translation into `language`: the hash of the words, those of its units where there are several,
    /// and the form each number asks for in that language, if it has several. None as long as it has several and the numbers are
    /// not known.
    pub fn record(&self, language: &str) -> Option<String> {
        let numbers = match &self.numbers {
            Some(numbers) => numbers.as_slice(),
            None if plural::has_forms(language) => return None,
            None => &[],
        };
        if self.units.len() < 2 {
            return Some(with_forms(&self.words_hash, numbers, language));
        }
        let units = self.units.iter().map(|(hash, numbers)| with_forms(hash, numbers, language));
        Some(std::iter::once(self.words_hash.clone()).chain(units).collect::<Vec<_>>().join(" "))
    }

    /// How the text differs from the one that `recorded` was made from; `translated` is the translation, for a number
    /// whose forms it writes itself never asks for another.
    pub fn change(&self, recorded: &str, language: &str, translated: Option<&Prose>) -> Option<Reason> {
        let recorded = Record::read(recorded);
        if recorded.words != self.words_hash {
            return Some(Reason::Words);
        }
        let whole = self.numbers.as_deref().unwrap_or_default();
        let mut others = Vec::new();
        if recorded.units.len() == self.units.len() && !whole.is_empty() {
            for ((_, numbers), (_, forms)) in self.units.iter().zip(&recorded.units) {
                others.extend(other_forms(numbers, forms, language, translated));
            }
        } else {
            others = other_forms(whole, &recorded.forms, language, translated);
        }
        let mut seen = HashSet::new();
        others.retain(|other| seen.insert(other.expression.clone()));
        (!others.is_empty()).then_some(Reason::Forms(others))
    }

    /// The same where only these units of the text, by their places, are as the translation has them; what is recorded of the
    /// others stays. `units` is how many the translation has: None where it cannot be told which of them is which.
    pub fn record_units(
        &self,
        recorded: Option<&str>,
        language: &str,
        units: usize,
        accepted: &[usize],
    ) -> Option<String> {
        if self.units.len() < 2 {
            return None;
        }
        let whole = self.record(language)?;
        let recorded = recorded.unwrap_or(UNKNOWN);
        let standings = standings(&units_of(recorded), &self.unit_hashes().collect::<Vec<_>>());
        // With the forms of their numbers.
        let now: Vec<&str> = whole.split(' ').skip(1).collect();
        let mut then: Vec<&str> = recorded.split(' ').collect();
        let words = then.remove(0);
        let place = |at: usize| match standings[at] {
            Standing::Same(place) | Standing::Changed(place) => Some(place),
            Standing::New => None,
        };
        let places: Option<Vec<usize>> = accepted.iter().map(|at| place(*at)).collect();
        let made = match places {
            // The translation stands as it stood, so that its units are those of then.
            Some(places) if units == then.len() => {
                for (at, place) in accepted.iter().zip(places) {
                    then[place] = now[*at];
                }
                then
            }
            _ if units == now.len() => {
                let of = |at: usize| {
                    if accepted.contains(&at) { now[at] } else { place(at).map_or(UNKNOWN, |place| then[place]) }
                };
                (0..now.len()).map(of).collect()
            }
            _ => return None,
        };
        if made == now {
            return Some(whole);
        }
        Some(std::iter::once(words).chain(made).collect::<Vec<_>>().join(" "))
    }

    /// What to record of a translation of which each unit, in its order, was made from that unit of this text, or has that record
    /// of its own. None as long as the forms of numbers are not known.
    pub fn record_made(&self, language: &str, made: &[MadeFrom<'_>]) -> Option<String> {
        let whole = self.record(language)?;
        let now: Vec<&str> = whole.split(' ').skip(1).collect();
        let all = made.iter().enumerate().all(|(at, made)| *made == MadeFrom::Unit(at));
        if all && made.len() == self.units.len().max(1) {
            return Some(whole);
        }
        let of = |made: &MadeFrom<'_>| match made {
            MadeFrom::Unit(at) => now.get(*at).map_or_else(|| UNKNOWN.to_owned(), |unit| (*unit).to_owned()),
            MadeFrom::Earlier(record) => (*record).to_owned(),
            MadeFrom::Unknown => UNKNOWN.to_owned(),
        };
        Some(std::iter::once(UNKNOWN.to_owned()).chain(made.iter().map(of)).collect::<Vec<_>>().join(" "))
    }

    /// How each unit of the text stands to those of the one recorded, and whether its numbers still ask for the same forms;
    /// nothing if either has no units, or none were recorded. `translated` as in [`Self::change`].
    pub fn standings(&self, whole: &str, language: &str, translated: Option<&Prose>) -> Option<Vec<(Standing, bool)>> {
        let recorded = Record::read(whole);
        let then: Vec<&str> = recorded.units.iter().map(|(hash, _)| *hash).collect();
        let now: Vec<&str> = self.unit_hashes().collect();
        if now.is_empty() {
            return None;
        }
        if then.is_empty() {
            // As a whole it is as it was, and so are its units.
            let is_same = self.change(whole, language, translated).is_none();
            return is_same.then(|| (0..now.len()).map(|at| (Standing::Same(at), true)).collect());
        }
        let with_forms = |(standing, (_, numbers)): (Standing, &(String, Numbers))| {
            let is_same = match standing {
                Standing::Same(at) => other_forms(numbers, &recorded.units[at].1, language, translated).is_empty(),
                Standing::Changed(_) | Standing::New => false,
            };
            (standing, is_same)
        };
        Some(standings(&then, &now).into_iter().zip(&self.units).map(with_forms).collect())
    }
}

/// The numbers that ask for another form of the words around them than was recorded.
fn other_forms(
    numbers: &[(String, i64)],
    recorded: &[&str],
    language: &str,
    translated: Option<&Prose>,
) -> Vec<OtherForm> {
    if numbers.is_empty() {
        return Vec::new();
    }
    let values: Vec<_> = translated.map_or_else(Vec::new, |translated| translated.document.values());
    let values: Vec<_> = values.into_iter().map(|(value, _)| expression(value)).collect();
    // It may write the forms in one place and forget them in another.
    let plain = |name: &str| values.iter().any(|(expression, forms)| *expression == name && forms.is_empty());
    let of_itself = |name: &str| values.iter().any(|(expression, _)| *expression == name) && !plain(name);
    // As many forms as there are numbers, or nobody knows of which each was.
    let was = |at: usize| recorded.get(at).filter(|_| recorded.len() == numbers.len()).copied();
    let other = |(at, (name, number)): (usize, &(String, i64))| {
        let now = plural::form(language, number.unsigned_abs())?;
        let is_other = was(at) != Some(now) && !of_itself(name);
        is_other.then(|| OtherForm { expression: name.clone(), was: was(at).map(str::to_owned), now })
    };
    numbers.iter().enumerate().filter_map(other).collect()
}

/// What stands for a text or unit that nobody has recorded.
pub(crate) const UNKNOWN: &str = "none";

/// A text of more units is known as a whole.
const MOST_UNITS: usize = 2_000;

/// So many hexadecimal digits tell the units of one text apart.
pub(crate) const UNIT: usize = 6;

/// A hash and the forms that numbers ask for.
fn with_forms(hash: &str, numbers: &[(String, i64)], language: &str) -> String {
    let forms = numbers.iter().filter_map(|(_, number)| plural::form(language, number.unsigned_abs()));
    std::iter::once(hash).chain(forms).collect::<Vec<_>>().join("-")
}

/// The hashes of the units that [`Fingerprint::record`] has recorded; none where there was one alone.
pub fn units_of(recorded: &str) -> Vec<&str> {
    Record::read(recorded).units.into_iter().map(|(hash, _)| hash).collect()
}

/// The records of the units in what [`Fingerprint::record`] has written, as they stand there; none where there was one alone.
pub fn unit_records(recorded: &str) -> Vec<&str> {
    recorded.split_whitespace().skip(1).collect()
}

/// Whether the record of a unit says that nobody knows what it was made from.
pub fn is_unknown(record: &str) -> bool {
    record == UNKNOWN
}

/// The hash of each unit of a text: longer than those that are recorded, which only tell the units of one text apart.
pub fn unit_hashes(prose: &Prose, book: &str, numbering: &dyn Numbering) -> Vec<String> {
    let words = WithoutNumbering::new(prose, book, numbering);
    text_units(&prose.document).into_iter().map(|unit| hash(&words.part(unit.range))).collect()
}

/// The hash of the words in what [`Fingerprint::record`] has written.
pub fn words_of(recorded: &str) -> &str {
    Record::read(recorded).words
}

/// The hash of a section's text, or of one statement of it, as a ruling records it.
pub fn ruled(prose: &Prose, letter: Option<StatementLabel>, book: &str, numbering: &dyn Numbering) -> String {
    let letters = prose.document.letters();
    let at = letter.and_then(|letter| letters.iter().position(|(of, _)| *of == letter));
    let range = at.map_or(0..prose.source.len(), |at| statement(prose, &letters, at));
    hash(&WithoutNumbering::new(prose, book, numbering).part(range))
}

/// The statements of a text, each with the hash that [`ruled`] has of it.
pub fn statement_hashes(prose: &Prose, book: &str, numbering: &dyn Numbering) -> Vec<(StatementLabel, String)> {
    let letters = prose.document.letters();
    let words = WithoutNumbering::new(prose, book, numbering);
    let of =
        |(at, (label, _)): (usize, &(StatementLabel, _))| (*label, hash(&words.part(statement(prose, &letters, at))));
    letters.iter().enumerate().map(of).collect()
}

/// Where a statement stands: from its letter to the next one.
fn statement(prose: &Prose, letters: &[(StatementLabel, Range<usize>)], at: usize) -> Range<usize> {
    letters[at].1.start..letters.get(at + 1).map_or(prose.source.len(), |(_, next)| next.start)
}

/// A text as written, with references by id and statements without their letters.
struct WithoutNumbering<'a> {
    source: &'a str,
    /// What stands in the place of what, in order.
    marks: Vec<(Range<usize>, String)>,
}

impl<'a> WithoutNumbering<'a> {
    fn new(prose: &'a Prose, book: &str, numbering: &dyn Numbering) -> Self {
        let mut marks = Vec::new();
        prose.document.visit(&mut |inline| {
            if let super::markup::InlineKind::Mark(Mark::Reference(reference)) = &inline.kind
                && reference.book.as_deref().is_none_or(|named| named == book)
                && let Some(section) = numbering.section(&reference.target)
            {
                let letter = reference.letter.map_or_else(String::new, |letter| format!(".{letter}"));
                let words = reference.words.as_ref().map_or_else(String::new, |words| format!("|{words}"));
                marks.push((inline.range.clone(), format!("[[{section}{letter}{words}]]")));
            }
        });
        marks.extend(prose.document.letters().into_iter().map(|(_, range)| (range, "^".to_owned())));
        marks.sort_by_key(|(range, _)| range.start);
        Self { source: &prose.source, marks }
    }

    fn part(&self, part: Range<usize>) -> String {
        let first = self.marks.partition_point(|(range, _)| range.start < part.start);
        let mut text = String::with_capacity(part.len());
        let mut at = part.start;
        for (range, words) in self.marks[first..].iter().take_while(|(range, _)| range.end <= part.end) {
            text.push_str(&self.source[at..range.start]);
            text.push_str(words);
            at = range.end;
        }
        text.push_str(&self.source[at..part.end]);
        text
    }
}

/// The first 8 hexadecimal digits of the SHA-256 of the words of a text, so that a change of white space alone is none.
pub fn hash(text: &str) -> String {
    hex(&Sha256::digest(collapse_whitespace(text).as_bytes())[..4])
}
