//! A unit says the same numbers, values and references as that of the reference text in the same order and with the same signs.

use std::ops::Range;

use super::quantities::in_digits;
use super::unit_pairs::{Form, Unit, UnitPair};
use crate::diagnostic::{Diagnostic, Severity, codes};
use crate::library::Library;

pub(super) fn check(library: &Library, unit: &UnitPair, diagnostics: &mut Vec<Diagnostic>) {
    let (wanted, found) = (amounts(&unit.reference), amounts(&unit.translated));
    signs(unit, &wanted, &found, diagnostics);
    // Where a word says a number, only some sentences have the same.
    let (sentences, others) = (by_sentence(&unit.reference, wanted), by_sentence(&unit.translated, found));
    for (wanted, found) in sentences.iter().zip(&others) {
        in_order(unit, wanted, found, ("the numbers", true), diagnostics);
    }
    let references = |of: &Unit| -> Vec<Said> {
        let shown = |(to, at): (&crate::library::markup::Reference, Range<usize>)| {
            let target = super::references::target(library, unit.pair.book, to)?;
            let what = format!("{target:?}");
            Some(Said { what, shown: super::references::named(to), sign: None, at })
        };
        of.references().into_iter().filter_map(shown).collect()
    };
    let (wanted, found) = (references(&unit.reference), references(&unit.translated));
    in_order(unit, &wanted, &found, ("the references", false), diagnostics);
}

/// Something that both texts say.
struct Said {
    what: String,
    shown: String,
    sign: Option<char>,
    /// Where, in bytes of the source.
    at: Range<usize>,
}

/// The numbers in digits and the values of a unit in order.
fn amounts(unit: &Unit) -> Vec<Said> {
    let numbers = in_digits(&unit.words).into_iter().map(|quantity| Said {
        shown: quantity.number.clone(),
        what: quantity.number,
        sign: quantity.sign,
        at: unit.in_source(quantity.range),
    });
    let values = unit.values().into_iter().map(|(value, sign, at)| {
        let shown = format!("{{{value}}}");
        Said { what: shown.clone(), shown, sign, at }
    });
    let mut all: Vec<Said> = numbers.chain(values).collect();
    all.sort_by_key(|said| said.at.start);
    all
}

/// What is a plus here and a minus there. Numbers are compared piece by piece, too.
fn signs(unit: &UnitPair, wanted: &[Said], found: &[Said], diagnostics: &mut Vec<Diagnostic>) {
    for other in found.iter().filter(|said| said.shown.starts_with('{')) {
        let same = || wanted.iter().filter(|said| said.what == other.what);
        // With several of one value nobody knows which is which.
        let (Some(wrong), Some(one), 1) = (other.sign, same().next(), same().count()) else { continue };
        if let Some(right) = one.sign.filter(|right| *right != wrong) {
            let message = format!("`{wrong}{0}` here is `{right}{0}` in the reference text", other.shown);
            let place = unit.translated.place_in_source(other.at.clone());
            diagnostics.push(unit.finding_at(&codes::NUMBER_MISMATCH, place, message));
        }
    }
}

/// The same things in another order: surely wrong in a cell or a line, in a sentence perhaps right.
fn in_order(
    unit: &UnitPair,
    wanted: &[Said],
    found: &[Said],
    (what, clauses): (&str, bool),
    diagnostics: &mut Vec<Diagnostic>,
) {
    let sorted = |all: &[Said]| {
        let mut all: Vec<String> = all.iter().map(|said| said.what.clone()).collect();
        all.sort_unstable();
        all
    };
    let Some(at) = wanted.iter().zip(found).position(|(one, other)| one.what != other.what) else { return };
    if wanted.len() != found.len() || sorted(wanted) != sorted(found) {
        return;
    }
    let strict = matches!(unit.translated.form, Form::Cell | Form::Line);
    if !strict && clauses && moved_whole(unit, wanted, found) {
        return;
    }
    let shown = |all: &[Said]| all.iter().map(|said| said.shown.as_str()).collect::<Vec<_>>().join(", ");
    let message = format!("{what} stand in another order than in the reference text: {}", shown(found));
    let place = unit.translated.place_in_source(found[at].at.clone());
    let severity = if strict { Severity::Warning } else { Severity::Hint };
    let finding = unit.finding_at(&codes::ORDER_MISMATCH, place, message).severity(severity);
    diagnostics.push(finding.help(format!("there it is {}: see that each belongs to what it did", shown(wanted))));
}

/// Whether the order of the language may be the reason: each clause says what one of the reference text says, in whatever order, or
/// the clauses are not the same.
fn moved_whole(unit: &UnitPair, wanted: &[Said], found: &[Said]) -> bool {
    let (mut wanted, mut found) = (by_clause(&unit.reference, wanted), by_clause(&unit.translated, found));
    if wanted.len() != found.len() {
        return true;
    }
    wanted.sort_unstable();
    found.sort_unstable();
    wanted == found
}

/// What each sentence says.
fn by_sentence(unit: &Unit, all: Vec<Said>) -> Vec<Vec<Said>> {
    let source = unit.source();
    let mut sentences: Vec<Vec<Said>> = vec![Vec::new()];
    let mut from = all.first().map_or(0, |said| said.at.start);
    for said in all {
        let between = source.get(from..said.at.start).unwrap_or_default();
        for _ in 0..ends_of_sentences(between) {
            sentences.push(Vec::new());
        }
        from = said.at.end;
        if let Some(sentence) = sentences.last_mut() {
            sentence.push(said);
        }
    }
    sentences
}

/// How many sentences end in some words.
fn ends_of_sentences(words: &str) -> usize {
    let mut chars = words.chars().peekable();
    let mut ends = 0;
    while let Some(c) = chars.next() {
        let is_end = match c {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' => chars.peek().is_some_and(|next| next.is_whitespace() || *next == '*'),
            _ => false,
        };
        ends += usize::from(is_end);
    }
    ends
}

/// What each clause says, sorted; of those that say anything.
fn by_clause<'s>(unit: &Unit, all: &'s [Said]) -> Vec<Vec<&'s str>> {
    let source = unit.source();
    let mut clauses: Vec<Vec<&str>> = Vec::new();
    let mut last = None;
    for said in all {
        let apart =
            |(from, to): (usize, usize)| source.get(from..to).is_some_and(|between| between.contains(ends_clause));
        match (last, clauses.last_mut()) {
            (Some(from), Some(clause)) if !apart((from, said.at.start)) => clause.push(&said.what),
            _ => clauses.push(vec![&said.what]),
        }
        last = Some(said.at.end);
    }
    for clause in &mut clauses {
        clause.sort_unstable();
    }
    clauses
}

fn ends_clause(c: char) -> bool {
    matches!(c, ',' | ';' | ':' | '.' | '、' | '。' | '，' | '；' | '：' | '(' | ')' | '（' | '）' | '—')
}
