//! Which sections refer to a section: the way back of every reference.

use std::collections::BTreeMap;

use super::references::{Target, resolve};
use super::texts;
use super::{Book, Library};

/// A section of a book: book id and section id.
pub type Address = (String, String);

/// For each section the sections whose texts refer to it, each once, in the order of their books.
///
/// The reference language decides: a translation has the same references.
pub fn backlinks(library: &Library) -> BTreeMap<Address, Vec<Address>> {
    let mut found: BTreeMap<Address, Vec<Address>> = BTreeMap::new();
    for book in &library.books {
        for (from, to) in links(library, book) {
            let list = found.entry(to).or_default();
            if !list.contains(&from) {
                list.push(from);
            }
        }
    }
    found
}

fn links(library: &Library, book: &Book) -> Vec<(Address, Address)> {
    let mut links = Vec::new();
    for owned in texts::proses(book).into_iter().filter(|owned| owned.language == book.reference) {
        let Some(section) = owned.section else { continue };
        let from = (book.id.clone(), section.to_owned());
        for (reference, _) in owned.text.document.references() {
            if let Ok(Target::Section { book: other, section, .. }) = resolve(library, book, reference) {
                let to = (other.id.clone(), section.id.clone());
                if to != from {
                    links.push((from.clone(), to));
                }
            }
        }
    }
    links
}
