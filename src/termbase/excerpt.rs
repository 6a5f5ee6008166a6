//! The sentence in which something stands.

use std::ops::Range;

use super::passages::Passage;
use crate::library::markup::OBJECT;

/// The most characters on either side of what is shown.
const AROUND: usize = 70;

/// How far away the ends of a sentence are looked for, in characters.
const FURTHEST: usize = 4 * AROUND;

/// A sentence, or the part of it around what is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The words; an ellipsis where some are left out.
    pub text: String,
    /// Bytes of the text that are shown.
    pub marks: Vec<Range<usize>>,
}

/// The sentence around the first of `shown`, with those of them marked that stand in it.
pub(super) fn excerpt(passage: &Passage, shown: &[Range<usize>]) -> Excerpt {
    let words = passage.words.as_str();
    let Some(first) = shown.first() else { return Excerpt { text: String::new(), marks: Vec::new() } };
    let sentence = sentence(words, first);
    let start = back(words, sentence.start, first.start);
    let end = forth(words, first.end, sentence.end);
    let shown: Vec<_> = shown.iter().filter(|shown| shown.start < end && start < shown.end).collect();
    let mut text = String::from(if start > sentence.start { "…" } else { "" });
    let mut marks: Vec<Range<usize>> = Vec::new();
    for (at, c) in words[start..end].char_indices().map(|(at, c)| (start + at, c)) {
        let before = text.len();
        match c {
            OBJECT => text.push_str(passage.object(at)),
            c if c.is_whitespace() => text.push(' '),
            c => text.push(c),
        }
        if shown.iter().any(|shown| shown.contains(&at)) {
            match marks.last_mut().filter(|mark| mark.end == before) {
                Some(mark) => mark.end = text.len(),
                None => marks.push(before..text.len()),
            }
        }
    }
    if end < sentence.end {
        text.push('…');
    }
    Excerpt { text, marks }
}

/// The sentence that holds `at`.
fn sentence(words: &str, at: &Range<usize>) -> Range<usize> {
    let ends = |(place, c): (usize, char)| {
        let after = place + c.len_utf8();
        let parted = words[after..].chars().next().is_none_or(char::is_whitespace);
        ("。！？".contains(c) || ".!?".contains(c) && parted).then_some(after)
    };
    // Where it begins or ends further away does not matter: so much is not shown.
    let mut before = words[..at.start].char_indices().rev();
    let start = before.by_ref().take(FURTHEST).find_map(ends).unwrap_or_else(|| before.next().map_or(0, |(at, _)| at));
    let mut after = words[at.end..].char_indices().map(|(place, c)| (at.end + place, c));
    let end =
        after.by_ref().take(FURTHEST).find_map(ends).unwrap_or_else(|| after.next().map_or(words.len(), |(at, _)| at));
    let start = start + words[start..at.start].len() - words[start..at.start].trim_start().len();
    start..end.max(at.end)
}

/// Where the part before `at` begins: at `start`, or at a word not too far back.
fn back(words: &str, start: usize, at: usize) -> usize {
    let before = &words[start..at];
    let Some((cut, _)) = before.char_indices().rev().nth(AROUND - 1).filter(|(cut, _)| *cut > 0) else { return start };
    let blank = before[cut..].find(' ').filter(|blank| *blank < 30).map_or(cut, |blank| cut + blank + 1);
    start + blank
}

/// Where the part behind `at` ends: at `end`, or at a word not too far on.
fn forth(words: &str, at: usize, end: usize) -> usize {
    let after = &words[at..end];
    let Some((cut, _)) = after.char_indices().nth(AROUND) else { return end };
    let blank = after[..cut].rfind(' ').filter(|blank| cut - *blank < 30);
    at + blank.unwrap_or(cut)
}
