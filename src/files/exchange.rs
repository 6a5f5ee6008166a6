//! Changes a file that others may be changing too: exchanged in one step, then looked at what was displaced.
//!
//! Nobody can ask an editor to wait. So the new text takes the place of whatever stands there, and what stood there is compared
//! with what was read. If somebody has saved in between, both change places again, and ours is kept beside.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::inside::allow_new;
use super::read::{alien, read};
use super::swap::swap;
use super::{FileError, MAX_FILE_BYTES, hex, whole};

/// How a file ends that changes places with another: the name tells what may be in it.
const CHANGING: &str = ".rulestone-change";

/// What a file that was left behind holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// The text that was read, or the one that was made of it: neither is lost with this file.
    OldOrNew,
    /// A text that somebody has saved.
    Other,
}

/// Puts `new` in the place of `old`, which was read from `path` before. If the file is another by now, nothing is lost: see
/// [`FileError::Changed`] and [`FileError::SavedMeanwhile`].
pub fn exchange(path: &Path, old: &[u8], new: &[u8]) -> Result<(), FileError> {
    exchange_at(path, old, new, || {})
}

/// `pause` stands where another program could come in between.
fn exchange_at(path: &Path, old: &[u8], new: &[u8], pause: impl FnOnce()) -> Result<(), FileError> {
    let beside = prepared(path, old, new)?;
    pause();
    match swap(path, &beside) {
        Ok(true) => look(path, &beside, old, new),
        Ok(false) => hold(path, &beside, old, new),
        Err(error) => {
            // Ours still; behind an exchange it may be somebody else's text, which is never removed.
            let _ = fs::remove_file(beside);
            Err(error)
        }
    }
}

/// The new text beside the old one, under a name that tells what it holds, for whoever finds it.
fn prepared(path: &Path, old: &[u8], new: &[u8]) -> Result<PathBuf, FileError> {
    let permissions = allow_change(path)?;
    if new.len() as u64 > MAX_FILE_BYTES {
        return Err(FileError::TooLarge { path: path.to_owned(), limit: MAX_FILE_BYTES });
    }
    if read(path, MAX_FILE_BYTES)? != old {
        return Err(FileError::Changed(path.to_owned()));
    }
    let file = whole::written(path, new)?;
    fs::set_permissions(file.path(), permissions).map_err(FileError::io("write", path))?;
    keep_owner(path, file.as_file()).map_err(FileError::io("write", path))?;
    let beside = changing(path, old, new)?;
    file.persist_noclobber(&beside).map_err(|error| FileError::io("write", path)(error.error))?;
    Ok(beside)
}

/// Gives a new file to the owner and the group of the one at `path`, as far as the system allows that: the superuser's commands
/// take nobody's file away. Another group than before gets no more rights than everybody has.
#[cfg(unix)]
fn keep_owner(path: &Path, file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let (old, new) = (fs::symlink_metadata(path)?, file.metadata()?);
    if old.gid() != new.gid() && fchown(file, None, Some(old.gid())).is_err() {
        let mode = new.mode();
        let of_everybody = (mode & 0o007) << 3;
        file.set_permissions(fs::Permissions::from_mode(mode & (!0o070 | of_everybody)))?;
    }
    if old.uid() != new.uid() {
        let _ = fchown(file, Some(old.uid()), None);
    }
    Ok(())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such owners")]
fn keep_owner(_: &Path, _: &fs::File) -> io::Result<()> {
    Ok(())
}

/// Whether a file may be changed, as far as that shows without changing it; how it may be used.
pub fn allow_change(path: &Path) -> Result<fs::Permissions, FileError> {
    let data = fs::symlink_metadata(path).map_err(FileError::io("read", path))?;
    if !data.is_file() {
        return Err(alien(path, data.file_type()));
    }
    if data.permissions().readonly() {
        return Err(FileError::ReadOnly(path.to_owned()));
    }
    if let Some(folder) = path.parent() {
        allow_new(folder)?;
    }
    Ok(data.permissions())
}

/// Looks at what was displaced, and puts it back if it is not what was read.
fn look(path: &Path, beside: &Path, old: &[u8], new: &[u8]) -> Result<(), FileError> {
    let displaced = displaced(beside);
    let synced = whole::sync_folder_of(path);
    // Looked at again after the disk was waited for: a program that had the file open may have written meanwhile.
    if displaced.as_deref() == Some(old) && self::displaced(beside).as_deref() == Some(old) {
        let _ = fs::remove_file(beside);
        // The new text stands there whole; that it may not be on the disk yet is told.
        return synced;
    }
    // Somebody's text goes back to its place, and ours beside it.
    swap(path, beside)?;
    let ours = self::displaced(beside);
    let kept = kept(path)?;
    if ours.as_deref() == Some(new) {
        fs::rename(beside, &kept).map_err(FileError::io("keep", &kept))?;
    } else {
        // Saved a second time just now: the newest has been displaced by the one before it.
        swap(path, beside)?;
        whole::create(&kept, new)?;
        let earlier = self::kept(path)?;
        fs::rename(beside, &earlier).map_err(FileError::io("keep", &earlier))?;
    }
    let _ = whole::sync_folder_of(path);
    Err(FileError::SavedMeanwhile { path: path.to_owned(), kept })
}

/// Where a system has no exchange, a second name holds the file while the new one takes its place. In between, a save that
/// replaces the file is not noticed; one that writes into it is.
fn hold(path: &Path, beside: &Path, old: &[u8], new: &[u8]) -> Result<(), FileError> {
    let io = |doing| FileError::io(doing, path);
    let held = changing(path, old, new)?;
    let is_held = fs::hard_link(path, &held).is_ok();
    let before = if is_held { displaced(&held) } else { displaced(path) };
    if before.as_deref() != Some(old) {
        let _ = (fs::remove_file(&held), fs::remove_file(beside));
        return Err(FileError::Changed(path.to_owned()));
    }
    fs::rename(beside, path).map_err(io("write"))?;
    whole::sync_folder_of(path)?;
    if is_held {
        if displaced(&held).as_deref() != Some(old) {
            let kept = kept(path)?;
            fs::rename(path, &kept).map_err(io("keep"))?;
            fs::rename(&held, path).map_err(io("write"))?;
            return Err(FileError::SavedMeanwhile { path: path.to_owned(), kept });
        }
        let _ = fs::remove_file(held);
    }
    Ok(())
}

fn displaced(path: &Path) -> Option<Vec<u8>> {
    read(path, MAX_FILE_BYTES).ok()
}

/// Where our text is kept when somebody has saved: an editor's backup by its name, so that nobody takes it for a chapter.
fn kept(path: &Path) -> Result<PathBuf, FileError> {
    let hidden = whole::beside(path, "rulestone")?;
    let name = hidden.file_name().unwrap_or_default().to_string_lossy();
    Ok(path.with_file_name(format!("{}~", name.trim_start_matches('.'))))
}

/// `.NAME.OLD-NEW-RANDOM.rulestone-change`, with the beginnings of two hashes.
fn changing(path: &Path, old: &[u8], new: &[u8]) -> Result<PathBuf, FileError> {
    let beside = whole::beside(path, &format!("{}-{}", hash(old), hash(new)))?;
    let mut name = beside.file_name().unwrap_or_default().to_owned();
    name.push(CHANGING);
    Ok(beside.with_file_name(name))
}

fn hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes)[..8])
}

