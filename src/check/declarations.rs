//! What a book declares leads somewhere: its languages, the numbers it writes otherwise, its options and assumption sets.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::{Book, Library, Section, names};
use crate::logic::compile::in_logic;
use crate::logic::syntax;

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        let found =
            languages(book).into_iter().chain(chapters(book)).chain(reference_forms(book)).chain(followed(book));
        let found = found
            .chain(options(book))
            .chain(license(book))
            .chain(needs(book))
            .chain(assumptions(book))
            .chain(rulings(book))
            .chain(maps(book));
        diagnostics.extend(found.map(|diagnostic| diagnostic.in_book(&book.id)));
        diagnostics.extend(nameless(book));
    }
}

/// Chapters and sections of which readers would see nothing.
fn nameless(book: &Book) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for chapter in book.chapters.iter().filter(|chapter| chapter.title.is_none() && chapter.number.is_none()) {
        let message = "the chapter has neither title nor number".to_owned();
        let diagnostic = Diagnostic::new(&codes::MISSING_KEY, Place::new(chapter.file, 0..0), message);
        found.push(diagnostic.help("write `title: …`, or `number: …` where the document prints one").in_book(&book.id));
    }
    let is_empty = |section: &Section| {
        section.title.is_none() && section.text.is_none() && section.tables.is_empty() && section.outside.is_none()
    };
    for (_, section) in book.sections().filter(|(_, section)| is_empty(section)) {
        let message = format!("the section `{}` has neither title nor text", section.id);
        let diagnostic = Diagnostic::new(&codes::MISSING_KEY, section.place, message);
        found.push(diagnostic.help("write `title: …` or `text: |`").in_section(&book.id, &section.id));
    }
    found
}

/// A book is complete in the language it is written in.
fn languages(book: &Book) -> Option<Diagnostic> {
    if book.languages.is_empty() || book.languages.contains(&book.reference) {
        return None;
    }
    let message = format!("`languages` leaves out {}, the language the book is written in", book.reference);
    let help = format!("write `languages: [{}, {}]`", book.reference, book.languages.join(", "));
    Some(Diagnostic::new(&codes::WRONG_VALUE, Place::new(book.file, 0..0), message).help(help))
}

fn chapters(book: &Book) -> Vec<Diagnostic> {
    let mut seen: HashMap<&str, Place> = HashMap::new();
    let mut found = Vec::new();
    for chapter in &book.chapters {
        let Some(number) = &chapter.number else { continue };
        let place = chapter.title.as_ref().map_or(Place::new(chapter.file, 0..0), |title| title.place);
        if let Some(first) = seen.insert(number, place) {
            let diagnostic =
                Diagnostic::new(&codes::DUPLICATE_NUMBER, place, format!("two chapters have the number {number}"));
            found
                .push(diagnostic.related(first, "first here").help("join the two, or give one of them its own number"));
        }
    }
    found
}

fn reference_forms(book: &Book) -> Vec<Diagnostic> {
    let lost = book.reference_forms.iter().filter(|(_, number)| {
        book.is_whole() && book.numbered(&number.value).is_empty() && !book.is_left_out(&number.value)
    });
    lost.map(|(written, number)| {
        let message = format!("`{written}` is said to mean {}, and no section has that number", number.value);
        Diagnostic::new(&codes::DANGLING_REFERENCE, number.place, message)
            .help("name the number of a section, or list it under `missing`")
    })
    .collect()
}

fn followed(book: &Book) -> Vec<Diagnostic> {
    let notes = book.sections().flat_map(|(_, section)| section.notes.iter().map(move |note| (section, note)));
    let lost = notes.filter_map(|(section, note)| Some((section, note, note.followed.as_ref()?)));
    lost.filter(|(_, note, (reading, _))| !note.readings.contains_key(reading))
        .map(|(section, note, (reading, place))| {
            let known = note.readings.keys().map(String::as_str);
            let help = names::suggestion(reading, known.clone()).unwrap_or_else(|| match known.clone().count() {
                0 => "give the note `readings`, each with a name".to_owned(),
                _ => format!("the readings are {}", names::listed(known)),
            });
            Diagnostic::new(&codes::WRONG_VALUE, *place, format!("the note follows no reading `{reading}`"))
                .help(help)
                .in_section(&book.id, &section.id)
        })
        .collect()
}

