//! Names that are written in two ways. (ё beside е is a finding of `check`, as are forbidden variants.)

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::{Conflict, MOST_PLACES, What};
use crate::characters::script::{self, is_han};
use crate::termbase::Termbase;
use crate::termbase::passages::Passage;
use crate::termbase::units::{Unit, units};

/// What stands at most so often is rare.
const RARE: usize = 2;
/// What stands so many times as often as what is rare is usual.
const TIMES: usize = 5;
/// The shortest word of an alphabet in which one other letter is rather a slip than another word.
const LONG: usize = 7;
/// The shortest such name, which begins with a capital.
const LONG_NAME: usize = 5;
/// The longest word that is compared.
const LONGEST: usize = 40;

/// A way of writing.
#[derive(Default)]
struct Spelling {
    /// As it is written first.
    text: String,
    count: usize,
    /// Whether it has a capital that no beginning of a sentence asks for.
    name: bool,
    /// Whether the glossary has it, as a right form.
    right: bool,
    /// Whether the glossary forbids it.
    forbidden: bool,
    places: Vec<(usize, Range<usize>)>,
}

/// The ways of writing, each by what it is that it writes.
type Spellings = BTreeMap<String, Spelling>;

pub(super) fn find(base: &Termbase, language: usize) -> Vec<Conflict> {
    let passages = &base.texts[language].passages.all;
    let (mut words, mut joined, mut katakana) = (Spellings::new(), Spellings::new(), Spellings::new());
    for (at, passage) in passages.iter().enumerate() {
        let units = units(&base.analyzer, passage);
        for (place, unit) in units.iter().enumerate() {
            let text = &passage.words[unit.range.clone()];
            if unit.japanese() {
                if text.chars().all(|c| !is_han(c)) {
                    count(&mut katakana, text.to_owned(), text, (at, unit.range.clone()));
                }
                continue;
            }
            count(&mut words, unit.key.clone(), text, (at, unit.range.clone()));
            if let Some(word) = words.get_mut(&unit.key) {
                word.name |= unit.capital;
            }
            count(&mut joined, text.to_lowercase(), text, (at, unit.range.clone()));
            if let Some(pair) = pair(passage, units.get(place.wrapping_sub(1)), unit) {
                let text = &passage.words[pair.clone()];
                count(&mut joined, text.to_lowercase(), text, (at, pair));
            }
        }
    }
    mark(base, language, &mut words, &mut joined, &mut katakana);
    let mut found = Vec::new();
    for pairs in [one_letter(&words), alike(&joined, &unhyphened), alike(&katakana, &skeleton), one_letter(&katakana)] {
        found.extend(pairs);
    }
    let mut seen = BTreeSet::new();
    found.retain(|(rare, usual)| seen.insert((rare.text.clone(), usual.text.clone())));
    let conflict = |(rare, usual): (&Spelling, &Spelling)| Conflict {
        what: What::Spelling {
            rare: rare.text.clone(),
            rare_count: rare.count,
            usual: usual.text.clone(),
            usual_count: usual.count,
        },
        places: rare.places.iter().map(|(at, range)| passages[*at].place_of(range.clone())).collect(),
    };
    found.into_iter().map(conflict).collect()
}

/// Whether `c` belongs to words of katakana: the dot stands between the parts of one.
fn is_katakana(c: char) -> bool {
    c == '・' || script::is_katakana(c)
}

fn count(spellings: &mut Spellings, key: String, text: &str, at: (usize, Range<usize>)) {
    let spelling = spellings.entry(key).or_default();
    if spelling.count == 0 {
        text.clone_into(&mut spelling.text);
    }
    spelling.count += 1;
    if spelling.places.len() < MOST_PLACES {
        spelling.places.push(at);
    }
}

/// Two words that only a blank or a hyphen parts.
fn pair(passage: &Passage, before: Option<&Unit>, unit: &Unit) -> Option<Range<usize>> {
    let before = before.filter(|before| {
        unit.joined && !before.japanese() && passage.words[before.range.clone()].chars().count() > 2
    })?;
    if passage.words[unit.range.clone()].chars().count() < 3 {
        return None;
    }
    let range = before.range.start..unit.range.end;
    let between = passage.words.get(before.range.end..unit.range.start)?;
    matches!(between, " " | "-").then_some(range)
}

