//! A katakana word is written in katakana: a kanji that looks like one of its letters is not found by search, and the reverse.

use super::Passage;
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

pub(super) fn check(passage: &Passage, diagnostics: &mut Vec<Diagnostic>) {
    if passage.language != "ja" {
        return;
    }
    for (at, written, wanted) in slips(&passage.words) {
        let message = format!(
            "`{written}` (U+{:04X}) stands here for `{wanted}` (U+{:04X}), which looks like it",
            written as u32, wanted as u32
        );
        let finding = passage.finding(&codes::MIXED_SCRIPTS, at..at + written.len_utf8(), message);
        diagnostics.push(finding.help(format!("write `{wanted}`")));
    }
}

/// Where a letter stands that can only be the one it looks like: where, which, and the right one.
fn slips(text: &str) -> Vec<(usize, char, char)> {
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
            (Some(kana), _) if matches!(c, '卜' | '夕' | '乂') && is_katakana(before) && !is_kanji(after) => {
                Some(kana)
            }
            // A numeral behind a word counts something: ユニット一つ, カード一枚.
            (Some('ー'), _) if is_katakana(before) && is_hiragana(after) && after != 'つ' => Some('ー'),
            (_, Some(kanji)) if *c == 'ー' && is_kanji(before) && !is_katakana(after) => Some(kanji),
            // Alone behind a kanji, and no counter: 3カ所.
            (_, Some(kanji))
                if *c != 'ー' && is_kanji(before) && !is_katakana(after) && !is_counted(before, *c, after) =>
            {
                Some(kanji)
            }
            _ => ALIKE_KANA.iter().find_map(|(katakana, hiragana)| {
                let alone = !is_katakana(before) && !is_katakana(after);
                let inside = is_katakana(before) && is_katakana(after);
                match () {
                    () if c == katakana && alone && (is_hiragana(before) || is_hiragana(after)) => Some(*hiragana),
                    () if c == hiragana && inside => Some(*katakana),
                    () => None,
                }
            }),
        };
        found.extend(slip.map(|wanted| (*start, *c, wanted)));
    }
    found
}

fn is_counted(before: char, c: char, after: char) -> bool {
    c == 'カ' && (matches!(after, '所' | '月' | '国' | '年' | '条' | '村') || before.is_numeric())
}

fn is_katakana(c: char) -> bool {
    matches!(c, '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}')
}

fn is_hiragana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}')
}

fn is_small(c: char) -> bool {
    matches!(c, 'ァ' | 'ィ' | 'ゥ' | 'ェ' | 'ォ' | 'ッ' | 'ャ' | 'ュ' | 'ョ')
}

fn is_kanji(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}' | '々')
}

#[cfg(test)]
mod tests {
    use super::slips;

    #[test]
    fn a_letter_of_the_other_script_is_found() {
        let wanted = |text: &str| slips(text).into_iter().map(|(_, _, wanted)| wanted).collect::<String>();
        assert_eq!(wanted("手札の力ード"), "カ");
        assert_eq!(wanted("シ千リア"), "チ");
        assert_eq!(wanted("コリン卜湾とコリン卜ス"), "ト");
        assert_eq!(wanted("コリン卜。"), "ト");
        assert_eq!(wanted("戦闘カは第ー章"), "力一");
        assert_eq!(wanted("戦カと兵カを"), "力力");
        assert_eq!(wanted("プレイヤ一は分子ヘの"), "ーへ");
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
        ] {
            assert!(slips(fine).is_empty(), "{fine}: {:?}", slips(fine));
        }
    }
}
