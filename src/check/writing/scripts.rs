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

pub(super) fn check(passage: &Passage, diagnostics: &mut Vec<Diagnostic>) {
    for (start, word) in words(&passage.words, |c| script(c).is_some()) {
        let Some(home) = home(word, passage.language) else { continue };
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

/// The script that a word should have been written in, if it is not.
fn home(word: &str, language: &str) -> Option<usize> {
    let count = |script| word.chars().filter(|c| self::script(*c) == Some(script)).count();
    let counts = [count(0), count(1), count(2)];
    let moves = |home: &usize| {
        let odd = |c: &char| script(*c) != Some(*home);
        word.chars().filter(odd).all(|c| alike(c, *home).is_some())
    };
    if counts.iter().filter(|count| **count > 0).count() == 1 {
        // No word of these languages is Cyrillic: one that could be Latin was meant so.
        return (matches!(language, "en" | "ja") && counts[1] > 0 && moves(&0)).then_some(0);
    }
    let mut homes: Vec<usize> = (0..3).filter(|script| counts[*script] > 0).collect();
    let own = usize::from(language == "ru");
    homes.sort_by_key(|script| (std::cmp::Reverse(counts[*script]), *script != own));
    homes.into_iter().find(moves)
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
        assert_eq!(home("Рuм", "ru"), Some(1));
        assert_eq!(home("Pим", "ru"), Some(1));
        assert_eq!(home("Pимa", "ru"), Some(1));
        assert_eq!(home("Rоme", "en"), Some(0));
        assert_eq!(home("СР", "ja"), Some(0));
    }

    #[test]
    fn a_word_of_one_script_or_without_likeness_stays() {
        for word in ["Rome", "Рим", "CU", "Ганнибал", "Ω", "Wебер"] {
            assert_eq!(home(word, "ru"), None, "{word}");
        }
        assert_eq!(home("Ганнибал", "en"), None);
    }
}
