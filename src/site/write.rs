//! Replaces a site on disk in one step: whoever looks at the folder sees the old site or the new one, never half of one.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

use super::address::MARKER;
use super::{Site, SiteError};

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// How many files the site has.
    pub files: usize,
    /// How many bytes they have.
    pub bytes: u64,
    /// Whether anything is different from the site that was there; if not, no file was touched.
    pub changed: bool,
}

/// What stands in a marker file.
const MARK: &str = "This folder is written by Rulestone and replaced as a whole: keep nothing of yours in it.\n";

/// Writes `site` to `dir`, replacing the site that is there.
///
/// All is written to a folder beside `dir`, which then takes its place by two renames. If that is interrupted, the old
/// site stays, at worst under the name of that folder, and the next call puts it back. Two processes wait for each other.
pub fn write(site: &Site, dir: &Path) -> Result<Written, SiteError> {
    let places = Places::of(dir)?;
    // Before the lock too, so that a refusal leaves nothing behind.
    places.refuse_foreign()?;
    let _lock = places.lock()?;
    places.recover()?;
    places.refuse_foreign()?;
    let mut files: BTreeMap<&str, &[u8]> =
        site.files.iter().map(|(path, content)| (path.as_str(), content.as_slice())).collect();
    files.insert(MARKER, MARK.as_bytes());
    let bytes = site.files.values().map(|content| content.len() as u64).sum();
    let changed = !is_same(&places.site, &files);
    if changed {
        let written = write_all(&places.new, &files).and_then(|()| places.swap());
        if written.is_err() {
            // What is left behind is only in the way; the error that matters is the first one.
            let _ = remove(&places.new);
        }
        written?;
    }
    Ok(Written { files: site.files.len(), bytes, changed })
}

/// The folders and the file that take part.
struct Places {
    site: PathBuf,
    new: PathBuf,
    old: PathBuf,
    lock: PathBuf,
}

impl Places {
    fn of(dir: &Path) -> Result<Self, SiteError> {
        // A link stays a link: what it leads to is replaced.
        let dir = if dir.is_symlink() {
            fs::canonicalize(dir).map_err(io_error("follow the link", dir))?
        } else {
            dir.to_owned()
        };
        let dir = std::path::absolute(&dir).map_err(io_error("find", &dir))?;
        let Some((parent, name)) = dir.parent().zip(dir.file_name()) else { return Err(SiteError::Foreign(dir)) };
        fs::create_dir_all(parent).map_err(io_error("create", parent))?;
        let beside = |end: &str| {
            let mut hidden = OsString::from(".");
            hidden.push(name);
            hidden.push(end);
            parent.join(hidden)
        };
        Ok(Self {
            new: beside(".rulestone-new"),
            old: beside(".rulestone-old"),
            lock: beside(".rulestone-lock"),
            site: dir,
        })
    }

    /// Waits for other processes. The lock file stays: removing it would let two processes hold two locks.
    fn lock(&self) -> Result<File, SiteError> {
        let file = File::options().create(true).write(true).truncate(false).open(&self.lock);
        let file = file.map_err(io_error("open", &self.lock))?;
        file.lock().map_err(io_error("lock", &self.lock))?;
        Ok(file)
    }

    /// Undoes what an interrupted call has left.
    fn recover(&self) -> Result<(), SiteError> {
        remove(&self.new)?;
        if self.old.exists() && !self.site.exists() {
            return fs::rename(&self.old, &self.site).map_err(io_error("rename", &self.old));
        }
        remove(&self.old)
    }

    fn refuse_foreign(&self) -> Result<(), SiteError> {
        let foreign = || SiteError::Foreign(self.site.clone());
        if !self.site.exists() || self.site.join(MARKER).is_file() {
            return Ok(());
        }
        if !self.site.is_dir() {
            return Err(foreign());
        }
        let mut entries = fs::read_dir(&self.site).map_err(io_error("list", &self.site))?;
        if entries.next().is_some() { Err(foreign()) } else { Ok(()) }
    }

    fn swap(&self) -> Result<(), SiteError> {
        let replaced = self.site.exists();
        if replaced {
            fs::rename(&self.site, &self.old).map_err(io_error("rename", &self.site))?;
        }
        if let Err(error) = fs::rename(&self.new, &self.site) {
            if replaced {
                fs::rename(&self.old, &self.site).map_err(io_error("rename", &self.old))?;
            }
            return Err(io_error("rename", &self.new)(error));
        }
        // The new site is in place; an old one that cannot be removed now is removed by the next call.
        let _ = remove(&self.old);
        Ok(())
    }
}

fn write_all(folder: &Path, files: &BTreeMap<&str, &[u8]>) -> Result<(), SiteError> {
    fs::create_dir(folder).map_err(io_error("create", folder))?;
    for (path, content) in files {
        let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        if !inside || path.is_empty() || path.contains('\\') {
            return Err(SiteError::BadPath((*path).to_owned()));
        }
        let file = folder.join(path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent).map_err(io_error("create", parent))?;
        }
        let written = File::create_new(&file).and_then(|mut open| open.write_all(content));
        written.map_err(io_error("write", &file))?;
    }
    Ok(())
}

/// Whether `folder` holds these files and no others.
fn is_same(folder: &Path, files: &BTreeMap<&str, &[u8]>) -> bool {
    let same = |(path, content): (&&str, &&[u8])| fs::read(folder.join(path)).is_ok_and(|found| found == **content);
    files.iter().all(same) && count(folder).is_ok_and(|count| count == files.len())
}

fn count(folder: &Path) -> io::Result<usize> {
    let mut files = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        files += if entry.file_type()?.is_dir() { count(&entry.path())? } else { 1 };
    }
    Ok(files)
}

fn remove(path: &Path) -> Result<(), SiteError> {
    let found = match fs::symlink_metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(io_error("look at", path)(error)),
    };
    let removed = if found.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    removed.map_err(io_error("remove", path))
}

fn io_error(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> SiteError {
    let path = path.to_owned();
    move |error| SiteError::Io { doing, path, error }
}
