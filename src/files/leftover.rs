//! What a command leaves that was killed: hidden files beside those that it was changing.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::exchange::{self, Content};
use super::whole::{FRESH, UNFINISHED};
use super::{MAX_FILE_BYTES, read};

/// Clears away what commands that were killed have left in a folder of sources, and returns what may be somebody's text.
///
/// To be called under the lock of the library, so that nobody is at work there.
pub fn clear(folder: &Path) -> Vec<PathBuf> {
    let mut precious = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let fresh = entry.file_name().to_string_lossy().contains(&format!(".{FRESH}-"));
        if fresh && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            remove_plain(&entry.path());
        }
    }
    for path in hidden(folder) {
        let content = || read::read(&path, MAX_FILE_BYTES).ok();
        match exchange::content_of(&path, content) {
            _ if is_unfinished(&path) => drop(fs::remove_file(&path)),
            Some(Content::OldOrNew) => drop(fs::remove_file(&path)),
            Some(Content::Other) => precious.push(path),
            None => {}
        }
    }
    precious
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

/// The hidden files of a folder; no links.
fn hidden(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    files.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b".")).map(|entry| entry.path())
}

/// Whether a file has the name of one that is not finished.
pub(super) fn is_unfinished(path: &Path) -> bool {
    path.file_name().and_then(OsStr::to_str).is_some_and(|name| name.starts_with('.') && name.ends_with(UNFINISHED))
}
