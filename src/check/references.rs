//! References lead somewhere, and to one place only: those in texts, and what logic cites as external.

use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::markup::Reference;
use crate::library::references::{Lost, resolve, unknown_book};
use crate::library::{Book, Library, names, texts};
use crate::logic::book::Logic;

pub(super) fn check(library: &Library, logic: &Logic, diagnostics: &mut Vec<Diagnostic>) {
    for (book, compiled) in library.books.iter().zip(&logic.books) {
        let mut found = Vec::new();
        let look = |reference: &Reference, written: Written, place: Place, found: &[Diagnostic]| {
            let lost = resolve(library, book, reference).err()?;
            let told = Told { library, book, reference, written };
            (!told.may_be_unread(&lost)).then(|| told.of(lost, place, found.len()))
        };
        for owned in texts::proses(book) {
            for (reference, range) in owned.text.document.references() {
                let finding = look(reference, Written::Text, owned.text.place_of(range), &found);
                found.extend(finding.map(|finding| owned.finding(&book.id, finding)));
            }
        }
        for block in &compiled.blocks {
            for cite in &block.tree.cites {
                let place = block.text.place_of(cite.span.range());
                let reference = Reference::new(&cite.text);
                // `external base` leaves open where in the book it stands.
                let finding = if reference.book.is_none() {
                    let lost = unknown_book(library, book, &cite.text);
                    let reference = Reference { book: Some(cite.text.clone()), ..reference };
                    let told = Told { library, book, reference: &reference, written: Written::Logic };
                    lost.filter(|lost| !told.may_be_unread(lost)).map(|lost| told.of(lost, place, found.len()))
                } else {
                    look(&reference, Written::Logic, place, &found)
                };
                found.extend(finding.map(|finding| block.finding(&book.id, finding)));
            }
        }
        diagnostics.append(&mut found);
    }
}

/// Where a reference stands, and so how one is written there.
#[derive(Clone, Copy)]
enum Written {
    Text,
    Logic,
}

impl Written {
    fn form(self, address: &str) -> String {
        match self {
            Self::Text => format!("[[{address}]]"),
            Self::Logic => format!("`external {address}`"),
        }
    }
}

/// A reference that leads nowhere, about to be told.
struct Told<'a> {
    library: &'a Library,
    book: &'a Book,
    reference: &'a Reference,
    written: Written,
}

impl Told<'_> {
    /// The finding; `before` is how many were found before it.
    fn of(&self, lost: Lost, place: Place, before: usize) -> Diagnostic {
        let Self { reference, written, .. } = *self;
        let target = reference.address_of(&reference.target);
        match lost {
            Lost::Dangling { suggestion } => {
                let near = suggestion.or_else(|| self.nearest(before));
                let known = self.successor();
                let help = known.or_else(|| near.map(|near| format!("did you mean {}?", written.form(&near))));
                let help = help.unwrap_or_else(|| match written {
                    Written::Text => {
                        "name a section by its number or its id; for another book write [[book:…]]".to_owned()
                    }
                    Written::Logic => {
                        "name a section of that book by its number or its id; what a book leaves out of its own \
                        numbers stands under `missing` in its book.yaml"
                            .to_owned()
                    }
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
                let candidates: Vec<_> = candidates.iter().map(|candidate| written.form(candidate)).collect();
                let message = format!("`{target}` may mean several sections");
                Diagnostic::new(&codes::AMBIGUOUS_REFERENCE, place, message)
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
        }
    }

    /// The book that it names; that in which it stands where it names none.
    fn meant(&self) -> Option<&Book> {
        self.reference.book.as_deref().map_or(Some(self.book), |name| self.library.book(name))
    }

    /// What the section is called now that was called so.
    fn successor(&self) -> Option<String> {
        let reference = self.reference;
        let (_, section) = self.meant()?.successor(&reference.target)?;
        let letter = reference.letter.map_or_else(String::new, |letter| format!(".{letter}"));
        Some(format!(
            "formerly `{}`, now `{}`: write {}",
            reference.target,
            section.id,
            self.written.form(&format!("{}{letter}", reference.address_of(&section.id)))
        ))
    }

    /// The section whose id is nearest to what was written, as a reference; none where so much was found before.
    fn nearest(&self, before: usize) -> Option<String> {
        let reference = self.reference;
        if reference.target.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let known = self.meant()?.sections().map(|(_, section)| section.id.as_str());
        names::nearest_after(before, &reference.target, known).map(|near| reference.address_of(near))
    }

    /// Whether what is sought may stand in a file that could not be read; that file has a finding of its own.
    fn may_be_unread(&self, lost: &Lost) -> bool {
        match lost {
            Lost::Dangling { .. } => {
                let Some(book) = self.meant().filter(|book| !book.is_whole()) else { return false };
                let mut read = book.chapters.iter().filter_map(|chapter| chapter.number.as_deref());
                !read.any(|number| book.numbering.is_below(&self.reference.target, number))
            }
            Lost::UnknownBook { .. } => {
                self.reference.book.as_deref().is_some_and(|name| self.library.unread.contains(name))
            }
            Lost::NoStatement { .. } | Lost::Ambiguous { .. } => false,
        }
    }
}
