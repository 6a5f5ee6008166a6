//! What a call leaves that was interrupted: a folder beside the tree, unfinished, or an old one that was not removed yet.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::list::{Known, List};
use super::survey::{Survey, above};
use super::{Left, TreeError};
use crate::files::read::own_file;
use crate::files::{FileError, whole};

/// In the name of a folder that is to take the place of the tree, or has been displaced by it.
pub(super) const NEW: &str = "rulestone-new";

/// In the name of a folder that was put aside where the system has no exchange.
pub(super) const OLD: &str = "rulestone-old";

/// Puts a tree back that an interrupted call has put aside, and removes what such calls have left. Returns the folders that
/// hold something which is not ours, or cannot be removed.
pub(super) fn recover(dir: &Path, list: &List) -> Result<Vec<Left>, FileError> {
    let mut found = found(dir);
    if fs::symlink_metadata(dir).is_err() {
        // An old one rather than a new one, of which nobody knows whether it was wanted.
        let whole = found.iter().position(|path| is_whole(path, list));
        if let Some(path) = whole.map(|at| found.remove(at)) {
            fs::rename(&path, dir).map_err(FileError::io("put back", dir))?;
            whole::sync_folder_of(dir)?;
        }
    }
    Ok(found.into_iter().filter_map(|path| Left::of(&path, remove(&path, list))).collect())
}

/// The folders beside `dir` that have such a name: those put aside first.
fn found(dir: &Path) -> Vec<PathBuf> {
    let Some(parent) = dir.parent() else { return Vec::new() };
    let prefixes = [OLD, NEW].map(|kind| format!(".{}.{kind}-", whole::short(dir)));
    let mut found: Vec<(usize, PathBuf)> = Vec::new();
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let kind = name.to_str().and_then(|name| prefixes.iter().position(|prefix| name.starts_with(prefix)));
        if let Some(kind) = kind.filter(|_| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
            found.push((kind, entry.path()));
        }
    }
    found.sort();
    found.into_iter().map(|(_, path)| path).collect()
}

/// Whether all files of the list in a folder are there as they were written, and nothing else is: only such a folder is ever
/// put aside, so another one has been put there by somebody.
fn is_whole(folder: &Path, list: &List) -> bool {
    let Ok(survey) = Survey::of(folder, list) else { return false };
    let all = survey.known.paths().all(|path| survey.ours.contains_key(path));
    survey.listed && all && survey.foreign.is_empty()
}

/// Removes our files from a folder, and the folder itself; whether something is left in it that is not ours.
pub(super) fn remove(folder: &Path, list: &List) -> io::Result<bool> {
    let part = folder.join(list.unfinished());
    // One that was never finished was never to be seen: whatever of it is there is half of ours.
    let (known, ours): (Known, Vec<String>) = match list.read(&part) {
        Ok(Some(known)) => {
            let all = known.paths().map(str::to_owned).collect();
            (known, all)
        }
        _ => match Survey::of(folder, list) {
            Ok(survey) => (survey.known, survey.ours.into_keys().collect()),
            Err(TreeError::File(FileError::Io { error, .. })) => return Err(error),
            Err(_) => Default::default(),
        },
    };
    // Those of files that are gone already too.
    let folders: BTreeSet<&str> = known.paths().flat_map(above).collect();
    let is_plain = |path: &str| fs::symlink_metadata(folder.join(path)).is_ok_and(|data| data.is_dir());
    for path in ours.iter().filter(|path| above(path).all(is_plain)) {
        let file = folder.join(path);
        if own_file(&file).is_ok() {
            fs::remove_file(file)?;
        }
    }
    for inner in folders.iter().rev() {
        let _ = fs::remove_dir(folder.join(inner));
    }
    // The list last, so that one that is removed in part only is still known.
    let others = fs::read_dir(folder)?.flatten().any(|entry| {
        let name = entry.file_name();
        name != list.name() && name != list.unfinished().as_str()
    });
    if others {
        return Ok(true);
    }
    for list in [part, folder.join(list.name())] {
        if own_file(&list).is_ok() {
            fs::remove_file(list)?;
        }
    }
    fs::remove_dir(folder)?;
    Ok(false)
}
