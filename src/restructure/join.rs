//! A section becomes part of another one, behind whose statements its own go on.

use std::collections::{BTreeMap, BTreeSet};

use super::entries::{ChapterFile, SectionEntry, entries_of, indented, items_of};
use super::letters::{Statement, next, relabelled, statements};
use super::moved::{Moved, Source, Which};
use super::pending::Pending;
use super::{Change, Refusal, ids};
use crate::diagnostic::FileId;
use crate::library::localized::pieces;
use crate::library::markup::StatementLabel;
use crate::library::names::MOST_FORMER;
use crate::library::texts::labels;
use crate::library::yaml::Node;
use crate::library::{Book, Former, Library, Prose, Section};
use crate::translate::FileEdit;

/// Two sections that become one.
#[derive(Debug)]
pub struct Join {
    /// The id of the one that stays.
    pub first: String,
    /// The id of the one that becomes part of it.
    pub second: String,
}

/// What a section has once, so that that of the first stays.
const ONCE: [&str; 10] =
    ["formerly", "id", "number", "title", "aid", "level", "outside", "no_logic", "from", "reviewed"];

impl Change for Join {
    fn apply(&self, pending: &mut Pending, book: &Book) -> Result<Moved, Refusal> {
        let (_, first) = super::section(book, &self.first)?;
        let (other_chapter, second) = super::section(book, &self.second)?;
        if first.id == second.id {
            return Err(Refusal::asked(format!("`{}` is one section", first.id), "name two"));
        }
        self.clash(first, second)?;
        let labels = going_on(first, second)?;
        let library = pending.before();
        let names = BTreeMap::from([(self.second.clone(), self.first.clone())]);
        pending.edit(ids::renamed(&library, book, &names))?;
        let now = pending.now();
        let now_book = super::book(&now, &book.id)?;
        let mut joining = Joining { join: self, labels: &labels, edits: BTreeMap::new(), lost: Vec::new() };
        joining.join(
            &now,
            super::section(now_book, &self.first)?.0.file,
            super::section(now_book, &self.second)?.0.file,
            &book.reference,
        )?;
        for (language, translation) in &now_book.translations {
            let file = |id: &str| {
                let chapter = &translation.sections.get(id)?.chapter;
                translation.chapters.get(chapter).map(|chapter| chapter.file)
            };
            match (file(&self.first), file(&self.second)) {
                (Some(first), Some(second)) => joining.join(&now, first, second, language)?,
                (None, Some(second)) => joining.take(&now, second, language)?,
                _ => {}
            }
        }
        let Joining { edits, lost, .. } = joining;
        pending.edit(edits)?;
        self.former(pending, book, other_chapter.id.as_str(), second)?;
        Ok(self.moved(first, second, &labels, lost))
    }
}

impl Join {
    /// Refuses where both have a piece of one name.
    fn clash(&self, first: &Section, second: &Section) -> Result<(), Refusal> {
        let own = |section: &Section| -> BTreeSet<String> {
            let named = pieces(section).into_iter().map(|piece| piece.key).filter(|key| key.contains('.'));
            let cases = section.examples.iter().map(|example| format!("examples.{}", example.id));
            named.chain(cases).collect()
        };
        let Some(key) = own(first).intersection(&own(second)).next().cloned() else { return Ok(()) };
        let message = format!("`{}` and `{}` both have `{key}`", self.first, self.second);
        Err(Refusal::asked(message, "call one of the two otherwise first"))
    }

