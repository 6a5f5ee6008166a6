//! Characters that nobody sees, and that give orders to whoever shows a text or hide something in it: which they are, and how
//! they are made visible.

pub(crate) mod script;

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

/// Whether `c` is never seen and is no white space, and no script in use needs it: a text can hide behind it (tags), two names
/// can look alike (fillers), or a text be cut into lines (separators).
///
/// These are all of Unicode's format characters (Cf), of those that are not shown where a font has no shape for them
/// (`Default_Ignorable_Code_Point`), of the separators of lines and paragraphs, and of the letters and symbols whose shape is
/// blank; a test holds the list to the properties. Not among them are signs that have a shape though they are of Cf
/// (`Prepended_Concatenation_Mark`: the Arabic sign of a number), [those that change the order](is_bidirectional), and what
/// living scripts need: U+200B to U+200D, soft hyphens, selectors of a variant.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        // The joiner of graphemes.
        '\u{34F}'
            // Fillers of Hangul, vowels of Khmer that nobody writes, the separator of Mongolian vowels.
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180E}'
            // Separators of lines and paragraphs, joiners and operators without a shape.
            | '\u{2028}'..='\u{2029}'
            | '\u{2060}'..='\u{2065}'
            | '\u{206A}'..='\u{206F}'
            // Braille without a dot, fillers of Hangul again, the byte-order mark, anchors of annotations.
            | '\u{2800}'
            | '\u{3164}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}'
            // What joins hieroglyphs, and their blanks; the filler of Khitan; what joins shorthand.
            | '\u{13430}'..='\u{1343F}'
            | '\u{13441}'..='\u{13442}'
            | '\u{16FE4}'
            | '\u{1BCA0}'..='\u{1BCA3}'
            // A head of a note that is none; the beams and slurs of music.
            | '\u{1D159}'
            | '\u{1D173}'..='\u{1D17A}'
            // Tags, and what Unicode keeps for more of their kind, without the selectors of a variant.
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
    use super::{is_bidirectional, is_invisible, on_one_line};

    /// Against the tables of Unicode that the crate `regex` has: whatever a new version adds fails here.
    #[test]
    fn all_that_nobody_sees_is_known() {
        let unseen = regex::Regex::new(concat!(
            r"^[[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]",
            r"--\p{Prepended_Concatenation_Mark}--\p{Variation_Selector}--[\u{AD}\u{200B}-\u{200D}]]$",
        ));
        let unseen = unseen.expect("a set of characters");
        let blank = ['\u{2800}', '\u{13441}', '\u{13442}', '\u{16FE4}', '\u{1D159}'];
        for c in '\0'..=char::MAX {
            let wanted = unseen.is_match(c.encode_utf8(&mut [0; 4])) || blank.contains(&c);
            assert_eq!(is_invisible(c) || is_bidirectional(c), wanted, "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn names_stay_on_their_line() {
        assert_eq!(on_one_line("移動 9.yaml"), "移動 9.yaml");
        assert_eq!(on_one_line("a\nb\u{1b}[2J\u{202e}c\u{9b}\t"), r"a\u{a}b\u{1b}[2J\u{202e}c\u{9b}\u{9}");
    }
}
