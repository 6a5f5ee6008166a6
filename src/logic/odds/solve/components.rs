//! Strongly connected components: the states that can come back to each other.

use crate::logic::odds::graph::Target;

/// The components that can be reached from a state.
#[derive(Clone, Debug)]
pub(super) struct Components {
    /// The states that can be reached, component by component.
    order: Vec<u32>,
    /// Where each component begins in `order`, and the end of the last.
    bounds: Vec<usize>,
    /// By state, its place in `order`; [`UNSEEN`] where it cannot be reached.
    place: Vec<u32>,
}

/// The number of a state that has not been discovered.
const UNSEEN: u32 = u32::MAX;
/// The `low` of a state whose component is complete: higher than any other, so that it lowers nothing.
const CLOSED: u32 = u32::MAX;

impl Components {
    /// Tarjan's algorithm, with a stack of its own: a graph can be deeper than the stack of a thread. No target may name a state
    /// that there is not.
    pub(super) fn find<'g>(states: usize, start: u32, targets: impl Fn(u32) -> &'g [Target]) -> Self {
        let size = states.max(start as usize + 1);
        let mut search = Search {
            seen: vec![UNSEEN; size],
            low: vec![CLOSED; size],
            count: 0,
            open: Vec::new(),
            order: Vec::new(),
            bounds: vec![0],
        };
        search.enter(start);
        let mut calls: Vec<(u32, &[Target], usize)> = vec![(start, targets(start), 0)];
        while let Some((state, ways, next)) = calls.last_mut() {
            let state = *state;
            let Some(way) = ways.get(*next) else {
                calls.pop();
                search.leave(state);
                if let Some((parent, ..)) = calls.last() {
                    search.lower(*parent, search.low[state as usize]);
                }
                continue;
            };
            *next += 1;
            if let Some(to) = way.as_state() {
                if search.seen[to as usize] == UNSEEN {
                    search.enter(to);
                    calls.push((to, targets(to), 0));
                } else {
                    search.lower(state, search.low[to as usize]);
                }
            }
        }
        let mut place = search.seen;
        for (index, &state) in (0_u32..).zip(&search.order) {
            place[state as usize] = index;
        }
        Self { order: search.order, bounds: search.bounds, place }
    }

    /// Each component after all from which it is reached: the way that probability flows.
    pub(super) fn forward(&self) -> impl Iterator<Item = &[u32]> {
        self.bounds.windows(2).rev().map(|bounds| &self.order[bounds[0]..bounds[1]])
    }

    /// Each component after all that it reaches.
    pub(super) fn backward(&self) -> impl Iterator<Item = &[u32]> {
        self.bounds.windows(2).map(|bounds| &self.order[bounds[0]..bounds[1]])
    }

    /// The index of `state` in the component `members`, one of those that [`Self::forward`] gives, where it is in it.
    pub(super) fn index_in(&self, members: &[u32], state: u32) -> Option<u32> {
        let begin = *self.place.get(*members.first()? as usize)?;
        let index = self.place.get(state as usize)?.checked_sub(begin)?;
        ((index as usize) < members.len()).then_some(index)
    }
}

struct Search {
    /// The number of each state in the order of discovery.
    seen: Vec<u32>,
    /// The lowest such number to which a state is known to lead back; [`CLOSED`] once its component is complete.
    low: Vec<u32>,
    count: u32,
    open: Vec<u32>,
    order: Vec<u32>,
    bounds: Vec<usize>,
}

impl Search {
    fn enter(&mut self, state: u32) {
        self.seen[state as usize] = self.count;
        self.low[state as usize] = self.count;
        self.count += 1;
        self.open.push(state);
    }

    fn lower(&mut self, state: u32, to: u32) {
        let low = &mut self.low[state as usize];
        *low = (*low).min(to);
    }

    fn leave(&mut self, state: u32) {
        if self.low[state as usize] != self.seen[state as usize] {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.order.push(member);
            if member == state {
                break;
            }
        }
        let begin = self.bounds.last().copied().unwrap_or(0);
        for &member in &self.order[begin..] {
            self.low[member as usize] = CLOSED;
        }
        self.bounds.push(self.order.len());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Which states can be reached from each.
    fn reached(ways: &[Vec<u32>], from: u32) -> BTreeSet<u32> {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(state) = open.pop() {
            if seen.insert(state) {
                open.extend(&ways[state as usize]);
            }
        }
        seen
    }

    fn find(ways: &[Vec<u32>]) -> Components {
        let targets: Vec<Vec<Target>> =
            ways.iter().map(|row| row.iter().map(|to| Target::state(*to)).collect()).collect();
        Components::find(targets.len(), 0, |state| &targets[state as usize])
    }

    #[test]
    fn states_are_together_that_reach_each_other() {
        let mut seed = 1_u64;
        let mut below = |most: u32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            u32::try_from(seed >> 33).unwrap_or(0) % most
        };
        for _ in 0..2000 {
            let count = 1 + below(9);
            let ways: Vec<Vec<u32>> =
                (0..count).map(|_| (0..below(4)).map(|_| below(count)).collect::<Vec<_>>()).collect();
            let components = find(&ways);
            let all = reached(&ways, 0);
            let found: Vec<&[u32]> = components.forward().collect();
            assert_eq!(found.concat().into_iter().collect::<BTreeSet<_>>(), all);
            assert_eq!(found.concat().len(), all.len(), "each once");
            for (at, members) in found.iter().enumerate() {
                for state in *members {
                    let from_here = reached(&ways, *state);
                    for other in &all {
                        let together = from_here.contains(other) && reached(&ways, *other).contains(state);
                        assert_eq!(components.index_in(members, *other).is_some(), together, "{ways:?}");
                    }
                    let before = found[..at].concat();
                    assert!(before.iter().all(|earlier| !from_here.contains(earlier)), "{ways:?}: not in order");
                }
            }
        }
    }

    #[test]
    fn a_long_chain_takes_no_stack() {
        let ways: Vec<Vec<u32>> = (0..300_000).map(|state| vec![(state + 1) % 300_000]).collect();
        assert_eq!(find(&ways).forward().count(), 1);
    }
}
