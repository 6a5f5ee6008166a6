//! What an example names as reasons: sections, and exceptions or contributions of them.

use std::collections::BTreeSet;

use super::values::{Reader, same};
use crate::diagnostic::Place;
use crate::library::Book;
use crate::library::yaml::{Node, Value as Yaml};
use crate::logic::program::{Point, PointId, PointKind};
use crate::logic::syntax::ast::Span;

/// A reason as written, and the points that stand for it.
#[derive(Clone, Debug)]
pub(super) struct Reason {
    /// As written.
    pub(super) text: String,
    /// Where.
    pub(super) place: Place,
    /// Any of these on a path is enough.
    pub(super) points: BTreeSet<PointId>,
}

/// Keys whose values are reasons.
pub(super) const KEYS: [&str; 3] = ["because", "not_because", "considered"];

/// Every reason that an entry of an example names, in its steps too: nodes with the id of a section, and perhaps a label behind it.
pub fn reasons_of<'n>(key: &str, value: &'n Node) -> Vec<&'n Node> {
    let of_entries = |node: &'n Node| node.entries().iter().flat_map(|entry| reasons_of(&entry.key, &entry.value));
    match key {
        "steps" => value.items().iter().flat_map(of_entries).collect(),
        "expect" => value.get("refused").map(listed).unwrap_or_default(),
        key if KEYS.contains(&key) => listed(value),
        _ => Vec::new(),
    }
}

/// A single one may stand without brackets.
fn listed(node: &Node) -> Vec<&Node> {
    match &node.value {
        Yaml::List(items) => items.iter().collect(),
        _ => vec![node],
    }
}

/// Reads a list of reasons.
pub(super) fn read(reader: &mut Reader<'_>, book: &Book, node: Option<&Node>) -> Vec<Reason> {
    let Some(node) = node else { return Vec::new() };
    listed(node).into_iter().filter_map(|item| one(reader, book, item)).collect()
}

fn one(reader: &mut Reader<'_>, book: &Book, node: &Node) -> Option<Reason> {
    let program = reader.program;
    let Some(text) = node.text() else {
        reader.wrong(node.place, format!("this must be the id of a section, not {}", node.kind()), "name a section");
        return None;
    };
    if let [(_, section)] = &book.numbered(text)[..] {
        let help = format!("write `{}`: numbers change, ids do not", section.id);
        reader.wrong(node.place, format!("a reason is named by its id, not by its number {text}"), help);
        return None;
    }
    let (id, label) = match text.split_once('.') {
        Some((id, label)) => (id, Some(label)),
        None => (text, None),
    };
    let Some(block) = program.blocks.iter().position(|block| block.id == id) else {
        if book.section(id).is_some() {
            reader.wrong(
                node.place,
                format!("the section `{id}` has no logic, so it can be no reason"),
                "name another",
            );
        } else {
            let known = program.blocks.iter().map(|block| block.id.as_str());
            reader.unknown(node.place, format!("`{id}` is no section of this book"), id, known, "sections with logic");
        }
        return None;
    };
    // What stands in no text has no name of its own.
    let unwritten = |point: &Point| point.kind == PointKind::Woven && point.span == Span::default();
    let here = program.points.iter().enumerate().filter(|(_, point)| point.block.index() == block && !unwritten(point));
    let named = |(at, point): (usize, &Point)| {
        let fits = label.is_none_or(|label| {
            point.label.is_some_and(|name| same(program.name(name), label))
                || (point.label.is_none() && same(program.name(point.owner), label))
        });
        fits.then(|| u32::try_from(at).ok().map(PointId)).flatten()
    };
    let points: BTreeSet<PointId> = here.clone().filter_map(named).collect();
    if points.is_empty()
        && let Some(label) = label
    {
        let known: BTreeSet<&str> = here
            .flat_map(|(_, point)| [point.label, Some(point.owner)])
            .flatten()
            .map(|name| program.name(name))
            .collect();
        let message = format!("the logic of `{id}` has nothing of the name `{label}`");
        reader.unknown(node.place, message, label, known, "names");
        return None;
    }
    Some(Reason { text: text.to_owned(), place: node.place, points })
}
