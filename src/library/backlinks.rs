//! Which sections refer to a section, over all texts in all languages: the way back of every reference.

use std::collections::{BTreeMap, BTreeSet};

use super::references::{Target, resolve};
use super::{Book, Chapter, Library, Section, texts};

/// For each section the sections that refer to it.
#[derive(Debug, Default)]
pub struct Backlinks<'a> {
    from: BTreeMap<(&'a str, &'a str), Vec<Origin<'a>>>,
}

/// A section that refers to another one.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// Its book.
    pub book: &'a Book,
    /// Its chapter.
    pub chapter: &'a Chapter,
    /// The section.
    pub section: &'a Section,
}

impl<'a> Backlinks<'a> {
    /// Reads every reference of the library.
    pub fn of(library: &'a Library) -> Self {
        let mut found: BTreeMap<(&str, &str), BTreeSet<(usize, usize)>> = BTreeMap::new();
        let sections: Vec<Vec<Origin<'_>>> = library.books.iter().map(origins).collect();
        for (at, book) in library.books.iter().enumerate() {
            let places: BTreeMap<&str, usize> =
                sections[at].iter().enumerate().map(|(place, origin)| (origin.section.id.as_str(), place)).collect();
            for owned in texts::proses(book) {
                let Some(from) = owned.section.and_then(|id| places.get(id)) else { continue };
                for (reference, _) in owned.text.document.references() {
                    if let Ok(Target::Section { book: to, section, .. }) = resolve(library, book, reference)
                        && !(to.id == book.id && owned.section == Some(&section.id))
                    {
                        found.entry((&to.id, &section.id)).or_default().insert((at, *from));
                    }
                }
            }
        }
        let places =
            |places: BTreeSet<(usize, usize)>| places.into_iter().map(|(book, place)| sections[book][place]).collect();
        Self { from: found.into_iter().map(|(section, from)| (section, places(from))).collect() }
    }

    /// The sections that refer to a section, in the order of the library.
    pub fn to<'b>(&'b self, book: &'b str, section: &'b str) -> &'b [Origin<'a>] {
        self.from.get(&(book, section)).map_or(&[], Vec::as_slice)
    }
}

fn origins(book: &Book) -> Vec<Origin<'_>> {
    book.sections().map(|(chapter, section)| Origin { book, chapter, section }).collect()
}
