//! The answer to a choice, with what an example asserts about the question: who is asked, and what is offered.

use super::values::{Reader, same};
use crate::library::names;
use crate::library::yaml::{Entry, Node, Value as Yaml};
use crate::logic::program::Program;

/// The keys of an answer in its long form.
const KEYS: [&str; 3] = ["answer", "by", "from"];

/// An answer, and what an example may assert about its question.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChoiceAnswer<'a> {
    /// What is chosen.
    pub(super) answer: &'a Node,
    /// Who must be the one to choose.
    pub(super) by: Option<&'a Node>,
    /// What must be offered: this and nothing else.
    pub(super) from: Option<&'a Node>,
}

impl<'a> ChoiceAnswer<'a> {
    /// `{answer: second, by: defender, from: [first, second]}`, or an answer alone.
    pub(super) fn read(node: &'a Node) -> Self {
        let is_long = node.entries().iter().all(|entry| is_long_key(&entry.key));
        match node.get("answer").filter(|_| is_long) {
            Some(answer) => Self { answer, by: node.get("by"), from: node.get("from") },
            None => Self { answer: node, by: None, from: None },
        }
    }

    /// Reports what looks like the long form and is not. `chosen`: somebody chooses, where a pick is nobody's.
    pub(super) fn check(reader: &mut Reader<'_>, node: &'a Node, chosen: bool) {
        let entries = node.entries();
        if !entries.iter().any(|entry| is_long_key(&entry.key)) || may_be_value(reader.program, entries) {
            return;
        }
        for entry in entries.iter().filter(|entry| !is_long_key(&entry.key)) {
            let message = format!("an answer has no `{}`", entry.key);
            reader.unknown(entry.place, message, &entry.key, KEYS, "keys");
        }
        if node.get("answer").is_none() {
            let help = "write `{answer: …, by: …, from: […]}`";
            reader.wrong(node.place, "what is answered is missing", help);
        }
        if let Some(from) = node.get("from").filter(|from| !matches!(from.value, Yaml::List(_))) {
            let message = format!("`from` must be a list of what is offered, not {}", from.kind());
            reader.wrong(from.place, message, "write `from: [first, second]`");
        }
        if let Some(by) = node.get("by").filter(|_| !chosen) {
            reader.wrong(by.place, "what is picked at random is chosen by nobody", "take `by` out");
        }
    }
}

/// Whether a mapping with a key of the long form may be a value. `answer` may be a name of the book, while `by` and `from` are
/// words of the language. What is wrong in a value is told of by those who know what it is compared with.
fn may_be_value(program: &Program, entries: &[Entry]) -> bool {
    let known = |key: &str| program.names.iter().chain(&program.symbols).any(|name| same(name, key));
    let (long, others): (Vec<&Entry>, Vec<&Entry>) = entries.iter().partition(|entry| is_long_key(&entry.key));
    let has_names = long.iter().all(|entry| known(&entry.key));
    let is_slip = |other: &&Entry| !known(&other.key) && names::nearest(&other.key, KEYS).is_some();
    !others.is_empty() && has_names && !others.iter().any(is_slip)
}

/// Whether a mapping with this key may be an answer in its long form.
pub(in crate::logic) fn is_long_key(key: &str) -> bool {
    KEYS.contains(&key)
}
