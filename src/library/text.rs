//! A piece of text of a book: a line or some Markdown, with its places.

use std::borrow::Cow;
use std::ops::Range;

use super::markup::{self, Document};
use super::yaml::{MAX_TEXT_BYTES, Node, Scalar};
use crate::diagnostic::Place;

/// A one-line text: a title, a name.
#[derive(Clone, Debug)]
pub struct Line {
    /// The text.
    pub value: String,
    /// Where it stands.
    pub place: Place,
    scalar: Scalar,
}

impl Line {
    /// Reads a scalar node; `None` if it is empty or none.
    pub fn new(node: &Node) -> Option<Self> {
        let scalar = node.scalar()?.clone();
        let value = scalar.text.trim_end().to_owned();
        (!value.is_empty()).then_some(Self { value, place: node.place, scalar })
    }

    /// The place of a range of its bytes.
    pub fn place_of(&self, range: Range<usize>) -> Place {
        self.scalar.place_of(range)
    }
}

/// Some Markdown.
#[derive(Clone, Debug)]
pub struct Prose {
    /// The text as written.
    pub source: String,
    /// What it means.
    pub document: Document,
    /// Where it stands.
    pub place: Place,
    scalar: Scalar,
}

impl Prose {
    /// Reads and parses a scalar node; `None` if it is empty, too long or none.
    pub fn new(node: &Node) -> Option<Self> {
        let scalar = node.scalar()?.clone();
        if scalar.text.trim().is_empty() || scalar.text.len() > MAX_TEXT_BYTES {
            return None;
        }
        let document = markup::parse(&scalar.text);
        Some(Self { source: scalar.text.clone(), document, place: node.place, scalar })
    }

    /// The place of a range of its bytes.
    pub fn place_of(&self, range: Range<usize>) -> Place {
        self.scalar.place_of(range)
    }
}

/// A piece of text of either kind.
#[derive(Clone, Copy, Debug)]
pub enum Text<'a> {
    /// A line.
    Line(&'a Line),
    /// Some Markdown.
    Prose(&'a Prose),
}

impl<'a> Text<'a> {
    /// Where it stands.
    pub fn place(self) -> Place {
        match self {
            Self::Line(line) => line.place,
            Self::Prose(prose) => prose.place,
        }
    }

    /// It as written.
    pub fn source(self) -> &'a str {
        match self {
            Self::Line(line) => &line.value,
            Self::Prose(prose) => &prose.source,
        }
    }

    /// Its words as they are read, without what is quoted as it is.
    pub fn words(self) -> Vec<Cow<'a, str>> {
        match self {
            Self::Line(line) => vec![Cow::Borrowed(line.value.as_str())],
            Self::Prose(prose) => prose.document.runs().into_iter().map(|run| Cow::Owned(run.text)).collect(),
        }
    }

    /// It, if it is a line.
    pub fn line(self) -> Option<&'a Line> {
        match self {
            Self::Line(line) => Some(line),
            Self::Prose(_) => None,
        }
    }

    /// It, if it is Markdown.
    pub fn prose(self) -> Option<&'a Prose> {
        match self {
            Self::Line(_) => None,
            Self::Prose(prose) => Some(prose),
        }
    }
}

/// The words of a text with one blank between each two: what a line end or an indentation is, nobody sees.
pub fn collapse_whitespace(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}
