//! Names by their terms: every word of a name in any form, found in one pass over a text.
//!
//! A name is a sequence of words, numbers and single kana or kanji, each with whether the cut joins it to the one before.
//! That makes it a plain string of symbols, as the text is, although the cut yields bigrams beside characters.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::pattern::CutText;
use super::prefix_tree::{Node, PrefixTree};
use super::{Analyzer, Token, TokenKind};

/// More different marks between words than any name has.
const MANY_MARKS: usize = 100;

/// Many names by their terms.
#[derive(Debug, Default)]
pub(crate) struct TermTree {
    /// Each term that some name has, by number.
    terms: HashMap<String, usize>,
    tree: PrefixTree<(usize, bool)>,
    /// Where names end. Names of words alone: what may stand between the words besides blanks.
    ends: HashMap<Node, Option<BTreeSet<char>>>,
}

/// What a name is to a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Added {
    /// Where it ends.
    pub(crate) node: Node,
    /// Whether it is a single word with a capital, which is a name or a heading: what it is written like in small letters may
    /// be another word.
    pub(crate) capital: bool,
}

/// A word, a number or a character of a text, as a tree reads it.
#[derive(Debug)]
pub(crate) struct Symbol {
    /// None if no name has it.
    term: Option<usize>,
    /// Whether the cut joins it to the one before, as it does characters of one run.
    joined: bool,
    /// Bytes of the text.
    pub(crate) range: Range<usize>,
    /// The marks before it that part words, and those within it.
    marks: [Vec<char>; 2],
}

impl TermTree {
    /// Adds a name; none if there is nothing in it to look for.
    pub(crate) fn add(&mut self, analyzer: &Analyzer, name: &str) -> Option<Added> {
        self.add_cut(name, &analyzer.cut(name))
    }

    /// Adds a name; none if it is not made of words alone whose forms are known.
    pub(crate) fn add_phrase(&mut self, analyzer: &Analyzer, name: &str) -> Option<Added> {
        let tokens = analyzer.cut(name);
        if is_words(&tokens) { self.add_cut(name, &tokens) } else { None }
    }

    fn add_cut(&mut self, name: &str, tokens: &[Token]) -> Option<Added> {
        let words = is_words(tokens);
        let capital = tokens.len() == 1 && name.starts_with(char::is_uppercase);
        let mut symbols = Vec::new();
        for (token, joined) in sequence(tokens) {
            let next = self.terms.len();
            let term = match self.terms.get(&token.term) {
                Some(term) => *term,
                None => *self.terms.entry(token.term.clone()).or_insert(next),
            };
            symbols.push((term, joined));
        }
        if symbols.is_empty() {
            return None;
        }
        let node = self.tree.insert(symbols.into_iter());
        let marks = self.ends.entry(node).or_insert_with(|| words.then(BTreeSet::new));
        if let Some(marks) = marks {
            marks.extend(name.chars().filter(|c| is_mark(*c)));
        }
        Some(Added { node, capital })
    }

    /// A text as the tree reads it.
    pub(crate) fn read(&self, text: &str, cut: &CutText) -> Vec<Symbol> {
        let mut end = 0;
        let symbols = sequence(cut.tokens()).map(|(token, joined)| {
            let alphabetic = matches!(token.kind, TokenKind::Word | TokenKind::Number);
            let between = |range: Range<usize>| if alphabetic { marks(text, range) } else { Vec::new() };
            let marks = [between(end..token.range.start), between(token.range.clone())];
            end = token.range.end;
            Symbol { term: self.terms.get(&token.term).copied(), joined, range: token.range.clone(), marks }
        });
        symbols.collect()
    }

    /// Gives `found` every end of names that begin at a symbol: the shortest first, each with its last symbol. Words that a
    /// mark parts are no phrase, unless a name of these words has that mark.
    pub(crate) fn each_from(&self, symbols: &[Symbol], start: usize, mut found: impl FnMut(Node, usize)) {
        let mut node = Node::ROOT;
        let mut marks: Vec<char> = Vec::new();
        for (at, symbol) in symbols.iter().enumerate().skip(start) {
            let next = symbol.term.and_then(|term| self.tree.child(node, (term, at > start && symbol.joined)));
            let Some(next) = next else { break };
            node = next;
            let [before, within] = &symbol.marks;
            for mark in before.iter().filter(|_| at > start).chain(within) {
                if !marks.contains(mark) && marks.len() < MANY_MARKS {
                    marks.push(*mark);
                }
            }
            let Some(end) = self.ends.get(&node) else { continue };
            if end.as_ref().is_none_or(|may| marks.iter().all(|mark| may.contains(mark))) {
                found(node, at);
            }
        }
    }

    /// How often the tree was asked where a symbol leads to.
    #[cfg(test)]
    pub(crate) fn steps(&self) -> usize {
        self.tree.steps.load(std::sync::atomic::Ordering::Relaxed)
    }
}

/// The tokens without bigrams, each with whether a bigram joins it to the one before.
fn sequence(tokens: &[Token]) -> impl Iterator<Item = (&Token, bool)> {
    let mut joined = false;
    tokens.iter().filter_map(move |token| {
        if token.kind == TokenKind::Bigram {
            joined = true;
            return None;
        }
        Some((token, std::mem::take(&mut joined)))
    })
}

/// Whether something is made of words alone whose forms are known.
fn is_words(tokens: &[Token]) -> bool {
    tokens.iter().all(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number))
        && tokens.iter().any(|token| token.kind == TokenKind::Word)
}

/// Whether `c` parts words.
fn is_mark(c: char) -> bool {
    !(c.is_alphanumeric() || c.is_whitespace() || matches!(c, '-' | '\'' | '’'))
}

/// The marks of a stretch, each once.
fn marks(text: &str, range: Range<usize>) -> Vec<char> {
    let mut found = Vec::new();
    for c in text.get(range).unwrap_or_default().chars().filter(|c| is_mark(*c)) {
        if !found.contains(&c) && found.len() < MANY_MARKS {
            found.push(c);
        }
    }
    found
}
