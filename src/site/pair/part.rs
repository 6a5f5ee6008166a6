//! What two languages have of one piece, row by row, and what must be said of each.

use minijinja::Value;
use serde::Serialize;

use super::super::html::{self, Rules};
use super::super::notice::Notices;
use super::super::outdated::Changed;
use super::super::press::Label;
use super::Sides;
use crate::library::align::{self, Unit};
use crate::library::localized::{Piece, State};
use crate::library::{Line, Prose, Section};

/// The rules, a note, or an example.
#[derive(Serialize)]
pub(super) struct Part {
    id: Option<String>,
    kind: String,
    /// What it is called, in each of the two languages.
    labels: Option<[Label; 2]>,
    pub(super) rows: Vec<[Cell; 2]>,
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
            let notices = Notices::new(self.press, &self.linkers[side], view, self.chapter);
            Cell {
                notice: notice.map(|notice| strings.fill(notice, &language)),
                changed: (state == Some(State::Outdated)).then(|| notices.changed(section, key)).flatten(),
                missing: state == Some(State::Missing),
                ..Cell::default()
            }
        });
        cells.iter().any(|cell| cell.notice.is_some()).then_some(cells)
    }

    /// One piece of a section.
    pub(super) fn part(
        &self,
        section: &Section,
        kind: &str,
        key: &str,
        id: Option<String>,
        labels: Option<[Label; 2]>,
        pieces: [Option<Piece<'_, Prose>>; 2],
    ) -> Part {
        let missing = pieces.map(|piece| piece.is_some_and(|piece| piece.state == State::Missing));
        let [left, right] = pieces.map(|piece| {
            let piece = piece.filter(|piece| piece.state != State::Missing);
            piece.map(|piece| align::units(&piece.text.document)).unwrap_or_default()
        });
        let cell = |side: usize, unit: Option<Unit<'_>>| {
            // Only the left side has anchors: an address can stand only once on a page.
            let rules = (kind == "rules" && side == 0).then(|| Rules {
                section: &section.id,
                number: section.number(),
                behind: None,
            });
            Cell {
                html: unit.map(|unit| Value::from_safe_string(html::unit(&unit, &self.linkers[side], rules))),
                alone: unit.is_none() && !missing[side],
                missing: missing[side],
                ..Cell::default()
            }
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
        Part { id, kind: kind.to_owned(), labels, rows }
    }
}
