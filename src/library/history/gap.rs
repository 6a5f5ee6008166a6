//! Why not all of a history was read.

use std::fmt;

use super::{LONGEST, objects, walk};

/// The first thing that stood in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// `.git`, `HEAD` or a branch is no file that git would have written.
    Unreadable,
    /// `.git` leads to a repository that does not lead back.
    Foreign,
    /// `.git`, or something in it that is read, is a symbolic link.
    Linked,
    /// The branch that is checked out has no commit.
    Unborn,
    /// An object is not there, or is not what git would have written.
    Damaged,
    /// The older commits were not fetched.
    Shallow,
    /// Some objects were not fetched.
    Partial,
    /// Some objects are in another repository.
    Elsewhere,
    /// The branches are kept in a way that is not read.
    Reftable,
    /// The objects are named in a way that is not read.
    Sha256,
    /// An object is too large.
    Large,
    /// So many commits that changed a book.
    Changes,
    /// So many commits.
    Commits,
    /// So many bytes.
    Bytes,
    /// It took too long.
    Time,
    /// The reader ended before its answer.
    Ended,
}

impl fmt::Display for Gap {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable => {
                to.write_str("the `.git` of the library is not as git writes it; `git fsck` says what is wrong")
            }
            Self::Foreign => to.write_str(
                "the `.git` of the library leads to another repository that does not name the library, so it is not read; if both are yours, `git worktree repair` or the setting `core.worktree` mends that",
            ),
            Self::Linked => {
                to.write_str("the `.git` of the library, or something in it, is a symbolic link, which is not followed")
            }
            Self::Unborn => to.write_str("the git branch that is checked out has no commit"),
            Self::Damaged => {
                to.write_str("an object of the git repository is missing or damaged; `git fsck` says which")
            }
            Self::Shallow => {
                to.write_str("the clone is shallow, so older commits are not here; `git fetch --unshallow` fetches them")
            }
            Self::Partial => {
                to.write_str("the clone is partial, so not all older files are here; `git clone` without --filter has them")
            }
            Self::Elsewhere => to.write_str(
                "the git repository borrows objects from another one, which is not looked at; `git repack -a -d` copies them",
            ),
            Self::Reftable => {
                to.write_str("branches kept as reftable are not read; `git refs migrate --ref-format=files` changes them")
            }
            Self::Sha256 => to.write_str("git repositories with SHA-256 names are not read"),
            Self::Large => write!(
                to,
                "something in the git history is larger than what is read (files and folders {} MiB, commits {} MiB, {} deltas)",
                objects::MOST_FILE >> 20,
                objects::MOST_COMMIT >> 20,
                objects::MOST_DELTAS
            ),
            Self::Changes => write!(to, "only the last {} commits that changed the book are read", walk::MOST_CHANGES),
            Self::Commits => write!(to, "only the last {} commits are read", walk::MOST_COMMITS),
            Self::Bytes => write!(to, "only the last {} MiB of the git history are read", objects::MOST_BYTES >> 20),
            Self::Time => {
                write!(to, "reading the git history was given up after {} seconds", LONGEST.as_secs())
            }
            Self::Ended => to.write_str("the git history could not be read to its end; `git fsck` says what is wrong"),
        }
    }
}
