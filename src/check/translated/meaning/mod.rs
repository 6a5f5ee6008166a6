//! A unit says no "not", "must" or "at least" that the reference text does not say, and lacks none: hints, for languages say one
//! thing in many ways.
//!
//! Where a book mostly says a word of one language otherwise in the other, that word tells nothing in it.

mod scan;
mod words;

use std::collections::HashSet;
use std::ops::Range;

use self::scan::{Said, Scanner};
use self::words::{ALONE, MEANINGS, OPPOSITES};
use super::quantities::in_digits;
use super::unit_pairs::{Form, UnitPair};
use crate::diagnostic::{Diagnostic, codes};

/// Units of a hundred that may disagree before a meaning tells nothing.
const UNRELIABLE: usize = 4;

/// Units that it takes to know how a language says what may be said in many ways.
const ENOUGH: usize = 10;

pub(super) fn check(units: &[UnitPair], diagnostics: &mut Vec<Diagnostic>) {
    let Some(first) = units.first().map(|unit| unit.pair) else { return };
    let (Some(reference), Some(own)) = (Scanner::of(&first.book.reference), Scanner::of(first.language)) else {
        return;
    };
    // Names and titles are shorter than what they mean.
    let told = |unit: &&UnitPair| !matches!(unit.translated.form, Form::Line | Form::Heading);
    let scanned: Vec<_> = units
        .iter()
        .filter(told)
        .map(|unit| (unit, reference.scan(&unit.reference.words), own.scan(&unit.translated.words)))
        .collect();
    // Of one unit it is said once that it says the contrary, and not again that it lacks a word.
    let mut told = HashSet::new();
    for (at, (unit, wanted, found)) in scanned.iter().enumerate() {
        for family in OPPOSITES {
            let finding = opposite(unit, family, wanted, found);
            if finding.is_some() {
                told.insert(at);
            }
            diagnostics.extend(finding);
        }
    }
    for meaning in ALONE {
        for (at, finding) in alone(meaning, &scanned) {
            if told.insert(at) {
                diagnostics.push(finding);
            }
        }
    }
}

/// A meaning of the reference text in whose place the translation has another of its family.
fn opposite(unit: &UnitPair, family: &[&str], wanted: &Said, found: &Said) -> Option<Diagnostic> {
    let single = |is: &dyn Fn(&str) -> bool| {
        let mut all = family.iter().copied().filter(|of| is(of));
        all.next().filter(|_| all.next().is_none())
    };
    let lost = single(&|of| wanted.is_sure(of) && !found.is_sure(of))?;
    let strange = single(&|of| found.surely(of) > wanted.perhaps(of))?;
    if family.contains(&"at least") && !agree_on_bounds(unit, lost, strange, wanted, found) {
        return None;
    }
    Some(finding(unit, found.place(strange)?, format!("the reference text says `{lost}` here, this `{strange}`")))
}

/// Whether bounds can be compared: more than 3 is 4 or more, and no more than 3 is up to 3.
fn agree_on_bounds(unit: &UnitPair, lost: &str, strange: &str, wanted: &Said, found: &Said) -> bool {
    let numbers = |words: &str| in_digits(words).into_iter().map(|quantity| quantity.number).collect::<Vec<_>>();
    let upward = |bound: &str| matches!(bound, "at least" | "more than");
    if upward(lost) == upward(strange) {
        return numbers(&unit.reference.words) == numbers(&unit.translated.words);
    }
    wanted.is_sure("not") == found.is_sure("not")
}

/// A meaning that one of the two texts has and the other has not.
fn alone(meaning: &str, scanned: &[(&UnitPair, Said, Said)]) -> Vec<(usize, Diagnostic)> {
    let mut told = Vec::new();
    for lost in [true, false] {
        let sides = |(unit, wanted, found): &'_ (&UnitPair, Said, Said)| {
            let (here, there) = if lost { (wanted, found) } else { (found, wanted) };
            // In a cell "none" is a number.
            (here.is_sure(meaning) && unit.translated.form != Form::Cell, there.is_there(meaning))
        };
        let sure = scanned.iter().filter(|all| sides(all).0).count();
        let missing: Vec<usize> = (0..scanned.len()).filter(|at| sides(&scanned[*at]) == (true, false)).collect();
        let is_known = sure >= ENOUGH || matches!(meaning, "not" | "only");
        if !is_known || missing.len() > 1 + sure * UNRELIABLE / 100 {
            continue;
        }
        for at in missing {
            let (unit, _, found) = &scanned[at];
            let whole = 0..unit.translated.words.len();
            let (message, range) = if lost {
                (format!("the reference text says `{meaning}` here, the translation does not"), whole)
            } else {
                let range = found.place(meaning).unwrap_or(whole);
                (format!("this says `{meaning}`, the reference text does not"), range)
            };
            told.push((at, finding(unit, range, message)));
        }
    }
    told
}

fn finding(unit: &UnitPair, at: Range<usize>, message: String) -> Diagnostic {
    let help = "compare the two sentences; where both mean the same, all is well";
    unit.finding(&codes::MEANING_MISMATCH, at, message).help(help)
}

/// The place of a meaning in the table of meanings.
fn index(meaning: &str) -> Option<usize> {
    MEANINGS.iter().position(|of| *of == meaning)
}
