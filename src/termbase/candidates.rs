//! Words and phrases that look like terms and stand in no glossary.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::grammar::{Grammar, is_adjective, is_cyrillic, is_nominative};
use super::plain::Plain;
use super::units::{Unit, units};
use super::{Termbase, Text};
use crate::diagnostic::Place;

/// What may be a term.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// It, as it is written most often.
    pub text: String,
    /// How often it stands in the book.
    pub count: usize,
    /// In how many sections.
    pub sections: usize,
    /// The first place.
    pub place: Place,
}

/// What stands in fewer sections is no term of a book.
const FEWEST_SECTIONS: usize = 2;
/// What stands less often is no term of a book.
const FEWEST: usize = 3;
/// What a spelling within a sentence counts against one at its beginning.
const FULL: usize = 1000;
/// The most words of a phrase.
const LONGEST: usize = 3;

/// A phrase while it is counted.
#[derive(Default)]
struct Group {
    words: usize,
    count: usize,
    capitals: usize,
    /// How often it is the stem of a verb: 移動する.
    verbs: usize,
    /// How often every word of it is the name of a concept.
    composed: usize,
    sections: BTreeSet<usize>,
    /// How often it is written how; within sentences [`FULL`] times as much.
    spellings: BTreeMap<String, usize>,
    first: Option<(usize, Range<usize>)>,
    japanese: bool,
}

impl Group {
    /// Whether it stands in several cases, if it is Russian and does not begin with an adjective: "в конце тура" is no term.
    fn declines(&self) -> bool {
        let first = |text: &String| text.split(' ').next().unwrap_or_default().to_lowercase();
        let firsts: BTreeSet<String> = self.spellings.keys().map(first).collect();
        self.words == 1 || firsts.len() > 1 || firsts.iter().all(|first| !is_cyrillic(first) || is_adjective(first))
    }
}

impl Termbase<'_> {
    /// What may be a term in a language and is none, the likeliest first.
    pub fn candidates(&self, language: usize) -> Vec<Candidate> {
        let text = &self.texts[language];
        let plain = self.plain();
        let known = self.known(language);
        let all: Vec<Vec<Unit>> = text.passages.all.iter().map(|passage| units(&self.analyzer, passage)).collect();
        let grammar = Grammar::of(
            text.passages.all.iter().zip(&all).map(|(passage, units)| (passage.words.as_str(), units.as_slice())),
        );
        let mut single: HashMap<&str, [usize; 2]> = HashMap::new();
        for unit in all.iter().flatten() {
            let seen = single.entry(&unit.key).or_default();
            seen[0] += 1;
            seen[1] += usize::from(unit.capital);
        }
        let mut groups: HashMap<String, Group> = HashMap::new();
        for (at, units) in all.iter().enumerate() {
            for start in 0..units.len() {
                for length in 1..=LONGEST.min(units.len() - start) {
                    let phrase = &units[start..start + length];
                    if length > 1 && !phrase[length - 1].joined {
                        break;
                    }
                    let words = text.passages.all[at].words.as_str();
                    if looks_right(phrase, words, &plain, &grammar) && !is_covered(text, at, phrase) {
                        add(&mut groups, at, text, phrase);
                    }
                }
            }
        }
        groups.retain(|key, group| {
            let all = single.get(key.as_str()).copied().unwrap_or_default();
            // A single word with capitals now and then is a heading.
            let name = group.words > 1 || group.japanese || all[1] * 5 >= all[0] * 3;
            name && group.count >= FEWEST
                && group.composed * 2 <= group.count
                && group.declines()
                && group.sections.len() >= FEWEST_SECTIONS
                && !known.contains(key)
        });
        drop_parts(&mut groups);
        let cohesion = |key: &str, group: &Group| {
            let words: usize = key.split(' ').map(|word| single.get(word).map_or(0, |seen| seen[0])).sum();
            if words == 0 { 1.0 } else { ratio(group.words * group.count, words) }
        };
        let mut scored: Vec<(f64, Candidate)> = groups
            .iter()
            .filter_map(|(key, group)| Some((score(group, cohesion(key, group)), candidate(text, group)?)))
            .collect();
        let order = |one: &(f64, Candidate), other: &(f64, Candidate)| -> Ordering {
            other.0.total_cmp(&one.0).then_with(|| one.1.text.cmp(&other.1.text))
        };
        scored.sort_by(order);
        scored.into_iter().map(|(_, candidate)| candidate).collect()
    }

    /// What no list of words needs to name.
    pub(super) fn plain(&self) -> Plain {
        let book = self.book;
        let related = book.related.iter().flat_map(|related| related.title.values().chain(related.short.values()));
        let titles = book.title.values().chain(book.short.values()).chain(related);
        let people = book.publisher.iter().chain(&book.designer).map(String::as_str);
        Plain::new(&self.analyzer, titles.map(|title| title.value.as_str()).chain(people))
    }

    /// The keys of every name in a language.
    fn known(&self, language: usize) -> BTreeSet<String> {
        let terms = self.concepts.iter().filter_map(|concept| concept.terms.get(self.languages[language]));
        let names = terms.flat_map(|term| term.name.iter().chain(&term.forms).chain(&term.forbidden));
        names.flat_map(|name| [self.analyzer.key(&name.value), name.value.replace('・', "")]).collect()
    }
}

