//! Other programs of the user's: where they are, and how they end.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// A program in one of the folders of a path. One that is not named in full would be sought from where the command is run, and
/// that may be a stranger's library.
pub(super) fn on_path(name: &OsStr, path: &OsStr) -> Option<PathBuf> {
    let name = format!("{}{}", Path::new(name).display(), env::consts::EXE_SUFFIX);
    env::split_paths(path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(&name))
        .find(|file| can_run(file))
}

#[cfg(unix)]
pub(super) fn can_run(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(file).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
pub(super) fn can_run(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|data| data.is_file())
}

/// How a program ended; none if it took longer than `limit` and had to be stopped.
pub(super) fn wait(child: &mut Child, limit: Duration) -> std::io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    while start.elapsed() < limit {
        if let Some(ended) = child.try_wait()? {
            return Ok(Some(ended));
        }
        thread::sleep(Duration::from_millis(20));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(unix)]
    fn only_folders_named_in_full_are_looked_into() {
        use super::{OsStr, Path, on_path};
        assert_eq!(on_path(OsStr::new("sh"), OsStr::new("/bin")).as_deref(), Some(Path::new("/bin/sh")));
        assert_eq!(on_path(OsStr::new("sh"), OsStr::new("bin:.::")), None);
        assert_eq!(on_path(OsStr::new("Cargo.toml"), OsStr::new(env!("CARGO_MANIFEST_DIR"))), None, "it cannot be run");
    }
}
