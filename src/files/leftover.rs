//! What a command leaves that was killed: hidden files beside those that it was changing.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::exchange::{self, Content};
use super::whole::{self, FRESH, UNFINISHED};
use super::{MAX_FILE_BYTES, read};

/// Clears away what commands that were killed have left in a folder of sources, and returns what may be somebody's text.
/// `may_be_fresh` knows the names of the files in a folder that one of them may have begun.
///
/// To be called under the lock of the library, so that nobody is at work there.
pub fn clear(folder: &Path, may_be_fresh: fn(&str) -> bool) -> Vec<PathBuf> {
    let mut precious = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let Ok(kind) = entry.file_type() else { continue };
        if let Some(name) = name.to_str().filter(|_| kind.is_dir()) {
            match whole::is_beside(name, FRESH) {
                Some(true) if holds_only(&path, may_be_fresh) => remove_plain(&path),
                Some(_) => precious.push(path),
                None => {}
            }
        } else if kind.is_file() && is_unfinished(&path) {
            let _ = fs::remove_file(path);
        } else if kind.is_file() && name.as_encoded_bytes().starts_with(b".") {
            match exchange::content_of(&path, || read::read(&path, MAX_FILE_BYTES).ok()) {
                Some(Content::OldOrNew) => drop(fs::remove_file(path)),
                Some(Content::Other) => precious.push(path),
                None => {}
            }
        }
    }
    precious
}

/// Whether all that a folder holds has such a name, or that of a file that is not finished.
fn holds_only(folder: &Path, is_known: fn(&str) -> bool) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.into_iter().all(|entry| {
        entry.is_ok_and(|entry| {
            let known = entry.file_name().to_str().is_some_and(is_known);
            (known || is_unfinished(&entry.path())) && entry.file_type().is_ok_and(|kind| kind.is_file())
        })
    })
}

/// Removes a folder that holds files only.
pub(super) fn remove_plain(folder: &Path) {
    clean(folder, |_| true);
    let _ = fs::remove_dir(folder);
}

/// Removes the files of a folder of our own that were not finished, and those that `is_old` names.
pub(super) fn clean(folder: &Path, is_old: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let old = name.to_str().is_some_and(&is_old);
        if (old || is_unfinished(&path)) && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let _ = fs::remove_file(path);
        }
    }
}

/// Whether a file has the name of one that is not finished.
pub(super) fn is_unfinished(path: &Path) -> bool {
    path.file_name().and_then(OsStr::to_str).is_some_and(|name| name.starts_with('.') && name.ends_with(UNFINISHED))
}
