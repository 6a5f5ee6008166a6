//! The statements of a section from one on become a section of their own, behind it.

use std::collections::{BTreeMap, BTreeSet};

use super::entries::{Beside, ChapterFile, SectionEntry, entries_of, indented, items_of};
use super::letters::{Statement, relabelled, statements};
use super::moved::{Moved, Source, Which};
use super::pending::Pending;
use super::{Change, Refusal, rename};
use crate::diagnostic::FileId;
use crate::library::markup::StatementLabel;
use crate::library::names::MOST_FORMER;
use crate::library::yaml::{self, Node};
use crate::library::{Book, Library, Prose, Section};
use crate::translate::FileEdit;

/// A section that becomes two.
#[derive(Debug)]
pub struct Split {
    /// Its id.
    pub section: String,
    /// The label of the statement that the new section begins with.
    pub label: String,
    /// The id of the new section.
    pub new: String,
    /// Its number.
    pub number: Option<String>,
    /// Its title in the reference language.
    pub title: Option<String>,
}

impl Change for Split {
    fn apply(&self, pending: &mut Pending, book: &Book) -> Result<Moved, Refusal> {
        let (chapter, section) = super::section(book, &self.section)?;
        rename::free(book, &self.new)?;
        if let Some(number) = self.number.as_ref().filter(|number| !book.with_number(number).is_empty()) {
            return Err(Refusal::asked(
                format!("`{}` already has a section {number}", book.id),
                "choose another number",
            ));
        }
        let text = super::text(section)?;
        let all = statements(text);
        let at = self.place(text, &all)?;
        let goes: BTreeSet<StatementLabel> = all[at..].iter().flat_map(Statement::all).collect();
        // They take the labels that stand first.
        let labels = all[at..].iter().zip(&all).map(|(statement, first)| (statement.label, first.written.clone()));
        let labels: BTreeMap<StatementLabel, String> = labels.collect();
        let parting = Parting { split: self, goes: &goes, labels: &labels, pieces: pieces_that_go(section, &goes) };
        let library = pending.before();
        let mut edits: BTreeMap<FileId, FileEdit> = BTreeMap::new();
        let former = all[at..]
            .iter()
            .flat_map(Statement::all)
            .map(|label| yaml::quoted(&format!("{}#{}.{label}", chapter.id, self.section)));
        let former = former.take(MOST_FORMER).collect::<Vec<_>>().join(", ");
        let said = [("number", &self.number), ("title", &self.title)]
            .into_iter()
            .filter_map(|(key, said)| Some((key, said.as_ref()?)));
        let said = said.map(|(key, said)| format!("{key}: {}\n", yaml::quoted(said)));
        let said = said.chain([format!("formerly: [{former}]\n")]);
        let head: String = std::iter::once(format!("id: {}\n", self.new)).chain(said).collect();
        parting.part(&library, chapter.file, Some(text), &head, &mut edits)?;
        for translation in book.translations.values() {
            let Some(translated) = translation.sections.get(&self.section) else { continue };
            let Some(chapter) = translation.chapters.get(&translated.chapter) else { continue };
            let head = format!("id: {}\n", self.new);
            parting.part(&library, chapter.file, translated.text.as_ref(), &head, &mut edits)?;
        }
        self.options(&library, book, &goes, &mut edits);
        pending.edit(edits)?;
        Ok(self.moved(section, text, &parting))
    }
}

impl Split {
    /// Which statement the new section begins with.
    fn place(&self, text: &Prose, all: &[Statement]) -> Result<usize, Refusal> {
        let asked = StatementLabel::parse(self.label.trim_start_matches('^'));
        let at = all.iter().position(|statement| Some(statement.label) == asked).ok_or_else(|| {
            let known: Vec<&str> = all.iter().skip(1).map(|statement| statement.written.as_str()).collect();
            let message = format!("`{}` has no statement {} to begin with", self.section, self.label);
            let help = if known.is_empty() {
                "give its statements labels first: `^a` at the beginning of each".to_owned()
            } else {
                format!("it can begin with {}", known.join(", "))
            };
            Refusal::asked(message, help)
        })?;
        if text.source[..all[at].range.start].trim().is_empty() {
            let message = format!("nothing would be left of `{}`", self.section);
            let help = "name a statement behind the first; `rulestone rename-id` gives a section another id";
            return Err(Refusal::asked(message, help));
        }
        Ok(at)
    }

