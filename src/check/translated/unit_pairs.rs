//! The units of a piece (statement, paragraph, item, cell, line) beside those of its translation.

use std::collections::HashMap;
use std::ops::Range;

use super::Pair;
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::library::markup::{Block, Inline, InlineKind, Mark, Reference, Run, StatementLabel};
use crate::library::markup::{expression, passages_of, visit_inlines};
use crate::library::text::Text;

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    Paragraph,
    Heading,
    Item,
    Cell,
    Line,
}

/// A unit of a text.
pub(super) struct Unit<'a> {
    pub(super) form: Form,
    letter: Option<StatementLabel>,
    text: Text<'a>,
    content: &'a [Inline],
    /// What is read; an object stands for code, values and references without words.
    pub(super) words: String,
    /// Where each run of the words begins in them.
    runs: Vec<(usize, Run)>,
}

/// A unit and its translation.
pub(super) struct UnitPair<'p, 'a> {
    pub(super) pair: &'p Pair<'a>,
    pub(super) reference: Unit<'a>,
    pub(super) translated: Unit<'a>,
}

impl UnitPair<'_, '_> {
    /// A finding at some words of the translation; the unit of the reference text is shown beside it.
    pub(super) fn finding(&self, code: &'static Code, at: Range<usize>, message: String) -> Diagnostic {
        self.finding_at(code, self.translated.place_of(at), message)
    }

    /// A finding at a place of the translation.
    pub(super) fn finding_at(&self, code: &'static Code, place: Place, message: String) -> Diagnostic {
        let diagnostic = Diagnostic::new(code, place, message).related(self.reference.place(), "the reference text");
        self.pair.whose(diagnostic)
    }
}

impl<'a> Unit<'a> {
    fn line(text: Text<'a>, words: &str) -> Self {
        Self { form: Form::Line, letter: None, text, content: &[], words: words.to_owned(), runs: Vec::new() }
    }

    fn new(form: Form, letter: Option<StatementLabel>, text: Text<'a>, content: &'a [Inline]) -> Option<Self> {
        let is_letter = |inline: &Inline| matches!(inline.kind, InlineKind::Mark(Mark::Letter(_)));
        content.iter().find(|inline| !is_letter(inline))?;
        let mut words = String::new();
        let mut runs = Vec::new();
        for run in passages_of(content) {
            if !words.is_empty() {
                words.push('\n');
            }
            let begins = words.len();
            words.push_str(&run.text);
            runs.push((begins, run));
        }
        Some(Self { form, letter, text, content, words, runs })
    }

    /// The place of some of its words.
    pub(super) fn place_of(&self, at: Range<usize>) -> Place {
        match self.text {
            Text::Line(line) => line.place_of(at),
            Text::Prose(prose) => match self.range_of(at) {
                Some(range) => prose.place_of(range),
                None => prose.place,
            },
        }
    }

    /// Where some of its words stand in the source of a text.
    fn range_of(&self, at: Range<usize>) -> Option<Range<usize>> {
        let after = self.runs.partition_point(|(begins, _)| *begins <= at.start);
        let (begins, run) = self.runs.get(after.checked_sub(1)?)?;
        let end = (at.end - begins).min(run.text.len());
        Some(run.range((at.start - begins).min(end)..end))
    }

    /// Its whole place.
    pub(super) fn place(&self) -> Place {
        match self.text {
            Text::Line(line) => line.place,
            Text::Prose(prose) => {
                let words =
                    self.content.iter().filter(|inline| !matches!(inline.kind, InlineKind::Mark(Mark::Letter(_))));
                let start = words.clone().map(|inline| inline.range.start).min();
                let end = words.map(|inline| inline.range.end).max();
                start.zip(end).map_or(prose.place, |(start, end)| prose.place_of(start..end))
            }
        }
    }

    /// Its references in order, each with its range in the source.
    pub(super) fn references(&self) -> Vec<(&'a Reference, Range<usize>)> {
        let mut found = Vec::new();
        visit_inlines(self.content, &mut |inline| {
            if let InlineKind::Mark(Mark::Reference(reference)) = &inline.kind {
                found.push((reference, inline.range.clone()));
            }
        });
        found
    }

