//! Choices that look for the highest or lowest expected worth, made by backward induction: from the ends back to the start.

use std::cmp::Ordering;
use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::components::Components;
use super::factored::{FactoredRatio, Factors};
use super::{Limits, shares};
use crate::logic::odds::EndedFirst;
use crate::logic::odds::graph::{Destination, Graph, Pick, Row, Target};
use crate::logic::odds::weight::Weights;

/// Why the best way is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::logic::odds) enum Unknown {
    /// From this state, in which somebody chooses, it can go in a circle.
    Cyclic(u32),
    /// From this state, in which somebody chooses, it can go where nobody has looked.
    Unresolved(u32),
    /// A limit ended first.
    Limit(EndedFirst),
}

/// What an end is worth: a numerator and a denominator above 0.
pub(in crate::logic::odds) type Worth = (i128, i128);

/// What can be expected from a place on, of each worth.
type Expected = Rc<[FactoredRatio]>;

/// Makes every choice that can come up from `start`: by the first of its best ways, where all later choices are made so too.
/// `worths` holds, for each number that a [`Pick`] can name, the worth of every end. What is left of the limits stays in them.
///
/// Only what can be reached from a choice has to be free of cycles and resolved. Nothing is changed where it is not.
pub(in crate::logic::odds) fn choose_best(
    graph: &mut Graph,
    weights: &Weights,
    worths: &[Vec<Worth>],
    start: Target,
    limits: &mut Limits,
) -> Result<(), Unknown> {
    // Where the budget ended before the first question, nothing is known of the start, and nobody chooses.
    let Some(start) = start.as_state().filter(|start| (*start as usize) < graph.states()) else { return Ok(()) };
    let components = Components::find(graph.states(), start, |state| graph.row(state).targets());
    let mut factors = Factors::default();
    let after = After::find(graph, &components)?;
    let words = Unknown::Limit(EndedFirst::Words);
    let shares = shares(weights, &mut factors, &mut limits.work).ok_or(words)?;
    let raised: Option<Vec<Vec<FactoredRatio>>> = worths.iter().map(|worth| raised(worth, &mut limits.work)).collect();
    let raised = raised.ok_or(words)?;
    let ends = raised.iter().map(Vec::len).min().unwrap_or(0);
    let end = |end: usize| raised.iter().map(|worth| worth[end].clone()).collect();
    let mut induction = Induction {
        graph,
        shares: &shares,
        factors,
        ends: (0..ends).map(end).collect(),
        worths: worths.len(),
        expected: vec![None; after.choice.len()],
        pending: after.pending,
        chosen: Vec::new(),
        held: 0,
        limits,
    };
    for members in components.backward() {
        // What follows a choice has no cycles, so each of its components is one state.
        if let [state] = *members
            && let Some(choice) = after.choice[state as usize]
        {
            induction.look(state, choice)?;
        }
    }
    let chosen = induction.chosen;
    for (state, way) in chosen {
        graph.choose(state, way);
    }
    Ok(())
}

/// What can come after a choice.
struct After {
    /// By state: a choice after which it can come, or itself.
    choice: Vec<Option<u32>>,
    /// By state: how many ways lead there from such states.
    pending: Vec<u32>,
}

impl After {
    fn find(graph: &Graph, components: &Components) -> Result<Self, Unknown> {
        let mut choice: Vec<Option<u32>> = vec![None; graph.states()];
        let mut pending = vec![0; graph.states()];
        for members in components.forward() {
            let chooses = |state: &u32| matches!(graph.row(*state), Row::Choice(..));
            let Some(by) = members
                .iter()
                .find_map(|&state| choice.get(state as usize).copied().flatten())
                .or_else(|| members.iter().copied().find(chooses))
            else {
                continue;
            };
            let &[state] = members else { return Err(Unknown::Cyclic(by)) };
            let row = graph.row(state);
            if row.targets().is_empty() {
                return Err(Unknown::Unresolved(by));
            }
            choice[state as usize] = Some(by);
            for to in row.targets().iter().filter_map(|target| target.as_state()) {
                if to == state {
                    return Err(Unknown::Cyclic(by));
                }
                choice[to as usize] = Some(by);
                pending[to as usize] += 1;
            }
        }
        Ok(Self { choice, pending })
    }
}

