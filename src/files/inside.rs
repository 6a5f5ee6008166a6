//! Where a link leads: within the rulebooks of a library it is followed, anywhere else it is not.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::FileError;
use super::read::kind_of;

/// How the folder of a language begins.
const RULES: &[u8] = b"rules-";

/// What stands at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Followed {
    /// A file, or a link to one of the library's.
    File,
    /// A folder, or a link to one of the library's.
    Folder,
    /// A link to what is not there.
    Nowhere,
    /// A link that leads out of the library's rulebooks.
    Outside,
    /// A pipe, a socket, a device: in words.
    Special(&'static str),
}

/// What stands at `path` in the library at `root`. Of the folders above it, each has been followed before.
pub fn follow(root: &Path, path: &Path) -> Followed {
    let Ok(data) = fs::symlink_metadata(path) else { return Followed::Nowhere };
    if !data.is_symlink() {
        return kind(&data);
    }
    let Ok(data) = fs::metadata(path) else { return Followed::Nowhere };
    if target(root, path).is_some() { kind(&data) } else { Followed::Outside }
}

/// Whether there is a link at `path`, wherever it leads.
pub fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|data| data.is_symlink())
}

/// Whether there is nothing at `path`, not even a link.
pub fn is_gone(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// The file itself that is changed when `path` is: a link is written through, but not into another language's texts.
pub fn resolve(root: &Path, path: &Path) -> Result<PathBuf, FileError> {
    // A folder above it may be the link.
    match target(root, path) {
        None => whole(path).and_then(|_| Err(outside(path))),
        Some(target) if language_folder(root, path) != language_folder(&whole(root)?, &target) => {
            Err(of_another_language(path, "a file of its own"))
        }
        Some(target) if path.is_symlink() => Ok(target),
        Some(_) => Ok(path.to_owned()),
    }
}

/// The folder `rules-LANG` of the library at `root` that `path` lies in.
fn language_folder<'p>(root: &Path, path: &'p Path) -> Option<&'p OsStr> {
    Some(path.strip_prefix(root).ok()?.components().next()?.as_os_str())
}

fn whole(path: &Path) -> Result<PathBuf, FileError> {
    fs::canonicalize(path).map_err(FileError::io("follow", path))
}

/// Refuses to make something at `path` where that cannot be: the nearest thing above it that is there is no folder, may not be
/// written to, or is reached by a link that leads out of the folder `root` or to the texts of another language.
pub fn allow(root: &Path, path: &Path) -> Result<(), FileError> {
    let there = path.ancestors().skip(1).find(|above| fs::symlink_metadata(above).is_ok());
    let Some(there) = there else { return Ok(()) };
    allow_folder(there)?;
    // The folder that is to become a library need not be there yet.
    if let Ok(root_itself) = fs::canonicalize(root) {
        let there_itself = whole(there)?;
        if !there_itself.starts_with(&root_itself) {
            return Err(outside(there));
        }
        let of_language = language_folder(root, there).filter(|name| name.as_encoded_bytes().starts_with(RULES));
        if of_language.is_some() && of_language != language_folder(&root_itself, &there_itself) {
            return Err(of_another_language(there, "a folder of its own"));
        }
    }
    allow_new(there)
}

/// Refuses what stands where a folder belongs, and is none.
fn allow_folder(path: &Path) -> Result<(), FileError> {
    let alien = |what| FileError::Alien { path: path.to_owned(), what, wanted: "a folder" };
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => Ok(()),
        Ok(data) => Err(alien(kind_of(data.file_type()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(alien("a link to what is not there")),
        Err(error) => Err(FileError::io("look at", path)(error)),
    }
}

/// Whether names may be given in a folder, as far as that shows without giving one.
#[cfg(unix)]
pub(super) fn allow_new(folder: &Path) -> Result<(), FileError> {
    use rustix::fs::Access;
    let access = rustix::fs::access(folder, Access::WRITE_OK | Access::EXEC_OK);
    access.map_err(|error| FileError::io("write to", folder)(error.into()))
}

#[cfg(not(unix))]
pub(super) fn allow_new(_: &Path) -> Result<(), FileError> {
    Ok(())
}

fn of_another_language(path: &Path, wanted: &'static str) -> FileError {
    FileError::Alien { path: path.to_owned(), what: "a link to a file of another language", wanted }
}

fn outside(path: &Path) -> FileError {
    FileError::Alien { path: path.to_owned(), what: "a link that leads out of the library", wanted: "the file itself" }
}

/// The file itself that `path` leads to, if that is one of the library's rulebooks.
fn target(root: &Path, path: &Path) -> Option<PathBuf> {
    let (root, target) = (fs::canonicalize(root).ok()?, fs::canonicalize(path).ok()?);
    let first = target.strip_prefix(&root).ok()?.components().next()?;
    first.as_os_str().as_encoded_bytes().starts_with(RULES).then_some(target)
}

fn kind(data: &fs::Metadata) -> Followed {
    if data.is_file() {
        Followed::File
    } else if data.is_dir() {
        Followed::Folder
    } else {
        Followed::Special(kind_of(data.file_type()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_away_is_no_link_that_leads_nowhere() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("02-more.editor");
        assert!(follow(folder.path(), &path) == Followed::Nowhere && is_gone(&path));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("nothing", &path).expect("a link");
            assert!(follow(folder.path(), &path) == Followed::Nowhere && !is_gone(&path));
        }
        fs::remove_file(&path).ok();
        fs::write(&path, "a text").expect("a file");
        assert!(!is_gone(&path));
    }
}
