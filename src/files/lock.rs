//! One command at a time: a lock that the system takes back when the command ends, however it ends.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::folder::OwnFolder;
use super::read::alien;
use super::{FileError, read};

/// The right to change something, until dropped. The file of a lock stays: without it, two commands could hold two locks.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Waits until no other command has the lock `name` of this folder; `waiting` is called if there is one.
    pub fn take(folder: &OwnFolder, name: &str, waiting: impl FnOnce()) -> Result<Self, FileError> {
        let path = folder.make(&[name])?;
        match read::own_file(&path) {
            Err(error) if !error.is_missing() => return Err(error),
            _ => {}
        }
        let file = open(&path)?;
        let data = file.metadata().map_err(FileError::io("lock", &path))?;
        if !data.is_file() {
            return Err(alien(&path, data.file_type()));
        }
        Self::of(file, &path, waiting)
    }

    /// Waits until no other command holds this folder; none where folders cannot be locked.
    pub(super) fn of_folder(folder: &Path) -> Option<Self> {
        // To open a pipe would wait for somebody to write to it.
        let open = folder.is_dir().then(|| File::open(folder).ok()).flatten()?;
        Self::of(open, folder, || {}).ok()
    }

    /// Waits until no other command holds this file or folder.
    fn of(file: File, path: &Path, waiting: impl FnOnce()) -> Result<Self, FileError> {
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                waiting();
                file.lock().map_err(FileError::io("lock", path))?;
            }
            Err(TryLockError::Error(error)) => return Err(FileError::io("lock", path)(error)),
        }
        Ok(Self { _file: file })
    }
}

#[cfg(unix)]
fn open(path: &Path) -> Result<File, FileError> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    let mode = Mode::from_raw_mode(0o666);
    rustix::fs::open(path, flags, mode).map(File::from).map_err(|error| FileError::io("lock", path)(error.into()))
}

#[cfg(not(unix))]
fn open(path: &Path) -> Result<File, FileError> {
    File::options().create(true).truncate(false).write(true).open(path).map_err(FileError::io("lock", path))
}
