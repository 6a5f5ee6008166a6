//! Records what the texts say today that rulings were given on.

use super::accept::{Accepted, FROM};
use super::edit::FileEdit;
use super::recorded::Written;
use crate::library::yaml::Node;
use crate::library::{Book, Library, Ruling};

/// Accepts the named rulings of a book as holding for today's texts; all that are not withdrawn, if none is named.
pub fn accept_rulings(library: &Library, book: &Book, named: &[String]) -> Accepted {
    let mut accepted = Accepted::default();
    let Some(file) = book.rulings.first().map(|ruling| ruling.place.file) else { return accepted };
    let Some(file) = Written::read(library, file) else { return accepted };
    let mut edit = FileEdit::default();
    for (id, entry) in file.items("rulings") {
        let is_here = |ruling: &&Ruling| ruling.id == id && ruling.place.start == place(entry.node);
        let Some(ruling) = book.rulings.iter().find(is_here) else { continue };
        let wanted = if named.is_empty() { ruling.withdrawn.is_none() } else { named.iter().any(|name| name == id) };
        let from: Vec<(String, String)> =
            ruling.on.iter().filter_map(|(on, _)| Some((on.clone(), Ruling::record(book, on)?))).collect();
        let changed = from.iter().filter(|(on, now)| ruling.from.get(on) != Some(now)).count();
        let stale = ruling.from.keys().filter(|key| !from.iter().any(|(on, _)| on == *key)).count();
        if wanted && changed + stale > 0 {
            accepted.pieces += 1;
            file.map(&mut edit, &entry, FROM, &from);
        }
    }
    if !edit.is_empty() {
        accepted.edits.push((file.file, edit));
    }
    accepted
}

/// Where the id of a ruling stands.
fn place(node: &Node) -> usize {
    node.get("id").map_or(node.place.start, |id| id.place.start)
}
