//! What is found in a checked library where something came back.

use std::collections::HashSet;

use crate::check::Checked;
use crate::diagnostic::{Diagnostic, Place};
use crate::translate::FindingsByPlace;

/// The findings that weigh, by their places.
pub(super) struct Findings<'a> {
    now: FindingsByPlace<'a>,
    /// Those that the library has without what came back.
    known: HashSet<(&'a str, &'a str)>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(checked: &'a Checked, baseline: &'a Checked) -> Self {
        let known = baseline.diagnostics.iter().map(|finding| (finding.code.name, finding.message.as_str())).collect();
        Self { now: FindingsByPlace::of(&checked.diagnostics), known }
    }

    /// The worst of what is found in a unit; or in the whole text that it belongs to, beginning where that begins, if the library
    /// has not had that before.
    pub(super) fn worst(&self, unit: Place, whole: Option<Place>) -> Option<&'a Diagnostic> {
        let worst = |found: &mut dyn Iterator<Item = (Place, &'a Diagnostic)>| {
            let worst = found.max_by_key(|(place, finding)| (finding.severity, place.start, place.end));
            worst.map(|(_, finding)| finding)
        };
        worst(&mut self.now.within(unit)).or_else(|| {
            let whole = whole?;
            let start = Place { end: whole.start + 1, ..whole };
            let is_new = |finding: &Diagnostic| !self.known.contains(&(finding.code.name, finding.message.as_str()));
            worst(&mut self.now.within(start).filter(|(_, finding)| is_new(finding)))
        })
    }
}