    /// The addresses of the second lead to the first.
    fn former(&self, pending: &mut Pending, book: &Book, chapter: &str, second: &Section) -> Result<(), Refusal> {
        let now = pending.now();
        let (there, section) = super::section(super::book(&now, &book.id)?, &self.first)?;
        let file = ChapterFile::read(&now, there.file)?;
        let Some(entry) = file.section(&self.first) else { return Ok(()) };
        let mut addresses = vec![format!("{chapter}#{}", self.second)];
        // A statement that has come back stands at its address itself.
        let is_back = |former: &&Former| {
            let there = super::section(super::book(&now, &book.id).ok()?, &former.section).ok()?;
            Some(there.0.id == former.chapter && there.1.has_statement(former.statement?))
        };
        let former = second.formerly.iter().filter(|former| is_back(former) != Some(true));
        addresses.extend(former.map(|former| format!("{}#{}", former.chapter, former.anchor())));
        // Else what led to b of the second would lead to b of the first.
        let statements = labels(second.text.as_ref()).into_iter();
        addresses.extend(statements.map(|label| format!("{chapter}#{}.{label}", self.second)));
        addresses.truncate(MOST_FORMER);
        let mut edit = FileEdit::default();
        super::add_former(&mut edit, &file, &entry, section, &addresses, None);
        let file = there.file;
        pending.edit([(file, edit)])
    }

    fn moved(
        &self,
        first: &Section,
        second: &Section,
        labels: &BTreeMap<StatementLabel, String>,
        lost: Vec<String>,
    ) -> Moved {
        let mut moved = Moved { notes: lost, ..Moved::default() };
        moved.ids.insert(self.second.clone(), self.first.clone());
        if let Some(text) = &second.text {
            let labels = relabelled(text, labels).unwrap_or_default();
            if let Some(begins) = labels.first() {
                moved.wholes.insert(self.second.clone(), (self.first.clone(), begins.to));
            }
            let stand =
                labels.into_iter().map(|label| ((self.second.clone(), label.from), (self.first.clone(), label.to)));
            moved.statements.extend(stand);
        }
        let texts = [first, second].into_iter().filter(|section| section.text.is_some());
        let sources = texts.map(|section| Source::Of(section.id.clone(), Which::All)).collect();
        moved.texts.insert(self.first.clone(), sources);
        let of_second = pieces(second).into_iter().map(|piece| piece.key);
        let cases = second.examples.iter().map(|example| format!("examples.{}", example.id));
        for key in of_second.chain(cases).filter(|key| key.contains('.')) {
            moved.pieces.insert((self.second.clone(), key), self.first.clone());
        }
        moved
    }
}

/// How the labels of the second section go on from those of the first.
fn going_on(first: &Section, second: &Section) -> Result<BTreeMap<StatementLabel, String>, Refusal> {
    let of = |section: &Section| section.text.as_ref().map(statements).unwrap_or_default();
    let (all, more): (Vec<Statement>, Vec<Statement>) = (of(first), of(second));
    let mut written: Vec<String> = all.iter().map(|statement| statement.written.clone()).collect();
    let mut labels = BTreeMap::new();
    for statement in &more {
        let known: Vec<&str> = written.iter().map(String::as_str).collect();
        let next = if all.is_empty() { Some(statement.written.clone()) } else { next(&known) };
        let next = next.ok_or_else(|| super::no_series(&first.id, &known))?;
        labels.insert(statement.label, next.clone());
        written.push(next);
    }
    Ok(labels)
}

struct Joining<'a> {
    join: &'a Join,
    labels: &'a BTreeMap<StatementLabel, String>,
    edits: BTreeMap<FileId, FileEdit>,
    lost: Vec<String>,
}

