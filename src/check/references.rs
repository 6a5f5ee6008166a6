//! References lead somewhere, and to one place only.

use crate::diagnostic::{Diagnostic, codes};
use crate::library::markup::Reference;
use crate::library::references::{Lost, resolve};
use crate::library::{Book, Library, names, texts};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        for owned in texts::proses(book) {
            for (reference, range) in owned.text.document.references() {
                let Err(lost) = resolve(library, book, reference) else { continue };
                if may_be_unread(library, book, reference, &lost) {
                    continue;
                }
                let place = owned.text.place_of(range);
                let target = reference.address_of(&reference.target);
                let diagnostic = match lost {
                    Lost::Dangling { suggestion } => {
                        let near = suggestion.or_else(|| nearest(library, book, reference, diagnostics.len()));
                        let known = successor(library, book, reference);
                        let help = known.or_else(|| near.map(|near| format!("did you mean [[{near}]]?")));
                        let help = help.unwrap_or_else(|| {
                            let help = "name a section by its number or its id; for another book write [[book:…]]";
                            help.to_owned()
                        });
                        Diagnostic::new(&codes::DANGLING_REFERENCE, place, format!("no section `{target}`")).help(help)
                    }
                    Lost::NoStatement { section, labels } => {
                        let letter = reference.letter.map(|letter| letter.to_string()).unwrap_or_default();
                        let help = if labels.is_empty() {
                            format!("`{section}` marks no statements")
                        } else {
                            format!("`{section}` has the statements {}", labels.join(", "))
                        };
                        let message = format!("the section `{target}` has no statement `{letter}`");
                        Diagnostic::new(&codes::DANGLING_REFERENCE, place, message).help(help)
                    }
                    Lost::Ambiguous { candidates } => {
                        let candidates: Vec<_> =
                            candidates.iter().map(|candidate| format!("[[{candidate}]]")).collect();
                        Diagnostic::new(
                            &codes::AMBIGUOUS_REFERENCE,
                            place,
                            format!("`{target}` may mean several sections"),
                        )
                        .help(format!("write {}", candidates.join(" or ")))
                    }
                    Lost::UnknownBook { known } => {
                        let name = reference.book.clone().unwrap_or_default();
                        let help = format!(
                            "the books are {}; another one is named under `books` in book.yaml",
                            names::listed(known.iter().map(String::as_str))
                        );
                        Diagnostic::new(&codes::UNKNOWN_BOOK, place, format!("there is no book `{name}`")).help(help)
                    }
                };
                diagnostics.push(owned.finding(&book.id, diagnostic));
            }
        }
    }
}

/// What the section is called now that was called so.
fn successor(library: &Library, book: &Book, reference: &Reference) -> Option<String> {
    let book = reference.book.as_deref().map_or(Some(book), |name| library.book(name))?;
    let (_, section) = book.successor(&reference.target)?;
    let letter = reference.letter.map_or_else(String::new, |letter| format!(".{letter}"));
    Some(format!(
        "formerly `{}`, now `{}`: write [[{}{letter}]]",
        reference.target,
        section.id,
        reference.address_of(&section.id)
    ))
}

/// The section whose id is nearest to what was written, as a reference; none where so much was found before.
fn nearest(library: &Library, book: &Book, reference: &Reference, found: usize) -> Option<String> {
    if reference.target.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let book = reference.book.as_deref().map_or(Some(book), |name| library.book(name))?;
    let known = book.sections().map(|(_, section)| section.id.as_str());
    names::nearest_after(found, &reference.target, known).map(|near| reference.address_of(near))
}

/// Whether what is sought may stand in a file that could not be read; that file has a finding of its own.
fn may_be_unread(library: &Library, book: &Book, reference: &Reference, lost: &Lost) -> bool {
    let name = reference.book.as_deref();
    match lost {
        Lost::Dangling { .. } => {
            let Some(book) = name.map_or(Some(book), |name| library.book(name)).filter(|book| !book.is_whole()) else {
                return false;
            };
            let mut read = book.chapters.iter().filter_map(|chapter| chapter.number.as_deref());
            !read.any(|number| book.numbering.is_below(&reference.target, number))
        }
        Lost::UnknownBook { .. } => name.is_some_and(|name| library.unread.contains(name)),
        Lost::NoStatement { .. } | Lost::Ambiguous { .. } => false,
    }
}
