//! Texts cut so that a position tells its passage, and what stands above a section.

use std::borrow::Borrow;
use std::collections::HashMap;

use crate::analyzer::{Analyzer, Token};
use crate::library::prefixes;
use crate::search::collection::Entry;

use super::stored::{joined, unwrap_lines};

/// The first position of each passage is a multiple of this. Tokens of a longer one have the numbers of several.
pub(crate) const PASSAGE: usize = 512;

/// So many characters of a text that has no title stand for it.
const LONGEST_NAME: usize = 400;

/// The tokens of passages that stand behind each other. No phrase goes on from one into the next.
pub(crate) fn cut_apart(analyzer: &Analyzer, passages: &[&str]) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    for passage in passages {
        let first = tokens.last().map_or(0, |last| ((last.position + 1) / PASSAGE + 1) * PASSAGE);
        tokens
            .extend(analyzer.cut(passage).into_iter().map(|token| Token { position: first + token.position, ..token }));
    }
    tokens
}

/// A text in parts that begin at these bytes, and what stands before the first.
pub(crate) fn parted(text: &str, starts: impl IntoIterator<Item = usize>) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = (0, text);
    for start in starts {
        let (before, behind) = rest.1.split_at(start - rest.0);
        parts.push(before);
        rest = (start, behind);
    }
    parts.push(rest.1);
    parts.retain(|part| !part.is_empty());
    parts
}

/// What stands above each of `entries` by its number, the nearest first: the titles of the sections that it lies under, and the
/// texts of those that have none, as 1.4.6 stands over 1.4.6b.
pub(crate) fn paths<E: Borrow<Entry>>(entries: &[E]) -> Vec<Vec<String>> {
    let numbered = entries.iter().map(Borrow::borrow).filter_map(|entry| {
        let key = entry.keys.first()?.as_str();
        Some(((entry.book.as_str(), entry.language.as_str(), key), entry))
    });
    let numbered: HashMap<_, _> = numbered.collect();
    let mut called: HashMap<*const Entry, String> = HashMap::new();
    let mut above = |entry: &Entry| {
        let above = prefixes(entry.keys.first()?).skip(1);
        let found = above.filter_map(|key| numbered.get(&(entry.book.as_str(), entry.language.as_str(), key)));
        let found =
            found.map(|found| called.entry(std::ptr::from_ref(*found)).or_insert_with(|| called_by(found)).clone());
        Some(found.filter(|text| !text.is_empty()).collect())
    };
    entries.iter().map(|entry| above(entry.borrow()).unwrap_or_default()).collect()
}

/// What a section is called by those that lie under it: its title, or the beginning of its text.
fn called_by(entry: &Entry) -> String {
    if !entry.title.is_empty() {
        return unwrap_lines(&entry.title);
    }
    let mut text = joined(&entry.body).0;
    if let Some((end, _)) = text.char_indices().nth(LONGEST_NAME) {
        // Not within a word, where there are blanks between words.
        let end = text[..end].rfind(char::is_whitespace).unwrap_or(end);
        text.truncate(end);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::collection::Passage;

    #[test]
    fn a_position_tells_its_passage() {
        let analyzer = Analyzer::default();
        for length in [PASSAGE - 1, PASSAGE, PASSAGE + 1] {
            let tokens = cut_apart(&analyzer, &[&"word ".repeat(length), "End"]);
            let [.., last, end] = &tokens[..] else { panic!("{length}") };
            assert!(end.position % PASSAGE == 0 && end.position > last.position + 1, "{length}");
        }
        let long = "word ".repeat(PASSAGE + 1);
        let tokens = cut_apart(&analyzer, &["One, two.", "", "海戦", &long, "End"]);
        let passages: Vec<usize> = tokens.iter().map(|token| token.position / PASSAGE).collect();
        let mut known = passages.clone();
        known.dedup();
        assert_eq!(known, [0, 1, 2, 3, 4]);
        assert_eq!(passages.iter().filter(|at| **at == 0).count(), 2);
        assert_eq!(tokens.last().map(|token| (token.term.as_str(), token.position)), Some(("end", 4 * PASSAGE)));
    }

    #[test]
    fn a_long_text_without_a_title_is_called_by_its_beginning() {
        let body = vec![Passage { text: "word ".repeat(1000), ..Passage::default() }];
        let keys = |number: &str| vec![crate::library::NumberScheme::default().key(number)];
        let all =
            [Entry { keys: keys("7"), body, ..Entry::default() }, Entry { keys: keys("7.1"), ..Entry::default() }];
        assert!(paths(&all)[1][0].len() <= LONGEST_NAME && paths(&all)[1][0].ends_with("word"));
    }

    #[test]
    fn a_text_is_parted_where_passages_begin() {
        assert_eq!(parted("Intro.\nOne.\nTwo.", [7, 12]), ["Intro.\n", "One.\n", "Two."]);
        assert_eq!(parted("One.", [0]), ["One."]);
        assert_eq!(parted("", []), [""; 0]);
    }

    #[test]
    fn what_stands_above_is_of_the_same_book_and_language() {
        let entry = |book: &str, language: &str, number: Option<&str>, title: &str| Entry {
            book: book.into(),
            language: language.into(),
            keys: number.iter().map(|number| crate::library::NumberScheme::default().key(number)).collect(),
            title: title.into(),
            ..Entry::default()
        };
        let found = paths(&[
            entry("a", "en", Some("6"), "Combat"),
            entry("a", "en", Some("6.2"), "At sea"),
            entry("a", "en", Some("6.2.1"), "Losses"),
            entry("a", "en", Some("6.2.1b"), "At night"),
            entry("a", "ru", Some("6"), "Бой"),
            entry("b", "en", Some("6.2.1"), "Other"),
            entry("a", "en", None, "Appendix"),
            Entry {
                body: vec![Passage { text: "Ships\nat sea.".into(), ..Passage::default() }],
                ..entry("a", "en", Some("7"), "")
            },
            entry("a", "en", Some("7.1"), "Storms"),
        ]);
        assert_eq!(
            found,
            [
                vec![],
                vec!["Combat"],
                vec!["At sea", "Combat"],
                vec!["Losses", "At sea", "Combat"],
                vec![],
                vec![],
                vec![],
                vec![],
                vec!["Ships at sea."]
            ]
        );
    }
}
