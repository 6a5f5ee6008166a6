//! Which states to cut so that no cycle is left: few, since each costs an unknown.

use std::collections::{BTreeSet, BinaryHeap};

/// A component with its cycles cut, in numbers within the component.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    /// The states that every cycle passes.
    pub(super) states: Vec<u32>,
    /// The others, each after all that lead to it.
    pub(super) order: Vec<u32>,
}

impl Cut {
    /// Cuts the graph of these ways. `entry` is preferred: where every cycle passes the state at which a component is entered,
    /// nothing flows before the unknown is known. None when that takes too much work.
    pub(super) fn find(ways: &[Vec<u32>], entry: Option<u32>, work: &mut u64) -> Option<Self> {
        if let Some(entry) = entry {
            let states = vec![entry];
            let order = order(ways, &states);
            if order.len() + 1 == ways.len() {
                return Some(Self { states, order });
            }
        }
        let states = Reduction::of(ways).run(work)?;
        let order = order(ways, &states);
        Some(Self { states, order })
    }
}

/// The states that are not `cut`, each after all that lead to it; those on a cycle are missing.
fn order(ways: &[Vec<u32>], cut: &[u32]) -> Vec<u32> {
    let mut waiting = vec![0u32; ways.len()];
    let mut is_cut = vec![false; ways.len()];
    for &state in cut {
        is_cut[state as usize] = true;
    }
    for (from, row) in ways.iter().enumerate() {
        if !is_cut[from] {
            for &to in row {
                waiting[to as usize] += 1;
            }
        }
    }
    let all = 0..u32::try_from(ways.len()).unwrap_or(u32::MAX);
    let mut order: Vec<u32> = all.filter(|&state| !is_cut[state as usize] && waiting[state as usize] == 0).collect();
    let mut next = 0;
    while let Some(&state) = order.get(next) {
        next += 1;
        for &to in &ways[state as usize] {
            waiting[to as usize] -= 1;
            if waiting[to as usize] == 0 && !is_cut[to as usize] {
                order.push(to);
            }
        }
    }
    order
}

/// Takes away states that need no cut (nothing leads to or from them, or one way only, which is then drawn through) and cuts
/// those that lead to themselves; where there are none, the one with most ways through it.
struct Reduction {
    to: Vec<BTreeSet<u32>>,
    from: Vec<BTreeSet<u32>>,
    gone: Vec<bool>,
    /// States whose ways have changed.
    changed: Vec<u32>,
    /// The states by the ways through them, as these were when they last changed.
    busy: BinaryHeap<(usize, u32)>,
    cut: Vec<u32>,
}

impl Reduction {
    fn of(ways: &[Vec<u32>]) -> Self {
        let mut from = vec![BTreeSet::new(); ways.len()];
        for (state, row) in (0u32..).zip(ways) {
            for &to in row {
                from[to as usize].insert(state);
            }
        }
        Self {
            to: ways.iter().map(|row| row.iter().copied().collect()).collect(),
            from,
            gone: vec![false; ways.len()],
            changed: (0u32..).zip(ways).map(|(state, _)| state).collect(),
            busy: BinaryHeap::new(),
            cut: Vec::new(),
        }
    }

    fn run(mut self, work: &mut u64) -> Option<Vec<u32>> {
        loop {
            while let Some(state) = self.changed.pop() {
                // Ways are drawn past it, each at the cost of some words.
                let ways = self.to[state as usize].len() + self.from[state as usize].len();
                *work = work.checked_sub(16 * ways as u64 + 1)?;
                self.look(state);
            }
            let Some((through, state)) = self.busy.pop() else { break };
            if !self.gone[state as usize] && through == self.through(state) {
                self.cut(state);
            }
        }
        self.cut.sort_unstable();
        Some(self.cut)
    }

    fn through(&self, state: u32) -> usize {
        self.to[state as usize].len() * self.from[state as usize].len()
    }

    fn look(&mut self, state: u32) {
        let index = state as usize;
        if self.gone[index] {
        } else if self.to[index].contains(&state) {
            self.cut(state);
        } else if self.to[index].len() <= 1 || self.from[index].len() <= 1 {
            let (to, from) = self.remove(state);
            for &before in &from {
                for &after in &to {
                    self.to[before as usize].insert(after);
                    self.from[after as usize].insert(before);
                }
            }
        } else {
            self.busy.push((self.through(state), state));
        }
    }

    fn cut(&mut self, state: u32) {
        self.cut.push(state);
        self.remove(state);
    }

    fn remove(&mut self, state: u32) -> (BTreeSet<u32>, BTreeSet<u32>) {
        self.gone[state as usize] = true;
        let to = std::mem::take(&mut self.to[state as usize]);
        let from = std::mem::take(&mut self.from[state as usize]);
        for &after in &to {
            self.from[after as usize].remove(&state);
        }
        for &before in &from {
            self.to[before as usize].remove(&state);
        }
        self.changed.extend(to.iter().chain(&from).copied().filter(|&other| other != state));
        (to, from)
    }
}
