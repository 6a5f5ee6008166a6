//! Ids, numbers and aliases: each names one section, and a number belongs to its chapter.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::{Book, Library, Section, names};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        duplicate_ids(book, diagnostics);
        let own = numbers(book, diagnostics);
        aliases(book, &own, diagnostics);
        outside(library, book, diagnostics);
    }
}

fn duplicate_ids(book: &Book, diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<&str, Place> = HashMap::new();
    for (_, section) in book.sections() {
        let mut first_or_report = |seen: &mut HashMap<_, _>, id, place, what: &str| {
            if let Some(diagnostic) = second(seen, id, place, what) {
                diagnostics.push(diagnostic.in_section(&book.id, &section.id));
            }
        };
        first_or_report(&mut seen, &section.id, section.place, "sections");
        let (mut notes, mut examples) = (HashMap::new(), HashMap::new());
        for note in &section.notes {
            first_or_report(&mut notes, &note.id, note.place, "notes");
        }
        for example in &section.examples {
            first_or_report(&mut examples, &example.id, example.place, "examples");
        }
    }
}

/// Notes the first use of an id; the finding, if it is not the first.
fn second<'a>(seen: &mut HashMap<&'a str, Place>, id: &'a str, place: Place, what: &str) -> Option<Diagnostic> {
    let Some(first) = seen.get(id) else {
        seen.insert(id, place);
        return None;
    };
    let diagnostic = Diagnostic::new(&codes::DUPLICATE_ID, place, format!("the id `{id}` names two {what}"));
    Some(diagnostic.related(*first, "first here").help("give one of them another id"))
}

fn numbers<'a>(book: &'a Book, diagnostics: &mut Vec<Diagnostic>) -> HashMap<&'a str, &'a Section> {
    let mut own: HashMap<&str, &Section> = HashMap::new();
    for (chapter, section) in book.sections() {
        let Some((number, place)) = &section.number else { continue };
        if let Some(first) = own.get(number.as_str()) {
            let diagnostic =
                Diagnostic::new(&codes::DUPLICATE_NUMBER, *place, format!("two sections have the number {number}"));
            let first = first.number.as_ref().map_or(first.place, |(_, place)| *place);
            let help = "give this one its own number, and the printed one as an alias";
            diagnostics.push(diagnostic.related(first, "first here").help(help).in_section(&book.id, &section.id));
        } else {
            own.insert(number, section);
        }
        if let Some(prefix) = &chapter.number
            && names::check_number(number).is_ok()
            && !names::is_below(number, prefix)
        {
            let message = format!("the number {number} does not belong to chapter {prefix}");
            let help = format!("number it {prefix}.…, and give {number} as an alias if the document prints that");
            diagnostics.push(
                Diagnostic::new(&codes::NUMBER_OUTSIDE_CHAPTER, *place, message)
                    .help(help)
                    .in_section(&book.id, &section.id),
            );
        }
    }
    own
}

fn aliases(book: &Book, own: &HashMap<&str, &Section>, diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<&str, Place> = HashMap::new();
    for (_, section) in book.sections() {
        for (alias, place) in &section.aliases {
            if section.number() == Some(alias.as_str()) {
                let message = format!("the alias {alias} is the section's own number");
                let diagnostic = Diagnostic::new(&codes::ALIAS_CONFLICT, *place, message).help("remove it");
                diagnostics.push(diagnostic.in_section(&book.id, &section.id));
                continue;
            }
            let other = own.get(alias.as_str()).map(|other| (other.place, format!("the number of `{}`", other.id)));
            let other = other.or_else(|| seen.get(alias.as_str()).map(|first| (*first, "first here".to_owned())));
            if let Some((first, words)) = other {
                let message = format!("the alias {alias} already leads to another place");
                let help = "an alias must lead to one section: remove it here or there";
                diagnostics.push(
                    Diagnostic::new(&codes::ALIAS_CONFLICT, *place, message)
                        .related(first, words)
                        .help(help)
                        .in_section(&book.id, &section.id),
                );
            }
            seen.entry(alias).or_insert(*place);
        }
    }
}

/// `outside` and `amends` name books that this one is related to.
fn outside(library: &Library, book: &Book, diagnostics: &mut Vec<Diagnostic>) {
    let lost = |name: &str, place: Place| {
        if book.related.iter().any(|related| related.id == name)
            || library.book(name).is_some()
            || library.unread.contains(name)
        {
            return None;
        }
        let known = book.related.iter().map(|related| related.id.as_str());
        let help = names::suggestion(name, known).unwrap_or_else(|| "name it under `books` in book.yaml".to_owned());
        Some(
            Diagnostic::new(&codes::UNKNOWN_BOOK, place, format!("there is no book `{name}`"))
                .help(help)
                .in_book(&book.id),
        )
    };
    for chapter in &book.chapters {
        let place = chapter.outside_place.unwrap_or(Place::new(chapter.file, 0..0));
        diagnostics.extend(chapter.outside.as_ref().and_then(|name| lost(name, place)));
        for section in &chapter.sections {
            let named = section.outside.iter().map(|(name, place)| (name, *place));
            let named = named.chain(section.amends.iter().map(|amendment| (&amendment.book, amendment.place)));
            let found = named.filter_map(|(name, place)| lost(name, place));
            diagnostics.extend(found.map(|found| found.in_section(&book.id, &section.id)));
        }
    }
}
