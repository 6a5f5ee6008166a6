//! A source text as the words by which the memory compares it: words, numbers, references and values.

use std::collections::HashMap;

use crate::analyzer::{Analyzer, TokenKind};
use crate::library::markup::is_wide;

/// A word of a source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Which word: alike in all texts.
    id: u32,
    /// What it may stand for cheaply: any number for any other, likewise references and values; a word for itself alone.
    pub(super) class: u32,
}

/// The classes of numbers, references and values; words begin behind them.
const NUMBER: u32 = 0;
const REFERENCE: u32 = 1;
const VALUE: u32 = 2;
const FIRST_WORD: u32 = 3;

/// Every word met so far.
#[derive(Debug, Default)]
pub(super) struct Lexicon {
    analyzer: Analyzer,
    known: HashMap<String, u32>,
}

impl Lexicon {
    /// The words of `text`; new ones are kept.
    pub(super) fn learn(&mut self, text: &str) -> Vec<Word> {
        let Self { analyzer, known } = self;
        cut(analyzer, text, &mut |word| {
            if let Some(id) = known.get(&word) {
                return *id;
            }
            let id = number_of(known.len());
            known.insert(word, id);
            id
        })
    }

    /// The words of `text`; those that are not known are like no others.
    pub(super) fn read(&self, text: &str) -> Vec<Word> {
        let mut unknown: HashMap<String, u32> = HashMap::new();
        cut(&self.analyzer, text, &mut |word| match self.known.get(&word) {
            Some(id) => *id,
            None => {
                let next = number_of(self.known.len() + unknown.len());
                *unknown.entry(word).or_insert(next)
            }
        })
    }
}

impl Word {
    /// Whether it is a number, a reference or a value.
    pub(super) fn is_mark(self) -> bool {
        self.class < FIRST_WORD
    }
}

fn number_of(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX - FIRST_WORD).min(u32::MAX - FIRST_WORD)
}

/// The text without the letters of its statements and with one blank where there is white space, none beside a character
/// of a script without spaces: what is equal then says the same.
pub(super) fn squeezed(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    for word in text.lines().flat_map(|line| without_letter(line).split_whitespace()) {
        let joins = |c: Option<char>| c.is_none_or(is_wide);
        if !joins(squeezed.chars().next_back()) && !joins(word.chars().next()) {
            squeezed.push(' ');
        }
        squeezed.push_str(word);
    }
    squeezed
}

/// A line without the `^a` that begins it.
fn without_letter(line: &str) -> &str {
    let rest = line.trim_start();
    let mut chars = rest.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some('^'), Some('a'..='z'), None | Some(' ')) => rest.get(2..).unwrap_or(rest),
        _ => line,
    }
}

fn cut(analyzer: &Analyzer, text: &str, id: &mut dyn FnMut(String) -> u32) -> Vec<Word> {
    let mut words = Vec::new();
    let plain = |part: &str, words: &mut Vec<Word>, id: &mut dyn FnMut(String) -> u32| {
        for token in analyzer.cut(part).iter().filter(|token| token.kind != TokenKind::Bigram) {
            let number = token.kind == TokenKind::Number;
            let id = id(token.form().to_owned());
            words.push(Word { id, class: if number { NUMBER } else { id + FIRST_WORD } });
        }
    };
    let text = squeezed(text);
    let mut rest = text.as_str();
    let mut from = 0;
    // Where nothing closes one, nothing closes those behind it: they are not looked at again.
    let last = [rest.rfind("]]"), rest.rfind('}')].map(|last| last.map_or(usize::MAX, |at| rest.len() - at));
    while let Some(at) = rest[from..].find(['[', '{']).map(|found| from + found) {
        let (open, close, class, last) =
            if rest[at..].starts_with('{') { ("{", "}", VALUE, last[1]) } else { ("[[", "]]", REFERENCE, last[0]) };
        let closed = rest.len() - at > last;
        let inner = rest[at..].strip_prefix(open).filter(|_| closed).and_then(|inner| inner.split_once(close));
        let Some((inner, after)) = inner else {
            from = at + 1;
            continue;
        };
        from = 0;
        plain(&rest[..at], &mut words, id);
        // The words that a reference shows are words of the text.
        let (target, shown) = inner.split_once('|').unwrap_or((inner, ""));
        words.push(Word { id: id(format!("{open}{target}")), class });
        plain(shown, &mut words, id);
        rest = after;
    }
    plain(rest, &mut words, id);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> String {
        let words = Lexicon::default().learn(text);
        let sign = |word: &Word| match word.class {
            NUMBER => 'n',
            REFERENCE => 'r',
            VALUE => 'v',
            _ => 'w',
        };
        words.iter().map(sign).collect()
    }

    #[test]
    fn marks_are_one_word_each() {
        assert_eq!(kinds("^a Roll 2 dice for {n(1)}; see [[9.6]]."), "wnwwvwr");
        assert_eq!(kinds("[[9.6|who may sail]]"), "rwww");
        assert_eq!(kinds("[a] {b"), "ww");
        assert_eq!(kinds("[[a] {b} [[c"), "wvw");
        assert_eq!(kinds("[[[a {b [[c]] d} e ["), "rww");
        assert_eq!(kinds("海戦は2回。"), "wwwnw");
    }

    #[test]
    fn unknown_words_are_like_no_others() {
        let mut lexicon = Lexicon::default();
        let known = lexicon.learn("a b");
        let read = lexicon.read("b c d c");
        assert_eq!(read[0], known[1]);
        assert_eq!(read[1], read[3]);
        assert!(!known.contains(&read[1]) && !known.contains(&read[2]) && read[1] != read[2]);
    }

    #[test]
    fn white_space_and_letters_say_nothing() {
        assert_eq!(squeezed("^a One\n  two.\n\n^b Three ^c."), "One two. Three ^c.");
        assert_eq!(squeezed("海戦は\n成功する。"), "海戦は成功する。");
    }
}
