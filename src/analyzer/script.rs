//! Tells which script a folded character belongs to, which decides how the text around it is cut.

use std::ops::Range;

/// What a character is to the cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Script {
    /// Latin letters: English words.
    Latin,
    /// Cyrillic letters: Russian words.
    Cyrillic,
    /// Letters and digits of any other alphabet: words that no stemmer here knows.
    Other,
    /// Digits 0 to 9.
    Digit,
    /// Kana and kanji, written without spaces.
    Japanese,
    /// Everything else parts words.
    Break,
}

/// Whether a character, before it is folded, is katakana of either width, the long-vowel mark included. The dot ・ is not:
/// it stands between words.
pub(crate) fn is_katakana(char: char) -> bool {
    matches!(char, '\u{30A1}'..='\u{30FA}' | 'ー' | 'ヽ' | 'ヾ' | '\u{FF66}'..='\u{FF9F}')
}

/// Whether a stretch of `text` begins or ends inside a word of katakana: コス does in コスト. Katakana writes words from
/// abroad, and what stands within one is another word.
pub(crate) fn parts_katakana(text: &str, range: &Range<usize>) -> bool {
    let is = |char: Option<char>| char.is_some_and(is_katakana);
    let (within, before, after) = (&text[range.clone()], &text[..range.start], &text[range.end..]);
    let begins = is(within.chars().next()) && is(before.chars().next_back());
    begins || is(within.chars().next_back()) && is(after.chars().next())
}

/// The script of a folded character.
pub(crate) fn script(char: char) -> Script {
    match char {
        '0'..='9' => Script::Digit,
        'a'..='z' => Script::Latin,
        '\0'..='\x7F' => Script::Break,
        // What most texts are made of; the arms below say the same of it, after a search in tables.
        '\u{0430}'..='\u{044F}' => Script::Cyrillic,
        '«' | '»' | '\u{2010}'..='\u{2027}' | '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{3011}' => Script::Break,
        '\u{0400}'..='\u{052F}' if char.is_alphabetic() => Script::Cyrillic,
        '\u{00AA}'..='\u{024F}' | '\u{1E00}'..='\u{1EFF}' if char.is_alphabetic() => Script::Latin,
        '々'
        | '〆'
        | '〇'
        | '〻'
        | 'ー'
        | '\u{3041}'..='\u{3096}'
        | '\u{309D}'..='\u{309F}'
        | '\u{30F7}'..='\u{30FA}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFD}' => Script::Japanese,
        _ if char.is_alphanumeric() => Script::Other,
        _ => Script::Break,
    }
}

#[cfg(test)]
mod tests {
    use super::super::fold::fold;
    use super::*;

    #[test]
    fn frequent_characters_are_of_the_script_that_the_tables_say() {
        let all = ('\u{0430}'..='\u{044F}').chain('\u{2010}'..='\u{2027}').chain('\u{3000}'..='\u{3011}');
        for char in all.chain(['«', '»']).filter(|char| !matches!(char, '\u{3005}'..='\u{3007}')) {
            let is_letter = char.is_alphanumeric();
            assert_eq!(script(char) == Script::Break, !is_letter, "{char}");
            assert_eq!(script(char) == Script::Cyrillic, is_letter, "{char}");
        }
    }

    #[test]
    fn katakana_is_what_folding_takes_for_it() {
        for char in ('\u{3000}'..='\u{30FF}').chain('\u{FF61}'..='\u{FF9D}') {
            let folded = fold(&char.to_string()).first().is_some_and(|folded| folded.katakana);
            // A sign for a whole word is no letter of one.
            assert!(folded == is_katakana(char) || char == 'ヿ', "{char}");
        }
    }

    #[test]
    fn a_word_of_katakana_has_an_end() {
        let parts = |text: &str, word: &str| {
            let start = text.find(word).expect("the word");
            parts_katakana(text, &(start..start + word.len()))
        };
        assert!(parts("コスト", "コス") && parts("アルゴス", "ゴス") && parts("カード", "カ") && parts("ｺｽﾄ", "ｺｽ"));
        assert!(!parts("コスへ", "コス") && !parts("港コス", "コス") && !parts("コス・ロドス", "コス"));
        assert!(!parts("移動フェイズ", "フェイズ") && !parts("海上移動", "海上") && !parts("Cos", "Co"));
    }
}
