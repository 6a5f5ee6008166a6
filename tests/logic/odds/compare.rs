//! Exact odds beside every way one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::One;
use rulestone::logic::odds::{Case, Ending, Odds, Ratio, Refusal, odds};
use rulestone::logic::value::{Entity, Value};

use super::enumerate::{Bad, Enumerated, enumerate};

/// How far the two could be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Compared {
    /// Every way was followed: the odds are equal.
    Equal,
    /// Some ways were not: the odds lie within what is left open.
    Within,
    /// Both end badly.
    Refused,
}

/// Compares the odds of a case with its ways that are at least as likely as 1 in `limit`.
pub(super) fn compare(case: &Case<'_>, limit: u64) -> Result<Compared, String> {
    let found = enumerate(case, limit);
    match odds(case) {
        Ok(exact) => agree(&exact, &found, case.open.start.world.things.len()),
        Err(refusal) => refuse(&refusal, &found),
    }
}

fn agree(exact: &Odds, found: &Enumerated, given: usize) -> Result<Compared, String> {
    if let Some(bad) = found.bad.first() {
        return Err(format!("odds, though a run ends badly: {bad:?}"));
    }
    let endings: Vec<&Ending> = exact.outcomes.iter().map(|outcome| &outcome.ending).collect();
    if !endings.is_sorted_by(|one, other| one < other) {
        return Err(format!("not in order, or twice: {endings:?}"));
    }
    let shares = exact.outcomes.iter().map(|outcome| &outcome.probability).chain([&exact.unresolved, &exact.endless]);
    let whole = shares.fold(Ratio::zero(), |sum, share| &sum + share);
    if whole != Ratio::new(BigUint::one(), BigUint::one()) {
        return Err(format!("the odds add up to {whole}"));
    }
    let exactly = by_rank(exact.outcomes.iter().map(|outcome| (&outcome.ending, &outcome.probability)), given);
    let one_by_one = by_rank(&found.endings, given);
    let all: BTreeSet<&Ending> = exactly.keys().chain(one_by_one.keys()).collect();
    let none = Ratio::zero();
    for ending in all {
        let one = exactly.get(ending).unwrap_or(&none);
        let other = one_by_one.get(ending).unwrap_or(&none);
        if !at_most(other, &(one + &exact.unresolved)) || !at_most(one, &(other + &found.unresolved)) {
            let open = &found.unresolved;
            return Err(format!("{ending:?}: {one} by the odds, {other} way by way, {open} not followed"));
        }
    }
    if !at_most(&exact.endless, &found.unresolved) {
        return Err(format!("{} endless by the odds, but only {} was not followed", exact.endless, found.unresolved));
    }
    let whole = found.unresolved.is_zero() && exact.unresolved.is_zero();
    Ok(if whole { Compared::Equal } else { Compared::Within })
}

/// A refusal needs a run that ends so, or one that was not followed.
fn refuse(refusal: &Refusal, found: &Enumerated) -> Result<Compared, String> {
    let same = |bad: &Bad| match (refusal, bad) {
        (Refusal::Ended(one), Bad::Ended(other)) => discriminant(&**one) == discriminant(other),
        (Refusal::NoCandidate { .. }, Bad::NoCandidate) | (Refusal::Choice { .. }, Bad::NoPolicy) => true,
        _ => false,
    };
    if found.bad.iter().any(same) {
        Ok(Compared::Refused)
    } else if found.unresolved.is_zero() || !matches!(refusal, Refusal::Ended(_) | Refusal::NoCandidate { .. }) {
        Err(format!("refused: {refusal:?}, though way by way: {:?}", found.bad))
    } else {
        Ok(Compared::Within)
    }
}

/// Endings in which the things that a run made have numbers by their rank: the odds number anew what is left.
fn by_rank<'a>(endings: impl IntoIterator<Item = (&'a Ending, &'a Ratio)>, given: usize) -> BTreeMap<Ending, Ratio> {
    let mut sums: BTreeMap<Ending, Ratio> = BTreeMap::new();
    for (ending, share) in endings {
        let mut ending = ending.clone();
        if let Ending::Values(values) = &mut ending {
            let mut made = BTreeSet::new();
            for value in values.iter_mut() {
                each_thing(value, &mut |thing| made.extend([*thing]));
            }
            let made: Vec<Entity> = made.into_iter().filter(|thing| thing.index() >= given).collect();
            let mut renumber = |thing: &mut Entity| {
                if let Ok(rank) = made.binary_search(thing) {
                    thing.0 = (given + rank) as u64;
                }
            };
            for value in values.iter_mut() {
                each_thing(value, &mut renumber);
            }
        }
        let sum = sums.get(&ending).map_or_else(|| share.clone(), |before| before + share);
        sums.insert(ending, sum);
    }
    sums
}

/// Calls `change` with each thing in a value.
fn each_thing(value: &mut Value, change: &mut dyn FnMut(&mut Entity)) {
    match value {
        Value::Entity(thing) => change(thing),
        Value::List(values) | Value::Set(values) | Value::Record(values) => {
            for value in Arc::make_mut(values) {
                each_thing(value, change);
            }
        }
        Value::Bag(values) => {
            for (value, _) in Arc::make_mut(values) {
                each_thing(value, change);
            }
        }
        Value::Map(values) => {
            for (key, value) in Arc::make_mut(values) {
                each_thing(key, change);
                each_thing(value, change);
            }
        }
        // No dice are covered at an end.
        _ => {}
    }
}

fn at_most(one: &Ratio, other: &Ratio) -> bool {
    one.numerator() * other.denominator() <= other.numerator() * one.denominator()
}
