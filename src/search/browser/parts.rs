//! Cuts what a query looks up into parts, and tells where each thing stands.

use std::cmp::Ordering;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::json;
use crate::files::hex;

/// A script of the index.
#[derive(Clone, Debug)]
pub struct Part {
    /// What its file is called, without `.js`.
    pub name: String,
    /// It puts what it holds under its name into `rulestoneParts`.
    pub script: String,
}

impl Part {
    /// The script that holds `json` under a name.
    pub(crate) fn new(name: String, json: &str) -> Self {
        let script = format!("(globalThis.rulestoneParts ??= {{}})[{}] = {};\n", super::json(&name), inert(json));
        Self { name, script }
    }
}

/// The parts of one kind: from which key on each goes, and the hash that ends its name.
#[derive(Debug, Default, Serialize)]
pub(super) struct Shelf<Key> {
    from: Vec<Key>,
    hashes: Vec<String>,
}

impl<Key> Shelf<Key> {
    pub(super) fn put(&mut self, from: Key, name: &str, kind: char, json: &str, made: &mut Vec<Part>) {
        let hash = hash(json);
        made.push(Part::new(format!("{name}-{kind}{}-{hash}", self.from.len()), json));
        self.from.push(from);
        self.hashes.push(hash);
    }
}

pub(super) fn hash(content: &str) -> String {
    hex(&Sha256::digest(content)[..4])
}

/// Escapes what would end a script element or, in old browsers, a string. In JSON these characters stand in strings
/// only.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// Things that are looked up by a key, each as JSON.
#[derive(Debug, Default)]
pub(super) struct Records(Vec<(String, String)>);

impl Records {
    /// Each key once.
    pub(super) fn add(&mut self, key: String, json: String) {
        self.0.push((key, json));
    }

    pub(super) fn shelve(mut self, name: &str, size: usize, made: &mut Vec<Part>) -> Shelf<String> {
        self.0.sort_by(|(left, _), (right, _)| as_a_script(left, right));
        let lengths = self.0.iter().map(|(key, json)| key.len() + json.len() + 4);
        let mut filled = Shelf { from: Vec::new(), hashes: Vec::new() };
        let mut last = "";
        for part in in_parts(&self.0, lengths, size) {
            let keys: Vec<&str> = part.iter().map(|(key, _)| key.as_str()).collect();
            let values: Vec<&str> = part.iter().map(|(_, json)| json.as_str()).collect();
            let content = format!("{{\"keys\":{},\"values\":[{}]}}", json(&keys), values.join(","));
            filled.put(between(last, keys[0]), name, 'r', &content, made);
            last = keys[keys.len() - 1];
        }
        filled
    }
}

/// Things that are looked up by their place, each as JSON.
pub(super) fn shelve_in_order(
    name: &str,
    kind: char,
    things: &[String],
    size: usize,
    made: &mut Vec<Part>,
) -> Shelf<usize> {
    let mut shelf = Shelf { from: Vec::new(), hashes: Vec::new() };
    let mut from = 0;
    for part in in_parts(things, things.iter().map(|json| json.len() + 1), size) {
        shelf.put(from, name, kind, &format!("[{}]", part.join(",")), made);
        from += part.len();
    }
    shelf
}

/// How a script compares strings: by UTF-16 units.
pub(super) fn as_a_script(left: &str, right: &str) -> Ordering {
    match left.chars().zip(right.chars()).find(|(left, right)| left != right) {
        Some((left, right)) => left.encode_utf16(&mut [0; 2]).as_ref().cmp(right.encode_utf16(&mut [0; 2]).as_ref()),
        None => left.len().cmp(&right.len()),
    }
}

/// Cuts `things` where the parts get longer than `size`.
pub(super) fn in_parts<T>(things: &[T], lengths: impl Iterator<Item = usize>, size: usize) -> Vec<&[T]> {
    let mut parts = Vec::new();
    let (mut from, mut sum) = (0, 0);
    for (at, length) in lengths.enumerate() {
        if at > from && sum + length > size {
            parts.push(&things[from..at]);
            (from, sum) = (at, 0);
        }
        sum += length;
    }
    if from < things.len() {
        parts.push(&things[from..]);
    }
    parts
}

/// The shortest beginning of `next` that comes after `last`.
pub(super) fn between(last: &str, next: &str) -> String {
    let shared = last.chars().zip(next.chars()).take_while(|(left, right)| left == right).count();
    next.chars().take(shared + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::{between, in_parts};

    #[test]
    fn parts_are_as_long_as_they_may_be() {
        let things = ["aa", "b", "cccccc", "d", "e"];
        let parts = in_parts(&things, things.iter().map(|thing| thing.len()), 3);
        assert_eq!(parts, [&["aa", "b"][..], &["cccccc"], &["d", "e"]]);
        assert!(in_parts(&[0; 0], std::iter::empty(), 3).is_empty());
    }

    #[test]
    fn a_part_begins_behind_the_last() {
        assert_eq!(between("", "siege"), "s");
        assert_eq!(between("sie", "siege"), "sieg");
        assert_eq!(between("sail", "siege"), "si");
    }
}
