//! A tree of sequences by their beginnings: which of many sequences begin at a place is read in one walk from there, however
//! many there are.

use std::collections::HashMap;
use std::hash::Hash;

/// A place in a tree: a beginning that some of its sequences have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Node(usize);

impl Node {
    /// Where every sequence begins.
    pub(crate) const ROOT: Self = Self(0);
}

/// Sequences of symbols by their beginnings.
#[derive(Debug)]
pub(crate) struct PrefixTree<S> {
    /// By the node before and the symbol.
    nodes: HashMap<(Node, S), Node>,
    /// How often a node was looked for.
    #[cfg(test)]
    pub(crate) steps: std::sync::atomic::AtomicUsize,
}

impl<S> Default for PrefixTree<S> {
    fn default() -> Self {
        Self {
            nodes: HashMap::new(),
            #[cfg(test)]
            steps: std::sync::atomic::AtomicUsize::default(),
        }
    }
}

impl<S: Eq + Hash> PrefixTree<S> {
    /// Adds a sequence, and gives the node at which it ends.
    pub(crate) fn insert(&mut self, symbols: impl Iterator<Item = S>) -> Node {
        symbols.fold(Node::ROOT, |node, symbol| {
            let next = Node(self.nodes.len() + 1);
            *self.nodes.entry((node, symbol)).or_insert(next)
        })
    }

    /// Where a symbol leads to; none where no sequence goes on so.
    pub(crate) fn child(&self, node: Node, symbol: S) -> Option<Node> {
        #[cfg(test)]
        self.steps.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.nodes.get(&(node, symbol)).copied()
    }
}
