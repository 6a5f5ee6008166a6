//! Which things no order can matter of any more: those that every use of an order passes by, now and later.
//!
//! A use of an order (a `for each` whose turns do not commute, a choice by order) looks at the things that pass its filter. A
//! part of the filter that does not hold for a thing is *stable* at a node where no change that can come between the node and
//! the use can make it hold.

use std::collections::HashMap;

use super::conjunct::{Conjunct, Write};
use super::facts::Facts;
use super::graph::Graph;
use crate::logic::bits::Bits;

/// Most nodes that are looked at for all uses.
const MOST_VISITS: usize = 50_000_000;

/// For each type of things the uses that can still come, each with the stable parts of its filter.
type Uses = Vec<Vec<Vec<Conjunct>>>;

/// What is inert, by node.
pub(super) struct Inert {
    kinds: Vec<Uses>,
    of: Vec<u32>,
    /// What holds where nothing is known.
    open: Vec<Vec<Conjunct>>,
}

impl Inert {
    pub(super) fn new(graph: &Graph, types: usize, after: &Facts) -> Self {
        let mut groups: HashMap<(usize, Vec<Conjunct>), Vec<usize>> = HashMap::new();
        let mut writes: HashMap<usize, Vec<(usize, Write)>> = HashMap::new();
        for (at, instance) in graph.instances.iter().enumerate() {
            let body = graph.body(at);
            for (pc, act) in body.acts.iter().enumerate() {
                let node = instance.first + pc;
                for used in &act.uses {
                    groups.entry(used.clone()).or_default().push(node);
                }
                for (field, write) in &act.writes {
                    writes.entry(*field).or_default().push((node, write.clone()));
                }
            }
            if instance.parent.is_none() {
                for ty in 0..types {
                    let layout = &after.layout;
                    if after.bits.has(layout.list(ty)) || after.bits.has(layout.numbers(ty)) {
                        groups.entry((ty, Vec::new())).or_default().push(instance.first + body.code.len());
                    }
                }
            }
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        // So that a case is solved in the same way each time.
        groups.sort_unstable_by(|a, b| a.1.cmp(&b.1).then(a.0.0.cmp(&b.0.0)));
        let work: usize = groups.iter().map(|((_, parts), _)| 1 + 2 * parts.len()).sum();
        let mut all = Self { kinds: Vec::new(), of: Vec::new(), open: vec![Vec::new()] };
        if work.saturating_mul(graph.nodes) > MOST_VISITS {
            return all;
        }
        let before = graph.before(false);
        let mut reached: Vec<(Bits, Vec<Bits>)> = Vec::with_capacity(groups.len());
        for ((_, parts), sites) in &groups {
            let uses = before.reach(sites.clone());
            let unstable = parts.iter().map(|part| {
                let writes = writes.get(&part.at).into_iter().flatten();
                let bad = writes.filter(|(node, write)| part.can_come_true(write) && leads(graph, *node, &uses));
                before.reach(bad.map(|(node, _)| *node).collect())
            });
            let unstable = unstable.collect();
            reached.push((uses, unstable));
        }
        let mut known: HashMap<(Vec<(usize, u64)>, Bits), u32> = HashMap::new();
        for node in 0..graph.nodes {
            let (instance, pc) = graph.at(node);
            let mut kind: Vec<(usize, u64)> = Vec::new();
            let mut midway = Bits::new(types);
            for (at, (uses, unstable)) in reached.iter().enumerate() {
                if uses.has(node) {
                    let stable = (0..64usize).zip(unstable).filter(|(_, unstable)| !unstable.has(node));
                    kind.push((at, stable.fold(0, |mask, (bit, _)| mask | 1 << bit)));
                }
            }
            // In the middle of a loop that commutes, it matters which turns are over.
            let body = graph.body(instance);
            for around in body.loops.iter().filter(|around| around.commutes && around.steps.contains(&pc)) {
                midway.union(&around.things);
            }
            let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
            let id = *known.entry((kind, midway)).or_insert_with_key(|(kind, midway)| {
                let mut uses: Uses = vec![Vec::new(); types];
                midway.iter().for_each(|ty| uses[ty].push(Vec::new()));
                for (at, mask) in kind {
                    let (ty, parts) = &groups[*at].0;
                    let parts = parts.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
                    let list: Vec<Conjunct> = parts.map(|(_, part)| part.clone()).collect();
                    if !uses[*ty].contains(&list) {
                        uses[*ty].push(list);
                    }
                }
                all.kinds.push(uses);
                next
            });
            all.of.push(id);
        }
        all
    }

    /// The uses that can still come of an order of things of a type.
    pub(super) fn uses(&self, node: usize, ty: usize) -> &[Vec<Conjunct>] {
        let uses = self.of.get(node).and_then(|kind| self.kinds.get(*kind as usize)?.get(ty));
        uses.map_or(&self.open, |uses| uses)
    }
}

/// Whether one of these nodes can come after a node.
fn leads(graph: &Graph, node: usize, to: &Bits) -> bool {
    let mut next = Vec::new();
    graph.next(node, &mut next);
    next.iter().any(|next| to.has(*next))
}
