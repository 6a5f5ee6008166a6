//! The files of a library as they will be once a change is saved.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use super::Refusal;
use crate::diagnostic::FileId;
use crate::library::{Library, Parses, Wanted, load_with};
use crate::translate::FileEdit;

/// A library that changes, and what it was before.
#[derive(Debug)]
pub struct Pending {
    root: PathBuf,
    before: Rc<Library>,
    now: Rc<Library>,
    /// What differs from what is saved, by path.
    texts: BTreeMap<String, String>,
    parses: Arc<Parses>,
}

/// A file that changes or is new.
#[derive(Debug)]
pub struct Changed {
    /// Its path below the root.
    pub path: String,
    /// What it held; nothing where it is new.
    pub before: Option<Arc<str>>,
    /// What it will hold.
    pub text: String,
}

impl Pending {
    pub(super) fn new(root: PathBuf, library: Library) -> Self {
        let before = Rc::new(library);
        Self { root, now: Rc::clone(&before), before, texts: BTreeMap::new(), parses: Arc::default() }
    }

    /// The library before the change.
    pub(super) fn before(&self) -> Rc<Library> {
        Rc::clone(&self.before)
    }

    /// The library as it is now.
    pub(super) fn library(&self) -> &Library {
        &self.now
    }

    /// The same for who changes it at the same time.
    pub(super) fn now(&self) -> Rc<Library> {
        Rc::clone(&self.now)
    }

    /// Changes files, each by places in it as it is now.
    pub(super) fn edit(&mut self, edits: impl IntoIterator<Item = (FileId, FileEdit)>) -> Result<(), Refusal> {
        let mut texts = BTreeMap::new();
        for (file, edit) in edits {
            let file = self.now.sources.file(file);
            let text = edit.applied(&file.text);
            if text != *file.text {
                texts.insert(file.path.clone(), text);
            }
        }
        self.put(texts)
    }

    /// Puts whole files in place, new ones too.
    pub(super) fn put(&mut self, texts: BTreeMap<String, String>) -> Result<(), Refusal> {
        if texts.is_empty() {
            return Ok(());
        }
        let paths: Vec<String> = texts.keys().cloned().collect();
        self.texts.extend(texts);
        let wanted =
            Wanted { unsaved: self.texts.clone(), parses: Some(Arc::clone(&self.parses)), ..Wanted::default() };
        let loaded = load_with(&self.root, &wanted).map_err(Refusal::Load)?;
        let library = loaded.library;
        let unread =
            |path: &&String| library.sources.find(path).is_none_or(|file| library.unread_files.contains(&file));
        if let Some(path) = paths.iter().find(unread) {
            return Err(Refusal::Unsafe(Path::new(path).to_owned()));
        }
        self.now = Rc::new(library);
        Ok(())
    }

    /// What differs from what is saved.
    pub(super) fn changed(self) -> Vec<Changed> {
        let before = |path: &str| {
            let file = self.before.sources.find(path)?;
            Some(Arc::clone(&self.before.sources.file(file).text))
        };
        let all = self.texts.into_iter().map(|(path, text)| Changed { before: before(&path), path, text });
        all.filter(|file| file.before.as_ref().is_none_or(|before| **before != *file.text)).collect()
    }
}
