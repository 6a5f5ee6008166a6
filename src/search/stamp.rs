//! Tells one state of a library's files from another without reading them.

use std::fmt::Write as _;
use std::path::Path;
use std::time::UNIX_EPOCH;

use sha2::{Digest, Sha256};

use crate::library::{self, LoadError};

/// Raised whenever the analyzer, the fields, the stored form or what is collected change, so that indexes of older
/// programs are rebuilt.
const FORMAT: u32 = 2;

/// One file as it was when the stamp was taken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct StampedFile {
    /// Path as the library knows it.
    pub path: String,
    /// Length in bytes.
    pub length: u64,
    /// Time of the last change, in nanoseconds since 1970.
    pub modified: u128,
}

/// The files that an index is made from, in the state they are in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stamp {
    files: Vec<StampedFile>,
}

impl Stamp {
    /// A stamp of `files`, in whatever order they come.
    pub fn new(mut files: Vec<StampedFile>) -> Self {
        files.sort();
        Self { files }
    }

    /// A stamp of the files of the library at `root`, none of which is read.
    pub fn of(root: &Path) -> Result<Self, LoadError> {
        let stamped = library::files(root)?.into_iter().filter_map(|path| {
            // A file that is gone again is no part of the state.
            let data = path.metadata().ok()?;
            let modified = data.modified().ok()?.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
            Some(StampedFile { path: path.to_string_lossy().into_owned(), length: data.len(), modified })
        });
        Ok(Self::new(stamped.collect()))
    }

    /// A hash that differs when any file, or the way of indexing, differs.
    pub(crate) fn digest(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(format!("{FORMAT}\0{}\0", env!("CARGO_PKG_VERSION")));
        for file in &self.files {
            // The path's length keeps two files from reading as one with a longer name.
            hash.update(format!("{}\0{}\0{}\0{}\0", file.path.len(), file.path, file.length, file.modified));
        }
        hash.finalize().iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, length: u64, modified: u128) -> StampedFile {
        StampedFile { path: path.into(), length, modified }
    }

    #[test]
    fn any_difference_shows_and_order_does_not() {
        let base = Stamp::new(vec![file("a", 1, 1), file("b", 1, 1)]).digest();
        assert_eq!(base, Stamp::new(vec![file("b", 1, 1), file("a", 1, 1)]).digest());
        for other in [
            vec![file("a", 1, 1)],
            vec![file("a", 2, 1), file("b", 1, 1)],
            vec![file("a", 1, 2), file("b", 1, 1)],
            vec![file("a", 1, 1), file("c", 1, 1)],
        ] {
            assert_ne!(base, Stamp::new(other).digest());
        }
    }
}
