//! Choices that nobody has made: those that make no difference to what is asked need no policy.
//!
//! Two states are alike if they lead to alike states with equal probability. All are taken for alike at first and told apart
//! until nothing more tells them apart. Where all ways of a choice are alike, any of them will do.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::graph::{Destination, Graph, Pick, Row, Target};
use super::weight::{WeightId, Weights};

/// More looks at ways than this are not taken: the states count as different then.
const MOST: usize = 50_000_000;

/// A state or end as far as it has been told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Class {
    State(u32),
    End(u32),
}

/// Where a state leads.
#[derive(PartialEq, Eq, Hash)]
enum Leads {
    /// By chance.
    Chance(Vec<(Class, WeightId)>),
    /// To one of these, by a choice that is made or not.
    Choice(Option<Pick>, Vec<Class>),
    /// Nobody knows: it is like no other.
    Unknown(u32),
}

/// Makes each of the choices of which all ways are alike, by its first way. The first one that is left.
///
/// Where the weights take more than so many words, none is made any more.
pub(super) fn settle(graph: &mut Graph, weights: &mut Weights, undecided: &[u32], words: u64) -> Option<u32> {
    if undecided.is_empty() {
        return None;
    }
    let kinds = kinds(graph, weights, words);
    let mut left = None;
    for &state in undecided {
        let Row::Choice(_, targets) = graph.row(state) else { continue };
        let different: BTreeSet<Class> = targets.iter().map(|target| kind(&kinds, *target)).collect();
        if different.len() > 1 {
            left = left.or(Some(state));
        } else {
            graph.choose(state, 0);
        }
    }
    left
}

fn kind(kinds: &[u32], target: Target) -> Class {
    match target.place() {
        Destination::State(state) => Class::State(kinds.get(state as usize).copied().unwrap_or(u32::MAX)),
        Destination::End(end) => Class::End(end),
    }
}

/// The kind of each state.
fn kinds(graph: &Graph, weights: &mut Weights, words: u64) -> Vec<u32> {
    let states = u32::try_from(graph.states()).unwrap_or(u32::MAX);
    let mut kinds = vec![0; graph.states()];
    let mut count = 1;
    let mut looked = 0;
    loop {
        let mut known = HashMap::new();
        let mut next = Vec::with_capacity(kinds.len());
        for state in 0..states {
            if weights.words() > words {
                return (0..states).collect();
            }
            // What was told apart stays so.
            let key = (kinds[state as usize], leads(graph, weights, &kinds, state));
            let fresh = u32::try_from(known.len()).unwrap_or(u32::MAX);
            next.push(*known.entry(key).or_insert(fresh));
        }
        looked += graph.ways() + graph.states();
        let now = known.len();
        kinds = next;
        if now == count {
            return kinds;
        }
        if looked > MOST {
            return (0..states).collect();
        }
        count = now;
    }
}

fn leads(graph: &Graph, weights: &mut Weights, kinds: &[u32], state: u32) -> Leads {
    match graph.row(state) {
        Row::Unresolved => Leads::Unknown(state),
        Row::Chance(targets, shares) => {
            let mut all: BTreeMap<Class, WeightId> = BTreeMap::new();
            for (target, share) in targets.iter().zip(shares) {
                let kind = kind(kinds, *target);
                let sum = match all.get(&kind) {
                    Some(known) => weights.sum(*known, *share),
                    None => *share,
                };
                all.insert(kind, sum);
            }
            Leads::Chance(all.into_iter().collect())
        }
        Row::Choice(Pick::Open, targets) => {
            let all: BTreeSet<Class> = targets.iter().map(|target| kind(kinds, *target)).collect();
            match all.first() {
                // No choice at all.
                Some(only) if all.len() == 1 => Leads::Chance(vec![(*only, WeightId::ONE)]),
                _ => Leads::Choice(None, all.into_iter().collect()),
            }
        }
        Row::Choice(pick, targets) => {
            Leads::Choice(Some(pick), targets.iter().map(|target| kind(kinds, *target)).collect())
        }
    }
}
