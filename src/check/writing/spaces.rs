//! Spaces stand between words and not before marks of punctuation; where a script knows none, there is none.

use super::{MOST_FINDINGS, Passage};
use crate::characters::script::is_unspaced;
use crate::diagnostic::{Diagnostic, codes};
use crate::library::markup::OBJECT;

/// Languages that set double marks off from words, with which of them.
const SET_OFF: &[(&str, &str)] = &[("fr", ";:!?»«")];

pub(super) fn check(passage: &Passage, diagnostics: &mut Vec<Diagnostic>) {
    for (at, length, message, help) in found(&passage.words, passage.language).into_iter().take(MOST_FINDINGS) {
        let finding = passage.finding(&codes::MISPLACED_SPACE, at..at + length, message);
        diagnostics.push(finding.help(help));
    }
}

type Found = (usize, usize, String, &'static str);

fn found(text: &str, language: &str) -> Vec<Found> {
    let set_off = SET_OFF.iter().find(|(of, _)| *of == language).map_or("", |(_, marks)| *marks);
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let char_at = |at: usize| chars.get(at).map(|(_, c)| *c);
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let (start, c) = chars[at];
        if !is_space(c) {
            if let Some(message) = run_together(&chars, at) {
                found.push((start, c.len_utf8(), message, "write a space between them"));
            }
            at += 1;
            continue;
        }
        let end = (at..chars.len()).find(|end| !is_space(chars[*end].1)).unwrap_or(chars.len());
        let (before, after) = (at.checked_sub(1).and_then(char_at), char_at(end));
        let length = chars.get(end).map_or(text.len(), |(end, _)| *end) - start;
        if let (Some(before), Some(after)) = (before, after) {
            let behind = char_at(end + 1);
            if is_full(before) && is_full(after) && !ends(before) && c != '\u{3000}' {
                let message = format!("a space stands between `{before}` and `{after}`");
                found.push((start, length, message, "remove it: there is none between words of this script"));
            } else if closes(after, behind) && !set_off.contains(after) && !is_mark(before) {
                found.push((start, length, format!("a space stands before `{after}`"), "remove it"));
            } else if matches!(before, '(' | '[' | '«' | '„') && !set_off.contains(before) {
                found.push((start, length, format!("a space stands behind `{before}`"), "remove it"));
            } else if end - at > 1 && chars[at..end].iter().all(|(_, c)| *c == ' ') {
                found.push((start, length, format!("{} spaces stand in a row", end - at), "write one"));
            }
        }
        at = end;
    }
    found
}

/// What is wrong where a mark and the next word touch.
fn run_together(chars: &[(usize, char)], at: usize) -> Option<String> {
    let c = chars[at].1;
    let char_at = |at: usize| chars.get(at).map(|(_, c)| *c);
    let letter = |at: Option<usize>| at.and_then(char_at).filter(|c| c.is_alphabetic() && !is_full(*c));
    let before = letter(at.checked_sub(1))?;
    match c {
        // Of two letters on each side: "a,b" may be anything.
        ',' | ';' => {
            letter(at.checked_sub(2))?;
            letter(Some(at + 2))?;
            let after = letter(Some(at + 1))?;
            Some(format!("no space stands between `{before}{c}` and `{after}`"))
        }
        // "f(x)" and "unit(s)" are whole.
        '(' if char_at(at + 1) == Some(OBJECT) => Some(format!("no space stands between `{before}` and `(`")),
        _ => None,
    }
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\u{3000}')
}

/// Whether a mark belongs to the word before it.
fn closes(c: char, behind: Option<char>) -> bool {
    match c {
        ',' | ';' | ')' | ']' | '»' => behind != Some('-'),
        '.' | '!' | '?' => behind.is_none_or(char::is_whitespace),
        _ => false,
    }
}

/// Whether a mark of full width ends what comes before it: a heading in bold may have a space behind it.
fn ends(c: char) -> bool {
    matches!(c, '、' | '。' | '：' | '；' | '？' | '！' | '」' | '』' | '）')
}

fn is_mark(c: char) -> bool {
    matches!(c, ',' | ';' | ':' | '.' | '!' | '?' | '-' | '–' | '—' | '/' | '|')
}

/// Whether `c` belongs to a script without spaces, or is a mark of full width.
fn is_full(c: char) -> bool {
    is_unspaced(c) || matches!(c, '、' | '。' | '「' | '」' | '『' | '』' | '（' | '）' | '：' | '；' | '？' | '！')
}

#[cfg(test)]
mod tests {
    use super::found;

    fn places(text: &str, language: &str) -> Vec<usize> {
        found(text, language).into_iter().map(|(at, ..)| at).collect()
    }

    #[test]
    fn spaces_before_marks_between_kanji_and_in_a_row() {
        assert_eq!(places("the fleet , too .", "en"), [9, 15]);
        assert_eq!(places("( the  fleet )", "en"), [1, 5, 12]);
        assert_eq!(places("艦隊 は （敵）", "ja"), [6, 10]);
        assert_eq!(places("fleet,army and fleet(\u{FFFC})", "en"), [5, 20]);
    }

    #[test]
    fn what_is_set_off_or_whole_is_fine() {
        for fine in ["unit(s), f(x)", "1,000 and a,b", "A - (b)", "wait ... what", "VP x1, 2"] {
            assert!(found(fine, "en").is_empty(), "{fine}");
        }
        assert!(found("Quoi ? « Non » !", "fr").is_empty());
        assert!(found("何？ 艦隊 3個、Volsci の", "ja").is_empty());
    }
}
