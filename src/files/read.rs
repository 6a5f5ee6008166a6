//! Reads a file that somebody else may have made: a file, no pipe or device, and no more bytes than it may have.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::FileError;

/// The largest source file that is read, in bytes: far above any chapter, far below what would exhaust memory.
pub const MAX_FILE_BYTES: u64 = 4 << 20;

/// Reads all of a file of at most `limit` bytes. A file that grows while it is read is not read further than that.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let file = open(path)?;
    let data = file.metadata().map_err(FileError::io("read", path))?;
    if !data.is_file() {
        return Err(alien(path, data.file_type()));
    }
    bounded(file, path, limit)
}

/// Reads as [`read`] does what the user alone may write to, and nobody else may put there.
pub(super) fn read_secret(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let file = open(path)?;
    let data = file.metadata().map_err(FileError::io("read", path))?;
    if !data.is_file() {
        return Err(alien(path, data.file_type()));
    }
    let folder = path.parent().map_or(Ok(None), |folder| fs::metadata(folder).map(Some));
    let folder = folder.map_err(FileError::io("look at", path))?;
    if let Some(why) = not_alone(&data, folder.as_ref()) {
        return Err(FileError::io("trust", path)(io::Error::other(why)));
    }
    bounded(file, path, limit)
}

/// Why a file may not be what the user has made, if others could have made it.
#[cfg(unix)]
fn not_alone(file: &fs::Metadata, folder: Option<&fs::Metadata>) -> Option<&'static str> {
    use std::os::unix::fs::MetadataExt as _;
    /// Of a group and of everybody.
    const OTHERS: u32 = 0o022;
    /// In a folder with this bit, nobody may remove what is another's.
    const STICKY: u32 = 0o1000;
    let user = rustix::process::geteuid().as_raw();
    if file.uid() != user && file.uid() != 0 {
        Some("it belongs to another user; remove it, and another is made")
    } else if file.mode() & OTHERS != 0 {
        Some("others may write to it; remove it, and another is made")
    // Whoever may write to a folder of a group can put no file of the user's there.
    } else if folder.is_some_and(|folder| folder.mode() & 0o002 != 0 && folder.mode() & STICKY == 0) {
        Some("everybody may write to its folder; remove both, and others are made")
    } else {
        None
    }
}

#[cfg(not(unix))]
fn not_alone(_: &fs::Metadata, _: Option<&fs::Metadata>) -> Option<&'static str> {
    None
}

fn bounded(file: File, path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes).map_err(FileError::io("read", path))?;
    if bytes.len() as u64 > limit { Err(FileError::TooLarge { path: path.to_owned(), limit }) } else { Ok(bytes) }
}

/// The paths of all that stands in a folder, in no order.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let all = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    all.map_err(FileError::io("list", folder))
}

/// Whether something stands at a path.
pub fn exists(path: &Path) -> Result<bool, FileError> {
    match fs::symlink_metadata(path).map_err(FileError::io("look at", path)) {
        Err(error) if !error.is_missing() => Err(error),
        looked => Ok(looked.is_ok()),
    }
}

/// Reads as [`read`] does what the user has named, who may have named a pipe.
pub fn read_named(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    bounded(File::open(path).map_err(FileError::io("read", path))?, path, limit)
}

/// Reads as [`read`] does what must be no link itself: a file that this program made.
pub(super) fn read_own(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    own_file(path)?;
    read(path, limit)
}

/// Refuses what is there and no file of its own.
pub(super) fn own_file(path: &Path) -> Result<(), FileError> {
    let data = fs::symlink_metadata(path).map_err(FileError::io("read", path))?;
    if data.is_file() { Ok(()) } else { Err(alien(path, data.file_type())) }
}

/// Opens without waiting: a pipe that nobody writes to would wait for ever.
#[cfg(unix)]
fn open(path: &Path) -> Result<File, FileError> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    let opened = rustix::fs::open(path, flags, Mode::empty());
    opened.map(File::from).map_err(|error| FileError::io("read", path)(error.into()))
}

#[cfg(not(unix))]
fn open(path: &Path) -> Result<File, FileError> {
    File::open(path).map_err(FileError::io("read", path))
}

/// Something stands where a file belongs.
pub(super) fn alien(path: &Path, kind: fs::FileType) -> FileError {
    FileError::Alien { path: path.to_owned(), what: kind_of(kind), wanted: "a file" }
}

/// What something in a folder is, in words.
pub(super) fn kind_of(kind: fs::FileType) -> &'static str {
    if kind.is_symlink() {
        return "a link";
    }
    if kind.is_dir() {
        return "a folder";
    }
    if kind.is_file() {
        return "a file";
    }
    special(kind)
}

#[cfg(unix)]
fn special(kind: fs::FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn special(_: &fs::FileType) -> &'static str {
    "no file"
}
