//! The sections of a chapter's file as they stand there, to be cut, put and added to.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::Refusal;
use crate::diagnostic::FileId;
use crate::library::Library;
use crate::library::yaml::{self, Node};
use crate::translate::{FileEdit, column, end_of_entry, end_of_key, last_key, line_start};

/// A chapter's file, read by its sections.
pub(super) struct ChapterFile<'l> {
    pub(super) file: FileId,
    pub(super) text: &'l str,
    root: Node,
    /// From the comment above each section to its last line, without the blank lines behind it.
    blocks: Vec<Range<usize>>,
    /// The place of each section by its id; of two with one id the first.
    by_id: HashMap<String, usize>,
}

/// A section in a file.
pub(super) struct SectionEntry<'f> {
    pub(super) node: &'f Node,
    /// Where it stands with the comment above it.
    pub(super) block: Range<usize>,
}

impl<'l> ChapterFile<'l> {
    /// Reads a file of a library. Sections in brackets cannot be cut.
    pub(super) fn read(library: &'l Library, file: FileId) -> Result<Self, Refusal> {
        let source = library.sources.file(file);
        let text: &str = &source.text;
        let root = yaml::parse(file, &library.sources, &mut Vec::new());
        let root = root.ok_or_else(|| Refusal::Unsafe(source.path.clone().into()))?;
        let mut read = Self { file, text, root, blocks: Vec::new(), by_id: HashMap::new() };
        let blocks = items_of(text, read.items(), end_of_key(text, &read.root, "sections"));
        let ids = read.items().iter().map(|node| node.get("id").and_then(Node::text).unwrap_or_default().to_owned());
        read.by_id = ids.enumerate().map(|(at, id)| (id, at)).collect::<Vec<_>>().into_iter().rev().collect();
        read.blocks = blocks.ok_or_else(|| {
            let message = format!("the sections of `{}` are written in brackets", source.path);
            Refusal::asked(message, "write each as an item behind a dash on a line of its own")
        })?;
        Ok(read)
    }

    fn items(&self) -> &[Node] {
        self.root.get("sections").map_or(&[][..], Node::items)
    }

    /// The head of the chapter.
    pub(super) fn head(&self) -> Option<&Node> {
        self.root.get("chapter")
    }

    fn at(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    pub(super) fn section(&self, id: &str) -> Option<SectionEntry<'_>> {
        let at = self.at(id)?;
        Some(SectionEntry { node: &self.items()[at], block: self.blocks[at].clone() })
    }

    /// The lines of an entry of a section, without the blank ones behind it.
    pub(super) fn entry_lines(&self, section: &SectionEntry<'_>, key: &str) -> Range<usize> {
        let Some(place) = section.node.key_place(key) else { return section.block.end..section.block.end };
        let until = self.end_of(section, key);
        let start = self.line_start(place.start);
        start..end_of_entry(self.text, place.start, until, column(self.text, place.start))
    }

    /// Where what stands under a key of a section ends: at the next key.
    pub(super) fn end_of(&self, section: &SectionEntry<'_>, key: &str) -> usize {
        let start = section.node.key_place(key).map_or(0, |place| place.start);
        let later = section.node.entries().iter().map(|entry| entry.place.start).filter(|other| *other > start);
        later.min().map_or(section.block.end, |next| self.line_start(next))
    }

    pub(super) fn line_start(&self, at: usize) -> usize {
        line_start(self.text, at)
    }

    /// How far the dashes are indented.
    pub(super) fn indent(&self) -> usize {
        self.items().first().and_then(|node| dash(self.text, node)).map_or(2, |dash| column(self.text, dash))
    }

    /// Takes sections out, with the blank lines behind them.
    pub(super) fn cut(&self, edit: &mut FileEdit, ids: &[&str]) {
        let ids: HashSet<&str> = ids.iter().copied().collect();
        let gone: Vec<bool> =
            self.items().iter().map(|node| ids.contains(node.get("id").and_then(Node::text).unwrap_or(""))).collect();
        if !gone.contains(&true) {
            return;
        }
        if let Some(first) = self.blocks.first().filter(|_| gone.iter().all(|gone| *gone)) {
            let end = self.blocks.last().map_or(first.end, |last| last.end);
            let key = self.root.key_place("sections").map_or(first.start, |key| key.end);
            let colon = self.text[key..].find(':').map_or(key, |at| key + at + 1);
            edit.replace(colon, end, " []");
            return;
        }
        // Behind the last one that stays no blank lines are left.
        let kept = gone.iter().rposition(|gone| !gone).unwrap_or(0);
        for (at, block) in self.blocks[..kept].iter().enumerate().filter(|(at, _)| gone[*at]) {
            edit.replace(block.start, self.blocks[at + 1].start, "");
        }
        if let Some(last) = self.blocks[kept + 1..].last() {
            edit.replace(self.blocks[kept].end, last.end, "");
        }
    }

    /// Puts lines of sections behind the section of that id, or before the one, or, where neither is, at the end.
    pub(super) fn put(&self, edit: &mut FileEdit, beside: Beside<'_>, lines: &str) {
        let lines = lines.trim_end_matches('\n');
        let gap = self.gap();
        let behind = match beside {
            Beside::Before(id) => match self.at(id) {
                Some(at) => {
                    let start = self.blocks[at].start;
                    edit.replace(start, start, format!("{lines}\n{gap}"));
                    return;
                }
                None => self.blocks.last(),
            },
            Beside::Behind(id) => self.at(id).map(|at| &self.blocks[at]).or(self.blocks.last()),
            Beside::End => self.blocks.last(),
        };
        match behind {
            Some(block) => edit.replace(block.end, block.end, format!("\n{gap}{lines}")),
            None => {
                // The list is there and empty, in brackets or not.
                let (start, end) = self.root.key_place("sections").map_or((self.text.len(), self.text.len()), |key| {
                    let colon = self.text[key.end..].find(':').map_or(key.end, |at| key.end + at + 1);
                    let line = self.text[colon..].find('\n').map_or(self.text.len(), |at| colon + at);
                    let is_empty = self.text[colon..line].trim() == "[]";
                    (if is_empty { colon } else { line }, line)
                });
                edit.replace(start, end, format!("\n{lines}"));
            }
        }
    }

