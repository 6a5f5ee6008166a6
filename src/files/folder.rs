//! A folder of the program's own: made with care, never reached through a link.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::read::kind_of;
use super::{FileError, whole};

/// The folder of what is kept, within a library.
pub const OWN_FOLDER: &str = ".rulestone";

/// What keeps git from taking the folder.
const IGNORE: (&str, &str) = (".gitignore", "# Made by Rulestone, and made again when it is gone.\n*\n");

/// What keeps backups from taking it: <https://bford.info/cachedir/>
const TAG: (&str, &str) = (
    "CACHEDIR.TAG",
    "Signature: 8a477f597d28d172789f06886806bc55\n# Made by Rulestone, and made again when it is gone.\n",
);

/// A folder that only this program writes to: [`OWN_FOLDER`], or another that the user has named for it.
#[derive(Clone, Debug)]
pub struct OwnFolder {
    path: PathBuf,
    /// Whether nobody else has anything in it: what the user has named may hold more than ours.
    alone: bool,
}

impl OwnFolder {
    /// The folder within the library at `root`. It is not made before something is written to it.
    pub fn of(root: &Path) -> Self {
        Self { path: root.join(OWN_FOLDER), alone: true }
    }

    /// A folder that the user has named, who may have named a link.
    pub fn named(path: &Path) -> Self {
        Self { path: fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()), alone: false }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file in it; its folders are made.
    pub(super) fn make(&self, below: &[&str]) -> Result<PathBuf, FileError> {
        make(&self.path)?;
        for (name, text) in [IGNORE, TAG].into_iter().filter(|_| self.alone) {
            let path = self.path.join(name);
            // What stands there already is somebody's wish.
            if fs::symlink_metadata(&path).is_err() {
                match whole::create(&path, text.as_bytes()) {
                    Ok(()) | Err(FileError::Exists(_)) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        self.walk(below, make)
    }

    /// The path of a file in it, if no folder on the way is missing or anything but a folder.
    pub(super) fn find(&self, below: &[&str]) -> Result<PathBuf, FileError> {
        own_folder(&self.path)?;
        self.walk(below, own_folder)
    }

    fn walk(&self, below: &[&str], step: impl Fn(&Path) -> Result<(), FileError>) -> Result<PathBuf, FileError> {
        let mut path = self.path.clone();
        for (at, name) in below.iter().enumerate() {
            path.push(name);
            if at + 1 < below.len() {
                step(&path)?;
            }
        }
        Ok(path)
    }
}

/// Makes a folder unless it is there.
fn make(path: &Path) -> Result<(), FileError> {
    match fs::create_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // The user has named a folder in folders that are not there yet.
            fs::create_dir_all(path).map_err(FileError::io("make", path))
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => own_folder(path),
        made => made.map_err(FileError::io("make", path)),
    }
}

/// Refuses what is there and no folder of its own.
pub(super) fn own_folder(path: &Path) -> Result<(), FileError> {
    let data = fs::symlink_metadata(path).map_err(FileError::io("read", path))?;
    if data.is_dir() {
        return Ok(());
    }
    let what = kind_of(data.file_type());
    Err(FileError::Alien { path: path.to_owned(), what, wanted: "a folder of Rulestone's own" })
}
