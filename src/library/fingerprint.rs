//! What a translation records of the reference text it was made from: a hash of its words, and the forms its numbers ask for.

use std::collections::HashSet;
use std::ops::Range;

use sha2::{Digest, Sha256};

use super::markup::{Mark, StatementLabel, expression};
use super::model::Book;
use super::plural;
use super::text::{Prose, Text, collapse_whitespace};
use crate::files::hex;

/// What tells whether a piece of reference text is still the one that a translation was made from.
///
/// White space is no part of it, and neither is numbering: a reference counts by the section it leads to, a statement by
/// being one, not by its letter. A value counts by its expression, not by what logic makes of it today; but a number
/// that asks for another form of the words around it ("2 карты", "5 карт") is a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    words_hash: String,
    /// The expression and the number of every value that is one, each expression once; `None` where the logic has not given
    /// all values of the text.
    numbers: Option<Vec<(String, i64)>>,
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
            Text::Line(line) => Self { words_hash: hash(&line.value), numbers: Some(Vec::new()) },
            Text::Prose(prose) => Self::of_prose(prose, book, numbering),
        }
    }

    fn of_prose(prose: &Prose, book: &str, numbering: &dyn Numbering) -> Self {
        let written = prose.document.written();
        let mut numbers = Some(Vec::new());
        let mut seen = HashSet::new();
        for (value, written, _) in &written {
            let name = expression(value).0;
            match (written, &mut numbers) {
                (Some(written), Some(numbers)) => {
                    if let Some(number) = written.number.filter(|_| seen.insert(name)) {
                        numbers.push((name.to_owned(), number));
                    }
                }
                (None, _) => numbers = None,
                (_, None) => {}
            }
        }
        Self { words_hash: hash(&without_numbering(prose, book, numbering)), numbers }
    }

    /// The hash of the words alone.
    pub fn words_hash(&self) -> &str {
        &self.words_hash
    }

    /// As `from` records it in a translation into `language`: the hash of the words, and the form each number asks for
    /// in that language, if it has several. None as long as it has several and the numbers are not known.
    pub fn record(&self, language: &str) -> Option<String> {
        let numbers = match &self.numbers {
            Some(numbers) => numbers.as_slice(),
            None if plural::has_forms(language) => return None,
            None => &[],
        };
        let forms = numbers.iter().filter_map(|(_, number)| plural::form(language, number.unsigned_abs()));
        Some(std::iter::once(self.words_hash.as_str()).chain(forms).collect::<Vec<_>>().join("-"))
    }

    /// How the text differs from the one that `recorded` was made from; `translated` is the translation, for a number
    /// whose forms it writes itself never asks for another.
    pub fn change(&self, recorded: &str, language: &str, translated: Option<&Prose>) -> Option<Reason> {
        if words_of(recorded) != self.words_hash {
            return Some(Reason::Words);
        }
        let values: Vec<_> = translated.map_or_else(Vec::new, |translated| translated.document.values());
        let values: Vec<_> = values.into_iter().map(|(value, _)| expression(value)).collect();
        // It may write the forms in one place and forget them in another.
        let plain = |name: &str| values.iter().any(|(expression, forms)| *expression == name && forms.is_empty());
        let of_itself = |name: &str| values.iter().any(|(expression, _)| *expression == name) && !plain(name);
        let recorded: Vec<&str> = recorded.split('-').skip(1).collect();
        let numbers = self.numbers.as_deref().unwrap_or_default();
        // As many forms as there are numbers, or nobody knows of which each was.
        let was = |at: usize| recorded.get(at).filter(|_| recorded.len() == numbers.len()).copied();
        let other = |(at, (name, number)): (usize, &(String, i64))| {
            let now = plural::form(language, number.unsigned_abs())?;
            let is_other = was(at) != Some(now) && !of_itself(name);
            is_other.then(|| OtherForm { expression: name.clone(), was: was(at).map(str::to_owned), now })
        };
        let others: Vec<_> = numbers.iter().enumerate().filter_map(other).collect();
        (!others.is_empty()).then_some(Reason::Forms(others))
    }
}

/// The hash of the words in what [`Fingerprint::record`] has written.
pub fn words_of(recorded: &str) -> &str {
    recorded.split('-').next().unwrap_or_default()
}

/// The hash of a section's text, or of one statement of it, as a ruling records it.
pub fn ruled(prose: &Prose, letter: Option<StatementLabel>, book: &str, numbering: &dyn Numbering) -> String {
    let letters = prose.document.letters();
    let at = letter.and_then(|letter| letters.iter().position(|(of, _)| *of == letter));
    let range = at.map_or(0..prose.source.len(), |at| {
        letters[at].1.start..letters.get(at + 1).map_or(prose.source.len(), |(_, next)| next.start)
    });
    hash(&part_without_numbering(prose, range, book, numbering))
}

/// The text as written, with references by id and statements without their letters.
fn without_numbering(prose: &Prose, book: &str, numbering: &dyn Numbering) -> String {
    part_without_numbering(prose, 0..prose.source.len(), book, numbering)
}

fn part_without_numbering(prose: &Prose, part: Range<usize>, book: &str, numbering: &dyn Numbering) -> String {
    let mut text = prose.source[..part.end].to_owned();
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
    marks.retain(|(range, _)| part.start <= range.start && range.end <= part.end);
    marks.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    for (range, words) in marks {
        text.replace_range(range, &words);
    }
    text.split_off(part.start)
}

/// The first 8 hexadecimal digits of the SHA-256 of the words of a text, so that a change of white space alone is none.
pub fn hash(text: &str) -> String {
    hex(&Sha256::digest(collapse_whitespace(text).as_bytes())[..4])
}
