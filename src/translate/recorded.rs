//! What is recorded beside the texts of a file, as `from`: entries written into its mappings.

use std::collections::BTreeMap;

use super::edit::{FileEdit, end_of_entry};
use super::named::{Named, is_wanted, is_wanted_whole};
use crate::diagnostic::FileId;
use crate::library::localized::View;
use crate::library::yaml::{self, Node, wrapped};
use crate::library::{Chapter, Library, Section, Term, TranslatedChapter, TranslatedSection};

/// A mapping in a file of a library, and where the next one begins.
pub(crate) struct Entry<'f> {
    pub(crate) node: &'f Node,
    pub(crate) end: usize,
}

/// A file of a library and what is to be written into it.
pub(crate) struct Written<'l> {
    pub(crate) file: FileId,
    pub(super) text: &'l str,
    pub(super) root: Node,
}

impl<'l> Written<'l> {
    pub(crate) fn read(library: &'l Library, file: FileId) -> Option<Self> {
        let root = yaml::parse(file, &library.sources, &mut Vec::new())?;
        Some(Self { file, text: &library.sources.file(file).text, root })
    }

    /// The head of a chapter.
    pub(crate) fn head(&self) -> Option<Entry<'_>> {
        let end = self.root.key_place("sections").map_or(self.text.len(), |place| place.start);
        Some(Entry { node: self.root.get("chapter")?, end })
    }

    /// The mappings of a list that have ids, with these.
    pub(crate) fn items(&self, key: &str) -> impl Iterator<Item = (&str, Entry<'_>)> {
        let items = self.root.get(key).map_or(&[][..], Node::items);
        let last = end_of_key(self.text, &self.root, key);
        items.iter().enumerate().filter_map(move |(at, node)| {
            let end = items.get(at + 1).map_or(last, |next| line_start(self.text, next.place.start));
            Some((node.get("id").and_then(Node::text)?, Entry { node, end }))
        })
    }

    /// Writes a mapping of pieces under `key`.
    pub(crate) fn map(&self, edit: &mut FileEdit, entry: &Entry<'_>, key: &str, pieces: &[(String, String)]) {
        write(edit, self.text, entry, key, |indent| flow_map(pieces, indent + key.len() + ": {".len(), indent + 2));
    }

    /// Writes one line under `key`.
    pub(crate) fn line(&self, edit: &mut FileEdit, entry: &Entry<'_>, key: &str, line: &str) {
        write(edit, self.text, entry, key, |_| quoted(line));
    }
}

/// Decides what is recorded of the texts of a translation.
pub(super) trait Recorder {
    /// Under which key.
    const KEY: &'static str;

    /// Of the title of a chapter; nothing if it stays as it is.
    fn title(&mut self, chapter: &Chapter, translated: &TranslatedChapter) -> Option<String>;

    /// Of each piece of a section; nothing if all stay as they are.
    fn section(&mut self, section: &Section, translated: &TranslatedSection) -> Option<Vec<(String, String)>>;

    /// Of the definition of a term; nothing if it stays as it is.
    fn definition(&mut self, term: &Term, translated: &Term) -> Option<String>;
}

/// Goes through what is named of a translation, and writes what is to be recorded.
pub(super) fn record<R: Recorder>(
    library: &Library,
    view: &View<'_>,
    named: &[Named],
    recorder: &mut R,
) -> Vec<(FileId, FileEdit)> {
    let mut edits = Vec::new();
    let Some(translation) = view.book.translations.get(view.language) else { return edits };
    for (id, chapter) in &translation.chapters {
        let Some(file) = Written::read(library, chapter.file) else { continue };
        let mut edit = FileEdit::default();
        let reference = view.book.chapters.iter().find(|reference| reference.id == *id && reference.title.is_some());
        if let (Some(reference), Some(_), true, Some(head)) =
            (reference, &chapter.title, is_wanted_whole(named, id), file.head())
            && let Some(title) = recorder.title(reference, chapter)
        {
            file.map(&mut edit, &head, R::KEY, &[("title".to_owned(), title)]);
        }
        for (id, entry) in file.items("sections").filter(|(id, _)| is_wanted(named, id)) {
            if let Some((_, section)) = view.book.section(id)
                && let Some(translated) = view.translated(section)
                && let Some(pieces) = recorder.section(section, translated)
            {
                file.map(&mut edit, &entry, R::KEY, &pieces);
            }
        }
        edits.push((file.file, edit));
    }
    if let Some(glossary) = view.book.terms_in(view.language).first()
        && let Some(file) = Written::read(library, glossary.place.file)
    {
        // Of two terms with one id the first counts.
        let terms = view.book.terms.iter().rev();
        let references: BTreeMap<&str, &Term> = terms.map(|term| (term.id.as_str(), term)).collect();
        let mut edit = FileEdit::default();
        for (id, entry) in file.items("terms").filter(|(id, _)| is_wanted_whole(named, id)) {
            if let (Some(term), Some(own)) = (references.get(id), view.own_term(id))
                && own.definition.is_some()
                && let Some(line) = recorder.definition(term, own)
            {
                file.line(&mut edit, &entry, R::KEY, &line);
            }
        }
        edits.push((file.file, edit));
    }
    edits.retain(|(_, edit)| !edit.is_empty());
    edits
}

