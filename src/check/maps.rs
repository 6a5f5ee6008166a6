//! The maps of a book: what they name is there, and every place lies where it can be seen.

use crate::diagnostic::{Diagnostic, codes};
use crate::library::Library;
use crate::library::map::{MOST_MAPS, plan};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    // Of a table that could not be read nothing can be missing.
    for book in library.books.iter().filter(|book| book.is_whole()) {
        if let Some(beyond) = book.maps.get(MOST_MAPS) {
            let message = format!("the book has {} maps; at most {MOST_MAPS} are shown", book.maps.len());
            let found = Diagnostic::new(&codes::BAD_MAP, beyond.place, message);
            diagnostics.push(found.help("join some of them").in_book(&book.id));
        }
        for map in book.maps.iter().take(MOST_MAPS) {
            for fault in plan(book, map).1 {
                let mut found = Diagnostic::new(&codes::BAD_MAP, fault.place, fault.message).help(fault.help);
                if let Some(place) = fault.related {
                    found = found.related(place, "the other one");
                }
                diagnostics.push(found.in_book(&book.id));
            }
        }
    }
}
