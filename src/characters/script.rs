//! Which script a letter is of, by Unicode's table of scripts. The long-vowel mark and the voiced marks of half width, which that
//! table gives to both kana, count as katakana, in which nearly all of them stand.

use unicode_script::{Script, UnicodeScript as _};

/// Whether `c` is a kanji, or the sign 々 that repeats one.
pub(crate) fn is_han(c: char) -> bool {
    c.script() == Script::Han
}

/// Whether `c` is hiragana.
pub(crate) fn is_hiragana(c: char) -> bool {
    c.script() == Script::Hiragana
}

/// Whether `c` is katakana of either width.
pub(crate) fn is_katakana(c: char) -> bool {
    matches!(c, 'ー' | 'ｰ' | 'ﾞ' | 'ﾟ') || c.script() == Script::Katakana
}

/// Whether `c` is of the scripts that are written without blanks between words: kanji and kana.
pub(crate) fn is_unspaced(c: char) -> bool {
    is_katakana(c) || matches!(c.script(), Script::Han | Script::Hiragana)
}

/// Whether `c` is a letter of the Latin script.
pub(crate) fn is_latin(c: char) -> bool {
    c.script() == Script::Latin
}

/// Whether `c` is a letter of Cyrillic.
pub(crate) fn is_cyrillic(c: char) -> bool {
    c.script() == Script::Cyrillic
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_letter_is_of_one_script() {
        assert!("軍艦々〇𠮷".chars().all(is_han) && "ひらゝ".chars().all(is_hiragana));
        assert!("カードｶﾞｰﾄヽ".chars().all(is_katakana) && "ЖёҐ".chars().all(is_cyrillic));
        for c in "軍ひカーЖZ1・、「".chars() {
            let scripts = [is_han(c), is_hiragana(c), is_katakana(c), is_cyrillic(c)];
            assert!(scripts.iter().filter(|is| **is).count() <= 1, "{c}");
            assert_eq!(is_unspaced(c), scripts[..3].contains(&true), "{c}");
        }
    }
}
