//! A section as rows from top to bottom, in each row what belongs together in its languages.

use anstyle::Style;

use super::super::output::{FAINT, FAIR, STRONG};
use super::super::terminal::{self, NARROWEST, Span, Table, wrap};
use crate::library::align::{self, Content, Unit};
use crate::library::localized::{Piece, State, View};
use crate::library::markup::Block;
use crate::library::references::in_words;
use crate::library::{Book, Library, Prose, Section};

/// What stands side by side.
pub(super) struct Row {
    /// The lines of each language.
    pub(super) cells: Vec<Vec<String>>,
    /// Whether the next row follows without a gap.
    pub(super) joins: bool,
}

/// The narrowest column of a table that stands beside its translation.
const LEAST_BESIDE: usize = 16;

/// How far the words of a statement stand behind its letter.
const STATEMENT: usize = 3;

/// Makes the rows of one section.
pub(super) struct Reader<'a> {
    pub(super) library: &'a Library,
    pub(super) book: &'a Book,
    pub(super) section: &'a Section,
    pub(super) languages: &'a [String],
    /// The width of a cell.
    pub(super) columns: usize,
    /// Whether the languages stand below each other.
    pub(super) below: bool,
}

impl<'a> Reader<'a> {
    /// Title, rules, examples, notes.
    pub(super) fn rows(&self) -> Vec<Row> {
        let section = self.section;
        let mut rows = self.rule();
        rows.extend(self.data());
        let printed: Vec<_> = section.examples.iter().filter(|example| example.is_printed()).collect();
        for (at, example) in printed.iter().enumerate() {
            let number = if printed.len() > 1 { format!(" {}", at + 1) } else { String::new() };
            let label = format!("Example{number} ({})", example.id);
            rows.extend(self.piece(Some(&label), &|view| view.example(section, example)));
        }
        for ruling in self.book.rulings_of(&section.id) {
            let since = ruling.withdrawn.as_ref().map(|(date, _)| format!(", withdrawn {date}")).unwrap_or_default();
            let by = ruling.by.as_deref().unwrap_or_default();
            let date = ruling.date.as_ref().map_or("", |(date, _)| date);
            let label = format!("Ruling ({}), {by}, {date}{since}", ruling.id);
            rows.extend(self.piece(Some(&label), &|view| view.of_book(&ruling.question)));
            rows.extend(self.piece(Some(""), &|view| view.of_book(&ruling.answer)));
        }
        rows.extend(self.options());
        for note in &section.notes {
            let label = format!("{} ({})", note_word(&note.kind), note.id);
            rows.extend(self.piece(Some(&label), &|view| view.note(section, note)));
            for reading in note.readings.keys() {
                let followed = note.followed.as_ref().is_some_and(|(name, _)| name == reading);
                let label = format!("Reading {reading}{}", if followed { ", followed here" } else { "" });
                rows.extend(self.piece(Some(&label), &|view| view.reading(section, note, reading)));
            }
        }
        rows
    }

    /// Title and rules.
    pub(super) fn rule(&self) -> Vec<Row> {
        let mut rows = vec![self.titles()];
        rows.extend(self.needs());
        rows.extend(self.piece(None, &|view| view.text(self.section)));
        rows
    }

