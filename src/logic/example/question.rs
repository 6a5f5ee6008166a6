//! A choice told in full: what is answered, who is asked, and from what.

use crate::library::yaml::Node;

/// An answer, and what an example may assert about its question.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// What is chosen.
    pub answer: &'a Node,
    /// Who must be the one to choose.
    pub by: Option<&'a Node>,
    /// What must be offered: this and nothing else.
    pub from: Option<&'a Node>,
}

impl<'a> Told<'a> {
    /// `{answer: second, by: defender, from: [first, second]}`, or an answer alone.
    pub fn read(node: &'a Node) -> Self {
        match node.get("answer") {
            Some(answer) => Self { answer, by: node.get("by"), from: node.get("from") },
            None => Self { answer: node, by: None, from: None },
        }
    }
}
