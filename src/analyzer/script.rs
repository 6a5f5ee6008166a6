//! Tells which script a folded character belongs to, which decides how the text around it is cut.

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

/// The script of a folded character.
pub(crate) fn script(char: char) -> Script {
    match char {
        '0'..='9' => Script::Digit,
        'a'..='z' => Script::Latin,
        '\0'..='\x7F' => Script::Break,
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
