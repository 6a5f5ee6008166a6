//! Russian names in their cases: a stemmer of plain words takes "Карфаген" for a participle and "залив" for a gerund.

use std::collections::HashMap;

use super::names::MOST_ALIKE;
use crate::analyzer::pattern::CutText;
use crate::analyzer::prefix_tree::{Node, PrefixTree};
use crate::analyzer::{Token, TokenKind};
use crate::characters::script::is_cyrillic;

/// The most letters of an ending.
const LONGEST: usize = 4;

/// At most so many beginnings of names are followed from one place of a text; a word is a form of one or two.
const MOST_FOLLOWED: usize = 8;

/// Names of Russian words, each word without its ending, in the letters that are compared.
#[derive(Debug, Default)]
pub(super) struct Declined {
    /// Each word of a name, by number.
    bases: HashMap<String, usize>,
    /// The same words as they are where a vowel flees; of a few of them two are alike there.
    short: HashMap<String, Vec<usize>>,
    tree: PrefixTree<usize>,
    /// Where names end: their places among all names.
    names: HashMap<Node, Vec<usize>>,
}

/// A word of a text: what it may be a form of.
#[derive(Debug)]
pub(super) struct Word {
    bases: Vec<usize>,
    /// Whether only blanks or a hyphen part it from the one before.
    joined: bool,
}

/// A word without its ending.
struct Base {
    text: String,
    /// Before an ending, where a vowel flees: уровень, уровня.
    short: Option<String>,
}

impl Base {
    fn of(word: &str) -> Self {
        let text = word.trim_end_matches(VOWELS).to_owned();
        let mut short: Vec<char> = text.chars().collect();
        let at = short.len().saturating_sub(2);
        let flees = short.len() > 3 && matches!(short[at], 'е' | 'о') && !VOWELS.contains(&short[at - 1]);
        if flees {
            if short[at - 1] == 'л' {
                short[at] = 'ь';
            } else {
                short.remove(at);
            }
        }
        Self { text, short: flees.then(|| short.into_iter().collect()) }
    }
}

impl Declined {
    /// Adds a name with its place among all names, unless it is not made of Russian words, or is a single short one. False if
    /// too many names are made of the same words.
    pub(super) fn add(&mut self, at: usize, name: &str) -> bool {
        if !name.chars().all(|c| is_cyrillic(c) || c == ' ') {
            return true;
        }
        let lower = name.to_lowercase().replace('ё', "е");
        let bases: Vec<Base> = lower.split_whitespace().map(Base::of).collect();
        let least = if bases.len() > 1 { 2 } else { 4 };
        let long = bases.iter().all(|base| base.text.chars().count() >= least);
        if !long || bases.is_empty() {
            return true;
        }
        let numbers: Vec<usize> = bases.into_iter().map(|base| self.number(base)).collect();
        let node = self.tree.insert(numbers.into_iter());
        let names = self.names.entry(node).or_default();
        if names.len() < MOST_ALIKE {
            names.push(at);
            return true;
        }
        false
    }

    fn number(&mut self, base: Base) -> usize {
        let next = self.bases.len();
        let number = *self.bases.entry(base.text).or_insert(next);
        if let Some(short) = base.short.filter(|_| number == next) {
            self.short.entry(short).or_default().push(number);
        }
        number
    }

    /// The words of a text, one for each token that is no bigram.
    pub(super) fn read(&self, words: &str, cut: &CutText) -> Vec<Word> {
        let tokens = cut.tokens().iter().filter(|token| token.kind != TokenKind::Bigram);
        let mut end = None;
        let word = |token: &Token| {
            let between = end.and_then(|end| words.get(end..token.range.start));
            end = Some(token.range.end);
            let joined = between
                .is_some_and(|between| !between.is_empty() && between.chars().all(|c| c.is_whitespace() || c == '-'));
            Word { bases: self.bases_of(token.form()), joined }
        };
        tokens.map(word).collect()
    }

    /// Gives `found` every name that begins at a word, with its last word.
    pub(super) fn each_from<'a>(&'a self, words: &[Word], start: usize, mut found: impl FnMut(&'a [usize], usize)) {
        let mut nodes = vec![Node::ROOT];
        for (at, word) in words.iter().enumerate().skip(start).take_while(|(at, word)| *at == start || word.joined) {
            let next = nodes.iter().flat_map(|node| word.bases.iter().filter_map(|base| self.tree.child(*node, *base)));
            let next: Vec<Node> = next.take(MOST_FOLLOWED).collect();
            if next.is_empty() {
                break;
            }
            next.iter().filter_map(|node| self.names.get(node)).for_each(|names| found(names, at));
            nodes = next;
        }
    }

