//! What stands in a tree now: which files are ours, and what is somebody else's.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::list::{Known, List, hash};
use super::{Files, TreeError};
use crate::beside;
use crate::files::inside::allow_new;
use crate::files::read::{kind_of, read_own};
use crate::files::{FileError, leftover};

/// The largest file of ours that is read, in bytes: larger ones are taken for somebody else's.
const LARGEST: u64 = 1 << 30;

/// So many files that are in the way are named.
const NAMED: usize = 3;

/// What many file systems put into their first folder, which may be mounted for a site.
const OF_THE_DISK: &str = "lost+found";

/// What stands in a tree.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// Whether the folder is there.
    pub(super) exists: bool,
    /// Our files, with their hashes.
    pub(super) ours: BTreeMap<String, String>,
    /// What is not ours, by its path.
    pub(super) foreign: BTreeSet<String>,
    /// The list that stands there.
    pub(super) known: Known,
    /// Whether a list of ours stands there.
    pub(super) listed: bool,
    /// The first folder of ours in which nothing can be replaced.
    pub(super) closed: Option<PathBuf>,
    /// Whether something is mounted on a folder of ours: moved away, it would go with the old files.
    pub(super) is_fixed: bool,
    /// Files that a call which was interrupted has not finished.
    pub(super) unfinished: Vec<PathBuf>,
}

impl Survey {
    /// Looks at the folder `dir`, which need not be there.
    pub(super) fn of(dir: &Path, list: &List) -> Result<Self, TreeError> {
        let mut survey = Self::default();
        match fs::symlink_metadata(dir) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(survey),
            Err(error) => return Err(FileError::io("look at", dir)(error).into()),
            Ok(data) if !data.is_dir() => {
                let what = kind_of(data.file_type());
                let wanted = "a folder for the site";
                return Err(FileError::Alien { path: dir.to_owned(), what, wanted }.into());
            }
            Ok(data) => {
                survey.exists = true;
                survey.look_at_folder(dir, &data);
            }
        }
        let known = list.in_folder(dir)?;
        survey.listed = known.is_some();
        survey.known = known.unwrap_or_default();
        survey.walk(dir, list)?;
        // Somebody may have a folder ready: one that holds nothing to be seen is as good as empty.
        if !survey.listed && survey.foreign.iter().any(|path| !path.starts_with('.') && path != OF_THE_DISK) {
            return Err(TreeError::Foreign(dir.to_owned()));
        }
        Ok(survey)
    }

    fn walk(&mut self, dir: &Path, list: &List) -> Result<(), FileError> {
        let folders: BTreeSet<String> = self.known.paths().flat_map(above).map(str::to_owned).collect();
        let mut open = vec![(dir.to_owned(), String::new())];
        let mut listed = Vec::new();
        while let Some((folder, prefix)) = open.pop() {
            let listing = FileError::io("list", &folder);
            let entries = fs::read_dir(&folder).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(listing)?;
            for entry in entries {
                let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
                let kind = entry.file_type().map_err(FileError::io("look at", &entry.path()))?;
                if kind.is_dir() && folders.contains(path.as_str()) {
                    let data = entry.metadata().map_err(FileError::io("look at", &entry.path()))?;
                    self.is_fixed |= is_mounted(&entry.path());
                    self.look_at_folder(&entry.path(), &data);
                    open.push((entry.path(), format!("{path}/")));
                } else if kind.is_file() && path == list.name() {
                    // The list itself.
                } else if kind.is_file() && leftover::is_unfinished(&entry.path()) {
                    self.unfinished.push(entry.path());
                } else if kind.is_file() && self.known.contains(&path) && !is_mounted(&entry.path()) {
                    listed.push((path, entry.path()));
                } else {
                    self.foreign.insert(path);
                }
            }
        }
        let found = beside::each(&listed, beside::cores(), |(_, file)| match read_own(file, LARGEST) {
            Err(error) if error.is_unknown() => Err(error),
            read => Ok(read.map(|content| hash(&content)).unwrap_or_default()),
        });
        for ((path, _), found) in listed.into_iter().zip(found) {
            let found = found?;
            if self.known.fits(&path, &found) {
                self.ours.insert(path, found);
            } else {
                self.foreign.insert(path);
            }
        }
        Ok(())
    }

    /// Notes a folder in which nothing can be replaced.
    fn look_at_folder(&mut self, folder: &Path, data: &fs::Metadata) {
        // The superuser may write everywhere, and what somebody has closed is closed all the same.
        if self.closed.is_none() && (data.permissions().readonly() || allow_new(folder).is_err()) {
            self.closed = Some(folder.to_owned());
        }
    }

    /// Refuses if something that is not ours stands where one of `files` belongs.
    pub(super) fn allow(&self, dir: &Path, files: &Files<'_>) -> Result<(), TreeError> {
        if self.foreign.is_empty() {
            return Ok(());
        }
        let mut in_the_way: Vec<PathBuf> = Vec::new();
        for (path, content) in files {
            let file = dir.join(path);
            let other = above(path).chain([*path]).find(|part| self.foreign.contains(*part));
            // Somebody has put there what we would.
            let same = || read_own(&file, LARGEST).is_ok_and(|found| found == **content);
            if let Some(other) = other.filter(|other| other != path || !same()) {
                in_the_way.push(dir.join(other));
            }
        }
        in_the_way.dedup();
        in_the_way.truncate(NAMED);
        if in_the_way.is_empty() { Ok(()) } else { Err(TreeError::NotOurs(in_the_way)) }
    }

    /// Whether the tree holds all files of a list, and of ours no others.
    pub(super) fn is_same(&self, list: &List) -> bool {
        self.exists && self.known == list.files && self.ours.len() == list.files.paths().count()
    }
}

/// Whether a folder or a file is the root of something mounted, as far as the system tells.
#[cfg(target_os = "linux")]
fn is_mounted(path: &Path) -> bool {
    use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags, statx};
    statx(CWD, path, AtFlags::SYMLINK_NOFOLLOW, StatxFlags::empty())
        .is_ok_and(|data| data.stx_attributes.contains(StatxAttributes::MOUNT_ROOT))
}

#[cfg(not(target_os = "linux"))]
fn is_mounted(_: &Path) -> bool {
    false
}

/// The folders above a path: `a` and `a/b` of `a/b/c`.
pub(super) fn above(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}
