//! Changes to the structure of a book: sections move, split, join and get other numbers and names, statements come in between.
//! Whatever refers to them, in every language and in other books, says the same afterwards, and translations stay what they are.
//!
//! Each change is made in steps on texts that are not saved yet. Between the steps the library is read again: first the structure
//! changes, then each reference that would mean another thing is written so that it means what it meant, last what translations and
//! rulings have recorded is carried along.

mod entries;
mod ids;
mod insert;
mod join;
mod letters;
mod moved;
mod pending;
mod place;
mod records;
mod references;
mod rename;
mod rename_term;
mod renumber;
mod split;

use std::path::{Path, PathBuf};

use self::entries::{ChapterFile, SectionEntry};
use self::moved::Moved;
use self::pending::Pending;
use crate::diagnostic::Sources;
use crate::library::yaml;
use crate::library::{Book, Chapter, Former, Library, LoadError, Prose, Section};
use crate::translate::FileEdit;

pub use self::insert::Insert;
pub use self::join::Join;
pub use self::pending::Changed;
pub use self::place::{Move, Where};
pub use self::rename::RenameId;
pub use self::rename_term::RenameTerm;
pub use self::renumber::Renumber;
pub use self::split::Split;

/// A change to the structure of a book.
pub trait Change {
    /// Changes the structure alone, and tells what stands where afterwards.
    #[doc(hidden)]
    fn apply(&self, pending: &mut Pending, book: &Book) -> Result<Moved, Refusal>;
}

/// What a change comes to.
#[derive(Debug)]
pub struct Restructured {
    /// The files that change or are new.
    pub files: Vec<Changed>,
    /// How many references are written otherwise.
    pub references: usize,
    /// What is left to do by hand, with places where there are any.
    pub notes: Vec<String>,
}

/// Why nothing is changed.
#[derive(Debug)]
pub enum Refusal {
    /// It cannot be done as it is asked for.
    Asked {
        /// What is wrong.
        message: String,
        /// What would be right.
        help: String,
    },
    /// The library cannot be read.
    Load(LoadError),
    /// The change would make a file unreadable, which is a mistake of ours.
    Unsafe(PathBuf),
}

impl Refusal {
    fn asked(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Asked { message: message.into(), help: help.into() }
    }
}

/// The section of that id.
fn section<'b>(book: &'b Book, id: &str) -> Result<(&'b Chapter, &'b Section), Refusal> {
    book.section(id).ok_or_else(|| {
        Refusal::asked(format!("`{}` has no section `{id}`", book.id), "name a section by its number or its id")
    })
}

/// The text of a section, which must have one.
fn text(section: &Section) -> Result<&Prose, Refusal> {
    section.text.as_ref().ok_or_else(|| {
        Refusal::asked(format!("`{}` has no text", section.id), "give it one, with a letter before each statement")
    })
}

/// The blanks before the lines of a text, which stands in a block.
fn indent(sources: &Sources, text: &Prose) -> String {
    let file = sources.file(text.place.file);
    " ".repeat(file.position(text.place.start).column - 1)
}

/// The book of that id.
fn book<'l>(library: &'l Library, id: &str) -> Result<&'l Book, Refusal> {
    library.book(id).ok_or_else(|| Refusal::asked(format!("there is no book `{id}`"), "name a book of the library"))
}

/// Adds former addresses to a section in its file. Where it comes back to one, the first of them takes its place.
fn add_former(
    edit: &mut FileEdit,
    file: &ChapterFile<'_>,
    entry: &SectionEntry<'_>,
    section: &Section,
    addresses: &[String],
    back: Option<&str>,
) {
    let known = |address: &&String| {
        let said = section.formerly.iter().map(|former| format!("{}#{}", former.chapter, former.anchor()));
        said.into_iter().any(|known| known == **address)
    };
    let mut new: Vec<String> = addresses.iter().filter(|address| !known(address)).cloned().collect();
    let here = |former: &&Former| Some(former.chapter.as_str()) == back && former.anchor() == section.id;
    if let Some(former) = section.formerly.iter().find(here).filter(|_| !new.is_empty()) {
        edit.replace(former.place.start, former.place.end, yaml::quoted(&new.remove(0)));
    }
    let new: Vec<String> = new.iter().map(|address| yaml::quoted(address)).collect();
    entries::add_to_list(edit, file.text, entry.node, "formerly", &new, "id");
}

/// That the labels of a section do not tell which comes next.
fn no_series(section: &str, labels: &[&str]) -> Refusal {
    let message = format!("what follows {} in `{section}` is not known", labels.last().unwrap_or(&"nothing"));
    Refusal::asked(message, "write the labels of this section by hand")
}

/// What a change to a book makes of the library at `root`, of which nothing is written yet.
pub fn restructure(root: &Path, library: Library, book: &str, change: &dyn Change) -> Result<Restructured, Refusal> {
    let mut pending = Pending::new(root.to_owned(), library);
    let before = pending.before();
    let moved = change.apply(&mut pending, self::book(&before, book)?)?;
    let rewritten = references::rewrite(&before, pending.library(), book, &moved);
    pending.edit(rewritten.edits)?;
    let carried = records::carry(&before, pending.library(), book, &moved);
    pending.edit(carried)?;
    let mut notes = moved.notes;
    notes.extend(rewritten.notes);
    Ok(Restructured { files: pending.changed(), references: rewritten.count, notes })
}
