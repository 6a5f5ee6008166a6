//! Tells one state of a library's files from another.

use std::path::Path;

use sha2::{Digest, Sha256};

use crate::files;
use crate::library::{self, LoadError};

/// Raised whenever the analyzer, the fields, the stored form or what is collected change, so that indexes of older
/// programs are rebuilt.
const FORMAT: u32 = 9;

/// One file as it was when the stamp was taken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct StampedFile {
    /// Path as the library knows it.
    pub path: String,
    /// The hash of its content: times and lengths can be restored by whoever unpacks a library.
    pub content: [u8; 32],
}

impl StampedFile {
    /// A file with this content.
    pub fn new(path: impl Into<String>, content: &[u8]) -> Self {
        Self { path: path.into(), content: Sha256::digest(content).into() }
    }
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

    /// A stamp of the files of the library at `root`. What cannot be read counts by its name.
    pub fn of(root: &Path) -> Result<Self, LoadError> {
        let stamped = library::files(root)?.into_iter().map(|path| {
            let content = files::read(&path, files::MAX_FILE_BYTES).unwrap_or_default();
            StampedFile::new(path.to_string_lossy(), &content)
        });
        Ok(Self::new(stamped.collect()))
    }

    /// A hash that differs when any file, or the way of indexing, differs.
    pub(crate) fn digest(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(format!("{FORMAT}\0{}\0", env!("CARGO_PKG_VERSION")));
        for file in &self.files {
            // The path's length keeps two files from reading as one with a longer name.
            hash.update(format!("{}\0{}\0", file.path.len(), file.path));
            hash.update(file.content);
        }
        files::hex(&hash.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_difference_shows_and_order_does_not() {
        let [one, other] = [StampedFile::new("a", b"1"), StampedFile::new("b", b"1")];
        let base = Stamp::new(vec![one.clone(), other.clone()]).digest();
        assert_eq!(base, Stamp::new(vec![other.clone(), one.clone()]).digest());
        for files in [
            vec![one.clone()],
            vec![StampedFile::new("a", b"2"), other],
            vec![one.clone(), StampedFile::new("c", b"1")],
        ] {
            assert_ne!(base, Stamp::new(files).digest());
        }
    }
}
