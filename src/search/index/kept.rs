//! The index as it is kept from one command to the next: one file, which is replaced in one step.

use super::fields::Fields;
use super::generation::{self, Built, Generation};
use crate::files::{Cache, Lock};

/// Where it is in the cache.
const INDEX: [&str; 2] = ["search", "index"];

/// Held while it is built.
const LOCK: &str = "search.lock";

/// The index of a library in one state of its files.
pub(super) struct KeptIndex<'a> {
    pub(super) cache: &'a Cache,
    /// The digest of the stamp, of a fixed length.
    pub(super) stamp: String,
}

impl KeptIndex<'_> {
    /// What is kept, if it was made for this state, by this user's program.
    pub(super) fn load(&self, fields: &Fields) -> Option<Generation> {
        let content = self.cache.load(&INDEX)?;
        generation::open(fields, content.strip_prefix(self.stamp.as_bytes())?)
    }

    /// Waits until no other process is building.
    pub(super) fn lock(&self) -> Result<Lock, String> {
        self.cache.lock(LOCK).map_err(|error| error.to_string())
    }

    /// Keeps an index.
    pub(super) fn store(&self, built: &Built) -> Result<(), String> {
        let packed = built.packed().map_err(|error| error.to_string())?;
        let content = [self.stamp.as_bytes(), &packed].concat();
        self.cache.clean(INDEX[0], |_| false);
        self.cache.store(&INDEX, &content)
    }
}
