//! A component with cycles is passed at once: how often each of its states is visited, exactly.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::Flow;
use super::components::Components;
use super::elimination::Equations;
use super::factored::{FactoredRatio, Factors};
use super::feedback::Cut;
use crate::logic::odds::weight::reduction;

/// A component. Its states are numbered as they stand in `members`.
struct Cycle<'a> {
    members: &'a [u32],
    /// The ways within it, each with its weight.
    ways: Vec<Vec<(u32, usize)>>,
    cut: Cut,
    is_cut: Vec<bool>,
}

/// What has come to the component `members` goes out of it; none when that takes too much work.
pub(super) fn pass(flow: &mut Flow<'_>, components: &Components, members: &[u32]) -> Option<()> {
    let mut inflow: Vec<FactoredRatio> =
        members.iter().map(|&state| flow.take(state).map_or_else(FactoredRatio::default, |mass| *mass)).collect();
    let mut leaves = false;
    let mut ways = Vec::with_capacity(members.len());
    for &state in members {
        let mut row = Vec::new();
        for (target, weight) in flow.ways(state) {
            match target.as_state().and_then(|to| components.index_in(members, to)) {
                Some(to) => row.push((to, weight)),
                None => leaves = true,
            }
        }
        ways.push(row);
    }
    if !leaves {
        let mut endless = std::mem::take(&mut flow.endless);
        for mass in &inflow {
            flow.add(&mut endless, mass, &FactoredRatio::one());
        }
        flow.endless = endless;
        return Some(());
    }
    let cycle = Cycle::new(members, ways, &inflow, &mut flow.limits.work)?;
    let visits = cycle.visits(flow, &inflow)?;
    for (&state, visits) in cycle.cut.states.iter().zip(visits) {
        inflow[state as usize] = visits;
    }
    cycle.leave(flow, components, inflow);
    Some(())
}

impl<'a> Cycle<'a> {
    /// Of so many states one cut is many.
    const DENSE: usize = 3;

    fn new(members: &'a [u32], ways: Vec<Vec<(u32, usize)>>, inflow: &[FactoredRatio], work: &mut u64) -> Option<Self> {
        let mut entries = (0u32..).zip(inflow).filter(|(_, mass)| !mass.is_zero()).map(|(state, _)| state);
        let entry = entries.next().filter(|_| entries.next().is_none());
        let targets: Vec<Vec<u32>> = ways.iter().map(|row| row.iter().map(|&(to, _)| to).collect()).collect();
        let mut cut = Cut::find(&targets, entry, work)?;
        // Where most states are cut, ways past the others only make the numbers of the equations longer.
        if cut.states.len() > 8 && cut.states.len() * Self::DENSE > members.len() {
            cut = Cut { states: (0u32..).zip(members).map(|(state, _)| state).collect(), order: Vec::new() };
        }
        let mut is_cut = vec![false; members.len()];
        for &state in &cut.states {
            is_cut[state as usize] = true;
        }
        Some(Self { members, ways, cut, is_cut })
    }

    /// How often each state of the cut is visited, when `inflow` comes to the component.
    fn visits(&self, flow: &mut Flow<'_>, inflow: &[FactoredRatio]) -> Option<Vec<FactoredRatio>> {
        let mut equations = Equations { diagonal: Vec::new(), ways: Vec::new(), given: Vec::new() };
        let mut totals = Vec::new();
        for &state in &self.cut.states {
            let mut there = vec![FactoredRatio::default(); self.members.len()];
            self.push(flow, state, &FactoredRatio::one(), &mut there);
            let back = self.spread(flow, there)?;
            let (row, total) = whole(flow, &back)?;
            flow.limits.work = flow.limits.work.checked_sub(Factors::splitting(&total))?;
            let words = back.len() as u64 * (total.bits() / 64 + 1);
            flow.limits.work = flow.limits.work.checked_sub(words)?;
            equations.add(row, &total);
            totals.push(flow.factors.split(&total));
        }
        let uncut = inflow.iter().zip(&self.is_cut).any(|(mass, is_cut)| !is_cut && !mass.is_zero());
        let there = if uncut { self.spread(flow, inflow.to_vec())? } else { self.at_cut(inflow) };
        let (given, below) = flow.factors.level(&there);
        equations.given = given;
        let unknowns = equations.solve(&mut flow.limits.work, flow.limits.bytes)?;
        flow.limits.work = flow.limits.work.checked_sub(Factors::splitting(&unknowns.denominator))?;
        let denominator = flow.factors.split(&unknowns.denominator);
        let visits = unknowns.numerators.into_iter().zip(totals).map(|(numerator, total)| {
            let mut mass = FactoredRatio::new(numerator, below.clone());
            mass.scale(&flow.factors, &total, &denominator);
            mass
        });
        Some(visits.collect())
    }

