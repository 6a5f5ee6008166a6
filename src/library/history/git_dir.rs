//! A folder of git's in which no symbolic link is followed: one that came with a library may lead to any other repository.

use std::path::{Path, PathBuf};

use super::gap::Gap;
use crate::files;

/// The longest file with a single line: `.git`, `HEAD`, `commondir`, a branch.
const MOST_LINE: u64 = 4 << 10;

/// The folder itself. What is in it is reached by [`Self::path`] alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GitDir(PathBuf);

impl GitDir {
    /// The one at `path`, wherever that leads. What it belongs to is the caller's to prove.
    pub(super) fn at(path: &Path) -> Result<Self, Gap> {
        path.canonicalize().map(Self).map_err(|_| Gap::Unreadable)
    }

    /// The path of something in it that is not reached through a link, and is none.
    pub(super) fn path(&self, below: impl AsRef<Path>) -> Result<PathBuf, Gap> {
        let mut path = self.0.clone();
        for part in below.as_ref() {
            path.push(part);
            if path.is_symlink() {
                return Err(Gap::Linked);
            }
        }
        Ok(path)
    }

    /// The bytes of a file in it; none if there is no such file.
    pub(super) fn file(&self, below: &str, most: u64) -> Result<Option<Vec<u8>>, Gap> {
        file(&self.path(below)?, most)
    }

    /// The line that a file in it consists of; none if there is no such file.
    pub(super) fn line(&self, below: &str) -> Result<Option<String>, Gap> {
        line(&self.path(below)?)
    }

    /// Whether a path that is written in it, from here or from the root, leads to what `place` leads to.
    pub(super) fn leads_to(&self, path: &str, place: &Path) -> bool {
        let led = self.0.join(path).canonicalize();
        led.is_ok_and(|led| place.canonicalize().is_ok_and(|place| place == led))
    }

    /// The repository whose worktree it describes, where git keeps such a folder and its `commondir` says so too: a folder
    /// anywhere else may say to be of any repository.
    pub(super) fn repository(&self, commondir: &str) -> Option<Self> {
        let worktrees = self.0.parent().filter(|above| above.ends_with("worktrees"))?;
        let repository = worktrees.parent()?;
        self.leads_to(commondir, repository).then(|| Self(repository.to_owned()))
    }
}

/// The line that a file consists of; none if there is no such file.
pub(super) fn line(path: &Path) -> Result<Option<String>, Gap> {
    let Some(bytes) = file(path, MOST_LINE)? else { return Ok(None) };
    let line = String::from_utf8(bytes).map_err(|_| Gap::Unreadable)?;
    Ok(Some(line.trim_end_matches(['\r', '\n']).to_owned()))
}

fn file(path: &Path, most: u64) -> Result<Option<Vec<u8>>, Gap> {
    match files::read(path, most) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.is_missing() || path.is_dir() => Ok(None),
        Err(_) => Err(Gap::Unreadable),
    }
}
