//! What is written as other kinds of Markdown write something, and stands in the text as plain words.

use std::ops::Range;

use super::cut::MOST_FINDINGS;
use super::document::{Block, Document, Finding, Inline, InlineKind};
use crate::diagnostic::codes;

/// Adds to the findings of a document what was left over in its words.
pub(super) fn find(document: &mut Document, source: &str) {
    let mut found = Vec::new();
    for (words, range) in document.words() {
        emphasis(words, &range, &mut found);
        footnotes(words, &range, source, &mut found);
    }
    lines(&document.blocks, &mut found);
    let room = MOST_FINDINGS.saturating_sub(document.findings.len());
    document.findings.extend(found.into_iter().take(room));
}

/// The part of a range that begins so many bytes into its words.
fn part(range: &Range<usize>, at: usize, length: usize) -> Range<usize> {
    let start = range.start + at.min(range.len());
    start..(start + length).min(range.end.max(start))
}

fn emphasis(words: &str, range: &Range<usize>, found: &mut Vec<Finding>) {
    let Some(at) = words.find("**") else { return };
    let is_space = |char: Option<char>| char.is_none_or(char::is_whitespace);
    let (before, behind) = (words[..at].chars().next_back(), words[at + 2..].chars().next());
    let help = if is_space(before) && is_space(behind) {
        "let no space stand between `**` and the words: `**never**`; or write `\\*\\*` for two plain asterisks"
    } else {
        "move `**` inside the brackets, as in 「**移動**」, or write `\\*\\*` for two plain asterisks"
    };
    found.push(Finding {
        code: &codes::LEFTOVER_EMPHASIS,
        range: part(range, at, 2),
        message: "`**` is left over: Markdown sees no emphasis here".to_owned(),
        help,
    });
}

/// `[^1]`, where it stands and where it is explained.
fn footnotes(words: &str, range: &Range<usize>, source: &str, found: &mut Vec<Finding>) {
    let mut from = 0;
    while let Some(at) = words[from..].find("[^").map(|at| from + at) {
        from = at + 2;
        let name = words[from..].split(']').next().unwrap_or_default();
        let is_name = !name.is_empty() && name.len() < words[from..].len() && name.chars().all(char::is_alphanumeric);
        let place = part(range, at, name.len() + 3);
        if is_name && !source[..place.start].ends_with('\\') {
            found.push(Finding {
                code: &codes::LEFTOVER_MARKDOWN,
                range: place,
                message: format!("readers see `[^{name}]` as it stands: texts have no footnotes"),
                help: "tell it in the text, or write it as a note of the section; for plain brackets write `\\[`",
            });
        }
    }
}

/// Lines of a paragraph that Markdown joins, though each begins as an item does.
fn lines(blocks: &[Block], found: &mut Vec<Finding>) {
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => lines_of(&paragraph.content, found),
            Block::List(_, items) => items.iter().for_each(|item| lines(item, found)),
            Block::Quote(inner) => lines(inner, found),
            Block::Heading(..) | Block::Table(..) | Block::Code(_) | Block::Rule => {}
        }
    }
}

fn lines_of(content: &[Inline], found: &mut Vec<Finding>) {
    let is_break = |inline: &Inline| matches!(inline.kind, InlineKind::SoftBreak);
    let begins = (0..content.len()).filter(|at| *at == 0 || is_break(&content[at - 1]));
    let begun: Vec<(&str, Range<usize>)> = begins
        .filter_map(|at| match &content[at].kind {
            InlineKind::Text(words) => Some((words.as_str(), content[at].range.clone())),
            _ => None,
        })
        .collect();
    let mut items = begun.iter().filter_map(|(words, range)| Some((item(words)?, range)));
    let (first, second) = (items.next(), items.next());
    if let Some(((length, _), range)) = first.filter(|_| second.is_some()) {
        found.push(Finding {
            code: &codes::LEFTOVER_MARKDOWN,
            range: part(range, 0, length),
            message: "these lines run together: Markdown knows lists of numbers and of bullets alone".to_owned(),
            help: "begin each line with `- ^` and its label: `- ^a) …` is a statement of its own",
        });
    }
    if let Some((_, range)) = begun.iter().skip(1).find(|(words, _)| words.starts_with(": ")) {
        found.push(Finding {
            code: &codes::LEFTOVER_MARKDOWN,
            range: part(range, 0, 1),
            message: "readers see this `:` as it stands: texts have no lists of definitions".to_owned(),
            help: "write a list of bullets with the word in `**…**`, or a term of the glossary",
        });
    }
}

/// The length of `a) `, `(a) `, `iv. ` at the beginning of a line, and its label.
fn item(words: &str) -> Option<(usize, &str)> {
    let bare = words.strip_prefix(['(', '（']).unwrap_or(words);
    let label = &bare[..bare.find([')', '）', '.'])?];
    let closing = bare[label.len()..].chars().next()?;
    let is_short =
        !label.is_empty() && (label.chars().count() == 1 || label.bytes().all(|byte| b"ivx".contains(&byte)));
    let is_opened = bare.len() < words.len();
    let behind = &bare[label.len() + closing.len_utf8()..];
    let ends = is_opened || behind.starts_with([' ', '\u{3000}']) || closing == '）';
    // A capital with a point is an initial: J. Smith.
    let is_initial = closing == '.' && label.chars().any(char::is_uppercase);
    (is_short && label.chars().all(char::is_alphabetic) && ends && !is_initial)
        .then(|| (words.len() - behind.len(), label))
}
