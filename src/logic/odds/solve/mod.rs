//! How likely each end is: probability flows from the start through the components, and a cycle is passed at once.
//!
//! ```text
//! Graph ──► best: a policy's choices, from the ends backwards
//!   │
//!   ▼
//! components, in an order in which none comes back to an earlier one
//!   │  what has come to a state ([`FactoredRatio`], exact) goes on along its ways
//!   │  cycle: a component that comes back to itself
//!   │    feedback: the few states without which it would not
//!   │    elimination: how often each of those is visited
//!   ▼
//! Solved: what has come to each end
//! ```

mod best;
mod components;
mod cycle;
mod elimination;
mod factored;
mod feedback;

pub(super) use best::{Unknown, Worth, choose_best};
use components::Components;
use factored::{FactoredRatio, Factors};

use super::graph::{Destination, Graph, Row, Target};
use super::weight::Weights;
use super::{EndedFirst, Ratio};

/// How much solving may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// Words of numbers that are touched, about.
    pub(super) work: u64,
    /// Bytes of the numbers that are held at once, about.
    pub(super) bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { work: 2_000_000_000, bytes: 1 << 30 }
    }
}

/// How likely each end is. All together they are 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Solved {
    /// Each end, by its number.
    pub(super) ends: Vec<Ratio>,
    /// States without a row, choices that nobody made, and what the limits did not allow to be followed.
    pub(super) unresolved: Ratio,
    /// States from which nothing leads out, ever.
    pub(super) endless: Ratio,
    /// Which limit ended first; none where all was followed.
    pub(super) ended: Option<EndedFirst>,
    /// The work that is left.
    pub(super) work: u64,
}

/// How likely each of the ends `0..ends` is, from `start`.
pub(super) fn solve(graph: &Graph, weights: &Weights, ends: usize, start: Target, limits: Limits) -> Solved {
    let mut factors = Factors::default();
    let mut limits = limits;
    let Some(shares) = shares(weights, &mut factors, &mut limits.work) else {
        let ends = vec![Ratio::zero(); ends];
        let unresolved = Ratio::new(1u32.into(), 1u32.into());
        return Solved { ends, unresolved, endless: Ratio::zero(), ended: Some(EndedFirst::Words), work: 0 };
    };
    let mut flow = Flow {
        graph,
        weights: &shares,
        factors,
        inflow: Vec::new(),
        ends: vec![FactoredRatio::default(); ends],
        endless: FactoredRatio::default(),
        held: 0,
        limits,
        lost: false,
        ended: None,
    };
    match start.place() {
        Destination::End(_) => flow.deliver(start, &FactoredRatio::one(), &FactoredRatio::one()),
        Destination::State(state) => flow.run(state),
    }
    flow.finish()
}

/// The weights, with their denominators factored; none when that takes too much work.
fn shares(weights: &Weights, factors: &mut Factors, work: &mut u64) -> Option<Vec<FactoredRatio>> {
    let share = |ratio: &Ratio| {
        *work = work.checked_sub(Factors::splitting(ratio.denominator()))?;
        Some(FactoredRatio::new(ratio.numerator().clone(), factors.split(ratio.denominator())))
    };
    weights.iter().map(share).collect()
}

/// Probability on its way.
struct Flow<'a> {
    graph: &'a Graph,
    /// How likely the ways are, by the number of the weight.
    weights: &'a [FactoredRatio],
    factors: Factors,
    /// What has come to each state and not gone on yet.
    inflow: Vec<Option<Box<FactoredRatio>>>,
    ends: Vec<FactoredRatio>,
    endless: FactoredRatio,
    /// Bytes of `inflow`, and of the ends as they will be told.
    held: usize,
    limits: Limits,
    /// Whether something is unresolved.
    lost: bool,
    /// The limit that ended first.
    ended: Option<EndedFirst>,
}

