//! A folder for what another program is shown and what it makes: the user's alone, and gone with the command.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{FileError, read};

/// A new folder among the temporary ones, with a name that nobody can foresee. It goes, with all in it, when it is dropped.
#[derive(Debug)]
pub struct Scratch(TempDir);

impl Scratch {
    /// Makes one.
    pub fn new() -> Result<Self, FileError> {
        let among = std::env::temp_dir();
        let mut builder = tempfile::Builder::new();
        builder.prefix("rulestone-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            builder.permissions(fs::Permissions::from_mode(0o700));
        }
        builder.tempdir_in(&among).map(Self).map_err(FileError::io("write", &among))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Puts a file into it, with the folders above it. `name` has `/` between folders and is ours.
    pub fn put(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, FileError> {
        let path = self.path().join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(FileError::io("make", folder))?;
        }
        fs::write(&path, bytes).map_err(FileError::io("write", &path))?;
        Ok(path)
    }

    /// Opens a new file in it for another program to write to.
    pub fn open(&self, name: &str) -> io::Result<File> {
        File::create(self.path().join(name))
    }

    /// Reads what another program has made in it: a file of at most `limit` bytes.
    pub fn read(&self, name: &str, limit: u64) -> Result<Vec<u8>, FileError> {
        read::read_own(&self.path().join(name), limit)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Scratch;

    #[test]
    fn what_was_put_there_goes_with_it() {
        let scratch = Scratch::new().expect("a folder");
        let path = scratch.put("en/game/book.html", b"text").expect("a file");
        assert_eq!(fs::read(&path).expect("the file"), b"text");
        assert_eq!(scratch.read("en/game/book.html", 4).expect("the file"), b"text");
        assert!(scratch.read("en/game/book.html", 3).is_err(), "it is larger");
        assert!(scratch.read("en/game/none", 3).is_err());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(scratch.path()).expect("the folder").permissions().mode();
            assert_eq!(mode & 0o777, 0o700);
            std::os::unix::fs::symlink("/etc/passwd", scratch.path().join("link")).expect("a link");
            assert!(scratch.read("link", 1 << 20).is_err(), "no link is followed");
        }
        let folder = scratch.path().to_owned();
        drop(scratch);
        assert!(!folder.exists());
    }
}
