//! Who has compared a translation with its reference text, and when. It holds as long as the translation is the same, unit by
//! unit.

use std::collections::BTreeMap;

use super::fingerprint::{Fingerprint, Numbering, UNIT};
use super::text::Text;

/// Somebody has compared something on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Review<'a> {
    /// Who compared it.
    pub by: &'a str,
    /// When, as year, month and day.
    pub date: &'a str,
}

/// What stands in `reviewed` of a text: `WHO 2026-11-28 UNIT UNIT; WHO 2026-11-30 UNIT`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reviews<'a> {
    by_unit: BTreeMap<&'a str, Review<'a>>,
}

impl<'a> Reviews<'a> {
    /// Reads what was recorded; what is no review is left out.
    pub fn read(recorded: &'a str) -> Self {
        let mut by_unit = BTreeMap::new();
        let is_date = |word: &str| word.len() == 10 && word.parse::<jiff::civil::Date>().is_ok();
        for part in recorded.split(';') {
            let Some(date) = part.split_whitespace().rev().find(|word| is_date(word)) else { continue };
            let Some((by, units)) = part.rsplit_once(date).filter(|(by, _)| !by.trim().is_empty()) else { continue };
            by_unit.extend(units.split_whitespace().map(|unit| (unit, Review { by: by.trim(), date })));
        }
        Self { by_unit }
    }

    /// The review of a unit of that hash.
    pub fn of(&self, unit: &str) -> Option<Review<'a>> {
        self.by_unit.get(unit).copied()
    }

    /// What is recorded of these units and their reviews, in the order of the units; nothing where there are none.
    pub fn record<'u>(reviewed: impl Iterator<Item = (&'u str, Review<'u>)>) -> Option<String> {
        let mut parts: Vec<(Review<'u>, String)> = Vec::new();
        for (unit, review) in reviewed {
            let at = parts.iter().position(|(other, _)| *other == review).unwrap_or_else(|| {
                parts.push((review, format!("{} {}", review.by, review.date)));
                parts.len() - 1
            });
            parts[at].1.extend([" ", unit]);
        }
        let parts: Vec<String> = parts.into_iter().map(|(_, part)| part).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

/// The hashes of the units of a translation; of the whole where it has no units.
pub fn units_of(text: Text<'_>, book: &str, numbering: &dyn Numbering) -> Vec<String> {
    let fingerprint = Fingerprint::of(text, book, numbering);
    let units: Vec<String> = fingerprint.unit_hashes().map(str::to_owned).collect();
    if units.is_empty() { vec![fingerprint.words_hash()[..UNIT].to_owned()] } else { units }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reviews_are_read_as_they_were_recorded() {
        let anna = Review { by: "Anna Petrova (2)", date: "2026-11-28" };
        let boris = Review { by: "Boris", date: "2026-11-30" };
        let reviewed = [("a1b2c3", anna), ("d4e5f6", boris), ("0a0a0a", anna)];
        let recorded = Reviews::record(reviewed.into_iter()).expect("a record");
        assert_eq!(recorded, "Anna Petrova (2) 2026-11-28 a1b2c3 0a0a0a; Boris 2026-11-30 d4e5f6");
        let reviews = Reviews::read(&recorded);
        for (unit, review) in reviewed {
            assert_eq!(reviews.of(unit), Some(review));
        }
        assert_eq!(reviews.of("a1b2c4"), None);
        assert_eq!(Reviews::record(std::iter::empty()), None);
        for recorded in ["", "Anna", "2026-11-28 a1b2c3", "Anna 2026-13-28 a1b2c3", "; Anna 2026-11-28"] {
            assert_eq!(Reviews::read(recorded), Reviews::default(), "{recorded}");
        }
    }
}
