//! A commit as it is shown: its words are a stranger's, and go to terminals.

use gix_hash::ObjectId;
use gix_object::CommitRefIter;
use jiff::Timestamp;
use jiff::tz::Offset;

use super::gap::Gap;
use super::objects::abbreviated;
use crate::characters::is_unseen;

/// The longest subject, in characters.
const MOST_SUBJECT: usize = 100;

/// A commit of the library's repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Its abbreviated name.
    pub name: String,
    /// Its day, `2026-11-20`.
    pub date: String,
    /// The first line of its message, cut at a hundred characters; what would steer a terminal is replaced by U+FFFD.
    pub subject: String,
}

/// What a walk has to know of a commit.
pub(super) struct Parsed {
    pub(super) commit: Commit,
    pub(super) tree: ObjectId,
    pub(super) parents: Vec<ObjectId>,
    /// When it was made, in seconds.
    pub(super) time: i64,
}

impl Parsed {
    pub(super) fn new(id: ObjectId, bytes: &[u8]) -> Result<Self, Gap> {
        let fields = || CommitRefIter::from_bytes(bytes, gix_hash::Kind::Sha1);
        let tree = fields().tree_id().map_err(|_| Gap::Damaged)?;
        let parents = fields().parent_ids().collect();
        let time = fields().committer().ok().and_then(|committer| committer.time().ok()).unwrap_or_default();
        let message = fields().message().map(|message| String::from_utf8_lossy(message).into_owned());
        let subject = subject(&message.unwrap_or_default());
        let commit = Commit { name: abbreviated(id), date: date(time.seconds, time.offset), subject };
        Ok(Self { commit, tree, parents, time: time.seconds })
    }
}

/// The day where the commit was made.
fn date(seconds: i64, offset: i32) -> String {
    let time = Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH);
    let offset = Offset::from_seconds(offset).unwrap_or(Offset::UTC);
    offset.to_datetime(time).date().to_string()
}

fn subject(message: &str) -> String {
    let line = message.trim_start().lines().next().unwrap_or_default().trim_end();
    let mut subject: String = line.chars().take(MOST_SUBJECT).map(shown).collect();
    if line.chars().nth(MOST_SUBJECT).is_some() {
        subject.push('…');
    }
    subject
}

/// A character that moves nothing but the cursor by its own width.
fn shown(character: char) -> char {
    match character {
        '\t' => ' ',
        character if character.is_control() || is_unseen(character) => '\u{fffd}',
        character => character,
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_SUBJECT, date, subject};

    #[test]
    fn a_subject_is_one_short_line_that_steers_no_terminal() {
        assert_eq!(subject("\nQuicker\n\nBecause.\n"), "Quicker");
        assert_eq!(subject("A\u{1b}[2J\u{9b}K\u{202e}B\tC\rD"), "A\u{fffd}[2J\u{fffd}K\u{fffd}B C\u{fffd}D");
        assert_eq!(subject(&"я".repeat(1000)), format!("{}…", "я".repeat(MOST_SUBJECT)));
        assert_eq!(subject(""), "");
    }

    #[test]
    fn a_day_is_that_of_the_place_and_never_fails() {
        assert_eq!(date(1_795_390_000, 0), "2026-11-22");
        assert_eq!(date(1_795_390_000, 3 * 3600), "2026-11-23");
        assert_eq!(date(i64::MAX, i32::MAX), "1970-01-01");
    }
}
