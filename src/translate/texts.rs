//! Puts texts into the files of a translation: in the place of what is there, or where `draft` would put them.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use super::edit::FileEdit;
use super::recorded::{Entry, Written, column, end_of_key, line_start, write};
use crate::diagnostic::FileId;
use crate::library::localized::{View, pieces};
use crate::library::text::Text;
use crate::library::yaml::{self, Node, quoted};
use crate::library::{Book, Chapter, Library, Prose, Section};

/// Whole texts of a translation.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// Titles of chapters by their ids.
    pub titles: BTreeMap<String, String>,
    /// Pieces by the ids of their sections and their keys.
    pub pieces: BTreeMap<String, BTreeMap<String, String>>,
    /// Names of terms by their ids.
    pub names: BTreeMap<String, String>,
    /// Definitions of terms by their ids.
    pub definitions: BTreeMap<String, String>,
}

/// How files become those that hold the texts.
#[derive(Debug, Default)]
pub struct Put {
    /// Changes of files that are there.
    pub edits: Vec<(FileId, FileEdit)>,
    /// New files: path below the root, and text.
    pub new_files: Vec<(String, String)>,
}

impl Texts {
    /// Puts them into the translation of `book`.
    pub fn put(&self, library: &Library, book: &Book, language: &str) -> Put {
        let mut putting = Putting { texts: self, view: View::as_written(book, language), open: BTreeMap::new() };
        let mut put = Put::default();
        for chapter in &book.chapters {
            putting.chapter(library, chapter, &mut put);
        }
        if !(self.names.is_empty() && self.definitions.is_empty()) {
            putting.glossary(library, &mut put);
        }
        let changed = putting.open.into_iter().filter(|(_, (_, edit))| !edit.is_empty());
        put.edits = changed.map(|(file, (_, edit))| (file, edit)).collect();
        put
    }

    fn text(&self, section: &str, key: &str) -> Option<&String> {
        self.pieces.get(section)?.get(key)
    }

    fn new_chapter(&self, chapter: &Chapter, new: &[&Section]) -> String {
        let mut file = String::from("# yaml-language-server: $schema=../../schemas/translation.json\nchapter:\n");
        let title = self.titles.get(&chapter.id).map_or_else(String::new, |title| format!(" {}", line(title)));
        let _ = writeln!(file, "  title:{title}");
        let sections: Vec<String> = new.iter().map(|section| self.new_section(section, 2)).collect();
        let list = if new.is_empty() { "sections: []\n" } else { "sections:\n" };
        file.push_str(list);
        file.push_str(&sections.join("\n"));
        file
    }

    fn new_section(&self, section: &Section, indent: usize) -> String {
        let mut written = format!("{:indent$}- id: {}\n", "", section.id);
        let mut group = String::new();
        for piece in pieces(section) {
            let Some(text) = self.text(&section.id, &piece.key) else { continue };
            let (of, name) = piece.key.split_once('.').unwrap_or(("", &piece.key));
            if of != group {
                let _ = writeln!(written, "{:indent$}  {of}:", "");
                of.clone_into(&mut group);
            }
            let inside = if of.is_empty() { indent + 2 } else { indent + 4 };
            let value = value(text, matches!(piece.text, Text::Line(_)), inside);
            let _ = writeln!(written, "{:inside$}{name}: {value}", "");
        }
        written
    }

    fn new_term(&self, id: &str, indent: usize) -> String {
        let mut entry = format!("{:indent$}- id: {id}\n", "");
        let name = self.names.get(id).map_or_else(String::new, |name| format!(" {}", line(name)));
        let _ = writeln!(entry, "{:indent$}  name:{name}", "");
        if let Some(definition) = self.definitions.get(id) {
            let _ = writeln!(entry, "{:indent$}  definition: {}", "", value(definition, false, indent + 2));
        }
        entry
    }
}

struct Putting<'a> {
    texts: &'a Texts,
    view: View<'a>,
    open: BTreeMap<FileId, (Written<'a>, FileEdit)>,
}