    /// What the section needs and the book lacks.
    fn needs(&self) -> Option<Row> {
        let cell = |view: View<'a>| {
            let needs = self.book.needs_of(&self.section.id).filter_map(|need| view.of_book(&need.what));
            let needs: Vec<&str> = needs.map(|what| what.text.value.as_str()).collect();
            headed("", FAINT, Some(format!("[needed here, but not in this book: {}]", needs.join("; "))), self.columns)
        };
        self.book.needs_of(&self.section.id).next()?;
        Some(Row { cells: self.views().into_iter().map(cell).collect(), joins: false })
    }

    pub(super) fn views(&self) -> Vec<View<'a>> {
        // Beside its counterpart an outdated text misleads nobody.
        let view = if self.languages.len() > 1 { View::as_written } else { View::new };
        self.languages.iter().map(|language| view(self.book, language)).collect()
    }

    fn titles(&self) -> Row {
        let title = |view: View<'a>| {
            let title = view.title(self.section);
            let shown = title.filter(|title| self.shows(title)).map(|title| title.text.value.as_str());
            let number = view.number(self.section);
            let words: Vec<&str> = number.as_deref().into_iter().chain(shown).collect();
            headed(&words.join(" "), STRONG, title.and_then(|title| self.said(&view, &title)), self.columns)
        };
        Row { cells: self.views().into_iter().map(title).collect(), joins: false }
    }

    /// The rows of one piece of text; `name` is that of what is no rule.
    pub(super) fn piece(&self, name: Option<&str>, of: &dyn Fn(&View<'a>) -> Option<Piece<'a, Prose>>) -> Vec<Row> {
        let found: Vec<_> = self.views().iter().filter_map(|view| Some((*view, of(view)?))).collect();
        if found.is_empty() {
            return Vec::new();
        }
        let named = if name.is_some() { 2 } else { 0 };
        let columns = self.columns.saturating_sub(named);
        let units = |(_, piece): &(View<'a>, Piece<'a, Prose>)| {
            if self.shows(piece) { align::units(&piece.text.document) } else { Vec::new() }
        };
        let mut rows = vec![Row { cells: self.heads(name, &found), joins: true }];
        for units in align::rows_of_all(&found.iter().map(units).collect::<Vec<_>>()) {
            // What is part of a statement stands below its words.
            let within = if units.iter().flatten().any(|unit| unit.within) { STATEMENT } else { 0 };
            let columns = columns.saturating_sub(within);
            let mut part = self.table(&found, &units, columns);
            if part.is_empty() {
                let cells = found.iter().zip(units).map(|((view, piece), unit)| self.part(view, piece, unit, columns));
                part.push(Row { cells: cells.collect(), joins: name.is_some() });
            }
            part.iter_mut().flat_map(|row| &mut row.cells).for_each(|cell| indent(cell, within));
            if let Some(last) = part.last_mut() {
                last.joins = name.is_some();
            }
            rows.append(&mut part);
        }
        rows.iter_mut().skip(1).flat_map(|row| &mut row.cells).for_each(|cell| indent(cell, named));
        rows.retain(|row| row.cells.iter().any(|cell| !cell.is_empty()));
        if let Some(last) = rows.last_mut() {
            last.joins = false;
        }
        rows
    }

    /// What stands above the texts of a piece: its name, and what must be said of each.
    pub(super) fn heads<T>(&self, name: Option<&str>, found: &[(View<'a>, Piece<'a, T>)]) -> Vec<Vec<String>> {
        let heads = found.iter().enumerate().map(|(at, (view, piece))| {
            // Below each other one name is enough.
            let name = name.filter(|_| at == 0 || !self.below).unwrap_or_default();
            headed(name, FAINT, self.said(view, piece), self.columns)
        });
        heads.collect()
    }

    /// The rows of a table that stands in several texts; none if a text has something else there, or not as many rows.
    fn table(&self, found: &[(View<'a>, Piece<'a, Prose>)], units: &[Option<Unit<'_>>], columns: usize) -> Vec<Row> {
        let table = |(_, piece): &(View<'a>, Piece<'a, Prose>), unit: &Option<Unit<'_>>| {
            let Content::Block(Block::Table(_, head, rows)) = unit.as_ref()?.content else { return None };
            let view = View::new(self.book, piece.language);
            Some(Table::new(head, rows, &|reference| in_words(self.library, &view, reference)))
        };
        let tables: Vec<_> = found.iter().zip(units).map(|(piece, unit)| table(piece, unit)).collect();
        let heights: Vec<usize> = tables.iter().flatten().map(Table::rows).collect();
        let others = units.iter().flatten().count() > heights.len();
        if others || heights.len() < 2 || heights.iter().any(|height| *height != heights[0]) {
            return Vec::new();
        }
        let there: Vec<&Table> = tables.iter().flatten().collect();
        let mut rows = Vec::new();
        for lines in self.drawn(&there, columns) {
            let mut lines = lines.into_iter();
            let cells = found.iter().zip(&tables).map(|((view, piece), table)| {
                let first = rows.is_empty();
                let mut cell = match table {
                    Some(_) if first => self.stands_in(view, piece, columns),
                    None if first => self.part(view, piece, None, columns),
                    _ => Vec::new(),
                };
                cell.extend(table.iter().zip(&mut lines).flat_map(|(_, lines)| lines));
                cell
            });
            let cells = cells.collect();
            rows.push(Row { cells, joins: true });
        }
        rows
    }

    /// The rows of tables that have as many, each as its lines in each table.
    pub(super) fn drawn(&self, tables: &[&Table], columns: usize) -> impl Iterator<Item = Vec<Vec<String>>> {
        let several = tables.len() > 1;
        let least = if several { LEAST_BESIDE } else { NARROWEST };
        // Below each other the rows of two tables would not make columns.
        let grids = tables.iter().map(|table| table.grid(columns, least).filter(|_| !(several && self.below)));
        let drawn = grids.collect::<Option<Vec<_>>>();
        let drawn = drawn.unwrap_or_else(|| tables.iter().map(|table| table.list(columns)).collect());
        let mut drawn: Vec<_> = drawn.into_iter().map(Vec::into_iter).collect();
        std::iter::from_fn(move || {
            let row: Option<Vec<_>> = drawn.iter_mut().map(Iterator::next).collect();
            row.filter(|row| !row.is_empty())
        })
    }

    /// A part of the text of a piece; a dash where the text has none.
    fn part(&self, view: &View<'a>, piece: &Piece<'a, Prose>, unit: Option<Unit<'_>>, columns: usize) -> Vec<String> {
        let Some(unit) = unit else {
            return if self.shows(piece) { vec![format!("{FAINT}–{FAINT:#}")] } else { Vec::new() };
        };
        // The words around references are in the language of the text.
        let words = View::new(self.book, piece.language);
        let mut lines = self.stands_in(view, piece, columns);
        lines.extend(terminal::unit(&unit, &|reference| in_words(self.library, &words, reference), columns));
        lines
    }

    /// Beside another language every part of a text says when it is not in the language of its column.
    fn stands_in(&self, view: &View<'a>, piece: &Piece<'a, Prose>, columns: usize) -> Vec<String> {
        let stands_in = self.languages.len() > 1 && piece.language != view.language;
        headed("", FAINT, stands_in.then(|| format!("[{}]", piece.language)), columns)
    }

    /// Whether the text of a piece is shown: the reference text stands in for a missing one, but not if it stands beside
    /// it anyway.
    pub(super) fn shows<T>(&self, piece: &Piece<'_, T>) -> bool {
        let beside = self.languages.len() > 1 && self.languages.contains(&self.book.reference);
        !(piece.hidden || beside && piece.state == State::Missing)
    }

    /// What must be said of a text that is not what the reader wants.
    fn said<T>(&self, view: &View<'_>, piece: &Piece<'_, T>) -> Option<String> {
        let instead = (piece.language != view.language).then(|| format!("this is the {} text", piece.language));
        match piece.state {
            State::Missing => Some(match instead.filter(|_| self.shows(piece)) {
                Some(instead) => format!("[not translated: {instead}]"),
                None => "[not translated]".to_owned(),
            }),
            State::Outdated if piece.hidden => Some("[out of date: not shown]".to_owned()),
            State::Outdated => Some(match instead {
                Some(instead) => format!("[out of date: {instead}]"),
                None => "[the reference text has changed since]".to_owned(),
            }),
            State::Reference | State::Current | State::Unaccepted => None,
        }
    }
}

/// Moves lines to the right.
pub(super) fn indent(lines: &mut [String], by: usize) {
    for line in lines {
        line.insert_str(0, &" ".repeat(by));
    }
}

/// A name, and behind it what must be said of what it names; no line if there is neither.
fn headed(name: &str, style: Style, said: Option<String>, columns: usize) -> Vec<String> {
    let gap = if name.is_empty() || said.is_none() { "" } else { " " };
    if name.is_empty() && said.is_none() {
        return Vec::new();
    }
    wrap(&[Span::new(format!("{name}{gap}"), style), Span::new(said.unwrap_or_default(), FAIR)], columns)
}

fn note_word(kind: &str) -> &str {
    match kind {
        "doubt" => "Doubt",
        "variant" => "Variant",
        "design" => "Design note",
        "derived" => "Implied",
        "translator" => "Translator's note",
        _ => "Editor's note",
    }
}
