//! How much of the traces of a library's examples is kept.
//!
//! Where they are too much together, all are cut at one length: the longest of those that come from halving for which they fit.
//! That follows from the traces alone, not from their order, though it is found while they are made.

use super::verdict::ExampleResult;
use crate::logic::machine::{TraceNode, What};

/// The room for the traces of a library.
pub(super) struct KeptTraces {
    /// How much all of them may have.
    most: usize,
    /// How much each may have.
    length: usize,
    /// How much all have that are kept.
    held: usize,
}

impl KeptTraces {
    /// Room for `most`.
    pub(super) fn new(most: u64) -> Self {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        Self { most, length: most, held: 0 }
    }

    /// Takes in the last of these results, and cuts the traces of all if that is too much.
    pub(super) fn take_in(&mut self, results: &mut [ExampleResult]) {
        let Some(last) = results.last_mut() else { return };
        self.held += cut(&mut last.verdict.trace, self.length);
        while self.held > self.most && self.length > 0 {
            self.length /= 2;
            self.held = results.iter_mut().map(|result| cut(&mut result.verdict.trace, self.length)).sum();
        }
    }
}

/// Keeps the first nodes of a trace, in the order of its lines, as far as they fit, and says where it was cut. How much it has
/// then; cut twice it is the same as cut once at the smaller length.
fn cut(trace: &mut Vec<TraceNode>, length: usize) -> usize {
    let all = weight(trace);
    if all <= length {
        return all;
    }
    let mut left = length;
    cut_in(trace, &mut left);
    // The node that says so is one more.
    length - left + 1
}

/// Whether something was cut in `nodes`.
fn cut_in(nodes: &mut Vec<TraceNode>, left: &mut usize) -> bool {
    for at in 0..nodes.len() {
        let node = &mut nodes[at];
        let weight = node.what.weight();
        if weight > *left {
            let point = node.point;
            nodes.truncate(at);
            nodes.push(TraceNode { what: What::Cut, point, children: Vec::new() });
            // What is cut is cut to save its room.
            nodes.shrink_to_fit();
            return true;
        }
        *left -= weight;
        if cut_in(&mut node.children, left) {
            nodes.truncate(at + 1);
            nodes.shrink_to_fit();
            return true;
        }
    }
    false
}

fn weight(nodes: &[TraceNode]) -> usize {
    nodes.iter().map(|node| node.what.weight() + weight(&node.children)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::program::PointId;

    /// Nodes with so many others in each.
    fn tree(depth: u32, each: u32) -> Vec<TraceNode> {
        let node = |at| TraceNode {
            what: What::Stopped,
            point: PointId(depth * 10 + at),
            children: if depth == 0 { Vec::new() } else { tree(depth - 1, each) },
        };
        (0..each).map(node).collect()
    }

    #[test]
    fn a_trace_cut_twice_is_cut_once_at_the_smaller_length() {
        let whole = tree(3, 3);
        assert_eq!(cut(&mut whole.clone(), 120), 120, "nothing is cut of what fits");
        for first in 0..121 {
            let mut once = whole.clone();
            assert_eq!(cut(&mut once, first), weight(&once));
            assert!(weight(&once) <= first + 1);
            for second in 0..first {
                let (mut twice, mut directly) = (once.clone(), whole.clone());
                assert_eq!(cut(&mut twice, second), cut(&mut directly, second));
                assert_eq!(twice, directly, "{first} {second}");
            }
        }
    }
}
