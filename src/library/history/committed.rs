//! The texts of books as the last commit has them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Instant;

use super::apart::Apart;
use super::gap::Gap;
use super::walk::{Change, Folder, Names, Walk};
use super::{LONGEST, step};
use crate::library::model::{Book, Library};

/// The files of books that are others at the last commit than they are now, in every language, by path below the root: with what they held
/// there, nothing in those that were not there yet. None where the library stands in no repository, or its history cannot be read.
pub fn committed(root: &Path, library: &Library) -> Option<BTreeMap<String, String>> {
    let of_book = |book: &Book| -> Vec<String> {
        book.all_languages().into_iter().map(|language| format!("rules-{language}/{}", book.id)).collect()
    };
    let folders: Vec<String> = library.books.iter().flat_map(of_book).collect();
    let names: Vec<Names> =
        folders.iter().map(|folder| folder.split('/').map(|name| name.as_bytes().to_vec()).collect()).collect();
    let found = read(root, names).ok()?;
    // Where a folder was never committed nothing could have moved.
    let mut texts = BTreeMap::new();
    for (at, files) in found {
        let begin = format!("{}/", folders[at]);
        let here = library.sources.files().filter(|file| {
            file.path
                .strip_prefix(&begin)
                .is_some_and(|name| !name.contains('/') && Path::new(name).extension() == Some("yaml".as_ref()))
        });
        let mut now: BTreeMap<&str, &str> = here.map(|file| (file.path.as_str(), &*file.text)).collect();
        for (name, text) in files {
            let path = format!("{begin}{name}.yaml");
            if now.remove(path.as_str()).is_none_or(|now| now != text) {
                texts.insert(path, text);
            }
        }
        texts.extend(now.into_keys().map(|path| (path.to_owned(), String::new())));
    }
    Some(texts)
}

type Files = Vec<(String, String)>;

/// The files of each folder that was ever committed.
fn read(root: &Path, names: Vec<Names>) -> Result<BTreeMap<Folder, Files>, Gap> {
    let (root, count) = (root.to_owned(), names.len());
    let reader = Apart::start(Instant::now() + LONGEST, move |asked, answered| {
        let mut walk = Walk::new(&root, names);
        for folders in asked {
            if answered.send(step(&mut walk, &folders)).is_err() {
                return;
            }
        }
    })?;
    let mut open: BTreeSet<Folder> = (0..count).collect();
    let mut found = BTreeMap::new();
    while !open.is_empty() {
        // The newest commit that has changed a folder has it as the last commit has.
        let Some(Change { folders, .. }) = reader.ask(open.clone())?? else { break };
        for (folder, files) in folders {
            open.remove(&folder);
            let text = |bytes: Option<Vec<u8>>| String::from_utf8(bytes?).ok();
            let files: Option<Files> = files.into_iter().map(|file| Some((file.id, text(file.bytes)?))).collect();
            found.insert(folder, files.ok_or(Gap::Unreadable)?);
        }
    }
    Ok(found)
}
