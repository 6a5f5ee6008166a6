//! No word stands twice in a row, and no mark of punctuation that never does.

use super::{MOST_FINDINGS, Passage, words};
use crate::characters::script::is_hiragana;
use crate::diagnostic::{Diagnostic, codes};

/// What may be said twice.
const TWICE: &[&str] = &["that", "had", "едва", "чуть"];

pub(super) fn check(passage: &Passage, diagnostics: &mut Vec<Diagnostic>) {
    let text = &passage.words;
    if matches!(passage.language, "en" | "ru") {
        let words = words(text, |c| c.is_alphanumeric() || matches!(c, '\'' | '’' | '_'));
        for (first, second) in words.iter().zip(words.iter().skip(1)) {
            if twice(text, *first, *second) {
                let message = format!("`{}` stands twice in a row", first.1);
                let range = first.0..second.0 + second.1.len();
                diagnostics.push(passage.finding(&codes::DOUBLED_WORD, range, message).help("remove one of the two"));
            }
        }
    }
    if passage.language == "ja" {
        for (at, particles) in particles(text).into_iter().take(MOST_FINDINGS) {
            let message = format!("`{particles}` stands where one particle can");
            let finding = passage.finding(&codes::DOUBLED_WORD, at..at + particles.len(), message);
            diagnostics.push(finding.help("write the one that is meant"));
        }
    }
    for at in marks(text).into_iter().take(MOST_FINDINGS) {
        let mark: String = text[at..].chars().take(1).collect();
        let message = format!("`{mark}{mark}` stands for one `{mark}`");
        let range = at..at + 2 * mark.len();
        diagnostics.push(passage.finding(&codes::DOUBLED_WORD, range, message).help("remove one of the two"));
    }
}

/// Particles of Japanese that never stand beside each other.
const NEVER_BESIDE: &[&str] =
    &["をを", "のの", "がが", "にに", "でで", "へへ", "をが", "をの", "がを", "にを", "はを", "へを"];

/// Where two particles stand between words that are written with other letters, and which.
fn particles(text: &str) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    for pair in NEVER_BESIDE {
        for (at, _) in text.match_indices(pair) {
            let before = text[..at].chars().next_back();
            let after = text[at + pair.len()..].chars().next();
            // In a word of hiragana they may be letters.
            let hiragana = |c: Option<char>| c.is_some_and(is_hiragana);
            if pair.starts_with('を') || !hiragana(before) && !hiragana(after) {
                found.push((at, *pair));
            }
        }
    }
    found.sort_unstable();
    found
}

/// Whether the second word repeats the first. Numbers may, and so may two names: Bora Bora.
fn twice(text: &str, (at, first): (usize, &str), (next, second): (usize, &str)) -> bool {
    let between = &text[at + first.len()..next];
    let upper = |word: &str| word.starts_with(char::is_uppercase);
    !between.is_empty()
        && between.chars().all(char::is_whitespace)
        && first.chars().all(char::is_alphabetic)
        && !(upper(first) && upper(second))
        && first.to_lowercase() == second.to_lowercase()
        && !TWICE.contains(&first.to_lowercase().as_str())
}

/// Where a mark stands exactly twice. Two points after a question or a cry are Russian, those between letters or digits a
/// range.
fn marks(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let mut count = 1;
        while chars.next_if(|(_, next)| *next == c).is_some() {
            count += 1;
        }
        let before = text[..at].chars().next_back();
        let after = chars.peek().map(|(_, c)| *c);
        let inner = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let fine = match c {
            '.' => {
                matches!(before, Some('?' | '!' | '？' | '！' | '/'))
                    || inner(after)
                    || matches!(after, Some('/' | '\\'))
                    || before.is_none_or(char::is_whitespace)
            }
            // A quotation mark made of commas.
            ',' => before.is_none_or(|c| c.is_whitespace() || c == '(') && inner(after),
            ';' | '、' | '。' | '，' => false,
            _ => true,
        };
        if count == 2 && !fine {
            found.push(at);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{marks, twice, words};

    fn doubled(text: &str) -> bool {
        let words = words(text, char::is_alphanumeric);
        words.iter().zip(words.iter().skip(1)).any(|(first, second)| twice(text, *first, *second))
    }

    #[test]
    fn words_are_doubled_but_not_numbers_names_or_pairs() {
        assert!(doubled("The the fleet") && doubled("to the  the fleet") && doubled("и и"));
        for fine in ["6 6", "Bora Bora", "едва-едва", "that that", "the, the", "A A", "fleet fleets"] {
            assert!(!doubled(fine), "{fine}");
        }
    }

    #[test]
    fn points_are_doubled_but_not_ellipses_or_ranges() {
        assert_eq!(marks("no.. yes,, 艦隊。。"), [2, 8, 17]);
        for fine in ["no...", "1..6", "Что?..", "so....", "../data", ",,so", "。。。"] {
            assert!(marks(fine).is_empty(), "{fine}");
        }
    }
}
