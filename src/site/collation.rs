//! The order of names in a glossary: close enough to each language's dictionaries without their tables.

use unicode_normalization::UnicodeNormalization;

/// What a name sorts by: letters without case, accents or voicing marks, kana in the order of the syllabary.
pub(super) fn key(name: &str) -> (String, String) {
    let plain = name.nfkc().flat_map(char::to_lowercase).filter_map(fold).collect();
    (plain, name.to_owned())
}

fn fold(c: char) -> Option<char> {
    match c {
        // ё is filed under е, but й is a letter of its own.
        'ё' => Some('е'),
        'й' => Some('й'),
        // The long-vowel mark and middle dots do not count.
        'ー' | '・' => None,
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
        let pairs = [("Army", "battle"), ("émigré", "enemy"), ("ёлка", "жук"), ("йод", "кот"), ("がりあ", "かるたご"), ("ガリア", "きり")];
        for (before, after) in pairs {
            assert!(key(before) < key(after), "{before} before {after}");
        }
        assert_eq!(key("ノン・プレイヤー").0, key("のんふれいや").0);
    }
}
