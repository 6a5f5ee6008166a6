//! Folds a text for matching, character by character, and remembers where in the original each folded character
//! comes from.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A character as it is matched, with its place in the original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Folded {
    /// The character: NFKC, lower case, hiragana for katakana, `е` for `ё`, no accents on Latin letters.
    pub(crate) char: char,
    /// Bytes of the original that it stands for.
    pub(crate) range: Range<usize>,
    /// Whether it was katakana, which folding hides.
    pub(crate) katakana: bool,
}

/// Folds `text`. NFKC is applied to one base character and its marks at a time: that keeps the way back to the original
/// exact, also for half-width kana, whose voiced mark is a character of its own.
pub(crate) fn fold(text: &str) -> Vec<Folded> {
    let mut folded = Vec::with_capacity(text.len());
    let mut chars = text.char_indices().peekable();
    while let Some((start, first)) = chars.next() {
        let mut end = start + first.len_utf8();
        while let Some(&(at, next)) = chars.peek() {
            if !continues(next) {
                break;
            }
            end = at + next.len_utf8();
            chars.next();
        }
        let alone = end == start + first.len_utf8();
        if first.is_ascii() && alone {
            let char = first.to_ascii_lowercase();
            folded.push(Folded { char, range: start..end, katakana: false });
            continue;
        }
        if is_settled(first) && alone {
            first.to_lowercase().for_each(|char| fold_char(char, &(start..end), &mut folded));
            continue;
        }
        for char in text[start..end].nfkc().flat_map(char::to_lowercase) {
            fold_char(char, &(start..end), &mut folded);
        }
    }
    folded
}

/// Whether `char` is of those that most texts are made of, which NFKC leaves as they are and which never join with what stands
/// before them: a speed-up only.
fn is_settled(char: char) -> bool {
    matches!(
        char,
        // Russian letters, kana and kanji, and what stands between them.
        '\u{401}' | '\u{410}'..='\u{44F}' | '\u{451}' | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FC}'
            | '\u{4E00}'..='\u{9FFF}' | '\u{3001}' | '\u{3002}' | '\u{300C}'..='\u{300F}' | '«' | '»' | '–' | '—' | '‘' | '’' | '“' | '”'
    )
}

/// Whether `char` belongs to the character before it.
fn continues(char: char) -> bool {
    if char.is_ascii() || is_settled(char) {
        return false;
    }
    // Vowels and finals of Hangul join into a syllable with the consonant before them.
    let joins = |first: char| is_combining_mark(first) || ('\u{1160}'..='\u{11FF}').contains(&first);
    std::iter::once(char).nfkd().next().is_some_and(joins)
}

fn fold_char(char: char, range: &Range<usize>, folded: &mut Vec<Folded>) {
    let mut push = |char, katakana| folded.push(Folded { char, range: range.clone(), katakana });
    match char {
        'ё' => push('е', false),
        '\u{2018}' | '\u{2019}' | '\u{02BC}' => push('\'', false),
        '\u{30A1}'..='\u{30F6}' | '\u{30FD}' | '\u{30FE}' => {
            // Hiragana stands 96 places before katakana, in the same order.
            push(char::from_u32(u32::from(char) - 0x60).unwrap_or(char), true);
        }
        '\u{30F7}'..='\u{30FA}' | 'ー' => push(char, true),
        // Stress marks, stray voiced marks, soft hyphens and zero-width characters are invisible to a reader who
        // types a query.
        '\u{0300}'..='\u{036F}'
        | '\u{3099}'
        | '\u{309A}'
        | '\u{00AD}'
        | '\u{200B}'..='\u{200D}'
        | '\u{2060}'
        | '\u{FEFF}' => {}
        '\u{00C0}'..='\u{024F}' | '\u{1E00}'..='\u{1EFF}' => {
            for base in std::iter::once(char).nfd().filter(|&part| !is_combining_mark(part)) {
                push(base, false);
            }
        }
        _ => push(char, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(folded: &[Folded]) -> String {
        folded.iter().map(|one| one.char).collect()
    }

    #[test]
    fn half_width_katakana_keeps_both_its_characters() {
        let folded = fold("ｶﾞﾘｱ");
        assert_eq!(text(&folded), "がりあ");
        assert_eq!(folded[0].range, 0..6);
        assert!(folded[0].katakana);
    }

    #[test]
    fn settled_characters_are_folded_as_all_others() {
        let settled: Vec<char> = ('\0'..=char::MAX).filter(|&char| is_settled(char)).collect();
        assert!(settled.len() > 20_000);
        for char in settled {
            assert!(std::iter::once(char).nfkc().eq([char]), "{char}");
            let first = std::iter::once(char).nfkd().next().expect("a character");
            assert!(!is_combining_mark(first) && !('\u{1160}'..='\u{11FF}').contains(&first), "{char}");
        }
    }

    #[test]
    fn one_character_may_become_several() {
        let folded = fold("㌔ﬁ²");
        assert_eq!(text(&folded), "きろfi2");
        assert_eq!(folded[1].range, 0..3);
    }

    #[test]
    fn letters_lose_what_readers_do_not_type() {
        assert_eq!(text(&fold("Ёлка за́мок й Café İ")), "елка замок й cafe i");
    }
}
