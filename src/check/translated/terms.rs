//! A unit names the things that its reference text names: the terms of the glossary, in whatever form.
//!
//! A language says "it" where another repeats the noun. So only such terms count as nearly always stand in both texts of this
//! book; where another thing is named in the place of one, that is told of all.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

use super::pairs;
use super::unit_pairs::{self, Form, Unit, UnitPair};
use crate::diagnostic::{Diagnostic, FileId, Place, codes};
use crate::library::Book;
use crate::termbase::{Concept, Termbase};

/// Units of a hundred in which a term may be left out before it tells nothing.
const UNRELIABLE: usize = 3;

/// The same by their number: of a word that is everywhere, few are slips.
const MOST_LEFT_OUT: usize = 3;

/// The same where another thing is named in its place.
const UNRELIABLE_IF_OTHER: usize = 15;

/// So many units tell how a term is used; names are known to be used alike.
const ENOUGH: usize = 5;

pub(super) fn check(book: &Book, termbase: &Termbase, diagnostics: &mut Vec<Diagnostic>) {
    let named_in_reference = Named::of(termbase, 0);
    for (language, name) in termbase.languages.iter().enumerate().skip(1) {
        let named = Named::of(termbase, language);
        let pairs = pairs(book, name);
        let units = unit_pairs::of(&pairs);
        let used: Vec<_> = units
            .iter()
            .filter(|unit| unit.pair.section.is_some())
            .map(|unit| Used {
                unit,
                wanted: named_in_reference.within(&unit.reference),
                found: named.within(&unit.translated),
            })
            .collect();
        compare(termbase, name, &used, diagnostics);
    }
}

/// What a unit and its translation name.
struct Used<'u, 'p, 'a> {
    unit: &'u UnitPair<'p, 'a>,
    wanted: BTreeMap<usize, Mention>,
    found: BTreeMap<usize, Mention>,
}

/// A concept as a unit names it.
#[derive(Clone, Copy)]
struct Mention {
    place: Place,
    /// Whether it is always part of a longer name.
    within: bool,
    /// How often it stands there.
    count: usize,
}

/// In how many units a concept stands in one text, and in both.
#[derive(Clone, Copy, Default)]
struct Count {
    here: usize,
    both: usize,
}

impl Count {
    fn is_reliable(self, percent: usize) -> bool {
        (self.here - self.both) * 100 <= (self.here * percent).max(100)
    }
}

fn compare(termbase: &Termbase, language: &str, used: &[Used], diagnostics: &mut Vec<Diagnostic>) {
    let mut wanted: HashMap<usize, Count> = HashMap::new();
    let mut found: HashMap<usize, Count> = HashMap::new();
    for used in used {
        for (counts, one, other) in [(&mut wanted, &used.wanted, &used.found), (&mut found, &used.found, &used.wanted)]
        {
            for concept in one.iter().filter(|(_, mention)| !mention.within).map(|(concept, _)| concept) {
                let count = counts.entry(*concept).or_default();
                count.here += 1;
                count.both += usize::from(other.contains_key(concept));
            }
        }
    }
    let in_section: HashSet<(Option<&str>, usize)> =
        used.iter().flat_map(|used| used.found.keys().map(|concept| (used.unit.pair.section, *concept))).collect();
    let count = |counts: &HashMap<usize, Count>, concept: usize| counts.get(&concept).copied().unwrap_or_default();
    for (at, Used { unit, wanted: there, found: here }) in used.iter().enumerate() {
        // Names of logic and titles are shorter than texts.
        if unit.translated.form == Form::Line {
            continue;
        }
        let lost = lacking(termbase, there, here);
        let strange = lacking(termbase, here, there);
        let said_before = |concept: &usize| {
            at.checked_sub(1).is_some_and(|before| {
                let before = &used[before];
                std::ptr::eq(before.unit.pair, unit.pair) && before.found.contains_key(concept)
            })
        };
        let name = |concept: usize, language: &str| termbase.concepts[concept].name(language).unwrap_or_default();
        let other = strange.iter().copied().find(|concept| {
            let count = count(&found, *concept);
            let known_nearby = used[at.saturating_sub(1)..=at].iter().any(|used| used.wanted.contains_key(concept));
            !known_nearby && count.is_reliable(UNRELIABLE_IF_OTHER)
        });
        // A name that stands there more often, beside one that is not of there.
        let is_known = |concept: usize| is_name(&termbase.concepts[concept], &termbase.book.reference);
        let fewer = there.iter().filter(|(concept, mention)| {
            is_known(**concept) && !mention.within && here.get(*concept).is_some_and(|own| own.count < mention.count)
        });
        let lost: Vec<usize> = match other {
            Some(other) if lost.is_empty() && is_known(other) => fewer.map(|(concept, _)| *concept).take(1).collect(),
            _ => lost,
        };
        for concept in lost {
            let is_name = is_name(&termbase.concepts[concept], &termbase.book.reference);
            let count = count(&wanted, concept);
            let alike = |other: &usize| are_alike(name(concept, language), name(*other, language));
            let swapped = other
                .filter(|other| !alike(other))
                .filter(|_| count.is_reliable(UNRELIABLE_IF_OTHER) && (is_name || count.here >= ENOUGH));
            let section = unit.pair.section;
            let left_out = !here.contains_key(&concept)
                // Of a name that the section does not have, that is said.
                && (!is_name || in_section.contains(&(section, concept)))
                && count.is_reliable(UNRELIABLE)
                && count.here - count.both <= MOST_LEFT_OUT
                && (is_name || count.here >= ENOUGH && !said_before(&concept));
            let reference = name(concept, &termbase.book.reference);
            let own = name(concept, language);
            let (place, message) = match swapped {
                Some(other) => (
                    here[&other].place,
                    format!("the reference text names `{reference}` here, this `{}`", name(other, language)),
                ),
                None if left_out => (
                    unit.translated.place(),
                    format!("the reference text names `{reference}`, this does not name `{own}`"),
                ),
                None => continue,
            };
            let finding =
                Diagnostic::new(&codes::MISSING_TERM, place, message).related(there[&concept].place, "named here");
            let help = format!("write `{own}`, or add the form that stands here to its `forms`");
            diagnostics.push(unit.pair.whose(finding).help(help));
        }
    }
}

