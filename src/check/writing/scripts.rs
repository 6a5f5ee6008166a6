//! A word is written in one script: a Latin letter that looks like a Cyrillic one is not found by search, and the reverse.

use super::{Passage, words};
use crate::diagnostic::{Diagnostic, codes};

/// Letters that look alike: Latin, Cyrillic, Greek; a blank where a script has none.
const ALIKE: &[[char; 3]] = &[
    ['A', 'А', 'Α'],
    ['B', 'В', 'Β'],
    ['C', 'С', ' '],
    ['E', 'Е', 'Ε'],
    ['H', 'Н', 'Η'],
    ['I', 'І', 'Ι'],
    ['J', 'Ј', ' '],
    ['K', 'К', 'Κ'],
    ['M', 'М', 'Μ'],
    ['N', ' ', 'Ν'],
    ['O', 'О', 'Ο'],
    ['P', 'Р', 'Ρ'],
    ['S', 'Ѕ', ' '],
    ['T', 'Т', 'Τ'],
    ['X', 'Х', 'Χ'],
    ['Y', 'У', 'Υ'],
    ['Z', ' ', 'Ζ'],
    ['Ë', 'Ё', ' '],
    ['a', 'а', 'α'],
    ['c', 'с', ' '],
    ['e', 'е', ' '],
    ['i', 'і', 'ι'],
    ['j', 'ј', ' '],
    ['k', 'к', 'κ'],
    ['m', 'м', ' '],
    ['n', 'п', ' '],
    ['o', 'о', 'ο'],
    ['p', 'р', 'ρ'],
    ['s', 'ѕ', ' '],
    ['t', 'т', 'τ'],
    ['u', 'и', 'υ'],
    ['v', ' ', 'ν'],
    ['x', 'х', 'χ'],
    ['y', 'у', 'γ'],
    ['ë', 'ё', ' '],
];

const NAMES: [&str; 3] = ["Latin", "Cyrillic", "Greek"];

/// Letters of Cyrillic that look like Latin ones also where they are upright; и looks like u in italics only.
const UPRIGHT: &str = "АВСЕНІЈКМОРЅТХУЁасеорхуіјѕё";

/// Languages that are written in Cyrillic.
const CYRILLIC: [&str; 8] = ["ru", "uk", "be", "bg", "sr", "mk", "kk", "mn"];

fn is_cyrillic(language: &str) -> bool {
    CYRILLIC.contains(&language.split('-').next().unwrap_or(language))
}

pub(super) fn check(passage: &Passage, diagnostics: &mut Vec<Diagnostic>) {
    let words = words(&passage.words, |c| script(c).is_some());
    // Words of another language may be quoted.
    let quotes = words.iter().any(|(_, word)| word.chars().all(|c| script(c) == Some(1)) && !is_upright(word));
    for (start, word) in words {
        let Some(home) = home(word, passage.language, quotes) else { continue };
        let mut named: Vec<String> = Vec::new();
        let mut right = String::new();
        for c in word.chars() {
            let (Some(from), Some(to)) = (script(c), alike(c, home)) else {
                right.push(c);
                continue;
            };
            right.push(to);
            let name =
                format!("{c} (U+{:04X}, {}) for {to} (U+{:04X}, {})", c as u32, NAMES[from], to as u32, NAMES[home]);
            if !named.contains(&name) {
                named.push(name);
            }
        }
        let message = format!("`{word}` is written with letters of another script: {}", named.join(", "));
        let diagnostic = passage.finding(&codes::MIXED_SCRIPTS, start..start + word.len(), message);
        diagnostics.push(diagnostic.help(format!("write `{right}` in {} letters alone", NAMES[home])));
    }
}

fn is_upright(word: &str) -> bool {
    word.chars().all(|c| UPRIGHT.contains(c))
}

/// The script that a word should have been written in, if it is not. `quotes`: whether words of Cyrillic stand around it.
fn home(word: &str, language: &str, quotes: bool) -> Option<usize> {
    let count = |script| word.chars().filter(|c| self::script(*c) == Some(script)).count();
    let counts = [count(0), count(1), count(2)];
    let moves = |home: &usize| {
        let odd = |c: &char| script(*c) != Some(*home);
        word.chars().filter(odd).all(|c| alike(c, *home).is_some())
    };
    if counts.iter().filter(|count| **count > 0).count() == 1 {
        // No word of such a language is Cyrillic: one that could be Latin was meant so.
        return (!is_cyrillic(language) && !quotes && counts[1] > 0 && is_upright(word)).then_some(0);
    }
    let mut homes: Vec<usize> = (0..3).filter(|script| counts[*script] > 0).collect();
    let own = if language == "el" { 2 } else { usize::from(is_cyrillic(language)) };
    homes.sort_by_key(|script| (std::cmp::Reverse(counts[*script]), *script != own));
    let most = homes.first().map_or(0, |first| counts[*first]);
    // One letter of Greek makes no Greek word: Δv, ΔT.
    let is_home = |home: &usize| *home == own || counts[*home] > 1 || *home != 2 && counts[*home] == most;
    homes.into_iter().filter(is_home).find(moves)
}

/// The letter of the script `to` that looks like `c` of another one.
fn alike(c: char, to: usize) -> Option<char> {
    let from = script(c).filter(|from| *from != to)?;
    ALIKE.iter().find(|row| row[from] == c).map(|row| row[to]).filter(|c| *c != ' ')
}

/// The script of a letter, as a column of [`ALIKE`].
fn script(c: char) -> Option<usize> {
    Some(match c {
        'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{24F}' => 0,
        '\u{400}'..='\u{481}' | '\u{48A}'..='\u{52F}' => 1,
        '\u{386}'..='\u{386}' | '\u{388}'..='\u{3FF}' => 2,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::home;

    #[test]
    fn a_letter_that_looks_alike_is_moved_to_the_script_of_the_word() {
        assert_eq!(home("Рuм", "ru", false), Some(1));
        assert_eq!(home("Pим", "ru", false), Some(1));
        assert_eq!(home("Pимa", "ru", false), Some(1));
        assert_eq!(home("Rоme", "en", false), Some(0));
        assert_eq!(home("СР", "ja", false), Some(0));
        assert_eq!(home("СР", "de", false), Some(0));
        assert_eq!(home("Тa", "uk", false), Some(1));
    }

    #[test]
    fn a_word_of_one_script_or_without_likeness_stays() {
        for word in ["Rome", "Рим", "CU", "Ганнибал", "Ω", "Wебер"] {
            assert_eq!(home(word, "ru", false), None, "{word}");
        }
        assert_eq!(home("Ганнибал", "en", false), None);
        for word in ["Δv", "Δx", "Δt", "Δy", "ΔT", "λx"] {
            assert_eq!(home(word, "en", false), None, "{word}");
        }
        assert_eq!(home("Рим", "en", false), None, "alike in italics only");
        assert_eq!(home("мир", "en", false), None);
        assert_eq!(home("СР", "en", true), None, "beside other words of Cyrillic");
    }
}
