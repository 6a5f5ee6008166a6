//! Many names in their very letters, found in one pass over a text.

use crate::characters::script::is_unspaced;
use std::collections::HashMap;
use std::ops::Range;

use super::parts_katakana;
use super::prefix_tree::{Node, PrefixTree};

/// Many names as they are written.
#[derive(Debug, Default)]
pub(crate) struct Written {
    tree: PrefixTree<char>,
    /// Where a name ends: its place among the names; of equal ones the first.
    names: HashMap<Node, usize>,
}

impl Written {
    pub(crate) fn of<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut written = Self::default();
        names.enumerate().for_each(|(at, name)| written.add(at, name));
        written
    }

    /// Adds a name with its place among all names.
    pub(crate) fn add(&mut self, at: usize, name: &str) {
        let node = self.tree.insert(name.chars());
        self.names.entry(node).or_insert(at);
    }

    /// Gives `found` every name that stands in `words`, whatever stands around it: its bytes, and its place among the names.
    pub(crate) fn each(&self, words: &str, mut found: impl FnMut(Range<usize>, usize)) {
        for (start, _) in words.char_indices() {
            let mut node = Node::ROOT;
            for (at, c) in words[start..].char_indices() {
                let Some(next) = self.tree.child(node, c) else { break };
                node = next;
                if let Some(name) = self.names.get(&node) {
                    found(start..start + at + c.len_utf8(), *name);
                }
            }
        }
    }

    /// The same of those that are whole words.
    pub(crate) fn each_whole(&self, words: &str, mut found: impl FnMut(Range<usize>, usize)) {
        self.each(words, |range, name| {
            if is_whole(words, &range) {
                found(range, name);
            }
        });
    }
}

/// Whether what stands at `range` is no part of a longer word. In scripts without spaces only katakana has words that can be
/// told.
pub(crate) fn is_whole(words: &str, range: &Range<usize>) -> bool {
    if parts_katakana(words, range) {
        return false;
    }
    let spaced = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c));
    let name = &words[range.clone()];
    let (before, after) = (words[..range.start].chars().next_back(), words[range.end..].chars().next());
    !(spaced(name.chars().next()) && spaced(before) || spaced(name.chars().next_back()) && spaced(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(words: &str, names: &[&str]) -> Vec<(Range<usize>, usize)> {
        let mut found = Vec::new();
        Written::of(names.iter().copied()).each_whole(words, |range, name| found.push((range, name)));
        found
    }

    #[test]
    fn whole_words_in_latin_anywhere_in_japanese() {
        assert_eq!(found("Volscii and Volsciian", &["Volscii"]), [(0..7, 0)]);
        assert_eq!(found("Lilybauemの港", &["港", "Lilybauem"]), [(0..9, 1), (12..15, 0)]);
        assert_eq!(found("コストはコスで", &["コス"]), [(12..18, 0)]);
        assert_eq!(
            found("この番外守備隊は", &["守備", "番外守備隊", "守備隊"]),
            [(6..21, 1), (12..18, 0), (12..21, 2)]
        );
    }

    #[test]
    fn a_text_is_read_once_however_many_names_there_are() {
        let steps = |names: usize, text: usize| {
            let names: Vec<String> = (0..names).map(|at| format!("{}{at:05}", "あ".repeat(at % 80 + 1))).collect();
            let written = Written::of(names.iter().map(String::as_str));
            written.each(&"あ".repeat(text), |_, _| {});
            written.tree.steps.load(std::sync::atomic::Ordering::Relaxed)
        };
        assert!(steps(1_000, 10_000) <= 81 * 10_000, "no further than the longest name from each place");
        assert_eq!(steps(1_000, 10_000), steps(8_000, 10_000));
    }
}
