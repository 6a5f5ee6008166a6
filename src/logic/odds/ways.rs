//! The ways that chance can go, each with how likely it is.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashMap;

use super::weight::{WeightId, Weights};
use crate::logic::value::Value;

/// How many dice fall into each part, and how likely that is.
pub(super) type Falls = Arc<Vec<(Vec<u32>, WeightId)>>;

/// Finds the ways, and remembers those of dice.
pub(super) struct Ways {
    /// More ways than this from one question are not gone through: the run counts as unresolved there.
    most: usize,
    falls: FxHashMap<(Vec<usize>, u32), Option<Falls>>,
}

impl Ways {
    pub(super) fn new(most: usize) -> Self {
        Self { most, falls: FxHashMap::default() }
    }

    /// How so many dice can fall into parts with so many faces each, every face as likely; nothing where that is too many.
    pub(super) fn falls(&mut self, weights: &mut Weights, faces: Vec<usize>, dice: u32) -> Option<Falls> {
        let key = (faces, dice);
        if let Some(known) = self.falls.get(&key) {
            return known.clone();
        }
        let found = all_falls(weights, &key.0, dice, self.most).map(Arc::new);
        self.falls.insert(key, found.clone());
        found
    }
}

fn all_falls(weights: &mut Weights, faces: &[usize], dice: u32, most: usize) -> Option<Vec<(Vec<u32>, WeightId)>> {
    let all = BigUint::from(faces.iter().sum::<usize>()).pow(dice);
    let mut found = Vec::new();
    // Ways so far: how many dice fell where, how many are left, in how many orders that can come about.
    let mut open = vec![(Vec::new(), dice, BigUint::one())];
    while let Some((fallen, left, orders)) = open.pop() {
        if found.len() + open.len() > most {
            return None;
        }
        let part: usize = fallen.len();
        let size = BigUint::from(*faces.get(part)?);
        if part + 1 == faces.len() {
            let weight = weights.intern(&(orders * size.pow(left)), &all);
            let mut fallen: Vec<u32> = fallen;
            fallen.push(left);
            found.push((fallen, weight));
            continue;
        }
        for here in (0..=left).rev() {
            let mut fallen: Vec<u32> = fallen.clone();
            fallen.push(here);
            open.push((fallen, left - here, &orders * choose(left, here) * size.pow(here)));
        }
    }
    Some(found)
}

/// In how many ways `k` of `n` can be taken.
fn choose(n: u32, k: u32) -> BigUint {
    (0..k).fold(BigUint::one(), |ways, taken| ways * (n - taken) / (taken + 1))
}

/// What can be drawn one after the other, without putting back; nothing where that is too many.
pub(super) fn draws(
    weights: &mut Weights,
    from: &[(Value, u32)],
    count: u32,
    most: usize,
) -> Option<Vec<(Vec<Value>, WeightId)>> {
    let all: u64 = from.iter().map(|(_, count)| u64::from(*count)).sum();
    let below = (0..u64::from(count)).fold(BigUint::one(), |below, drawn| below * all.saturating_sub(drawn));
    let mut found = Vec::new();
    let mut open = vec![(Vec::new(), from.to_vec(), BigUint::one())];
    while let Some((drawn, left, orders)) = open.pop() {
        if found.len() + open.len() > most {
            return None;
        }
        if drawn.len() == count as usize {
            found.push((drawn, weights.intern(&orders, &below)));
            continue;
        }
        for at in (0..left.len()).rev() {
            let (value, there) = &left[at];
            if *there == 0 {
                continue;
            }
            let mut drawn: Vec<Value> = drawn.clone();
            drawn.push(value.clone());
            let mut left = left.clone();
            left[at].1 -= 1;
            open.push((drawn, left, &orders * *there));
        }
    }
    Some(found)
}

/// One of these, each as likely; those that are equal are one.
pub(super) fn one_of(weights: &mut Weights, candidates: &[Value]) -> Vec<(Value, WeightId)> {
    let mut counted: Vec<(&Value, u32)> = Vec::new();
    for candidate in candidates {
        match counted.iter_mut().find(|(other, _)| *other == candidate) {
            Some((_, count)) => *count += 1,
            None => counted.push((candidate, 1)),
        }
    }
    let all = BigUint::from(candidates.len());
    counted.into_iter().map(|(value, count)| (value.clone(), weights.intern(&BigUint::from(count), &all))).collect()
}