/// Writes `key:` into a mapping, in the place of the old one or behind its last entry; `value` is told how far the key is
/// indented.
pub(super) fn write(edit: &mut FileEdit, text: &str, entry: &Entry<'_>, key: &str, value: impl Fn(usize) -> String) {
    let Entry { node, end } = *entry;
    if let Some(entry) = node.entries().iter().find(|entry| entry.key == key) {
        let flow = text[entry.value.place.start..].starts_with('{');
        let value_end = entry.value.place.end.max(entry.place.end + 1);
        let until =
            if flow { text[value_end..].find('}').map_or(value_end, |at| value_end + at + 1) } else { value_end };
        edit.replace(entry.place.start, until, format!("{key}: {}", value(column(text, entry.place.start))));
    } else if text[node.place.start..].starts_with('{') {
        let end = end_of_flow(text, node);
        edit.replace(end, end, format!(", {key}: {}", value(6)));
    } else {
        let start = node.entries().first().map_or(node.place.start, |entry| entry.place.start);
        let indent = column(text, start);
        let at = end_of_entry(text, last_key(node), end, indent.saturating_sub(1));
        edit.replace(at, at, format!("\n{}{key}: {}", " ".repeat(indent), value(indent)));
    }
}

/// Where the last value of a collection in brackets ends, before the bracket.
fn end_of_flow(text: &str, node: &Node) -> usize {
    let last = node.entries().last().map(|entry| &entry.value).or_else(|| node.items().last());
    let bracket = |value: &Node| text[value.place.start..].chars().next().filter(|first| matches!(first, '{' | '['));
    match last.and_then(|value| Some((value, bracket(value)?))) {
        Some((value, bracket)) => {
            let end = end_of_flow(text, value);
            let close = if bracket == '{' { '}' } else { ']' };
            text[end..].find(close).map_or(end, |at| end + at + 1)
        }
        None => node.place.end,
    }
}

fn flow_map(pieces: &[(String, String)], start: usize, indent: usize) -> String {
    let entries = pieces.iter().map(|(key, recorded)| format!("{key}: {}", quoted(recorded)));
    format!("{{{}}}", wrapped(entries, start, indent))
}

/// Fingerprints such as 12345678 or 1e234567 would be numbers for other YAML readers.
fn quoted(fingerprint: &str) -> String {
    if fingerprint.parse::<f64>().is_ok() { format!("\"{fingerprint}\"") } else { fingerprint.to_owned() }
}

/// Where the last key of a mapping stands. (The last value may reach over the blank lines behind it.)
pub(crate) fn last_key(node: &Node) -> usize {
    node.entries().last().map_or(node.place.start, |entry| entry.place.start)
}

/// Where the value of a key of the file ends: at the next key, or at the end of the file.
pub(crate) fn end_of_key(text: &str, root: &Node, key: &str) -> usize {
    let start = root.key_place(key).map_or(0, |place| place.start);
    let later = root.entries().iter().map(|entry| entry.place.start).filter(|other| *other > start);
    later.min().map_or(text.len(), |next| line_start(text, next))
}

pub(crate) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |found| found + 1)
}

pub(crate) fn column(text: &str, at: usize) -> usize {
    at - line_start(text, at)
}
