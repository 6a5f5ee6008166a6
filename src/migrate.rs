//! Moves the logic of a book to the edition of the rule language that this program knows: what it finds by itself need not be
//! written any more, and goes. Nothing else changes: what each name is called in every language is compared before.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::FileId;
use crate::library::names::EDITION;
use crate::library::yaml::{self, Node};
use crate::library::{Book, Library};
use crate::logic::book::Compiled;
use crate::logic::program::Role;
use crate::logic::syntax::ast::{self, Body, Item, ItemKind, Name};
use crate::logic::trace::Names;
use crate::translate::FileEdit;

/// What is changed to move a book.
#[derive(Debug, Default)]
pub struct Migration {
    /// In which files.
    pub edits: Vec<(FileId, FileEdit)>,
    /// How many labels go that say what the name says.
    pub labels: usize,
    /// How many times a definition says what it reads or changes, which is found.
    pub clauses: usize,
    /// Whether the book says from now on in which edition it is written.
    pub marked: bool,
}

/// What has to change in a book whose logic has no mistakes.
pub fn migrate(library: &Library, book: &Book, compiled: &Compiled) -> Migration {
    let mut migration = Migration::default();
    let labels = plain_labels(library, book, compiled);
    let mut files: BTreeMap<FileId, &'static str> = BTreeMap::from([(book.file, "labels")]);
    files.extend(book.chapters.iter().map(|chapter| (chapter.file, "labels")));
    // What a translation calls the name stays; from which label that was made says nothing any more.
    let translated = book.translations.values().flat_map(|translation| translation.chapters.values());
    files.extend(translated.map(|chapter| (chapter.place.file, "from")));
    let clauses = clauses(compiled);
    for (file, key) in files {
        let mut edit = FileEdit::default();
        let text = &library.sources.file(file).text;
        for (start, end) in clauses.get(&file).into_iter().flatten() {
            edit.replace(*start, *end, "");
            migration.clauses += 1;
        }
        if let Some(root) = yaml::parse(file, &library.sources, &mut Vec::new()) {
            for section in root.get("sections").map_or(&[][..], Node::items) {
                let goes = |entry: &str| {
                    labels.contains(if key == "from" { entry.strip_prefix("labels.").unwrap_or("") } else { entry })
                };
                let (ranges, count) = without(text, section, key, goes);
                migration.labels += if key == "labels" { count } else { 0 };
                for (start, end) in ranges {
                    edit.replace(start, end, "");
                }
            }
        }
        if file == book.file {
            match &book.rule_language {
                Some((edition, _)) if edition == EDITION => {}
                Some((_, place)) => edit.replace(place.start, place.end, EDITION),
                None => {
                    let line = if text.ends_with('\n') { "" } else { "\n" };
                    edit.replace(text.len(), text.len(), format!("{line}rule_language: {EDITION}\n"));
                }
            }
            migration.marked = !edit.is_empty();
        }
        if !edit.is_empty() {
            migration.edits.push((file, edit));
        }
    }
    migration
}

/// The labels that give a name the words that it has without them, in every language and everywhere.
fn plain_labels(library: &Library, book: &Book, compiled: &Compiled) -> BTreeSet<String> {
    let all: BTreeSet<&String> = book.sections().flat_map(|(_, section)| section.labels.keys()).collect();
    let languages: BTreeSet<&str> = std::iter::once(book.reference.as_str())
        .chain(book.languages.iter().map(String::as_str))
        .chain(book.translations.keys().map(String::as_str))
        .collect();
    let mut plain: BTreeSet<String> = all.into_iter().cloned().collect();
    for language in languages {
        let before = Names::new(library, book, language, Some(&compiled.program));
        let without = Names::left_out(library, book, language, Some(&compiled.program), &plain);
        plain.retain(|name| {
            let same = |section: &str| {
                Role::ALL.iter().all(|role| before.of(name, *role, section) == without.of(name, *role, section))
            };
            book.sections().all(|(_, section)| same(&section.id))
        });
    }
    plain
}

