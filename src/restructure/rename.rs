//! A section gets another id; its old addresses lead on.

use std::collections::BTreeMap;

use super::entries::ChapterFile;
use super::moved::Moved;
use super::pending::Pending;
use super::{Change, Refusal, ids};
use crate::diagnostic::FileId;
use crate::library::Book;
use crate::library::names::check_id;
use crate::translate::FileEdit;

/// A section that is to be called otherwise.
#[derive(Debug)]
pub struct RenameId {
    /// Its id.
    pub old: String,
    /// Its id from now on.
    pub new: String,
}

impl Change for RenameId {
    fn apply(&self, pending: &mut Pending, book: &Book) -> Result<Moved, Refusal> {
        let (chapter, section) = super::section(book, &self.old)?;
        free(book, &self.new)?;
        let library = pending.before();
        let names = BTreeMap::from([(self.old.clone(), self.new.clone())]);
        let mut edits: BTreeMap<FileId, FileEdit> = ids::renamed(&library, book, &names);
        let file = ChapterFile::read(&library, chapter.file)?;
        let edit = edits.entry(chapter.file).or_default();
        edit.replace(section.place.start, section.place.end, self.new.as_str());
        if let Some(entry) = file.section(&self.old) {
            let address = format!("{}#{}", chapter.id, self.old);
            super::add_former(edit, &file, &entry, section, &[address], None);
        }
        for translated in book.translations.values().filter_map(|translation| translation.sections.get(&self.old)) {
            let place = translated.place;
            edits.entry(place.file).or_default().replace(place.start, place.end, self.new.as_str());
        }
        pending.edit(edits)?;
        Ok(Moved { ids: names, ..Moved::default() })
    }
}

/// That no section is or was called so.
pub(super) fn free(book: &Book, id: &str) -> Result<(), Refusal> {
    if let Err(message) = check_id(id) {
        return Err(Refusal::asked(message, "write it in small letters, digits and hyphens"));
    }
    if book.section(id).is_some() {
        return Err(Refusal::asked(format!("`{}` already has a section `{id}`", book.id), "choose another id"));
    }
    match book.successor(id) {
        Some((_, section)) => {
            let message = format!("`{id}` is what `{}` was called, and its old addresses lead there", section.id);
            Err(Refusal::asked(message, "choose another id: an id names one section, today and before"))
        }
        None => Ok(()),
    }
}
