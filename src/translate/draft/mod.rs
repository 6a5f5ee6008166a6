//! Writes the skeleton of what is not translated yet, with the reference text and what is known about it as comments; what
//! is there stays untouched.

mod hints;
mod terms;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hints::Hints;

use super::edit::{FileEdit, end_of_entry};
use super::recorded::{column, last_key, line_start};
use crate::diagnostic::FileId;
use crate::library::localized::{ReferencePiece, pieces};
use crate::library::text::Text;
use crate::library::yaml::{self, Node};
use crate::library::{Book, Chapter, Library, Section};

/// What `draft` writes.
#[derive(Debug, Default)]
pub struct Draft {
    /// New files: path below the root, and text.
    pub new_files: Vec<(String, String)>,
    /// Changes of files that are there.
    pub edits: Vec<(FileId, FileEdit)>,
    /// How many pieces are to be translated.
    pub pieces: usize,
    /// How many terms are to be named.
    pub terms: usize,
}

/// The skeleton of everything that `language` lacks of a book, or of these sections of it; `plain` without what the memory
/// and the glossary know.
pub fn draft(library: &Library, book: &Book, language: &str, sections: &[String], plain: bool) -> Draft {
    let mut draft = Draft::default();
    let hints = (!plain).then(|| Hints::of(library, book, language));
    let hints = hints.as_ref();
    let wanted = |section: &&Section| sections.is_empty() || sections.contains(&section.id);
    let translation = book.translations.get(language);
    // What has moved to another chapter is translated where it stood, until it is moved there, too.
    let mut by_home: BTreeMap<&str, Vec<&Section>> = BTreeMap::new();
    for (chapter, section) in book.sections() {
        let stands = translation.and_then(|translation| Some(translation.sections.get(&section.id)?.chapter.as_str()));
        by_home.entry(stands.unwrap_or(&chapter.id)).or_default().push(section);
    }
    for chapter in &book.chapters {
        let translated = translation.and_then(|translation| translation.chapters.get(&chapter.id));
        let sections = by_home.remove(chapter.id.as_str()).unwrap_or_default();
        let chosen: Vec<&Section> =
            sections.into_iter().filter(wanted).filter(|section| !pieces(section).is_empty()).collect();
        if chosen.is_empty() {
            continue;
        }
        let Some(translated) = translated else {
            draft.pieces += chosen.iter().map(|section| pieces(section).len()).sum::<usize>();
            let path = format!("rules-{language}/{}/{}.yaml", book.id, chapter.id);
            draft.new_files.push((path, new_chapter(chapter, &chosen, hints)));
            continue;
        };
        let Some(root) = yaml::parse(translated.file, &library.sources, &mut Vec::new()) else { continue };
        let text = &library.sources.file(translated.file).text;
        let mut edit = FileEdit::default();
        draft.pieces += existing_chapter(&mut edit, text, &root, &chosen, hints);
        if !edit.is_empty() {
            draft.edits.push((translated.file, edit));
        }
    }
    if sections.is_empty() {
        terms::draft(&mut draft, library, book, language);
    }
    draft
}

fn new_chapter(chapter: &Chapter, sections: &[&Section], hints: Option<&Hints<'_>>) -> String {
    let mut file = String::from("# yaml-language-server: $schema=../../schemas/translation.json\nchapter:\n");
    if let Some(title) = &chapter.title {
        comment(&mut file, &title.value, 2);
        hint(&mut file, hints, Text::Line(title), 2);
    }
    file.push_str("  title:\nsections:\n");
    for section in sections {
        file.push_str(&section_skeleton(section, &pieces(section), 2, hints));
        file.push('\n');
    }
    file.truncate(file.trim_end().len());
    file.push('\n');
    file
}

/// Adds what is missing to a file that is there, and returns how many pieces that are.
fn existing_chapter(
    edit: &mut FileEdit,
    text: &str,
    root: &Node,
    sections: &[&Section],
    hints: Option<&Hints<'_>>,
) -> usize {
    let items = root.get("sections").map_or(&[][..], Node::items);
    let indent = items.first().map_or(4, |item| column(text, item.place.start)).saturating_sub(2);
    let (mut count, mut appended) = (0, String::new());
    for section in sections {
        let at = items.iter().position(|item| item.get("id").and_then(Node::text) == Some(&section.id));
        let Some(at) = at else {
            let pieces = pieces(section);
            count += pieces.len();
            appended.push('\n');
            appended.push_str(&section_skeleton(section, &pieces, indent, hints));
            continue;
        };
        let end = items.get(at + 1).map_or(text.len(), |next| line_start(text, next.place.start));
        count += existing_section(edit, text, &items[at], end, &pieces(section), hints);
    }
    if !appended.is_empty() {
        let end = text.trim_end().len();
        let lead = if root.get("sections").is_none() { "\nsections:" } else { "" };
        edit.replace(end, text.len(), format!("{lead}\n{}", appended.trim_end().to_owned() + "\n"));
    }
    count
}