/// Marks what the glossary has and what it forbids.
fn mark(base: &Termbase, language: usize, words: &mut Spellings, joined: &mut Spellings, katakana: &mut Spellings) {
    for concept in &base.concepts {
        let Some(term) = concept.terms.get(base.languages[language]) else { continue };
        for (lines, right) in [(&term.forms, true), (&term.forbidden, false)] {
            let names = term.name.iter().filter(|_| right).chain(lines);
            for name in names.map(|name| name.value.as_str()) {
                let keys = base.analyzer.key(name);
                let marked = keys.split(' ').filter(|_| right || !keys.contains(' '));
                let marked: Vec<&str> = marked.collect();
                let forms = [name.to_lowercase(), name.to_owned()];
                let lists = [(&mut *words, marked), (&mut *joined, vec![forms[0].as_str()])];
                for (spellings, keys) in lists.into_iter().chain([(&mut *katakana, vec![forms[1].as_str()])]) {
                    for key in keys {
                        if let Some(spelling) = spellings.get_mut(key) {
                            spelling.right |= right;
                            spelling.forbidden |= !right;
                        }
                    }
                }
                for piece in name.split(|c: char| !is_katakana(c)) {
                    if let Some(spelling) = katakana.get_mut(piece) {
                        spelling.right |= right;
                    }
                }
            }
        }
    }
}

/// The rare one and the usual one, if one of two is rare and the other usual or in the glossary.
fn judge<'s>(one: &'s Spelling, other: &'s Spelling) -> Option<(&'s Spelling, &'s Spelling)> {
    let (rare, usual) = if (one.right, one.count) <= (other.right, other.count) { (one, other) } else { (other, one) };
    let common = usual.count >= TIMES * rare.count || usual.right;
    (rare.count <= RARE && common && !rare.right && !rare.forbidden).then_some((rare, usual))
}

/// Long words that differ by one letter.
fn one_letter(spellings: &Spellings) -> Vec<(&Spelling, &Spelling)> {
    let long = |(key, spelling): &(&String, &Spelling)| {
        let length = key.chars().count();
        let name = spelling.name || spelling.text.starts_with(is_katakana);
        length <= LONGEST && length >= if name { LONG_NAME } else { LONG }
    };
    // Words that differ by one letter are alike without one of their letters.
    let mut without: HashMap<String, Vec<&String>> = HashMap::new();
    for (key, _) in spellings.iter().filter(long) {
        let chars: Vec<char> = key.chars().collect();
        let shorter = (0..chars.len()).map(|skipped| {
            chars.iter().enumerate().filter(|(at, _)| *at != skipped).map(|(_, c)| c).collect::<String>()
        });
        let all: BTreeSet<String> = shorter.chain([key.clone()]).collect();
        for shorter in all {
            without.entry(shorter).or_default().push(key);
        }
    }
    let pairs = without.values().flat_map(|keys| {
        keys.iter().enumerate().flat_map(|(at, one)| keys[at + 1..].iter().map(|other| (*one, *other)))
    });
    let slip = |one: &String, other: &String| {
        let names = [one, other].iter().all(|key| spellings[*key].name) || one.starts_with(is_katakana);
        is_slip(one, other) && (names || !is_grammar(one, other))
    };
    let pairs: BTreeSet<(&String, &String)> = pairs.filter(|(one, other)| slip(one, other)).collect();
    pairs.into_iter().filter_map(|(one, other)| judge(&spellings[one], &spellings[other])).collect()
}

/// Whether two words differ by one letter within: at the end stands grammar, and at the beginning another word.
fn is_slip(one: &str, other: &str) -> bool {
    let ends = |word: &str| (word.chars().next(), word.chars().next_back());
    ends(one) == ends(other) && strsim::damerau_levenshtein(one, other) == 1
}

