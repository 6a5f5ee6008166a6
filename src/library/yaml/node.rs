//! A YAML value together with its place in the file.

use super::Scalar;
use crate::diagnostic::{FileId, Place};

/// A value and where it stands.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub value: Value,
    /// From its first to its last character; a block scalar begins with its first line of content.
    pub place: Place,
}

/// What a node is.
#[derive(Clone, Debug)]
pub enum Value {
    /// Nothing, `~` or `null`.
    Null,
    /// Text, a number, yes or no: told apart by the shape that reads it, not here.
    Scalar(Scalar),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping in the order of the file; a key that stands twice is kept twice.
    Map(Vec<Entry>),
}

/// A key of a mapping and its value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key as written.
    pub key: String,
    /// Where the key stands.
    pub place: Place,
    /// The value.
    pub value: Node,
}

impl Node {
    /// The value of the first `key`, unless it is null.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries().iter().find(|entry| entry.key == key).map(|entry| &entry.value).filter(|node| !node.is_null())
    }

    /// The place of `key`, whatever its value.
    pub fn key_place(&self, key: &str) -> Option<Place> {
        self.entries().iter().find(|entry| entry.key == key).map(|entry| entry.place)
    }

    /// The entries of a mapping; none for anything else.
    pub fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The items of a list; none for anything else.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// The same in another file.
    pub(crate) fn set_file(&mut self, file: FileId) {
        self.place.file = file;
        match &mut self.value {
            Value::Null => {}
            Value::Scalar(scalar) => scalar.set_file(file),
            Value::List(items) => items.iter_mut().for_each(|item| item.set_file(file)),
            Value::Map(entries) => entries.iter_mut().for_each(|entry| {
                entry.place.file = file;
                entry.value.set_file(file);
            }),
        }
    }

    /// The scalar, if it is one.
    pub fn scalar(&self) -> Option<&Scalar> {
        match &self.value {
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// The scalar's text, if it is one.
    pub fn text(&self) -> Option<&str> {
        self.scalar().map(|scalar| scalar.text.as_str())
    }

    /// Whether it is nothing.
    pub fn is_null(&self) -> bool {
        matches!(self.value, Value::Null)
    }

    /// What it is, in words for a message.
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "nothing",
            Value::Scalar(_) => "a text",
            Value::List(_) => "a list",
            Value::Map(_) => "a mapping",
        }
    }
}