/// What one text names and the other does not, by longest names; terms that are everyday words tell nothing.
fn lacking(termbase: &Termbase, one: &BTreeMap<usize, Mention>, other: &BTreeMap<usize, Mention>) -> Vec<usize> {
    let both: BTreeSet<(usize, usize)> = one
        .iter()
        .filter(|(concept, _)| other.contains_key(concept))
        .map(|(_, mention)| (mention.place.start, mention.place.end))
        .collect();
    let told = |(concept, mention): &(&usize, &Mention)| {
        let unmarked = termbase.concepts[**concept].terms.values().any(|term| term.unmarked);
        // Two concepts may have one name.
        let is_said = both.contains(&(mention.place.start, mention.place.end));
        !mention.within && !unmarked && !is_said && !other.contains_key(concept)
    };
    one.iter().filter(told).map(|(concept, _)| *concept).collect()
}

/// Whether two names have a beginning in common, or one is part of the other: alliance and ally.
fn are_alike(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let letters = one.chars().zip(other.chars()).take_while(|(one, other)| one == other);
    one.contains(&other) || other.contains(&one) || letters.map(|(c, _)| c.len_utf8()).sum::<usize>() > 5
}

/// Whether a concept is a power, a leader, a place or a card.
fn is_name(concept: &Concept, reference: &str) -> bool {
    let term = concept.terms.get(reference).filter(|_| !concept.shared);
    term.and_then(|term| term.group.as_deref()).is_some_and(|group| group != "concept")
}

/// Where a language names concepts, by file.
struct Named {
    files: HashMap<FileId, Vec<(Place, usize, bool)>>,
}

impl Named {
    fn of(termbase: &Termbase, language: usize) -> Self {
        let mut files: HashMap<FileId, Vec<(Place, usize, bool)>> = HashMap::new();
        for (place, concept, within) in termbase.mentions(language) {
            files.entry(place.file).or_default().push((place, concept, within));
        }
        for all in files.values_mut() {
            all.sort_unstable_by_key(|(place, concept, _)| (place.start, *concept));
        }
        Self { files }
    }

    /// What a unit names, each concept where it stands first.
    fn within(&self, unit: &Unit) -> BTreeMap<usize, Mention> {
        let place = unit.place();
        let mut found: BTreeMap<usize, Mention> = BTreeMap::new();
        let Some(all) = self.files.get(&place.file) else { return found };
        let range = |at: Range<usize>| all.partition_point(|(place, ..)| place.start < at.start)..;
        for (place, concept, within) in
            all[range(place.start..place.end)].iter().take_while(|(at, ..)| at.start < place.end)
        {
            let mention = found.entry(*concept).or_insert(Mention { place: *place, within: *within, count: 0 });
            mention.count += 1;
            if mention.within && !within {
                (mention.place, mention.within) = (*place, false);
            }
        }
        found
    }
}
