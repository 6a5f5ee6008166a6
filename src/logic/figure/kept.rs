//! The folder in which odds are kept, a file for each case, so that a rebuild works out only what has changed.
//!
//! A file appears whole or not at all, and one that is damaged is worked out again: it can be in the way of nothing.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde_json::json;
use sha2::{Digest, Sha256};

use super::key::hex;
use super::stored::{from_json, to_json};
use crate::logic::odds::Odds;
use crate::logic::program::Program;

/// The largest file that is read: odds with more outcomes than a page could show are worked out again.
const LARGEST: u64 = 16 << 20;
/// How a file begins that was not finished.
const UNFINISHED: &str = "unfinished-";

/// The folder, whether or not it exists.
#[derive(Clone, Debug)]
pub struct Kept {
    folder: PathBuf,
}

impl Kept {
    /// Within the folder of all that is kept, `.rulestone`.
    pub fn new(cache: &Path) -> Self {
        // A folder of its own: the search index lies beside it.
        Self { folder: cache.join("odds") }
    }

    /// What is kept under this key, if it is whole.
    pub(super) fn load(&self, book: &str, key: &str, program: &Program) -> Option<Odds> {
        let path = self.path(book, key);
        if fs::metadata(&path).ok()?.len() > LARGEST {
            return None;
        }
        let file: serde_json::Value = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        let odds = file.get("odds")?;
        let sound = file.get("digest")?.as_str()? == digest(key, odds);
        if sound { from_json(odds, program) } else { None }
    }

    /// Keeps odds under this key.
    pub(super) fn store(&self, book: &str, key: &str, odds: &Odds) -> io::Result<()> {
        let path = self.path(book, key);
        let Some((odds, folder)) = to_json(odds).zip(path.parent()) else { return Ok(()) };
        fs::create_dir_all(folder)?;
        let content = serde_json::to_vec(&json!({"digest": digest(key, &odds), "odds": odds}))?;
        let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
        file.write_all(&content)?;
        file.persist(path)?;
        Ok(())
    }

    /// Removes what a book has no use for any more. What cannot be removed now will be next time; what somebody else put there
    /// is left alone.
    pub(super) fn clean(&self, book: &str, used: &BTreeSet<String>) {
        let Ok(entries) = fs::read_dir(self.folder.join(book)) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let old = name.strip_suffix(".json").is_some_and(|key| is_key(key) && !used.contains(key));
            if old || name.starts_with(UNFINISHED) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    fn path(&self, book: &str, key: &str) -> PathBuf {
        self.folder.join(book).join(format!("{key}.json"))
    }
}

fn is_key(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A hash by which a damaged file is known, or one that stands under the name of another.
fn digest(key: &str, odds: &serde_json::Value) -> String {
    hex(&Sha256::digest(format!("{key}{odds}")))
}