/// What a file with such a name holds; nothing for other names.
pub(super) fn content_of(path: &Path, content: impl FnOnce() -> Option<Vec<u8>>) -> Option<Content> {
    let name = path.file_name()?.to_str()?.strip_suffix(CHANGING)?;
    let mut parts = name.rsplit('.').next()?.splitn(3, '-');
    let hashes = [parts.next()?, parts.next()?];
    parts.next()?;
    let known = content().is_some_and(|content| hashes.contains(&hash(&content).as_str()));
    Some(if known { Content::OldOrNew } else { Content::Other })
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn file(text: &str) -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("05-x.yaml");
        fs::write(&path, text).expect("written");
        (folder, path)
    }

    /// As where a system has no exchange.
    fn held(path: &Path, old: &[u8], new: &[u8]) -> Result<(), FileError> {
        hold(path, &prepared(path, old, new)?, old, new)
    }

    fn names(folder: &TempDir) -> Vec<String> {
        let entries = fs::read_dir(folder.path()).expect("listed");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("one").file_name().to_string_lossy().into()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_new_text_takes_the_place_of_the_old_one_and_nothing_is_left() {
        for exchanged in [exchange, held] {
            let (folder, path) = file("old");
            exchanged(&path, b"old", b"new").expect("exchanged");
            assert_eq!(fs::read(&path).expect("there"), b"new");
            assert_eq!(names(&folder), ["05-x.yaml"]);
        }
    }

    #[test]
    fn a_save_at_the_last_moment_stays_and_ours_is_kept_beside() {
        let replace = |path: &Path| {
            let other = path.with_file_name("editor");
            fs::write(&other, "saved").expect("written");
            fs::rename(other, path).expect("renamed");
        };
        let write_into = |path: &Path| fs::write(path, "saved").expect("written");
        for save in [&replace as &dyn Fn(&Path), &write_into] {
            let (folder, path) = file("old");
            let done = exchange_at(&path, b"old", b"new", || save(&path));
            let Err(FileError::SavedMeanwhile { kept, .. }) = done else { panic!("{done:?}") };
            assert_eq!(fs::read(&path).expect("there"), b"saved");
            assert_eq!(fs::read(&kept).expect("kept"), b"new");
            assert!(kept.to_string_lossy().ends_with('~') && names(&folder).len() == 2, "{:?}", names(&folder));
        }
    }

    #[test]
    fn without_an_exchange_a_save_before_the_hold_is_noticed_too() {
        let (folder, path) = file("old");
        let beside = prepared(&path, b"old", b"new").expect("prepared");
        fs::write(&path, "saved").expect("written");
        let done = hold(&path, &beside, b"old", b"new");
        assert!(matches!(done, Err(FileError::Changed(_))), "{done:?}");
        assert_eq!(
            (fs::read(&path).expect("there"), names(&folder)),
            (b"saved".to_vec(), vec!["05-x.yaml".to_owned()])
        );
    }

    #[test]
    fn what_has_changed_or_may_not_be_written_is_left_alone() {
        let (folder, path) = file("another");
        assert!(matches!(exchange(&path, b"old", b"new"), Err(FileError::Changed(_))));
        let mut permissions = fs::metadata(&path).expect("there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).expect("set");
        assert!(matches!(exchange(&path, b"another", b"new"), Err(FileError::ReadOnly(_))));
        assert_eq!(names(&folder), ["05-x.yaml"]);
    }

    #[test]
    fn what_a_killed_command_left_is_known_by_its_name() {
        let (_folder, path) = file("old");
        let beside = changing(&path, b"old", b"new").expect("a name");
        let of = |content: &[u8]| content_of(&beside, || Some(content.to_vec()));
        assert_eq!([of(b"old"), of(b"new")], [Some(Content::OldOrNew); 2]);
        assert_eq!(of(b"saved"), Some(Content::Other));
        assert_eq!(content_of(&path, || None), None);
    }
}
