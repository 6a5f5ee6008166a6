//! Sections move to another place, in the files of every language.

use std::collections::{BTreeMap, BTreeSet};

use super::entries::{Beside, ChapterFile, indented};
use super::moved::Moved;
use super::pending::Pending;
use super::{Change, Refusal};
use crate::diagnostic::FileId;
use crate::library::{Book, Chapter, Library, Section, Translation};
use crate::translate::{FileEdit, with_edits};

/// Sections that go to another place, each with those below it.
#[derive(Debug)]
pub struct Move {
    /// Their ids.
    pub sections: Vec<String>,
    /// Where they go.
    pub to: Where,
    /// Whether what lies below them by its number stays where it is.
    pub alone: bool,
}

/// Where sections go.
#[derive(Debug)]
pub enum Where {
    /// To the end of a chapter.
    Chapter(String),
    /// Before a section.
    Before(String),
    /// Behind a section, and behind what lies below it.
    Behind(String),
}

impl Change for Move {
    fn apply(&self, pending: &mut Pending, book: &Book) -> Result<Moved, Refusal> {
        let moving = self.moving(book)?;
        let (chapter, beside) = self.place(book, &moving)?;
        let library = pending.before();
        former(pending, &library, book, &moving, chapter)?;
        // The files of the reference language first, then of each translation, beside what stands beside it there.
        let order = order(chapter, &moving, beside);
        let now = pending.now();
        let now_book = super::book(&now, &book.id)?;
        let mut files = Files::new(&now);
        let ids: Vec<&str> = moving.iter().map(|(_, section)| section.id.as_str()).collect();
        let from = |id: &str| now_book.section(id).map(|(chapter, _)| chapter.file);
        let target = now_book.chapters.iter().find(|other| other.id == chapter.id).map(|chapter| chapter.file);
        files.relocate(&ids, from, target, beside)?;
        for (language, translation) in &now_book.translations {
            let there: Vec<&str> = ids.iter().copied().filter(|id| translation.sections.contains_key(*id)).collect();
            let file_of =
                |id: &str| translation.chapters.get(&translation.sections.get(id)?.chapter).map(|chapter| chapter.file);
            let Some(target) = translation.chapters.get(&chapter.id).map(|chapter| chapter.file) else {
                files.begin(language, &book.id, &chapter.id, &there, file_of)?;
                continue;
            };
            let beside = nearest(&order, &ids, |id| file_of(id) == Some(target));
            files.relocate(&there, file_of, Some(target), beside)?;
        }
        let Files { edits, new: mut texts, .. } = files;
        with_edits(&mut texts, &edits.into_iter().collect::<Vec<_>>(), &now.sources);
        pending.put(texts)?;
        Ok(Moved::default())
    }
}

type Moving<'b> = Vec<(&'b Chapter, &'b Section)>;

impl Move {
    /// What moves, in the order of the book.
    fn moving<'b>(&self, book: &'b Book) -> Result<Moving<'b>, Refusal> {
        let named = self.sections.iter().map(|id| super::section(book, id)).collect::<Result<Vec<_>, _>>()?;
        let numbers: Vec<&str> =
            named.iter().filter_map(|(_, section)| section.number()).filter(|_| !self.alone).collect();
        let goes = |section: &Section| {
            let below = |number: &str| numbers.iter().any(|above| book.numbering.is_below(number, above));
            self.sections.contains(&section.id) || section.number().is_some_and(below)
        };
        Ok(book.sections().filter(|(_, section)| goes(section)).collect())
    }

    /// The chapter that they go to, and beside what.
    fn place<'b>(&'b self, book: &'b Book, moving: &Moving<'_>) -> Result<(&'b Chapter, Beside<'b>), Refusal> {
        let beside = |id: &'b String| {
            if moving.iter().any(|(_, section)| section.id == *id) {
                return Err(Refusal::asked(
                    format!("`{id}` goes along, so nothing can be put beside it"),
                    "name another section",
                ));
            }
            super::section(book, id)
        };
        match &self.to {
            Where::Chapter(id) => {
                let chapter = book.chapters.iter().find(|chapter| chapter.id == *id);
                let known = || book.chapters.iter().map(|chapter| chapter.id.as_str()).collect::<Vec<_>>().join(", ");
                let chapter = chapter.ok_or_else(|| {
                    Refusal::asked(
                        format!("`{}` has no chapter `{id}`", book.id),
                        format!("the chapters are {}", known()),
                    )
                })?;
                Ok((chapter, Beside::End))
            }
            Where::Before(id) => Ok((beside(id)?.0, Beside::Before(id))),
            Where::Behind(id) => {
                let (chapter, section) = beside(id)?;
                let below = |other: &&Section| {
                    other
                        .number()
                        .zip(section.number())
                        .is_some_and(|(number, above)| book.numbering.is_below(number, above))
                };
                let stays = |other: &&Section| !moving.iter().any(|(_, section)| section.id == other.id);
                let last = chapter.sections.iter().filter(below).rfind(stays).unwrap_or(section);
                Ok((chapter, Beside::Behind(&last.id)))
            }
        }
    }
}

