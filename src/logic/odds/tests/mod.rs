//! Graphs of states against plain computations.

mod battle;
mod choices;
mod large;
mod naive;
mod numbers;
mod random;
mod shapes;

use num_bigint::BigUint;

use super::Ratio;
use super::graph::{Graph, Target};
use super::solve::{Limits, Solved, solve};
use super::weight::{WeightId, Weights};

/// A graph, with what the tests say short.
#[derive(Default)]
struct Case {
    graph: Graph,
    weights: Option<Weights>,
}

fn s(state: u32) -> Target {
    Target::state(state)
}

fn e(end: u32) -> Target {
    Target::end(end)
}

fn ratio(numerator: u64, denominator: u64) -> Ratio {
    Ratio::new(BigUint::from(numerator), BigUint::from(denominator))
}

impl Case {
    fn weight(&mut self, numerator: u64, denominator: u64) -> WeightId {
        let weights = self.weights.get_or_insert_with(Weights::new);
        weights.intern(&BigUint::from(numerator), &BigUint::from(denominator))
    }

    /// From `state` by these ways, each with its share of all.
    fn chance(&mut self, state: u32, ways: &[(Target, u64)]) {
        let all = ways.iter().map(|way| way.1).sum();
        let row: Vec<_> = ways.iter().map(|&(target, share)| (target, self.weight(share, all))).collect();
        self.graph.chance(self.weights.get_or_insert_with(Weights::new), state, row);
    }

    fn solve(&self, ends: usize) -> Solved {
        let none = Weights::new();
        let weights = self.weights.as_ref().unwrap_or(&none);
        let solved = solve(&self.graph, weights, ends, s(0), Limits::default());
        assert_eq!(sum(&solved), ratio(1, 1));
        solved
    }
}

fn sum(solved: &Solved) -> Ratio {
    solved.ends.iter().fold(&solved.unresolved + &solved.endless, |sum, end| &sum + end)
}