    /// What stands between two sections.
    fn gap(&self) -> &'static str {
        let apart = |pair: &[Range<usize>]| self.text[pair[0].end..pair[1].start].matches('\n').count() < 2;
        if self.blocks.len() > 1 && self.blocks.windows(2).all(apart) { "" } else { "\n" }
    }
}

/// Where sections are put.
#[derive(Clone, Copy, Debug)]
pub(super) enum Beside<'a> {
    Before(&'a str),
    Behind(&'a str),
    End,
}

/// Lines that are indented by `from`, indented by `to`.
pub(super) fn indented(lines: &str, from: usize, to: usize) -> String {
    let each = |line: &str| {
        let blank = line.len() - line.trim_start_matches(' ').len();
        if line.trim().is_empty() {
            String::new()
        } else {
            format!("{}{}", " ".repeat((blank + to).saturating_sub(from)), &line[blank..])
        }
    };
    lines.split('\n').map(each).collect::<Vec<_>>().join("\n")
}

/// The lines of each item of a list that ends before `end`, with the comment above it; nothing where the list is in brackets.
pub(super) fn items_of(text: &str, items: &[Node], end: usize) -> Option<Vec<Range<usize>>> {
    let dashes = items.iter().map(|node| dash(text, node)).collect::<Option<Vec<usize>>>()?;
    let begins: Vec<usize> = dashes.iter().map(|dash| above(text, line_start(text, *dash))).collect();
    let blocks = dashes.iter().zip(items).enumerate().map(|(at, (dash, node))| {
        let until = begins.get(at + 1).copied().unwrap_or(end);
        begins[at]..end_of_entry(text, last_key(node), until, column(text, *dash))
    });
    Some(blocks.collect())
}

/// The lines of each entry of a mapping that ends before `end`; nothing where the mapping is in brackets.
pub(super) fn entries_of(text: &str, node: &Node, end: usize) -> Option<Vec<Range<usize>>> {
    if text[node.place.start..].starts_with('{') {
        return None;
    }
    let begins: Vec<usize> = node.entries().iter().map(|entry| line_start(text, entry.place.start)).collect();
    let blocks = node.entries().iter().enumerate().map(|(at, entry)| {
        let until = begins.get(at + 1).copied().unwrap_or(end);
        begins[at]..end_of_entry(text, entry.place.start, until, column(text, entry.place.start))
    });
    Some(blocks.collect())
}

/// Where the dash of an item of a list stands; nothing where the list is in brackets.
fn dash(text: &str, node: &Node) -> Option<usize> {
    let at = text[..node.place.start].trim_end().len().checked_sub(1)?;
    (text.as_bytes()[at] == b'-').then_some(at)
}

/// The first of the lines of a comment that stand right above a line.
fn above(text: &str, start: usize) -> usize {
    let mut start = start;
    while start > 0 {
        let line = line_start(text, start - 1);
        if !text[line..start].trim_start().starts_with('#') {
            break;
        }
        start = line;
    }
    start
}

/// Sets a word of a mapping: in the place of the old one, else behind the entry `behind`.
pub(super) fn set(edit: &mut FileEdit, text: &str, node: &Node, key: &str, value: &str, behind: &str) {
    if let Some(entry) = node.entries().iter().find(|entry| entry.key == key) {
        edit.replace(entry.value.place.start, entry.value.place.end, value);
        return;
    }
    let Some(entry) = node.entries().iter().find(|entry| entry.key == behind) else { return };
    add_behind(edit, text, node, entry.value.place.end, &format!("{key}: {value}"));
}

/// Adds a word to a list of a mapping, which is made behind the entry `behind` where there is none.
pub(super) fn add_to_list(edit: &mut FileEdit, text: &str, node: &Node, key: &str, words: &[String], behind: &str) {
    if words.is_empty() {
        return;
    }
    match node.get(key).map(Node::items).filter(|items| !items.is_empty()) {
        Some(items) => {
            let last = items[items.len() - 1].place;
            let is_block = dash(text, &items[0]).is_some_and(|at| text[at..].starts_with("- "));
            let between = if is_block {
                let pad = column(text, dash(text, &items[0]).unwrap_or(0));
                format!("\n{}- ", " ".repeat(pad))
            } else {
                ", ".to_owned()
            };
            edit.replace(last.end, last.end, format!("{between}{}", words.join(&between)));
        }
        None => {
            let list = format!("[{}]", words.join(", "));
            match node.entries().iter().find(|entry| entry.key == key) {
                Some(empty) => edit.replace(empty.value.place.start, empty.value.place.end, list),
                None => set(edit, text, node, key, &list, behind),
            }
        }
    }
}

fn add_behind(edit: &mut FileEdit, text: &str, node: &Node, at: usize, entry: &str) {
    if text[node.place.start..].starts_with('{') {
        edit.replace(at, at, format!(", {entry}"));
        return;
    }
    let indent = node.entries().first().map_or(4, |entry| column(text, entry.place.start));
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    edit.replace(end, end, format!("\n{}{entry}", " ".repeat(indent)));
}
