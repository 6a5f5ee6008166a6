//! Records that a translation matches today's reference text, by writing the fingerprints into its file.

use std::collections::BTreeMap;

use super::edit::{FileEdit, end_of_entry};
use crate::diagnostic::FileId;
use crate::library::fingerprint::Fingerprint;
use crate::library::localized::{View, pieces};
use crate::library::text::Text;
use crate::library::yaml::{self, Node, wrapped};
use crate::library::{Book, Library, Section, Term};

/// What `accept` changes.
#[derive(Debug, Default)]
pub struct Accepted {
    /// The changes of each file.
    pub edits: Vec<(FileId, FileEdit)>,
    /// How many pieces had no record or an older one.
    pub pieces: usize,
    /// What cannot be recorded: logic has not given all values of the reference text. The sections and terms, by their ids.
    pub without_values: Vec<String>,
    /// What was named and is not translated at all.
    pub untranslated: Vec<String>,
}

/// Accepts the named sections and chapter titles of a book's translation, as far as they are translated; all of them, if
/// none is named.
pub fn accept(library: &Library, book: &Book, language: &str, named: &[String]) -> Accepted {
    let mut accepted = Accepted::default();
    let Some(translation) = book.translations.get(language) else {
        accepted.untranslated = named.to_vec();
        return accepted;
    };
    let wanted = |id: &str| named.is_empty() || named.iter().any(|name| name == id);
    let there = |id: &String| {
        translation.sections.contains_key(id)
            || translation.chapters.contains_key(id)
            || translation.terms.iter().any(|term| term.id == *id && term.definition.is_some())
    };
    accepted.untranslated = named.iter().filter(|id| !there(id)).cloned().collect();
    for (id, chapter) in &translation.chapters {
        let mut edit = FileEdit::default();
        let Some(root) = yaml::parse(chapter.file, &library.sources, &mut Vec::new()) else { continue };
        let text = &library.sources.file(chapter.file).text;
        let reference = book.chapters.iter().find(|reference| reference.id == *id);
        let title = reference.and_then(|reference| reference.title.as_ref()).filter(|_| chapter.title.is_some());
        if let (Some(title), true, Some(head)) = (title, wanted(id), root.get("chapter")) {
            // A title has no values.
            let title =
                ("title".to_owned(), Fingerprint::of(Text::Line(title), &book.id, book).words_hash().to_owned());
            if chapter.from != BTreeMap::from([title.clone()]) {
                accepted.pieces += 1;
                let end = root.key_place("sections").map_or(text.len(), |place| place.start);
                record(&mut edit, text, head, end, &[title]);
            }
        }
        let items = root.get("sections").map_or(&[][..], Node::items);
        let last = end_of_key(text, &root, "sections");
        for (at, node) in items.iter().enumerate() {
            let Some(section) =
                node.get("id").and_then(Node::text).filter(|id| wanted(id)).and_then(|id| book.section(id))
            else {
                continue;
            };
            let Records { from, changed, whole } = records(&View::new(book, language), section.1);
            if !whole {
                accepted.without_values.push(section.1.id.clone());
            }
            if changed > 0 {
                accepted.pieces += changed;
                let end = items.get(at + 1).map_or(last, |next| line_start(text, next.place.start));
                record(&mut edit, text, node, end, &from);
            }
        }
        if !edit.is_empty() {
            accepted.edits.push((chapter.file, edit));
        }
    }
    accept_definitions(library, &View::new(book, language), &wanted, &mut accepted);
    accepted
}

/// Accepts the definitions of the glossary.
fn accept_definitions(library: &Library, view: &View<'_>, wanted: &dyn Fn(&str) -> bool, accepted: &mut Accepted) {
    let Some(file) = view.book.terms_in(view.language).first().map(|term| term.place.file) else { return };
    let references: BTreeMap<&str, &Term> = view.book.terms.iter().rev().map(|term| (term.id.as_str(), term)).collect();
    let Some(root) = yaml::parse(file, &library.sources, &mut Vec::new()) else { return };
    let text = &library.sources.file(file).text;
    let mut edit = FileEdit::default();
    let items = root.get("terms").map_or(&[][..], Node::items);
    let last = end_of_key(text, &root, "terms");
    for (at, node) in items.iter().enumerate() {
        let Some(id) = node.get("id").and_then(Node::text).filter(|id| wanted(id)) else { continue };
        let translated = view.own_term(id).is_some_and(|own| own.definition.is_some());
        let Some(term) = references.get(id).filter(|_| translated) else { continue };
        let Some(reference) = &term.definition else { continue };
        let Some(record) = view.fingerprint(Text::Prose(reference)).record(view.language) else {
            accepted.without_values.push(term.id.clone());
            continue;
        };
        if view.definition_record(term) != Some(&record) {
            accepted.pieces += 1;
            let end = items.get(at + 1).map_or(last, |next| line_start(text, next.place.start));
            write_from(&mut edit, text, node, end, |_| quoted(&record));
        }
    }
    if !edit.is_empty() {
        accepted.edits.push((file, edit));
    }
}

