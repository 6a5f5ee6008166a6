//! Puts a site on disk in one step: whoever looks at the folder sees the old site or the new one, never half of one.

use std::collections::BTreeSet;
use std::path::Path;

use super::address;
use super::{Site, SiteError};
use crate::files::{self, Files, Left, TreeKind};

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// How many files the site has.
    pub files: usize,
    /// How many bytes they have.
    pub bytes: u64,
    /// Whether anything is different from the site that was there; if not, no file was touched.
    pub changed: bool,
    /// Folders beside the site that were to be removed.
    pub left: Vec<Left>,
    /// What the list of files named that no site has.
    pub refused: BTreeSet<String>,
}

/// How a site is known again.
const KIND: TreeKind = TreeKind {
    list: address::MARKER,
    about: "Written by Rulestone: these files are replaced and removed as the rulebooks change. What is not listed
here, or is not as it is listed, is never touched.",
    may_hold: address::is_one,
};

/// Puts the site at `dir` back if it was away when a call of [`write`] was interrupted.
pub fn recover(dir: &Path) -> Result<(), SiteError> {
    Ok(files::recover(dir, KIND)?)
}

/// Writes `site` to `dir`, which must be no link, replacing the site that is there.
///
/// Two processes wait for each other. An interrupted call leaves the old site or the new one; the next call clears away what
/// else it left. Somebody else's files in the folder stay, and nothing is written where one of them is in the way.
pub fn write(site: &Site, dir: &Path) -> Result<Written, SiteError> {
    let files: Files<'_> = site.files.iter().map(|(path, content)| (path.as_str(), content.as_slice())).collect();
    let replaced = files::replace(dir, &files, KIND)?;
    let bytes = site.files.values().map(|content| content.len() as u64).sum();
    let files::Replaced { changed, left, refused } = replaced;
    Ok(Written { files: site.files.len(), bytes, changed, left, refused })
}
