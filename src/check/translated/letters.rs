//! A letter that names a statement in a translation ("規定a") is one that the reference text names.

use super::unit_pairs::UnitPair;
use crate::characters::script::{is_latin, is_unspaced};
use crate::diagnostic::{Diagnostic, codes};
use crate::library::Library;

pub(super) fn check(_: &Library, unit: &UnitPair, diagnostics: &mut Vec<Diagnostic>) {
    let words = &unit.translated.words;
    // In Latin letters they are words: French "y".
    let latin = words.chars().filter(|c| is_latin(*c)).count();
    if latin * 2 > words.chars().filter(|c| c.is_alphabetic()).count() {
        return;
    }
    let known: Vec<char> = alone(&unit.reference.words).map(|(_, letter)| letter).collect();
    for (at, letter) in alone(words).filter(|(_, letter)| !known.contains(letter)) {
        let message = format!("the reference text does not name a letter `{letter}` here");
        let mut named: Vec<String> = known.iter().map(|letter| format!("`{letter}`")).collect();
        named.dedup();
        let help = match (named.is_empty(), cyrillic(letter)) {
            (true, Some(alike)) => {
                format!("write `{alike}` (U+{:04X}), if the word is meant, or remove it", alike as u32)
            }
            (true, None) => "remove it".to_owned(),
            (false, Some(alike)) => {
                format!("it names {}; if the word is meant, write `{alike}` (U+{:04X})", named.join(", "), alike as u32)
            }
            (false, None) => format!("it names {}", named.join(", ")),
        };
        diagnostics.push(unit.finding(&codes::REFERENCE_MISMATCH, at..at + 1, message).help(help));
    }
}

/// The small Latin letters that stand alone, each with where.
fn alone(words: &str) -> impl Iterator<Item = (usize, char)> {
    let letter = |c: char| c.is_alphanumeric() && !is_unspaced(c);
    let joins = move |c: Option<char>| c.is_some_and(|c| letter(c) || ".'’/-_*".contains(c));
    words.char_indices().filter(move |(at, c)| {
        let before = words[..*at].chars().next_back();
        let mut after = words[at + c.len_utf8()..].chars();
        let (next, behind) = (after.next(), after.next());
        let stop = next == Some('.') && !behind.is_some_and(letter);
        c.is_ascii_lowercase() && !joins(before) && (stop || !joins(next))
    })
}

/// The Cyrillic word that looks like a Latin letter.
fn cyrillic(letter: char) -> Option<char> {
    Some(match letter {
        'a' => 'а',
        'c' => 'с',
        'k' => 'к',
        'o' => 'о',
        'y' => 'у',
        _ => return None,
    })
}