impl<'a> Flow<'a> {
    fn run(&mut self, start: u32) {
        let graph = self.graph;
        let components = Components::find(graph.states(), start, |state| match graph.row(state) {
            Row::Chance(targets, _) => targets,
            Row::Unresolved | Row::Choice(..) => &[],
        });
        self.inflow.resize(graph.states().max(start as usize + 1), None);
        self.deliver(Target::state(start), &FactoredRatio::one(), &FactoredRatio::one());
        for members in components.forward() {
            let done = match members {
                [state] if !graph.row(*state).targets().contains(&Target::state(*state)) => self.pass(*state),
                _ => cycle::pass(self, &components, members),
            };
            let bytes = self.held > self.limits.bytes;
            if done.is_none() || self.limits.work == 0 || bytes {
                self.ended = Some(if bytes { EndedFirst::Bytes } else { EndedFirst::Words });
                self.lost = true;
                return;
            }
        }
    }

    /// The ways from `state`, if they are known.
    fn ways(&self, state: u32) -> impl Iterator<Item = (Target, usize)> + use<'a> {
        let (targets, weights): (&'a [_], &'a [_]) = match self.graph.row(state) {
            Row::Chance(targets, weights) => (targets, weights),
            Row::Unresolved | Row::Choice(..) => (&[], &[]),
        };
        targets.iter().zip(weights).map(|(&target, &weight)| (target, weight.index()))
    }

    /// What has come to `state`, which is to go on now.
    fn take(&mut self, state: u32) -> Option<Box<FactoredRatio>> {
        let mass = self.inflow[state as usize].take()?;
        self.held = self.held.saturating_sub(mass.bytes());
        Some(mass)
    }

    /// What has come to a state that cannot come back goes on.
    fn pass(&mut self, state: u32) -> Option<()> {
        let Some(mass) = self.take(state) else { return Some(()) };
        if !matches!(self.graph.row(state), Row::Chance(..)) {
            self.lost = true;
        }
        let weights = self.weights;
        for (target, weight) in self.ways(state) {
            self.deliver(target, &mass, &weights[weight]);
        }
        (self.limits.work > 0).then_some(())
    }

    /// To `target` comes `mass × weight`.
    fn deliver(&mut self, target: Target, mass: &FactoredRatio, weight: &FactoredRatio) {
        let cost = match target.place() {
            Destination::End(end) => match self.ends.get_mut(end as usize) {
                Some(there) => {
                    let before = (there.bytes(), there.telling());
                    let cost = there.add(&self.factors, mass, weight);
                    // It will be brought to lowest terms and told, and stand beside itself then.
                    self.held = (self.held + 4 * there.bytes()).saturating_sub(4 * before.0);
                    cost.saturating_add(there.telling().saturating_sub(before.1))
                }
                None => {
                    self.lost = true;
                    1
                }
            },
            Destination::State(state) => {
                let there = self.inflow[state as usize].get_or_insert_default();
                let before = if there.is_zero() { 0 } else { there.bytes() };
                let cost = there.add(&self.factors, mass, weight);
                self.held = (self.held + there.bytes()).saturating_sub(before);
                cost
            }
        };
        self.limits.work = self.limits.work.saturating_sub(cost);
    }

    /// What `to` is with `mass × weight` more.
    fn add(&mut self, to: &mut FactoredRatio, mass: &FactoredRatio, weight: &FactoredRatio) {
        let cost = to.add(&self.factors, mass, weight);
        self.limits.work = self.limits.work.saturating_sub(cost);
    }

    fn finish(self) -> Solved {
        let factors = &self.factors;
        let unresolved = if self.lost {
            let mut sum = self.endless.clone();
            for end in &self.ends {
                sum.add(factors, end, &FactoredRatio::one());
            }
            sum.rest(factors)
        } else {
            Ratio::zero()
        };
        let ends = self.ends.iter().map(|end| end.ratio(factors)).collect();
        Solved { ends, unresolved, endless: self.endless.ratio(factors), ended: self.ended, work: self.limits.work }
    }
}
