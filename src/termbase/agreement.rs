//! Russian names of several words in their cases: the head and the adjectives that agree with it are declined, what depends
//! on the head stays as it is printed. So "действие игрок" is no form of "действие игрока", nor of "действующий игрок".

use std::cmp::Ordering;

use super::declined::is_form;
use super::grammar::{is_cyrillic, is_verb};

/// Endings of infinitives: the names that begin with one are conjugated, and their nouns follow.
const INFINITIVES: [&str; 5] = ["ть", "ти", "чь", "ться", "тись"];
/// What a noun behind these stands in is theirs to say: "в игре", "в игру".
const PREPOSITIONS: [&str; 12] = ["без", "в", "до", "за", "из", "к", "на", "от", "по", "под", "при", "с"];
/// Endings of genitives of one thing, each with those of many.
const GENITIVES: [(&str, &[&str]); 4] = [
    ("а", &["ов", "ев", "ей"]),
    ("я", &["ов", "ев", "ей", "й"]),
    ("ы", &["", "ов"]),
    ("и", &["", "ей", "ий", "й", "ь"]),
];

/// A name of several words of which some are Russian.
#[derive(Debug)]
pub(super) struct Agreement {
    words: Vec<Word>,
}

/// A word of a name, in small letters.
#[derive(Debug)]
struct Word {
    text: String,
    part: Part,
}

/// What a word does in a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// What the name is of.
    Head,
    /// Agrees with the head, and is declined with it.
    Agrees,
    /// Depends on the head: as it is printed, or in the other number.
    Depends,
    /// No word of Russian.
    Other,
}

impl Agreement {
    /// None of a name that is a single word or begins with none of Russian, with a preposition, or with a verb.
    pub(super) fn of(name: &str) -> Option<Self> {
        let words: Vec<&str> = words(name).collect();
        let first = words.first().map(|first| plain(first)).filter(|first| is_cyrillic(first))?;
        let is_conjugated = INFINITIVES.iter().any(|ending| first.ends_with(ending));
        if words.len() < 2 || is_conjugated || PREPOSITIONS.contains(&first.as_str()) {
            return None;
        }
        let head = words.iter().position(|word| !is_nominative_adjective(word)).unwrap_or(words.len() - 1);
        let part = |at: usize, word: &str| {
            // город-государство, город Карфаген, осада, начатая ранее
            let is_joined = at > 0 && name.contains(&format!("{}-{word}", words[at - 1]));
            let is_name = at == head + 1 && word.starts_with(char::is_uppercase);
            match at.cmp(&head) {
                _ if !is_cyrillic(&plain(word)) => Part::Other,
                Ordering::Less => Part::Agrees,
                Ordering::Equal => Part::Head,
                Ordering::Greater if is_joined || is_name || is_plainly_adjective(&plain(word)) => Part::Agrees,
                Ordering::Greater => Part::Depends,
            }
        };
        let words = words.iter().enumerate();
        Some(Self { words: words.map(|(at, word)| Word { text: plain(word), part: part(at, word) }).collect() })
    }

