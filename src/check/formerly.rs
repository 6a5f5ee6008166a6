//! Former addresses: each is free, stood in a chapter that there is or was, and leads to one place.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::names::{self, MOST_FORMER};
use crate::library::{Book, Chapter, Former, Library, Section};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        chapters(book, diagnostics);
        sections(book, diagnostics);
    }
}

/// What the section is called today that was called `id`.
pub(super) fn now(book: &Book, id: &str) -> Option<String> {
    let (_, section) = book.successor(id)?;
    Some(format!("formerly `{id}`, now `{}`: write that", section.id))
}

/// A finding, where something is wrong with a former name or address at `place`.
fn wrong(place: Place, message: String, help: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&codes::FORMER_ADDRESS, place, message).help(help)
}

fn too_many(count: usize, place: Place) -> Diagnostic {
    let message = format!("{count} former addresses; at most {MOST_FORMER} lead to one place");
    wrong(place, message, "remove those that nobody links to, or that were never published")
}

fn chapters(book: &Book, diagnostics: &mut Vec<Diagnostic>) {
    let living: HashMap<&str, &Chapter> = book.chapters.iter().map(|chapter| (chapter.id.as_str(), chapter)).collect();
    let mut claimed: HashMap<&str, Place> = HashMap::new();
    for chapter in &book.chapters {
        let mut push = |found: Diagnostic| diagnostics.push(found.in_book(&book.id));
        if let Some((_, place)) = chapter.formerly.get(MOST_FORMER) {
            push(too_many(chapter.formerly.len(), *place));
        }
        for (id, place) in &chapter.formerly {
            let id = id.as_str();
            if id == chapter.id {
                push(wrong(*place, format!("`{id}` is what the chapter is called today"), "remove it"));
            } else if let Some(other) = living.get(id) {
                let message = format!("`{id}` is a chapter of this book, so its address leads there");
                let help = "remove it: an address leads to one place";
                push(wrong(*place, message, help).related(Place::new(other.file, 0..0), "that chapter"));
            } else if let Some(first) = claimed.get(id) {
                let message = format!("the address of the former chapter `{id}` leads to another place already");
                let help = "keep it where most of that chapter stands today; sections that went elsewhere have a `formerly` of their own";
                push(wrong(*place, message, help).related(*first, "first here"));
            } else {
                claimed.insert(id, *place);
            }
        }
    }
}

/// Who had an id before, and where that stands.
struct Claim<'a> {
    section: &'a str,
    place: Place,
}

fn sections(book: &Book, diagnostics: &mut Vec<Diagnostic>) {
    let mut claimed: HashMap<String, Claim<'_>> = HashMap::new();
    let mut known: Option<Vec<&str>> = None;
    for (chapter, section) in book.sections() {
        if let Some(former) = section.formerly.get(MOST_FORMER) {
            diagnostics.push(too_many(section.formerly.len(), former.place).in_section(&book.id, &section.id));
        }
        let mut before: HashMap<(&str, String), Place> = HashMap::new();
        for former in &section.formerly {
            let twice = before.insert((&former.chapter, former.anchor()), former.place);
            let found = if let Some(first) = twice {
                let message = format!("the address `{}#{}` stands twice", former.chapter, former.anchor());
                Some(wrong(former.place, message, "keep one of the two").related(first, "first here"))
            } else if book.chapter_once(&former.chapter).is_none() {
                let known =
                    known.get_or_insert_with(|| book.chapters.iter().map(|chapter| chapter.id.as_str()).collect());
                // A chapter that could not be read has a finding of its own.
                book.is_whole().then(|| no_chapter(former, known, diagnostics.len()))
            } else {
                taken(book, chapter, section, former).or_else(|| twice_claimed(section, former, &mut claimed))
            };
            diagnostics.extend(found.map(|found| found.in_section(&book.id, &section.id)));
        }
    }
}

fn no_chapter(former: &Former, known: &[&str], found: usize) -> Diagnostic {
    let id = &former.chapter;
    let help = names::suggestion_after(found, id, known.iter().copied())
        .unwrap_or_else(|| format!("name `{id}` under `formerly` of the chapter that took its place"));
    wrong(former.place, format!("there is no chapter `{id}`, and no chapter was called so"), help)
}

/// Where the address is that of a section today.
fn taken(book: &Book, chapter: &Chapter, section: &Section, former: &Former) -> Option<Diagnostic> {
    let id = &former.section;
    let (_, living) = book.section(id)?;
    if let Some(label) = former.statement {
        // The section may stand where it stood and have lost the statement.
        let anchor = former.anchor();
        let is_there =
            living.has_statement(label) && book.section(id).is_some_and(|(there, _)| there.id == former.chapter);
        return is_there.then(|| {
            let message = format!("`{anchor}` is a statement of this book, so its address leads there");
            wrong(former.place, message, "remove it").related(living.place, "its section")
        });
    }
    if living.id != section.id {
        let message = format!("`{id}` is a section of this book, so its address leads there");
        let help = "remove it, or give that section another id: an id names one section, today and before";
        return Some(wrong(former.place, message, help).related(living.place, "that section"));
    }
    // It has kept its id and stood in another chapter.
    let here = book.chapter_once(&former.chapter).is_some_and(|there| there.id == chapter.id);
    here.then(|| {
        let message = format!("`{}#{id}` leads here without being named", former.chapter);
        wrong(former.place, message, "remove it")
    })
}

/// Where another section has had the id, too.
fn twice_claimed<'a>(
    section: &'a Section,
    former: &'a Former,
    claimed: &mut HashMap<String, Claim<'a>>,
) -> Option<Diagnostic> {
    let id = former.anchor();
    let first = claimed.entry(id.clone()).or_insert(Claim { section: &section.id, place: former.place });
    (first.section != section.id).then(|| {
        let message = format!("the former address `{id}` leads to `{}` already", first.section);
        let help = "keep it at the section that says today what that one said";
        wrong(former.place, message, help).related(first.place, "first here")
    })
}
