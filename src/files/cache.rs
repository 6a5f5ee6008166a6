//! What is kept to save work: files with a seal, of which none is believed that another made, or that was damaged.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use super::key::{Key, LENGTH};
use super::read::read_own;
use super::{FileError, Lock, OwnFolder, leftover, whole};

/// The largest file that is read, in bytes: the index of a hundred times the largest library.
const LARGEST: u64 = 1 << 30;

/// The folder of what is kept, whether or not it exists, with the key to its seals.
#[derive(Debug)]
pub struct Cache {
    folder: OwnFolder,
    key: OnceCell<Result<Key, String>>,
    root: PathBuf,
}

impl Cache {
    /// Of the library at `root`: in its own folder, or in one that the user has named.
    pub fn of(root: &Path, named: Option<&Path>) -> Self {
        let folder = named.map_or_else(|| OwnFolder::of(root), OwnFolder::named);
        Self { folder, key: OnceCell::new(), root: root.to_owned() }
    }

    /// A folder with a key of its own.
    pub fn with_key(folder: &Path, key: Key) -> Self {
        Self { folder: OwnFolder::named(folder), key: OnceCell::from(Ok(key)), root: folder.to_owned() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// What was kept under this name, if it is whole and ours.
    pub fn load(&self, below: &[&str]) -> Option<Vec<u8>> {
        let path = self.folder.find(below).ok()?;
        let mut bytes = read_own(&path, LARGEST).ok()?;
        if bytes.len() < LENGTH {
            return None;
        }
        let content = bytes.split_off(LENGTH);
        self.key().ok()?.fits(&below.join("/"), &content, &bytes).then_some(content)
    }

    /// Keeps something under this name.
    pub fn store(&self, below: &[&str], content: &[u8]) -> Result<(), String> {
        let key = self.key()?;
        let path = self.folder.make(below).map_err(told)?;
        let mut bytes = key.seal(&below.join("/"), content).to_vec();
        bytes.extend(content);
        whole::overwrite(&path, &bytes).map_err(told)
    }

    /// Waits until no other command has this lock.
    pub fn lock(&self, name: &str) -> Result<Lock, FileError> {
        Lock::take(&self.folder, name, || {})
    }

    /// Removes what is kept in a folder and not wanted any more, and what was not finished. What cannot be removed now will be
    /// next time.
    pub fn clean(&self, below: &str, is_old: impl Fn(&str) -> bool) {
        if let Ok(folder) = self.folder.find(&[below, ""]) {
            leftover::clean(&folder, is_old);
        }
    }

    fn key(&self) -> Result<&Key, String> {
        self.key.get_or_init(|| Key::of_user(&self.root)).as_ref().map_err(Clone::clone)
    }
}

fn told(error: FileError) -> String {
    error.to_string()
}
