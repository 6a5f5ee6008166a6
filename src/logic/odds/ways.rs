//! The ways that chance can go, each with how likely it is.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashMap;

use super::weight::{WeightId, Weights};
use crate::logic::value::Value;

/// How many dice fall into each part, and how likely that is.
pub(super) type Falls = Arc<Vec<(Vec<u32>, WeightId)>>;

/// Why the ways of a question are not gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TooMany {
    /// They are more than there may be states.
    Ways,
    /// Their numbers are longer than what is left.
    Words,
    /// They take more memory than what is left.
    Bytes,
}

/// How much the ways of a question may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Most {
    /// More of them are not gone through: the run counts as unresolved there.
    pub(super) ways: usize,
    /// Words of [`Weights::words`], in all.
    pub(super) words: u64,
    /// Bytes of the ways.
    pub(super) bytes: usize,
}

/// Finds the ways, and remembers those of dice.
#[derive(Default)]
pub(super) struct Ways {
    falls: FxHashMap<(Vec<usize>, u32), Result<Falls, TooMany>>,
    bytes: usize,
}

impl Ways {
    /// The memory of the ways that are remembered, about.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// How so many dice can fall into parts with so many faces each, every face as likely.
    pub(super) fn falls(
        &mut self,
        weights: &mut Weights,
        faces: Vec<usize>,
        dice: u32,
        most: Most,
    ) -> Result<Falls, TooMany> {
        let key = (faces, dice);
        if let Some(known) = self.falls.get(&key) {
            return known.clone();
        }
        let found = all_falls(weights, &key.0, dice, most).map(Arc::new);
        if let Ok(found) = &found {
            self.bytes = self.bytes.saturating_add(found.len().saturating_mul(way_bytes(key.0.len())));
        }
        self.falls.insert(key, found.clone());
        found
    }
}

/// The memory of a way into so many parts, about.
fn way_bytes(parts: usize) -> usize {
    64 + 4 * parts
}

fn all_falls(
    weights: &mut Weights,
    faces: &[usize],
    dice: u32,
    most: Most,
) -> Result<Vec<(Vec<u32>, WeightId)>, TooMany> {
    let sides = BigUint::from(faces.iter().sum::<usize>());
    // Before the power is raised: it has as many words as this, and each way has such a number.
    let words = sides.bits().saturating_mul(u64::from(dice)) / 64;
    if words.saturating_mul(words).saturating_mul(64) > most.words.saturating_sub(weights.words()) {
        return Err(TooMany::Words);
    }
    let way = way_bytes(faces.len()).saturating_add(usize::try_from(words.saturating_mul(8)).unwrap_or(usize::MAX));
    let all = sides.pow(dice);
    let mut found = Vec::new();
    // Ways so far: how many dice fell where, how many are left, in how many orders that can come about.
    let mut open = vec![(Vec::new(), dice, BigUint::one())];
    while let Some((fallen, left, orders)) = open.pop() {
        within(most, weights, found.len() + open.len(), way)?;
        let part: usize = fallen.len();
        let Some(size) = faces.get(part).map(|faces| BigUint::from(*faces)) else { continue };
        if part + 1 == faces.len() {
            let weight = weights.intern(&(orders * size.pow(left)), &all);
            let mut fallen: Vec<u32> = fallen;
            fallen.push(left);
            found.push((fallen, weight));
            continue;
        }
        // In how many orders so many of those that are left can be the ones: each from the one before it.
        let mut orders = orders;
        let mut next = Vec::new();
        for here in 0..=left {
            within(most, weights, found.len() + open.len() + next.len(), way)?;
            let mut fallen: Vec<u32> = fallen.clone();
            fallen.push(here);
            next.push((fallen, left - here, orders.clone()));
            if here < left {
                orders = orders * (left - here) * &size / (here + 1);
            }
            weights.charge(words);
        }
        open.extend(next.into_iter().rev());
    }
    Ok(found)
}

/// Whether so many ways of this size are not too many.
fn within(most: Most, weights: &Weights, ways: usize, bytes: usize) -> Result<(), TooMany> {
    if ways > most.ways {
        Err(TooMany::Ways)
    } else if weights.words() > most.words {
        Err(TooMany::Words)
    } else if ways.saturating_mul(bytes) > most.bytes {
        Err(TooMany::Bytes)
    } else {
        Ok(())
    }
}

/// What can be drawn one after the other, without putting back.
pub(super) fn draws(
    weights: &mut Weights,
    from: &[(Value, u32)],
    count: u32,
    most: Most,
) -> Result<Vec<(Vec<Value>, WeightId)>, TooMany> {
    let all: u64 = from.iter().map(|(_, count)| u64::from(*count)).sum();
    let words = u64::from(count);
    if words.saturating_mul(words).saturating_mul(64) > most.words.saturating_sub(weights.words()) {
        return Err(TooMany::Words);
    }
    let way = size_of::<Value>() * (from.len() + count as usize) + 64;
    let below = (0..u64::from(count)).fold(BigUint::one(), |below, drawn| below * all.saturating_sub(drawn));
    let mut found = Vec::new();
    let mut open = vec![(Vec::new(), from.to_vec(), BigUint::one())];
    while let Some((drawn, left, orders)) = open.pop() {
        if drawn.len() == count as usize {
            within(most, weights, found.len() + open.len(), way)?;
            found.push((drawn, weights.intern(&orders, &below)));
            continue;
        }
        for at in (0..left.len()).rev() {
            let (value, there) = &left[at];
            if *there == 0 {
                continue;
            }
            weights.charge(left.len() as u64 + words);
            within(most, weights, found.len() + open.len(), way)?;
            let mut drawn: Vec<Value> = drawn.clone();
            drawn.push(value.clone());
            let mut left = left.clone();
            left[at].1 -= 1;
            open.push((drawn, left, &orders * *there));
        }
    }
    Ok(found)
}

/// One of these, each as likely; those that are equal are one.
pub(super) fn one_of(weights: &mut Weights, candidates: &[Value]) -> Vec<(Value, WeightId)> {
    let mut counted: Vec<(&Value, u32)> = Vec::new();
    let mut known: FxHashMap<&Value, usize> = FxHashMap::default();
    for candidate in candidates {
        let at = *known.entry(candidate).or_insert(counted.len());
        match counted.get_mut(at) {
            Some((_, count)) => *count += 1,
            None => counted.push((candidate, 1)),
        }
    }
    let all = BigUint::from(candidates.len());
    counted.into_iter().map(|(value, count)| (value.clone(), weights.intern(&BigUint::from(count), &all))).collect()
}
