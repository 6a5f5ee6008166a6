//! How much of what was asked stands together: in one passage of a section, and in the titles above it.
//!
//! A long section has most words of a query somewhere. What answers it has them in one statement.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use tantivy::postings::{Postings as _, SegmentPostings};
use tantivy::schema::{Field as IndexField, IndexRecordOption};
use tantivy::{DocId, DocSet as _, InvertedIndexReader, Term};

use crate::analyzer::pattern::{Pattern, Slot};
use crate::search::SearchIndex;
use crate::search::index::PASSAGE;

use super::weights;

/// A part of a query that means something by itself.
pub(super) struct Sought {
    /// From 0, it stands everywhere, to 1.
    pub(super) rarity: f32,
    /// Whatever says it.
    pub(super) patterns: Vec<Pattern>,
    /// The sections that are about it.
    pub(super) homes: HashSet<DocId>,
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

/// Where a passage of a field is.
type Within = fn(usize) -> Where;

/// For each of `sections`, which ascend: how much less than everything in it stands together, as a sum of rarities.
pub(super) fn apart(
    index: &SearchIndex,
    sought: &[Sought],
    sections: &[DocId],
) -> tantivy::Result<HashMap<DocId, f32>> {
    let fields = &index.fields;
    let reader = index.searcher.segment_reader(0);
    let texts: [(IndexField, Within); 5] = [
        (fields.title.terms, |_| Where::Title),
        (fields.path.terms, |_| Where::Path),
        (fields.body.terms, Where::Statement),
        (fields.asides.terms, Where::Aside),
        (fields.rows.terms, Where::Row),
    ];
    let mut said: Vec<BTreeMap<DocId, BTreeSet<Where>>> = sought.iter().map(|_| BTreeMap::new()).collect();
    for (one, said) in sought.iter().zip(&mut said) {
        for home in sections.iter().filter(|section| one.homes.contains(section)) {
            said.entry(*home).or_default().insert(Where::Title);
        }
    }
    // Words in a row share what they name: each pattern is looked for once.
    let mut saying: HashMap<&Pattern, Vec<usize>> = HashMap::new();
    for (at, one) in sought.iter().enumerate() {
        one.patterns.iter().for_each(|pattern| saying.entry(pattern).or_default().push(at));
    }
    for (field, place) in texts {
        let inverted = reader.inverted_index(field)?;
        for (pattern, what) in &saying {
            for (section, positions) in standing(index, &inverted, field, pattern, sections)? {
                for at in what {
                    let places = positions.iter().map(|position| place(*position as usize / PASSAGE));
                    said[*at].entry(section).or_default().extend(places);
                }
            }
        }
    }
    let apart = sections.iter().map(|section| {
        let met = sought.iter().zip(&said).filter_map(|(one, said)| Some((one.rarity, said.get(section)?)));
        (*section, lacking(met))
    });
    Ok(apart.collect())
}

/// How much of all that is met is not met by the best passage and the titles over it.
fn lacking<'w>(met: impl Iterator<Item = (f32, &'w BTreeSet<Where>)>) -> f32 {
    let (mut all, mut titles) = (0.0, 0.0);
    let mut passages: HashMap<Where, f32> = HashMap::new();
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
    all - titles - passages.into_values().fold(0.0, f32::max)
}

/// Where in those of `sections` that have it a pattern stands.
fn standing(
    index: &SearchIndex,
    inverted: &InvertedIndexReader,
    field: IndexField,
    pattern: &Pattern,
    sections: &[DocId],
) -> tantivy::Result<Vec<(DocId, Vec<u32>)>> {
    let mut slots = Vec::new();
    for (offset, slot) in &pattern.slots {
        let terms: BTreeSet<String> = match slot {
            Slot::Term(term) => BTreeSet::from([term.clone()]),
            // The positions of a word are known by its stem.
            Slot::Forms(forms) => {
                forms.iter().flat_map(|form| index.analyzer.cut(form)).map(|token| token.term).collect()
            }
        };
        let mut postings: Vec<SegmentPostings> = Vec::new();
        for term in terms {
            let term = Term::from_field_text(field, &term);
            postings.extend(inverted.read_postings(&term, IndexRecordOption::WithFreqsAndPositions)?);
        }
        if postings.is_empty() {
            return Ok(Vec::new());
        }
        slots.push((u32::try_from(*offset).unwrap_or(u32::MAX), postings));
    }
    let mut found = Vec::new();
    for section in sections {
        let mut starts: Option<BTreeSet<u32>> = None;
        for (offset, postings) in &mut slots {
            let here: BTreeSet<u32> = postings.iter_mut().flat_map(|postings| positions(postings, *section)).collect();
            let here = here.into_iter().filter_map(|position| position.checked_sub(*offset));
            starts = Some(match starts {
                None => here.collect(),
                Some(starts) => here.filter(|start| starts.contains(start)).collect(),
            });
            if starts.as_ref().is_some_and(BTreeSet::is_empty) {
                break;
            }
        }
        let starts: Vec<u32> = starts.into_iter().flatten().collect();
        if !starts.is_empty() {
            found.push((*section, starts));
        }
    }
    Ok(found)
}

/// The positions in a section; sections are asked for in their order.
fn positions(postings: &mut SegmentPostings, section: DocId) -> Vec<u32> {
    let mut positions = Vec::new();
    if postings.doc() < section {
        postings.seek(section);
    }
    if postings.doc() == section {
        postings.positions(&mut positions);
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether so much of what is met stands apart.
    fn is_apart(met: &[(f32, &[Where])], by: f32) -> bool {
        let met: Vec<(f32, BTreeSet<Where>)> =
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
