//! The sections of a book by id, number and alias, looked up once for every reference and every fingerprint, and what the
//! book says beside their texts.

use std::collections::{HashMap, HashSet};

use super::model::{Book, Chapter, Section};

/// Where a section stands: its chapter and its place in that.
type At = (usize, usize);

/// How many sections of one number or alias are told apart; it should be one.
const MOST_ALIKE: usize = 16;

/// The sections of a book by what they are called.
#[derive(Debug, Default)]
pub(super) struct SectionIndex {
    ids: HashMap<String, At>,
    /// Numbers and aliases by their keys: [`NumberScheme::key`](super::NumberScheme::key).
    numbers: HashMap<String, Vec<At>>,
    aliases: HashMap<String, Vec<At>>,
    missing: HashSet<String>,
    /// Chapters by what they are called, and by what they were called.
    chapters: HashMap<String, usize>,
    /// Chapters by the keys of their numbers.
    chapter_numbers: HashMap<String, usize>,
    /// Sections by what they were called.
    former: HashMap<String, At>,
    /// By the id of a chapter: what was known there and now stands elsewhere.
    moved: HashMap<String, Vec<(String, At)>>,
    /// By the id of their section: the places of options and needs in the book.
    options: HashMap<String, Vec<usize>>,
    needs: HashMap<String, Vec<usize>>,
}

/// The rulings of a book by what they rule on.
#[derive(Debug, Default)]
pub(super) struct RulingIndex(HashMap<String, Vec<usize>>);

impl RulingIndex {
    pub(super) fn of(book: &Book) -> Self {
        let mut index = Self::default();
        for (at, ruling) in book.rulings.iter().enumerate() {
            for (section, _) in ruling.on.iter().filter_map(|(on, _)| book.ruled(on)) {
                let known = index.0.entry(section.id.clone()).or_default();
                if known.last() != Some(&at) {
                    known.push(at);
                }
            }
        }
        index
    }

    /// The places of the rulings on a section.
    pub(super) fn on(&self, section: &str) -> &[usize] {
        self.0.get(section).map_or(&[], Vec::as_slice)
    }
}

impl SectionIndex {
    pub(super) fn of(book: &Book) -> Self {
        let mut index =
            Self { missing: book.missing.iter().map(|number| book.numbering.key(number)).collect(), ..Self::default() };
        for (at, option) in book.options.iter().enumerate() {
            if let Some((section, _)) = &option.section {
                index.options.entry(section.clone()).or_default().push(at);
            }
        }
        for (at, need) in book.needs.iter().enumerate() {
            for (section, _) in &need.sections {
                let known = index.needs.entry(section.clone()).or_default();
                if known.last() != Some(&at) {
                    known.push(at);
                }
            }
        }
        for (at, chapter) in book.chapters.iter().enumerate() {
            index.chapters.entry(chapter.id.clone()).or_insert(at);
            if let Some(number) = &chapter.number {
                index.chapter_numbers.entry(book.numbering.chapter_key(number)).or_insert(at);
            }
        }
        for (at, chapter) in book.chapters.iter().enumerate() {
            for (former, _) in &chapter.formerly {
                index.chapters.entry(former.clone()).or_insert(at);
            }
        }
        for (in_book, chapter) in book.chapters.iter().enumerate() {
            for (in_chapter, section) in chapter.sections.iter().enumerate() {
                let at = (in_book, in_chapter);
                index.ids.entry(section.id.clone()).or_insert(at);
                if let Some(number) = section.number() {
                    add(&mut index.numbers, book.numbering.key(number), at);
                }
                for (alias, _) in &section.aliases {
                    add(&mut index.aliases, book.numbering.key(alias), at);
                }
                for former in &section.formerly {
                    if former.section != section.id && former.statement.is_none() {
                        index.former.entry(former.section.clone()).or_insert(at);
                    }
                    let there = index.chapters.get(&former.chapter).filter(|there| **there != in_book);
                    if let Some(there) = there {
                        let moved = index.moved.entry(book.chapters[*there].id.clone()).or_default();
                        moved.push((former.anchor(), at));
                    }
                }
            }
        }
        index
    }

    /// Whether the book says that the document leaves this number out.
    pub(super) fn is_missing(&self, number: &str) -> bool {
        self.missing.contains(number)
    }

    /// The places of the options of a section.
    pub(super) fn options(&self, section: &str) -> &[usize] {
        self.options.get(section).map_or(&[], Vec::as_slice)
    }

    /// The places of the needs of a section.
    pub(super) fn needs(&self, section: &str) -> &[usize] {
        self.needs.get(section).map_or(&[], Vec::as_slice)
    }

    /// The first section of that id.
    pub(super) fn id<'a>(&self, chapters: &'a [Chapter], id: &str) -> Option<(&'a Chapter, &'a Section)> {
        self.ids.get(id).map(|at| section(chapters, *at))
    }

    /// The first section that was called so.
    pub(super) fn former<'a>(&self, chapters: &'a [Chapter], id: &str) -> Option<(&'a Chapter, &'a Section)> {
        self.former.get(id).map(|at| section(chapters, *at))
    }

    /// The place of the chapter that is or was called so.
    pub(super) fn chapter(&self, id: &str) -> Option<usize> {
        self.chapters.get(id).copied()
    }

    /// The place of the chapter whose number has that key.
    pub(super) fn chapter_number(&self, key: &str) -> Option<usize> {
        self.chapter_numbers.get(key).copied()
    }

    /// What was known in a chapter and now stands in another, by the id of that time.
    pub(super) fn moved<'a>(
        &'a self,
        chapters: &'a [Chapter],
        chapter: &str,
    ) -> impl Iterator<Item = (&'a str, &'a Chapter, &'a Section)> + use<'a> {
        self.moved.get(chapter).into_iter().flatten().map(|(id, at)| {
            let (chapter, section) = section(chapters, *at);
            (id.as_str(), chapter, section)
        })
    }

    /// The sections of that number.
    pub(super) fn number<'a>(&self, chapters: &'a [Chapter], number: &str) -> Vec<(&'a Chapter, &'a Section)> {
        self.numbers.get(number).into_iter().flatten().map(|at| section(chapters, *at)).collect()
    }

    /// The sections of that alias.
    pub(super) fn alias<'a>(&self, chapters: &'a [Chapter], alias: &str) -> Vec<(&'a Chapter, &'a Section)> {
        self.aliases.get(alias).into_iter().flatten().map(|at| section(chapters, *at)).collect()
    }
}

fn add(known: &mut HashMap<String, Vec<At>>, key: String, at: At) {
    let known = known.entry(key).or_default();
    // One section may say an alias twice.
    if known.last() != Some(&at) && known.len() < MOST_ALIKE {
        known.push(at);
    }
}

fn section(chapters: &[Chapter], (in_book, in_chapter): At) -> (&Chapter, &Section) {
    let chapter = &chapters[in_book];
    (chapter, &chapter.sections[in_chapter])
}
