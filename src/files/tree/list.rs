//! The list of our files in a tree: a line for each, with its hash, as `sha256sum` writes them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::{Files, is_inside};
use crate::files::read::read_own;
use crate::files::{FileError, hex};

/// The largest list that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// What files a tree is to hold, and under which name and with which words the list of them stands there.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub(super) name: String,
    about: String,
    pub(super) files: Known,
}

impl List {
    pub(super) fn new(name: &str, about: &str, files: &Files<'_>) -> Self {
        let hashes = files.iter().map(|(path, content)| ((*path).to_owned(), BTreeSet::from([hash(content)])));
        Self { name: name.to_owned(), about: about.to_owned(), files: Known(hashes.collect()) }
    }

    /// What it is called while not all of its files are there.
    pub(super) fn unfinished(&self) -> String {
        format!("{}.part", self.name)
    }

    /// The same list, under which the files of another are ours too.
    pub(super) fn with(&self, others: &Known) -> Self {
        let mut all = self.clone();
        for (path, hashes) in &others.0 {
            all.files.0.entry(path.clone()).or_default().extend(hashes.iter().cloned());
        }
        all
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for line in self.about.lines() {
            let _ = writeln!(text, "# {line}");
        }
        for (path, hash) in self.files.0.iter().flat_map(|(path, hashes)| hashes.iter().map(move |hash| (path, hash))) {
            let _ = writeln!(text, "{hash}  {path}");
        }
        text
    }

    /// The list that stands in `dir`, if one does.
    pub(super) fn in_folder(&self, dir: &Path) -> Result<Option<Known>, FileError> {
        Known::read(&dir.join(&self.name))
    }
}

/// Files that a list names, each with the hashes that it may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Known(BTreeMap<String, BTreeSet<String>>);

impl Known {
    /// Reads a list, which may come from a stranger: lines that are none, and paths that lead out, are passed over. Fails only
    /// if nobody can say whether there is one.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, FileError> {
        match read_own(path, LARGEST) {
            Ok(bytes) => Ok(str::from_utf8(&bytes).ok().map(Self::of)),
            Err(error) if error.is_unknown() => Err(error),
            Err(_) => Ok(None),
        }
    }

    fn of(text: &str) -> Self {
        let mut known = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((hash, path)) = line.split_once("  ").filter(|(_, path)| is_inside(path)) else { continue };
            known.0.entry(path.to_owned()).or_default().insert(hash.to_owned());
        }
        known
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    pub(super) fn contains(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    /// Whether a file of that path and content is ours.
    pub(super) fn fits(&self, path: &str, hash: &str) -> bool {
        self.0.get(path).is_some_and(|hashes| hashes.contains(hash))
    }
}

/// The hash of a file's content, as text.
pub(super) fn hash(content: &[u8]) -> String {
    hex(&Sha256::digest(content))
}
