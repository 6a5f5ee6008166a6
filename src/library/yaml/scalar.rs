//! A scalar as it was written, with a map from its text back to the file.

use std::ops::Range;

use crate::diagnostic::{FileId, Place, SourceFile};

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Bare.
    Plain,
    /// In single or double quotes.
    Quoted,
    /// After `|`: every line end counts.
    Literal,
    /// After `>`: lines are joined, so places inside it are not known.
    Folded,
}

/// Yes or no, as a plain scalar writes it.
pub fn yes_no(text: &str) -> Option<bool> {
    match text {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    }
}

/// A scalar's text and where each part of it stands.
#[derive(Clone, Debug)]
pub struct Scalar {
    /// The text it means. A plain `12.30` or `yes` is kept as written.
    pub text: String,
    /// How it is written.
    pub style: Style,
    origin: Origin,
}

/// Where the text came from.
#[derive(Clone, Debug)]
enum Origin {
    /// The byte in the text and the byte in the file at which each line of the text begins.
    Lines(FileId, Vec<(usize, usize)>),
    /// One run of the file, character for character.
    Run(FileId, usize),
    /// Somewhere in this place (escapes or folding in between).
    Somewhere(Place),
}

impl Scalar {
    /// Joins what the reader understood (`text`) with what stands in the file at `place`.
    pub(super) fn new(text: String, place: Place, file: &SourceFile) -> Self {
        let written = file.text.get(place.start..place.end).unwrap_or_default();
        if let Some(style) = block_style(place.start, file) {
            let lines = (style == Style::Literal).then(|| literal_lines(&text, place.start, file)).flatten();
            let origin = lines.map_or(Origin::Somewhere(place), |lines| Origin::Lines(place.file, lines));
            return Self { text, style, origin };
        }
        let quoted = written.starts_with(['"', '\'']);
        let inner = if quoted { written.get(1..written.len().saturating_sub(1)).unwrap_or_default() } else { written };
        let origin = if inner == text {
            Origin::Run(place.file, place.start + usize::from(quoted))
        } else {
            Origin::Somewhere(place)
        };
        Self { text, style: if quoted { Style::Quoted } else { Style::Plain }, origin }
    }

    /// The same with every part of its text at `place`.
    pub(super) fn somewhere(self, place: Place) -> Self {
        Self { origin: Origin::Somewhere(place), ..self }
    }

    /// The place in the file of a range of bytes of the text.
    pub fn place_of(&self, range: Range<usize>) -> Place {
        match &self.origin {
            Origin::Lines(file, _) | Origin::Run(file, _) => {
                Place::new(*file, self.byte(range.start)..self.byte(range.end).max(self.byte(range.start)))
            }
            Origin::Somewhere(place) => *place,
        }
    }

    /// The same in another file.
    pub(super) fn set_file(&mut self, file: FileId) {
        match &mut self.origin {
            Origin::Lines(of, _) | Origin::Run(of, _) => *of = file,
            Origin::Somewhere(place) => place.file = file,
        }
    }

    fn byte(&self, at: usize) -> usize {
        let at = at.min(self.text.len());
        match &self.origin {
            Origin::Lines(_, lines) => {
                let line = lines.partition_point(|(start, _)| *start <= at).saturating_sub(1);
                lines.get(line).map_or(0, |(start, byte)| byte + (at - start))
            }
            Origin::Run(_, start) => start + at,
            Origin::Somewhere(place) => place.start,
        }
    }
}

/// A block scalar's content begins on a line of its own below a header (`|`, `|-`, `>2` …).
fn block_style(start: usize, file: &SourceFile) -> Option<Style> {
    let line = file.line_of(start);
    if !file.text[file.line_start(line)..start].trim().is_empty() {
        return None;
    }
    let above = (1..line).rev().map(|n| file.line(n)).find(|text| !text.trim().is_empty())?;
    let header = above.split(" #").next()?.trim_end();
    let indicator = header.trim_end_matches(|c: char| c.is_ascii_digit() || c == '+' || c == '-');
    let before = indicator.strip_suffix(['|', '>'])?;
    if !(before.is_empty() || before.ends_with([' ', ':', '-'])) {
        return None;
    }
    Some(if indicator.ends_with('|') { Style::Literal } else { Style::Folded })
}

/// Each line of the text is a line of the file, less the indentation of its first line with content; `None` where that is
/// not so.
fn literal_lines(text: &str, start: usize, file: &SourceFile) -> Option<Vec<(usize, usize)>> {
    let first = file.line_of(start);
    let leading = text.bytes().take_while(|&b| b == b'\n').count();
    // `start` is behind the indentation, which is all ASCII spaces.
    let indent = start - file.line_start(first);
    let mut at = 0;
    let mut lines = Vec::new();
    for (n, line) in text.split('\n').enumerate() {
        let number = (first + n).saturating_sub(leading);
        let byte = file.line_start(number) + indent.min(file.line(number).len());
        if !file.text.get(byte..).is_some_and(|rest| rest.starts_with(line)) {
            return None;
        }
        lines.push((at, byte));
        at += line.len() + 1;
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Sources;
    use crate::library::yaml;

    #[test]
    fn a_place_in_a_block_is_where_its_text_stands() {
        let blocks = [
            "a\n  bc\n",
            "\n\n  a\n\n  b",
            "a\r\n  b\r\n",
            "a\r\r  春b\n  c",
            "\r  a\n\n   春\r  b\r",
            "a\r   ",
            "春\r\r\n  b",
        ];
        for block in blocks {
            let file = format!("logic: |2\n  {block}\n");
            let mut sources = Sources::default();
            let id = sources.add("a.yaml".to_owned(), file.as_str());
            let Some(node) = yaml::parse(id, &sources, &mut Vec::new()) else { panic!("{file:?} is read") };
            let scalar = node.get("logic").and_then(yaml::Node::scalar).expect("a text");
            for (at, c) in scalar.text.char_indices().filter(|(_, c)| *c != '\n') {
                let place = scalar.place_of(at..at + c.len_utf8());
                assert_eq!(sources.slice(place), c.to_string(), "byte {at} of {:?} in {file:?}", scalar.text);
            }
        }
    }
}
