//! A Japanese book writes a katakana word in one way: プレイヤー or プレーヤー, カウンター or カウンタ.

use std::collections::{BTreeMap, HashSet};

use super::{Passage, words};
use crate::characters::script::is_katakana;
use crate::diagnostic::{Diagnostic, codes};
use crate::library::Book;

/// Shorter words that are like each other are others: ビル and ビール.
const SHORTEST: usize = 3;

/// The spellings of one sound, each with its places.
type Spellings<'p, 'a> = BTreeMap<&'p str, Vec<(&'p Passage<'a>, usize)>>;

/// Letters of one sound: what is written for the left is also written as the right.
const ALIKE: &[(&str, &str)] =
    &[("ヴァ", "バ"), ("ヴィ", "ビ"), ("ヴェ", "ベ"), ("ヴォ", "ボ"), ("ヴ", "ブ"), ("・", ""), ("=", "")];

pub(super) fn check(book: &Book, passages: &[Passage], diagnostics: &mut Vec<Diagnostic>) {
    // By their sound: each spelling with its places.
    let mut sounds: BTreeMap<String, Spellings> = BTreeMap::new();
    for passage in passages.iter().filter(|passage| passage.language == "ja") {
        for (at, word) in words(&passage.words, |c| is_katakana(c) || c == 'ー' || c == '・') {
            let begins = word.len() - word.trim_start_matches(['・', 'ー']).len();
            let word = word.trim_matches('・').trim_start_matches('ー');
            if word.chars().count() >= SHORTEST {
                sounds.entry(sound(word)).or_default().entry(word).or_default().push((passage, at + begins));
            }
        }
    }
    sounds.retain(|_, spellings| spellings.len() > 1);
    if sounds.is_empty() {
        return;
    }
    let terms: HashSet<&str> = book
        .terms_in("ja")
        .iter()
        .flat_map(|term| term.name.iter().chain(&term.forms))
        .flat_map(|name| words(&name.value, |c| is_katakana(c) || c == 'ー' || c == '・'))
        .map(|(_, word)| word)
        .collect();
    for spellings in sounds.values() {
        let usual = spellings.iter().max_by_key(|(word, places)| (terms.contains(*word), places.len()));
        let Some((usual, places)) = usual else { continue };
        let Some((passage, at)) = places.first() else { continue };
        let first = passage.place_of(*at..at + usual.len());
        // What the glossary has is right in both ways.
        for (word, places) in spellings.iter().filter(|(word, _)| *word != usual && !terms.contains(*word)) {
            for (passage, at) in places {
                let message = format!("`{word}` is written `{usual}` elsewhere in this book");
                let finding = passage.finding(&codes::KANA_SPELLING, *at..at + word.len(), message);
                diagnostics.push(finding.related(first, "for example here").help(format!("write `{usual}`")));
            }
        }
    }
}

/// A word as it sounds, however it is spelt: without long vowels at its end, with one sign for them within.
fn sound(word: &str) -> String {
    let mut plain = word.to_owned();
    for (left, right) in ALIKE {
        if plain.contains(left) {
            plain = plain.replace(left, right);
        }
    }
    let mut sound = String::with_capacity(plain.len());
    let mut before = ' ';
    for c in plain.chars() {
        let long = match c {
            'イ' | 'ィ' => is_of(before, "エケセテネヘメレゲゼデベペェ"),
            'ウ' | 'ゥ' => is_of(before, "オコソトノホモヨロゴゾドボポォョ"),
            _ => false,
        };
        sound.push(if long { 'ー' } else { c });
        before = c;
    }
    let short = sound.trim_end_matches('ー');
    short.to_owned()
}

fn is_of(c: char, row: &str) -> bool {
    row.contains(c)
}

#[cfg(test)]
mod tests {
    use super::sound;

    #[test]
    fn spellings_of_one_word_sound_alike() {
        for (one, other) in [
            ("プレイヤー", "プレーヤー"),
            ("フェイズ", "フェーズ"),
            ("カウンター", "カウンタ"),
            ("カード・プレイ", "カードプレイ"),
            ("ヴォルスキ", "ボルスキ"),
        ] {
            assert_eq!(sound(one), sound(other), "{one} {other}");
        }
        for (one, other) in [("ローマ", "ロマ"), ("カード", "ガード"), ("タイル", "タール")] {
            assert_ne!(sound(one), sound(other), "{one} {other}");
        }
    }
}
