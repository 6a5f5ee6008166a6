//! Records what the texts say today that rulings were given on.

use super::accept::{Accepted, end_of_key, line_start, record};
use super::edit::FileEdit;
use crate::library::yaml::{self, Node};
use crate::library::{Book, Library, Ruling};

/// Accepts the named rulings of a book as holding for today's texts; all that are not withdrawn, if none is named.
pub fn accept_rulings(library: &Library, book: &Book, named: &[String]) -> Accepted {
    let mut accepted = Accepted::default();
    let Some(file) = book.rulings.first().map(|ruling| ruling.place.file) else { return accepted };
    let Some(root) = yaml::parse(file, &library.sources, &mut Vec::new()) else { return accepted };
    let text = &library.sources.file(file).text;
    let mut edit = FileEdit::default();
    let items = root.get("rulings").map_or(&[][..], Node::items);
    let last = end_of_key(text, &root, "rulings");
    for (at, node) in items.iter().enumerate() {
        let id = node.get("id").and_then(Node::text).unwrap_or_default();
        let Some(ruling) = book.rulings.iter().find(|ruling| ruling.id == id && ruling.place.start == place(node))
        else {
            continue;
        };
        let wanted = if named.is_empty() { ruling.withdrawn.is_none() } else { named.iter().any(|name| name == id) };
        let from: Vec<(String, String)> =
            ruling.on.iter().filter_map(|(on, _)| Some((on.clone(), Ruling::record(book, on)?))).collect();
        let changed = from.iter().filter(|(on, now)| ruling.from.get(on) != Some(now)).count();
        let stale = ruling.from.keys().filter(|key| !from.iter().any(|(on, _)| on == *key)).count();
        if wanted && changed + stale > 0 {
            accepted.pieces += 1;
            let end = items.get(at + 1).map_or(last, |next| line_start(text, next.place.start));
            record(&mut edit, text, node, end, &from);
        }
    }
    if !edit.is_empty() {
        accepted.edits.push((file, edit));
    }
    accepted
}

/// Where the id of a ruling stands.
fn place(node: &Node) -> usize {
    node.get("id").map_or(node.place.start, |id| id.place.start)
}