    fn push(&self, flow: &mut Flow<'_>, state: u32, mass: &FactoredRatio, there: &mut [FactoredRatio]) {
        let weights = flow.weights;
        for &(to, weight) in &self.ways[state as usize] {
            flow.add(&mut there[to as usize], mass, &weights[weight]);
        }
    }

    /// What `there` brings to each state of the cut on the ways past the others.
    fn spread(&self, flow: &mut Flow<'_>, mut there: Vec<FactoredRatio>) -> Option<Vec<FactoredRatio>> {
        // Looking at a state costs some words even where nothing comes to it.
        flow.limits.work = flow.limits.work.checked_sub(16 * there.len() as u64)?;
        for &state in &self.cut.order {
            let mass = std::mem::take(&mut there[state as usize]);
            if !mass.is_zero() {
                self.push(flow, state, &mass, &mut there);
            }
        }
        Some(self.at_cut(&there))
    }

    fn at_cut(&self, there: &[FactoredRatio]) -> Vec<FactoredRatio> {
        self.cut.states.iter().map(|&state| there[state as usize].clone()).collect()
    }

    /// From the visits of the cut and what came to the others: what goes out.
    fn leave(&self, flow: &mut Flow<'_>, components: &Components, mut inflow: Vec<FactoredRatio>) {
        let weights = flow.weights;
        for &state in self.cut.states.iter().chain(&self.cut.order) {
            let mass = std::mem::take(&mut inflow[state as usize]);
            for (target, weight) in flow.ways(self.members[state as usize]) {
                match target.as_state().and_then(|to| components.index_in(self.members, to)) {
                    Some(to) if self.is_cut[to as usize] => {}
                    Some(to) => flow.add(&mut inflow[to as usize], &mass, &weights[weight]),
                    None => flow.deliver(target, &mass, &weights[weight]),
                }
            }
        }
    }
}

/// Shares as whole numbers of a total, as small as they can be; none when that takes too much work.
fn whole(flow: &mut Flow<'_>, shares: &[FactoredRatio]) -> Option<(Vec<BigUint>, BigUint)> {
    let (mut row, below) = flow.factors.level(shares);
    let mut total = flow.factors.product(&below);
    let mut divisor = total.clone();
    for number in &row {
        if !number.is_zero() && !divisor.is_one() {
            flow.limits.work = flow.limits.work.checked_sub(reduction(&divisor, &divisor))?;
            divisor = (number % &divisor).gcd(&divisor);
        }
    }
    if !divisor.is_one() && !divisor.is_zero() {
        total /= &divisor;
        for number in &mut row {
            *number /= &divisor;
        }
    }
    Some((row, total))
}

impl Equations {
    /// One more unknown: of `total` that come there, `row` go on to each.
    fn add(&mut self, row: Vec<BigUint>, total: &BigUint) {
        let own = self.diagonal.len();
        let itself = row.get(own).cloned().unwrap_or_default();
        self.diagonal.push(if itself < *total { total - itself } else { BigUint::zero() });
        let others = (0u32..).zip(row).filter(|(to, number)| *to as usize != own && !number.is_zero());
        self.ways.push(others.collect::<BTreeMap<_, _>>());
    }
}
