//! Where a name stands in a text: in its very letters, or in any form of its words.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use aho_corasick::AhoCorasick;

use super::pattern::{CutText, Pattern};
use super::{Analyzer, Kind};

/// Where `name` stands in `words`: as a whole word in scripts with spaces, anywhere in those without.
pub(crate) fn exact(words: &str, name: &str) -> Vec<Range<usize>> {
    let spaced = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c));
    words
        .match_indices(name)
        .map(|(at, _)| at..at + name.len())
        .filter(|range| {
            let (before, after) = (words[..range.start].chars().next_back(), words[range.end..].chars().next());
            !(spaced(name.chars().next()) && spaced(before) || spaced(name.chars().next_back()) && spaced(after))
        })
        .collect()
}

fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// A word or phrase in any case and any form. A single word with a capital is a name or a heading: what it is written
/// like in small letters may be another word.
pub(crate) struct Inflected {
    pattern: Pattern,
    /// Whether it has to begin with a capital.
    capital: bool,
    /// What may stand between its words besides blanks.
    marks: Vec<char>,
}

impl Inflected {
    /// None if `name` is not made of words alone whose forms are known.
    pub(crate) fn of(analyzer: &Analyzer, name: &str) -> Option<Self> {
        let tokens = analyzer.cut(name);
        let words = tokens.iter().all(|token| matches!(token.kind, Kind::Word | Kind::Number));
        let marks = name.chars().filter(|c| !c.is_alphanumeric()).chain(['-', '\'', '’']).collect();
        let capital = tokens.len() == 1 && name.starts_with(char::is_uppercase);
        (words && tokens.iter().any(|token| token.kind == Kind::Word)).then(|| Self {
            pattern: Pattern::of(analyzer, name),
            capital,
            marks,
        })
    }

    /// Where it stands in `text`, which is `cut`. Words that a mark parts are no phrase.
    pub(crate) fn find(&self, text: &str, cut: &CutText) -> Vec<Range<usize>> {
        let mut found = cut.find(&self.pattern);
        let joined = |c: char| c.is_alphanumeric() || c.is_whitespace() || self.marks.contains(&c);
        found.retain(|range| {
            let words = &text[range.clone()];
            words.chars().all(joined) && (!self.capital || words.starts_with(char::is_uppercase))
        });
        found
    }
}

/// Many names as they are written, to find in one pass which of them a text can hold at all: most texts hold none, and
/// looking for each of them in each text takes long.
pub(crate) struct Written {
    /// None if there is more to look for than fits; then every name may be anywhere.
    names: Option<AhoCorasick>,
    count: usize,
}

impl Written {
    pub(crate) fn of<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let names: Vec<&str> = names.collect();
        Self { count: names.len(), names: AhoCorasick::new(&names).ok() }
    }

    /// Which of the names stand in `words`, at whatever boundary, by their places in order.
    pub(crate) fn candidates(&self, words: &str) -> Vec<usize> {
        match &self.names {
            Some(names) => sorted(names.find_overlapping_iter(words).map(|found| found.pattern().as_usize())),
            None => (0..self.count).collect(),
        }
    }
}

/// Many names in any form, by the first of their terms: which of them can begin in a text.
pub(crate) struct Begun(HashMap<String, Vec<usize>>);

impl Begun {
    pub(crate) fn of<'a>(names: impl Iterator<Item = Option<&'a Inflected>>) -> Self {
        let mut first: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, name) in names.enumerate() {
            if let Some(term) = name.and_then(|name| name.pattern.first()) {
                first.entry(term.to_owned()).or_default().push(at);
            }
        }
        Self(first)
    }

    /// Which of the names begin with a term of the text, by their places in order.
    pub(crate) fn candidates(&self, cut: &CutText) -> Vec<usize> {
        // A text says many of its words often.
        let terms: HashSet<&str> = cut.tokens().iter().map(|token| token.term.as_str()).collect();
        sorted(terms.into_iter().filter_map(|term| self.0.get(term)).flatten().copied())
    }
}

/// Each place once, in order.
pub(crate) fn sorted(places: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut places: Vec<_> = places.collect();
    places.sort_unstable();
    places.dedup();
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_in_latin_anywhere_in_japanese() {
        assert_eq!(exact("Volscii and Volsciian", "Volscii"), vec![0..7]);
        assert_eq!(exact("Lilybauemの港", "Lilybauem"), vec![0..9]);
        assert_eq!(exact("この番外守備隊は", "番外守備隊").len(), 1);
    }

    #[test]
    fn words_in_every_form_but_not_over_a_mark() {
        let analyzer = Analyzer::default();
        let find = |text: &str, name: &str| {
            let name = Inflected::of(&analyzer, name).expect("words");
            name.find(text, &CutText::new(&analyzer, text))
                .into_iter()
                .map(|at| text[at].to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(find("Боевых раундов. Боевой. Раунд", "боевой раунд"), ["Боевых раундов"]);
        assert_eq!(find("Non-player powers, non, player power", "non-player power"), ["Non-player powers"]);
        assert_eq!(find("В Афинах, афинах", "Афины"), ["Афинах"]);
        assert!(Inflected::of(&analyzer, "火力").is_none());
    }
}
