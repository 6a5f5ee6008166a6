//! What is kept to save work: files with a seal, of which none is believed that another made, or that was damaged.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::key::Key;
use super::read::read_own;
use super::{FileError, Lock, OwnFolder, leftover, whole};

/// The largest file that is read, in bytes, before its seal is looked at: the index of 10,000 sections has a twentieth of that.
const LARGEST: u64 = 128 << 20;

/// The first line of a file is its seal.
const SEAL: usize = 65;

/// The folder of what is kept, whether or not it exists, with the key to its seals.
#[derive(Debug)]
pub struct Cache {
    folder: OwnFolder,
    key: OnceLock<Result<Key, String>>,
    root: PathBuf,
}

impl Cache {
    /// Of the library at `root`: in its own folder, or in one that the user has named.
    pub fn of(root: &Path, named: Option<&Path>) -> Self {
        let folder = named.map_or_else(|| OwnFolder::of(root), OwnFolder::named);
        Self { folder, key: OnceLock::new(), root: root.to_owned() }
    }

    /// A folder with a key of its own.
    pub fn with_key(folder: &Path, key: Key) -> Self {
        Self { folder: OwnFolder::named(folder), key: OnceLock::from(Ok(key)), root: folder.to_owned() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// What was kept under this name, if it is whole and ours.
    pub fn load(&self, below: &[&str]) -> Option<Vec<u8>> {
        let path = self.folder.find(below).ok()?;
        let bytes = read_own(&path, LARGEST).ok()?;
        let (seal, content) = bytes.split_at_checked(SEAL)?;
        let sealed = self.key().ok()?.sealed(&below.join("/"), content);
        (seal == format!("{sealed}\n").as_bytes()).then(|| content.to_vec())
    }

    /// Keeps something under this name.
    pub fn store(&self, below: &[&str], content: &[u8]) -> Result<(), String> {
        let key = self.key()?;
        let path = self.folder.make(below).map_err(|error| error.to_string())?;
        let seal = format!("{}\n", key.sealed(&below.join("/"), content));
        whole::overwrite(&path, &[seal.as_bytes(), content].concat()).map_err(|error| error.to_string())
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
