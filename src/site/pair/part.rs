//! What two languages have of one piece, row by row, and what must be said of each.

use std::collections::BTreeSet;

use minijinja::Value;
use serde::Serialize;

use super::super::html::{self, Rules};
use super::super::mark::Marks;
use super::super::notice::Notices;
use super::super::outdated::Changed;
use super::super::renderer::Label;
use super::super::verdict::VerdictView;
use super::Sides;
use crate::library::align::{self, Unit};
use crate::library::localized::{Piece, State};
use crate::library::markup::StatementLabel;
use crate::library::{Example, Line, Prose, Section};

/// The rules, or an example.
#[derive(Serialize)]
pub(super) struct Part {
    kind: &'static str,
    /// What it is called, where it is an example.
    named: Option<Named>,
    rows: Vec<[Cell; 2]>,
}

/// What an example is called.
#[derive(Serialize)]
pub(super) struct Named {
    pub(super) id: String,
    /// In each of the two languages.
    pub(super) labels: [Label; 2],
    pub(super) verdict: VerdictView,
}

/// What one side has in a row.
#[derive(Default, Serialize)]
pub(super) struct Cell {
    html: Option<Value>,
    /// Says that the side is missing or out of date.
    notice: Option<String>,
    /// What has changed in the reference text since.
    changed: Option<Changed>,
    /// Whether the side has this piece, but nothing that belongs in this row.
    alone: bool,
    /// Whether the side lacks the piece.
    missing: bool,
}

impl Sides<'_> {
    /// The titles of both sides; a dash where there is none.
    pub(super) fn titles(&self, titles: &[Option<Piece<'_, Line>>; 2], id: &str) -> [Label; 2] {
        let page = self.views[0].language;
        titles.map(|title| match title {
            Some(title) if title.state == State::Missing => Label::new("–", page, page),
            Some(title) => Label::new(title.text.value.as_str(), title.language, page),
            None => Label::new(id, page, page),
        })
    }

    /// What must be said of both sides, if anything; `section` is none for the title of the chapter.
    pub(super) fn said<T>(
        &self,
        section: Option<&Section>,
        key: &str,
        pieces: &[Option<Piece<'_, T>>; 2],
    ) -> Option<[Cell; 2]> {
        let cells = [0, 1].map(|side| {
            let state = pieces[side].map(|piece| piece.state);
            let notice = match state {
                Some(State::Missing) => Some("notice_missing_side"),
                Some(State::Outdated) => Some("notice_outdated_side"),
                _ => None,
            };
            let (strings, view) = (self.linkers[0].strings, self.views[side]);
            let language = [("language", strings.language_name(view.language))];
            let notices = Notices::new(self.renderer, &self.linkers[side], view, self.chapter);
            Cell {
                notice: notice.map(|notice| strings.fill(notice, &language)),
                changed: (state == Some(State::Outdated)).then(|| notices.changed(section, key)).flatten(),
                missing: state == Some(State::Missing),
                ..Cell::default()
            }
        });
        cells.iter().any(|cell| cell.notice.is_some()).then_some(cells)
    }

    /// The rules of a section, with the marks of each language behind its statements.
    pub(super) fn rules(&self, section: &Section, marks: &[Marks; 2]) -> Option<Part> {
        let pieces = self.views.map(|view| view.text(section));
        let told = pieces.map(|piece| piece.filter(|piece| piece.state != State::Missing));
        let taken: BTreeSet<StatementLabel> =
            told[0].iter().flat_map(|piece| piece.text.document.letters()).map(|(letter, _)| letter).collect();
        // An address can stand only once on a page: the right side has those that the left one lacks.
        let rules = [None, Some(&taken)].into_iter().zip(marks).map(|(taken, marks)| Rules {
            section: &section.id,
            number: section.number(),
            behind: Some(&marks.statements),
            taken,
        });
        self.part(section, "rules", "text", None, pieces, &rules.collect::<Vec<_>>())
    }

    /// An example that the rulebook prints.
    pub(super) fn example(&self, section: &Section, example: &Example, named: Named) -> Option<Part> {
        let pieces = self.views.map(|view| view.example(section, example));
        self.part(section, "example", &format!("examples.{}", example.id), Some(named), pieces, &[])
    }

    /// One piece of a section; none if nothing is to be said on either side.
    fn part(
        &self,
        section: &Section,
        kind: &'static str,
        key: &str,
        named: Option<Named>,
        pieces: [Option<Piece<'_, Prose>>; 2],
        rules: &[Rules<'_>],
    ) -> Option<Part> {
        let missing = pieces.map(|piece| piece.is_some_and(|piece| piece.state == State::Missing));
        let [left, right] = pieces.map(|piece| {
            let piece = piece.filter(|piece| piece.state != State::Missing);
            piece.map(|piece| align::units(&piece.text.document)).unwrap_or_default()
        });
        let cell = |side: usize, unit: Option<Unit<'_>>| Cell {
            html: unit
                .map(|unit| Value::from_safe_string(html::unit(&unit, &self.linkers[side], rules.get(side).copied()))),
            alone: unit.is_none() && !missing[side],
            missing: missing[side],
            ..Cell::default()
        };
        let rows = align::rows(&left, &right).into_iter().map(|(left, right)| [cell(0, left), cell(1, right)]);
        let mut rows: Vec<[Cell; 2]> = rows.collect();
        if let Some(mut said) = self.said(Some(section), key, &pieces) {
            // Statements that belong together must stand in one row, so that what is out of date is said above both. What
            // is short can say so itself, and a side without text has room for it.
            for (side, lacks) in missing.into_iter().enumerate() {
                if let Some(first) = rows.first_mut().filter(|_| lacks || kind != "rules") {
                    let Cell { notice, changed, .. } = std::mem::take(&mut said[side]);
                    (first[side].notice, first[side].changed) = (notice, changed);
                }
            }
            if said.iter().any(|cell| cell.notice.is_some()) {
                rows.insert(0, said);
            }
        }
        (!rows.is_empty() || named.is_some()).then_some(Part { kind, named, rows })
    }
}
