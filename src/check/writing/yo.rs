//! A Russian book writes a word with ё or with е, not both.

use std::collections::HashMap;
use std::ops::Range;

use super::{Passage, words};
use crate::diagnostic::{Diagnostic, codes};

/// Words that are two words: they mean one thing with ё and another with е.
const PAIRS: &str = "берёг брёвна бёдра всё всём вёдра вёсел вёсла вёсны гнёзда дёсны жёлоба жёны жёрнова замёр заём \
    звёзды зёрна колёса кроём лёт лёта лёте лётом лёту моём мёл мётлы нёбо нём озёра осёл падём поём \
    пчёлы ремёсла рёбра рёв рёк слёз слёзы смёл стёк стёкла счёта сёдла сёл сёла сём сёстры тёма тёмен \
    чёлн чёлны чём чёрт чёрта чёртом чёрту чёрты шлём шёлка щёки ём";

/// A word where it stands.
type Found<'p, 'a> = (&'p Passage<'a>, Range<usize>);

pub(super) fn check(passages: &[Passage], diagnostics: &mut Vec<Diagnostic>) {
    // By the spelling with е: the places of both.
    let mut spellings: HashMap<String, [Vec<Found<'_, '_>>; 2]> = HashMap::new();
    let mut order = Vec::new();
    for passage in passages.iter().filter(|passage| passage.language == "ru") {
        for (at, word) in words(&passage.words, char::is_alphabetic) {
            let lower = word.to_lowercase();
            if !lower.contains(['е', 'ё']) || is_pair(&lower) {
                continue;
            }
            let with_e = lower.replace('ё', "е");
            let both = spellings.entry(with_e.clone()).or_insert_with(|| {
                order.push(with_e);
                Default::default()
            });
            both[usize::from(lower.contains('ё'))].push((passage, at..at + word.len()));
        }
    }
    for both in order.iter().filter_map(|word| spellings.get(word)) {
        let [with_e, with_yo] = both;
        let (Some(_), Some(_)) = (with_e.first(), with_yo.first()) else { continue };
        let (rare, usual) = if with_e.len() <= with_yo.len() { (with_e, with_yo) } else { (with_yo, with_e) };
        let (passage, at) = &usual[0];
        let (right, first) = (&passage.words[at.clone()], passage.place_of(at.clone()));
        for (passage, at) in rare {
            let message = format!("`{}` is written `{right}` elsewhere in this book", &passage.words[at.clone()]);
            let diagnostic =
                passage.finding(&codes::YO_SPELLING, at.clone(), message).related(first, "for example here");
            diagnostics.push(diagnostic.help("write ё in a word everywhere or nowhere"));
        }
    }
}

/// Whether a word with ё is another word with е: one of the list, узнаёт and its like, совершённый, or a nominative whose
/// prepositional case has е, as копьё.
fn is_pair(word: &str) -> bool {
    PAIRS.split(' ').any(|pair| pair == word)
        || word.contains("знаё")
        || word.starts_with("совершённ")
        || word.ends_with("ьё")
        || word.ends_with("иё")
}

#[cfg(test)]
mod tests {
    use super::is_pair;

    #[test]
    fn two_words_are_no_two_spellings() {
        for word in ["всё", "чём", "счёта", "узнаёт", "признаётся", "копьё", "ём"] {
            assert!(is_pair(word), "{word}");
        }
        for word in ["ведёт", "счёт", "её", "приём"] {
            assert!(!is_pair(word), "{word}");
        }
    }
}
