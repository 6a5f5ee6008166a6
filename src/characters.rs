//! Characters that give orders to whoever shows a text instead of being part of it: which they are, and how they are
//! made visible.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether `c` is a control character (C0, DEL, C1). Tabs and line feeds are white space and may stand in any text.
pub(crate) fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n')
}

/// Whether `c` changes the order in which the characters around it are shown (Unicode Standard Annex #9, section 2): a
/// reader then sees another text than a program reads.
pub(crate) fn is_bidirectional(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The visible form of a character that is not shown as it is: `\u{1b}`. It is plain ASCII, so it reads the same in every
/// terminal and file, and names the character.
pub(crate) fn push_visible(text: &mut String, c: char) {
    // Writing to a string cannot fail.
    let _ = write!(text, "\\u{{{:x}}}", u32::from(c));
}

/// `text` as one line that nothing in it can end or rearrange: the name of a file, a word that is quoted.
pub(crate) fn on_one_line(text: &str) -> Cow<'_, str> {
    let wild = |c: char| c.is_control() || is_bidirectional(c) || matches!(c, '\u{2028}' | '\u{2029}');
    if !text.contains(wild) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if wild(c) {
            push_visible(&mut shown, c);
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::on_one_line;

    #[test]
    fn names_stay_on_their_line() {
        assert_eq!(on_one_line("移動 9.yaml"), "移動 9.yaml");
        assert_eq!(on_one_line("a\nb\u{1b}[2J\u{202e}c\u{9b}\t"), r"a\u{a}b\u{1b}[2J\u{202e}c\u{9b}\u{9}");
    }
}
