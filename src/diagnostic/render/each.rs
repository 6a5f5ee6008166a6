//! A list that is made item by item while it is written: all findings at once would take far more than their text.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::diagnostic::{Diagnostic, Sources};

/// Findings, and what is written of each.
pub(super) struct Each<'a> {
    pub(super) diagnostics: &'a [Diagnostic],
    pub(super) sources: &'a Sources,
    pub(super) one: fn(&Diagnostic, &Sources) -> Value,
}

impl Serialize for Each<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.diagnostics.iter().map(|diagnostic| (self.one)(diagnostic, self.sources)))
    }
}
