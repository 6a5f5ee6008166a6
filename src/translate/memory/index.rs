//! Finds what was translated and is like a text: by its rarest words first, then by what would have to be changed.

use std::collections::HashMap;

use super::distance::{WORD, cost, only_marks};
use super::pairs::{Pair, pairs};
use super::words::{Lexicon, Word, squeezed};
use crate::library::Library;

/// Longer texts are found only if they are the same; their units are compared.
const LONGEST: usize = 600;
/// The most sources that are looked at for one text, and the most of them that are compared word by word.
const MOST_CANDIDATES: usize = 2000;
const MOST_COMPARED: usize = 50;
/// The most translations of one source that are looked at.
const MOST_TRANSLATIONS: usize = 20;

/// What was translated from one language into another.
#[derive(Debug)]
pub struct Memory<'a> {
    pairs: Vec<Pair<'a>>,
    lexicon: Lexicon,
    sources: Vec<Source>,
    /// By the squeezed text.
    exact: HashMap<String, usize>,
    /// The sources in which a word of that class stands.
    holders: HashMap<u32, Vec<usize>>,
}

/// A reference text that stands in the library once or more.
#[derive(Debug)]
struct Source {
    words: Vec<Word>,
    /// The classes of its words in order of their numbers.
    classes: Vec<u32>,
    /// The first pair of each translation of each book, and how many there are of it.
    pairs: Vec<(usize, usize)>,
}

/// A translation that may be taken over.
#[derive(Clone, Copy, Debug)]
pub struct Suggestion<'m, 'a> {
    /// How like the reference texts are, in percent; 100 if they are the same but for white space.
    pub score: usize,
    /// The text and its translation.
    pub pair: &'m Pair<'a>,
    /// How often the book of the pair translates it so.
    pub times: usize,
    /// Whether nothing but numbers, references or values differs.
    pub only_marks: bool,
}

impl<'a> Memory<'a> {
    /// What the books of `library` in the language `reference` have in `language`.
    pub fn of(library: &'a Library, reference: &str, language: &'a str) -> Self {
        let mut memory = Self {
            pairs: pairs(library, reference, language),
            lexicon: Lexicon::default(),
            sources: Vec::new(),
            exact: HashMap::new(),
            holders: HashMap::new(),
        };
        let mut seen: HashMap<(usize, &str, &str), usize> = HashMap::new();
        for (at, pair) in memory.pairs.iter().enumerate() {
            let next = memory.sources.len();
            let source = *memory.exact.entry(squeezed(pair.reference)).or_insert(next);
            if source == next {
                let words = memory.lexicon.learn(pair.reference);
                let mut classes: Vec<u32> = words.iter().map(|word| word.class).collect();
                classes.sort_unstable();
                if words.len() <= LONGEST {
                    let mut distinct = classes.clone();
                    distinct.dedup();
                    for class in distinct {
                        memory.holders.entry(class).or_default().push(source);
                    }
                }
                memory.sources.push(Source { words, classes, pairs: Vec::new() });
            }
            let known = &mut memory.sources[source].pairs;
            let place = *seen.entry((source, pair.translation, &pair.book.id)).or_insert(known.len());
            match known.get_mut(place) {
                Some((_, times)) => *times += 1,
                None => known.push((at, 1)),
            }
        }
        memory
    }

    /// The best translations of what is like `text`, at most `limit`, each with at least `least` percent; those of the
    /// book `home` stand before equals.
    pub fn matches(&self, text: &str, home: &str, least: usize, limit: usize) -> Vec<Suggestion<'_, 'a>> {
        let exact = self.exact.get(&squeezed(text)).copied();
        let words = self.lexicon.read(text);
        let mut scored: Vec<(usize, usize)> = exact.iter().map(|source| (100, *source)).collect();
        if !words.is_empty() && words.len() <= LONGEST {
            scored.extend(self.like(&words, least, limit, exact));
        }
        scored.sort_by_key(|(score, source)| (usize::MAX - score, *source));
        let mut found: Vec<Suggestion<'_, 'a>> = Vec::new();
        for group in scored.chunk_by(|(a, _), (b, _)| a == b) {
            let start = found.len();
            for (score, source) in group {
                let source = &self.sources[*source];
                for (pair, times) in source.pairs.iter().take(MOST_TRANSLATIONS) {
                    let (pair, only_marks) = (&self.pairs[*pair], only_marks(&source.words, &words));
                    found.push(Suggestion { score: *score, pair, times: *times, only_marks });
                }
            }
            found[start..].sort_by_key(|one| (one.pair.book.id != home, usize::MAX - one.times));
            let mut distinct: Vec<Suggestion<'_, 'a>> = Vec::new();
            for one in found.drain(..) {
                if distinct.len() < limit && distinct.iter().all(|other| other.pair.translation != one.pair.translation)
                {
                    distinct.push(one);
                }
            }
            found = distinct;
            if found.len() >= limit {
                break;
            }
        }
        found
    }

    /// The sources that are like these words, with their scores.
    fn like(&self, words: &[Word], least: usize, limit: usize, exact: Option<usize>) -> Vec<(usize, usize)> {
        let mut classes: Vec<u32> = words.iter().map(|word| word.class).collect();
        classes.sort_unstable();
        let mut candidates = self.candidates(&classes, least, exact);
        candidates.sort_by_key(|(bound, source)| (usize::MAX - bound, *source));
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (bound, source) in candidates.into_iter().take(MOST_COMPARED) {
            // Several sources can have the same translation.
            let full = found.len() >= 2 * limit;
            let worst = found.last().map_or(0, |(score, _)| *score);
            if full && bound <= worst {
                break;
            }
            let other = &self.sources[source].words;
            let whole = words.len().max(other.len()) * WORD;
            let Some(cost) = cost(words, other, whole * (100 - least.min(100)) / 100) else { continue };
            // What differs in a comma alone is like, but not the same.
            found.push((((whole - cost.min(whole)) * 100 / whole).min(99), source));
            found.sort_by_key(|(score, source)| (usize::MAX - score, *source));
            found.truncate(2 * limit);
        }
        found.retain(|(score, _)| *score >= least);
        found
    }

    /// The sources that share enough words to be like, with the score that they have at most.
    fn candidates(&self, classes: &[u32], least: usize, exact: Option<usize>) -> Vec<(usize, usize)> {
        let count = classes.len();
        let mut rare = classes.to_vec();
        rare.sort_by_key(|class| (self.holders.get(class).map_or(0, Vec::len), *class));
        // A source that has none of these words lacks too many.
        let lacking = count - (count * least).div_ceil(100).min(count);
        rare.truncate(lacking + 1);
        rare.dedup();
        let mut seen = vec![false; self.sources.len()];
        let mut candidates = Vec::new();
        for source in rare.iter().filter_map(|class| self.holders.get(class)).flatten() {
            if std::mem::replace(&mut seen[*source], true) || Some(*source) == exact {
                continue;
            }
            let other = &self.sources[*source].classes;
            let longer = count.max(other.len());
            if count.min(other.len()) * 100 < least * longer {
                continue;
            }
            let bound = shared(classes, other) * 100 / longer;
            if bound >= least {
                candidates.push((bound, *source));
                if candidates.len() == MOST_CANDIDATES {
                    break;
                }
            }
        }
        candidates
    }
}

/// How many classes two ordered lists have in common.
fn shared(a: &[u32], b: &[u32]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        count += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    count
}
