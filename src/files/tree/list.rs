//! The list of our files in a tree: a line for each, with its hash, as `sha256sum` writes them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::{Files, TreeKind};
use crate::beside;
use crate::files::read::read_own;
use crate::files::{FileError, hex};

/// The largest list that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// What files a tree of some kind is to hold.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub(super) kind: TreeKind,
    pub(super) files: Known,
}

impl List {
    pub(super) fn new(kind: TreeKind, files: &Files<'_>) -> Self {
        let files: Vec<_> = files.iter().collect();
        let hashes = beside::each(&files, beside::cores(), |(path, content)| {
            ((**path).to_owned(), BTreeSet::from([hash(content)]))
        });
        Self { kind, files: Known { files: hashes.into_iter().collect(), refused: BTreeSet::new() } }
    }

    /// What it is called.
    pub(super) fn name(&self) -> &'static str {
        self.kind.list
    }

    /// What it is called while not all of its files are there.
    pub(super) fn unfinished(&self) -> String {
        format!("{}.part", self.name())
    }

    /// The same list, under which the files of another are ours too.
    pub(super) fn with(&self, others: &Known) -> Self {
        let mut all = self.clone();
        for (path, hashes) in &others.files {
            all.files.files.entry(path.clone()).or_default().extend(hashes.iter().cloned());
        }
        all
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for line in self.kind.about.lines() {
            let _ = writeln!(text, "# {line}");
        }
        for (path, hash) in
            self.files.files.iter().flat_map(|(path, hashes)| hashes.iter().map(move |hash| (path, hash)))
        {
            let _ = writeln!(text, "{hash}  {path}");
        }
        text
    }

    /// The list that stands in `dir`, if one does.
    pub(super) fn in_folder(&self, dir: &Path) -> Result<Option<Known>, FileError> {
        self.read(&dir.join(self.name()))
    }

    /// Reads a list of the same kind, which may come from a stranger. Fails only if nobody can say whether there is one.
    pub(super) fn read(&self, path: &Path) -> Result<Option<Known>, FileError> {
        match read_own(path, LARGEST) {
            Ok(bytes) => Ok(str::from_utf8(&bytes).ok().map(|text| Known::of(text, &self.kind))),
            Err(error) if error.is_unknown() => Err(error),
            Err(_) => Ok(None),
        }
    }
}

/// Files that a list names, each with the hashes that it may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    files: BTreeMap<String, BTreeSet<String>>,
    /// Names on the list that no tree of ours has: somebody has put them there so that we would remove what is not ours.
    pub(super) refused: BTreeSet<String>,
}

impl Known {
    /// What a list names; lines that are none are passed over.
    fn of(text: &str, kind: &TreeKind) -> Self {
        let mut known = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((hash, path)) = line.split_once("  ") else { continue };
            if kind.holds(path) {
                known.files.entry(path.to_owned()).or_default().insert(hash.to_owned());
            } else {
                known.refused.insert(path.to_owned());
            }
        }
        known
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    pub(super) fn contains(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Whether a file of that path and content is ours.
    pub(super) fn fits(&self, path: &str, hash: &str) -> bool {
        self.files.get(path).is_some_and(|hashes| hashes.contains(hash))
    }
}

/// The hash of a file's content, as text.
pub(super) fn hash(content: &[u8]) -> String {
    hex(&Sha256::digest(content))
}