/// A licence that programs know: SPDX names it.
fn license(book: &Book) -> Option<Diagnostic> {
    let (license, place) = book.license.as_ref()?;
    let error = spdx::Expression::parse(license).err()?;
    let message = format!("`{}` is no SPDX expression: {}", names::repeated(license), error.reason);
    let meant = spdx::imprecise_license_id(license).map(|(id, _)| id.name);
    let near =
        meant.or_else(|| names::nearest(license, spdx::identifiers::LICENSES.iter().map(|license| license.name)));
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "write an identifier of spdx.org/licenses; `LicenseRef-…` where it is none of them".to_owned(),
    };
    Some(Diagnostic::new(&codes::WRONG_VALUE, *place, message).help(help))
}

/// An option follows one of its readings, and its doubt stands in a section.
fn options(book: &Book) -> Vec<Diagnostic> {
    let mut found = twice(book.options.iter().map(|option| (option.id.as_str(), option.place)), "options");
    for option in &book.options {
        let known = || option.readings.iter().map(|(name, _, _)| name.as_str());
        for (name, _, place) in &option.readings {
            if syntax::words::is_reserved(&in_logic(name)) {
                let message = format!("`{name}` is a word of the rule language, and no logic could name this reading");
                let help = "say what is read: `may-be-played` instead of `yes`";
                found.push(Diagnostic::new(&codes::BAD_ID, *place, message).help(help));
            } else if let Err(reason) = names::check_id(name) {
                let help = names::to_id(name).map_or_else(
                    || "give the reading a name in Latin letters".to_owned(),
                    |id| format!("write `{id}`"),
                );
                found.push(Diagnostic::new(&codes::BAD_ID, *place, reason).help(help));
            }
        }
        if let [(name, _, place)] = &option.readings[..] {
            let message = format!("the option `{}` has no reading but `{name}`", option.id);
            let help = "add the reading that is not followed: a doubt has at least two";
            found.push(Diagnostic::new(&codes::WRONG_VALUE, *place, message).help(help));
        }
        if let Some((followed, place)) = &option.followed
            && !known().any(|name| name == followed)
        {
            let help = names::suggestion_after(found.len(), followed, known())
                .unwrap_or_else(|| format!("the readings are {}", names::listed(known())));
            let message = format!("the option `{}` has no reading `{followed}`", option.id);
            found.push(Diagnostic::new(&codes::WRONG_VALUE, *place, message).help(help));
        }
        if let Some((section, place)) = &option.section
            && book.is_whole()
            && book.section(section).is_none()
        {
            let diagnostic = no_section(book, section, *place, found.len());
            found.push(diagnostic);
        }
    }
    found
}

/// What is lacking is needed by sections that there are.
fn needs(book: &Book) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let named = book.needs.iter().flat_map(|need| &need.sections);
    for (section, place) in named.filter(|(section, _)| book.is_whole() && book.section(section).is_none()) {
        let diagnostic = no_section(book, section, *place, found.len());
        found.push(diagnostic);
    }
    found
}

/// That an id names no section; `known` is how much is known to be wrong already.
fn no_section(book: &Book, section: &str, place: Place, known: usize) -> Diagnostic {
    let help = super::formerly::now(book, section)
        .or_else(|| names::suggestion_after(known, section, book.sections().map(|(_, section)| section.id.as_str())))
        .unwrap_or_else(|| "name a section of this book by its id".to_owned());
    Diagnostic::new(&codes::DANGLING_REFERENCE, place, format!("`{section}` is no section of this book")).help(help)
}

fn rulings(book: &Book) -> Vec<Diagnostic> {
    twice(book.rulings.iter().map(|ruling| (ruling.id.as_str(), ruling.place)), "rulings")
}

fn maps(book: &Book) -> Vec<Diagnostic> {
    let mut found = twice(book.maps.iter().map(|map| (map.id.as_str(), map.place)), "maps");
    for map in &book.maps {
        found.extend(twice(map.setups.iter().map(|setup| (setup.id.as_str(), setup.place)), "set-ups of the map"));
    }
    found
}

fn assumptions(book: &Book) -> Vec<Diagnostic> {
    twice(book.assumptions.iter().map(|set| (set.id.as_str(), set.place)), "assumption sets")
}

/// Ids that stand twice.
fn twice<'a>(ids: impl Iterator<Item = (&'a str, Place)>, what: &str) -> Vec<Diagnostic> {
    let mut seen: HashMap<&str, Place> = HashMap::new();
    let mut found = Vec::new();
    for (id, place) in ids {
        if let Some(first) = seen.insert(id, place) {
            let diagnostic = Diagnostic::new(&codes::DUPLICATE_ID, place, format!("the id `{id}` names two {what}"));
            found.push(diagnostic.related(first, "first here").help("give one of them another id"));
        }
    }
    found
}