    /// Whether words of the same stems are the name in one of its cases, or say it with a verb: смена стороны, сменил сторону.
    pub(super) fn has(&self, written: &str) -> bool {
        let written: Vec<String> = words(written).map(plain).collect();
        // A word that is cut otherwise is not told from its forms.
        if written.len() != self.words.len() {
            return true;
        }
        let pairs = || self.words.iter().zip(&written);
        let mut head = pairs().filter(|(word, _)| word.part == Part::Head);
        let is_said = head.any(|(word, written)| !is_form(&word.text, written) && is_verb(written));
        pairs().all(|(word, written)| match word.part {
            Part::Agrees => is_form(&word.text, written),
            Part::Head => is_said || is_form(&word.text, written),
            Part::Depends => is_said || word.text == *written || is_genitive_of_another_number(&word.text, written),
            Part::Other => true,
        })
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// In small letters, as words are compared.
fn plain(word: &str) -> String {
    word.to_lowercase().replace('ё', "е")
}

/// Whether both are genitives, one of one thing and the other of many: игрока, игроков.
fn is_genitive_of_another_number(word: &str, written: &str) -> bool {
    let is_many = |one: &str, many: &str| {
        GENITIVES.iter().any(|(ending, endings)| {
            let rest = one.strip_suffix(ending).and_then(|base| many.strip_prefix(base));
            rest.is_some_and(|rest| endings.contains(&rest))
        })
    };
    is_many(word, written) || is_many(written, word)
}

/// Whether a word of a name is an adjective or participle in the nominative, by its ending.
fn is_nominative_adjective(word: &str) -> bool {
    let lower = plain(word);
    let base = |endings: &[&'static str]| endings.iter().find_map(|ending| lower.strip_suffix(ending));
    let is_vowel = |c: char| "аеиоуыэюя".contains(c);
    // морской, but not бой
    let is_stressed = lower.chars().count() > 4 && lower.ends_with("ой");
    // поздний, морские, зимние; but not снабжение, действие, Самний
    let is_soft = base(&["ий", "ие"]).is_some_and(|base| {
        base.ends_with(['к', 'г', 'х', 'ж', 'ш', 'ч', 'щ'])
            || base.strip_suffix('н').is_some_and(|base| !base.ends_with(is_vowel))
    });
    // Никиев
    let is_possessive = word.starts_with(char::is_uppercase) && base(&["ев", "ов", "ин"]).is_some();
    is_plainly_adjective(&lower) || is_stressed || is_soft || is_possessive
}

/// The same of an ending that no noun has.
fn is_plainly_adjective(word: &str) -> bool {
    let word = word.strip_suffix("ся").unwrap_or(word);
    ["ый", "ая", "яя", "ое", "ее", "ые"].iter().any(|ending| word.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(name: &str, written: &str) -> bool {
        Agreement::of(name).is_none_or(|agreement| agreement.has(written))
    }

    #[test]
    fn what_depends_on_the_head_stays_as_it_is_printed() {
        for (name, written) in [
            ("действие игрока", "действиями игрока"),
            ("действие игрока", "действия игроков"),
            ("действующий игрок", "действующему игроку"),
            ("ячейки стратегий", "ячейку стратегии"),
            ("таблица морского боя", "таблицей морского боя"),
            ("морской бой", "морского боя"),
            ("продолжающееся событие", "продолжающихся событий"),
            ("первая операция", "первыми операциями"),
            ("отряды повстанцев", "отрядов повстанцев"),
            ("снабжение войск", "снабжением войск"),
        ] {
            assert!(has(name, written), "{written}");
        }
        for (name, written) in [
            ("действие игрока", "действие игрок"),
            ("действие игрока", "действий игроку"),
            ("действующий игрок", "действие игрок"),
            ("действующий игрок", "действий игроки"),
            ("планшет игрока", "планшет игроку"),
            ("отряды повстанцев", "отряды повстанцы"),
            ("морской бой", "море боя"),
        ] {
            assert!(!has(name, written), "{written}");
        }
    }

    #[test]
    fn what_agrees_with_the_head_is_declined_with_it_behind_it_too() {
        for (name, written) in [
            ("город-государство", "городах-государствах"),
            ("город Карфаген", "города Карфагена"),
            ("Сена Галльская", "Сены Галльской"),
            ("осада, начатая ранее", "осаду, начатую ранее"),
            ("Никиев мир", "Никиева мира"),
        ] {
            assert!(has(name, written), "{written}");
        }
    }

    #[test]
    fn a_verb_may_say_what_a_name_does_and_prepositions_ask_for_cases() {
        for (name, written) in [
            ("смена стороны", "сменил сторону"),
            ("уход домой", "уходит домой"),
            ("разыграть карту", "разыгранной карты"),
            ("в игре", "в игру"),
            ("маркер PC", "маркеров PC"),
        ] {
            assert!(has(name, written), "{written}");
        }
        assert!(!has("смена стороны", "смена сторону"));
    }
}
