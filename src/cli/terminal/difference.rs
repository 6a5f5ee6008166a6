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
        let words = squeezed(part.text);
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
            true => gap(part.text),
            false if replaced => soft_break(part.text),
            false => "",
        };
        spans.push(Span::new(between.to_owned(), Style::new()));
    }
    spans
}

/// The words with one blank between them, or a blank line where there is one.
fn squeezed(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut rest = text.trim();
    while let Some(at) = rest.find(char::is_whitespace) {
        let word = &rest[..at];
        let after = rest[at..].trim_start();
        words.push_str(word);
        words.push_str(gap(&rest[..rest.len() - after.len()]));
        rest = after;
    }
    words.push_str(rest);
    words
}

/// What stands behind a word in one line or, between paragraphs, two.
fn gap(text: &str) -> &'static str {
    let word = text.trim_end();
    let blank = &text[word.len()..];
    match blank.matches('\n').count() {
        0 => " ",
        1 => soft_break(word),
        _ => "\n",
    }
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
}