/// What to record of a section.
#[derive(Default)]
struct Records {
    from: Vec<(String, String)>,
    /// How many pieces are recorded otherwise, or not at all.
    changed: usize,
    /// Whether all pieces that are translated can be recorded.
    whole: bool,
}

/// What to record of the pieces that are translated. One whose values are not known stays as it is recorded.
fn records(view: &View<'_>, section: &Section) -> Records {
    let mut records = Records { whole: true, ..Records::default() };
    let Some(translated) = view.translated(section) else { return records };
    for piece in pieces(section).into_iter().filter(|piece| view.own(section, &piece.key).is_some()) {
        let recorded = translated.from.get(&piece.key);
        let Some(record) = view.fingerprint(piece.text).record(view.language) else {
            records.whole = false;
            records.from.extend(recorded.map(|recorded| (piece.key, recorded.clone())));
            continue;
        };
        records.changed += usize::from(recorded != Some(&record));
        records.from.push((piece.key, record));
    }
    let is_stale = |key: &&String| !records.from.iter().any(|(known, _)| known == *key);
    records.changed += translated.from.keys().filter(is_stale).count();
    records
}

pub(super) fn record(edit: &mut FileEdit, text: &str, node: &Node, end: usize, from: &[(String, String)]) {
    write_from(edit, text, node, end, |indent| flow_map(from, indent));
}

/// Writes `from:` into the mapping `node`, in the place of the old one or behind its last entry; `value` is told how far
/// the key is indented.
fn write_from(edit: &mut FileEdit, text: &str, node: &Node, end: usize, value: impl Fn(usize) -> String) {
    if let Some(entry) = node.entries().iter().find(|entry| entry.key == "from") {
        let flow = text[entry.value.place.start..].starts_with('{');
        let value_end = entry.value.place.end.max(entry.place.end + 1);
        let until =
            if flow { text[value_end..].find('}').map_or(value_end, |at| value_end + at + 1) } else { value_end };
        edit.replace(entry.place.start, until, format!("from: {}", value(column(text, entry.place.start))));
    } else if text[node.place.start..].starts_with('{') {
        edit.replace(node.place.end, node.place.end, format!(", from: {}", value(6)));
    } else {
        let start = node.entries().first().map_or(node.place.start, |entry| entry.place.start);
        let indent = column(text, start);
        let at = end_of_entry(text, last_key(node), end, indent.saturating_sub(1));
        edit.replace(at, at, format!("\n{}from: {}", " ".repeat(indent), value(indent)));
    }
}

fn flow_map(from: &[(String, String)], indent: usize) -> String {
    let entries = from.iter().map(|(key, fingerprint)| format!("{key}: {}", quoted(fingerprint)));
    format!("{{{}}}", wrapped(entries, indent + "from: {".len(), indent + 2))
}

/// Fingerprints such as 12345678 or 1e234567 would be numbers for other YAML readers.
fn quoted(fingerprint: &str) -> String {
    if fingerprint.parse::<f64>().is_ok() { format!("\"{fingerprint}\"") } else { fingerprint.to_owned() }
}

/// Where the last key of a mapping stands. (The last value may reach over the blank lines behind it.)
pub(super) fn last_key(node: &Node) -> usize {
    node.entries().last().map_or(node.place.start, |entry| entry.place.start)
}

/// Where the value of a key of the file ends: at the next key, or at the end of the file.
pub(super) fn end_of_key(text: &str, root: &Node, key: &str) -> usize {
    let start = root.key_place(key).map_or(0, |place| place.start);
    let later = root.entries().iter().map(|entry| entry.place.start).filter(|other| *other > start);
    later.min().map_or(text.len(), |next| line_start(text, next))
}

pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |found| found + 1)
}

pub(super) fn column(text: &str, at: usize) -> usize {
    at - line_start(text, at)
}
