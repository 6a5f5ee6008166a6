//! The only layer that writes files, and the one way to read a stranger's: bounded, never through a link that leads out.
//!
//! Whatever is written appears whole or not at all. A command that is killed at any moment leaves each file as it was or as
//! it should become, and beside it at most something hidden, which the next command that writes there clears away.

mod cache;
mod error;
mod exchange;
mod folder;
mod hex;
mod inside;
mod key;
mod leftover;
mod lock;
mod read;
mod scratch;
mod swap;
mod tree;
mod whole;

pub use cache::Cache;
pub use error::FileError;
pub use exchange::{allow_change, exchange};
pub use folder::{OWN_FOLDER, OwnFolder};
pub(crate) use hex::hex;
pub use inside::{Followed, allow, follow, is_gone, is_link, resolve};
pub use key::Key;
pub use leftover::clear;
pub use lock::Lock;
pub use read::{MAX_FILE_BYTES, entries, exists, read, read_named};
pub use scratch::Scratch;
pub use tree::{Files, Left, Replaced, TreeError, TreeKind, recover, replace};
pub use whole::{create, create_folder, create_tree, withdraw};
