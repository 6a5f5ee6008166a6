//! The label of a statement: what the document prints before it, or a letter of ours.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use arrayvec::ArrayString;
use serde::{Serialize, Serializer};

use crate::library::number::{RuleNumber, is_roman};

/// Longest label as written, with that of the statement around it, in bytes.
const MAX_LABEL: usize = 32;

/// The label of a statement: `a`, `(2)`, `イ`, `iv)`. One within another is written with it and shown by its last part: `(2)(a)`.
/// Labels of the same parts are the same, whatever stands around these, so that each language may print its own.
#[derive(Clone, Copy, Debug)]
pub struct StatementLabel {
    address: ArrayString<MAX_LABEL>,
    shown: ArrayString<MAX_LABEL>,
}

impl StatementLabel {
    /// Reads `written`, which stands behind `^` at the start of a line; none if it is no label.
    pub fn parse(written: &str) -> Option<Self> {
        let number = RuleNumber::label(written)?;
        let marks = |char: char| char.is_alphanumeric() || "().[]（）．".contains(char);
        if !written.chars().all(marks) || !number.components().iter().all(|part| is_part(part)) {
            return None;
        }
        let address = ArrayString::from(&number.to_string()).ok()?;
        Some(Self { address, shown: ArrayString::from(last_part(written)).ok()? })
    }

    /// Its parts, joined by dots: what follows the address of its section.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// As readers see it.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Whether it is of a statement within another.
    pub fn is_within(&self) -> bool {
        self.address.contains('.')
    }

    /// Whether it is one of the letters that we give: a, b, c.
    pub fn is_letter(&self) -> bool {
        self.address == self.shown && matches!(self.address.as_bytes(), [b'a'..=b'z'])
    }
}

/// Digits, a single letter, a letter twice (after z comes aa), a Roman numeral.
fn is_part(part: &str) -> bool {
    let mut chars = part.chars();
    let first = chars.next();
    let few = chars.clone().count() == 0 || chars.clone().count() == 1 && chars.next() == first;
    few || part.bytes().all(|byte| byte.is_ascii_digit()) || is_roman(part)
}

/// The last part of a label with what stands around it: (a) of (2)(a).
fn last_part(written: &str) -> &str {
    let kind = |char: char| (char.is_alphanumeric(), char.is_numeric());
    let end = written.trim_end_matches(|char: char| !char.is_alphanumeric()).len();
    let last = written[..end].chars().next_back();
    let before = written[..end].trim_end_matches(|char: char| last.is_some_and(|last| kind(last) == kind(char)));
    let opening = before.chars().next_back().filter(|char| "([（".contains(*char)).map_or(0, char::len_utf8);
    &written[before.len() - opening..]
}

/// What follows the address of its section.
impl fmt::Display for StatementLabel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.address)
    }
}

impl Serialize for StatementLabel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.address)
    }
}

impl PartialEq for StatementLabel {
    fn eq(&self, other: &Self) -> bool {
        self.address == other.address
    }
}

impl Eq for StatementLabel {}

impl PartialOrd for StatementLabel {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for StatementLabel {
    fn cmp(&self, other: &Self) -> Ordering {
        self.address.cmp(&other.address)
    }
}

impl Hash for StatementLabel {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.address.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_has_an_address_and_is_shown_as_printed() {
        for (written, address, shown) in [
            ("a", "a", "a"),
            ("(2)", "2", "(2)"),
            ("（２）", "2", "（２）"),
            ("iv)", "iv", "iv)"),
            ("イ", "イ", "イ"),
            ("一", "1", "一"),
            ("2.一.イ", "2.1.イ", "イ"),
            ("(1)(a)", "1.a", "(a)"),
            ("1.a)", "1.a", "a)"),
            ("aa", "aa", "aa"),
            ("3.", "3", "3."),
        ] {
            let label = StatementLabel::parse(written).unwrap_or_else(|| panic!("{written}"));
            assert_eq!((label.address(), label.shown()), (address, shown), "{written}");
        }
        for other in ["", "word", "2*x", "()", "a_b", "<b>", "1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1"] {
            assert!(StatementLabel::parse(other).is_none(), "{other}");
        }
    }

    #[test]
    fn what_stands_around_a_label_makes_no_other() {
        let label = |written| StatementLabel::parse(written).unwrap();
        assert_eq!(label("(2)"), label("2."));
        assert!(label("a").is_letter() && !label("(a)").is_letter() && !label("2").is_letter());
    }
}
