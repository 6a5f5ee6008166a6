//! Japanese is written in one width: digits and Latin letters in half, kana, brackets and punctuation in full.

use unicode_normalization::UnicodeNormalization;

use super::{MOST_FINDINGS, Passage, words};
use crate::characters::script::is_unspaced;
use crate::diagnostic::{Diagnostic, codes};
use crate::library::markup::OBJECT;
use crate::library::names;

pub(super) fn check(passage: &Passage, diagnostics: &mut Vec<Diagnostic>) {
    if passage.language != "ja" {
        return;
    }
    let text = &passage.words;
    let mut report = |at: usize, found: &str, width: &str, wanted: String| {
        let message = format!("`{found}` is written in {width} width");
        let diagnostic = passage.finding(&codes::CHARACTER_WIDTH, at..at + found.len(), message);
        diagnostics.push(diagnostic.help(format!("write `{wanted}`")));
    };
    for (at, found) in words(text, |c| names::half_width(c) != c).into_iter().take(MOST_FINDINGS) {
        report(at, found, "full", found.chars().map(names::half_width).collect());
    }
    for (at, found) in words(text, |c| matches!(c, '\u{FF61}'..='\u{FF9F}')).into_iter().take(MOST_FINDINGS) {
        report(at, found, "half", found.nfkc().collect());
    }
    for (at, mark, wanted) in half_marks(text).into_iter().take(MOST_FINDINGS) {
        report(at, mark.encode_utf8(&mut [0; 4]), "half", wanted.to_string());
    }
}

/// Brackets around Japanese, and punctuation right after it, that are of half width: where, which, and the full one.
fn half_marks(text: &str) -> Vec<(usize, char, char)> {
    let mut found = Vec::new();
    let mut open = Vec::new();
    let mut last_japanese = None;
    for (at, c) in text.char_indices() {
        let after_japanese = text[..at].chars().next_back().is_some_and(is_japanese);
        match c {
            '(' | '（' => open.push(at),
            ')' | '）' => {
                if let Some(start) = open.pop()
                    && (last_japanese.is_some_and(|last| last > start) || is_reference(text, start, at))
                {
                    found.extend(text[start..].starts_with('(').then_some((start, '(', '（')));
                    found.extend((c == ')').then_some((at, ')', '）')));
                }
            }
            _ if after_japanese => found.extend(full(&text[at..]).map(|wanted| (at, c, wanted))),
            _ => {}
        }
        if is_japanese(c) {
            last_japanese = Some(at);
        }
    }
    found.sort_unstable();
    found
}

/// Whether there is only a reference or a value in brackets right behind Japanese.
fn is_reference(text: &str, start: usize, end: usize) -> bool {
    let inner = text[start..end].trim_start_matches(['(', '（']);
    text[..start].chars().next_back().is_some_and(is_japanese) && inner.chars().eq([OBJECT])
}

/// The Japanese mark for the half-width one that `text` begins with. A point or colon before a letter or digit is part of a
/// name or number.
fn full(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let (mark, next) = (chars.next()?, chars.next());
    let inner = next.is_some_and(|c| c.is_ascii_alphanumeric());
    Some(match mark {
        ',' => '、',
        '.' if !inner && next != Some('.') => '。',
        ':' if !inner => '：',
        ';' => '；',
        '!' => '！',
        '?' => '？',
        _ => return None,
    })
}

/// Whether `c` is a kana, a kanji or a full-width bracket that closes.
fn is_japanese(c: char) -> bool {
    is_unspaced(c) || matches!(c, '」' | '』' | '）' | '】')
}

#[cfg(test)]
mod tests {
    use super::half_marks;

    #[test]
    fn brackets_around_japanese_and_points_after_it() {
        assert_eq!(half_marks("艦隊(海軍)は,"), [(6, '(', '（'), (13, ')', '）'), (17, ',', '、')]);
        assert_eq!(half_marks("（海軍)."), [(9, ')', '）')]);
        assert_eq!(half_marks("海軍. "), [(6, '.', '。')]);
    }

    #[test]
    fn brackets_around_latin_and_points_after_digits_stay() {
        for fine in ["ヴォルスキ(Volsci)", "規則9.2と1,000", "f(2)", "第9.2.a項", "（Volsci (V)）", "表.a"]
        {
            assert!(half_marks(fine).is_empty(), "{fine}");
        }
    }
}
