//! Records that are known beforehand, written beside the texts they are about.

use std::collections::BTreeMap;

use super::accept::FROM;
use super::edit::FileEdit;
use super::recorded::{Recorder, record};
use crate::diagnostic::FileId;
use crate::library::fingerprint::UNKNOWN;
use crate::library::localized::{View, pieces};
use crate::library::{Chapter, Library, Section, Term, TranslatedChapter, TranslatedSection};

/// What a translation was made from, as `from` records it; empty where nothing is recorded any more.
#[derive(Clone, Debug, Default)]
pub struct Records {
    /// Titles of chapters by their ids.
    pub titles: BTreeMap<String, String>,
    /// Pieces by the ids of their sections and their keys.
    pub pieces: BTreeMap<String, BTreeMap<String, String>>,
    /// Definitions of terms by their ids.
    pub definitions: BTreeMap<String, String>,
}

impl Records {
    /// The changes that write them.
    pub fn write(&self, library: &Library, view: &View<'_>) -> Vec<(FileId, FileEdit)> {
        record(library, view, &[], &mut Known(self))
    }
}

struct Known<'a>(&'a Records);

impl Recorder for Known<'_> {
    const KEY: &'static str = FROM;

    fn title(&mut self, chapter: &Chapter, _: &TranslatedChapter) -> Option<String> {
        self.0.titles.get(&chapter.id).map(|record| or_none(record))
    }

    fn section(&mut self, section: &Section, translated: &TranslatedSection) -> Option<Vec<(String, String)>> {
        let new = self.0.pieces.get(&section.id)?;
        let there = pieces(section).into_iter().filter(|piece| translated.piece(&piece.key).is_some());
        let of = |key: String| {
            let record = new.get(&key).or_else(|| translated.from.get(&key)).cloned();
            record.filter(|record| !record.is_empty()).map(|record| (key, record))
        };
        Some(there.filter_map(|piece| of(piece.key)).collect())
    }

    fn definition(&mut self, term: &Term, _: &Term) -> Option<String> {
        self.0.definitions.get(&term.id).map(|record| or_none(record))
    }
}

/// What stands where a text has one record, and that holds no longer.
fn or_none(record: &str) -> String {
    if record.is_empty() { UNKNOWN.to_owned() } else { record.to_owned() }
}
