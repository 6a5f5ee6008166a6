//! Rulings: what was asked of a section, what was answered, by whom, and whether it still holds.

use minijinja::Value;
use serde::Serialize;

use super::address;
use super::link::Linker;
use super::renderer::href;
use super::section::PieceView;
use crate::library::markup::StatementLabel;
use crate::library::{Ruling, RulingState, Section};

/// A ruling at a section.
#[derive(Debug, Serialize)]
pub(super) struct RulingView {
    pub(super) id: String,
    question: Option<PieceView>,
    answer: Option<PieceView>,
    by: Option<String>,
    date: Option<String>,
    source: Option<String>,
    /// The source as an address, if it is one.
    source_href: Option<Value>,
    /// The statements of this section that it is on; none for the whole.
    on: Vec<On>,
    withdrawn: Option<String>,
    /// Whether something that it is on has changed since.
    outdated: bool,
}

/// A statement that something is about.
#[derive(Debug, Serialize)]
pub(super) struct On {
    letter: StatementLabel,
    href: Value,
}

/// The rulings on a section, in their order.
pub(super) fn of_section(linker: &Linker<'_>, section: &Section) -> Vec<RulingView> {
    linker.book.rulings_of(&section.id).map(|ruling| view(linker, section, ruling)).collect()
}

/// Statements of a section as a page names them.
pub(super) fn statements(
    linker: &Linker<'_>,
    section: &Section,
    labels: impl Iterator<Item = StatementLabel>,
) -> Vec<On> {
    let on = labels.filter_map(|letter| {
        let (chapter, _) = linker.book.section(&section.id)?;
        Some(On { letter, href: href(linker.section(linker.book, chapter, section, Some(letter))) })
    });
    on.collect()
}

fn view(linker: &Linker<'_>, section: &Section, ruling: &Ruling) -> RulingView {
    let book = linker.book;
    let on_this = |on: &str| book.ruled(on).filter(|(ruled, _)| ruled.id == section.id)?.1;
    let on = ruling.on.iter().filter_map(|(on, _)| on_this(on));
    let outdated = ruling.on.iter().any(|(on, _)| ruling.state(book, on) == Some(RulingState::Outdated));
    let address =
        ruling.source.as_ref().filter(|source| source.starts_with("https://") || source.starts_with("http://"));
    RulingView {
        id: address::aside(&section.id, "ruling", &ruling.id),
        question: PieceView::of_book(linker, &ruling.question),
        answer: PieceView::of_book(linker, &ruling.answer),
        by: ruling.by.clone(),
        date: ruling.date.as_ref().map(|(date, _)| date.clone()),
        source: ruling.source.clone(),
        source_href: address.map(|address| Value::from(address.as_str())),
        on: statements(linker, section, on),
        withdrawn: ruling.withdrawn.as_ref().map(|(date, _)| date.clone()),
        outdated: outdated && ruling.withdrawn.is_none(),
    }
}
