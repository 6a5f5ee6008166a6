//! What stands where after a change: sections, statements, pieces.

use std::collections::{BTreeMap, BTreeSet};

use crate::library::markup::StatementLabel;

/// What stands where after a change. What is not named stands where it stood.
#[derive(Debug, Default)]
pub struct Moved {
    /// Sections that have another id, or have become part of another section.
    pub(super) ids: BTreeMap<String, String>,
    /// References to a whole section that lead to a statement now.
    pub(super) wholes: BTreeMap<String, (String, StatementLabel)>,
    /// Statements, those within others too.
    pub(super) statements: BTreeMap<(String, StatementLabel), (String, StatementLabel)>,
    /// Of what the texts of these sections are made.
    pub(super) texts: BTreeMap<String, Vec<Source>>,
    /// Other pieces that went to another section: from section and key to section.
    pub(super) pieces: BTreeMap<(String, String), String>,
    /// What is left to do by hand.
    pub(super) notes: Vec<String>,
}

/// A part of a text after a change.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// So much of the text of a section.
    Of(String, Which),
    /// What was not there before.
    New,
}

/// Statements of a text.
#[derive(Clone, Debug)]
pub(super) enum Which {
    All,
    /// Those of these labels.
    Only(BTreeSet<StatementLabel>),
    /// All others, and what stands before the first.
    Without(BTreeSet<StatementLabel>),
}

impl Which {
    pub(super) fn has(&self, letter: Option<StatementLabel>) -> bool {
        match self {
            Self::All => true,
            Self::Only(labels) => letter.is_some_and(|letter| labels.contains(&letter)),
            Self::Without(labels) => letter.is_none_or(|letter| !labels.contains(&letter)),
        }
    }
}

impl Moved {
    /// Where a section or a statement of it stands now.
    pub(super) fn now(&self, section: &str, letter: Option<StatementLabel>) -> (String, Option<StatementLabel>) {
        let to = || self.ids.get(section).cloned().unwrap_or_else(|| section.to_owned());
        match letter {
            None => match self.wholes.get(section) {
                Some((section, letter)) => (section.clone(), Some(*letter)),
                None => (to(), None),
            },
            Some(letter) => match self.statements.get(&(section.to_owned(), letter)) {
                Some((section, letter)) => (section.clone(), Some(*letter)),
                None => (to(), Some(letter)),
            },
        }
    }

    /// Of what a piece of a section is made, by the ids before.
    pub(super) fn sources(&self, section: &str, key: &str) -> Vec<Source> {
        match self.texts.get(section).filter(|_| key == "text") {
            Some(sources) => sources.clone(),
            None => vec![Source::Of(self.origin(section, key).to_owned(), Which::All)],
        }
    }

    /// The section in which a piece of another kind than the text stood.
    pub(super) fn origin<'a>(&'a self, section: &'a str, key: &str) -> &'a str {
        let came = self.pieces.iter().find(|((_, piece), to)| piece == key && to.as_str() == section);
        let renamed = || self.ids.iter().find(|(from, to)| to.as_str() == section && !self.wholes.contains_key(*from));
        came.map(|((from, _), _)| from).or_else(|| Some(renamed()?.0)).map_or(section, String::as_str)
    }
}
