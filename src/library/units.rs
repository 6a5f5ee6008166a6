//! The units of a text: what a translator sees as one (a statement, a paragraph, a heading, an item, a cell), and how each
//! stands to the one that its translation was made from.
//!
//! They are found again by their fingerprints, never by their places, so that one that moves is still known.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use super::markup::{Block, Document, Inline, InlineKind, Mark, StatementLabel};

/// A unit of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextUnit {
    /// The statement that it begins or belongs to.
    pub letter: Option<StatementLabel>,
    /// How far it is behind the beginning of that statement, or of the text.
    pub behind: usize,
    /// Where its words stand, in bytes of the text; without the letter.
    pub range: Range<usize>,
}

impl fmt::Display for TextUnit {
    /// `b` for what begins the statement b, `b+1` for the unit behind that; `1` for the first of a text without letters.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.letter, self.behind) {
            (Some(letter), 0) => write!(formatter, "{letter}"),
            (Some(letter), behind) => write!(formatter, "{letter}+{behind}"),
            (None, behind) => write!(formatter, "{}", behind + 1),
        }
    }
}

/// The units of a text in order. What is quoted as it is, as code, is none.
pub fn text_units(document: &Document) -> Vec<TextUnit> {
    let mut units = Units::default();
    units.of_blocks(&document.blocks);
    units.found
}

#[derive(Default)]
struct Units {
    found: Vec<TextUnit>,
    letter: Option<StatementLabel>,
    behind: usize,
}

impl Units {
    fn of_blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Paragraph(paragraph) => self.of_words(&paragraph.content, paragraph.letter),
                Block::Heading(_, content) => self.of_words(content, None),
                Block::List(_, items) => items.iter().for_each(|item| self.of_blocks(item)),
                Block::Table(_, head, rows) => {
                    for cell in std::iter::once(head).chain(rows).flatten() {
                        self.of_words(cell, None);
                    }
                }
                Block::Quote(blocks) => self.of_blocks(blocks),
                Block::Code(_) | Block::Rule => {}
            }
        }
    }

    fn of_words(&mut self, content: &[Inline], letter: Option<StatementLabel>) {
        if letter.is_some() {
            (self.letter, self.behind) = (letter, 0);
        }
        let mut words = content.iter().filter(|inline| !matches!(inline.kind, InlineKind::Mark(Mark::Letter(_))));
        let Some(first) = words.next() else { return };
        let end = words.map(|inline| inline.range.end).fold(first.range.end, usize::max);
        self.found.push(TextUnit { letter: self.letter, behind: self.behind, range: first.range.start..end });
        self.behind += 1;
    }
}

/// How a unit of today's text stands to those that a translation was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is that one.
    Same(usize),
    /// It stands where that one stood, with other words.
    Changed(usize),
    /// There was none.
    New,
}

/// How each unit of today stands to those of then, by their fingerprints.
pub fn standings(then: &[&str], now: &[&str]) -> Vec<Standing> {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for at in (0..then.len()).rev() {
        places.entry(then[at]).or_default().push(at);
    }
    let same: Vec<Option<usize>> = now.iter().map(|unit| places.get_mut(unit).and_then(Vec::pop)).collect();
    let mut left = vec![true; then.len()];
    for at in same.iter().flatten() {
        left[*at] = false;
    }
    // What is left over where a unit is new has become that unit.
    let mut next = 0;
    let standing = |same: Option<usize>| {
        let standing = match same {
            Some(at) => Standing::Same(at),
            None if left.get(next) == Some(&true) => Standing::Changed(next),
            None => Standing::New,
        };
        if let Standing::Same(at) | Standing::Changed(at) = standing {
            next = at + 1;
        }
        standing
    };
    same.into_iter().map(standing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::markup::parse;

    #[test]
    fn units_are_named_by_their_statements() {
        let text = "Before.\n\n^a First.\n\n- one\n- two\n  - inner\n\n^b Second.\n\n| x | y |\n|---|---|\n| 1 | |\n\n```\nno\n```\n";
        let document = parse(text);
        let units: Vec<String> =
            text_units(&document).iter().map(|unit| format!("{unit}={}", &text[unit.range.clone()])).collect();
        let expected = "1=Before. a=First. a+1=one a+2=two a+3=inner b=Second. b+1=x b+2=y b+3=1";
        assert_eq!(units.join(" "), expected);
    }

    fn shown(then: &'static str, now: &'static str) -> String {
        let letters = |text: &'static str| text.split("").filter(|one| !one.is_empty()).collect::<Vec<_>>();
        let (then, now) = (letters(then), letters(now));
        let shown = standings(&then, &now).into_iter().map(|standing| match standing {
            Standing::Same(at) => format!("{at}"),
            Standing::Changed(at) => format!("{at}!"),
            Standing::New => "+".to_owned(),
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_unit_is_known_wherever_it_stands() {
        assert_eq!(shown("abc", "abc"), "0 1 2");
        assert_eq!(shown("abc", "axbc"), "0 + 1 2");
        assert_eq!(shown("abc", "axc"), "0 1! 2");
        assert_eq!(shown("abc", "ac"), "0 2");
        assert_eq!(shown("abc", "cab"), "2 0 1");
        assert_eq!(shown("abcd", "axdc"), "0 1! 3 2");
        assert_eq!(shown("aab", "aba"), "0 2 1");
        assert_eq!(shown("", "a"), "+");
        assert_eq!(shown("abc", "xyz"), "0! 1! 2!");
        assert_eq!(shown("ab", "xyzb"), "0! + + 1");
    }
}
