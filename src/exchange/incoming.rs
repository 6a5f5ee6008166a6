//! What a file brings back: its units as they stand in it, and what is wrong with it.

use std::fmt;

use crate::characters::{is_bidirectional, is_control};

/// The largest file that is read, in bytes: a book of a thousand pages in one format has a tenth of it.
pub const MAX_BYTES: u64 = 32 << 20;

/// So many units a file may have.
pub(super) const MAX_UNITS: usize = 200_000;

/// A unit that comes back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Incoming {
    /// Its id, as it was exported.
    pub id: String,
    /// The source as it stands in the file.
    pub source: String,
    /// The translation; empty if there is none.
    pub target: String,
    /// The fingerprint of the source, if the file still has it.
    pub fingerprint: Option<String>,
    /// The hash of the translation as it was exported, if the file still has it.
    pub exported: Option<String>,
    /// Whether the file says that it is finished.
    pub is_finished: bool,
    /// Whether the file says that somebody has compared it.
    pub is_reviewed: bool,
    /// The line of the file on which it begins.
    pub line: usize,
    /// Why its translation cannot be read, if it cannot.
    pub fault: Option<String>,
}

/// A file that came back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IncomingFile {
    /// Its name, as it was typed.
    pub name: String,
    /// The language of the translations, if the file says it.
    pub language: Option<String>,
    /// Its units.
    pub units: Vec<Incoming>,
}

impl IncomingFile {
    /// The book that its ids begin with.
    pub fn book(&self) -> Result<&str, Unreadable> {
        let book = |unit: &Incoming| unit.id.find(':').unwrap_or(unit.id.len());
        let Some(first) = self.units.first() else {
            return Err(Unreadable::new(1, "the file has no units", "export it again"));
        };
        let name = &first.id[..book(first)];
        match self.units.iter().find(|unit| &unit.id[..book(unit)] != name) {
            Some(other) => {
                let message = format!("`{}` is not of the book `{name}`, as the units before it are", other.id);
                Err(Unreadable::new(other.line, message, "bring back one book in each file"))
            }
            None => Ok(name),
        }
    }
}

/// Why a file is not read at all, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The line.
    pub line: usize,
    /// One sentence.
    pub message: String,
    /// The mend.
    pub help: String,
}

impl Unreadable {
    pub(super) fn new(line: usize, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { line, message: message.into(), help: help.into() }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Unreadable {}

/// The text of a file, which has to be UTF-8; without the mark that some programs put before it.
pub(super) fn text_of(bytes: &[u8]) -> Result<&str, Unreadable> {
    let help = "save it as UTF-8";
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err(Unreadable::new(1, "the file is in UTF-16", help));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.split(|byte| *byte == b'\n').count();
        Unreadable::new(line, "here is a byte that is no UTF-8", help)
    })?;
    Ok(text.trim_start_matches('\u{FEFF}'))
}

/// What stands before fingerprint and hash in a comment or a note of ours.
const FINGERPRINT: &str = "rulestone: ";

/// How a comment or a note says by what a unit is known: its fingerprint, and the hash of the translation as it is exported.
pub(super) fn known_by(fingerprint: &str, target: &str) -> String {
    format!("{FINGERPRINT}{fingerprint} {target}")
}

/// Takes from a comment or a note what [`known_by`] wrote; whether it did.
pub(super) fn read_known_by(unit: &mut Incoming, note: &str) -> bool {
    let Some(known) = note.trim().strip_prefix(FINGERPRINT) else { return false };
    let mut parts = known.split_whitespace();
    let is_hash = |part: &&str| *part == "none" || part.len() == 8 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    unit.fingerprint = parts.next().filter(is_hash).map(str::to_owned);
    unit.exported = parts.next().filter(is_hash).map(str::to_owned);
    true
}

/// What a text holds that no text may, in a sentence.
pub(super) fn control_in(text: &str) -> Option<String> {
    let odd = text.chars().find(|char| *char != '\n' && (is_control(*char) || is_bidirectional(*char)));
    odd.map(|char| format!("it holds the control character U+{:04X}; take it out", u32::from(char)))
}
