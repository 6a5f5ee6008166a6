//! What the index keeps of a section to show it, so that a search never reads the library's files.

use serde::{Deserialize, Serialize};

use crate::search::collection::Entry;

/// A section as a hit needs it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Stored {
    pub(crate) book: String,
    pub(crate) language: String,
    pub(crate) id: String,
    pub(crate) number: Option<String>,
    pub(crate) aliases: Vec<String>,
    pub(crate) title: String,
    /// One line per paragraph or list item.
    pub(crate) body: String,
    pub(crate) asides: Vec<String>,
    /// The rows of its tables, without their addresses.
    pub(crate) rows: Vec<String>,
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) homes: Vec<String>,
}

impl From<Entry> for Stored {
    fn from(entry: Entry) -> Self {
        Self {
            book: entry.book,
            language: entry.language,
            id: entry.id,
            number: entry.number,
            aliases: entry.aliases,
            title: unwrap_lines(&entry.title),
            body: unwrap_lines(&entry.body),
            asides: entry.asides.iter().map(|aside| unwrap_lines(aside)).collect(),
            rows: entry.rows.into_iter().map(|row| row.text).collect(),
            file: entry.file,
            line: entry.line,
            homes: entry.homes,
        }
    }
}

/// Joins the lines of a paragraph: with a blank, or with nothing between two Japanese characters. A line break is
/// left only
/// where a paragraph, a list item or a table row ends.
pub(crate) fn unwrap_lines(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut paragraph_ends = false;
    for line in text.lines().map(str::trim) {
        let Some(first) = line.chars().next() else {
            paragraph_ends = true;
            continue;
        };
        let item = matches!(first, '-' | '*' | '•' | '・' | '|') || joined.ends_with('|');
        let last = joined.chars().next_back();
        match last {
            None => {}
            Some(_) if paragraph_ends || item => joined.push('\n'),
            Some(last) if is_wide(last) && is_wide(first) => {}
            Some(_) => joined.push(' '),
        }
        joined.push_str(line);
        paragraph_ends = false;
    }
    joined
}

/// Whether a character is written without blanks around it.
fn is_wide(char: char) -> bool {
    unicode_width::UnicodeWidthChar::width(char) == Some(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paragraphs_and_items_keep_their_line_breaks() {
        assert_eq!(unwrap_lines("One\n  line.\n\nTwo.\n- a\n  b\n- c\n"), "One line.\nTwo.\n- a b\n- c");
        assert_eq!(unwrap_lines("海上\n戦闘。\nCUの\nCU"), "海上戦闘。 CUの CU");
    }
}
