//! Characters that nobody sees, and that give orders to whoever shows a text or hide something in it: which they are, and how
//! they are made visible.

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

/// Whether `c` is never seen and is no white space, and no script in use needs it: a text can hide behind it (tags), or be
/// cut into lines (separators). Those that join and divide the letters of living scripts (U+200B to U+200D, soft hyphens,
/// variation selectors) are part of texts.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{115F}'
            | '\u{180E}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{2060}'..='\u{2065}'
            | '\u{206A}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E00FF}'
            | '\u{E01F0}'..='\u{E0FFF}'
    )
}

/// Whether `c` is any of these: what is shown to people never holds one as it is.
pub(crate) fn is_unseen(c: char) -> bool {
    is_control(c) || is_bidirectional(c) || is_invisible(c)
}

/// The visible form of a character that is not shown as it is: `\u{1b}`. It is plain ASCII, so it reads the same in every
/// terminal and file, and names the character.
pub(crate) fn push_visible(text: &mut String, c: char) {
    // Writing to a string cannot fail.
    let _ = write!(text, "\\u{{{:x}}}", u32::from(c));
}

/// `text` as one line that nothing in it can end or rearrange: the name of a file, a word that is quoted.
pub(crate) fn on_one_line(text: &str) -> Cow<'_, str> {
    let wild = |c: char| c.is_control() || is_unseen(c);
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
