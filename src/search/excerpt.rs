//! Cuts out of a text the part that shows best why it was found.

use std::ops::Range;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::rank::Mark;
use super::results::Excerpt;

/// Columns of a whole excerpt; a character of East Asian width takes two.
const WIDTH: usize = 160;
/// Columns for the `…` at both ends.
const CUT_MARKS: usize = 2;
/// Columns before the first mark when its sentence begins too far away.
const LEAD_IN: usize = 40;
/// Marks that are weighed together: no window shows more, unless they take no room.
const MOST_MARKS: usize = 500;
/// Kana that are read with the one before them.
const SMALL_KANA: &str = "ぁぃぅぇぉっゃゅょァィゥェォッャュョ";

/// The best window of `text`, whose `marks` ascend, and the byte of `text` where the marks that it shows begin.
pub(super) fn cut_out(text: &str, marks: &[Mark]) -> (Excerpt, usize) {
    let core = core(text, marks, WIDTH - CUT_MARKS);
    let start = core.start;
    let window = window(text, core);
    let (head, tail) = (if window.start > 0 { "…" } else { "" }, if window.end < text.len() { "…" } else { "" });
    // A break between paragraphs is one byte, and so is the blank that stands for it: the marks stay where they are.
    let inner = text[window.clone()].replace('\n', " ");
    // Behind the end of a sentence it is no fourth dot.
    let tail = if !tail.is_empty() && inner.ends_with(['.', '!', '?']) { " …" } else { tail };
    let shift = |at: usize| at.clamp(window.start, window.end) - window.start + head.len();
    let inside = join(marks).into_iter().filter(|mark| mark.start < window.end && mark.end > window.start);
    let marks = inside.map(|mark| shift(mark.start)..shift(mark.end)).collect();
    (Excerpt { text: format!("{head}{inner}{tail}"), marks }, start)
}

/// The bytes of `marks`, which ascend, with those that touch joined.
pub(super) fn join(marks: &[Mark]) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::new();
    for mark in marks {
        match joined.last_mut().filter(|last| mark.start <= last.end) {
            Some(last) => last.end = last.end.max(mark.end),
            None => joined.push(mark.start..mark.end),
        }
    }
    joined
}

/// The window around `core`.
fn window(text: &str, core: Range<usize>) -> Range<usize> {
    if text.width() <= WIDTH {
        return 0..text.len();
    }
    let room = WIDTH - CUT_MARKS;
    let sentence = sentence_starts(text).take_while(|&start| start <= core.start).last().unwrap_or(0);
    let mut start = if text[sentence..core.end].width() <= room {
        sentence
    } else {
        let lead_in = LEAD_IN.min(room.saturating_sub(text[core.clone()].width()));
        word_start(text, back(text, core.start, lead_in), core.start)
    };
    let end = window_end(text, start, core.end, room);
    if end == text.len() {
        // Room is left at the end of the text: earlier sentences, or else words, use it.
        let earliest = back(text, end, room);
        let earlier = sentence_starts(text).find(|&sentence| sentence >= earliest).unwrap_or(start);
        start = start.min(earlier).min(word_start(text, earliest, start));
    }
    start..end
}

/// The stretch of marks, no wider than `room`, that meets most needs, then has most marks, then comes first.
fn core(text: &str, marks: &[Mark], room: usize) -> Range<usize> {
    let columns = columns(text);
    let mut best = ((0, 0), 0..0);
    for (place, first) in marks.iter().enumerate() {
        let mut needs = std::collections::BTreeSet::new();
        let (mut count, mut end) = (0, first.start);
        for mark in marks[place..].iter().take(MOST_MARKS) {
            if columns[mark.end.max(end)] - columns[first.start] > room {
                break;
            }
            needs.insert(mark.need);
            count += 1;
            end = end.max(mark.end);
        }
        if count > 0 && (needs.len(), count) > best.0 {
            best = ((needs.len(), count), first.start..end);
        }
    }
    // A single mark may be wider than the whole window: then its beginning must do.
    match marks.first() {
        Some(first) if best.0.1 == 0 => first.start..first.start,
        _ => best.1,
    }
}

/// How many columns stand before each byte that begins a character, and before the end.
fn columns(text: &str) -> Vec<usize> {
    let mut columns = vec![0; text.len() + 1];
    let mut before = 0;
    for (at, char) in text.char_indices() {
        columns[at] = before;
        before += width_of(char);
    }
    columns[text.len()] = before;
    columns
}

/// Where the window ends: behind a sentence if that wastes little, else behind a word.
fn window_end(text: &str, start: usize, core_end: usize, room: usize) -> usize {
    let farthest = forward(text, start, room);
    if farthest == text.len() {
        return farthest;
    }
    let enough = forward(text, start, room * 6 / 10).max(core_end);
    let sentence_end = sentence_starts(text).map(|next| text[..next].trim_end().len());
    let sentence_end = sentence_end.filter(|end| (enough..=farthest).contains(end)).last();
    sentence_end.unwrap_or_else(|| word_end(text, farthest, core_end.max(start)))
}

/// Places where a sentence begins, behind the one before and the blanks between.
fn sentence_starts(text: &str) -> impl Iterator<Item = usize> + '_ {
    let mut chars = text.char_indices().peekable();
    std::iter::from_fn(move || {
        loop {
            let (_, char) = chars.next()?;
            let ends = match char {
                '。' | '！' | '？' | '\n' => true,
                '.' | '!' | '?' => chars.peek().is_some_and(|(_, next)| next.is_whitespace()),
                _ => false,
            };
            if !ends {
                continue;
            }
            while chars.peek().is_some_and(|(_, next)| next.is_whitespace() || closes(*next)) {
                chars.next();
            }
            return chars.peek().map(|(at, _)| *at);
        }
    })
}

