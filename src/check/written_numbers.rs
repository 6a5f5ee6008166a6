//! The drift guard: a number in the text of a section that its logic also knows is to be written from the logic, so that the two
//! cannot part. 0 and 1 are left alone: they stand in almost every sentence in another sense.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, codes};
use crate::library::{Library, Prose, names};

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
                .values()
                .filter_map(|translation| translation.sections.get(&section.id))
                .filter_map(|section| section.text.as_ref());
            for text in section.text.iter().chain(translated) {
                for (number, place) in numbers(text).into_iter().filter(|(number, _)| known.contains(number)) {
                    let message = format!("the number {number} stands in the text and in the logic of this section");
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
        for word in line.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':'))) {
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
fn numbers(text: &Prose) -> Vec<(u64, crate::diagnostic::Place)> {
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
            let before = start.checked_sub(1).map(|at| bytes[at].1);
            let after = bytes.get(at).map(|(_, c)| *c);
            let next = bytes.get(at + 1).map(|(_, c)| *c);
            let in_word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic() || c == '.' || c == '#');
            if in_word(before)
                || after.is_some_and(|c| c.is_ascii_alphabetic() || (c == '.' && next.is_some_and(digit)))
            {
                continue;
            }
            let value: String = bytes[start..at].iter().map(|(_, c)| names::half_width(*c)).collect();
            let end = bytes.get(at).map_or(words.len(), |(at, _)| *at);
            // A run of words with escapes in it is longer than what it means; then the whole run is the place.
            let whole = range.end - range.start != words.len();
            let place = if whole {
                text.place_of(range.clone())
            } else {
                text.place_of(range.start + bytes[start].0..range.start + end)
            };
            found.extend(value.parse().ok().map(|number| (number, place)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_ranges_and_references_are_no_numbers_of_the_logic() {
        let logic =
            "roll d6 as wave\nvalue cap(box: 0..20): number = 10 - box # 99\n| 3..5 | external base:9.6 |\nx_7 is 4";
        assert_eq!(known(logic).into_iter().collect::<Vec<_>>(), [3, 4, 5, 10]);
    }
}
