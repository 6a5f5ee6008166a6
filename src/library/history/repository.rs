//! Where the repository of a library is and what is checked out there: plain files, no configuration, no environment.
//!
//! Only a `.git` makes a folder a repository. A folder that looks like the inside of one (`HEAD`, `objects`, `refs`) may
//! have come with the library and is not taken, as git does where `safe.bareRepository` is `explicit`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use gix_hash::ObjectId;

use super::gap::Gap;
use crate::files;

/// The longest file with a single line: `.git`, `HEAD`, `commondir`, a branch.
const MOST_LINE: u64 = 4 << 10;

/// The longest list of branches, and of commits whose parents were not fetched.
const MOST_LIST: u64 = 16 << 20;

/// How many branches may stand for each other.
const MOST_SYMBOLIC: usize = 5;

/// A repository that was found.
#[derive(Debug)]
pub(super) struct Repository {
    /// What belongs to this checkout: its `HEAD`.
    own: PathBuf,
    /// What all checkouts share: branches and objects.
    shared: PathBuf,
    /// The folders from the top of the checkout to the library.
    pub(super) within: Vec<Vec<u8>>,
}

impl Repository {
    /// The nearest one at `root` or above.
    pub(super) fn around(root: &Path) -> Result<Option<Self>, Gap> {
        let root = root.canonicalize().map_err(|_| Gap::Unreadable)?;
        for top in root.ancestors() {
            let Some(own) = inside(top)? else { continue };
            let below = root.strip_prefix(top).unwrap_or(Path::new(""));
            let within = below.components().map(|part| part.as_os_str().as_encoded_bytes().to_vec()).collect();
            let shared = match line(&own.join("commondir"))? {
                Some(path) => own.join(path),
                None => own.clone(),
            };
            return Ok(Some(Self { own, shared, within }));
        }
        Ok(None)
    }

    /// The folder of its objects.
    pub(super) fn objects(&self) -> PathBuf {
        self.shared.join("objects")
    }

    /// The commit that is checked out.
    pub(super) fn head(&self) -> Result<ObjectId, Gap> {
        let mut value = line(&self.own.join("HEAD"))?.ok_or(Gap::Unreadable)?;
        for _ in 0..MOST_SYMBOLIC {
            let Some(name) = value.strip_prefix("ref:").map(str::trim) else { return id(&value) };
            if name == "refs/heads/.invalid" {
                return Err(Gap::Reftable);
            }
            value = self.branch(name)?.ok_or(Gap::Unborn)?;
        }
        Err(Gap::Unreadable)
    }

    /// What a branch stands for: the name of a commit or `ref:` and another branch.
    fn branch(&self, name: &str) -> Result<Option<String>, Gap> {
        let plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '\0']);
        if !name.starts_with("refs/") || !name.split('/').all(plain) {
            return Err(Gap::Unreadable);
        }
        for folder in [&self.own, &self.shared] {
            if let Some(value) = line(&folder.join(name))? {
                return Ok(Some(value));
            }
        }
        let packed = file(&self.shared.join("packed-refs"), MOST_LIST)?.unwrap_or_default();
        let packed = String::from_utf8_lossy(&packed);
        let found = packed.lines().filter_map(|line| line.split_once(' ')).find(|(_, known)| known.trim_end() == name);
        Ok(found.map(|(value, _)| value.to_owned()))
    }

    /// The commits whose parents were not fetched.
    pub(super) fn shallow(&self) -> Result<HashSet<ObjectId>, Gap> {
        let list = file(&self.shared.join("shallow"), MOST_LIST)?.unwrap_or_default();
        String::from_utf8_lossy(&list).lines().map(id).collect()
    }
}

/// The folder behind the `.git` of a folder: itself, or the one that it names, as in worktrees and submodules.
fn inside(top: &Path) -> Result<Option<PathBuf>, Gap> {
    let git = top.join(".git");
    if git.is_dir() {
        // As git does: without a HEAD it is a folder that happens to be called so.
        return Ok(git.join("HEAD").symlink_metadata().is_ok().then_some(git));
    }
    let Some(line) = line(&git)? else { return Ok(None) };
    let path = line.strip_prefix("gitdir:").ok_or(Gap::Unreadable)?;
    Ok(Some(top.join(path.trim())))
}

fn id(hexadecimal: &str) -> Result<ObjectId, Gap> {
    let hexadecimal = hexadecimal.trim();
    let digits = hexadecimal.bytes().all(|byte| byte.is_ascii_hexdigit());
    match hexadecimal.len() {
        40 if digits => ObjectId::from_hex(hexadecimal.as_bytes()).map_err(|_| Gap::Unreadable),
        64 if digits => Err(Gap::Sha256),
        _ => Err(Gap::Unreadable),
    }
}

/// The line that a file consists of; none if there is no such file.
fn line(path: &Path) -> Result<Option<String>, Gap> {
    let Some(bytes) = file(path, MOST_LINE)? else { return Ok(None) };
    let line = String::from_utf8(bytes).map_err(|_| Gap::Unreadable)?;
    Ok(Some(line.trim_end_matches(['\r', '\n']).to_owned()))
}

/// The bytes of a file; none if there is no such file.
fn file(path: &Path, most: u64) -> Result<Option<Vec<u8>>, Gap> {
    match files::read(path, most) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.is_missing() || path.is_dir() => Ok(None),
        Err(_) => Err(Gap::Unreadable),
    }
}