/// Whether some words may be a term as far as their kinds tell.
fn looks_right(phrase: &[Unit], words: &str, plain: &Plain, grammar: &Grammar) -> bool {
    let [first, .., last] = phrase else {
        let Some(only) = phrase.first() else { return false };
        return if only.japanese() {
            !plain.has(&only.key)
        } else {
            only.capital && !plain.has(&only.key) && only.range.len() > 2
        };
    };
    let between = &phrase[1..phrase.len() - 1];
    between.iter().all(|unit| grammar.may_begin(&words[unit.range.clone()], &unit.key))
        && phrase.iter().all(|unit| !words[unit.range.end..].starts_with(['\'', '’']))
        && phrase
            .iter()
            .all(|unit| !words[unit.range.clone()].ends_with("'s") && !words[unit.range.clone()].ends_with("’s"))
        && phrase.iter().all(|unit| !unit.japanese() && !plain.has(&unit.key) && unit.range.len() > 1)
        && phrase[1..].iter().all(|unit| unit.joined)
        && grammar.may_begin(&words[first.range.clone()], &first.key)
        && grammar.may_end(&words[last.range.clone()], &last.key)
}

/// Whether the names of concepts say all of it.
fn is_covered(text: &Text, passage: usize, phrase: &[Unit]) -> bool {
    let whole = phrase[0].range.start..phrase[phrase.len() - 1].range.end;
    let named = &text.covered[passage];
    if !phrase[0].japanese() {
        return named.hold(&whole);
    }
    let mut at = whole.start;
    while at < whole.end {
        match named.reach(at) {
            Some(end) if end > at => at = end,
            _ => return false,
        }
    }
    true
}

/// Whether each word of a phrase is a name of its own: what two names say side by side needs no third.
fn is_composed(text: &Text, passage: usize, phrase: &[Unit]) -> bool {
    phrase.len() > 1 && phrase.iter().all(|unit| text.covered[passage].hold(&unit.range))
}

fn add(groups: &mut HashMap<String, Group>, at: usize, text: &Text, phrase: &[Unit]) {
    let passage = &text.passages.all[at];
    let key = phrase.iter().map(|unit| unit.key.as_str()).collect::<Vec<_>>().join(" ");
    let range = phrase[0].range.start..phrase[phrase.len() - 1].range.end;
    let group = groups.entry(key).or_default();
    // At the beginning of a sentence the capital tells nothing.
    let worth = if phrase[0].first && !phrase[0].japanese() { 1 } else { FULL };
    *group.spellings.entry(passage.words[range.clone()].replace('\n', " ")).or_default() += worth;
    group.words = phrase.len();
    group.japanese = phrase[0].japanese();
    group.count += 1;
    group.capitals += usize::from(phrase.iter().all(|unit| unit.capital));
    let behind = passage.words[range.end..].chars().next();
    group.composed += usize::from(is_composed(text, at, phrase));
    group.verbs += usize::from(behind.is_some_and(|c| "すさしせでなれ".contains(c)));
    group.sections.insert(passage.section);
    group.first.get_or_insert((at, range));
}

/// A part of a longer phrase that hardly stands without it is no term of its own, and a longer phrase that is rare beside
/// its part adds nothing.
fn drop_parts(groups: &mut HashMap<String, Group>) {
    let mut dropped = BTreeSet::new();
    let by_length: Vec<(&String, &Group)> = groups.iter().collect();
    let mut inside: HashMap<&str, usize> = HashMap::new();
    for (key, group) in &by_length {
        let words: Vec<&str> = key.split(' ').collect();
        let mut parts: Vec<String> = Vec::new();
        if group.japanese {
            let chars: Vec<char> = key.chars().collect();
            for length in 2..chars.len() {
                parts.extend(chars.windows(length).map(|part| part.iter().collect::<String>()));
            }
        } else {
            for length in 1..words.len() {
                parts.extend(words.windows(length).map(|part| part.join(" ")));
            }
        }
        for part in parts {
            if let Some((part, _)) = groups.get_key_value(&part) {
                let most = inside.entry(part).or_default();
                *most = (*most).max(group.count);
            }
        }
    }
    for (part, most) in inside {
        if groups.get(part).is_some_and(|group| most * 10 >= group.count * 6) {
            dropped.insert(part.to_owned());
        }
    }
    groups.retain(|key, _| !dropped.contains(key));
}

/// How likely it is a term: often and in many sections, words that belong together, names above all.
fn score(group: &Group, cohesion: f64) -> f64 {
    let often = ratio(group.count, 1).ln_1p() * ratio(group.sections.len(), 1).sqrt();
    let name = if group.capitals * 2 > group.count { 2.0 } else { 1.0 };
    let noun = if group.japanese && group.verbs * 5 >= group.count * 2 { 0.2 } else { 1.0 };
    let long = if group.japanese && group.spellings.keys().any(|text| text.chars().count() > 3) { 1.6 } else { 1.0 };
    often * name * noun * long * cohesion.sqrt()
}

fn candidate(text: &Text, group: &Group) -> Option<Candidate> {
    let rank =
        |(written, count): &(&String, &usize)| (is_nominative(written), **count, std::cmp::Reverse(written.len()));
    let (written, _) = group.spellings.iter().max_by_key(rank)?;
    let (passage, range) = group.first.clone()?;
    let place = text.passages.all[passage].place_of(range);
    Some(Candidate { text: written.clone(), count: group.count, sections: group.sections.len(), place })
}

/// One number over another. Counts of words in a book are far below what a float holds exactly.
fn ratio(one: usize, other: usize) -> f64 {
    let exact = |number: usize| u32::try_from(number).map_or(f64::MAX, f64::from);
    exact(one) / exact(other)
}
