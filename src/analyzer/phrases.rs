//! Many words and phrases, each in any form of its words, found in one pass over a text.

use std::collections::HashMap;
use std::ops::Range;

use super::Analyzer;
use super::pattern::CutText;
use super::prefix_tree::Node;
use super::term_tree::TermTree;

/// Words and phrases in any case and any form; a single word with a capital only with one.
#[derive(Debug, Default)]
pub(crate) struct Phrases {
    tree: TermTree,
    /// Where phrases end: of those that may be written so the first, and of those that have to begin with a capital.
    names: HashMap<Node, [Option<usize>; 2]>,
}

impl Phrases {
    /// Those of `names` that are made of words alone whose forms are known.
    pub(crate) fn of<'a>(analyzer: &Analyzer, names: impl Iterator<Item = &'a str>) -> Self {
        let mut phrases = Self::default();
        for (at, name) in names.enumerate() {
            phrases.add(analyzer, at, name);
        }
        phrases
    }

    /// Adds a name with its place among all names. False if it is not made of words alone whose forms are known.
    pub(crate) fn add(&mut self, analyzer: &Analyzer, at: usize, name: &str) -> bool {
        let Some(added) = self.tree.add_phrase(analyzer, name) else { return false };
        self.names.entry(added.node).or_default()[usize::from(added.capital)].get_or_insert(at);
        true
    }

    /// Gives `found` every phrase that stands in `text`, which is `cut`: its bytes, and its place among the names; of names
    /// that are forms of each other the first.
    pub(crate) fn each(&self, text: &str, cut: &CutText, mut found: impl FnMut(Range<usize>, usize)) {
        let symbols = self.tree.read(text, cut);
        for start in 0..symbols.len() {
            self.tree.each_from(&symbols, start, |node, end| {
                let range = symbols[start].range.start..symbols[end].range.end;
                let [any, capital] = self.names.get(&node).copied().unwrap_or_default();
                let capital = capital.filter(|_| text[range.clone()].starts_with(char::is_uppercase));
                if let Some(name) = any.into_iter().chain(capital).min() {
                    found(range, name);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_every_form_but_not_over_a_mark() {
        let analyzer = Analyzer::default();
        let find = |text: &str, name: &str| {
            let phrases = Phrases::of(&analyzer, [name].into_iter());
            let mut found = Vec::new();
            phrases.each(text, &CutText::new(&analyzer, text), |at, _| found.push(text[at].to_owned()));
            found
        };
        assert_eq!(find("Боевых раундов. Боевой. Раунд", "боевой раунд"), ["Боевых раундов"]);
        assert_eq!(find("Non-player powers, non, player power", "non-player power"), ["Non-player powers"]);
        assert_eq!(find("Attack/defence values; attack defence value", "attack/defence value").len(), 2);
        assert_eq!(find("В Афинах, афинах", "Афины"), ["Афинах"]);
        assert!(!Phrases::default().add(&analyzer, 0, "火力"));
    }

    #[test]
    fn of_names_that_are_forms_of_each_other_the_first_is_found() {
        let analyzer = Analyzer::default();
        let phrases = Phrases::of(&analyzer, ["Routs", "routs", "rout"].into_iter());
        let mut found = Vec::new();
        let text = "Rout, rout";
        phrases.each(text, &CutText::new(&analyzer, text), |at, name| found.push((at, name)));
        assert_eq!(found, [(0..4, 0), (6..10, 1)]);
    }

    #[test]
    fn a_text_is_read_once_however_many_names_begin_alike() {
        let analyzer = Analyzer::default();
        let steps = |names: usize, words: usize| {
            let names: Vec<String> = (0..names).map(|at| format!("{}b{at}", "a ".repeat(at % 40 + 1))).collect();
            let phrases = Phrases::of(&analyzer, names.iter().map(String::as_str));
            let text = "a ".repeat(words);
            phrases.each(&text, &CutText::new(&analyzer, &text), |_, _| {});
            phrases.tree.steps()
        };
        assert!(steps(1_000, 5_000) <= 42 * 5_000, "no further than the longest name from each place");
        assert_eq!(steps(1_000, 5_000), steps(4_000, 5_000));
    }
}
