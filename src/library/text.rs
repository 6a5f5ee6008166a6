//! A piece of text of a book: a line or some Markdown, with its places.

use std::ops::Range;

use sha2::{Digest, Sha256};

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

    /// Its fingerprint.
    pub fn fingerprint(&self) -> String {
        fingerprint(&self.value)
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

    /// Its fingerprint.
    pub fn fingerprint(&self) -> String {
        fingerprint(&self.source)
    }
}

/// The fingerprint of a piece: the first 8 hexadecimal digits of the SHA-256 of its words, so that a change of white
/// space alone is none.
pub fn fingerprint(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let digest = Sha256::digest(words.join(" ").as_bytes());
    format!("{:08x}", digest.iter().take(4).fold(0_u32, |all, byte| (all << 8) | u32::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn white_space_is_no_change() {
        assert_eq!(fingerprint("a b\n  c\n"), fingerprint("a b c"));
        assert_ne!(fingerprint("a b c"), fingerprint("a b d"));
        assert_eq!(fingerprint("a").len(), 8);
    }
}
