//! What is found in a checked library where something came back.

use std::collections::{BTreeMap, HashSet};

use crate::check::Checked;
use crate::diagnostic::{Diagnostic, FileId, Place, Severity, codes};

/// The findings that weigh, by their places.
pub(super) struct Findings<'a> {
    by_file: BTreeMap<FileId, Vec<(Place, &'a Diagnostic)>>,
    /// Those that the library has without what came back.
    known: HashSet<(&'a str, &'a str)>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(checked: &'a Checked, baseline: &'a Checked) -> Self {
        // That something is not finished yet is no mistake in it.
        let of_state = [
            &codes::ORPHAN_TRANSLATION,
            &codes::MISSING_TRANSLATION,
            &codes::OUTDATED_TRANSLATION,
            &codes::UNACCEPTED_TRANSLATION,
            &codes::OUTDATED_RULING,
        ];
        let mut by_file: BTreeMap<FileId, Vec<_>> = BTreeMap::new();
        for finding in checked.diagnostics.iter().filter(|finding| finding.severity != Severity::Hint) {
            if let Some(place) = finding.place.filter(|_| !of_state.contains(&finding.code)) {
                by_file.entry(place.file).or_default().push((place, finding));
            }
        }
        for found in by_file.values_mut() {
            found.sort_by_key(|(place, _)| (place.start, place.end));
        }
        let known = baseline.diagnostics.iter().map(|finding| (finding.code.name, finding.message.as_str())).collect();
        Self { by_file, known }
    }

    /// The worst of what is found in a unit; or in the whole text that it belongs to, beginning where that begins, if the library
    /// has not had that before.
    pub(super) fn worst(&self, unit: Place, whole: Option<Place>) -> Option<&'a Diagnostic> {
        let within = self.within(unit).max_by_key(|finding| finding.severity);
        within.or_else(|| {
            let whole = whole?;
            let start = Place { end: whole.start + 1, ..whole };
            let is_new = |finding: &&Diagnostic| !self.known.contains(&(finding.code.name, finding.message.as_str()));
            self.within(start).filter(is_new).max_by_key(|finding| finding.severity)
        })
    }

    fn within(&self, place: Place) -> impl Iterator<Item = &'a Diagnostic> {
        let found = self.by_file.get(&place.file).map_or(&[][..], Vec::as_slice);
        let first = found.partition_point(|(other, _)| other.start < place.start);
        let end = place.end.max(place.start + 1);
        found[first..].iter().take_while(move |(other, _)| other.start < end).map(|(_, finding)| *finding)
    }
}
