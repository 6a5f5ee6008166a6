//! The text that is imported: one file or several, decoded, as one text in which every byte has a file and a line.

use std::fmt;
use std::ops::Range;

use crate::library::names::shown_path;

/// The most bytes that a source may have, all files together.
pub const MAX_SOURCE_BYTES: u64 = 32 << 20;

/// Why a source cannot be drafted, with the place and the mend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceError {
    /// One sentence.
    pub message: String,
    /// The file and line.
    pub at: Option<String>,
    /// What to do about it.
    pub help: &'static str,
}

impl fmt::Display for SourceError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

/// The decoded text of all files, one after another.
#[derive(Debug)]
pub struct Source {
    text: String,
    files: Vec<File>,
    /// Where each line begins.
    lines: Vec<usize>,
}

#[derive(Debug)]
struct File {
    name: String,
    start: usize,
    /// The index of its first line.
    first_line: usize,
}

impl Source {
    /// Decodes files, given with the names that readers know them by. Line ends become line feeds.
    pub fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Result<Self, SourceError> {
        let mut source = Self { text: String::new(), files: Vec::new(), lines: vec![0] };
        for (name, bytes) in files {
            source.add(name, &bytes)?;
        }
        if source.text.trim().is_empty() {
            return Err(SourceError {
                message: "the source holds no text".to_owned(),
                at: source.files.first().map(|file| file.name.clone()),
                help: "a PDF that is made of pictures of pages has none: run it through text recognition first",
            });
        }
        Ok(source)
    }

    fn add(&mut self, name: String, bytes: &[u8]) -> Result<(), SourceError> {
        let bytes = bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = String::from_utf8_lossy(before).split('\n').count();
            SourceError {
                message: format!("`{}` is not UTF-8", shown_path(name.as_ref())),
                at: Some(format!("{name}:{line}")),
                help: "save it in UTF-8; it was probably written in another encoding, such as Shift_JIS or Windows-1251",
            }
        })?;
        self.files.push(File { name, start: self.text.len(), first_line: self.lines.len() - 1 });
        let mut rest = text;
        while let Some(at) = rest.find('\r') {
            self.push(&rest[..at]);
            self.push("\n");
            rest = rest[at + 1..].strip_prefix('\n').unwrap_or(&rest[at + 1..]);
        }
        self.push(rest);
        if !self.text.ends_with('\n') {
            self.push("\n");
        }
        Ok(())
    }

    fn push(&mut self, text: &str) {
        let start = self.text.len();
        self.lines.extend(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| start + at + 1));
        self.text.push_str(text);
    }

    /// All of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The ranges of the lines, each without its line end.
    pub(super) fn lines(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.lines.windows(2).map(|pair| pair[0]..pair[1] - 1)
    }

    /// The range and the name of each file.
    pub(super) fn files(&self) -> impl Iterator<Item = (Range<usize>, &str)> {
        let ends = self.files.iter().skip(1).map(|file| file.start).chain([self.text.len()]);
        self.files.iter().zip(ends).map(|(file, end)| (file.start..end, file.name.as_str()))
    }

    /// The name of its first file.
    pub(super) fn first_name(&self) -> &str {
        self.files.first().map_or("", |file| &file.name)
    }

    /// The file and the line of a byte: `line 12`, and with several files `setup.md:12`.
    pub(super) fn place(&self, at: usize) -> String {
        let file = self.files.partition_point(|file| file.start <= at).saturating_sub(1);
        let line = self.lines.partition_point(|start| *start <= at).saturating_sub(1);
        let line = line - self.files[file].first_line + 1;
        if self.files.len() == 1 { format!("line {line}") } else { format!("{}:{line}", self.files[file].name) }
    }
}
