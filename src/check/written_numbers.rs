//! The drift guard: a number in the text of a section that its logic also knows is to be written from the logic, so that the two
//! cannot part, in English also one that is written as a word. 0 and 1 are left alone: they stand in almost every sentence in
//! another sense.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::{Library, Prose, names};
use crate::logic::calendar::month_called;

/// Numbers as English writes them, and what each is.
const WORDS: [(&str, u64); 13] = [
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("twice", 2),
    ("thrice", 3),
];

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        for (_, section) in book.sections() {
            let Some(logic) = section.logic.as_ref().and_then(|logic| logic.text()) else { continue };
            let known = known(logic);
            if known.is_empty() {
                continue;
            }
            let translated = book
                .translations
                .iter()
                .filter_map(|(language, translation)| Some((language, translation.sections.get(&section.id)?)))
                .filter_map(|(language, section)| Some((language, section.text.as_ref()?)));
            for (language, text) in section.text.iter().map(|text| (&book.reference, text)).chain(translated) {
                let in_words = if language == "en" { numbers_in_words(text) } else { Vec::new() };
                let all = numbers(text).into_iter().map(|(number, place)| (number, None, place)).chain(in_words);
                for (number, word, place) in all.filter(|(number, ..)| known.contains(number)) {
                    let word = word.map_or_else(String::new, |word| format!(", `{word}`,"));
                    let message =
                        format!("the number {number}{word} stands in the text and in the logic of this section");
                    let diagnostic = Diagnostic::new(&codes::NUMBER_NOT_FROM_LOGIC, place, message)
                        .help("write it from the logic, as `{…}`, or waive the finding if it means something else");
                    diagnostics.push(diagnostic.in_section(&book.id, &section.id));
                }
            }
        }
    }
}

/// The numbers that a block of logic names: not those of dice (`d6`), of ranges outside tables, or of references.
fn known(logic: &str) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    for line in logic.lines() {
        let line = line.split('#').next().unwrap_or_default();
        let table = line.trim_start().starts_with('|');
        let words: Vec<&str> = line
            .split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':')))
            .filter(|word| !word.is_empty())
            .collect();
        let is_month = |at: Option<usize>| {
            at.and_then(|at| words.get(at))
                .is_some_and(|word| month_called(word.split("..").next().unwrap_or(word)).is_some())
        };
        for (at, word) in words.iter().enumerate() {
            // The day and the year of a date are told with its month.
            if is_month(at.checked_add(1)) || is_month(at.checked_sub(1)) {
                continue;
            }
            let range = word.contains("..");
            if (range && !table) || word.contains(':') {
                continue;
            }
            found.extend(word.split("..").filter_map(|part| part.parse::<u64>().ok()).filter(|number| *number > 1));
        }
    }
    found
}

/// The numbers of a text with their places; those of rule numbers and parts of words are none.
fn numbers(text: &Prose) -> Vec<(u64, Place)> {
    let mut found = Vec::new();
    for (words, range) in text.document.words() {
        let bytes = words.char_indices().collect::<Vec<_>>();
        let digit = |c: char| names::half_width(c).is_ascii_digit();
        let mut at = 0;
        while at < bytes.len() {
            if !digit(bytes[at].1) {
                at += 1;
                continue;
            }
            let start = at;
            while at < bytes.len() && digit(bytes[at].1) {
                at += 1;
            }
            // Thousands apart, `9,000` or `9 000` with a space that does not break: one number.
            let group = |at: usize| {
                let three = bytes.get(at + 1..at + 4).is_some_and(|next| next.iter().all(|(_, c)| digit(*c)));
                three && !bytes.get(at + 4).is_some_and(|(_, c)| digit(*c))
            };
            if at - start <= 3 {
                while bytes.get(at).is_some_and(|(_, c)| matches!(c, ',' | '\u{a0}' | '\u{202f}' | '’')) && group(at)
                {
                    at += 4;
                }
            }
            let before = start.checked_sub(1).map(|at| bytes[at].1);
            let after = bytes.get(at).map(|(_, c)| *c);
            let next = bytes.get(at + 1).map(|(_, c)| *c);
            let in_word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic() || c == '.' || c == '#');
            if in_word(before)
                || after.is_some_and(|c| c.is_ascii_alphabetic() || (c == '.' && next.is_some_and(digit)))
            {
                continue;
            }
            let digits = bytes[start..at].iter().map(|(_, c)| names::half_width(*c));
            let value: String = digits.filter(char::is_ascii_digit).collect();
            let end = bytes.get(at).map_or(words.len(), |(at, _)| *at);
            let place = place(text, words, &range, bytes[start].0..end);
            found.extend(value.parse().ok().map(|number| (number, place)));
        }
    }
    found
}

/// The numbers that a text writes as words, each with its word and place; parts of words with a hyphen are none.
fn numbers_in_words(text: &Prose) -> Vec<(u64, Option<&'static str>, Place)> {
    let mut found = Vec::new();
    for (words, range) in text.document.words() {
        let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '-' | '\'' | '’');
        let mut at = 0;
        for word in words.split_inclusive(|c: char| !is_inside(c)) {
            let start = at;
            at += word.len();
            let word = word.trim_end_matches(|c: char| !is_inside(c));
            let lower = word.to_lowercase();
            let Some((known, number)) = WORDS.iter().find(|(known, _)| *known == lower) else { continue };
            found.push((*number, Some(*known), place(text, words, &range, start..start + word.len())));
        }
    }
    found
}

/// The place of a part of a run of words; one with escapes in it is longer than what it means, then it is the whole run.
fn place(text: &Prose, words: &str, range: &Range<usize>, part: Range<usize>) -> Place {
    let is_as_written = range.end - range.start == words.len();
    text.place_of(if is_as_written { range.start + part.start..range.start + part.end } else { range.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_ranges_and_references_are_no_numbers_of_the_logic() {
        let logic = "roll d6 as wave\nvalue cap(box: 0..20): number = 10 - box # 99\n| 3..5 | external base:9.6 |\nx_7 is 4\n6 April 2010 + 8 days";
        assert_eq!(known(logic).into_iter().collect::<Vec<_>>(), [3, 4, 5, 8, 10]);
    }
}
