//! Blanks at which no line may end: a dash, a short word of Russian and a unit stand with what they belong to.

use std::borrow::Cow;

/// A blank that holds together what stands around it.
const BOUND: char = '\u{A0}';

/// So many letters an abbreviation has that is counted, as CU, OP and VP.
const UNIT: std::ops::RangeInclusive<usize> = 2..=3;

/// `text` of `language` with such blanks.
pub(super) fn bound<'t>(text: &'t str, language: &str) -> Cow<'t, str> {
    let russian = language == "ru";
    let binds = |(at, _): &(usize, &str)| {
        let (before, behind) = (&text[..*at], &text[at + 1..]);
        is_unit(before, behind) || behind.starts_with(['—', '–']) || russian && is_short(before)
    };
    let blanks: Vec<usize> = text.match_indices(' ').filter(binds).map(|(at, _)| at).collect();
    if blanks.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut made = String::with_capacity(text.len() + blanks.len());
    let mut from = 0;
    for at in blanks {
        made.push_str(&text[from..at]);
        made.push(BOUND);
        from = at + 1;
    }
    made.push_str(&text[from..]);
    Cow::Owned(made)
}

/// A number before an abbreviation in capitals.
fn is_unit(before: &str, behind: &str) -> bool {
    let letters = behind.bytes().take_while(u8::is_ascii_uppercase).count();
    let ends = behind[letters..].chars().next().is_none_or(|next| !next.is_alphanumeric());
    UNIT.contains(&letters) && ends && before.ends_with(|char: char| char.is_ascii_digit())
}

/// A word of one letter: в, к, о, с, у, а, и, я.
fn is_short(before: &str) -> bool {
    let mut chars = before.chars().rev();
    let is_letter = chars.next().is_some_and(|char| "вкосуаияВКОСУАИЯ".contains(char));
    is_letter && chars.next().is_none_or(|before| !before.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_before_what_belongs_together() {
        assert_eq!(bound("Флот — в порту и у моря", "ru"), "Флот\u{A0}— в\u{A0}порту и\u{A0}у\u{A0}моря");
        assert_eq!(bound("up to 3 CU, or 2 VPs", "en"), "up to 3\u{A0}CU, or 2 VPs");
        assert_eq!(bound("Он и Я — 2", "en"), "Он и Я\u{A0}— 2");
        assert!(matches!(bound("a port", "en"), Cow::Borrowed(_)));
    }
}
