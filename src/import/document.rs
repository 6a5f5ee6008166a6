//! What both readers yield: the pieces of a document in their order, each made of ranges of the source.

use std::ops::Range;

use super::account::Account;
use crate::characters::is_unseen;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Run {
    /// What the source has there; numbers in it may become references.
    Kept(Range<usize>),
    /// What the source has there, and nothing else: code, addresses.
    Verbatim(Range<usize>),
    /// What we add: escapes, marks.
    Ours(String),
    /// A link to a heading of the document, by its address, with its words.
    Link { anchor: String, words: Range<usize> },
}

/// A text that knows where in the source it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words(Vec<Run>);

impl Words {
    pub(super) fn of(range: Range<usize>) -> Self {
        let mut words = Self::default();
        words.keep(range);
        words
    }

    pub(super) fn keep(&mut self, range: Range<usize>) {
        match self.0.last_mut() {
            Some(Run::Kept(last)) if last.end == range.start => last.end = range.end,
            _ if range.is_empty() => {}
            _ => self.0.push(Run::Kept(range)),
        }
    }

    pub(super) fn keep_verbatim(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.0.push(Run::Verbatim(range));
        }
    }

    pub(super) fn add(&mut self, text: &str) {
        match self.0.last_mut() {
            Some(Run::Ours(last)) => last.push_str(text),
            _ if text.is_empty() => {}
            _ => self.0.push(Run::Ours(text.to_owned())),
        }
    }

    pub(super) fn link(&mut self, anchor: String, words: Range<usize>) {
        self.0.push(Run::Link { anchor, words });
    }

    pub(super) fn push(&mut self, run: Run) {
        self.0.push(run);
    }

    pub(super) fn append(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Whether it holds nothing to read.
    pub(super) fn is_blank(&self, source: &str) -> bool {
        self.text(source).trim().is_empty()
    }

    /// Whether a new line begins behind it.
    pub(super) fn ends_line(&self, source: &str) -> bool {
        match self.0.last() {
            None => true,
            Some(Run::Ours(text)) => text.ends_with('\n'),
            Some(Run::Kept(range) | Run::Verbatim(range) | Run::Link { words: range, .. }) => {
                source[range.clone()].ends_with('\n')
            }
        }
    }

    /// The same text, in which no number becomes a reference.
    pub(super) fn verbatim(self) -> Self {
        let verbatim = |run| match run {
            Run::Kept(range) => Run::Verbatim(range),
            other => other,
        };
        Self(self.0.into_iter().map(verbatim).collect())
    }

    pub(super) fn into_runs(self) -> Vec<Run> {
        self.0
    }

    /// Where in the source it begins.
    pub(super) fn start(&self) -> Option<usize> {
        self.0.iter().find_map(|run| match run {
            Run::Kept(range) | Run::Verbatim(range) | Run::Link { words: range, .. } => Some(range.start),
            Run::Ours(_) => None,
        })
    }

    /// The text that a file may hold: without characters that no text may hold. What is not among them is not marked, and so
    /// told in the end.
    pub(super) fn write(&self, source: &str, account: &mut Account) -> String {
        let mut text = String::new();
        for run in &self.0 {
            match run {
                Run::Ours(ours) => text.push_str(ours),
                Run::Kept(range) | Run::Verbatim(range) | Run::Link { words: range, .. } => {
                    for (at, c) in source[range.clone()].char_indices().filter(|(_, c)| may_be_held(*c)) {
                        text.push(c);
                        account.mark(range.start + at..range.start + at + c.len_utf8());
                    }
                }
            }
        }
        text
    }

    /// The text alone.
    pub(super) fn text(&self, source: &str) -> String {
        self.0.iter().fold(String::new(), |mut text, run| {
            match run {
                Run::Ours(ours) => text.push_str(ours),
                Run::Kept(range) | Run::Verbatim(range) | Run::Link { words: range, .. } => {
                    text.extend(source[range.clone()].chars().filter(|c| may_be_held(*c)));
                }
            }
            text
        })
    }
}

/// Whether a text of a library may hold `c`.
fn may_be_held(c: char) -> bool {
    !is_unseen(c) && !matches!(c, '\u{FFFE}' | '\u{FFFF}' | '\u{85}')
}

/// A heading as printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Heading {
    pub(super) number: Option<Words>,
    pub(super) title: Option<Words>,
    /// For a heading without a number that stands above others: how deep it stands, the chapter being 1.
    pub(super) level: Option<u8>,
}

/// What a piece is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// A chapter begins; `editorial`: it tells of the document.
    Chapter { heading: Heading, editorial: bool },
    /// A section begins.
    Section(Heading),
    /// Some Markdown.
    Text(Words),
    /// A statement with the path of its labels, and its address in the section.
    Statement { label: String, address: String, words: Words },
    /// A worked example.
    Example(Words),
    /// A data table in Markdown.
    Table(Words),
}

/// A part of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Where it begins in the source.
    pub(super) at: usize,
    pub(super) kind: PieceKind,
}

/// What was read.
#[derive(Clone, Debug, Default)]
pub(super) struct Document {
    /// Its title, if it says it.
    pub(super) title: Option<Words>,
    pub(super) pieces: Vec<Piece>,
    /// What became structure: marks of headings, labels, what was told.
    pub(super) taken: Vec<Range<usize>>,
    /// Headings by the address that a link inside the document has, and the index of their piece.
    pub(super) anchors: std::collections::HashMap<String, usize>,
}

impl Document {
    pub(super) fn push(&mut self, at: usize, kind: PieceKind) {
        self.pieces.push(Piece { at, kind });
    }
}