    /// Doubts that are only about what goes stand in the new section.
    fn options(
        &self,
        library: &Library,
        book: &Book,
        goes: &BTreeSet<StatementLabel>,
        edits: &mut BTreeMap<FileId, FileEdit>,
    ) {
        for option in &book.options {
            if let Some((_, place)) = option.section.as_ref().filter(|(id, _)| *id == self.section)
                && all_go(&option.of, goes)
            {
                let quoted = library.sources.slice(*place).starts_with(['"', '\'']);
                let id = if quoted { yaml::quoted(&self.new) } else { self.new.clone() };
                edits.entry(place.file).or_default().replace(place.start, place.end, id);
            }
        }
    }

    fn moved(&self, section: &Section, text: &Prose, parting: &Parting<'_>) -> Moved {
        let mut moved = Moved::default();
        let labels = relabelled(text, parting.labels).unwrap_or_default();
        let stand = labels.into_iter().map(|label| ((self.section.clone(), label.from), (self.new.clone(), label.to)));
        moved.statements.extend(stand);
        let source = |which| vec![Source::Of(self.section.clone(), which)];
        moved.texts.insert(self.section.clone(), source(Which::Without(parting.goes.clone())));
        moved.texts.insert(self.new.clone(), source(Which::Only(parting.goes.clone())));
        moved.pieces.extend(parting.pieces.iter().map(|key| ((self.section.clone(), key.clone()), self.new.clone())));
        let stays: Vec<&str> = [("logic", section.logic.is_some()), ("labels", !section.labels.is_empty())]
            .into_iter()
            .filter_map(|(what, is_there)| is_there.then_some(what))
            .collect();
        if !stays.is_empty() {
            let (old, new) = (&self.section, &self.new);
            moved.notes.push(format!(
                "of `{old}` these stay where they are: {}; move by hand what belongs to `{new}`",
                stays.join(", ")
            ));
        }
        if self.title.is_none() {
            moved.notes.push(format!("`{}` has no title yet", self.new));
        }
        moved
    }
}

/// How a section is parted, in each language alike.
struct Parting<'a> {
    split: &'a Split,
    goes: &'a BTreeSet<StatementLabel>,
    /// How the labels of what goes are written in the new section.
    labels: &'a BTreeMap<StatementLabel, String>,
    /// The notes and examples that go, as `notes.ID`.
    pieces: Vec<String>,
}

