//! The files a library was read from, and places in them.

use std::ops::Range;
use std::sync::Arc;

/// Names a file of [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(u32);

/// A run of text in a file, in bytes from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The first byte of the run.
    pub start: usize,
    /// The byte after the run; equal to `start` for a point.
    pub end: usize,
}

impl Place {
    /// The place of `range` in `file`.
    pub fn new(file: FileId, range: Range<usize>) -> Self {
        Self { file, start: range.start, end: range.end }
    }
}

/// A line and a column as people count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// From 1.
    pub line: usize,
    /// From 1, in characters (not bytes, not terminal cells).
    pub column: usize,
}

/// A file as it was read.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its path below the library's root, with `/` between the parts on every system.
    pub path: String,
    /// Its text; bytes that are no UTF-8 show as U+FFFD.
    pub text: Arc<str>,
    lines: Vec<usize>,
    /// How many characters begin before each [`STEP`] of bytes: a line may be the whole file.
    counts: Vec<usize>,
}

/// So many bytes are counted at most to tell a column.
const STEP: usize = 1024;

impl SourceFile {
    fn new(path: String, text: Arc<str>) -> Self {
        let lines = std::iter::once(0).chain(line_ends(&text)).collect();
        let mut before = 0;
        let counts = text.as_bytes().chunks(STEP).map(|bytes| {
            before += begun(bytes);
            before - begun(bytes)
        });
        let counts = counts.collect();
        Self { path, text, lines, counts }
    }

    /// How many characters begin before a byte.
    fn characters_before(&self, byte: usize) -> usize {
        let step = byte / STEP;
        self.counts.get(step).map_or_else(
            || self.text.chars().count(),
            |before| before + begun(&self.text.as_bytes()[step * STEP..byte]),
        )
    }

    /// The line and column of a byte.
    pub fn position(&self, byte: usize) -> Position {
        // A place inside a character would be a mistake of ours, and no reason to stop.
        let byte = (0..=byte.min(self.text.len())).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0);
        let line = self.line_of(byte);
        let start = self.lines[line - 1];
        Position { line, column: self.characters_before(byte) - self.characters_before(start) + 1 }
    }

    /// The line in which a byte stands, from 1.
    pub fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|&start| start <= byte)
    }

    /// The byte at which a line begins, counted from 1; the end of the text for lines beyond it.
    pub fn line_start(&self, line: usize) -> usize {
        self.lines.get(line.saturating_sub(1)).copied().unwrap_or(self.text.len())
    }

    /// The text from a byte to the end of its line, without the line end.
    pub fn rest_of_line(&self, byte: usize) -> &str {
        let end = self.lines.get(self.line_of(byte)).copied().unwrap_or(self.text.len());
        self.text[byte..end].trim_end_matches(['\n', '\r'])
    }

    /// Whether one of these lines, counted from 1, has more bytes than that.
    pub fn has_longer(&self, lines: Range<usize>, bytes: usize) -> bool {
        lines.into_iter().any(|line| self.line_start(line + 1) - self.line_start(line) > bytes)
    }

    /// A line counted from 1, without its line end.
    pub fn line(&self, line: usize) -> &str {
        self.text[self.line_start(line)..self.line_start(line + 1)].trim_end_matches(['\n', '\r'])
    }
}

/// The byte behind each line end: LF, CR LF, or a CR alone, as YAML reads them.
fn line_ends(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let ends = move |at: usize| bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n');
    text.match_indices(['\n', '\r']).map(|(at, _)| at).filter(move |at| ends(*at)).map(|at| at + 1)
}

/// How many characters begin in these bytes of UTF-8.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

/// Every file that was read, in the order of reading.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Keeps a file and gives it a name.
    pub fn add(&mut self, path: String, text: impl Into<Arc<str>>) -> FileId {
        self.adopt(SourceFile::new(path, text.into()))
    }

    /// Keeps a file that was read apart, and gives it a name.
    pub(crate) fn adopt(&mut self, file: SourceFile) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(file);
        id
    }

    /// The file of that name.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The name of the file at that path.
    pub fn find(&self, path: &str) -> Option<FileId> {
        let at = self.files.iter().position(|file| file.path == path)?;
        u32::try_from(at).ok().map(FileId)
    }

    /// All files.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }

    /// The file's path and the line and column where `place` begins.
    pub fn position(&self, place: Place) -> (&str, Position) {
        let file = self.file(place.file);
        (&file.path, file.position(place.start))
    }

    /// Where `place` begins, as `path:line:column`; nothing where there is no such file.
    pub fn told(&self, place: Place) -> Option<String> {
        let file = self.files.get(place.file.0 as usize)?;
        let Position { line, column } = file.position(place.start);
        Some(format!("{}:{line}:{column}", file.path))
    }

    /// Whether the file of `place` holds no text at all, so that no line can be shown.
    pub fn is_empty_file(&self, place: Place) -> bool {
        self.file(place.file).text.is_empty()
    }

    /// The text at `place`.
    pub fn slice(&self, place: Place) -> &str {
        self.file(place.file).text.get(place.start..place.end).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{Position, STEP, Sources};

    #[test]
    fn lines_end_as_yaml_ends_them() {
        let mut sources = Sources::default();
        let file = sources.add("a.yaml".to_owned(), "a\nb\r\nc\rd\r\re\n\r");
        let file = sources.file(file);
        let shown: Vec<&str> = (1..=8).map(|line| file.line(line)).collect();
        assert_eq!(shown, ["a", "b", "c", "d", "", "e", "", ""]);
        assert_eq!(file.position(7), Position { line: 4, column: 1 });
    }

    #[test]
    fn columns_are_characters_wherever_they_are_counted_from() {
        let line = format!("я{}\u{1f3b2}b", "ф".repeat(STEP));
        let text = format!("{line}\n{line}");
        let mut sources = Sources::default();
        let file = sources.add("a.yaml".to_owned(), text.as_str());
        for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let before = &text[..byte];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
            assert_eq!(sources.file(file).position(byte), Position { line, column }, "byte {byte}");
        }
    }
}
