//! Which lines of a trace tell what happened: what was rolled, drawn, chosen, changed and refused, the conditions on the way to it,
//! and what it was made of. What decided nothing is counted.

use crate::logic::machine::{Changed, TraceNode, What};

/// How deep it is told of what something was made of: a value, and what decided about it.
const REASONS: usize = 2;

/// The same where nothing was done, and the value is all there is to tell.
const REASONS_OF_A_VALUE: usize = 6;

/// So many that say the same are told one by one.
const ONE_BY_ONE: usize = 2;

/// So many values at most are told one by one for which a reason asked: more are those of all that could have been chosen.
const MOST_ASKED: usize = 8;

/// What is told of a trace.
pub(super) enum Told<'t> {
    /// A node, with how deep it stands.
    Node(&'t TraceNode, usize),
    /// So many that did not apply.
    NotApplied(usize, &'t TraceNode, usize),
    /// So many values that were asked.
    Asked(usize, &'t TraceNode, usize),
    /// So many in which nothing was done.
    Quiet(usize, &'t TraceNode, usize),
}

/// A node in the order of a trace.
struct Flat<'t> {
    node: &'t TraceNode,
    depth: usize,
    /// Behind its last part.
    end: usize,
    /// Whether something is done in it.
    does: bool,
}

/// The trace as it is told in brief, each with the number of its node; `says` tells whether there are words for a node.
pub(super) fn brief<'t>(trace: &'t [TraceNode], says: &dyn Fn(&TraceNode) -> bool) -> Vec<(usize, Told<'t>)> {
    let flat = flattened(trace);
    let reasons = if flat.iter().any(|part| part.does) { REASONS } else { REASONS_OF_A_VALUE };
    let mut told = Vec::new();
    // Where parts end that are told, and whether they are reasons.
    let mut around: Vec<(usize, bool)> = Vec::new();
    let mut at = 0;
    while let Some(part) = flat.get(at) {
        while around.last().is_some_and(|(end, _)| *end <= at) {
            around.pop();
        }
        let depth = around.len();
        if !part.does {
            let (alike, behind) = run(&flat, at);
            let reason = around.last().is_some_and(|(_, reason)| *reason);
            let counted = kind(part.node).filter(|kind| {
                alike > ONE_BY_ONE && (*kind != Kind::Asked || depth > 0 && (!reason || alike > MOST_ASKED))
            });
            if let Some(kind) = counted {
                told.push((
                    at,
                    match kind {
                        Kind::NotApplied => Told::NotApplied(alike, part.node, depth),
                        Kind::Asked => Told::Asked(alike, part.node, depth),
                        Kind::Quiet => Told::Quiet(alike, part.node, depth),
                    },
                ));
                at = behind;
                continue;
            }
            if is_only_base(&flat, at) {
                // It says what its value says.
                at += 1;
                continue;
            }
            let within = around.iter().rev().take_while(|(_, reason)| *reason).count();
            if within >= reasons || is_beside_the_point(&part.node.what) || !says(part.node) {
                at = part.end;
                continue;
            }
        }
        told.push((at, Told::Node(part.node, depth)));
        if !part.does && kind(part.node) == Some(Kind::Quiet) {
            at = part.end;
            continue;
        }
        around.push((part.end, !part.does && is_reason(&part.node.what)));
        at += 1;
    }
    told
}

/// The nodes one behind the other.
fn flattened(trace: &[TraceNode]) -> Vec<Flat<'_>> {
    let mut flat: Vec<Flat<'_>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut waiting: Vec<(&TraceNode, usize)> = trace.iter().rev().map(|node| (node, 0)).collect();
    let close = |flat: &mut Vec<Flat<'_>>, open: &mut Vec<usize>, depth: usize| {
        while open.last().is_some_and(|at| flat[*at].depth >= depth) {
            let Some(at) = open.pop() else { break };
            flat[at].end = flat.len();
            if let (true, Some(outer)) = (flat[at].does, open.last()) {
                flat[*outer].does = true;
            }
        }
    };
    while let Some((node, depth)) = waiting.pop() {
        close(&mut flat, &mut open, depth);
        open.push(flat.len());
        flat.push(Flat { node, depth, end: 0, does: node.what.is_told() });
        waiting.extend(node.children.iter().rev().map(|child| (child, depth + 1)));
    }
    close(&mut flat, &mut open, 0);
    flat
}

