//! A katakana word is written in katakana: a kanji that looks like one of its letters is not found by search, and the reverse.

use std::collections::HashMap;

use super::{MOST_FINDINGS, Passage, words};
use crate::characters::script::{is_han, is_hiragana, is_katakana};
use crate::diagnostic::{Diagnostic, codes};

/// Katakana and the kanji that look like them.
const ALIKE: &[(char, char)] = &[
    ('カ', '力'),
    ('ロ', '口'),
    ('ニ', '二'),
    ('ト', '卜'),
    ('チ', '千'),
    ('タ', '夕'),
    ('エ', '工'),
    ('ハ', '八'),
    ('ミ', '三'),
    ('オ', '才'),
    ('ヌ', '又'),
    ('メ', '乂'),
    ('ー', '一'),
];

/// Katakana and the hiragana that look like them.
const ALIKE_KANA: &[(char, char)] = &[('ヘ', 'へ'), ('ベ', 'べ'), ('ペ', 'ぺ'), ('リ', 'り')];

pub(super) fn check(passages: &[Passage], diagnostics: &mut Vec<Diagnostic>) {
    let mut known = Words::new();
    let japanese = || passages.iter().filter(|passage| passage.language == "ja");
    for (_, word) in japanese().flat_map(|passage| words(&passage.words, is_katakana)) {
        *known.entry(word).or_default() += 1;
    }
    for passage in japanese() {
        for (at, written, wanted) in slips(&passage.words, &known).into_iter().take(MOST_FINDINGS) {
            let message = format!(
                "`{written}` (U+{:04X}) stands here for `{wanted}` (U+{:04X}), which looks like it",
                written as u32, wanted as u32
            );
            let finding = passage.finding(&codes::MIXED_SCRIPTS, at..at + written.len_utf8(), message);
            diagnostics.push(finding.help(format!("write `{wanted}`")));
        }
    }
}

/// The katakana words of a book, each with how often it stands there.
type Words<'a> = HashMap<&'a str, usize>;

/// Where a letter stands that can only be the one it looks like: where, which, and the right one.
fn slips(text: &str, known: &Words) -> Vec<(usize, char, char)> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let around = |at: usize| {
        let before = at.checked_sub(1).map_or(' ', |before| chars[before].1);
        (before, chars.get(at + 1).map_or(' ', |(_, c)| *c))
    };
    let mut found = Vec::new();
    for (at, (start, c)) in chars.iter().enumerate() {
        let (before, after) = around(at);
        let kanji_as_kana = ALIKE.iter().find(|(_, kanji)| kanji == c).map(|(kana, _)| *kana);
        let kana_as_kanji = ALIKE.iter().find(|(kana, _)| kana == c).map(|(_, kanji)| *kanji);
        let slip = match (kanji_as_kana, kana_as_kanji) {
            // Within a word, or with a long vowel behind it, which no kanji has.
            (Some(kana), _) if is_katakana(after) && (is_katakana(before) || after == 'ー' || is_small(after)) => {
                Some(kana)
            }
            // At the end of a word of several letters: 卜 and 夕 are no words of rulebooks.
            (Some(kana), _) if matches!(c, '卜' | '夕' | '乂') && is_katakana(before) && !is_han(after) => {
                Some(kana)
            }
            // At the beginning or the end of a word that the book has.
            (Some(kana), _)
                if kana != 'ー' && {
                    let (left, right) = katakana_around(text, *start, *c);
                    left.is_empty() != right.is_empty() && completes(left, kana, right, known)
                } =>
            {
                Some(kana)
            }
            // A numeral behind a word counts something: ユニット一つ, カード一枚.
            (Some('ー'), _) if is_katakana(before) && is_hiragana(after) && after != 'つ' => Some('ー'),
            (_, Some(kanji)) if *c == 'ー' && is_han(before) && !is_katakana(after) => Some(kanji),
            // Alone behind a kanji, and no counter.
            (_, Some(kanji))
                if *c != 'ー' && is_han(before) && !is_katakana(after) && !is_counted(before, *c, after) =>
            {
                Some(kanji)
            }
            _ => ALIKE_KANA.iter().find_map(|(katakana, hiragana)| {
                let alone = !is_katakana(before) && !is_katakana(after);
                // Hiragana has long vowels too: すーぱーりーぐ.
                let inside = is_katakana(before) && is_katakana(after) && (before != 'ー' || after != 'ー');
                // A long vowel between katakana: りーダー.
                let long = after == 'ー' && is_katakana(around(at + 1).1);
                let (left, right) = katakana_around(text, *start, *c);
                match () {
                    () if c == katakana && alone && (is_hiragana(before) || is_hiragana(after)) => Some(*hiragana),
                    () if *c == 'ヘ' && is_particle(left, right, known) => Some('へ'),
                    () if c == hiragana && (long || completes(left, *katakana, right, known)) => Some(*katakana),
                    // Between two words of the book へ is the particle.
                    () if *c == 'へ' && (is_elsewhere(left, known) || is_elsewhere(right, known)) => None,
                    () if c == hiragana && inside => Some(*katakana),
                    () => None,
                }
            }),
        };
        found.extend(slip.map(|wanted| (*start, *c, wanted)));
    }
    found
}

