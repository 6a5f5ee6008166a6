//! Changes to files: bytes replaced at places, never a file written anew, so that comments and layout survive.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, FileId, Place, SourceFile, Sources};
use crate::library::yaml;

/// Replacements in one file.
#[derive(Debug, Default)]
pub struct FileEdit {
    changes: Vec<(usize, usize, String)>,
}

/// Why a file was left as it is.
#[derive(Debug)]
pub enum EditError {
    /// The file has changed since it was read.
    Changed(PathBuf),
    /// The change would make the file unreadable; this is a mistake of ours, and nothing was written.
    Unsafe(PathBuf),
    /// The file could not be read or written.
    Io(PathBuf, io::Error),
}

impl std::fmt::Display for EditError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Changed(path) => {
                write!(formatter, "`{}` has changed since it was read; run the command again", path.display())
            }
            Self::Unsafe(path) => write!(
                formatter,
                "`{}` is laid out in a way that cannot be changed safely; nothing was written",
                path.display()
            ),
            Self::Io(path, error) => write!(formatter, "cannot change `{}`: {error}", path.display()),
        }
    }
}

impl std::error::Error for EditError {}

impl FileEdit {
    /// Puts `text` in the place of the bytes from `start` to `end`.
    pub fn replace(&mut self, start: usize, end: usize, text: impl Into<String>) {
        self.changes.push((start, end, text.into()));
    }

    /// Whether there is nothing to change.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The text after the changes; those that overlap an earlier one are left out.
    pub fn applied(&self, text: &str) -> String {
        let mut changes: Vec<_> = self.changes.iter().collect();
        changes.sort_by_key(|(start, end, _)| (*start, *end));
        let mut result = String::with_capacity(text.len());
        let mut at = 0;
        for (start, end, replacement) in changes {
            if *start < at || *end > text.len() {
                continue;
            }
            result.push_str(&text[at..*start]);
            result.push_str(replacement);
            at = *end;
        }
        result.push_str(&text[at..]);
        result
    }

    /// The whole file after the changes.
    ///
    /// Refuses if the file is no longer what was read, or would no longer be readable.
    fn prepare(&self, path: &Path, file: &SourceFile) -> Result<String, EditError> {
        let current = fs::read(path).map_err(|error| EditError::Io(path.to_owned(), error))?;
        if current != file.text.as_bytes() {
            return Err(EditError::Changed(path.to_owned()));
        }
        let text = self.applied(&file.text);
        let mut sources = Sources::default();
        let id = sources.add(file.path.clone(), text.as_str());
        match yaml::parse(id, &sources, &mut Vec::new()) {
            Some(_) => Ok(text),
            None => Err(EditError::Unsafe(path.to_owned())),
        }
    }
}

/// Changes files below `root`: all of them, or none if any of them cannot be changed safely.
pub fn write(root: &Path, edits: &[(FileId, FileEdit)], sources: &Sources) -> Result<(), EditError> {
    let mut prepared = Vec::with_capacity(edits.len());
    for (file, edit) in edits {
        let file = sources.file(*file);
        let path = root.join(&file.path);
        let text = edit.prepare(&path, file)?;
        prepared.push((path, text));
    }
    for (path, text) in prepared {
        replace_file(&path, text.as_bytes()).map_err(|error| EditError::Io(path, error))?;
    }
    Ok(())
}

/// Makes the mends that are safe without asking, and returns how many were made.
pub fn apply_fixes(root: &Path, diagnostics: &[Diagnostic], sources: &Sources) -> Result<usize, EditError> {
    let mut fixes: Vec<&(Place, String)> =
        diagnostics.iter().filter_map(|diagnostic| diagnostic.fix.as_ref()).collect();
    fixes.sort_by_key(|(place, _)| (place.file, place.start));
    let edits: Vec<_> = fixes
        .chunk_by(|(a, _), (b, _)| a.file == b.file)
        .map(|group| {
            let mut edit = FileEdit::default();
            for (place, replacement) in group {
                edit.replace(place.start, place.end, replacement.as_str());
            }
            (group[0].0.file, edit)
        })
        .collect();
    write(root, &edits, sources)?;
    Ok(fixes.len())
}

/// Writes a file beside the old one and puts it in its place, so that a reader sees the old or the new one whole.
fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    if let Ok(old) = fs::metadata(path) {
        fs::set_permissions(file.path(), old.permissions())?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Where a new line of an entry may be put: behind its last line, before the blank lines and comments that follow it.
///
/// `from` is a byte inside the entry's last line or before it, where the search stops; `until` the byte at which the next entry's line begins,
/// `indent` the entry's own indentation: a line indented deeper belongs to it.
pub(super) fn end_of_entry(text: &str, from: usize, until: usize, indent: usize) -> usize {
    let mut end = until.min(text.len());
    loop {
        let before = text[..end].trim_end_matches('\n');
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = &text[start..before.len()];
        let depth = line.len() - line.trim_start().len();
        let outside = line.trim().is_empty() || (line.trim_start().starts_with('#') && depth <= indent);
        if start > from && outside {
            end = start;
        } else {
            return before.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_made_in_order_and_never_overlap() {
        let mut edit = FileEdit::default();
        edit.replace(4, 5, "E");
        edit.replace(0, 2, "AB");
        edit.replace(1, 3, "never");
        assert_eq!(edit.applied("abcde"), "ABcdE");
    }

    #[test]
    fn the_end_of_an_entry_is_behind_its_last_line() {
        let text = "  - id: a\n    text: |\n      # a heading\n\n  # about b\n  - id: b\n";
        let until = text.find("  - id: b").expect("there");
        let end = end_of_entry(text, 4, until, 2);
        assert!(text[..end].ends_with("# a heading"), "{:?}", &text[..end]);
    }
}
