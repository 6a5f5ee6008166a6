//! New files and folders that appear whole: written under a name that nobody can foresee, then given their own.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::FileError;

/// How a file ends that is not finished. The loader passes over hidden files, and the next command clears these away.
pub(super) const UNFINISHED: &str = ".rulestone-part";

/// How many letters a name has that nobody can foresee.
const RANDOM: usize = 12;

/// How many characters of a name are taken into another: file systems allow 255 bytes, a character has four at most.
const LONGEST: usize = 40;

/// Writes a file that must not be there yet.
pub fn create(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    named(written(path, bytes)?, path)
}

/// Takes away a file that [`create`] has just made, as what belongs to it could not be written.
pub fn withdraw(path: &Path) -> Result<(), FileError> {
    fs::remove_file(path).map_err(FileError::io("remove", path))
}

/// As [`create`] does, for the user's eyes only.
pub(super) fn create_secret(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let file = written_for(path, bytes, 0o600)?;
    // The mask may have taken the user's own rights.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::Permissions::from_mode(0o600);
        file.as_file().set_permissions(mode).map_err(FileError::io("write", path))?;
    }
    named(file, path)
}

/// Gives a file its name, which nothing must have yet.
fn named(file: NamedTempFile, path: &Path) -> Result<(), FileError> {
    let failed = FileError::io("write", path);
    file.persist_noclobber(path).map_err(|error| failed(error.error))?;
    sync_folder_of(path)
}

/// Writes a file of our own that nobody else changes, in the place of the one that is there.
pub(super) fn overwrite(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    match super::read::own_file(path) {
        Err(error) if !error.is_missing() => return Err(error),
        _ => {}
    }
    let failed = FileError::io("write", path);
    written(path, bytes)?.persist(path).map_err(|error| failed(error.error))?;
    sync_folder_of(path)
}

/// Makes a folder with all folders above it that are missing.
pub fn create_folder(path: &Path) -> Result<(), FileError> {
    fs::create_dir_all(path).map_err(FileError::io("make", path))
}

/// As [`create_folder`] does, for the user's eyes only, whatever the user's mask says: the others that are missing too, as the
/// XDG specification of base directories wants it.
#[cfg(unix)]
pub(super) fn create_private_folder(path: &Path) -> Result<(), FileError> {
    use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
    let missing: Vec<&Path> = path.ancestors().take_while(|above| fs::symlink_metadata(above).is_err()).collect();
    for folder in missing.into_iter().rev() {
        let made = match fs::DirBuilder::new().mode(0o700).create(folder) {
            // Another command was faster.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            // The mask may have taken the user's own rights.
            made => made.and_then(|()| fs::set_permissions(folder, fs::Permissions::from_mode(0o700))),
        };
        made.map_err(FileError::io("make", folder))?;
    }
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn create_private_folder(path: &Path) -> Result<(), FileError> {
    create_folder(path)
}

/// In the name of a folder that is not finished.
pub(super) const FRESH: &str = "rulestone-fresh";

/// Makes a folder with these files, which appears whole and must not be there yet.
pub fn create_tree(path: &Path, files: &[(&str, &str)]) -> Result<(), FileError> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(FileError::Exists(path.to_owned()));
    }
    if let Some(parent) = path.parent() {
        create_folder(parent)?;
    }
    let fresh = beside(path, FRESH)?;
    let filled = fs::create_dir(&fresh).map_err(FileError::io("make", path)).and_then(|()| {
        files.iter().try_for_each(|(name, text)| create(&fresh.join(name), text.as_bytes()))?;
        fs::rename(&fresh, path).map_err(FileError::io("make", path))
    });
    if filled.is_err() {
        super::leftover::remove_plain(&fresh);
    }
    filled?;
    let synced = sync_folder_of(path);
    // A command that fails can be run again, for which nothing may be there.
    if synced.is_err() && fs::rename(path, &fresh).is_ok() {
        super::leftover::remove_plain(&fresh);
    }
    synced
}

/// A file with these bytes, on the disk, that will have the name `path`. It goes when it is dropped.
pub(super) fn written(path: &Path, bytes: &[u8]) -> Result<NamedTempFile, FileError> {
    // It is everybody's to read, as far as the user's mask allows: what stands in a library is no secret.
    written_for(path, bytes, 0o666)
}

fn written_for(path: &Path, bytes: &[u8], mode: u32) -> Result<NamedTempFile, FileError> {
    let failed = || FileError::io("write", path);
    let prefix = format!(".{}.", short(path));
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(UNFINISHED).rand_bytes(RANDOM);
    // What the system says, which the builder would hide in an error of its own.
    let mut said = None;
    let file =
        builder.make_in(folder_of(path), |path| new_file(path, mode).inspect_err(|error| said = error.raw_os_error()));
    let mut file = file.map_err(|error| failed()(said.map_or(error, io::Error::from_raw_os_error)))?;
    file.as_file_mut().write_all(bytes).map_err(failed())?;
    file.as_file().sync_all().map_err(failed())?;
    Ok(file)
}

#[cfg(unix)]
fn new_file(path: &Path, mode: u32) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    File::options().read(true).write(true).create_new(true).mode(mode).open(path)
}

#[cfg(not(unix))]
fn new_file(path: &Path, _: u32) -> io::Result<File> {
    File::options().read(true).write(true).create_new(true).open(path)
}

/// Brings what was renamed in the folder of `path` to the disk.
pub(super) fn sync_folder_of(path: &Path) -> Result<(), FileError> {
    sync_folder(folder_of(path))
}

/// The folder that a path names something in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Brings the names in a folder to the disk, where the system lets folders be opened for that.
pub(super) fn sync_folder(folder: &Path) -> Result<(), FileError> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    let folder_file = match File::open(folder) {
        // Names may be given in a folder that may not be read.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(()),
        opened => opened.map_err(FileError::io("sync", folder))?,
    };
    match folder_file.sync_all() {
        // Some file systems know no such thing for folders.
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        synced => synced.map_err(FileError::io("sync", folder)),
    }
}

/// A path beside `path` that nobody can foresee: `.NAME.KIND-RANDOM`.
pub(super) fn beside(path: &Path, kind: &str) -> Result<PathBuf, FileError> {
    let mut random = [0_u8; RANDOM];
    getrandom::fill(&mut random).map_err(|error| FileError::io("name", path)(error.into()))?;
    let random: String = random.iter().map(|byte| char::from(b'a' + byte % 26)).collect();
    Ok(path.with_file_name(format!(".{}.{kind}-{random}", short(path))))
}

/// Whether a name is one that [`beside`] makes; `None` if it does not even look like one.
pub(super) fn is_beside(name: &str, kind: &str) -> Option<bool> {
    let (_, random) = name.strip_prefix('.')?.split_once(&format!(".{kind}-"))?;
    Some(random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_lowercase()))
}

/// The name of a file, cut so that a longer one made of it is still a name.
pub(super) fn short(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().chars().take(LONGEST).collect()
}
