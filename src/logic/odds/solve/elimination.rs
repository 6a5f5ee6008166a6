//! Linear equations in whole numbers: one unknown after the other is eliminated, and every division on the way is exact.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The equations `unknown[j] × diagonal[j] = given[j] + Σ unknown[i] × ways[i][j]`, with no way from one to itself.
///
/// `diagonal[i]` is at least the sum of `ways[i]`, and from everywhere a way leads to one where it is more: then all that is
/// computed stays above 0.
#[derive(Clone, Debug)]
pub(super) struct Equations {
    pub(super) diagonal: Vec<BigUint>,
    pub(super) ways: Vec<BTreeMap<u32, BigUint>>,
    pub(super) given: Vec<BigUint>,
}

/// The unknowns, all over one denominator.
#[derive(Clone, Debug)]
pub(super) struct Unknowns {
    pub(super) numerators: Vec<BigUint>,
    pub(super) denominator: BigUint,
}

/// What was eliminated: with which pivot, and what the others still sent there.
struct Eliminated {
    state: u32,
    given: BigUint,
    column: Vec<(u32, BigUint)>,
}

/// What it costs to multiply two numbers, in words that are touched, about.
fn cost(a: &BigUint, b: &BigUint) -> u64 {
    let (a, b) = (a.bits() / 64 + 4, b.bits() / 64 + 4);
    a.saturating_mul(b) / 4 + a + b
}

/// The memory of a number, about.
fn number_bytes(number: &BigUint) -> usize {
    usize::try_from(number.bits() / 8).unwrap_or(usize::MAX).saturating_add(64)
}

struct Elimination {
    equations: Equations,
    /// Who has a way to each.
    column: Vec<BTreeSet<u32>>,
    /// How many pivots a row was carried through, and a given number: the others are made up for when they are needed.
    row_level: Vec<usize>,
    given_level: Vec<usize>,
    /// 1, then each pivot.
    pivots: Vec<BigUint>,
    done: Vec<Eliminated>,
    work: u64,
    /// How many numbers stand in the rows.
    numbers: usize,
    /// Bytes of what was eliminated.
    held: usize,
    /// Bytes of all numbers at most, about.
    bytes: usize,
}

impl Equations {
    /// Solves them; none when that takes more than `work` words to touch or `bytes`, about, or when there is no single answer.
    pub(super) fn solve(self, work: &mut u64, bytes: usize) -> Option<Unknowns> {
        let size = self.diagonal.len();
        let mut column = vec![BTreeSet::new(); size];
        for (from, row) in (0u32..).zip(&self.ways) {
            for &to in row.keys() {
                column[to as usize].insert(from);
            }
        }
        let mut elimination = Elimination {
            numbers: self.ways.iter().map(BTreeMap::len).sum(),
            held: 0,
            bytes,
            equations: self,
            column,
            row_level: vec![0; size],
            given_level: vec![0; size],
            pivots: vec![BigUint::one()],
            done: Vec::with_capacity(size),
            work: *work,
        };
        let unknowns = elimination.run();
        *work = elimination.work;
        unknowns
    }
}

impl Elimination {
    fn run(&mut self) -> Option<Unknowns> {
        let mut left: BTreeSet<u32> = (0u32..).zip(&self.column).map(|(state, _)| state).collect();
        // Least fill-in first: as many ways are drawn as lead there, times as lead away.
        while let Some(&state) = left.iter().min_by_key(|&&state| {
            (self.column[state as usize].len() * self.equations.ways[state as usize].len(), state)
        }) {
            self.spend(left.len() as u64)?;
            left.remove(&state);
            self.eliminate(state)?;
        }
        self.substitute()
    }

    fn spend(&mut self, words: u64) -> Option<()> {
        self.work = self.work.checked_sub(words)?;
        Some(())
    }

