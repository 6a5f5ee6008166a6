//! Where the repository of a library is and what is checked out there: plain files, no configuration, no environment.
//!
//! Only a `.git` makes a folder a repository. A folder that looks like the inside of one (`HEAD`, `objects`, `refs`) may
//! have come with the library and is not taken, as git does where `safe.bareRepository` is `explicit`. Nor does anything
//! that came with it lead to another repository on the disk: see [`GitDir`] and [`gitfile`].

use std::collections::HashSet;
use std::path::Path;

use gix_hash::ObjectId;

use super::gap::Gap;
use super::git_dir::GitDir;
use super::gitfile;

/// The longest list of branches, and of commits whose parents were not fetched.
const MOST_LIST: u64 = 16 << 20;

/// How many branches may stand for each other.
const MOST_SYMBOLIC: usize = 5;

/// A repository that was found.
#[derive(Debug)]
pub(super) struct Repository {
    /// What belongs to this checkout: its `HEAD`.
    own: GitDir,
    /// What all checkouts share: branches and objects.
    pub(super) shared: GitDir,
    /// The folders from the top of the checkout to the library.
    pub(super) within: Vec<Vec<u8>>,
}

impl Repository {
    /// The nearest one at `root` or above.
    pub(super) fn around(root: &Path) -> Result<Option<Self>, Gap> {
        let root = root.canonicalize().map_err(|_| Gap::Unreadable)?;
        for top in root.ancestors() {
            let Some((own, shared)) = inside(top)? else { continue };
            let below = root.strip_prefix(top).unwrap_or(Path::new(""));
            let within = below.components().map(|part| part.as_os_str().as_encoded_bytes().to_vec()).collect();
            return Ok(Some(Self { own, shared, within }));
        }
        Ok(None)
    }

    /// The commit that is checked out.
    pub(super) fn head(&self) -> Result<ObjectId, Gap> {
        let mut value = self.own.line("HEAD")?.ok_or(Gap::Unreadable)?;
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
            if let Some(value) = folder.line(name)? {
                return Ok(Some(value));
            }
        }
        let packed = self.shared.file("packed-refs", MOST_LIST)?.unwrap_or_default();
        let packed = String::from_utf8_lossy(&packed);
        let found = packed.lines().filter_map(|line| line.split_once(' ')).find(|(_, known)| known.trim_end() == name);
        Ok(found.map(|(value, _)| value.to_owned()))
    }

    /// The commits whose parents were not fetched.
    pub(super) fn shallow(&self) -> Result<HashSet<ObjectId>, Gap> {
        let list = self.shared.file("shallow", MOST_LIST)?.unwrap_or_default();
        String::from_utf8_lossy(&list).lines().map(id).collect()
    }
}

/// What belongs to the checkout in a folder and what all checkouts share, by its `.git`; none if that makes no repository.
fn inside(top: &Path) -> Result<Option<(GitDir, GitDir)>, Gap> {
    let git = top.join(".git");
    let Ok(data) = git.symlink_metadata() else { return Ok(None) };
    if data.is_symlink() {
        return Err(Gap::Linked);
    }
    if !data.is_dir() {
        return gitfile::follow(top).map(Some);
    }
    if git.join("HEAD").symlink_metadata().is_err() {
        // As git does: without a HEAD it is a folder that happens to be called so.
        return Ok(None);
    }
    let own = GitDir::at(&git)?;
    // Git would look for branches and objects there, but writes it for worktrees only, whose `.git` is a file.
    if own.line("commondir")?.is_some() {
        return Err(Gap::Foreign);
    }
    Ok(Some((own.clone(), own)))
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
