//! A sequence of terms at fixed distances: what one word, phrase or name looks like in a cut text.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use super::{Analyzer, Token, TokenKind};

/// What may stand at one place of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Slot {
    /// This term.
    Term(String),
    /// Any word that reads like one of these before stemming: what `word*` has become.
    Forms(BTreeSet<String>),
}

/// Slots with their distances from the first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Pattern {
    pub(crate) slots: Vec<(usize, Slot)>,
}

impl Pattern {
    /// What `text` looks like. Japanese runs are held together by their bigrams; only a lone character stands for
    /// itself.
    pub(crate) fn of(analyzer: &Analyzer, text: &str) -> Self {
        Self::from_tokens(&analyzer.cut(text))
    }

    fn from_tokens(tokens: &[Token]) -> Self {
        let bigrams: BTreeSet<usize> =
            tokens.iter().filter(|token| token.kind == TokenKind::Bigram).map(|token| token.position).collect();
        let in_bigram =
            |at: usize| bigrams.contains(&at) || at.checked_sub(1).is_some_and(|left| bigrams.contains(&left));
        let needed = tokens.iter().filter(|token| token.kind != TokenKind::Character || !in_bigram(token.position));
        let first = tokens.first().map_or(0, |token| token.position);
        Self { slots: needed.map(|token| (token.position - first, Slot::Term(token.term.clone()))).collect() }
    }

    /// Whether there is nothing to look for.
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Every slot as a pattern of its own, each once.
    pub(crate) fn pieces(&self) -> Vec<Pattern> {
        distinct(self.slots.iter().map(|(_, slot)| Pattern { slots: vec![(0, slot.clone())] }))
    }
}

/// Each pattern once, in order.
pub(crate) fn distinct(patterns: impl Iterator<Item = Pattern>) -> Vec<Pattern> {
    let mut known = HashSet::new();
    patterns.filter(|pattern| known.insert(pattern.clone())).collect()
}

/// A cut text in which patterns can be found.
#[derive(Debug)]
pub(crate) struct CutText {
    /// In order of position, as the analyzer yields them.
    tokens: Vec<Token>,
}

impl CutText {
    /// Cuts `text`.
    pub(crate) fn new(analyzer: &Analyzer, text: &str) -> Self {
        Self { tokens: analyzer.cut(text) }
    }

    /// Bytes of every place where `pattern` stands.
    pub(crate) fn find(&self, pattern: &Pattern) -> Vec<Range<usize>> {
        let Some((_, first)) = pattern.slots.first() else { return Vec::new() };
        let starts = self.tokens.iter().filter(|token| fits(token, first));
        starts.filter_map(|start| self.range_from(start, pattern)).collect()
    }

    /// Its tokens in order of position.
    pub(crate) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Whether `pattern` stands anywhere.
    pub(crate) fn has(&self, pattern: &Pattern) -> bool {
        !self.find(pattern).is_empty()
    }

    /// The bytes from `start` to the pattern's end, if all the other slots fit too.
    fn range_from(&self, start: &Token, pattern: &Pattern) -> Option<Range<usize>> {
        let mut end = start.range.end;
        for (offset, slot) in &pattern.slots[1..] {
            end = end.max(self.at(start.position + offset).find(|token| fits(token, slot))?.range.end);
        }
        Some(start.range.start..end)
    }

    /// The tokens at a position.
    fn at(&self, position: usize) -> impl Iterator<Item = &Token> {
        let from = self.tokens.partition_point(|token| token.position < position);
        self.tokens[from..].iter().take_while(move |token| token.position == position)
    }
}

fn fits(token: &Token, slot: &Slot) -> bool {
    match slot {
        Slot::Term(term) => token.term == *term,
        Slot::Forms(forms) => token.kind == TokenKind::Word && forms.contains(token.form()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, words: &str) -> Vec<String> {
        let analyzer = Analyzer::default();
        let ranges = CutText::new(&analyzer, text).find(&Pattern::of(&analyzer, words));
        ranges.into_iter().map(|range| text[range].to_owned()).collect()
    }

    #[test]
    fn joined_words_stand_side_by_side_only() {
        assert_eq!(found("Off-map boxes; off the map; an off map box", "off map"), ["Off-map", "off map"]);
        assert_eq!(found("海上で戦闘、海上戦闘を行う", "海上戦闘"), ["海上戦闘"]);
        assert_eq!(found("港、港湾", "港"), ["港", "港"]);
        assert_eq!(found("3OPs and 3 ops, 13 OPs", "3 OP"), ["3OPs", "3 ops"]);
        assert_eq!(found("CUの増援とCUは増援", "CUの増援"), ["CUの増援"]);
    }
}
