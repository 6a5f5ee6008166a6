//! Small graphs at random: states that come back, that never end, that nobody looked at.

use num_traits::Zero;

use super::naive::{Fraction, gauss};
use super::*;

/// A generator of the simplest kind (Knuth's MMIX).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn small(&mut self, bound: u32) -> u32 {
        u32::try_from(self.below(bound.into())).unwrap_or(0)
    }
}

const ENDS: u32 = 3;

type Rows = Vec<Option<Vec<(Target, u64)>>>;

/// How likely it is to come from state 0 to each end, and to a state without a row: the probability of each state to come
/// there is the unknown. States from which there is no way out are left out of the equations.
fn expected(rows: &Rows) -> Vec<Fraction> {
    let goals = ENDS as usize + 1;
    let goal = |target: Target| match target.as_state() {
        None => (0..ENDS).find(|&end| e(end) == target).map(|end| end as usize),
        Some(state) => rows[state as usize].is_none().then_some(goals - 1),
    };
    let mut live: Vec<bool> = rows.iter().map(Option::is_none).collect();
    for _ in 0..rows.len() {
        for state in 0..rows.len() {
            let out = |way: &(Target, u64)| way.0.as_state().is_none_or(|to| live[to as usize]);
            if rows[state].as_ref().is_some_and(|row| row.iter().any(out)) {
                live[state] = true;
            }
        }
    }
    let unknown: Vec<usize> = (0..rows.len()).filter(|&state| live[state] && rows[state].is_some()).collect();
    (0..goals)
        .map(|wanted| {
            if rows[0].is_none() {
                return if wanted == goals - 1 { Fraction::one() } else { Fraction::zero() };
            }
            let mut matrix = vec![vec![Fraction::zero(); unknown.len()]; unknown.len()];
            let mut right = vec![Fraction::zero(); unknown.len()];
            for (at, &state) in unknown.iter().enumerate() {
                matrix[at][at] = Fraction::one();
                let row = rows[state].as_ref().expect("a row");
                let all: u64 = row.iter().map(|way| way.1).sum();
                for &(target, share) in row {
                    let share = Fraction::new(share, all);
                    if goal(target) == Some(wanted) {
                        right[at] = right[at].plus(&share);
                    }
                    if let Some(to) = target.as_state()
                        && let Some(column) = unknown.iter().position(|&state| state == to as usize)
                    {
                        matrix[at][column] = matrix[at][column].minus(&share);
                    }
                }
            }
            let solution = gauss(matrix, right);
            unknown.iter().position(|&state| state == 0).map_or_else(Fraction::zero, |at| solution[at].clone())
        })
        .collect()
}

fn try_one(random: &mut Random, states: u32, ways: u32, back: bool) {
    let mut rows: Rows = Vec::new();
    for state in 0..states {
        let row = (random.below(12) > 0).then(|| {
            (0..=random.small(ways))
                .map(|_| {
                    let share = 1 + random.below(6);
                    let target = match random.below(8) {
                        0 => e(random.small(ENDS)),
                        _ if back => s(random.small(states)),
                        _ if state + 1 < states => s(state + 1 + random.small(states - state - 1)),
                        _ => e(0),
                    };
                    (target, share)
                })
                .collect()
        });
        rows.push(row);
    }
    let mut case = Case::default();
    for (state, row) in (0u32..).zip(&rows) {
        if let Some(row) = row {
            case.chance(state, row);
        }
    }
    let expected = expected(&rows);
    let solved = case.solve(ENDS as usize);
    for (end, found) in solved.ends.iter().chain([&solved.unresolved]).enumerate() {
        assert!(expected[end].is(found), "end {end} of {rows:?}: {found}, not {:?}", expected[end]);
    }
    assert!(back || solved.endless.numerator().is_zero());
}

#[test]
fn graphs_with_cycles() {
    let mut random = Random(1);
    for round in 0..3000 {
        try_one(&mut random, 1 + round % 9, 1 + round % 4, true);
    }
}

#[test]
fn graphs_without_cycles() {
    let mut random = Random(2);
    for round in 0..500 {
        try_one(&mut random, 1 + round % 12, 1 + round % 5, false);
    }
}

#[test]
fn dense_graphs() {
    let mut random = Random(3);
    for _ in 0..20 {
        try_one(&mut random, 24, 12, true);
    }
}
