//! How much of what was asked stands together: in one passage of a section, and in the titles above it.
//!
//! A long section has most words of a query somewhere. What answers it has them in one statement.

use std::collections::{BTreeMap, HashMap};

use rustc_hash::FxHashMap;
use tantivy::DocId;

use crate::analyzer::pattern::Pattern;
use crate::search::index::PASSAGE;

use super::standing::{Standing, Text};
use super::weights;

/// A part of a query that means something by itself.
pub(super) struct Sought {
    /// From 0, it stands everywhere or means little, to 1.
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
    /// In what stands above it, which speaks of more.
    Path,
    Statement(usize),
    Aside(usize),
    Row(usize),
}

/// What a thing is worth where it is said.
type Worths = BTreeMap<Where, f64>;

/// For each section: how much of what is sought stands together in it, as a sum of rarities.
pub(super) fn together(texts: &Standing<'_>, sought: &[Sought]) -> tantivy::Result<Vec<(DocId, f64)>> {
    // For each section: for each thing what it is worth where it is said.
    let mut sections: FxHashMap<DocId, Vec<(usize, Worths)>> = FxHashMap::default();
    let mut put = |section: DocId, at: usize, place: Where, worth: f64| {
        let met = sections.entry(section).or_default();
        if met.last().is_none_or(|(last, _)| *last != at) {
            met.push((at, Worths::new()));
        }
        if let Some((_, worths)) = met.last_mut() {
            let known = worths.entry(place).or_default();
            *known = known.max(worth);
        }
    };
    for (at, one) in sought.iter().enumerate() {
        one.homes.iter().for_each(|home| put(*home, at, Where::Title, one.rarity));
        for pattern in &one.patterns {
            for (section, here) in &*texts.of(pattern)? {
                for (text, starts) in here {
                    for (place, count) in counts(*text, starts) {
                        let length = texts.length(*text, *section);
                        put(*section, at, place, one.rarity * worth(place, count, length));
                    }
                }
            }
        }
    }
    let together = sections.into_iter().map(|(section, met)| (section, standing(met.iter().map(|(_, worths)| worths))));
    Ok(together.collect())
}

/// How often something is said in each passage of a text.
fn counts(text: Text, starts: &[u32]) -> BTreeMap<Where, f64> {
    let mut counts = BTreeMap::new();
    for start in starts {
        *counts.entry(place(text, *start)).or_default() += 1.0;
    }
    counts
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

/// What each of the rarity of a thing counts where it is said so often; the text has such a length against the average. What a
/// short rule says, or a statement again and again, it is rather about.
fn worth(place: Where, count: f64, length: f64) -> f64 {
    match place {
        Where::Title => 1.0,
        Where::Path => weights::ABOVE,
        Where::Statement(_) => {
            let normal = weights::STATEMENT_K1 * (1.0 - weights::STATEMENT_B + weights::STATEMENT_B * length);
            count * (weights::STATEMENT_K1 + 1.0) / (count + normal)
        }
        Where::Aside(_) | Where::Row(_) => weights::BESIDE,
    }
}

/// What is met by the best passage and the titles over it.
fn standing<'w>(met: impl Iterator<Item = &'w Worths>) -> f64 {
    let mut titles = 0.0;
    let mut passages: HashMap<Where, f64> = HashMap::new();
    for worths in met {
        let of = |place: Where| worths.get(&place).copied().unwrap_or_default();
        let above = of(Where::Title).max(of(Where::Path));
        titles += above;
        let inner = worths.iter().filter(|(place, _)| !matches!(place, Where::Title | Where::Path));
        for (place, worth) in inner.filter(|(_, worth)| **worth > above) {
            *passages.entry(*place).or_default() += worth - above;
        }
    }
    titles + passages.into_values().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether so much of what is met, each worth so much where it is said, stands together.
    fn stands(met: &[&[(Where, f64)]], together: f64) -> bool {
        let met: Vec<Worths> = met.iter().map(|worths| worths.iter().copied().collect()).collect();
        (standing(met.iter()) - together).abs() < 1e-6
    }

    #[test]
    fn what_stands_in_one_statement_or_the_title_stands_together() {
        use Where::{Aside, Path, Statement, Title};
        assert!(stands(&[&[(Statement(1), 0.5)], &[(Statement(1), 0.25), (Statement(2), 0.25)]], 0.75));
        assert!(stands(&[&[(Statement(1), 0.5)], &[(Statement(2), 0.25)]], 0.5));
        assert!(stands(&[&[(Statement(1), 0.5)], &[(Title, 0.25)]], 0.75));
        assert!(stands(&[&[(Path, 0.25)]], 0.25));
        assert!(stands(&[&[(Path, 0.25), (Statement(3), 0.5)]], 0.5), "what is said here and above is said once");
        assert!(stands(&[&[(Path, 0.25), (Aside(0), 0.2)]], 0.25));
        assert!(stands(&[], 0.0));
    }

    #[test]
    fn what_is_said_above_or_beside_counts_less_and_in_a_short_text_more() {
        let statement = |count, length| worth(Where::Statement(0), count, length);
        assert!(worth(Where::Path, 1.0, 1.0) < 1.0 && worth(Where::Aside(0), 2.0, 1.0) < 1.0);
        assert!((statement(1.0, 1.0) - 1.0).abs() < 1e-6);
        assert!(statement(1.0, 0.1) > statement(1.0, 1.0) && statement(2.0, 1.0) > statement(1.0, 1.0));
    }
}
