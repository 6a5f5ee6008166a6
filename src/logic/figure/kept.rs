//! Odds as they are kept from one build to the next, so that a rebuild works out only what has changed.
//!
//! What is damaged, or was not made by this user's program, is worked out again.

use std::collections::BTreeSet;

use super::stored::{from_json, to_json};
use crate::files::Cache;
use crate::logic::odds::Odds;
use crate::logic::program::Program;

/// Where they are in the cache.
const ODDS: &str = "odds";

/// How a file of them ends.
const ENDING: &str = ".json";

/// Odds in a cache.
#[derive(Clone, Copy, Debug)]
pub struct KeptFigures<'a> {
    cache: &'a Cache,
}

impl<'a> KeptFigures<'a> {
    /// In this cache.
    pub fn new(cache: &'a Cache) -> Self {
        Self { cache }
    }

    /// What is kept under this key.
    pub(super) fn load(self, key: &str, program: &Program) -> Option<Odds> {
        let content = self.cache.load(&[ODDS, &format!("{key}{ENDING}")])?;
        from_json(&serde_json::from_slice(&content).ok()?, program)
    }

    /// Keeps odds under this key.
    pub(super) fn store(self, key: &str, odds: &Odds) -> Result<(), String> {
        let Some(odds) = to_json(odds) else { return Ok(()) };
        self.cache.store(&[ODDS, &format!("{key}{ENDING}")], odds.to_string().as_bytes())
    }

    /// Removes what a library has no use for any more.
    pub(super) fn clean(self, used: &BTreeSet<String>) {
        let is_key = |name: &str| name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        self.cache.clean(ODDS, |name| name.strip_suffix(ENDING).is_some_and(|key| is_key(key) && !used.contains(key)));
    }
}