    /// The expressions of its values in order, each with the sign before it and its range in the source.
    pub(super) fn values(&self) -> Vec<(&'a str, Option<char>, Range<usize>)> {
        let mut found = Vec::new();
        visit_inlines(self.content, &mut |inline| {
            if let InlineKind::Mark(Mark::Value(value, _)) = &inline.kind {
                let mut before = self.text.source()[..inline.range.start].chars().rev();
                let (sign, behind) = (before.next(), before.next());
                let joins = behind.is_some_and(|c| c.is_alphanumeric() || matches!(c, ')' | '}' | ']'));
                let sign = match sign {
                    Some('+') => Some('+'),
                    Some('-' | '−' | '–') if !joins => Some('-'),
                    _ => None,
                };
                found.push((expression(value).0, sign, inline.range.clone()));
            }
        });
        found
    }

    /// The source of the text that it belongs to.
    pub(super) fn source(&self) -> &'a str {
        self.text.source()
    }

    /// The place of a range of the source.
    pub(super) fn place_in_source(&self, at: Range<usize>) -> Place {
        match self.text {
            Text::Line(line) => line.place_of(at),
            Text::Prose(prose) => prose.place_of(at),
        }
    }

    /// Where some of its words stand in the source.
    pub(super) fn in_source(&self, at: Range<usize>) -> Range<usize> {
        self.range_of(at.clone()).unwrap_or(at)
    }
}

/// The units of each piece whose counterpart is known, in the order of the pieces.
pub(super) fn of<'p, 'a>(pairs: &'p [Pair<'a>]) -> Vec<UnitPair<'p, 'a>> {
    pairs.iter().flat_map(of_pair).collect()
}

fn of_pair<'p, 'a>(pair: &'p Pair<'a>) -> Vec<UnitPair<'p, 'a>> {
    let (references, translations) = (units(pair.reference), units(pair.translated));
    let alike = |one: &[Unit], other: &[Unit]| {
        let mut both = one.iter().zip(other);
        one.len() == other.len() && both.all(|(one, other)| one.form == other.form && one.letter == other.letter)
    };
    let unit_pair = |(reference, translated)| UnitPair { pair, reference, translated };
    if alike(&references, &translations) {
        return references.into_iter().zip(translations).map(unit_pair).collect();
    }
    // Statement by statement where they have as many units.
    let mut found = Vec::new();
    let lettered = |units| statements(units).into_iter().filter_map(|(letter, units)| Some((letter?, units)));
    // Of two statements with one letter the first counts.
    let mut by_letter: HashMap<StatementLabel, Vec<Unit>> = HashMap::new();
    for (letter, units) in lettered(translations) {
        by_letter.entry(letter).or_insert(units);
    }
    for (letter, units) in lettered(references) {
        let Some(others) = by_letter.remove(&letter) else { continue };
        if alike(&units, &others) {
            found.extend(units.into_iter().zip(others).map(unit_pair));
        }
    }
    found
}

/// The units of each statement.
fn statements(units: Vec<Unit<'_>>) -> Vec<(Option<StatementLabel>, Vec<Unit<'_>>)> {
    let mut found: Vec<(Option<StatementLabel>, Vec<Unit>)> = Vec::new();
    for unit in units {
        match found.last_mut() {
            Some((letter, units)) if *letter == unit.letter => units.push(unit),
            _ => found.push((unit.letter, vec![unit])),
        }
    }
    found
}

fn units(text: Text<'_>) -> Vec<Unit<'_>> {
    let mut found = Vec::new();
    match text {
        Text::Line(line) => found.push(Unit::line(text, &line.value)),
        Text::Prose(prose) => collect(text, &prose.document.blocks, Form::Paragraph, &mut None, &mut found),
    }
    found
}

fn collect<'a>(
    text: Text<'a>,
    blocks: &'a [Block],
    form: Form,
    letter: &mut Option<StatementLabel>,
    found: &mut Vec<Unit<'a>>,
) {
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => {
                *letter = paragraph.letter.or(*letter);
                found.extend(Unit::new(form, *letter, text, &paragraph.content));
            }
            Block::Heading(_, content) => found.extend(Unit::new(Form::Heading, *letter, text, content)),
            Block::List(_, items) => items.iter().for_each(|item| collect(text, item, Form::Item, letter, found)),
            Block::Table(_, head, rows) => {
                let cells = std::iter::once(head).chain(rows).flatten();
                found.extend(cells.filter_map(|cell| Unit::new(Form::Cell, *letter, text, cell)));
            }
            Block::Quote(inner) => collect(text, inner, form, letter, found),
            Block::Code(_) | Block::Rule => {}
        }
    }
}
