//! The difference of two texts for a terminal: in colours, or in brackets where there are none.

use anstyle::Style;

use super::Span;
use crate::cli::output::{BAD, GOOD};
use crate::library::difference::{Change, Difference};
use crate::library::markup::soft_break;

/// The words of both texts: `kept [-removed-]{+added+} kept`, in colours without the brackets.
pub(crate) fn difference(difference: &Difference<'_>, coloured: bool) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let parts = &difference.parts;
    for (at, part) in parts.iter().enumerate() {
        let words = flowing(part.text);
        let (open, close, style) = match part.change {
            Change::Kept => ("", "", Style::new()),
            Change::Removed => ("[-", "-]", BAD.strikethrough()),
            Change::Added => ("{+", "+}", GOOD),
        };
        if coloured {
            spans.push(Span::new(words, style));
        } else {
            spans.push(Span::new(format!("{open}{words}{close}"), style));
        }
        // What was put in the place of removed words stands right behind them, if brackets part the two.
        let replaced =
            part.change == Change::Removed && parts.get(at + 1).is_some_and(|next| next.change == Change::Added);
        let between = match part.text.ends_with(char::is_whitespace) {
            _ if at + 1 == parts.len() || replaced && !coloured => "",
            true => gap(part.text, parts.get(at + 1).map_or("", |next| next.text)),
            false if replaced => soft_break(part.text),
            false => "",
        };
        spans.push(Span::new(between.to_owned(), Style::new()));
    }
    spans
}

/// The words as written, in new lines only where paragraphs, items or rows begin.
pub(crate) fn flowing(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut rest = text.trim();
    while let Some(at) = rest.find(char::is_whitespace) {
        let after = rest[at..].trim_start();
        words.push_str(&rest[..at]);
        words.push_str(gap(&rest[..rest.len() - after.len()], after));
        rest = after;
    }
    words.push_str(rest);
    words
}

/// What stands between a word, with the white space behind it, and the words after it.
fn gap(before: &str, after: &str) -> &'static str {
    let word = before.trim_end();
    match before[word.len()..].matches('\n').count() {
        0 => " ",
        1 if !begins_line(after) => soft_break(word),
        _ => "\n",
    }
}

/// Whether an item of a list or a row of a table begins here.
fn begins_line(text: &str) -> bool {
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    text.starts_with(['|', '>'])
        || ["- ", "* ", "+ "].iter().any(|marker| text.starts_with(marker))
        || number.len() < text.len() && number.starts_with(". ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::terminal::wrap;

    fn plain(old: &str, new: &str) -> String {
        wrap(&difference(&Difference::between(old, new), false), 200).join("⏎")
    }

    fn bare(lines: &[String]) -> String {
        anstream::adapter::strip_str(&lines.join("⏎")).to_string()
    }

    #[test]
    fn brackets_say_what_colours_do_not() {
        assert_eq!(bare(&[plain("Roll a die now.", "Roll two dice now.")]), "Roll [-a die-]{+two dice+} now.");
        assert_eq!(bare(&[plain("部隊は動く。", "艦隊は\n動く。")]), "[-部-]{+艦+}隊は動く。");
        assert_eq!(bare(&[plain("a b\n\nc", "a b d\n\nc")]), "a b {+d+}⏎c");
    }

    #[test]
    fn colours_need_no_brackets() {
        let lines = wrap(&difference(&Difference::between("a b c", "a x c"), true), 200);
        assert_eq!(bare(&lines), "a b x c");
        assert!(lines[0].contains('\u{1b}'), "{lines:?}");
    }

    #[test]
    fn items_and_rows_stay_apart() {
        assert_eq!(flowing("one\ntwo:\n- a\n- b\n  c\n\n1. d\n2. e"), "one two:\n- a\n- b c\n1. d\n2. e");
        assert_eq!(bare(&[plain("- a\n- b", "- x\n- b")]), "- [-a-]{+x+}⏎- b");
        assert_eq!(flowing("海戦は\n成功する。\n"), "海戦は成功する。");
    }
}
