//! Changes to files: bytes replaced at places, never a file written anew, so that comments and layout survive.

use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, FileId, Place, SourceFile, Sources};
use crate::files::{self, FileError};
use crate::library::yaml;

/// Replacements in one file.
#[derive(Debug, Default)]
pub struct FileEdit {
    changes: Vec<(usize, usize, String)>,
}

/// Why files were left as they are.
#[derive(Debug)]
pub enum EditError {
    /// The change would make the file unreadable; this is a mistake of ours, and nothing was written.
    Unsafe(PathBuf),
    /// A file could not be read or written.
    File(FileError),
    /// Other programs saved these files while they were being changed. All others were written.
    Saved(Vec<FileError>),
}

impl EditError {
    /// What would be right.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Unsafe(_) => None,
            Self::File(error) => Some(error.help()),
            Self::Saved(errors) => errors.first().map(FileError::help),
        }
    }
}

impl std::fmt::Display for EditError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unsafe(path) => write!(
                formatter,
                "`{}` is laid out in a way that cannot be changed safely; nothing was written",
                path.display()
            ),
            Self::File(error) => write!(formatter, "{error}"),
            Self::Saved(errors) => {
                let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
                formatter.write_str(&told.join("; "))
            }
        }
    }
}

impl std::error::Error for EditError {}

impl From<FileError> for EditError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

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

    /// The whole file after the changes; refuses if it would no longer be readable.
    fn prepare(&self, path: &Path, file: &SourceFile) -> Result<String, EditError> {
        let text = self.applied(&file.text);
        let mut sources = Sources::default();
        let id = sources.add(file.path.clone(), text.as_str());
        match yaml::parse(id, &sources, &mut Vec::new()) {
            Some(_) => Ok(text),
            None => Err(EditError::Unsafe(path.to_owned())),
        }
    }
}

/// Changes files below `root`: none, if any of them cannot be changed safely. Where another program saves a file at the same
/// moment, its text stays and ours is kept beside; the other files are changed all the same. To be called under the lock of
/// the library, taken before the library was read.
pub fn write(root: &Path, edits: &[(FileId, FileEdit)], sources: &Sources) -> Result<(), EditError> {
    let mut prepared = Vec::with_capacity(edits.len());
    for (file, edit) in edits {
        let file = sources.file(*file);
        let named = root.join(&file.path);
        let path = files::resolve(root, &named)?;
        files::allow_change(&path)?;
        if files::read(&path, files::MAX_FILE_BYTES)? != file.text.as_bytes() {
            return Err(FileError::Changed(path).into());
        }
        let text = edit.prepare(&path, file)?;
        prepared.push((named, path, &file.text, text));
    }
    let mut saved = Vec::new();
    for (named, path, old, new) in prepared {
        // A folder above it may have become a link since: what is written is what was looked at.
        if files::resolve(root, &named)? != path {
            return Err(FileError::Changed(path).into());
        }
        match files::exchange(&path, old.as_bytes(), new.as_bytes()) {
            Err(error @ (FileError::Changed(_) | FileError::SavedMeanwhile { .. })) => saved.push(error),
            exchanged => exchanged?,
        }
    }
    if saved.is_empty() { Ok(()) } else { Err(EditError::Saved(saved)) }
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

/// Where a new line of an entry may be put: behind its last line, before the blank lines and comments that follow it.
///
/// `from` is a byte inside the entry's last line or before it, where the search stops; `until` the byte at which the next entry's line begins,
/// `indent` the entry's own indentation: a line indented deeper belongs to it.
pub(crate) fn end_of_entry(text: &str, from: usize, until: usize, indent: usize) -> usize {
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
