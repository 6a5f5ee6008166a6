//! The user's own key: what carries its seal was made by this program for this user, and did not come with a library.

use std::fs;
use std::path::{self, Path, PathBuf};

use etcetera::BaseStrategy as _;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::{FileError, hex, read, whole};

/// How many bytes a key has: a block of the hash, so that none of it is folded away.
const LENGTH: usize = 64;

/// A secret of the user's.
#[derive(Clone)]
pub struct Key([u8; LENGTH]);

// A secret is not for messages.
impl std::fmt::Debug for Key {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Key(…)")
    }
}

impl Key {
    /// The key of this user, made on first use, in the folder that the system has for the state of programs: below
    /// `$XDG_STATE_HOME` or `~/.local/state`, on Windows below `%LOCALAPPDATA%`. A key within the library at `root` is none:
    /// it came with it.
    pub fn of_user(root: &Path) -> Result<Self, String> {
        let strategy = etcetera::choose_base_strategy()
            .map_err(|_| "no folder for the state of programs is known: set XDG_STATE_HOME or HOME".to_owned())?;
        let folder = strategy.state_dir().unwrap_or_else(|| strategy.cache_dir()).join("rulestone");
        if folder.is_relative() {
            return Err(
                "the folder for the state of programs is not absolute: set HOME or XDG_STATE_HOME to one that is"
                    .to_owned(),
            );
        }
        if is_within(&folder, root) {
            return Err(format!("`{}` lies within the library, so it is nobody's secret", folder.display()));
        }
        Self::in_folder(&folder).map_err(|error| error.to_string())
    }

    /// The key that is kept in a folder, made if there is none.
    pub fn in_folder(folder: &Path) -> Result<Self, FileError> {
        let path = folder.join("key");
        match Self::kept(&path) {
            Err(error) if error.is_missing() => {}
            kept => return kept,
        }
        whole::create_private_folder(folder)?;
        let mut key = [0_u8; LENGTH];
        getrandom::fill(&mut key).map_err(|error| FileError::io("make", &path)(error.into()))?;
        match whole::create_secret(&path, &key) {
            Ok(()) => Ok(Self(key)),
            // Another command was faster: its key is as good.
            Err(FileError::Exists(_)) => Self::kept(&path),
            Err(error) => Err(error),
        }
    }

    fn kept(path: &Path) -> Result<Self, FileError> {
        let bytes = read::read_secret(path, LENGTH as u64)?;
        let key = bytes.try_into();
        key.map(Self).map_err(|_| FileError::io("read", path)(std::io::Error::other("it is no key; remove it")))
    }

    /// The seal of `content` under a name, as text: that of another content, or of the same under another name, differs.
    ///
    /// Whoever compares seals need not hide how long that takes: nobody can ask often enough to learn from it.
    pub(super) fn sealed(&self, name: &str, content: &[u8]) -> String {
        let mut sum = <Hmac<Sha256>>::new(&self.0.into());
        sum.update(&(name.len() as u64).to_le_bytes());
        sum.update(name.as_bytes());
        sum.update(content);
        hex(&sum.finalize().into_bytes())
    }
}

/// Whether a folder, which need not be there yet, lies within another.
fn is_within(folder: &Path, root: &Path) -> bool {
    let Ok(root) = fs::canonicalize(root) else { return false };
    let Ok(folder) = path::absolute(folder) else { return true };
    let whole = |path: &Path| -> Option<PathBuf> { fs::canonicalize(path).ok() };
    folder.ancestors().find_map(whole).is_some_and(|there| there.starts_with(&root))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_its_seals_are_of_one_name_and_content() {
        let folder = tempfile::tempdir().expect("a folder");
        let state = folder.path().join("state/rulestone");
        let key = Key::in_folder(&state).expect("a key");
        assert_eq!(key.0, Key::in_folder(&state).expect("the same").0);
        let seal = key.sealed("a", b"bc");
        assert_eq!(seal, key.sealed("a", b"bc"));
        let other = Key::in_folder(&folder.path().join("other")).expect("a key");
        for another in [key.sealed("ab", b"c"), key.sealed("a", b"bd"), other.sealed("a", b"bc")] {
            assert_ne!(another, seal);
        }
    }

    #[test]
    fn a_key_within_the_library_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(is_within(&folder.path().join("not/yet"), folder.path()));
        assert!(!is_within(folder.path(), &folder.path().join("elsewhere")));
        assert!(is_within(Path::new("not/yet"), Path::new(".")), "a relative folder lies where the command runs");
    }
}