/// Names the former addresses of sections that leave their chapter; of one that was moved by hand before, where its translations still
/// stand tells where it stood.
fn former(
    pending: &mut Pending,
    library: &Library,
    book: &Book,
    moving: &Moving<'_>,
    to: &Chapter,
) -> Result<(), Refusal> {
    let mut edits: BTreeMap<FileId, FileEdit> = BTreeMap::new();
    // Those of one chapter stand together, so that each file is read once.
    let mut read: Option<ChapterFile<'_>> = None;
    for (chapter, section) in moving {
        let stood = |translation: &Translation| Some(translation.sections.get(&section.id)?.chapter.clone());
        let left: BTreeSet<String> = book
            .translations
            .values()
            .filter_map(stood)
            .chain([chapter.id.clone()])
            .filter(|stood| *stood != to.id && book.chapters.iter().any(|chapter| chapter.id == *stood))
            .collect();
        let addresses: Vec<String> = left.iter().map(|stood| format!("{stood}#{}", section.id)).collect();
        if addresses.is_empty() {
            continue;
        }
        let file = match read.take().filter(|file| file.file == chapter.file) {
            Some(file) => file,
            None => ChapterFile::read(library, chapter.file)?,
        };
        if let Some(entry) = file.section(&section.id) {
            let edit = edits.entry(chapter.file).or_default();
            super::add_former(edit, &file, &entry, section, &addresses, Some(&to.id));
        }
        read = Some(file);
    }
    pending.edit(edits)
}

/// The ids of the sections of a chapter in their order once the moving ones have come.
fn order(chapter: &Chapter, moving: &Moving<'_>, beside: Beside<'_>) -> Vec<String> {
    let moves: BTreeSet<&str> = moving.iter().map(|(_, section)| section.id.as_str()).collect();
    let mut order: Vec<String> =
        chapter.sections.iter().map(|section| section.id.clone()).filter(|id| !moves.contains(id.as_str())).collect();
    let find = |id: &str| order.iter().position(|other| other == id).unwrap_or(order.len());
    let at = match beside {
        Beside::Before(id) => find(id),
        Beside::Behind(id) => (find(id) + 1).min(order.len()),
        Beside::End => order.len(),
    };
    let ids = moving.iter().map(|(_, section)| section.id.clone());
    order.splice(at..at, ids);
    order
}

/// Beside what the moving sections stand where only some of the others are there.
fn nearest<'o>(order: &'o [String], moving: &[&str], is_there: impl Fn(&str) -> bool) -> Beside<'o> {
    let first = order.iter().position(|id| moving.contains(&id.as_str())).unwrap_or(order.len());
    let stands = |id: &&String| !moving.contains(&id.as_str()) && is_there(id);
    if let Some(before) = order[..first].iter().rev().find(stands) {
        return Beside::Behind(before);
    }
    order[first..].iter().find(stands).map_or(Beside::End, |next| Beside::Before(next))
}

/// The files of all languages while sections go from one to another.
struct Files<'l> {
    library: &'l Library,
    edits: BTreeMap<FileId, FileEdit>,
    new: BTreeMap<String, String>,
}

impl<'l> Files<'l> {
    fn new(library: &'l Library) -> Self {
        Self { library, edits: BTreeMap::new(), new: BTreeMap::new() }
    }

    /// Cuts sections out of their files and puts them into another, or elsewhere in the same.
    fn relocate(
        &mut self,
        ids: &[&str],
        file_of: impl Fn(&str) -> Option<FileId>,
        target: Option<FileId>,
        beside: Beside<'_>,
    ) -> Result<(), Refusal> {
        let Some(target) = target.filter(|_| !ids.is_empty()) else { return Ok(()) };
        let into = ChapterFile::read(self.library, target)?;
        let lines = self.cut(ids, file_of, into.indent())?;
        into.put(self.edits.entry(target).or_default(), beside, &lines);
        Ok(())
    }

    /// Begins the file of a chapter in a language that does not have it yet.
    fn begin(
        &mut self,
        language: &str,
        book: &str,
        chapter: &str,
        ids: &[&str],
        file_of: impl Fn(&str) -> Option<FileId>,
    ) -> Result<(), Refusal> {
        if ids.is_empty() {
            return Ok(());
        }
        let lines = self.cut(ids, file_of, 2)?;
        let schema = "# yaml-language-server: $schema=../../schemas/translation.json\n";
        let path = format!("rules-{language}/{book}/{chapter}.yaml");
        self.new.insert(path, format!("{schema}chapter: {{}}\nsections:\n{lines}\n"));
        Ok(())
    }

    fn cut(
        &mut self,
        ids: &[&str],
        file_of: impl Fn(&str) -> Option<FileId>,
        indent: usize,
    ) -> Result<String, Refusal> {
        let mut by_file: BTreeMap<FileId, Vec<&str>> = BTreeMap::new();
        for id in ids {
            if let Some(file) = file_of(id) {
                by_file.entry(file).or_default().push(id);
            }
        }
        let mut lines: BTreeMap<&str, String> = BTreeMap::new();
        for (file, ids) in by_file {
            let from = ChapterFile::read(self.library, file)?;
            from.cut(self.edits.entry(file).or_default(), &ids);
            for id in ids {
                if let Some(entry) = from.section(id) {
                    lines.insert(id, indented(&from.text[entry.block.clone()], from.indent(), indent));
                }
            }
        }
        Ok(ids.iter().filter_map(|id| lines.remove(id)).collect::<Vec<_>>().join("\n\n"))
    }
}
