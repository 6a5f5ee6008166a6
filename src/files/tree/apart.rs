//! Replaces a tree that holds somebody else's files too: ours one by one, each whole, theirs never.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::Files;
use super::list::{List, hash};
use super::survey::{Survey, above};
use crate::files::{FileError, whole};

/// Replaces our files in `dir` by `files`. If this is interrupted, some pages are new and some old, and the next call goes on.
pub(super) fn replace(dir: &Path, files: &Files<'_>, list: &List, survey: &Survey) -> Result<(), FileError> {
    let path = dir.join(list.name());
    // Until all is done, both the old files and the new ones are ours.
    whole::overwrite(&path, list.with(&survey.known).text().as_bytes())?;
    for (name, content) in files {
        // What somebody else has put there is allowed only where it is the same.
        if survey.ours.get(*name) == Some(&hash(content)) || survey.foreign.contains(*name) {
            continue;
        }
        let file = dir.join(name);
        if let Some(folder) = file.parent() {
            whole::create_folder(folder)?;
        }
        whole::overwrite(&file, content)?;
    }
    let mut folders = BTreeSet::new();
    for name in survey.ours.keys().filter(|name| !files.contains_key(name.as_str())) {
        let file = dir.join(name);
        fs::remove_file(&file).map_err(FileError::io("remove", &file))?;
        folders.extend(above(name));
    }
    for folder in folders.into_iter().rev() {
        // One that holds something stays.
        let _ = fs::remove_dir(dir.join(folder));
    }
    whole::overwrite(&path, list.text().as_bytes())
}