/// Where the definitions say what they read or change, which is found: by file.
fn clauses(compiled: &Compiled) -> BTreeMap<FileId, BTreeSet<(usize, usize)>> {
    let mut found: BTreeMap<FileId, BTreeSet<(usize, usize)>> = BTreeMap::new();
    for block in compiled.blocks.iter().filter(|block| !block.assumed) {
        let text = &block.text.text;
        let mut clause = |word: &str, names: &[Name]| {
            let (Some(first), Some(last)) = (names.first(), names.last()) else { return };
            let before = &text[..first.span.start as usize];
            let Some(start) = before.rfind(word) else { return };
            let start = before[..start].trim_end().len();
            let place = block.text.place_of(start..last.span.end as usize);
            found.entry(place.file).or_default().insert((place.start, place.end));
        };
        for item in &block.tree.items {
            if let Some((word, names)) = said(item) {
                clause(word, names);
            }
        }
    }
    found
}

/// What a definition says that it reads or changes. Of what another document tells only that is known, and stays.
fn said(item: &Item) -> Option<(&'static str, &[Name])> {
    match &item.kind {
        ItemKind::Procedure { changes, body: Body::Written(_), .. } => Some(("changes", changes)),
        ItemKind::Value { head, body: Body::Written(_), .. } => Some(("reads", &head.reads)),
        ItemKind::Exception { reads, body, .. } if !matches!(body, Some(Body::Missing(_))) => Some(("reads", reads)),
        ItemKind::Modifier { head, contributions, .. } | ItemKind::Permission { head, contributions, .. }
            if contributions.iter().all(is_written) =>
        {
            Some(("reads", &head.reads))
        }
        ItemKind::AddTo { reads, contributions, .. } if contributions.iter().all(is_written) => Some(("reads", reads)),
        ItemKind::Table { head, rows, .. } if rows.iter().flat_map(|row| &row.cells).all(is_here) => {
            Some(("reads", &head.reads))
        }
        _ => None,
    }
}

fn is_written(part: &ast::Contribution) -> bool {
    matches!(part.body, Body::Written(_))
}

fn is_here(cell: &ast::Cell) -> bool {
    !matches!(cell.kind, ast::CellKind::Missing(_))
}

/// What goes of a mapping of a section, and how many entries that is.
fn without(text: &str, section: &Node, key: &str, goes: impl Fn(&str) -> bool) -> (Vec<(usize, usize)>, usize) {
    let (Some(mapping), Some(key)) = (section.get(key), section.key_place(key)) else {
        return (Vec::new(), 0);
    };
    let entries = mapping.entries();
    let goes: Vec<bool> = entries.iter().map(|entry| goes(&entry.key)).collect();
    let count = goes.iter().filter(|goes| **goes).count();
    if count == 0 {
        return (Vec::new(), 0);
    }
    let line = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
    let behind = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
    let is_flow = text[mapping.place.start..].starts_with('{');
    if count == entries.len() {
        // The whole key, with the lines that belong to it.
        let end = entries.iter().map(|entry| entry.value.place.end).max().unwrap_or(key.end);
        let end = if is_flow { text[end..].find('}').map_or(end, |at| end + at + 1) } else { end };
        return (vec![(line(key.start), behind(end.saturating_sub(1).max(key.end)))], count);
    }
    let mut ranges = Vec::new();
    let first = goes.iter().position(|goes| !goes).unwrap_or(entries.len());
    if is_flow && first > 0 {
        ranges.push((entries[0].place.start, entries[first].place.start));
    }
    for at in (0..entries.len()).filter(|at| goes[*at]) {
        let end = entries[at].value.place.end;
        if !is_flow {
            ranges.push((line(entries[at].place.start), behind(end.saturating_sub(1))));
        } else if at > first {
            // With the comma before it, so that lines end as they did.
            ranges.push((entries[at - 1].value.place.end, end));
        }
    }
    (ranges, count)
}
