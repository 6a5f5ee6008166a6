//! What an import did not understand, line by line, and how much of everything it found.

use std::fmt::Write as _;

use super::source::Source;
use crate::characters::on_one_line;
use crate::library::names::repeated;

/// One thing that was not understood, or was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where it begins in the source, as a byte of it.
    at: usize,
    /// The file and line.
    pub place: String,
    /// What it was.
    pub what: String,
    /// What became of it.
    pub became: String,
}

/// How much there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "each says what it counts")]
pub struct Counts {
    pub chapters: usize,
    pub sections: usize,
    pub titled: usize,
    pub statements: usize,
    pub examples: usize,
    pub tables: usize,
    pub references: usize,
    pub unresolved: usize,
}

/// What is to be said of an import.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What was not understood, in the order of the source.
    pub notes: Vec<Note>,
    /// How much there is.
    pub counts: Counts,
}

impl Report {
    pub(super) fn note(&mut self, at: usize, what: impl Into<String>, became: impl Into<String>) {
        self.notes.push(Note { at, place: String::new(), what: what.into(), became: became.into() });
    }

    /// Something of the source stands nowhere in the drafts: all of it is quoted.
    pub(super) fn missing(&mut self, at: usize, text: &str) {
        self.note(at, format!("`{}`", on_one_line(text)), "left out");
    }

    /// Brings the notes into the order of the source, with their places.
    pub(super) fn finish(&mut self, source: &Source) {
        self.notes.sort_by_key(|note| note.at);
        for note in &mut self.notes {
            note.place = source.place(note.at);
        }
    }

    /// The counts as a sentence, with the names of what is counted.
    pub fn summary(&self) -> String {
        let Counts { chapters, sections, titled, statements, examples, tables, references, unresolved } = self.counts;
        let counted = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        format!(
            "{}, {} ({titled} with a title), {}, {}, {}, {}, {unresolved} not resolved",
            counted(chapters, "chapter"),
            counted(sections, "section"),
            counted(statements, "labelled statement"),
            counted(examples, "example"),
            counted(tables, "table"),
            counted(references, "reference"),
        )
    }

    /// All of it as plain text, a line for each note.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n", self.summary());
        for note in &self.notes {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{note}");
        }
        text
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}: {}", self.place, self.what, self.became)
    }
}

/// The beginning of a text of the source, for a note.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", on_one_line(&repeated(text.trim())))
}
