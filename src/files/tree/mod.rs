//! A folder of files that is replaced as a whole: whoever looks sees the old one or the new one, at any moment.
//!
//! A list in the folder names each file of ours with its hash. What is not on it, or is not what was written, is somebody
//! else's: it is never changed and never removed. Nor is what no such tree can hold, for the list too may be somebody else's. Where there is none of that, the whole folder changes places with a new one,
//! in one step where the system can. Where there is (a `.git`, a `CNAME`), or the folder cannot be moved (a mount point, a
//! parent that may not be written), files are replaced one by one.

mod apart;
mod leftover;
mod list;
mod survey;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

use list::List;
use survey::Survey;

use super::swap::swap;
use super::{FileError, Lock, whole};
use crate::beside;

/// So many files are open at once.
const MOST_OPEN: usize = 128;
/// So many threads wait for the disk at most, each for so many files at least.
const MOST_WAITING: usize = 8;
const WORTH_A_THREAD: usize = 16;

/// The files of a tree by their path, with `/` between folders.
pub type Files<'a> = BTreeMap<&'a str, &'a [u8]>;

/// What kind of tree it is.
#[derive(Clone, Copy, Debug)]
pub struct TreeKind {
    /// The name of the list in it.
    pub list: &'static str,
    /// What the list says of itself.
    pub about: &'static str,
    /// Whether a tree of this kind can have a file of that path. A list may have been written by a stranger: whatever else it
    /// names is not ours.
    pub may_hold: fn(&str) -> bool,
}

impl TreeKind {
    fn holds(&self, path: &str) -> bool {
        is_inside(path) && path != self.list && (self.may_hold)(path)
    }
}

/// What was done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replaced {
    /// Whether anything is different from what was there; if not, no file was touched.
    pub changed: bool,
    /// Folders beside the tree that were to be removed.
    pub left: Vec<Left>,
    /// What the list that stood there named, though no tree of this kind has such files: they were left as they are.
    pub refused: BTreeSet<String>,
}

/// A folder beside a tree that is no longer wanted, and is still there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Where.
    pub folder: PathBuf,
    /// Why it cannot be removed; none where it holds what somebody has put into it.
    pub why: Option<String>,
}

impl Left {
    fn of(folder: &Path, removed: io::Result<bool>) -> Option<Self> {
        let why = match removed {
            Ok(false) => return None,
            Ok(true) => None,
            Err(error) => Some(error.to_string()),
        };
        Some(Self { folder: folder.to_owned(), why })
    }
}

/// Why a tree was left as it is.
#[derive(Debug)]
pub enum TreeError {
    /// A file could not be read or written.
    File(FileError),
    /// The folder holds something, and no list of ours.
    Foreign(PathBuf),
    /// These files are on the way, and they are not ours, or were changed by somebody: their paths.
    NotOurs(Vec<PathBuf>),
    /// A path that a tree of this kind cannot have.
    BadPath(String),
}

impl From<FileError> for TreeError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

/// Makes the folder `dir` hold `files`. `dir` must not be a link.
pub fn replace(dir: &Path, files: &Files<'_>, kind: TreeKind) -> Result<Replaced, TreeError> {
    if let Some(bad) = files.keys().find(|path| !kind.holds(path)) {
        return Err(TreeError::BadPath((*bad).to_owned()));
    }
    let dir = std::path::absolute(dir).map_err(FileError::io("find", dir))?;
    let Some(parent) = dir.parent().filter(|_| dir.file_name().is_some()) else { return Err(TreeError::Foreign(dir)) };
    let list = List::new(kind, files);
    whole::create_folder(parent)?;
    // Other libraries may write to the same place, so that no lock of one library is enough.
    let _lock = Lock::of_folder(parent);
    let mut left = leftover::recover(&dir, &list)?;
    let survey = Survey::of(&dir, &list)?;
    survey.allow(&dir, files)?;
    let changed = !survey.is_same(&list);
    if let Some(closed) = survey.closed.as_ref().filter(|_| changed) {
        return Err(FileError::ReadOnly(closed.clone()).into());
    }
    for part in &survey.unfinished {
        let _ = fs::remove_file(part);
    }
    if changed {
        let can_move = survey.foreign.is_empty() && !survey.is_fixed;
        match if can_move { exchange(&dir, files, &list, &survey)? } else { Exchanged::Not } {
            Exchanged::Whole => {}
            Exchanged::AndLeft(old) => left.push(old),
            Exchanged::Not => apart::replace(&dir, files, &list, &survey)?,
        }
    }
    Ok(Replaced { changed, left, refused: survey.known.refused })
}

/// Puts the folder `dir` back if a call of [`replace`] was interrupted while it was away.
pub fn recover(dir: &Path, kind: TreeKind) -> Result<(), TreeError> {
    let dir = std::path::absolute(dir).map_err(FileError::io("find", dir))?;
    if fs::symlink_metadata(&dir).is_ok() {
        return Ok(());
    }
    let lock = dir.parent().and_then(Lock::of_folder);
    let recovered = leftover::recover(&dir, &List::new(kind, &Files::new()));
    drop(lock);
    recovered?;
    Ok(())
}