impl Joining<'_> {
    /// Joins the two in the files of a language.
    fn join(&mut self, library: &Library, first: FileId, second: FileId, language: &str) -> Result<(), Refusal> {
        let (into, from) = (ChapterFile::read(library, first)?, ChapterFile::read(library, second)?);
        let (Some(to), Some(of)) = (into.section(&self.join.first), from.section(&self.join.second)) else {
            return Ok(());
        };
        let mut new = String::new();
        for entry in of.node.entries() {
            if ONCE.contains(&entry.key.as_str()) {
                if let Some(title) = entry.value.text().filter(|_| entry.key == "title") {
                    self.lost.push(format!("the title of `{}` in {language} is gone: {title}", self.join.second));
                }
                continue;
            }
            let range = from.entry_lines(&of, &entry.key);
            let is_text = entry.key == "text";
            let anew = if is_text {
                self.text(library, &entry.value, &from.text[range.clone()], range.start)?
            } else {
                from.text[range].to_owned()
            };
            let lines = indented(&anew, from.indent(), into.indent());
            match to.node.get(&entry.key) {
                None => {
                    new.push('\n');
                    new.push_str(lines.trim_end());
                }
                Some(own) => {
                    append(self.edits.entry(first).or_default(), &into, &to, &entry.key, own, &lines, &entry.value)?;
                }
            }
        }
        // Behind all that went into what is there.
        self.edits.entry(first).or_default().replace(to.block.end, to.block.end, new);
        from.cut(self.edits.entry(second).or_default(), &[&self.join.second]);
        Ok(())
    }

    /// The second becomes the first where there is no translation of that.
    fn take(&mut self, library: &Library, second: FileId, language: &str) -> Result<(), Refusal> {
        let from = ChapterFile::read(library, second)?;
        let Some(of) = from.section(&self.join.second) else { return Ok(()) };
        let mut edit = FileEdit::default();
        if let Some(id) = of.node.get("id") {
            edit.replace(id.place.start, id.place.end, self.join.first.as_str());
        }
        if let Some(text) = of.node.get("text").and_then(Prose::new) {
            for label in self.relabelled(library, &text)? {
                let place = text.place_of(label.range);
                edit.replace(place.start, place.end, format!("^{}", label.written));
            }
        }
        self.edits.insert(second, edit);
        self.lost.push(format!(
            "`{}` is translated into {language} only as far as `{}` was",
            self.join.first, self.join.second
        ));
        Ok(())
    }

    /// The lines of the second text with the labels that it has in the first.
    fn text(&self, library: &Library, node: &Node, lines: &str, start: usize) -> Result<String, Refusal> {
        let Some(text) = Prose::new(node) else { return Ok(lines.to_owned()) };
        let mut edit = FileEdit::default();
        for label in self.relabelled(library, &text)? {
            let place = text.place_of(label.range);
            edit.replace(place.start - start, place.end - start, format!("^{}", label.written));
        }
        Ok(edit.applied(lines))
    }

    fn relabelled(&self, library: &Library, text: &Prose) -> Result<Vec<super::letters::Relabelled>, Refusal> {
        relabelled(text, self.labels).ok_or_else(|| {
            let at = library.sources.told(text.place).unwrap_or_default();
            Refusal::asked(format!("{at}: the letters cannot be written anew"), "letter the text by hand first")
        })
    }
}

/// Puts what stands under a key of the second behind what the first has there.
fn append(
    edit: &mut FileEdit,
    file: &ChapterFile<'_>,
    section: &SectionEntry<'_>,
    key: &str,
    own: &Node,
    lines: &str,
    other: &Node,
) -> Result<(), Refusal> {
    let range = file.entry_lines(section, key);
    let end = range.end;
    let (_, below) = lines.split_once('\n').unwrap_or((lines, ""));
    let in_brackets = |node: &Node| match (node.items().is_empty(), node.entries().is_empty()) {
        (false, _) => items_of(file.text, node.items(), end).is_none(),
        (_, false) => entries_of(file.text, node, end).is_none(),
        _ => false,
    };
    if own.scalar().is_some() {
        edit.replace(end, end, format!("\n\n{}", below.trim_end().trim_start_matches('\n')));
        return Ok(());
    }
    let other_in_brackets = other.items().is_empty() != other.entries().is_empty() && below.trim().is_empty();
    if in_brackets(own) || other_in_brackets {
        let line = file.text[..own.place.start].matches('\n').count() + 1;
        let message =
            format!("`{key}` of the two sections cannot be put together: one of them is in brackets (line {line})");
        return Err(Refusal::asked(message, "write each of its parts on a line of its own first"));
    }
    edit.replace(end, end, format!("\n{}", below.trim_end()));
    Ok(())
}