impl<'a> Putting<'a> {
    fn chapter(&mut self, library: &'a Library, chapter: &Chapter, put: &mut Put) {
        let texts = self.texts;
        let (book, language) = (self.view.book, self.view.language);
        let wanted = chapter.sections.iter().filter(|section| texts.pieces.contains_key(&section.id));
        // A section may stand in the file of another chapter.
        let (there, new): (Vec<&Section>, Vec<&Section>) =
            wanted.partition(|section| self.view.translated(section).is_some());
        for section in there {
            let file = self.view.translated(section).map(|translated| translated.place.file);
            let view = self.view;
            self.change(library, file, |file, edit| put_section(texts, &view, section, file, edit));
        }
        let title = texts.titles.get(&chapter.id);
        if title.is_none() && new.is_empty() {
            return;
        }
        match book.translations.get(language).and_then(|translation| translation.chapters.get(&chapter.id)) {
            Some(own) => self.change(library, Some(own.file), |file, edit| {
                if let (Some(title), Some(head)) = (title, file.head()) {
                    set(file.text, edit, &head, "title", title, true);
                }
                append(texts, &new, file, edit);
            }),
            None => {
                let path = format!("rules-{language}/{}/{}.yaml", book.id, chapter.id);
                put.new_files.push((path, texts.new_chapter(chapter, &new)));
            }
        }
    }

    fn change(&mut self, library: &'a Library, file: Option<FileId>, change: impl FnOnce(&Written<'a>, &mut FileEdit)) {
        let Some(file) = file else { return };
        if !self.open.contains_key(&file)
            && let Some(read) = Written::read(library, file)
        {
            self.open.insert(file, (read, FileEdit::default()));
        }
        if let Some((file, edit)) = self.open.get_mut(&file) {
            change(file, edit);
        }
    }

    fn glossary(&mut self, library: &'a Library, put: &mut Put) {
        let (texts, book, language) = (self.texts, self.view.book, self.view.language);
        let path = format!("rules-{language}/{}/terms.yaml", book.id);
        let ids = book.terms.iter().map(|term| term.id.as_str());
        let wanted: Vec<&str> =
            ids.filter(|id| texts.names.contains_key(*id) || texts.definitions.contains_key(*id)).collect();
        let Some(file) = library.sources.find(&path) else {
            let entries: String = wanted.iter().map(|id| texts.new_term(id, 2)).collect();
            let head = "# yaml-language-server: $schema=../../schemas/terms.json\nterms:\n";
            put.new_files.push((path, format!("{head}{entries}")));
            return;
        };
        let translation = book.translations.get(language);
        self.change(library, Some(file), |file, edit| {
            let mut there = HashSet::new();
            for (id, item) in file.items("terms") {
                // Of two terms with one id the first counts.
                if !there.insert(id.to_owned()) {
                    continue;
                }
                if let Some(name) = texts.names.get(id) {
                    set(file.text, edit, &item, "name", name, true);
                }
                if let Some(definition) = texts.definitions.get(id) {
                    let own = translation.and_then(|own| own.term(id)).and_then(|term| term.definition.as_ref());
                    if !own.is_some_and(|own| replace_block(file.text, edit, own, definition)) {
                        set(file.text, edit, &item, "definition", definition, false);
                    }
                }
            }
            let indent = indent_of_items(file, "terms");
            let new: String =
                wanted.iter().filter(|id| !there.contains(**id)).map(|id| texts.new_term(id, indent)).collect();
            if !new.is_empty() {
                let until = end_of_key(file.text, &file.root, "terms");
                let end = file.text[..until].trim_end().len();
                edit.replace(end, until, format!("\n{}\n", new.trim_end()));
            }
        });
    }
}

/// Puts the texts of a section that is there into its mapping.
fn put_section(texts: &Texts, view: &View<'_>, section: &Section, file: &Written<'_>, edit: &mut FileEdit) {
    let Some((_, entry)) = file.items("sections").find(|(id, _)| *id == section.id) else { return };
    // What groups lack altogether, in the order of the reference language.
    let mut absent: BTreeMap<String, Vec<(String, &str, bool)>> = BTreeMap::new();
    for piece in pieces(section) {
        let Some(new) = texts.text(&section.id, &piece.key) else { continue };
        let is_line = matches!(piece.text, Text::Line(_));
        if let Some(Text::Prose(own)) = view.own(section, &piece.key)
            && replace_block(file.text, edit, own, new)
        {
            continue;
        }
        let Some((group, name)) = piece.key.split_once('.') else {
            set(file.text, edit, &entry, &piece.key, new, is_line);
            continue;
        };
        match entry.node.get(group).filter(|group| !group.is_null()) {
            Some(node) => {
                let later = entry.node.entries().iter().map(|entry| entry.place.start);
                let next = later.filter(|start| *start > node.place.start && *start >= node.place.end).min();
                let end = next.map_or(entry.end, |next| line_start(file.text, next));
                set(file.text, edit, &Entry { node, end }, name, new, is_line);
            }
            None => absent.entry(group.to_owned()).or_default().push((name.to_owned(), new, is_line)),
        }
    }
    let is_flow = is_flow(file.text, entry.node);
    for (group, inner) in absent {
        write(edit, file.text, &entry, &group, |indent| {
            if is_flow {
                let inner = inner.iter().map(|(name, text, _)| format!("{name}: {}", quoted(text)));
                return format!("{{{}}}", inner.collect::<Vec<_>>().join(", "));
            }
            let pad = " ".repeat(indent + 2);
            let lines = inner.iter().map(|(name, text, is_line)| {
                let value = value(text, *is_line, indent + 2);
                format!("\n{pad}{name}: {value}")
            });
            lines.collect()
        });
    }
}

