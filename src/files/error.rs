//! Why a file could not be read or written, with the mend.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file could not be read or written.
#[derive(Debug)]
pub enum FileError {
    /// The system said no.
    Io {
        /// What was tried: "write", "lock" …
        doing: &'static str,
        /// With which file or folder.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// A link, a pipe, a device or a folder stands where a file or folder of our own belongs.
    Alien {
        /// Where.
        path: PathBuf,
        /// What it is: "a link", "a pipe" …
        what: &'static str,
        /// What belongs there.
        wanted: &'static str,
    },
    /// There are more bytes than may be read.
    TooLarge {
        /// The file.
        path: PathBuf,
        /// So many bytes are read at most.
        limit: u64,
    },
    /// The file may not be written.
    ReadOnly(PathBuf),
    /// Something is there already.
    Exists(PathBuf),
    /// The file is not what it was when it was read; nothing was written.
    Changed(PathBuf),
    /// Another program saved the file while it was being replaced: its text stands there, ours beside it.
    SavedMeanwhile {
        /// The file.
        path: PathBuf,
        /// Where our text is.
        kept: PathBuf,
    },
}

impl FileError {
    /// Names what was tried with which file.
    pub(super) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| match error.kind() {
            io::ErrorKind::AlreadyExists => Self::Exists(path),
            _ => Self::Io { doing, path, error },
        }
    }

    /// Whether there is nothing at that path.
    pub fn is_missing(&self) -> bool {
        let missing = |kind| matches!(kind, io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
        matches!(self, Self::Io { error, .. } if missing(error.kind()))
    }

    /// Whether the system gives no answer about what stands there.
    pub(super) fn is_unknown(&self) -> bool {
        matches!(self, Self::Io { .. }) && !self.is_missing()
    }

    /// Whether it is because of the place alone: what stands there cannot be moved away, or nothing can stand beside it.
    pub(super) fn is_of_place(&self) -> bool {
        use io::ErrorKind::{CrossesDevices, PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
        let of_place = |kind| matches!(kind, ResourceBusy | CrossesDevices | PermissionDenied | ReadOnlyFilesystem);
        matches!(self, Self::Io { error, .. } if of_place(error.kind()))
    }

    /// What the system said, in words for readers; all of it where there is more to say.
    pub fn why(&self) -> String {
        match self {
            Self::Io { error, .. } if error.kind() == io::ErrorKind::PermissionDenied => {
                "permission is denied".to_owned()
            }
            Self::Io { error, .. } => error.to_string(),
            other => other.to_string(),
        }
    }

    /// What would be right.
    pub fn help(&self) -> String {
        match self {
            Self::Io { error, .. } if has_too_many_open(error) => {
                "allow more open files (`ulimit -n`), or close other programs".to_owned()
            }
            Self::Io { doing, error, .. } => match (error.kind(), *doing) {
                (io::ErrorKind::PermissionDenied, "read" | "list" | "look at") => {
                    "give yourself permission to read it".to_owned()
                }
                (io::ErrorKind::StorageFull, _) => "make room on the disk, then run the command again".to_owned(),
                (io::ErrorKind::NotFound | io::ErrorKind::NotADirectory, _) => {
                    "check how the path is written, and that its folder is there".to_owned()
                }
                (io::ErrorKind::FileTooLarge, _) => {
                    "allow larger files (`ulimit -f`), or write to another disk".to_owned()
                }
                (_, "read" | "list") => "check the disk, or copy the file anew".to_owned(),
                _ => "check that the folder may be written".to_owned(),
            },
            Self::Alien { wanted, .. } => format!("remove it, or put {wanted} in its place"),
            Self::TooLarge { .. } => "split the file".to_owned(),
            Self::ReadOnly(_) => "make it writable first".to_owned(),
            Self::Exists(_) => "choose another name, or remove it yourself".to_owned(),
            Self::Changed(_) => "run the command again".to_owned(),
            Self::SavedMeanwhile { .. } => {
                "compare the two; or run the command again, and remove the text that was kept beside".to_owned()
            }
        }
    }
}

/// Whether this process, or the whole system, may open no more files.
#[cfg(unix)]
fn has_too_many_open(error: &io::Error) -> bool {
    use rustix::io::Errno;
    matches!(Errno::from_io_error(error), Some(Errno::MFILE | Errno::NFILE))
}

#[cfg(not(unix))]
fn has_too_many_open(_: &io::Error) -> bool {
    false
}

impl fmt::Display for FileError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { doing, path, error } => write!(formatter, "cannot {doing} `{}`: {error}", path.display()),
            Self::Alien { path, what, wanted } => {
                write!(formatter, "`{}` is {what}, where {wanted} belongs", path.display())
            }
            Self::TooLarge { path, limit } => {
                write!(formatter, "`{}` is too large: at most {limit} bytes are read", path.display())
            }
            Self::ReadOnly(path) => write!(formatter, "`{}` is read-only, so it was left as it is", path.display()),
            Self::Exists(path) => write!(formatter, "`{}` is already there", path.display()),
            Self::Changed(path) => {
                write!(formatter, "`{}` has changed since it was read; nothing was written there", path.display())
            }
            Self::SavedMeanwhile { path, kept } => write!(
                formatter,
                "`{}` was saved by another program while it was being changed: that text stays, and what this command \
                 made of the earlier one stands in `{}`",
                path.display(),
                kept.display()
            ),
        }
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}