    /// What a word may be a form of.
    fn bases_of(&self, form: &str) -> Vec<usize> {
        let mut found = Vec::new();
        if self.bases.is_empty() || !form.starts_with(is_cyrillic) {
            return found;
        }
        let cuts = form.char_indices().rev().map(|(at, _)| at).take(LONGEST);
        for (base, ending) in std::iter::once(form.len()).chain(cuts).map(|at| form.split_at(at)) {
            if is_ending(ending) {
                found.extend(self.bases.get(base));
                found.extend(self.short.get(base).filter(|_| !ending.is_empty()).into_iter().flatten());
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Whether a Russian word, in small letters, may be `name` in one of its cases; of an adjective no adverb is.
pub(super) fn is_form(name: &str, word: &str) -> bool {
    let plain = |word: &str| word.strip_suffix("ся").unwrap_or(word).replace('ё', "е");
    let (name, word) = (plain(name), plain(word));
    if name == word {
        return true;
    }
    let base = Base::of(&name);
    let is_adjective = ["ый", "ий", "ой"].iter().any(|ending| name.ends_with(ending));
    let is_adverb = is_adjective && word.strip_prefix(base.text.as_str()) == Some("о");
    // ничья, ничьей
    let ends = |base: &str| {
        word.strip_prefix(base).is_some_and(|rest| is_ending(rest) || rest.strip_prefix('ь').is_some_and(is_ending))
    };
    // бой, боя
    let with_vowel = name.strip_suffix('й');
    !is_adverb && (ends(&base.text) || base.short.is_some_and(|short| ends(&short)) || with_vowel.is_some_and(ends))
}

/// Letters that endings are made of.
const VOWELS: [char; 8] = ['а', 'я', 'ы', 'и', 'е', 'о', 'ь', 'й'];

/// Whether words of a noun or an adjective end so; those of the soft declension with an и or е before it too: Персии, Мантинеи.
fn is_ending(ending: &str) -> bool {
    let without = ending.strip_prefix(['и', 'е']).filter(|rest| !rest.is_empty()).unwrap_or(ending);
    [ending, without].into_iter().any(|ending| {
        matches!(
            ending,
            "" | "а"
                | "у"
                | "ом"
                | "ем"
                | "е"
                | "ы"
                | "и"
                | "ой"
                | "ою"
                | "ей"
                | "ею"
                | "ю"
                | "я"
                | "ам"
                | "ами"
                | "ах"
                | "ям"
                | "ями"
                | "ях"
                | "ов"
                | "ев"
                | "о"
                | "ь"
                | "й"
                | "ый"
                | "ий"
                | "ая"
                | "яя"
                | "ое"
                | "ее"
                | "ые"
                | "ого"
                | "его"
                | "ому"
                | "ему"
                | "ым"
                | "им"
                | "ых"
                | "их"
                | "ую"
                | "ыми"
                | "ими"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyzer::Analyzer;

    /// Where names stand in a text: the first and the last word of each, and the name.
    fn found(names: &[&str], text: &str) -> Vec<(usize, usize, usize)> {
        let mut declined = Declined::default();
        for (at, name) in names.iter().enumerate() {
            assert!(declined.add(at, name));
        }
        let words = declined.read(text, &CutText::new(&Analyzer::default(), text));
        let mut found = Vec::new();
        for start in 0..words.len() {
            declined.each_from(&words, start, |names, end| found.extend(names.iter().map(|name| (start, end, *name))));
        }
        found
    }

    #[test]
    fn names_have_cases() {
        let is = |name: &str, form: &str| !found(&[name], form).is_empty();
        for (name, form) in [
            ("Карфаген", "Карфагеном"),
            ("Потидея", "Потидее"),
            ("Потидея", "Потидеи"),
            ("Мантинея", "Мантинеей"),
            ("залив", "заливе"),
            ("морской", "морского"),
            ("действие", "действия"),
            ("уровень", "уровня"),
            ("владелец", "владельца"),
        ] {
            assert!(is(name, form), "{form}");
        }
        assert!(!is("союз", "союзник") && !is("действие", "действует"));
        assert!(!is("тур", "тур") && !is("CU вольсков", "CU вольсков") && !is("", "тур"));
    }

    #[test]
    fn what_has_the_stem_of_a_name_is_not_always_the_name() {
        assert!(is_form("бой", "боя") && is_form("первый", "первыми") && is_form("длящееся", "длящимися"));
        assert!(is_form("уровень", "уровнями") && is_form("флот", "флоте") && is_form("осаждённый", "осажденного"));
        assert!(!is_form("доход", "доходит") && !is_form("обычный", "обычно") && !is_form("приена", "при"));
    }

    #[test]
    fn names_of_several_words_are_found_side_by_side() {
        let names = ["морской раунд", "раунд", "ход раунда"];
        assert_eq!(found(&names, "ходы раундов, морских раундов"), [(0, 1, 2), (1, 1, 1), (2, 3, 0), (3, 3, 1)]);
        assert_eq!(found(&names, "морской, раунд"), [(1, 1, 1)]);
    }

    /// Every word of these is a form of two, so that each text is a form of as many names as there are.
    #[test]
    fn from_one_place_few_beginnings_are_followed() {
        let name = |at: usize| (0..10).map(|bit| if at >> bit & 1 == 0 { "том" } else { "томом" }).collect::<Vec<_>>();
        let names: Vec<String> = (0..1024).map(|at| name(at).join(" ")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(found(&names, &"томом ".repeat(10)).len(), MOST_FOLLOWED);
    }
}
