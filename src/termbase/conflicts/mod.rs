//! Where glossary and texts disagree. One kind of conflict per file.

mod renamed;
mod shared;
mod spellings;

use super::Termbase;
use crate::diagnostic::Place;

/// Something that an editor should settle.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// What is in conflict.
    pub what: What,
    /// Some places, the first ones.
    pub places: Vec<Place>,
}

/// What is in conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A translation seems to call a concept otherwise than the glossary.
    Renamed {
        /// The concept's id.
        concept: String,
        /// Its name in the language.
        name: String,
        /// The word that stands where the name does not.
        other: String,
        /// In how many pieces of text the word stands instead.
        count: usize,
        /// In how many the name does not stand, although the reference text uses the concept.
        of: usize,
    },
    /// A name is written in two ways.
    Spelling {
        /// The rare way.
        rare: String,
        /// How often it stands.
        rare_count: usize,
        /// The usual way, or that of the glossary.
        usual: String,
        /// How often that stands.
        usual_count: usize,
    },
    /// Two concepts have one name.
    Shared {
        /// The name.
        name: String,
        /// The ids of the concepts.
        concepts: Vec<String>,
    },
}

/// The most places of a conflict.
const MOST_PLACES: usize = 4;

impl Termbase<'_> {
    /// What is in conflict in a language, each kind by itself, the plainest first.
    pub fn conflicts(&self, language: usize) -> [Vec<Conflict>; 3] {
        let renamed = if language == 0 { Vec::new() } else { renamed::find(self, language) };
        [renamed, spellings::find(self, language), shared::find(self, language)]
    }
}
