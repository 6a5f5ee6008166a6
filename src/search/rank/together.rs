//! How much of what was asked stands together: in one passage of a section, and in the titles above it.
//!
//! A long section has most words of a query somewhere. What answers it has them in one statement.

use std::collections::{BTreeSet, HashMap};

use rustc_hash::FxHashMap;
use tantivy::DocId;

use crate::analyzer::pattern::Pattern;
use crate::search::index::PASSAGE;

use super::standing::{Standing, Text};
use super::weights;

/// A part of a query that means something by itself.
pub(super) struct Sought {
    /// From 0, it stands everywhere, to 1.
    pub(super) rarity: f64,
    /// Whatever says it.
    pub(super) patterns: Vec<Pattern>,
    /// The sections that are about it.
    pub(super) homes: Vec<DocId>,
}

/// Where in a section something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Where {
    /// In its title, which speaks of all its passages.
    Title,
    /// In a title above it, which speaks of more.
    Path,
    Statement(usize),
    Aside(usize),
    Row(usize),
}

/// For each section: how much less than everything in it stands together, as a sum of rarities.
pub(super) fn apart(texts: &Standing<'_>, sought: &[Sought]) -> tantivy::Result<Vec<(DocId, f64)>> {
    // For each section: for each thing where it is said.
    let mut sections: FxHashMap<DocId, Vec<(usize, BTreeSet<Where>)>> = FxHashMap::default();
    let mut put = |section: DocId, at: usize, place: Where| {
        let met = sections.entry(section).or_default();
        if met.last().is_none_or(|(last, _)| *last != at) {
            met.push((at, BTreeSet::new()));
        }
        met.last_mut().into_iter().for_each(|(_, places)| _ = places.insert(place));
    };
    for (at, one) in sought.iter().enumerate() {
        one.homes.iter().for_each(|home| put(*home, at, Where::Title));
        for pattern in &one.patterns {
            for (section, here) in &*texts.of(pattern)? {
                for (text, starts) in here {
                    for start in starts {
                        put(*section, at, place(*text, *start));
                    }
                }
            }
        }
    }
    let apart = sections.into_iter().map(|(section, met)| {
        let met = met.iter().map(|(at, places)| (sought[*at].rarity, places));
        (section, lacking(met))
    });
    Ok(apart.collect())
}

/// The passage of a position.
fn place(text: Text, position: u32) -> Where {
    let passage = position as usize / PASSAGE;
    match text {
        Text::Title => Where::Title,
        Text::Path => Where::Path,
        Text::Body => Where::Statement(passage),
        Text::Asides => Where::Aside(passage),
        Text::Rows => Where::Row(passage),
    }
}

/// How much of all that is met is not met by the best passage and the titles over it.
fn lacking<'w>(met: impl Iterator<Item = (f64, &'w BTreeSet<Where>)>) -> f64 {
    let (mut all, mut titles) = (0.0, 0.0);
    let mut passages: HashMap<Where, f64> = HashMap::new();
    for (rarity, places) in met {
        all += rarity;
        if places.contains(&Where::Title) {
            titles += rarity;
            continue;
        }
        let above = if places.contains(&Where::Path) { weights::ABOVE } else { 0.0 };
        titles += above * rarity;
        for place in places.iter().filter(|place| **place != Where::Path) {
            let share = if matches!(place, Where::Statement(_)) { 1.0 } else { weights::BESIDE };
            *passages.entry(*place).or_default() += (1.0 - above) * rarity * share;
        }
    }
    all - titles - passages.into_values().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether so much of what is met stands apart.
    fn is_apart(met: &[(f64, &[Where])], by: f64) -> bool {
        let met: Vec<(f64, BTreeSet<Where>)> =
            met.iter().map(|(rarity, places)| (*rarity, places.iter().copied().collect())).collect();
        (lacking(met.iter().map(|(rarity, places)| (*rarity, places))) - by).abs() < 1e-6
    }

    #[test]
    fn what_stands_in_one_statement_or_the_title_stands_together() {
        use Where::{Aside, Path, Statement, Title};
        assert!(is_apart(&[(0.5, &[Statement(1)]), (0.25, &[Statement(1), Statement(2)])], 0.0));
        assert!(is_apart(&[(0.5, &[Statement(1)]), (0.25, &[Statement(2)])], 0.25));
        assert!(is_apart(&[(0.5, &[Statement(1)]), (0.25, &[Title])], 0.0));
        assert!(is_apart(&[(0.5, &[Path])], 0.25), "a title above speaks of other sections, too");
        assert!(is_apart(&[(0.5, &[Path, Statement(3)])], 0.0));
        assert!(is_apart(&[(0.5, &[Aside(0)])], 0.5 * (1.0 - weights::BESIDE)));
        assert!(is_apart(&[], 0.0));
    }
}
