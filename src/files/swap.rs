//! Two names change places in one step, where the system and the file system can.

use std::path::Path;

use super::FileError;

/// Exchanges what `one` and `other` name; `false` if that cannot be done here, and nothing has changed.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(super) fn swap(one: &Path, other: &Path) -> Result<bool, FileError> {
    use rustix::fs::{CWD, RenameFlags};
    use rustix::io::Errno;
    match rustix::fs::renameat_with(CWD, other, CWD, one, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(true),
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Ok(false),
        Err(error) => Err(FileError::io("exchange", one)(error.into())),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(super) fn swap(_: &Path, _: &Path) -> Result<bool, FileError> {
    Ok(false)
}
