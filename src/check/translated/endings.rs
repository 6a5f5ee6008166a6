//! A unit ends as others in the book do whose reference text ends so: with a full stop, a colon, or nothing.

use std::collections::HashMap;

use super::unit_pairs::{Form, UnitPair};
use crate::diagnostic::{Diagnostic, codes};
use crate::library::markup::OBJECT;

/// Units of a kind that it takes to know how they end.
const ENOUGH: usize = 12;

/// Of so many units of a kind one may end otherwise.
const RARE: usize = 30;

/// How a unit ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Ending {
    Stop,
    Colon,
    Comma,
    Nothing,
}

pub(super) fn check(units: &[UnitPair], diagnostics: &mut Vec<Diagnostic>) {
    let mut kinds: HashMap<(Form, Ending), HashMap<Ending, usize>> = HashMap::new();
    let ended: Vec<_> = units
        .iter()
        .filter_map(|unit| Some((unit, ending(&unit.reference.words)?.0, ending(&unit.translated.words)?)))
        .collect();
    for (unit, there, (here, _)) in &ended {
        *kinds.entry((unit.translated.form, *there)).or_default().entry(*here).or_default() += 1;
    }
    for (unit, there, (here, at)) in &ended {
        let Some(kind) = kinds.get(&(unit.translated.form, *there)) else { continue };
        let all: usize = kind.values().sum();
        let Some((usual, count)) = kind.iter().max_by_key(|(_, count)| **count) else { continue };
        if usual == here || *count < ENOUGH || (all - count) * RARE > all.max(RARE) {
            continue;
        }
        // A list may be announced by either.
        if matches!((usual, here), (Ending::Stop, Ending::Colon) | (Ending::Colon, Ending::Stop)) {
            continue;
        }
        let words = &unit.translated.words;
        if *here == Ending::Stop && is_abbreviation(words) {
            continue;
        }
        let last = words[..*at].chars().next_back().map_or(0, char::len_utf8);
        let message = format!("this ends with {}, others of its kind in this book with {}", here.name(), usual.name());
        let help = match usual {
            Ending::Nothing => "remove the mark at the end".to_owned(),
            _ => format!("end it with {}, as the reference text does", usual.name()),
        };
        diagnostics.push(unit.finding(&codes::ENDING_MISMATCH, at - last..*at, message).help(help));
    }
}

impl Ending {
    fn name(self) -> &'static str {
        match self {
            Self::Stop => "a full stop",
            Self::Colon => "a colon",
            Self::Comma => "a comma or semicolon",
            Self::Nothing => "no mark",
        }
    }
}

/// Whether the stop at the end may belong to a short word: "p.", "см."
fn is_abbreviation(words: &str) -> bool {
    let last = words.trim_end().trim_end_matches('.').rsplit(|c: char| !c.is_alphabetic()).next();
    words.trim_end().ends_with('.') && last.is_some_and(|last| last.chars().count() <= 4)
}

/// How some words end, and behind which byte; nothing for what is no sentence but a value or a sign.
fn ending(words: &str) -> Option<(Ending, usize)> {
    let closes =
        |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '”' | '’' | '“' | '»' | '」' | '』' | ')' | '）' | ']');
    let inner = words.trim_end_matches(closes);
    let last = inner.chars().next_back()?;
    if !inner.contains(char::is_alphabetic) {
        return None;
    }
    // What stands within brackets at the end says it, or the mark behind them, which is no bracket.
    let outer = words.trim_end().chars().next_back()?;
    let ending = match last {
        // A question is asked in one language and told in another.
        '?' | '!' | '？' | '！' => return None,
        '.' | '。' | '．' | '…' => Ending::Stop,
        ':' | '：' => Ending::Colon,
        ',' | ';' | '、' | '，' | '；' => Ending::Comma,
        OBJECT if outer == OBJECT => return None,
        _ => Ending::Nothing,
    };
    Some((ending, inner.len()))
}