/// What has become of an exchange.
enum Exchanged {
    /// The new folder stands in the place of the old one.
    Whole,
    /// It does, and of the old one something is left beside it.
    AndLeft(Left),
    /// The folder itself has to stay where it is.
    Not,
}

/// The whole folder changes places with a new one.
fn exchange(dir: &Path, files: &Files<'_>, list: &List, survey: &Survey) -> Result<Exchanged, FileError> {
    let new = whole::beside(dir, leftover::NEW)?;
    let made = fill(&new, files, list).and_then(|()| put(&new, dir, survey.exists));
    if let Err(error) = made {
        // The error that matters is the first one; what is left behind is cleared away by the next call.
        discard(&new, files, list);
        return if survey.exists && error.is_of_place() { Ok(Exchanged::Not) } else { Err(error) };
    }
    // The new folder stands in its place. An old one that cannot be removed now is removed by the next call.
    let synced = whole::sync_folder_of(dir);
    let exchanged =
        match survey.exists.then(|| leftover::remove(&new, list)).and_then(|removed| Left::of(&new, removed)) {
            Some(left) => Exchanged::AndLeft(left),
            None => Exchanged::Whole,
        };
    synced.map(|()| exchanged)
}

fn fill(new: &Path, files: &Files<'_>, list: &List) -> Result<(), FileError> {
    fs::create_dir(new).map_err(FileError::io("make", new))?;
    // The list first, under another name until all is there.
    let part = new.join(list.unfinished());
    write(&part, list.text().as_bytes())?.sync_all().map_err(FileError::io("write", &part))?;
    let mut folders = BTreeSet::from([new.to_owned()]);
    let files: Vec<(PathBuf, &[u8])> = files.iter().map(|(path, content)| (new.join(path), *content)).collect();
    for (path, _) in &files {
        if let Some(folder) = path.parent().filter(|folder| !folders.contains(*folder)) {
            whole::create_folder(folder)?;
            folders.extend(folder.ancestors().take_while(|above| *above != new).map(Path::to_owned));
        }
    }
    // A folder takes one new name at a time: more threads would only stand in each other's way.
    let making = beside::cores().min(MOST_WAITING);
    for files in files.chunks(MOST_OPEN) {
        let written = beside::each(files, making, |(path, content)| Ok((path.as_path(), write(path, content)?)));
        let written = written.into_iter().collect::<Result<Vec<_>, FileError>>()?;
        // A disk is waited for: what many wait for at once comes sooner.
        let waiting = (written.len() / WORTH_A_THREAD).min(MOST_WAITING);
        beside::each(&written, waiting, |(path, file)| file.sync_all().map_err(FileError::io("write", path)))
            .into_iter()
            .collect::<Result<(), _>>()?;
    }
    let done = new.join(list.name());
    fs::rename(&part, &done).map_err(FileError::io("write", &done))?;
    folders.iter().try_for_each(|folder| whole::sync_folder(folder))
}

/// Removes what [`fill`] has made. Nothing is read for that: it may be reading that is not possible.
fn discard(new: &Path, files: &Files<'_>, list: &List) {
    let unfinished = list.unfinished();
    for name in files.keys().copied().chain([unfinished.as_str(), list.name()]) {
        let _ = fs::remove_file(new.join(name));
    }
    let folders: BTreeSet<&str> = files.keys().flat_map(|path| survey::above(path)).collect();
    for folder in folders.into_iter().rev() {
        let _ = fs::remove_dir(new.join(folder));
    }
    let _ = fs::remove_dir(new);
}

/// Writes a file in a folder that nobody knows yet; to have it on the disk is left to the caller.
fn write(path: &Path, content: &[u8]) -> Result<File, FileError> {
    use io::Write as _;
    let written = File::create_new(path).and_then(|mut file| {
        file.write_all(content)?;
        Ok(file)
    });
    written.map_err(FileError::io("write", path))
}

fn put(new: &Path, dir: &Path, exists: bool) -> Result<(), FileError> {
    if !exists {
        return fs::rename(new, dir).map_err(FileError::io("put in place", dir));
    }
    if swap(dir, new)? { Ok(()) } else { swap_in_two(new, dir) }
}

/// Where a system has no exchange, the folder is away for a moment; if this is interrupted there, the next call puts it back.
fn swap_in_two(new: &Path, dir: &Path) -> Result<(), FileError> {
    let failed = |doing| FileError::io(doing, dir);
    let old = whole::beside(dir, leftover::OLD)?;
    fs::rename(dir, &old).map_err(failed("put aside"))?;
    if let Err(error) = fs::rename(new, dir) {
        fs::rename(&old, dir).map_err(failed("put back"))?;
        return Err(failed("put in place")(error));
    }
    // From here on the old one has the name that the caller removes.
    fs::rename(&old, new).map_err(failed("put aside"))
}

/// Whether a path leads to a place within the folder that it starts from, in the same way on every system.
fn is_inside(path: &str) -> bool {
    let plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let spelled = path.split('/').all(|part| !matches!(part, "" | "." | ".."));
    plain && spelled && !path.contains(['\\', '\0', '\n', '\r', ':'])
}
