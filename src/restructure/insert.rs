//! A statement comes in between others, whose letters count on.

use std::collections::{BTreeMap, BTreeSet};

use super::letters::{Statement, next, relabel, statements};
use super::moved::{Moved, Source, Which};
use super::pending::Pending;
use super::{Change, Refusal};
use crate::diagnostic::FileId;
use crate::library::Book;
use crate::library::markup::StatementLabel;
use crate::library::text::Prose;
use crate::translate::FileEdit;

/// A statement that is to stand before another one, or behind the last.
#[derive(Debug)]
pub struct Insert {
    /// The id of the section.
    pub section: String,
    /// The label that it is to have.
    pub label: String,
    /// Its words in the reference language.
    pub words: String,
}

impl Change for Insert {
    fn apply(&self, pending: &mut Pending, book: &Book) -> Result<Moved, Refusal> {
        let (_, section) = super::section(book, &self.section)?;
        let text = super::text(section)?;
        let all = statements(text);
        let new = one_paragraph(&self.words)?;
        let labels: Vec<&str> = all.iter().map(|statement| statement.written.as_str()).collect();
        let after_last = next(&labels);
        let at = place(&all, &self.label, after_last.as_deref())
            .ok_or_else(|| unknown(&self.section, &labels, after_last.as_deref()))?;
        let mut to = BTreeMap::new();
        for (index, statement) in all.iter().enumerate().skip(at) {
            let written = labels.get(index + 1).map(|written| (*written).to_owned()).or_else(|| after_last.clone());
            let written = written.ok_or_else(|| super::no_series(&self.section, &labels))?;
            to.insert(statement.label, written);
        }
        let own = labels.get(at).map_or_else(|| after_last.clone().unwrap_or_default(), |label| (*label).to_owned());
        let mut moved = Moved::default();
        let mut edits: BTreeMap<FileId, FileEdit> = BTreeMap::new();
        let id = &self.section;
        let labels = relabel(book, section, &to, &mut edits)?.into_iter();
        moved.statements.extend(labels.map(|(from, to)| ((id.clone(), from), (id.clone(), to))));
        let line = format!("^{own} {new}");
        let column = super::indent(&pending.library().sources, text);
        insert_line(&mut edits, text, all.get(at), &line, &column);
        pending.edit(edits)?;
        let behind: BTreeSet<StatementLabel> = all[at..].iter().flat_map(Statement::all).collect();
        let sources = vec![
            Source::Of(self.section.clone(), Which::Without(behind.clone())),
            Source::New,
            Source::Of(self.section.clone(), Which::Only(behind)),
        ];
        moved.texts.insert(self.section.clone(), sources);
        Ok(moved)
    }
}

/// Where a statement of that label comes in: before the one that has it, or at the end.
fn place(all: &[Statement], label: &str, after_last: Option<&str>) -> Option<usize> {
    let asked = StatementLabel::parse(label.trim_start_matches('^'))?;
    let last = after_last.and_then(StatementLabel::parse);
    let at = all.iter().position(|statement| statement.label == asked);
    at.or_else(|| (last == Some(asked)).then_some(all.len()))
}

fn unknown(section: &str, labels: &[&str], after_last: Option<&str>) -> Refusal {
    let mut known: Vec<&str> = labels.to_vec();
    known.extend(after_last);
    let help = if labels.is_empty() {
        "give its statements labels first: `^a` at the beginning of each".to_owned()
    } else {
        format!("it can become {}", known.join(", "))
    };
    Refusal::asked(format!("no statement can come in there in `{section}`"), help)
}

/// The words of a statement on one line.
fn one_paragraph(words: &str) -> Result<String, Refusal> {
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let begins_otherwise = line.starts_with(['^', '#', '-', '*', '>', '|', '`', '+']);
    if line.is_empty() || begins_otherwise {
        let message = "a statement that comes in is one paragraph of words, without its label";
        return Err(Refusal::asked(message, "write lists and tables into the file afterwards"));
    }
    Ok(line)
}

/// Puts a paragraph before a statement, or behind the whole text.
fn insert_line(
    edits: &mut BTreeMap<FileId, FileEdit>,
    text: &Prose,
    before: Option<&Statement>,
    line: &str,
    column: &str,
) {
    let edit = edits.entry(text.place.file).or_default();
    match before {
        Some(statement) => {
            let at = text.place_of(statement.range.start..statement.range.start).start;
            edit.replace(at, at, format!("{line}\n\n{column}"));
        }
        None => {
            let end = text.source.trim_end().len();
            let at = text.place_of(end..end).start;
            edit.replace(at, at, format!("\n\n{column}{line}"));
        }
    }
}
