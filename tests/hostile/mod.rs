//! Libraries from strangers: what may be in them, and what must not come of it.

mod budgets;
#[cfg(unix)]
mod denied;
mod edits;
mod examples;
mod faults;
mod files;
mod growth;
mod history;
#[cfg(unix)]
mod key;
mod leading_out;
mod names;
mod play;
mod queries;
mod repository;
mod site_list;
mod tables;
mod unread;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

/// Every file below a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files
}