impl Parting<'_> {
    /// Parts the section in one file.
    fn part(
        &self,
        library: &Library,
        file: FileId,
        text: Option<&Prose>,
        head: &str,
        edits: &mut BTreeMap<FileId, FileEdit>,
    ) -> Result<(), Refusal> {
        let file = ChapterFile::read(library, file)?;
        let Some(entry) = file.section(&self.split.section) else { return Ok(()) };
        let edit = edits.entry(file.file).or_default();
        let mut lines = head.to_owned();
        if let Some(text) = text {
            lines += &self.text(library, text, edit)?;
        }
        for key in ["notes", "examples"] {
            lines += &self.pieces(&file, &entry, key, edit);
        }
        // Nothing of it is translated.
        if lines.trim_end().lines().count() < 2 {
            return Ok(());
        }
        let indent = file.indent();
        let lines = indented(lines.trim_end(), 0, indent + 2);
        let lines = format!("{}- {}", " ".repeat(indent), lines.trim_start());
        file.put(edit, Beside::Behind(&self.split.section), &lines);
        Ok(())
    }

    /// Takes the statements that go out of a text, and gives them as the text of the new section.
    fn text(&self, library: &Library, text: &Prose, edit: &mut FileEdit) -> Result<String, Refusal> {
        let all = statements(text);
        let goes: Vec<bool> = all.iter().map(|statement| self.goes.contains(&statement.label)).collect();
        let Some(first) = goes.iter().position(|goes| *goes) else { return Ok(String::new()) };
        let labels = relabelled(text, self.labels).filter(|_| goes[first..].iter().all(|goes| *goes));
        let labels = labels.ok_or_else(|| {
            let at = library.sources.told(text.place).unwrap_or_default();
            let message = format!(
                "{at}: the statements do not stand in the order of the reference text, or are labelled otherwise"
            );
            Refusal::asked(message, "put them in that order first")
        })?;
        let start = all[first].range.start;
        let mut moved = String::new();
        let mut at = start;
        for label in labels {
            moved.push_str(&text.source[at..label.range.start]);
            moved.push('^');
            moved.push_str(&label.written);
            at = label.range.end;
        }
        moved += &text.source[at..];
        let (kept, end) = (text.source[..start].trim_end().len(), text.source.trim_end().len());
        edit.replace(text.place_of(kept..kept).start, text.place_of(end..end).start, "");
        Ok(format!("text: |\n{}\n", indented(moved.trim_end(), 0, 2)))
    }

    /// Takes the notes or examples that go out of a section, and gives their lines.
    fn pieces(&self, file: &ChapterFile<'_>, entry: &SectionEntry<'_>, key: &str, edit: &mut FileEdit) -> String {
        let Some((place, node)) = entry.node.key_place(key).zip(entry.node.get(key)) else { return String::new() };
        let end = file.end_of(entry, key);
        let (blocks, names) = if node.items().is_empty() {
            (entries_of(file.text, node, end), node.entries().iter().map(|entry| entry.key.clone()).collect::<Vec<_>>())
        } else {
            let id = |item: &Node| item.get("id").and_then(Node::text).unwrap_or_default().to_owned();
            (items_of(file.text, node.items(), end), node.items().iter().map(id).collect())
        };
        // What stands in brackets stays; `check` tells that it is about statements that are gone.
        let Some(blocks) = blocks else { return String::new() };
        // A reading goes with its note.
        let goes: Vec<bool> = names
            .iter()
            .map(|name| self.pieces.contains(&format!("{key}.{}", name.split('.').next().unwrap_or(name))))
            .collect();
        if !goes.contains(&true) {
            return String::new();
        }
        let mut lines = format!("{key}:\n");
        for (block, _) in blocks.iter().zip(&goes).filter(|(_, goes)| **goes) {
            lines += &indented(&file.text[block.clone()], file.indent() + 2, 0);
            lines.push('\n');
        }
        if goes.iter().all(|goes| *goes) {
            let start = file.line_start(place.start);
            edit.replace(start.saturating_sub(1), blocks.last().map_or(start, |last| last.end), "");
        } else {
            for (block, _) in blocks.iter().zip(&goes).filter(|(_, goes)| **goes) {
                edit.replace(block.start.saturating_sub(1), block.end, "");
            }
        }
        lines
    }
}

/// The notes and examples that are about nothing but statements that go.
fn pieces_that_go(section: &Section, goes: &BTreeSet<StatementLabel>) -> Vec<String> {
    let notes = section.notes.iter().filter(|note| all_go(&note.of, goes)).map(|note| format!("notes.{}", note.id));
    let examples = section.examples.iter().filter(|example| !example.is_case() && all_go(&example.of, goes));
    notes.chain(examples.map(|example| format!("examples.{}", example.id))).collect()
}

fn all_go<P>(of: &[(String, P)], goes: &BTreeSet<StatementLabel>) -> bool {
    !of.is_empty()
        && of.iter().all(|(label, _)| StatementLabel::parse(label).is_some_and(|label| goes.contains(&label)))
}
