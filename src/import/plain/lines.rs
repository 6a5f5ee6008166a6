//! The lines of a plain text, and whether they end where a paragraph does.

use std::ops::Range;

use unicode_width::UnicodeWidthStr as _;

use super::super::numbering::is_cjk;
use super::super::source::Source;

/// A line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Without the blanks around it.
    pub(super) range: Range<usize>,
    /// How many columns it is indented.
    pub(super) indent: usize,
    /// How many columns of text it has.
    pub(super) width: usize,
}

impl Line {
    pub(super) fn is_blank(&self) -> bool {
        self.range.is_empty()
    }
}

/// All lines, and how they are set.
pub(super) struct Lines<'a> {
    pub(super) source: &'a str,
    pub(super) all: Vec<Line>,
    /// The width at which paragraphs are broken into lines; none where each line is a paragraph.
    wrapped: Option<usize>,
}

/// Lines of a text that is broken into lines are at most so wide.
const WIDEST_WRAPPED: usize = 130;

impl<'a> Lines<'a> {
    pub(super) fn of(source: &'a Source) -> Self {
        let text = source.text();
        let all: Vec<Line> = source
            .lines()
            .map(|range| {
                let line = &text[range.clone()];
                let inner = line.trim();
                let before = line.len() - line.trim_start().len();
                let start = range.start + before;
                Line { range: start..start + inner.len(), indent: line[..before].width(), width: inner.width() }
            })
            .collect();
        let wrapped = wrapped(&all, text);
        Self { source: text, all, wrapped }
    }

    pub(super) fn text(&self, at: usize) -> &'a str {
        &self.source[self.all[at].range.clone()]
    }

    /// The next line that is not blank.
    pub(super) fn after(&self, at: usize) -> Option<usize> {
        (at + 1..self.all.len()).find(|next| !self.all[*next].is_blank())
    }

    /// Whether the line goes on in the next one.
    pub(super) fn goes_on(&self, at: usize) -> bool {
        let Some(next) = self.all.get(at + 1).filter(|next| !next.is_blank()) else { return false };
        let Some(width) = self.wrapped else { return false };
        let ends_short = self.all[at].width * 100 < width * 55;
        let is_small = self.source[next.range.clone()].starts_with(char::is_lowercase);
        !self.all[at].is_blank() && (!ends_short || is_small)
    }

    /// Whether a paragraph may begin with the line.
    pub(super) fn begins(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).filter(|before| !self.all[*before].is_blank()) else { return true };
        let text = self.text(before);
        !self.goes_on(before) || text.ends_with(['.', '!', '?', ':', ';', '。', '）', '：', '"', '”', '»', ')'])
    }
}

/// The width at which the text is broken into lines, if it is.
fn wrapped(lines: &[Line], text: &str) -> Option<usize> {
    let mut widths: Vec<usize> =
        lines.iter().filter(|line| !line.is_blank()).map(|line| line.width + line.indent).collect();
    widths.sort_unstable();
    let widest = *widths.get(widths.len() * 98 / 100)?;
    // What is broken has many lines that are nearly as wide as the widest, and whose sentences go on in the next.
    let follows = lines.windows(2).filter(|pair| !pair[0].is_blank() && !pair[1].is_blank());
    let (mut pairs, mut open) = (0_usize, 0_usize);
    for pair in follows {
        if pair[0].width * 10 < widest * 6 {
            continue;
        }
        pairs += 1;
        let ends = text[pair[0].range.clone()].chars().next_back();
        let next = text[pair[1].range.clone()].chars().next();
        let goes_on = ends.is_some_and(|c| c.is_alphanumeric() || c == ',' || c == '、' || c == '-');
        let small = next.is_some_and(|c| c.is_lowercase() || is_cjk(c) || c == '(');
        open += usize::from(goes_on && small);
    }
    let is_wrapped = (30..=WIDEST_WRAPPED).contains(&widest) && open * 4 >= pairs && open > 0;
    is_wrapped.then_some(widest)
}

/// Whether a blank stands between two lines that are one: not within a script without spaces, nor behind a hyphen.
pub(super) fn is_parted(before: &str, after: &str) -> bool {
    let (last, first) = (before.chars().next_back(), after.chars().next());
    let wide = |c: Option<char>| c.is_some_and(|c| is_cjk(c) || matches!(c, '、' | '。' | '」' | '』' | '）' | '】'));
    let is_hyphen = last == Some('-') && first.is_some_and(char::is_lowercase);
    !(wide(last) && wide(first) || is_hyphen)
}