/// What can be counted together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    NotApplied,
    /// A value, of several that were asked one behind the other to choose or pass over things.
    Asked,
    /// A condition or a turn in which nothing was done.
    Quiet,
}

fn kind(node: &TraceNode) -> Option<Kind> {
    match node.what {
        What::NotApplied { .. } | What::Excepted { .. } => Some(Kind::NotApplied),
        What::Asked { .. } | What::Supposed { .. } | What::Graph { .. } => Some(Kind::Asked),
        What::Branched { .. } | What::Turn { .. } | What::Required { .. } => Some(Kind::Quiet),
        _ => None,
    }
}

/// How many that are alike stand side by side from here on, and where the next is.
fn run(flat: &[Flat<'_>], from: usize) -> (usize, usize) {
    let (depth, first) = (flat[from].depth, kind(flat[from].node));
    let (mut count, mut at) = (0, from);
    while let Some(part) = flat.get(at).filter(|part| part.depth == depth && !part.does && kind(part.node) == first) {
        count += 1;
        at = part.end;
    }
    (count, at)
}

/// Whether it is the base of a value to which nothing else applied, and so the same.
fn is_only_base(flat: &[Flat<'_>], at: usize) -> bool {
    let part = &flat[at];
    let Some(value) = at.checked_sub(1).map(|before| &flat[before]).filter(|value| value.depth + 1 == part.depth)
    else {
        return false;
    };
    matches!(part.node.what, What::Applied { .. })
        && matches!(value.node.what, What::Asked { .. })
        && value.end == part.end
}

/// Whether it is what something was made of.
fn is_reason(what: &What) -> bool {
    !matches!(
        what,
        What::Ran { .. } | What::Branched { .. } | What::Turn { .. } | What::Let { .. } | What::Required { .. }
    )
}

/// What tells nobody anything where nothing depends on it.
fn is_beside_the_point(what: &What) -> bool {
    match what {
        What::Stopped => true,
        // What a procedure keeps for itself is told where it is used, and what stays as it was is no change.
        What::Changed { place, before, after } => matches!(place, Changed::Local(_)) || before.as_ref() == Some(after),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_decided_nothing_is_counted() {
        use crate::logic::program::PointId;
        let leaf = |what| TraceNode { what, point: PointId(0), children: Vec::new() };
        let quiet = || leaf(What::Branched { held: false });
        let rolled = || leaf(What::Rolled { label: crate::logic::program::NameId(0), faces: vec![3], sides: 6 });
        let counts = |trace: &[TraceNode]| -> Vec<usize> {
            brief(trace, &|_| true)
                .iter()
                .map(|(_, told)| match told {
                    Told::Node(..) => 1,
                    Told::NotApplied(count, ..) | Told::Asked(count, ..) | Told::Quiet(count, ..) => *count,
                })
                .collect()
        };
        assert_eq!(counts(&[quiet(), quiet(), rolled()]), [1, 1, 1]);
        assert_eq!(counts(&[quiet(), quiet(), quiet(), rolled(), quiet()]), [3, 1, 1]);
        // A condition in which a die was thrown is no part of a count.
        let busy = TraceNode { children: vec![rolled()], ..quiet() };
        assert_eq!(counts(&[quiet(), quiet(), busy, quiet(), rolled()]), [1, 1, 1, 1, 1, 1]);
        // What cannot be said is not told, but what happened in it is.
        let busy = TraceNode { children: vec![rolled()], ..quiet() };
        assert_eq!(brief(&[quiet(), busy], &|node| !matches!(node.what, What::Branched { .. })).len(), 2);
    }
}