/// Adds the pieces that a section lacks.
fn existing_section(
    edit: &mut FileEdit,
    text: &str,
    node: &Node,
    end: usize,
    pieces: &[ReferencePiece<'_>],
    hints: Option<&Hints<'_>>,
) -> usize {
    if text[node.place.start..].starts_with('{') {
        return 0;
    }
    let lacks = |piece: &&ReferencePiece<'_>| match piece.key.split_once('.') {
        None => node.key_place(&piece.key).is_none(),
        Some((group, name)) => node.get(group).is_none_or(|group| group.key_place(name).is_none()),
    };
    let lacking: Vec<_> = pieces.iter().filter(lacks).collect();
    let start = node.entries().first().map_or(node.place.start, |entry| entry.place.start);
    let indent = column(text, start);
    let mut behind = String::new();
    for group in ["", "notes", "labels", "examples"] {
        let of_group: Vec<_> =
            lacking.iter().filter(|piece| piece.key.split_once('.').map_or("", |(group, _)| group) == group).collect();
        if of_group.is_empty() {
            continue;
        }
        let mapping = node.get(group);
        match mapping {
            // Entries of a flow mapping stand on one line, so the reference texts go above it.
            Some(mapping) if text[mapping.place.start..].starts_with('{') => {
                let key = node.key_place(group).map_or(mapping.place.start, |place| place.start);
                let mut above = String::new();
                let mut inside = String::new();
                for piece in of_group {
                    let name = piece.key.split_once('.').map_or("", |(_, name)| name);
                    comment(&mut above, &format!("{name}: {}", piece.text.source().trim_end()), indent);
                    hint(&mut above, hints, piece.text, indent);
                    let comma = if mapping.entries().is_empty() && inside.is_empty() { "" } else { ", " };
                    let _ = write!(inside, "{comma}{name}: \"\"");
                }
                edit.replace(line_start(text, key), line_start(text, key), above);
                let at = mapping.entries().last().map_or(mapping.place.start + 1, |_| mapping.place.end);
                edit.replace(at, at, inside);
            }
            Some(mapping) => {
                let first = mapping.entries().first().map_or(mapping.place.start, |entry| entry.place.start);
                let depth = column(text, first);
                let next = node
                    .entries()
                    .iter()
                    .map(|entry| entry.place.start)
                    .filter(|start| *start > last_key(mapping))
                    .min();
                let until = next.map_or(end, |next| line_start(text, next));
                let at = end_of_entry(text, last_key(mapping), until, depth.saturating_sub(1));
                let entries: String = of_group.iter().map(|piece| entry(piece, depth, hints)).collect();
                edit.replace(at, at, format!("\n{}", entries.trim_end()));
            }
            None => {
                if !group.is_empty() {
                    let _ = writeln!(behind, "{:indent$}{group}:", "");
                }
                let depth = if group.is_empty() { indent } else { indent + 2 };
                behind.extend(of_group.iter().map(|piece| entry(piece, depth, hints)));
            }
        }
    }
    if !behind.is_empty() {
        let at = end_of_entry(text, last_key(node), end, indent.saturating_sub(1));
        edit.replace(at, at, format!("\n{}", behind.trim_end()));
    }
    lacking.len()
}

fn section_skeleton(
    section: &Section,
    pieces: &[ReferencePiece<'_>],
    indent: usize,
    hints: Option<&Hints<'_>>,
) -> String {
    let pad = " ".repeat(indent);
    let mut skeleton = format!("{pad}- id: {}\n", section.id);
    let mut group = "";
    for piece in pieces {
        let of = piece.key.split_once('.').map_or("", |(group, _)| group);
        if of != group {
            let _ = writeln!(skeleton, "{pad}  {of}:");
            group = of;
        }
        skeleton.push_str(&entry(piece, if of.is_empty() { indent + 2 } else { indent + 4 }, hints));
    }
    skeleton
}

/// A key to fill in, with the reference text and what is known about it above.
fn entry(piece: &ReferencePiece<'_>, indent: usize, hints: Option<&Hints<'_>>) -> String {
    let mut entry = String::new();
    comment(&mut entry, piece.text.source().trim_end(), indent);
    hint(&mut entry, hints, piece.text, indent);
    let (group, name) = piece.key.split_once('.').unwrap_or(("", &piece.key));
    let one_line = group == "labels" || group.is_empty() && name != "text";
    let _ = writeln!(entry, "{:indent$}{name}:{}", "", if one_line { "" } else { " |" });
    entry
}

fn hint(to: &mut String, hints: Option<&Hints<'_>>, text: Text<'_>, indent: usize) {
    if let Some(hints) = hints {
        hints.lines(text).iter().for_each(|line| comment(to, line, indent));
    }
}

fn comment(to: &mut String, text: &str, indent: usize) {
    for line in text.lines() {
        to.push_str(" ".repeat(indent).as_str());
        to.push_str(if line.is_empty() { "#" } else { "# " });
        to.push_str(line);
        to.push('\n');
    }
}