/// Whether a character belongs to what stands before it, so that no line or excerpt may begin with it.
fn closes(char: char) -> bool {
    matches!(char, '」' | '』' | '）' | '】' | '〉' | '》' | ')' | ']' | '”' | '’' | '"')
}

/// The first place at or behind `at`, but not behind `limit`, where a word begins.
fn word_start(text: &str, at: usize, limit: usize) -> usize {
    let mut places = text[at..limit].char_indices().map(|(offset, _)| at + offset);
    places.find(|&place| may_break(text, place) && !text[place..].starts_with(char::is_whitespace)).unwrap_or(limit)
}

/// The last place at or before `at`, but not before `limit`, where a word ends.
fn word_end(text: &str, at: usize, limit: usize) -> usize {
    let places = text[limit..at].char_indices().map(|(offset, _)| limit + offset).chain([at]);
    let end = places.rev().find(|&place| may_break(text, place)).unwrap_or(at);
    limit.max(text[..end].trim_end().len())
}

/// Whether a word may end before the character at `place` and another begin there.
fn may_break(text: &str, place: usize) -> bool {
    let (Some(last), Some(next)) = (text[..place].chars().next_back(), text[place..].chars().next()) else {
        return true;
    };
    let wide = |char: char| char.width() == Some(2);
    let clings = closes(next) || matches!(next, '、' | '。' | '，' | '．' | '！' | '？' | '・' | 'ー' | '々');
    let small = SMALL_KANA.contains(next) || next.width() == Some(0);
    last.is_whitespace() || next.is_whitespace() || ((wide(last) || wide(next)) && !clings && !small)
}

/// The place `columns` before `at`, or as near as whole characters allow.
fn back(text: &str, at: usize, columns: usize) -> usize {
    let mut left = columns;
    let fits = |(_, char): &(usize, char)| take(&mut left, *char);
    text[..at].char_indices().rev().take_while(fits).last().map_or(at, |(place, _)| place)
}

/// The place `columns` behind `at`, or as near as whole characters allow.
fn forward(text: &str, at: usize, columns: usize) -> usize {
    let mut left = columns;
    let fits = |(_, char): &(usize, char)| take(&mut left, *char);
    text[at..].char_indices().take_while(fits).last().map_or(at, |(offset, char)| at + offset + char.len_utf8())
}

fn width_of(char: char) -> usize {
    char.width().unwrap_or(0)
}

fn take(left: &mut usize, char: char) -> bool {
    let width = width_of(char);
    let fits = width <= *left;
    *left = left.saturating_sub(width);
    fits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The excerpt of `text` around each of `words`, each of which is a need of its own.
    fn excerpt(text: &str, words: &[&str]) -> (String, Vec<String>) {
        let found = words.iter().enumerate().flat_map(|(need, word)| {
            text.match_indices(word).map(move |(start, word)| Mark { start, end: start + word.len(), need })
        });
        let mut marks: Vec<Mark> = found.collect();
        marks.sort();
        let (Excerpt { text, marks }, _) = cut_out(text, &marks);
        assert!(text.width() <= WIDTH, "{} columns: {text}", text.width());
        let marked = marks.iter().map(|mark| text[mark.clone()].to_owned()).collect();
        (text, marked)
    }

    #[test]
    fn a_short_text_is_shown_whole() {
        let (text, marked) = excerpt("Roll 2D6.\nShips return.", &["Ships"]);
        assert_eq!((text.as_str(), marked), ("Roll 2D6. Ships return.", vec!["Ships".to_owned()]));
    }

    #[test]
    fn it_begins_and_ends_with_sentences_where_it_can() {
        let filler = "The fleet sails on. ".repeat(20);
        let (text, marked) = excerpt(&format!("{filler}A needle lies here. {filler}"), &["needle"]);
        assert!(text.starts_with("…A needle lies here. The") && text.ends_with("on. …"), "{text}");
        assert_eq!(marked, ["needle"]);
    }

    #[test]
    fn it_shows_most_different_needs() {
        let far = "word ".repeat(60);
        let (text, marked) = excerpt(&format!("port port port {far} port and ship {far}"), &["port", "ship"]);
        assert_eq!(marked, ["port", "ship"], "{text}");
    }

    #[test]
    fn japanese_is_cut_at_sentences_or_whole_characters() {
        let filler = "艦隊は港を出て、海を渡る。".repeat(12);
        let (text, marked) = excerpt(&format!("{filler}指揮官は戦闘を回避する。{filler}"), &["回避"]);
        assert!(text.starts_with("…指揮官は") && text.ends_with("。…"), "{text}");
        assert_eq!(marked, ["回避"]);
        let (text, marked) = excerpt(&format!("{}針{}", "長い文ヲ".repeat(50), "ッーャ続く".repeat(50)), &["針"]);
        assert!(text.starts_with('…') && text.ends_with('…') && marked == ["針"], "{text}");
    }

    #[test]
    fn the_end_of_a_text_is_filled_up_from_before() {
        let (text, marked) = excerpt(&format!("{}The end.", "Some words go before it. ".repeat(20)), &["end"]);
        assert!(text.ends_with("The end.") && text.width() > 100, "{text}");
        assert_eq!(marked, ["end"]);
    }

    #[test]
    fn a_mark_wider_than_the_window_is_shown_from_its_beginning() {
        let long = "海".repeat(300);
        let (text, marked) = excerpt(&long, &[&long]);
        assert!(marked.len() == 1 && text.ends_with('…'), "{text}");
    }
}
