//! Finds the sections that answer to what was typed.

use unicode_normalization::UnicodeNormalization;

use super::super::{CommandError, open};
use crate::library::markup::Reference;
use crate::library::references::{Target, resolve};
use crate::library::{Book, Library, Section, names};

/// The sections that answer to what was typed, in the book named, else in all books: those of that number or id, else
/// those of the chapter of that number or name.
pub(super) fn find<'a>(library: &'a Library, section: &str) -> Result<Vec<(&'a Book, &'a Section)>, CommandError> {
    let typed = typed(section);
    let (books, wanted) = match typed.split_once(':') {
        Some((book, wanted)) => (vec![open::book(library, book)?], wanted),
        None => (library.books.iter().collect(), typed.as_str()),
    };
    let mut found: Vec<_> = books.iter().flat_map(|book| answering(book, wanted)).collect();
    if found.is_empty() {
        // A statement is shown with its section, a chapter with all of them.
        found = books.iter().flat_map(|book| led_to(library, book, wanted)).collect();
    }
    Ok(found)
}

/// The sections of a book that have that number or id; if none has, that which had it before.
fn answering<'a>(book: &'a Book, wanted: &str) -> Vec<(&'a Book, &'a Section)> {
    let number = book.reference_forms.get(wanted).map_or(wanted, |form| form.value.as_str());
    let mut here: Vec<_> = book.numbered(number).into_iter().map(|(_, section)| section).collect();
    if let Some((_, section)) = book.section(wanted)
        && here.iter().all(|other| other.id != section.id)
    {
        here.push(section);
    }
    if here.is_empty() {
        here.extend(book.successor(wanted).map(|(_, section)| section));
    }
    here.into_iter().map(|section| (book, section)).collect()
}

/// What a reference in the book leads to.
fn led_to<'a>(library: &'a Library, book: &'a Book, wanted: &str) -> Vec<(&'a Book, &'a Section)> {
    let reference = Reference { book: Some(book.id.clone()), target: wanted.to_owned(), letter: None, words: None };
    match resolve(library, book, &reference) {
        Ok(Target::Section { book, section, .. }) => vec![(book, section)],
        Ok(Target::Chapter { book, chapter }) => chapter.sections.iter().map(|section| (book, section)).collect(),
        Ok(Target::Outside { .. } | Target::LeftOut { .. }) | Err(_) => Vec::new(),
    }
}

/// What was typed, without the brackets of a reference and in half-width characters.
fn typed(section: &str) -> String {
    let typed: String = section.nfkc().collect();
    typed.trim().trim_start_matches('[').trim_end_matches(']').to_owned()
}

/// That there is no such section, and where else to look.
pub(super) fn not_found(library: &Library, section: &str) -> String {
    let typed = typed(section);
    let wanted = typed.rsplit(':').next().unwrap_or(&typed);
    let sections = library.books.iter().flat_map(Book::sections);
    let known = sections.flat_map(|(_, section)| section.number().into_iter().chain([section.id.as_str()]));
    let help =
        names::suggestion(wanted, known).unwrap_or_else(|| format!("`rulestone search {wanted}` looks in the text"));
    format!("there is no section `{section}`\n  help: {help}")
}
