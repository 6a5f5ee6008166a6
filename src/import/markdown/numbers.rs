//! The numbers of sections in Markdown: in headings, and before paragraphs and items of lists.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use pulldown_cmark::Event;

use super::super::document::{Run, Words};
use super::super::numbering::{self, Printed};
use super::super::sequence::{self, Candidate, Role, Stand};
use super::blocks::{Block, BlockKind, Item};
use super::levels::Levels;

/// The beginning of a section in a paragraph.
#[derive(Clone, Debug)]
pub(super) struct Begin {
    pub(super) printed: Printed,
    /// A title in bold behind the number.
    pub(super) title: Option<Range<usize>>,
    /// Where the text begins.
    pub(super) rest: usize,
}

/// All numbers that are those of sections.
pub(super) struct Numbers {
    /// By the index of their heading.
    headings: HashMap<usize, Printed>,
    /// By where their paragraph begins.
    paragraphs: BTreeMap<usize, Begin>,
    /// Numbers that look like those of sections, and do not follow the ones before them.
    pub(super) refused: Vec<Range<usize>>,
    /// Whether headings without numbers stand above sections.
    pub(super) uses_levels: bool,
}

impl Numbers {
    pub(super) fn of(blocks: &[Block<'_>], levels: Levels, source: &str) -> Self {
        let mut candidates = Vec::new();
        let mut places: Vec<(Option<usize>, usize, Option<Begin>)> = Vec::new();
        for (index, block) in blocks.iter().enumerate() {
            let mut add = |start: usize, end: usize, stand: Stand| {
                let Some(begin) = begin(source, start..end) else { return };
                let printed = begin.printed.clone();
                candidates.push(Candidate { printed, stand, before_next: false, region: 0 });
                places.push((None, start, Some(begin)));
            };
            match &block.kind {
                BlockKind::Heading(..) if levels.title != Some(index) => {
                    let inner = block.worded();
                    if let Some(printed) = numbering::scan(source, inner.clone()) {
                        candidates.push(Candidate { printed, stand: Stand::Heading, before_next: true, region: 0 });
                        places.push((Some(index), inner.start, None));
                    }
                }
                BlockKind::Paragraph => {
                    let inner = block.inner();
                    add(inner.start, inner.end, Stand::Paragraph);
                    for start in line_starts(block, &inner, source) {
                        let before = source[inner.start..start].trim_end();
                        let begins = before.ends_with(['.', '!', '?', ':', ';', '。', '\\', ')', '*']);
                        add(start, inner.end, if begins { Stand::Paragraph } else { Stand::Midst });
                    }
                }
                BlockKind::List => {
                    for item in block.items().iter().flat_map(Item::all) {
                        let start = item_text(source, &item);
                        if begin(source, start..item.end).is_some_and(|found| !found.printed.is_bare()) {
                            add(start, item.end, Stand::Paragraph);
                        } else {
                            add(item.start, item.end, Stand::Item);
                        }
                    }
                }
                _ => {}
            }
        }
        let roles = sequence::judge(&mut candidates);
        let mut numbers =
            Self { headings: HashMap::new(), paragraphs: BTreeMap::new(), refused: Vec::new(), uses_levels: false };
        for ((candidate, role), (heading, start, begin)) in candidates.into_iter().zip(roles).zip(places) {
            if role == Role::None {
                if candidate.begins() && !candidate.printed.is_bare() {
                    numbers.refused.push(candidate.printed.range);
                }
                continue;
            }
            match (heading, begin) {
                (Some(index), _) => drop(numbers.headings.insert(index, candidate.printed)),
                (None, Some(begin)) => drop(numbers.paragraphs.insert(start, begin)),
                (None, None) => {}
            }
        }
        let deepest = blocks.iter().filter_map(|block| match block.kind {
            BlockKind::Heading(depth, _) => Some(levels.level(depth)),
            _ => None,
        });
        let deepest = deepest.max().unwrap_or(1);
        numbers.uses_levels = deepest > 2 || deepest == 2 && !numbers.paragraphs.is_empty();
        numbers
    }

    pub(super) fn of_heading(&self, index: usize) -> Option<&Printed> {
        self.headings.get(&index)
    }

    /// Whether a section in `file` has a number whose first component is these digits.
    pub(super) fn has_below(&self, digits: &str, source: &str, file: &Range<usize>) -> bool {
        let own = digits.trim_start_matches('0');
        self.paragraphs.range(file.clone()).any(|(_, begin)| {
            let behind = source[begin.printed.range.clone()].strip_prefix(own);
            !own.is_empty() && behind.is_some_and(|behind| behind.starts_with('.'))
        })
    }

    /// The section that begins with the line at `start`.
    pub(super) fn begins(&self, start: usize) -> Option<Begin> {
        self.paragraphs.get(&start).cloned()
    }

    /// The section that an item of a list is.
    pub(super) fn begins_item(&self, source: &str, item: Range<usize>) -> Option<Begin> {
        self.begins(item_text(source, &item)).or_else(|| self.begins(item.start))
    }
}

/// Where the text of an item begins, behind its mark.
pub(super) fn item_text(source: &str, item: &Range<usize>) -> usize {
    let text = &source[item.clone()];
    let digits = text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = digits.strip_prefix(['-', '*', '+', '.', ')']).unwrap_or(digits).trim_start();
    item.end - behind.len()
}

/// Where the lines of a paragraph begin, but for the first.
pub(super) fn line_starts(block: &Block<'_>, inner: &Range<usize>, source: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut broken = false;
    for (event, at) in &block.events {
        match event {
            Event::SoftBreak | Event::HardBreak => broken = true,
            _ if broken && inner.contains(&at.start) => {
                // With the backslash before it.
                starts.push(at.start - usize::from(source[..at.start].ends_with('\\')));
                broken = false;
            }
            _ => {}
        }
    }
    starts
}

/// The number with which a paragraph begins, in bold or not, and its title if that stands in bold.
fn begin(source: &str, range: Range<usize>) -> Option<Begin> {
    let text = &source[range.clone()];
    let mark = ["**", "__", "*", "_"].into_iter().find(|mark| text.starts_with(mark)).unwrap_or_default();
    let start = range.start + mark.len();
    // A title stands on the line of its number.
    let line = source[start..range.end].find('\n').map_or(range.end, |end| start + end);
    let printed = numbering::scan(source, start..line)?;
    let behind = &source[printed.rest.min(line)..line];
    let after = |at: usize| at + source[at..range.end].len() - source[at..range.end].trim_start().len();
    if !mark.is_empty() {
        if behind.starts_with(mark) {
            // The number alone is in bold; perhaps a title is too, on its own.
            return Some(Begin { rest: after(printed.rest + mark.len()), printed, title: None });
        }
        let close = behind.find(mark)?;
        let title = printed.rest..printed.rest + close;
        let is_title = source[title.clone()].chars().count() <= 80;
        return is_title.then(|| Begin { rest: after(title.end + mark.len()), printed, title: Some(title) });
    }
    // 1.1 **Title** text
    let bold = ["**", "__"].into_iter().find(|mark| behind.starts_with(mark));
    if let Some(mark) = bold
        && let Some(close) = behind[mark.len()..].find(mark)
    {
        let title = printed.rest + mark.len()..printed.rest + mark.len() + close;
        let rest = title.end + mark.len();
        let is_title = source[title.clone()].chars().count() <= 80;
        // A word in bold at the beginning of a sentence is none: what follows goes on in small letters.
        let goes_on = source[rest..range.end]
            .trim_start()
            .starts_with(|c: char| c.is_lowercase() || matches!(c, ',' | '(' | ';'));
        if is_title && !goes_on {
            return Some(Begin { rest: after(rest), printed, title: Some(title) });
        }
    }
    let rest = printed.rest;
    Some(Begin { printed, title: None, rest })
}

/// A number without the backslashes that keep Markdown from taking it for that of a list.
pub(super) fn unescaped(source: &str, range: Range<usize>) -> Words {
    let mut words = Words::default();
    let mut start = range.start;
    for (at, _) in source[range.clone()].match_indices('\\') {
        words.keep_verbatim(start..range.start + at);
        start = range.start + at + 1;
    }
    words.keep_verbatim(start..range.end);
    words
}

/// The length of what announces a worked example at the beginning of a paragraph: `**Example:** `.
pub(super) fn example(text: &str) -> Option<usize> {
    const WORDS: [&str; 7] = ["examples", "example", "примеры", "пример", "例", "beispiel", "exemple"];
    let marks = text.len() - text.trim_start_matches(['*', '_']).len();
    let head: String = text[marks..].chars().take(10).flat_map(char::to_lowercase).collect();
    let word = WORDS.iter().find(|word| head.starts_with(**word))?;
    let after: usize = marks + text[marks..].chars().take(word.chars().count()).map(char::len_utf8).sum::<usize>();
    let rest = text[after..].trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit());
    // The number of an example belongs to its words.
    let is_numbered = text[after..text.len() - rest.len()].contains(|c: char| c.is_ascii_digit());
    let is_closed = rest.starts_with(['*', '_']);
    let rest = if is_closed { rest.trim_start_matches(['*', '_']) } else { rest };
    let rest = rest.strip_prefix([':', '：'])?;
    let close =
        if is_closed || marks == 0 { 0 } else { marks.min(rest.len() - rest.trim_start_matches(['*', '_']).len()) };
    // Emphasis that goes on over the example would lose its beginning.
    if marks > 0 && !is_closed && close < marks {
        return None;
    }
    Some(if is_numbered { 0 } else { text.len() - rest[close..].trim_start().len() })
}

/// Words whose further lines are indented as those of a list item are: less by what all of them have in common.
pub(super) fn dedented(words: Words, source: &str) -> Words {
    let text = words.text(source);
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let common = text.lines().skip(1).filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    if common == 0 {
        return words;
    }
    let mut dedented = Words::default();
    let mut at_line = false;
    let mut left = 0;
    for run in words.into_runs() {
        let (Run::Kept(range) | Run::Verbatim(range)) = run.clone() else {
            if let Run::Ours(text) = &run {
                at_line = text.ends_with('\n');
                left = if at_line { common } else { 0 };
            } else {
                at_line = false;
                left = 0;
            }
            dedented.push(run);
            continue;
        };
        let is_kept = matches!(run, Run::Kept(_));
        let mut keep = |part: Range<usize>| if is_kept { dedented.keep(part) } else { dedented.keep_verbatim(part) };
        let mut start = range.start;
        for (at, c) in source[range.clone()].char_indices().map(|(at, c)| (range.start + at, c)) {
            if at_line && left > 0 && c == ' ' {
                keep(start..at);
                start = at + 1;
                left -= 1;
                continue;
            }
            at_line = c == '\n';
            left = if at_line { common } else { 0 };
        }
        keep(start..range.end);
    }
    dedented
}