/// The katakana right before and right behind a letter.
fn katakana_around(text: &str, start: usize, c: char) -> (&str, &str) {
    let (before, after) = (&text[..start], &text[start + c.len_utf8()..]);
    let left = before.trim_end_matches(is_katakana).len();
    let right = after.len() - after.trim_start_matches(is_katakana).len();
    (&before[left..], &after[..right])
}

/// Whether a ヘ between two parts of a katakana word is the particle へ: the part before it is a word of the book, what is
/// behind it is one or nothing, and the book has the whole less often. メッセニアヘ is, ホルヘ is not.
fn is_particle(left: &str, right: &str, known: &Words) -> bool {
    let count = |word: &str| known.get(word).copied().unwrap_or(0);
    let whole = count(&format!("{left}ヘ{right}"));
    count(left) > whole && (right.is_empty() || count(right) > whole)
}

/// Whether katakana are a word of the book only with a letter between or beside them.
fn completes(left: &str, letter: char, right: &str, known: &Words) -> bool {
    !is_elsewhere(left, known)
        && !is_elsewhere(right, known)
        && known.contains_key(format!("{left}{letter}{right}").as_str())
}

/// Whether the book has a word of a passage at another place, too.
fn is_elsewhere(word: &str, known: &Words) -> bool {
    known.get(word).is_some_and(|count| *count > 1)
}

/// Whether a letter counts something: 3カ所, or the parts of an article, as 第一号ハ does.
fn is_counted(before: char, c: char, after: char) -> bool {
    matches!(before, '条' | '項' | '号')
        || c == 'カ' && (matches!(after, '所' | '月' | '国' | '年' | '条' | '村') || before.is_numeric())
}

fn is_small(c: char) -> bool {
    matches!(c, 'ァ' | 'ィ' | 'ゥ' | 'ェ' | 'ォ' | 'ッ' | 'ャ' | 'ュ' | 'ョ')
}

#[cfg(test)]
mod tests {
    use super::{Words, is_katakana, slips, words};

    #[test]
    fn a_letter_of_the_other_script_is_found() {
        let wanted =
            |text: &str| slips(text, &Words::new()).into_iter().map(|(_, _, wanted)| wanted).collect::<String>();
        assert_eq!(wanted("手札の力ード"), "カ");
        assert_eq!(wanted("シ千リア"), "チ");
        assert_eq!(wanted("コリン卜湾とコリン卜ス"), "ト");
        assert_eq!(wanted("コリン卜。"), "ト");
        assert_eq!(wanted("戦闘カは第ー章"), "力一");
        assert_eq!(wanted("戦カと兵カを"), "力力");
        assert_eq!(wanted("プレイヤ一は分子ヘの"), "ーへ");
        assert_eq!(wanted("1人のりーダーに"), "リ");
    }

    #[test]
    fn words_of_the_book_tell_what_looks_alike_apart() {
        let book = "メッセニアとシチリアとヘラクレアとホルヘとサボり。メッセニア、シチリア、リスト、シシリ。";
        let wanted = |text: &str| {
            let mut known = Words::new();
            for (_, word) in words(book, is_katakana).into_iter().chain(words(text, is_katakana)) {
                *known.entry(word).or_default() += 1;
            }
            slips(text, &known).into_iter().map(|(_, _, wanted)| wanted).collect::<String>()
        };
        assert_eq!(wanted("メッセニアヘ移動"), "へ");
        assert_eq!(wanted("メッセニアヘシチリアから"), "へ");
        assert_eq!(wanted("へラクレアに"), "ヘ");
        assert_eq!(wanted("りストとシシり"), "リリ");
        for fine in ["メッセニアへ移動", "メッセニアへシチリアから", "ホルヘは", "ヘラクレアに", "サボりは"]
        {
            assert_eq!(wanted(fine), "", "{fine}");
        }
    }

    #[test]
    fn words_side_by_side_are_fine() {
        for fine in [
            "カード一枚",
            "ユニット二つ",
            "3カ所",
            "数カ所",
            "プレイヤー二人",
            "ローマ軍",
            "第1ラウンド",
            "海軍ユニット",
            "一エリア",
            "各エリア",
            "主力ユニット",
            "敵ハンニバル",
            "第一号ハに該当し、第二項ニと第三号ロを除く。",
        ] {
            assert_eq!(slips(fine, &Words::new()), [], "{fine}");
        }
    }
}