    /// `number` as it is after all pivots so far, of which it has seen `level`.
    fn lift(pivots: &[BigUint], level: usize, number: &mut BigUint) {
        if let (Some(now), Some(then)) = (pivots.last(), pivots.get(level)) {
            *number *= now;
            *number /= then;
        }
    }

    fn lift_row(&mut self, state: u32) {
        let index = state as usize;
        if self.row_level[index] + 1 < self.pivots.len() {
            let level = self.row_level[index];
            Self::lift(&self.pivots, level, &mut self.equations.diagonal[index]);
            for number in self.equations.ways[index].values_mut() {
                Self::lift(&self.pivots, level, number);
            }
            self.row_level[index] = self.pivots.len() - 1;
        }
    }

    fn lift_given(&mut self, state: u32) {
        let index = state as usize;
        if self.given_level[index] + 1 < self.pivots.len() {
            Self::lift(&self.pivots, self.given_level[index], &mut self.equations.given[index]);
            self.given_level[index] = self.pivots.len() - 1;
        }
    }

    fn eliminate(&mut self, state: u32) -> Option<()> {
        let index = state as usize;
        self.lift_row(state);
        self.lift_given(state);
        let pivot = std::mem::take(&mut self.equations.diagonal[index]);
        if pivot.is_zero() {
            return None;
        }
        let before = self.pivots.last().cloned().unwrap_or_else(BigUint::one);
        let level = self.pivots.len();
        let row = std::mem::take(&mut self.equations.ways[index]);
        let given = std::mem::take(&mut self.equations.given[index]);
        let mut column = Vec::new();
        for from in std::mem::take(&mut self.column[index]) {
            self.spend(cost(&pivot, &pivot) * (row.len() as u64 + 1))?;
            self.lift_row(from);
            let ways = &mut self.equations.ways[from as usize];
            let Some(sent) = ways.remove(&state) else { continue };
            for number in ways.values_mut() {
                *number *= &pivot;
            }
            let diagonal = &mut self.equations.diagonal[from as usize];
            *diagonal *= &pivot;
            for (&to, number) in &row {
                let on = &sent * number;
                if to == from {
                    if *diagonal < on {
                        return None;
                    }
                    *diagonal -= on;
                } else {
                    *ways.entry(to).or_insert_with(|| {
                        self.numbers += 1;
                        BigUint::zero()
                    }) += on;
                    self.column[to as usize].insert(from);
                }
            }
            for number in ways.values_mut() {
                *number /= &before;
            }
            *diagonal /= &before;
            self.row_level[from as usize] = level;
            self.held += number_bytes(&sent);
            column.push((from, sent));
            // All numbers of the rows are about as long as the pivot.
            if self.numbers.saturating_mul(number_bytes(&pivot)).saturating_add(self.held) > self.bytes {
                return None;
            }
        }
        for (&to, number) in &row {
            self.column[to as usize].remove(&state);
            self.spend(cost(&given, &pivot))?;
            self.lift_given(to);
            let there = &mut self.equations.given[to as usize];
            *there = (&*there * &pivot + &given * number) / &before;
            self.given_level[to as usize] = level;
        }
        self.pivots.push(pivot);
        self.done.push(Eliminated { state, given, column });
        Some(())
    }

    /// From the last that was eliminated back to the first.
    fn substitute(&mut self) -> Option<Unknowns> {
        let denominator = self.pivots.pop()?;
        let mut numerators = vec![BigUint::zero(); self.done.len()];
        let mut pivot = denominator.clone();
        while let Some(Eliminated { state, given, column }) = self.done.pop() {
            self.spend(cost(&given, &denominator) + cost(&denominator, &pivot) * column.len() as u64)?;
            let mut sum = given * &denominator;
            for (from, sent) in column {
                sum += &numerators[from as usize] * sent;
            }
            numerators[state as usize] = sum / &pivot;
            pivot = self.pivots.pop()?;
        }
        Some(Unknowns { numerators, denominator })
    }
}