/// Whether two words differ so near to their ends that it is rather a prefix or a case than a slip.
fn is_grammar(one: &str, other: &str) -> bool {
    let common = |one: &mut dyn Iterator<Item = char>, other: &mut dyn Iterator<Item = char>| {
        one.zip(other).take_while(|(one, other)| one == other).count()
    };
    let before = common(&mut one.chars(), &mut other.chars());
    let behind = common(&mut one.chars().rev(), &mut other.chars().rev());
    before < 3 || behind < 2
}

/// Words that are alike in `shape`.
fn alike<'s>(spellings: &'s Spellings, shape: &dyn Fn(&str) -> String) -> Vec<(&'s Spelling, &'s Spelling)> {
    let mut shapes: BTreeMap<String, Vec<&Spelling>> = BTreeMap::new();
    for (key, spelling) in spellings {
        shapes.entry(shape(key)).or_default().push(spelling);
    }
    let mut found = Vec::new();
    for spellings in shapes.values() {
        let Some(usual) = spellings.iter().max_by_key(|spelling| (spelling.right, spelling.count)) else { continue };
        found.extend(spellings.iter().filter(|other| other.text != usual.text).filter_map(|other| judge(other, usual)));
    }
    found
}

/// A word of an alphabet without hyphens and blanks.
fn unhyphened(word: &str) -> String {
    word.chars().filter(|c| !matches!(c, ' ' | '-')).collect()
}

/// A word of katakana without what is written in several ways: ー, ・, ヴァ for バ, small kana for large.
fn skeleton(word: &str) -> String {
    let plain = [("ヴァ", "バ"), ("ヴィ", "ビ"), ("ヴェ", "ベ"), ("ヴォ", "ボ"), ("ヴ", "ブ"), ("ウィ", "イ")];
    let word = plain.iter().fold(word.to_owned(), |word, (from, to)| word.replace(from, to));
    let large = |c: char| match c {
        'ァ' => 'ア',
        'ィ' => 'イ',
        'ゥ' => 'ウ',
        'ェ' => 'エ',
        'ォ' => 'オ',
        'ッ' => 'ツ',
        'ャ' => 'ヤ',
        'ュ' => 'ユ',
        'ョ' => 'ヨ',
        c => c,
    };
    word.chars().filter(|c| !matches!(c, 'ー' | '・')).map(large).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_from_grammar_and_from_other_words() {
        assert!(is_slip("syracuse", "syraccuse") && is_slip("interception", "interceptoin"));
        assert!(!is_slip("interception", "interceptions"), "an ending");
        assert!(!is_slip("отступа", "отступ"), "an ending");
        assert!(!is_slip("movable", "lovable"), "another word");
    }

    #[test]
    fn katakana_is_alike_without_what_is_written_in_several_ways() {
        for (one, other) in [
            ("プレイヤー", "プレイヤ"),
            ("アクティヴ", "アクティブ"),
            ("ノン・プレイヤー", "ノンプレイヤー"),
            ("ヴェイイ", "ベイイ"),
        ] {
            assert_eq!(skeleton(one), skeleton(other));
        }
        assert_ne!(skeleton("ローマ"), skeleton("ラーマ"));
    }

    fn spelling(text: &str, count: usize, right: bool) -> Spelling {
        Spelling { text: text.to_owned(), count, right, ..Spelling::default() }
    }

    #[test]
    fn the_rare_spelling_is_the_doubtful_one() {
        let told = |one: &Spelling, other: &Spelling| judge(one, other).map(|(rare, _)| rare.text.clone());
        let (usual, rare) = (spelling("Lilybaeum", 9, false), spelling("Lilybauem", 1, false));
        assert_eq!(told(&usual, &rare).as_deref(), Some("Lilybauem"));
        assert_eq!(told(&spelling("Messana", 4, false), &spelling("Messina", 3, false)), None, "both are usual");
        assert_eq!(
            told(&spelling("off-map", 1, true), &spelling("off map", 9, false)),
            None,
            "not rare, though not right"
        );
        assert_eq!(told(&spelling("off-map", 1, true), &spelling("off map", 2, false)).as_deref(), Some("off map"));
    }
}
