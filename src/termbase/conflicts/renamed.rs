//! Concepts that a translation seems to call otherwise than the glossary: where the reference text uses the concept and the
//! translation does not, another word recurs that is rare elsewhere.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::{Conflict, MOST_PLACES, What};
use crate::termbase::Termbase;
use crate::termbase::units::units;

/// A piece of a section.
type Piece<'a> = (usize, &'a str);

/// The fewest pieces in which another word stands.
const FEWEST: usize = 3;

/// Whether a word has the root of a name: a form that the glossary lacks, perhaps, but no other name.
fn is_kin(word: &str, names: &[String]) -> bool {
    let alike = |one: &str, other: &str| {
        let common = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
        let japanese = !one.chars().all(|c| c < '\u{3000}');
        common >= if japanese { 2 } else { 4 } || one.contains(other) && !other.is_empty()
    };
    names.iter().flat_map(|name| name.split([' ', '-', '・'])).any(|part| alike(word, part) || part.contains(word))
}

/// Where a word stands first in each piece: the passage and bytes of it.
type Standing<'a> = BTreeMap<Piece<'a>, (usize, Range<usize>)>;

pub(super) fn find(base: &Termbase, language: usize) -> Vec<Conflict> {
    let (reference, text) = (&base.texts[0], &base.texts[language]);
    let plain = base.plain();
    let mut words: HashMap<String, Standing> = HashMap::new();
    let mut all: BTreeSet<Piece> = BTreeSet::new();
    for (at, passage) in text.passages.all.iter().enumerate() {
        let piece = (passage.section, passage.piece.as_str());
        all.insert(piece);
        for unit in units(passage) {
            let named = |range: &Range<usize>| range.start < unit.range.end && unit.range.start < range.end;
            let known = text.found[at].iter().any(|found| named(&found.range));
            let long = if unit.japanese() { 2 } else { 4 };
            if !known && !plain.has(&unit.key) && unit.key.chars().count() >= long {
                words.entry(unit.key).or_default().entry(piece).or_insert((at, unit.range));
            }
        }
    }
    words.retain(|_, pieces| pieces.len() >= FEWEST);
    let mut conflicts: Vec<(usize, Conflict)> = Vec::new();
    for (at, concept) in base.concepts.iter().enumerate() {
        let Some(name) = concept.name(base.languages[language]) else { continue };
        let pieces = |text: &super::super::Text, within: bool| -> BTreeSet<(usize, String)> {
            let passages = text.places(at, within).into_iter().map(|(passage, _)| passage);
            passages.map(|at| (text.passages.all[at].section, text.passages.all[at].piece.clone())).collect()
        };
        let (uses, named) = (pieces(reference, false), pieces(text, true));
        let here = |piece: &Piece| (piece.0, piece.1.to_owned());
        let lacking: BTreeSet<Piece> =
            all.iter().filter(|piece| uses.contains(&here(piece)) && !named.contains(&here(piece))).copied().collect();
        if lacking.len() < FEWEST {
            continue;
        }
        let own: Vec<String> = concept.names(base.languages[language]).map(str::to_lowercase).collect();
        let best = words.iter().filter_map(|(word, standing)| {
            let inside = standing.keys().filter(|piece| lacking.contains(*piece)).count();
            let outside = standing.len() - inside;
            // Half of the pieces, and four times as likely as elsewhere.
            let common = inside >= FEWEST && inside * 2 >= lacking.len();
            let rare = inside * (all.len() - lacking.len()) >= 4 * outside * lacking.len() && inside * 2 > outside;
            (common && rare && !is_kin(word, &own))
                .then_some(((inside, std::cmp::Reverse(outside), std::cmp::Reverse(word)), standing))
        });
        let Some(((count, ..), standing)) = best.max_by_key(|(rank, _)| *rank) else { continue };
        let stands: Vec<_> = standing.iter().filter(|(piece, _)| lacking.contains(*piece)).map(|(_, at)| at).collect();
        let passage = |at: usize| &text.passages.all[at];
        let other = stands.first().map(|(at, range)| passage(*at).words[range.clone()].to_owned()).unwrap_or_default();
        let what =
            What::Renamed { concept: concept.id.to_owned(), name: name.to_owned(), other, count, of: lacking.len() };
        let places = stands.iter().take(MOST_PLACES).map(|(at, range)| passage(*at).place_of(range.clone()));
        conflicts.push((count, Conflict { what, places: places.collect() }));
    }
    conflicts.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    conflicts.into_iter().map(|(_, conflict)| conflict).collect()
}
