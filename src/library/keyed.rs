//! The pieces of a section by their keys: `title`, `text`, `notes.ID`, `notes.ID.READING`, `labels.NAME`, `examples.ID`.

use super::model::{Section, TranslatedSection};
use super::text::{Line, Prose};

/// Words under a key.
#[derive(Clone, Copy, Debug)]
pub enum Words<'a> {
    /// One line.
    Line(&'a Line),
    /// Some Markdown.
    Prose(&'a Prose),
}

impl<'a> Words<'a> {
    /// The words as written.
    pub fn source(self) -> &'a str {
        match self {
            Self::Line(line) => &line.value,
            Self::Prose(prose) => &prose.source,
        }
    }
}

impl Section {
    /// What stands under a key.
    pub fn words(&self, key: &str) -> Option<Words<'_>> {
        match key.split_once('.') {
            None if key == "title" => self.title.as_ref().map(Words::Line),
            None => self.text.as_ref().map(Words::Prose),
            Some(("notes", id)) => {
                let (note, reading) = id.split_once('.').map_or((id, None), |(note, reading)| (note, Some(reading)));
                let note = self.notes.iter().find(|known| known.id == note)?;
                reading.map_or(note.text.as_ref(), |reading| note.readings.get(reading)).map(Words::Prose)
            }
            Some(("labels", name)) => self.labels.get(name).map(Words::Line),
            Some((_, id)) => self.examples.iter().find(|example| example.id == id)?.text.as_ref().map(Words::Prose),
        }
    }
}

impl TranslatedSection {
    /// What stands under a key.
    pub fn words(&self, key: &str) -> Option<Words<'_>> {
        match key.split_once('.') {
            None if key == "title" => self.title.as_ref().map(Words::Line),
            None => self.text.as_ref().map(Words::Prose),
            Some(("notes", id)) => self.notes.get(id).map(Words::Prose),
            Some(("labels", name)) => self.labels.get(name).map(Words::Line),
            Some((_, id)) => self.examples.get(id).map(Words::Prose),
        }
    }
}
