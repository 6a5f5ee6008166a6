//! Ids, numbers and aliases: each names one section, and a number belongs to its chapter.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::references::unknown_book;
use crate::library::{Book, Library, RuleNumber, Section, names};

/// From so many on, most numbers outside of their chapters are one finding.
const MANY_OUTSIDE: usize = 3;

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

/// The sections by the keys of their numbers.
fn numbers<'a>(book: &'a Book, diagnostics: &mut Vec<Diagnostic>) -> HashMap<String, &'a Section> {
    let mut own: HashMap<String, &Section> = HashMap::new();
    for (_, section) in book.sections() {
        let Some((number, place)) = &section.number else { continue };
        if book.numbering.read(number).is_none() && RuleNumber::printed(number).is_ok() {
            let message = format!("the number {number} is none by the pattern of the book");
            let help = "change the number, or `pattern` under `numbering` in book.yaml, which has to match all of it";
            let diagnostic = Diagnostic::new(&codes::BAD_NUMBER, *place, message).help(help);
            diagnostics.push(diagnostic.in_section(&book.id, &section.id));
        }
        match own.entry(book.numbering.key(number)) {
            Entry::Occupied(first) => {
                let first = first.get();
                let message = match first.number() {
                    Some(other) if other != number => format!("{number} is the same number as {other}, part by part"),
                    _ => format!("two sections have the number {number}"),
                };
                let diagnostic = Diagnostic::new(&codes::DUPLICATE_NUMBER, *place, message);
                let first = first.number.as_ref().map_or(first.place, |(_, place)| *place);
                let help = "give this one its own number, and the printed one as an alias";
                diagnostics.push(diagnostic.related(first, "first here").help(help).in_section(&book.id, &section.id));
            }
            Entry::Vacant(entry) => {
                entry.insert(section);
            }
        }
    }
    outside_chapter(book, diagnostics);
    order(book, diagnostics);
    own
}

/// Sections that stand before one with a lower number: readers look for a number in its order.
fn order(book: &Book, diagnostics: &mut Vec<Diagnostic>) {
    for chapter in &book.chapters {
        let mut before: Option<(&str, Place, RuleNumber)> = None;
        for section in &chapter.sections {
            let Some((number, place)) = &section.number else { continue };
            let Some(read) = book.numbering.read(number) else { continue };
            if let Some((other, first, earlier)) = &before
                && is_lower(&read, earlier)
            {
                let message = format!("{number} stands behind {other}");
                let help = format!("put it before {other}; waive this where the document itself has this order");
                let diagnostic = Diagnostic::new(&codes::SECTION_ORDER, *place, message).help(help);
                diagnostics.push(diagnostic.related(*first, "the one before").in_section(&book.id, &section.id));
            }
            before = Some((number, *place, read));
        }
    }
}

/// Whether a number comes before another, as far as their parts are counted in digits: letters may be Roman numbers, and kana have
/// two orders.
fn is_lower(number: &RuleNumber, than: &RuleNumber) -> bool {
    let mut both = number.components().iter().zip(than.components());
    if let Some((one, other)) = both.find(|(one, other)| one != other) {
        return matches!((one.parse::<u64>(), other.parse::<u64>()), (Ok(one), Ok(other)) if one < other);
    }
    number.components().len() < than.components().len()
}

/// Numbers that do not begin with that of their chapter. Where few do, the document counts on through its chapters.
fn outside_chapter(book: &Book, diagnostics: &mut Vec<Diagnostic>) {
    if book.numbering.continuous {
        return;
    }
    let numbered = || {
        book.sections().filter_map(|(chapter, section)| {
            let (number, place) = section.number.as_ref()?;
            let prefix = chapter.number.as_ref()?;
            book.numbering.read(number).is_some().then_some((section, number, *place, prefix))
        })
    };
    let outside: Vec<_> =
        numbered().filter(|(_, number, _, prefix)| !book.numbering.is_below(number, prefix)).collect();
    let is_rule = outside.len() >= MANY_OUTSIDE && outside.len() * 2 > numbered().count();
    for (section, number, place, prefix) in outside.iter().take(if is_rule { 1 } else { usize::MAX }) {
        let (message, help) = if is_rule {
            let message = format!(
                "the number {number} does not belong to chapter {prefix}, nor do {} others to theirs",
                outside.len() - 1
            );
            (message, "write `numbering: {continuous: yes}` in book.yaml if the document counts on".to_owned())
        } else {
            let help = format!("number it {prefix}.…, and give {number} as an alias if the document prints that");
            (format!("the number {number} does not belong to chapter {prefix}"), help)
        };
        let diagnostic = Diagnostic::new(&codes::NUMBER_OUTSIDE_CHAPTER, *place, message).help(help);
        diagnostics.push(diagnostic.in_section(&book.id, &section.id));
    }
}

fn aliases(book: &Book, own: &HashMap<String, &Section>, diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<String, Place> = HashMap::new();
    for (_, section) in book.sections() {
        let number = section.number().map(|number| book.numbering.key(number));
        for (alias, place) in &section.aliases {
            let key = book.numbering.key(alias);
            if number.as_ref() == Some(&key) {
                let message = format!("the alias {alias} is the section's own number");
                let diagnostic = Diagnostic::new(&codes::ALIAS_CONFLICT, *place, message).help("remove it");
                diagnostics.push(diagnostic.in_section(&book.id, &section.id));
                continue;
            }
            let other = own.get(&key).map(|other| (other.place, format!("the number of `{}`", other.id)));
            let other = other.or_else(|| seen.get(&key).map(|first| (*first, "first here".to_owned())));
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
            seen.entry(key).or_insert(*place);
        }
    }
}

/// `outside` and `amends` name books that this one is related to.
fn outside(library: &Library, book: &Book, diagnostics: &mut Vec<Diagnostic>) {
    let lost = |name: &str, place: Place| {
        unknown_book(library, book, name).filter(|_| !library.unread.contains(name))?;
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
