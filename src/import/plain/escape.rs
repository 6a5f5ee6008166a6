//! A plain text as Markdown that means just that text.

use std::ops::Range;

use super::super::document::Words;

/// Adds a part of the source to `words`; `at_start`: it begins a paragraph, where more characters mean something.
pub(super) fn push(words: &mut Words, source: &str, range: Range<usize>, at_start: bool) {
    let text = &source[range.clone()];
    let mut done = range.start;
    let mut escape = |at: usize, words: &mut Words| {
        words.keep(done..range.start + at);
        words.add("\\");
        done = range.start + at;
    };
    if at_start && let Some(at) = leading(text) {
        escape(at, words);
    }
    let mut last = None;
    for (at, c) in text.char_indices() {
        let rest = &text[at + c.len_utf8()..];
        let next = rest.chars().next();
        let means = match c {
            '\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
            '*' | '`' | '{' => true,
            '_' => !(last.is_some_and(char::is_alphanumeric) && next.is_some_and(char::is_alphanumeric)),
            '[' => next == Some('[') || next == Some('^'),
            ']' => next == Some('(') || next == Some('['),
            '<' => next.is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')),
            '&' => is_entity(rest),
            '~' => true,
            _ => false,
        };
        if means && !(at_start && leading(text) == Some(at)) {
            escape(at, words);
        }
        last = Some(c);
    }
    words.keep(done..range.end);
}

/// The character that would make of the beginning of a paragraph something else: a list, a heading, a quotation, a label.
fn leading(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let blank_at = |at: usize| text[at..].is_empty() || text[at..].starts_with(char::is_whitespace);
    match first {
        '#' | '>' | '|' | ':' | '=' => Some(0),
        '-' | '+' => (blank_at(1) || text.bytes().all(|byte| byte == b'-')).then_some(0),
        '~' => text.starts_with("~~~").then_some(0),
        '^' => Some(0),
        _ if (1..=9).contains(&digits) && text[digits..].starts_with(['.', ')']) => {
            blank_at(digits + 1).then_some(digits)
        }
        _ => None,
    }
}

fn is_entity(rest: &str) -> bool {
    let name = rest.trim_start_matches('#');
    let end = name.find(|c: char| !c.is_ascii_alphanumeric());
    end.is_some_and(|end| end > 0 && name[end..].starts_with(';'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::markup;

    #[test]
    fn what_is_escaped_reads_as_it_was() {
        for text in [
            "Pay {T} or {2/W}: [[not a link]]",
            "# no heading",
            "1. no list",
            "- no item",
            "^a no label",
            "a * b * c",
            "`code`",
            "<b>bold</b>",
            "&amp; &lt",
            "[x](y)",
            "back\\slash \\* end\\",
            "__x__ and a_b",
            "~~gone~~",
            "> quoted",
            "| a | b |",
            "---",
            "[^1] note",
            "100) x",
            "+ 3",
            "~~~",
            "=====",
            ": x",
            "a~~b",
        ] {
            let mut words = Words::default();
            push(&mut words, text, 0..text.len(), true);
            let written = words.text(text);
            let read = markup::parse(&written);
            assert!(read.findings.is_empty(), "{text:?} as {written:?}: {:?}", read.findings);
            let [markup::Block::Paragraph(paragraph)] = &read.blocks[..] else { panic!("{text:?} as {written:?}") };
            let plain = markup::plain_inlines(&paragraph.content, &|_| "?".to_owned());
            assert_eq!(plain, text, "{written:?}");
        }
    }
}
