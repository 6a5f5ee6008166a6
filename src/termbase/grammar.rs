//! What words are, told from their company and their endings: enough to see that no term ends with a verb.

use crate::characters::script;
use std::collections::HashMap;

use super::units::Unit;

/// What stands before a verb of English.
const BEFORE_VERBS: &str = "to may must can cannot will would not he she it they who which that you we does do did should could \
    player players both";
/// What stands behind a verb of English and behind no noun.
const BEHIND_VERBS: &str = "the a an his him it its no them their each every one";
/// What stands before a noun of English.
const BEFORE_NOUNS: &str =
    "a an the this his its their each every no any of these those another own at in by from for with on per into";
/// Endings of Russian adjectives and participles.
const ADJECTIVES: &[&str] = &[
    "ый", "ий", "ой", "ая", "яя", "ое", "ее", "ые", "ие", "ого", "его", "ому", "ему", "ым", "им", "ых", "их", "ыми",
    "ими", "ую", "юю", "ей",
];
/// Endings of Russian verbs, short participles and adverbs.
const VERBS: &[&str] = &[
    "ет", "ёт", "ит", "ут", "ют", "ат", "ят", "ть", "ться", "тся", "ешь", "ишь", "ал", "ала", "ало", "али", "ил",
    "ила", "ило", "или", "ел", "ело", "ели", "лся", "лась", "лось", "лись", "жно", "но", "ен", "ена", "ены", "ён",
    "ана", "аны", "ано", "емся", "сь", "ся", "ята", "яты", "льна", "льны", "льно", "чата", "чаты", "ив", "ав", "яв",
    "вая", "ную", "щий", "шую",
];
/// Endings of Russian nouns that look like adjectives.
const NOUNS: &[&str] = &["ание", "ение", "тие", "ания", "ения", "рий", "сание", "ией", "ие", "ей", "ой"];

/// How often a stem stands where a noun does, and where a verb does.
#[derive(Default)]
pub(super) struct Grammar {
    seen: HashMap<String, [usize; 2]>,
}

impl Grammar {
    /// What passages tell: each with its words.
    pub(super) fn of<'p>(passages: impl Iterator<Item = (&'p str, &'p [Unit])>) -> Self {
        let mut grammar = Self::default();
        for (words, units) in passages {
            for pair in units.windows(2).filter(|pair| pair[1].joined) {
                let [before, behind] = [0, 1].map(|at: usize| words[pair[at].range.clone()].to_lowercase());
                let is = |word: &str, list: &str| list.split_whitespace().any(|listed| listed == word);
                let seen = grammar.seen.entry(pair[1].key.clone()).or_default();
                seen[0] += usize::from(is(&before, BEFORE_NOUNS));
                seen[1] += usize::from(is(&before, BEFORE_VERBS));
                let seen = grammar.seen.entry(pair[0].key.clone()).or_default();
                seen[1] += usize::from(is(&behind, BEHIND_VERBS));
            }
        }
        grammar
    }

    /// Whether a phrase may begin with a word.
    pub(super) fn may_begin(&self, word: &str, stem: &str) -> bool {
        let lower = word.to_lowercase();
        if is_cyrillic(&lower) {
            return !ends(&lower, VERBS);
        }
        let adverb = lower.ends_with("ly") && !self.is_noun(stem);
        !(adverb || lower.ends_with("ing") || self.is_verb(stem))
    }

    /// Whether a phrase may end with a word.
    pub(super) fn may_end(&self, word: &str, stem: &str) -> bool {
        let lower = word.to_lowercase();
        if is_cyrillic(&lower) {
            return !ends(&lower, VERBS) && (!ends(&lower, ADJECTIVES) || ends(&lower, NOUNS));
        }
        let verb = ["ly", "ed", "ing"].iter().any(|ending| lower.ends_with(ending));
        (!verb || word.starts_with(char::is_uppercase)) && !self.is_verb(stem)
    }

    fn is_noun(&self, stem: &str) -> bool {
        self.seen.get(stem).is_some_and(|[noun, _]| *noun > 0)
    }

    fn is_verb(&self, stem: &str) -> bool {
        let [noun, verb] = self.seen.get(stem).copied().unwrap_or_default();
        verb > 0 && verb * 2 >= noun
    }
}

/// Whether a phrase begins with an adjective in the form that dictionaries have.
pub(super) fn is_nominative(phrase: &str) -> bool {
    let first = phrase.split(' ').next().filter(|first| first.len() < phrase.len()).unwrap_or_default();
    ends(first, &["ый", "ий", "ая", "яя", "ое", "ее"])
}

/// Whether a Russian word has the ending of an adjective.
pub(super) fn is_adjective(word: &str) -> bool {
    ends(word, ADJECTIVES)
}

/// Whether a Russian word has the ending of a verb, a short participle or an adverb.
pub(super) fn is_verb(word: &str) -> bool {
    ends(word, VERBS)
}

/// Whether a word is Russian.
pub(super) fn is_cyrillic(word: &str) -> bool {
    word.starts_with(script::is_cyrillic)
}

fn ends(word: &str, endings: &[&str]) -> bool {
    endings.iter().any(|ending| word.ends_with(ending))
}
