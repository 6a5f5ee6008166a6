//! Concepts that a translation seems to call otherwise than the glossary: where the reference text uses the concept and the
//! translation does not, another word recurs that is rare elsewhere.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::{Conflict, MOST_PLACES, What};
use crate::characters::script::is_unspaced;
use crate::termbase::units::units;
use crate::termbase::{Termbase, Text};

/// A piece of a section.
type Piece<'a> = (usize, &'a str);

/// The fewest pieces in which another word stands.
const FEWEST: usize = 3;

/// A piece with more words that recur and are no names tells nothing of one of them.
const MOST_WORDS: usize = 1000;

/// Whether a word has the root of a name: a form that the glossary lacks, perhaps, but no other name.
fn is_kin(word: &str, names: &[String]) -> bool {
    let alike = |one: &str, other: &str| {
        let common = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
        let japanese = one.contains(is_unspaced);
        common >= if japanese { 2 } else { 4 } || one.contains(other) && !other.is_empty()
    };
    names.iter().flat_map(|name| name.split([' ', '-', '・'])).any(|part| alike(word, part) || part.contains(word))
}

/// Where a word stands first in each piece: the passage and bytes of it.
type Standing<'a> = BTreeMap<Piece<'a>, (usize, Range<usize>)>;

/// The pieces in which a text names a concept; also as part of longer names, if they are asked for.
fn pieces<'t>(text: &'t Text, concept: usize, within: bool) -> BTreeSet<Piece<'t>> {
    let passages = text.places(concept, within).into_iter().map(|(passage, _)| &text.passages.all[passage]);
    passages.map(|passage| (passage.section, passage.piece.as_str())).collect()
}

pub(super) fn find(base: &Termbase, language: usize) -> Vec<Conflict> {
    let (reference, text) = (&base.texts[0], &base.texts[language]);
    let plain = base.plain();
    let mut words: HashMap<String, Standing> = HashMap::new();
    let mut all: BTreeSet<Piece> = BTreeSet::new();
    for (at, passage) in text.passages.all.iter().enumerate() {
        let piece = (passage.section, passage.piece.as_str());
        all.insert(piece);
        for unit in units(&base.analyzer, passage) {
            let known = text.covered[at].touch(&unit.range);
            let long = if unit.japanese() { 2 } else { 4 };
            if !known && !plain.has(&unit.key) && unit.key.chars().count() >= long {
                words.entry(unit.key).or_default().entry(piece).or_insert((at, unit.range));
            }
        }
    }
    words.retain(|_, pieces| pieces.len() >= FEWEST);
    let mut in_piece: HashMap<Piece, Vec<(&String, &Standing)>> = HashMap::new();
    for (word, standing) in &words {
        for piece in standing.keys() {
            in_piece.entry(*piece).or_default().push((word, standing));
        }
    }
    in_piece.retain(|_, words| words.len() <= MOST_WORDS);
    let mut conflicts: Vec<(usize, Conflict)> = Vec::new();
    for (at, concept) in base.concepts.iter().enumerate() {
        let Some(name) = concept.name(base.languages[language]) else { continue };
        let (uses, named) = (pieces(reference, at, false), pieces(text, at, true));
        let lacking: BTreeSet<Piece> =
            uses.into_iter().filter(|piece| all.contains(piece) && !named.contains(piece)).collect();
        if lacking.len() < FEWEST {
            continue;
        }
        let own = concept.names(base.languages[language]).map(|name| name.value.to_lowercase());
        let own: Vec<String> = own.collect();
        let mut stands: HashMap<&String, (usize, &Standing)> = HashMap::new();
        for (word, standing) in lacking.iter().filter_map(|piece| in_piece.get(piece)).flatten() {
            stands.entry(word).or_insert((0, standing)).0 += 1;
        }
        let best = stands.into_iter().filter_map(|(word, (inside, standing))| {
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
