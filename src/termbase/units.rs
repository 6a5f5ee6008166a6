//! The words of a passage as an editor sees them: words of alphabets with their stems, compounds of Japanese.

use std::ops::Range;

use super::names::begins_sentence;
use super::passages::Passage;
use crate::analyzer::{Analyzer, TokenKind};
use crate::characters::script::{self, is_han};

/// A word or a compound.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// What is the same in all its forms.
    pub(super) key: String,
    /// Bytes of the passage.
    pub(super) range: Range<usize>,
    /// Whether only a blank or a hyphen parts it from the unit before.
    pub(super) joined: bool,
    /// Whether it has a capital that no beginning of a sentence asks for.
    pub(super) capital: bool,
    /// Whether a sentence begins with it.
    pub(super) first: bool,
}

impl Unit {
    /// Whether it is Japanese.
    pub(super) fn japanese(&self) -> bool {
        self.key.starts_with(|c: char| is_han(c) || is_katakana(c))
    }
}

/// All words and compounds of a passage, in order.
pub(super) fn units(analyzer: &Analyzer, passage: &Passage) -> Vec<Unit> {
    let words = passage.words.as_str();
    let mut units: Vec<Unit> = Vec::new();
    let mut end = None;
    for token in analyzer.cut(words) {
        if token.kind == TokenKind::Word {
            let text = &words[token.range.clone()];
            let first = begins_sentence(words, token.range.start);
            let between = end.and_then(|end| words.get(end..token.range.start));
            units.push(Unit {
                key: token.term.clone(),
                range: token.range.clone(),
                joined: between.is_some_and(|between| matches!(between, " " | "-" | "\n")),
                capital: !first && text.starts_with(char::is_uppercase),
                first,
            });
        }
        // A number parts what stands around it.
        end = (token.kind == TokenKind::Word).then_some(token.range.end);
    }
    units.extend(compounds(words));
    units.sort_by_key(|unit| (unit.range.start, unit.range.end));
    units
}

/// What stands before a compound and belongs to the sentence.
const BEFORE: &str = "各全両同毎本当他次前現約計即第再";
/// What stands behind a compound and belongs to the sentence.
const BEHIND: &str = "中後前時内間上下外等側済毎分順別用的点数";
/// What stands behind a compound and means nothing of its own.
const PARTICLES: [&str; 7] = ["以外", "以上", "以下", "以内", "以前", "自身", "同士"];
/// What begins a number of things.
const NUMERALS: &str = "一二三四五六七八九十数何";
/// What things are counted with.
const COUNTERS: &str = "つ個回枚度番人本日年分隻目方部種点行段";

/// Whether `c` belongs to words of katakana: the dot stands between the parts of one.
fn is_katakana(c: char) -> bool {
    c == '・' || script::is_katakana(c)
}

/// The compounds of kanji and katakana, and the runs of one of both in them.
fn compounds(words: &str) -> Vec<Unit> {
    let mut found = Vec::new();
    let mut push = |range: Range<usize>| {
        let Some(text) = words.get(range.clone()) else { return };
        let text = text.trim_matches('・');
        let at = range.start + (words[range.clone()].len() - words[range.clone()].trim_start_matches('・').len());
        let key: String = text.chars().filter(|c| *c != '・').collect();
        let range = at..at + text.len();
        found.push(Unit { key, range, joined: false, capital: false, first: false });
    };
    for run in chunks(words, 0, |c| is_han(c) || is_katakana(c)) {
        let text = &words[run.clone()];
        let parts = [chunks(text, run.start, is_han), chunks(text, run.start, is_katakana)].concat();
        for part in &parts {
            let part =
                if text[part.start - run.start..].starts_with(is_han) { trimmed(words, part) } else { part.clone() };
            let length = words[part.clone()].chars().count();
            let fits = if words[part.clone()].starts_with(is_han) {
                (2..=6).contains(&length)
            } else {
                (2..=24).contains(&length)
            };
            let mut chars = words[part.clone()].chars();
            let counts = chars.next().is_some_and(|c| NUMERALS.contains(c))
                && (length == 2 && chars.next().is_some_and(|c| COUNTERS.contains(c)));
            if fits && !counts {
                push(part);
            }
        }
        let whole = trimmed(words, &run);
        let mixed = words[whole.clone()].contains(is_han) && words[whole.clone()].contains(is_katakana);
        if mixed && (3..=16).contains(&words[whole.clone()].chars().count()) {
            push(whole);
        }
    }
    found
}

/// The stretches of `text` that `fits` holds for; `offset` is where the text stands.
fn chunks(text: &str, offset: usize, fits: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| fits(*c)) {
        let (start, end) = (offset + at, offset + at + c.len_utf8());
        match found.last_mut().filter(|last| last.end == start) {
            Some(last) => last.end = end,
            None => found.push(start..end),
        }
    }
    found
}

/// A compound without what belongs to the sentence around it, if two characters are left.
fn trimmed(words: &str, run: &Range<usize>) -> Range<usize> {
    let mut range = run.clone();
    let long = |range: &Range<usize>| words[range.clone()].chars().nth(2).is_some();
    while let Some(c) = words[range.clone()].chars().next().filter(|c| long(&range) && BEFORE.contains(*c)) {
        range.start += c.len_utf8();
    }
    for particle in PARTICLES {
        let shorter = words[range.clone()].strip_suffix(particle).map(str::len);
        range.end = shorter.filter(|length| *length > 0).map_or(range.end, |length| range.start + length);
    }
    while let Some(c) = words[range.clone()].chars().next_back().filter(|c| long(&range) && BEHIND.contains(*c)) {
        range.end -= c.len_utf8();
    }
    range
}

#[cfg(test)]
mod tests {
    use super::compounds;

    #[test]
    fn compounds_stand_without_what_the_sentence_adds() {
        let text = "各艦隊は海上移動中に、トレースゾーン・マーカーの補給判定後";
        let found: Vec<&str> = compounds(text).into_iter().map(|unit| &text[unit.range]).collect();
        assert_eq!(found, ["艦隊", "海上移動", "トレースゾーン・マーカー", "補給判定"]);
    }
}
