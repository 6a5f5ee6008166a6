//! Cuts styled text into lines: at spaces in scripts that have them, between characters in Japanese.

use std::fmt::Write as _;

use anstyle::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Text in one style.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    /// The text.
    pub(crate) text: String,
    style: Style,
}

impl Span {
    pub(crate) fn new(text: String, style: Style) -> Self {
        Self { text, style }
    }
}

/// What must not begin a line.
const CLOSING: &str = "、。，．・：；？！」』）］｝〕〉》】ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々,.:;?!)]}";
/// What must not end one.
const OPENING: &str = "「『（［｛〔〈《【([{";

/// The text in lines of at most `columns` cells; a word longer than that is cut.
pub(crate) fn wrap(spans: &[Span], columns: usize) -> Vec<String> {
    let columns = columns.max(4);
    let (mut lines, mut line, mut used) = (Vec::new(), Line::default(), 0);
    for piece in pieces(spans) {
        if piece.is_break() {
            lines.push(std::mem::take(&mut line).finish());
            used = 0;
            continue;
        }
        if used + piece.width > columns && used > 0 {
            lines.push(std::mem::take(&mut line).finish());
            used = 0;
        }
        if used == 0 && piece.is_space() {
            continue;
        }
        for (c, style) in &piece.chars {
            let width = c.width().unwrap_or(0);
            if used + width > columns {
                lines.push(std::mem::take(&mut line).finish());
                used = 0;
            }
            line.push(*c, *style);
            used += width;
        }
    }
    if used > 0 || lines.is_empty() {
        lines.push(line.finish());
    }
    lines
}

/// `text` filled up with spaces to `columns` cells; escape sequences take no room.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The cells that a text takes, without its escape sequences.
pub(crate) fn width(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().width()
}

/// A run that is not broken: a word, a space, a Japanese character with what must stay beside it.
#[derive(Default)]
struct Unit {
    chars: Vec<(char, Style)>,
    width: usize,
}

impl Unit {
    fn push(&mut self, c: char, style: Style) {
        self.width += c.width().unwrap_or(0);
        self.chars.push((c, style));
    }

    fn last(&self) -> Option<char> {
        self.chars.last().map(|(c, _)| *c)
    }

    fn is_space(&self) -> bool {
        self.chars.iter().all(|(c, _)| *c == ' ')
    }

    fn is_break(&self) -> bool {
        self.last() == Some('\n')
    }
}

fn pieces(spans: &[Span]) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    for (c, style) in spans.iter().flat_map(|span| span.text.chars().map(move |c| (c, span.style))) {
        let joins = units.last().is_some_and(|unit| match unit.last() {
            None => true,
            Some('\n' | ' ') => false,
            Some(last) => {
                c != '\n' && c != ' ' && (CLOSING.contains(c) || OPENING.contains(last) || !(wide(c) || wide(last)))
            }
        });
        if !joins {
            units.push(Unit::default());
        }
        if let Some(unit) = units.last_mut() {
            unit.push(c, style);
        }
    }
    units
}

fn wide(c: char) -> bool {
    c.width() == Some(2)
}

/// A line in the making, with its changes of style.
#[derive(Default)]
struct Line {
    text: String,
    style: Style,
}

impl Line {
    fn push(&mut self, c: char, style: Style) {
        if style != self.style {
            let _ = write!(self.text, "{:#}{style}", self.style);
            self.style = style;
        }
        self.text.push(c);
    }

    fn finish(mut self) -> String {
        let kept = self.text.trim_end_matches(' ').len();
        self.text.truncate(kept);
        format!("{}{:#}", self.text, self.style)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, columns: usize) -> Vec<String> {
        wrap(&[Span::new(text.to_owned(), Style::new())], columns)
    }

    #[test]
    fn words_are_kept_whole_and_japanese_is_cut_by_cells() {
        assert_eq!(lines("one two three", 8), ["one two", "three"]);
        assert_eq!(lines("海上移動は成功する。", 10), ["海上移動は", "成功する。"]);
        assert_eq!(lines("海上移動、する", 8), ["海上移", "動、する"], "a comma must not begin a line");
        assert_eq!(lines("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(lines("", 10), [""]);
    }
}