/// Worths raised so that the lowest is 0, and in whole numbers: what is best stays the best. None when that takes too much work.
fn raised(worths: &[Worth], work: &mut u64) -> Option<Vec<FactoredRatio>> {
    let denominator = |worth: &Worth| BigInt::from(worth.1.max(1));
    let mut common = BigInt::one();
    for worth in worths {
        let below = denominator(worth);
        if !(&common % &below).is_zero() {
            common = common.lcm(&below);
        }
        *work = work.checked_sub(4 * (common.bits() / 64) + 1)?;
    }
    *work = work.checked_sub((common.bits() / 64).saturating_mul(worths.len() as u64))?;
    let whole: Vec<BigInt> = worths.iter().map(|worth| worth.0 * (&common / denominator(worth))).collect();
    let lowest = whole.iter().min().cloned().unwrap_or_default();
    Some(whole.into_iter().map(|worth| FactoredRatio::whole((worth - &lowest).into_parts().1)).collect())
}

struct Induction<'a> {
    graph: &'a Graph,
    shares: &'a [FactoredRatio],
    factors: Factors,
    /// What each end is worth.
    ends: Vec<Expected>,
    /// How many worths there are.
    worths: usize,
    /// What can be expected from a state on, as long as a state before it is to be looked at.
    expected: Vec<Option<Expected>>,
    /// By state: how many looks at it are still to come.
    pending: Vec<u32>,
    /// Which way was found best in which state.
    chosen: Vec<(u32, usize)>,
    held: usize,
    limits: &'a mut Limits,
}

impl Induction<'_> {
    /// What can be expected from `state` on, which comes after `choice`.
    fn look(&mut self, state: u32, choice: u32) -> Result<(), Unknown> {
        let graph = self.graph;
        let words = Unknown::Limit(EndedFirst::Words);
        let expected = match graph.row(state) {
            Row::Unresolved | Row::Choice(Pick::Open, _) => return Err(Unknown::Unresolved(choice)),
            Row::Chance(targets, weights) => {
                let mut expected = vec![FactoredRatio::default(); self.worths];
                for (&target, weight) in targets.iter().zip(weights) {
                    let weight = &self.shares[weight.index()];
                    let worths = self.at(target).ok_or(Unknown::Unresolved(choice))?;
                    let cost: u64 = (expected.iter_mut().zip(worths.iter()))
                        .map(|(sum, worth)| sum.add(&self.factors, worth, weight))
                        .sum();
                    self.spend(cost + 1).ok_or(words)?;
                }
                expected.into()
            }
            Row::Choice(Pick::Highest(worth), targets) => {
                self.best_of((state, choice), targets, worth as usize, Ordering::Greater)?
            }
            Row::Choice(Pick::Lowest(worth), targets) => {
                self.best_of((state, choice), targets, worth as usize, Ordering::Less)?
            }
        };
        for &target in graph.row(state).targets() {
            self.release(target);
        }
        if self.pending[state as usize] > 0 {
            self.held = self.held.saturating_add(bytes(&expected));
            self.expected[state as usize] = Some(expected);
        }
        if self.held <= self.limits.bytes { Ok(()) } else { Err(Unknown::Limit(EndedFirst::Bytes)) }
    }

    /// The first way of a choice of which nothing better is to be expected.
    fn best_of(
        &mut self,
        (state, choice): (u32, u32),
        targets: &[Target],
        worth: usize,
        wanted: Ordering,
    ) -> Result<Expected, Unknown> {
        let mut best: Option<(usize, Expected)> = None;
        for (way, &target) in targets.iter().enumerate() {
            let next = self.at(target).ok_or(Unknown::Unresolved(choice))?;
            let better = match &best {
                None => true,
                Some((_, best)) => match (next.get(worth), best.get(worth)) {
                    (Some(next), Some(best)) => {
                        let (order, cost) = next.compare(&self.factors, best);
                        self.spend(cost).ok_or(Unknown::Limit(EndedFirst::Words))?;
                        order == wanted
                    }
                    _ => false,
                },
            };
            if better {
                best = Some((way, next));
            }
        }
        let (way, expected) = best.ok_or(Unknown::Unresolved(choice))?;
        self.chosen.push((state, way));
        Ok(expected)
    }

    fn spend(&mut self, cost: u64) -> Option<()> {
        self.limits.work = self.limits.work.checked_sub(cost)?;
        Some(())
    }

    fn at(&self, target: Target) -> Option<Expected> {
        match target.place() {
            Destination::State(state) => self.expected.get(state as usize)?.clone(),
            Destination::End(end) => self.ends.get(end as usize).cloned(),
        }
    }

    /// A way to `target` was looked at; after the last one, nobody asks what can be expected there.
    fn release(&mut self, target: Target) {
        let Some(state) = target.as_state() else { return };
        let pending = &mut self.pending[state as usize];
        *pending = pending.saturating_sub(1);
        if *pending == 0
            && let Some(expected) = self.expected[state as usize].take()
        {
            self.held = self.held.saturating_sub(bytes(&expected));
        }
    }
}

fn bytes(expected: &Expected) -> usize {
    expected.iter().map(FactoredRatio::bytes).sum()
}
