//! The concepts that a text names while it is put on a page: each place once, the longest name first.

use std::ops::Range;

use super::declined::is_form;
use super::names::Names;
use super::{Concept, concepts};
use crate::analyzer::{Analyzer, Script, script};
use crate::characters::script::is_han;
use crate::library::{Book, Library};

/// Words of Russian that are like names of their stems: "это" is no case of Эта, nor "ничего" of "ничья".
const NEVER: [&str; 14] =
    ["при", "по", "это", "эта", "эти", "этих", "этим", "этого", "этой", "этом", "эту", "ничего", "ничем", "ничему"];

/// The names of a book's concepts in one language.
#[derive(Debug)]
pub struct Spotter<'a> {
    language: &'a str,
    analyzer: Analyzer,
    names: Names,
    concepts: Vec<Concept<'a>>,
}

impl<'a> Spotter<'a> {
    /// Those of `book` in `language`.
    pub fn of(library: &'a Library, book: &'a Book, language: &'a str) -> Self {
        let analyzer = Analyzer::default();
        let concepts = concepts(library, book, &[language]);
        let mut names = Names::default();
        for (at, concept) in concepts.iter().enumerate() {
            for name in concept.names(language) {
                names.add(&analyzer, at, &name.value);
            }
        }
        Self { language, analyzer, names, concepts }
    }

    /// Where `words` name a concept, in their order, each place with the ids of the concepts that it may mean; no two places
    /// overlap.
    pub fn spot(&self, words: &str) -> Vec<(Range<usize>, Vec<&'a str>)> {
        // No text is cut where there is nothing to look for.
        if self.names.is_empty() {
            return Vec::new();
        }
        let mut found = self.names.find(&self.analyzer, words);
        found.retain(|found| {
            let concept = &self.concepts[found.concept];
            !found.within && concept.names(self.language).any(|name| is_meant(&name.value, words, &found.range))
        });
        let mut spots: Vec<(Range<usize>, Vec<&'a str>)> = Vec::new();
        for found in found {
            let id = self.concepts[found.concept].id;
            match spots.last_mut() {
                Some((range, ids)) if *range == found.range => ids.push(id),
                Some((range, _)) if found.range.start < range.end => {}
                _ => spots.push((found.range, vec![id])),
            }
        }
        spots
    }
}

/// Whether a name is meant by words of its stem: a wrong way to the glossary harms more than one that is missing.
fn is_meant(name: &str, words: &str, range: &Range<usize>) -> bool {
    let written = &words[range.clone()];
    let (before, behind) = (words[..range.start].chars().next_back(), words[range.end..].chars().next());
    let is_kanji = |char: Option<char>| char.is_some_and(is_han);
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        // One character in the middle of a word is a part of that: 敵 in 敵対.
        (Some(only), None) if is_kanji(Some(only)) => return !is_kanji(before) && !is_kanji(behind),
        _ => {}
    }
    // What is written in capitals is meant by capitals: ПО, not "По".
    let capitals = name.chars().filter(|char| char.is_uppercase()).count();
    if capitals > 1 && !name.chars().any(char::is_lowercase) {
        return written.starts_with(name);
    }
    // "Six-sided" is of no side.
    let is_hyphen = |char: Option<char>| matches!(char, Some('-' | '‐' | '‑'));
    if (is_hyphen(before) || is_hyphen(behind)) && !name.contains('-') {
        return false;
    }
    let lower = written.to_lowercase();
    let is_one_word = !name.contains(char::is_whitespace) && !lower.contains(char::is_whitespace);
    if is_one_word && name.chars().next().is_some_and(|char| script(char) == Script::Cyrillic) {
        return !NEVER.contains(&lower.as_str()) && is_form(&name.to_lowercase(), &lower);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_like_a_name_is_not_always_the_name() {
        let meant = |name: &str, words: &str, written: &str| {
            let start = words.find(written).unwrap();
            is_meant(name, words, &(start..start + written.len()))
        };
        assert!(meant("Эта", "у Эты", "Эты") && meant("ПО", "3 ПО", "ПО") && meant("ничья", "при ничьей", "ничьей"));
        assert!(
            !meant("Эта", "Эти правила", "Эти") && !meant("ПО", "По 3", "По") && !meant("ничья", "ничего", "ничего")
        );
        assert!(meant("side", "each side", "side") && !meant("side", "six-sided", "sided"));
        assert!(meant("敵", "敵の軍", "敵") && !meant("敵", "敵対する", "敵"));
    }
}
