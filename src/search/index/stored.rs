//! What the index keeps of a section to show it, so that a search never reads the library's files.

use serde::{Deserialize, Serialize};

use crate::search::collection::{Entry, Passage};

use super::passages::parted;

/// A section as a hit needs it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Stored {
    pub(crate) book: String,
    pub(crate) language: String,
    pub(crate) id: String,
    pub(crate) number: Option<String>,
    pub(crate) keys: Vec<String>,
    pub(crate) aliases: Vec<String>,
    pub(crate) title: String,
    /// One line per paragraph or list item.
    pub(crate) body: String,
    /// From which byte of `body` on which mark holds.
    pub(crate) statements: Vec<(usize, String)>,
    pub(crate) asides: Vec<Passage>,
    pub(crate) rows: Vec<Passage>,
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) homes: Vec<String>,
}

impl Stored {
    /// The rule text, by statements.
    pub(crate) fn body_by_statements(&self) -> Vec<&str> {
        parted(&self.body, self.statements.iter().map(|(start, _)| *start))
    }

    /// The text of the statement with a mark.
    pub(crate) fn statement(&self, mark: &str) -> Option<&str> {
        let at = self.statements.iter().position(|(_, known)| known == mark)?;
        let end = self.statements.get(at + 1).map_or(self.body.len(), |(start, _)| *start);
        Some(self.body[self.statements[at].0..end].trim_end())
    }

    /// The mark that holds at a byte of `body`.
    pub(crate) fn mark_at(&self, byte: usize) -> &str {
        let after = self.statements.partition_point(|(start, _)| *start <= byte);
        self.statements[..after].last().map_or("", |(_, mark)| mark)
    }
}

impl From<Entry> for Stored {
    fn from(entry: Entry) -> Self {
        let (body, statements) = joined(&entry.body);
        Self {
            book: entry.book,
            language: entry.language,
            id: entry.id,
            number: entry.number,
            keys: entry.keys,
            aliases: entry.aliases,
            title: unwrap_lines(&entry.title),
            body,
            statements,
            asides: entry.asides.into_iter().map(unwrapped).collect(),
            rows: entry.rows,
            file: entry.file,
            line: entry.line,
            homes: entry.homes,
        }
    }
}

/// Passages as one text, a line per paragraph or list item, and from which byte of it on which mark holds.
pub(crate) fn joined(passages: &[Passage]) -> (String, Vec<(usize, String)>) {
    let mut text = String::new();
    let mut marks: Vec<(usize, String)> = Vec::new();
    for passage in passages {
        let lines = unwrap_lines(&passage.text);
        if lines.is_empty() {
            continue;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        if marks.last().map_or("", |(_, mark)| mark) != passage.mark {
            marks.push((text.len(), passage.mark.clone()));
        }
        text.push_str(&lines);
    }
    (text, marks)
}

fn unwrapped(passage: Passage) -> Passage {
    Passage { text: unwrap_lines(&passage.text), mark: passage.mark }
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
    // The cells of a row, as those of data tables.
    joined.replace(" | ", " · ")
}

/// Whether a character is written without blanks around it.
fn is_wide(char: char) -> bool {
    unicode_width::UnicodeWidthChar::width(char) == Some(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_are_one_text_whose_marks_are_known() {
        let passage = |mark: &str, text: &str| Passage { mark: mark.into(), text: text.into() };
        let (text, marks) = joined(&[
            passage("", "Intro."),
            passage(".a", "One\n  line.\n\nTwo."),
            passage(".a", ""),
            passage(".b", "戦闘。"),
            passage("", "End."),
        ]);
        assert_eq!(text, "Intro.\nOne line.\nTwo.\n戦闘。\nEnd.");
        assert_eq!(marks, [(7, ".a".into()), (22, ".b".into()), (32, String::new())]);
    }

    #[test]
    fn only_paragraphs_and_items_keep_their_line_breaks() {
        assert_eq!(unwrap_lines("One\n  line.\n\nTwo.\n- a\n  b\n- c\n"), "One line.\nTwo.\n- a b\n- c");
        assert_eq!(unwrap_lines("a | b\nc | d"), "a · b c · d");
        assert_eq!(unwrap_lines("海上\n戦闘。\nCUの\nCU"), "海上戦闘。 CUの CU");
    }
}
