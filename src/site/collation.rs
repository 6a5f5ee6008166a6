//! The order of names in a glossary: close enough to each language's dictionaries without their tables.

use unicode_normalization::UnicodeNormalization;

/// What a name sorts by: letters without case, accents or voicing marks, kana in the order of the syllabary.
pub(super) fn key(name: &str) -> (String, String) {
    let mut plain = String::new();
    for c in name.nfkc().flat_map(char::to_lowercase) {
        // A long-vowel mark is filed as the vowel it lengthens: カード as かあと.
        plain.extend(if c == 'ー' { plain.chars().next_back().and_then(vowel) } else { fold(c) });
    }
    (plain, name.to_owned())
}

/// The vowel that a kana ends with.
fn vowel(kana: char) -> Option<char> {
    const ROWS: [(char, &str); 5] = [
        ('あ', "あかさたなはまやらわ"),
        ('い', "いきしちにひみり"),
        ('う', "うくすつぬふむゆる"),
        ('え', "えけせてねへめれ"),
        ('お', "おこそとのほもよろを"),
    ];
    ROWS.iter().find(|(_, row)| row.contains(kana)).map(|(vowel, _)| *vowel)
}

fn fold(c: char) -> Option<char> {
    match c {
        // ё is filed under е, but й is a letter of its own.
        'ё' => Some('е'),
        'й' => Some('й'),
        // Middle dots do not count.
        '・' => None,
        'ァ'..='ヶ' => kana(char::from_u32(c as u32 - 0x60)?),
        'ぁ'..='ゖ' => kana(c),
        c if c.is_alphanumeric() => base(c),
        _ => None,
    }
}

/// Small kana and voiced kana sort with the plain ones.
fn kana(c: char) -> Option<char> {
    let large = match c {
        'ぁ' | 'ぃ' | 'ぅ' | 'ぇ' | 'ぉ' | 'っ' | 'ゃ' | 'ゅ' | 'ょ' | 'ゎ' => char::from_u32(c as u32 + 1)?,
        c => c,
    };
    base(large)
}

fn base(c: char) -> Option<char> {
    std::iter::once(c).nfd().next()
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn names_sort_as_in_a_dictionary_of_their_language() {
        let pairs = [
            ("Army", "battle"),
            ("émigré", "enemy"),
            ("ёлка", "жук"),
            ("йод", "кот"),
            ("がりあ", "かるたご"),
            ("ガリア", "きり"),
            ("カード", "かっせいか"),
        ];
        for (before, after) in pairs {
            assert!(key(before) < key(after), "{before} before {after}");
        }
        assert_eq!(key("ノン・プレイヤー").0, key("のんふれいやあ").0);
    }
}
