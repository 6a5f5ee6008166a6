//! What is found in a checked library that weighs against accepting a translation, by its places.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, FileId, Place, Severity, codes};

/// Errors and warnings by where they stand.
#[derive(Debug)]
pub(crate) struct FindingsByPlace<'a> {
    by_file: BTreeMap<FileId, Vec<(Place, &'a Diagnostic)>>,
}

impl<'a> FindingsByPlace<'a> {
    /// Those that weigh. That something is not finished or not accepted yet is no mistake in it.
    pub(crate) fn of(diagnostics: &'a [Diagnostic]) -> Self {
        let of_state = [
            &codes::ORPHAN_TRANSLATION,
            &codes::MISSING_TRANSLATION,
            &codes::OUTDATED_TRANSLATION,
            &codes::UNACCEPTED_TRANSLATION,
            &codes::OUTDATED_RULING,
        ];
        let mut by_file: BTreeMap<FileId, Vec<_>> = BTreeMap::new();
        for finding in diagnostics.iter().filter(|finding| finding.severity != Severity::Hint) {
            if let Some(place) = finding.place.filter(|_| !of_state.contains(&finding.code)) {
                by_file.entry(place.file).or_default().push((place, finding));
            }
        }
        for found in by_file.values_mut() {
            found.sort_by_key(|(place, _)| place.start);
        }
        Self { by_file }
    }

    /// Those that begin between the ends of a place, in their order.
    pub(crate) fn within(&self, place: Place) -> impl Iterator<Item = (Place, &'a Diagnostic)> {
        let found = self.by_file.get(&place.file).map_or(&[][..], Vec::as_slice);
        let first = found.partition_point(|(other, _)| other.start < place.start);
        let end = place.end.max(place.start + 1);
        found[first..].iter().take_while(move |(other, _)| other.start < end).copied()
    }
}
