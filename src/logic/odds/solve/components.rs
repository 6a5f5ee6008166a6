//! Strongly connected components: the states that can come back to each other.

use crate::logic::odds::graph::Target;

/// The components that can be reached from a state.
#[derive(Clone, Debug)]
pub(super) struct Components {
    order: Vec<u32>,
    bounds: Vec<usize>,
    place: Vec<u32>,
}

const UNSEEN: u32 = u32::MAX;

impl Components {
    /// Tarjan's algorithm, with a stack of its own: a graph can be deeper than the stack of a thread.
    pub(super) fn find<'g>(states: usize, start: u32, targets: impl Fn(u32) -> &'g [Target]) -> Self {
        let mut search = Search {
            seen: vec![UNSEEN; states.max(start as usize + 1)],
            low: vec![UNSEEN; states.max(start as usize + 1)],
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
                    // What belongs to a component already was lowered to `UNSEEN`, so it lowers nothing.
                    search.lower(state, search.low[to as usize]);
                }
            }
        }
        let mut place = search.seen;
        for (index, &state) in search.order.iter().enumerate() {
            place[state as usize] = u32::try_from(index).unwrap_or(UNSEEN);
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

    /// The index of `state` in the component `members`, where it is one of them.
    pub(super) fn within(&self, members: &[u32], state: u32) -> Option<u32> {
        let begin = *self.place.get(*members.first()? as usize)?;
        let index = self.place.get(state as usize)?.checked_sub(begin)?;
        ((index as usize) < members.len()).then_some(index)
    }
}

struct Search {
    /// The number of each state in the order of discovery.
    seen: Vec<u32>,
    /// The lowest such number to which a state is known to lead back.
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
            self.low[member as usize] = UNSEEN;
        }
        self.bounds.push(self.order.len());
    }
}