/// Puts sections that are not there yet behind all others.
fn append(texts: &Texts, new: &[&Section], file: &Written<'_>, edit: &mut FileEdit) {
    if new.is_empty() {
        return;
    }
    let indent = indent_of_items(file, "sections");
    let sections: Vec<String> = new.iter().map(|section| texts.new_section(section, indent)).collect();
    let sections = sections.join("\n");
    match file.root.key_place("sections") {
        Some(key) if file.root.get("sections").is_none_or(|list| list.items().is_empty()) => {
            let line = file.text[key.end..].find('\n').map_or(file.text.len(), |end| key.end + end);
            edit.replace(key.end, line, format!(":\n{}", sections.trim_end()));
        }
        place => {
            let end = file.text.trim_end().len();
            let lead = if place.is_none() { "\nsections:\n" } else { "\n\n" };
            edit.replace(end, file.text.len(), format!("{lead}{}\n", sections.trim_end()));
        }
    }
}

fn indent_of_items(file: &Written<'_>, key: &str) -> usize {
    let first = file.root.get(key).and_then(|list| list.items().first());
    first.map_or(4, |item| column(file.text, item.place.start)).saturating_sub(2)
}

/// Puts a text in the place of one that stands below a `|`; false where it stands otherwise.
fn replace_block(text: &str, edit: &mut FileEdit, own: &Prose, new: &str) -> bool {
    let old = own.source.trim_end();
    let place = own.place_of(0..old.len());
    let indent = column(text, place.start);
    let Some(there) = text.get(place.start..place.end) else { return false };
    let is_block = text[line_start(text, place.start)..place.start].trim().is_empty();
    if !is_block || there != indented(old, indent) {
        return false;
    }
    edit.replace(place.start, place.end, indented(new.trim_end(), indent));
    true
}

/// Writes a text under a key of a mapping, in whatever way the mapping is laid out.
fn set(text: &str, edit: &mut FileEdit, entry: &Entry<'_>, key: &str, new: &str, is_line: bool) {
    let is_flow = is_flow(text, entry.node);
    let old = entry.node.get(key).filter(|node| !node.is_null());
    let ends_line = old.is_some_and(|old| text[..old.place.end].ends_with('\n') && !is_flow);
    write(edit, text, entry, key, |indent| {
        let mut value = if is_flow { quoted(new.trim_end()) } else { value(new, is_line, indent) };
        if ends_line {
            value.push('\n');
        }
        value
    });
}

/// What stands behind a key that is indented so far.
fn value(text: &str, is_line: bool, indent: usize) -> String {
    if is_line {
        return line(text);
    }
    format!("|\n{:width$}{}", "", indented(text.trim_end(), indent + 2), width = indent + 2)
}

fn line(text: &str) -> String {
    yaml::Written::Word(text.trim().to_owned()).flow()
}

/// A text whose first line begins where it is put, and whose others are indented so far.
fn indented(text: &str, indent: usize) -> String {
    let mut lines = text.split('\n');
    let mut written = lines.next().unwrap_or_default().trim_end().to_owned();
    for line in lines {
        written.push('\n');
        if !line.trim().is_empty() {
            written.extend(std::iter::repeat_n(' ', indent));
            written.push_str(line);
        }
    }
    written
}

fn is_flow(text: &str, node: &Node) -> bool {
    text.get(node.place.start..).is_some_and(|rest| rest.starts_with('{'))
}
