//! A translation refers to what the reference text refers to.

use super::Pair;
use crate::diagnostic::{Diagnostic, codes};
use crate::library::markup::{Reference, StatementLabel};
use crate::library::references::{Target, resolve};
use crate::library::{Book, Library};

pub(super) fn check(library: &Library, pair: &Pair, diagnostics: &mut Vec<Diagnostic>) {
    let (Some(reference), Some(translated)) = (pair.reference.prose(), pair.translated.prose()) else { return };
    let wanted = reference.document.references();
    let mut wanted: Vec<_> = wanted.iter().filter_map(|(to, _)| Some((target(library, pair.book, to)?, *to))).collect();
    let mut other = Vec::new();
    for (to, range) in translated.document.references() {
        let Some(target) = target(library, pair.book, to) else { continue };
        match wanted.iter().position(|(wanted, _)| *wanted == target) {
            Some(at) => drop(wanted.remove(at)),
            None => other.push((to, range)),
        }
    }
    let lost: Vec<_> = wanted.iter().map(|(_, to)| named(to)).collect();
    let lost = lost.join(", ");
    for (to, range) in other.iter().cloned() {
        let message = format!("the reference text does not refer to {} here", named(to));
        let help = if lost.is_empty() { "remove it".to_owned() } else { format!("it refers to {lost}") };
        let place = translated.place_of(range);
        diagnostics.push(pair.finding(&codes::REFERENCE_MISMATCH, place, message).help(help));
    }
    if other.is_empty() && !lost.is_empty() {
        let message = format!("the reference text refers to {lost}, the translation does not");
        let help = format!("refer to {lost} where the reference text does");
        diagnostics.push(pair.finding(&codes::REFERENCE_MISMATCH, translated.place, message).help(help));
    }
}

/// A reference as it is written without words of its own.
pub(super) fn named(to: &Reference) -> String {
    let book = to.book.as_ref().map(|book| format!("{book}:")).unwrap_or_default();
    let letter = to.letter.map(|letter| format!(".{letter}")).unwrap_or_default();
    format!("[[{book}{}{letter}]]", to.target)
}

/// What a reference leads to; one that leads nowhere is found elsewhere.
pub(super) fn target(
    library: &Library,
    book: &Book,
    reference: &Reference,
) -> Option<(String, String, Option<StatementLabel>)> {
    Some(match resolve(library, book, reference).ok()? {
        Target::Section { book, section, letter, .. } => (book.id.clone(), section.id.clone(), letter),
        Target::Chapter { book, chapter } => (book.id.clone(), chapter.id.clone(), None),
        Target::Outside { book, target } => (book, target, None),
        Target::LeftOut { number } => (book.id.clone(), number, None),
    })
}
