//! Who has compared a translation with its reference text, and when. It holds as long as the translation is the same, unit by
//! unit.

use std::collections::BTreeSet;

use super::fingerprint::{Fingerprint, Numbering, UNIT};
use super::text::Text;

/// What stands in `reviewed` of a text: `WHO 2026-11-28 UNIT UNIT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review<'a> {
    /// Who compared it.
    pub by: &'a str,
    /// When, as year, month and day.
    pub date: &'a str,
    /// The hashes of the units that were compared.
    units: BTreeSet<&'a str>,
}

impl<'a> Review<'a> {
    /// Reads what was recorded; nothing where it is no review.
    pub fn read(recorded: &'a str) -> Option<Self> {
        let is_date = |word: &str| word.len() == 10 && word.parse::<jiff::civil::Date>().is_ok();
        let date = recorded.split_whitespace().rev().find(|word| is_date(word))?;
        let (by, units) = recorded.rsplit_once(date)?;
        Some(Self { by: by.trim(), date, units: units.split_whitespace().collect() }).filter(|read| !read.by.is_empty())
    }

    /// Whether a unit of that hash was compared.
    pub fn holds(&self, unit: &str) -> bool {
        self.units.contains(unit)
    }

    /// What is recorded of a review.
    pub fn record<'u>(by: &str, date: &str, units: impl Iterator<Item = &'u str>) -> String {
        std::iter::once(format!("{by} {date}")).chain(units.map(str::to_owned)).collect::<Vec<_>>().join(" ")
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
    fn a_review_is_read_as_it_was_recorded() {
        let recorded = Review::record("Anna Petrova (2)", "2026-11-28", ["a1b2c3", "d4e5f6"].into_iter());
        let review = Review::read(&recorded).expect("a review");
        assert_eq!((review.by, review.date), ("Anna Petrova (2)", "2026-11-28"));
        assert!(review.holds("a1b2c3") && review.holds("d4e5f6") && !review.holds("a1b2c4"));
        for recorded in ["", "Anna", "2026-11-28 a1b2c3", "Anna 2026-13-28 a1b2c3"] {
            assert_eq!(Review::read(recorded), None, "{recorded}");
        }
    }
}
