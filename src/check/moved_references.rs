//! A reference that stands as it stood at the last commit still leads to what it led to then.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::fingerprint;
use crate::library::markup::{Reference, StatementLabel};
use crate::library::references::{Target, resolve};
use crate::library::text::Prose;
use crate::library::units::text_units;
use crate::library::{Book, Library, Section, texts};

/// What of a library leads elsewhere than it did in the library `before`.
pub fn moved_references(before: &Library, library: &Library) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for book in &library.books {
        let Some(old) = before.book(&book.id) else { continue };
        let known = references(old);
        for owned in texts::proses(book) {
            for (key, unit) in units(owned.text, owned.language) {
                let Some(then) = known.get(&key).filter(|then| then.len() == unit.len()) else { continue };
                for ((reference, place), then) in unit.iter().zip(then) {
                    if reference == then
                        && let Some(told) = told((before, old), (library, book), reference)
                    {
                        found.push(owned.finding(&book.id, told.finding(reference, *place)));
                    }
                }
            }
        }
    }
    found
}

/// A unit by its language and its words around references.
type Key = (String, String);

/// The references of each unit of a book.
fn references(book: &Book) -> HashMap<Key, Vec<Reference>> {
    let mut known = HashMap::new();
    for owned in texts::proses(book) {
        for (key, unit) in units(owned.text, owned.language) {
            known.entry(key).or_insert_with(|| unit.into_iter().map(|(reference, _)| reference).collect());
        }
    }
    known
}

/// The units of a text that refer to something, and the references of each with their places.
fn units(text: &Prose, language: &str) -> Vec<(Key, Vec<(Reference, Place)>)> {
    let all = text.document.references();
    if all.is_empty() {
        return Vec::new();
    }
    let mut rest = all.into_iter().peekable();
    let mut found = Vec::new();
    for unit in text_units(&text.document) {
        let (mut words, mut references, mut at) = (String::new(), Vec::new(), unit.range.start);
        while rest.next_if(|(_, range)| range.start < unit.range.start).is_some() {}
        while let Some((reference, range)) = rest.next_if(|(_, range)| range.start < unit.range.end) {
            words.push_str(&text.source[at..range.start]);
            words.push_str("[[]]");
            at = range.end;
            references.push((reference.clone(), text.place_of(range)));
        }
        if !references.is_empty() {
            words.push_str(&text.source[at..unit.range.end.max(at)]);
            found.push(((language.to_owned(), words), references));
        }
    }
    found
}

/// Where a reference leads now that led elsewhere.
enum Told {
    /// To another section: the id of the one it led to, how that is written now, and the id of the one it leads to.
    Section { then: String, written: Option<String>, now: String },
    /// To another statement: the label that what it led to has now.
    Statement { written: String },
}

impl Told {
    fn finding(&self, reference: &Reference, place: Place) -> Diagnostic {
        let letter = reference.letter.map_or_else(String::new, |letter| format!(".{letter}"));
        let shown = reference.address_of(&format!("{}{letter}", reference.target));
        let (message, written) = match self {
            Self::Section { then, written, now } => {
                (format!("{shown} led to `{then}` at the last commit, and leads to `{now}` now"), written.as_ref())
            }
            Self::Statement { written } => {
                (format!("{shown} led to another statement at the last commit, which is {written} now"), Some(written))
            }
        };
        let mend = written.map_or_else(
            || "look what it is to lead to".to_owned(),
            |written| format!("write [[{written}]] if it is to lead where it led"),
        );
        let help = format!(
            "{mend}; `rulestone renumber`, `move`, `split` and `insert-statement` do so by themselves, and once it is committed nothing is said"
        );
        Diagnostic::new(&codes::REFERENCE_MOVED, place, message).help(help)
    }
}

fn told((before, old): (&Library, &Book), (now, book): (&Library, &Book), reference: &Reference) -> Option<Told> {
    let section = |library, book| match resolve(library, book, reference).ok()? {
        Target::Section { book, section, letter, .. } => Some((book, section, letter)),
        Target::Chapter { .. } | Target::Outside { .. } | Target::LeftOut { .. } => None,
    };
    let (_, then, letter_then) = section(before, old)?;
    let (home, here, letter) = section(now, book)?;
    if then.id != here.id {
        // A section that got another id is the same.
        let still = home.section(&then.id).or_else(|| home.successor(&then.id)).map(|(_, section)| section);
        if still.is_some_and(|still| still.id == here.id) {
            return None;
        }
        let letter = letter_then.map_or_else(String::new, |letter| format!(".{letter}"));
        let named = |section: &Section| section.number().unwrap_or(&section.id).to_owned();
        let written = still.map(|section| reference.address_of(&format!("{}{letter}", named(section))));
        return Some(Told::Section { then: then.id.clone(), written, now: here.id.clone() });
    }
    let (text_then, text) = (then.text.as_ref()?, here.text.as_ref()?);
    let was = fingerprint::ruled(text_then, Some(letter_then?), &home.id, before.book(&home.id)?);
    let hashes = fingerprint::statement_hashes(text, &home.id, home).into_iter();
    let same: Vec<StatementLabel> = hashes.filter(|(_, hash)| *hash == was).map(|(label, _)| label).collect();
    // Where the statement has been rewritten the reference goes with it.
    let moved = *same.first().filter(|_| letter.is_none_or(|letter| !same.contains(&letter)))?;
    Some(Told::Statement { written: reference.address_of(&format!("{}.{moved}", reference.target)) })
}
