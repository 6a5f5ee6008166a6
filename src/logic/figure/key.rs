//! What tells one case of odds from another: a hash of everything that the answer depends on.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::files::hex;
use crate::library::Book;
use crate::library::yaml::{Node, Value};
use crate::logic::book::Compiled;
use crate::logic::limits::Limits;

/// Raised whenever the odds of a case, or the form in which they are kept, change.
const FORMAT: u32 = 2;

/// The hash of what all examples of a book have in common: its logic, data and options, and the program that reads them.
#[derive(Debug)]
pub(super) struct Ground(Sha256);

impl Ground {
    pub(super) fn of(book: &Book, compiled: &Compiled, limits: &Limits) -> Self {
        let mut hash = Hash(Sha256::new());
        let (figure, run) = (limits.figure, limits.run);
        hash.text(&format!("{FORMAT} {} {figure:?} {run:?} {}", env!("CARGO_PKG_VERSION"), book.id));
        for block in &compiled.blocks {
            hash.text(&block.id);
            hash.text(if block.assumed { "assumed" } else { "" });
            hash.text(&block.text.text);
        }
        hash.text("data");
        for table in &book.data {
            hash.text(&format!("{} {:?}", table.id, table.columns));
            hash.count(table.rows.len());
            table.rows.iter().for_each(|row| hash.node(row));
        }
        hash.text(&format!("{:?}", compiled.options));
        Self(hash.0)
    }
}

/// The key of a case of an example: the first, the `second` one, or that of the grid in which each thing is as `written`.
pub(super) fn key(ground: &Ground, example: &BTreeMap<String, Node>, second: bool, written: &[(&str, &str)]) -> String {
    let mut hash = Hash(ground.0.clone());
    // What is left open does not matter, nor what must come out.
    for name in ["options", "assume", "given", "given_by", "run"] {
        hash.entry(name, example.get(name));
    }
    for step in example.get("steps").map_or(&[][..], Node::items) {
        hash.entry("step", step.get("run"));
    }
    let odds = example.get("odds");
    for name in ["of", "policy", "assume"] {
        hash.entry(name, odds.and_then(|odds| odds.get(name)));
    }
    hash.entry("with", odds.filter(|_| second).and_then(|odds| odds.get("with")));
    hash.count(written.len());
    for (axis, value) in written {
        hash.text(axis);
        hash.text(value);
    }
    hex(&hash.0.finalize())
}

/// Every text is hashed behind its length, and every list behind its own, so that none reads as another.
struct Hash(Sha256);

impl Hash {
    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.update(text);
    }

    fn count(&mut self, count: usize) {
        self.0.update((count as u64).to_le_bytes());
    }

    fn entry(&mut self, name: &str, node: Option<&Node>) {
        self.text(name);
        match node {
            Some(node) => self.node(node),
            None => self.text(""),
        }
    }

    /// A tree without its places. The reader bounds its depth.
    fn node(&mut self, node: &Node) {
        match &node.value {
            Value::Null => self.text("null"),
            Value::Scalar(scalar) => {
                self.text(&format!("{:?}", scalar.style));
                self.text(&scalar.text);
            }
            Value::List(items) => {
                self.text("list");
                self.count(items.len());
                for item in items {
                    self.node(item);
                }
            }
            Value::Map(entries) => {
                self.text("map");
                self.count(entries.len());
                for entry in entries {
                    self.text(&entry.key);
                    self.node(&entry.value);
                }
            }
        }
    }
}
