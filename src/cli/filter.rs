//! What passes to a stream: words, line ends, and the colours that this program gives them. A text, the name of a file, the
//! subject of a commit or an argument may hold orders for a terminal; those are shown, not obeyed.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::characters::{is_unseen, push_visible};

/// The graphic renditions that our own styles, the renderer of diagnostics and the parser of arguments use: bold, faint,
/// italic, underlined, crossed out, colours of letters, and the end of all these. None of them hides anything.
const RENDITIONS: [&str; 15] = ["0", "1", "2", "3", "4", "9", "31", "32", "33", "91", "92", "93", "94", "95", "96"];

/// `text` with everything else that a terminal would obey made visible, as `\u{1b}`.
pub(super) fn for_people(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut passed = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let own = own_style(rest).or_else(|| rest.starts_with("\r\n").then_some(2));
        let length = own.unwrap_or(c.len_utf8());
        if own.is_none() && is_unseen(c) {
            push_visible(&mut passed, c);
        } else {
            passed.push_str(&rest[..length]);
        }
        rest = &rest[length..];
    }
    Cow::Owned(passed)
}

/// JSON with the characters escaped that a terminal would obey. They stand inside strings only, so nothing is lost.
pub(super) fn for_programs(json: &str) -> Cow<'_, str> {
    // Line ends and tabs stand between the values only; those in strings are escaped already.
    if !json.contains(is_unseen) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_unseen(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

/// The bytes of the style that `text` begins with, if it is one of ours.
fn own_style(text: &str) -> Option<usize> {
    let (rendition, _) = text.strip_prefix("\u{1b}[")?.split_once('m')?;
    RENDITIONS.contains(&rendition).then_some("\u{1b}[".len() + rendition.len() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::output::{BAD, FAINT, GOOD, MARK, STRONG};
    use crate::diagnostic::{Diagnostic, Place, Severity, Sources, codes, render};

    #[test]
    fn only_colours_pass() {
        for (text, shown) in [
            ("\u{1b}[2J\u{1b}]0;owned\u{7}", r"\u{1b}[2J\u{1b}]0;owned\u{7}"),
            ("\u{1b}[8mhidden\u{1b}[5m\u{1b}[1;31m\u{1b}[m", r"\u{1b}[8mhidden\u{1b}[5m\u{1b}[1;31m\u{1b}[m"),
            ("a\u{9b}2Jb\u{7f}\0", r"a\u{9b}2Jb\u{7f}\u{0}"),
            ("one\rtwo\r\nthree\tfour\n", "one\\u{d}two\r\nthree\tfour\n"),
            ("a\u{202e}b\u{2066}c\u{61c}", r"a\u{202e}b\u{2066}c\u{61c}"),
            ("a\u{2028}b\u{feff}c\u{e0041}d\u{2060}", r"a\u{2028}b\u{feff}c\u{e0041}d\u{2060}"),
            ("👩\u{200d}🚀 葛\u{e0100} co\u{ad}op", "👩\u{200d}🚀 葛\u{e0100} co\u{ad}op"),
            ("\u{1b}[1", r"\u{1b}[1"),
        ] {
            assert_eq!(for_people(text), shown, "{text:?}");
        }
    }

    #[test]
    fn our_own_colours_pass() {
        let mut sources = Sources::default();
        let file = sources.add("a.yaml".to_owned(), "one\ntwo\n");
        for severity in [Severity::Error, Severity::Warning, Severity::Hint] {
            let finding = Diagnostic::new(&codes::WRONG_VALUE, Place::new(file, 0..3), "wrong")
                .severity(severity)
                .help("mend")
                .related(Place::new(file, 4..7), "here");
            let shown = render::human(&finding, &sources, true);
            assert!(shown.contains('\u{1b}'));
            assert_eq!(for_people(&shown), shown);
        }
        for style in [STRONG, FAINT, MARK, GOOD, BAD, STRONG.italic().underline().strikethrough()] {
            let shown = format!("{style}a{style:#}");
            assert_eq!(for_people(&shown), shown);
        }
    }

    #[test]
    fn json_keeps_everything() {
        let value = serde_json::json!({"a\u{9b}": "\u{1b}\u{7f}\u{202e}\u{2028}\u{e0041}\n\t日本"});
        let shown = format!("{value:#}");
        let escaped = for_programs(&shown);
        assert_eq!(escaped.matches("\\u").count(), 7);
        assert!(!escaped.contains(is_unseen));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&escaped).unwrap(), value);
    }
}
