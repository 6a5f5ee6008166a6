//! A doubt of a book that changes results: its readings, the one that is followed, and why.

use serde::Serialize;

use super::address;
use super::link::Linker;
use super::press::Label;
use super::section::PieceView;
use crate::library::BookOption;

/// An option of a book.
#[derive(Debug, Serialize)]
pub(super) struct OptionView {
    id: String,
    title: Label,
    readings: Vec<Reading>,
    why: Option<PieceView>,
}

#[derive(Debug, Serialize)]
struct Reading {
    text: Label,
    followed: bool,
}

impl OptionView {
    /// `option` under the anchor `id`.
    fn new(linker: &Linker<'_>, option: &BookOption, id: String) -> Self {
        let (book, language) = (linker.book, linker.edition.language());
        let reading = |(name, texts, _): &(String, _, _)| Reading {
            text: Label::named(texts, name, book, language),
            followed: option.followed.as_ref().is_some_and(|(followed, _)| followed == name),
        };
        Self {
            id,
            title: Label::named(&option.title, &option.id, book, language),
            readings: option.readings.iter().map(reading).collect(),
            why: PieceView::of_book(linker, &option.why),
        }
    }

    /// An option on the page of its book.
    pub(super) fn of_book(linker: &Linker<'_>, option: &BookOption) -> Self {
        Self::new(linker, option, address::of_book("option", &option.id))
    }
}

/// The options that belong to a section.
pub(super) fn of_section(linker: &Linker<'_>, section: &str) -> Vec<OptionView> {
    linker
        .book
        .options_of(section)
        .map(|option| OptionView::new(linker, option, address::aside(section, "option", &option.id)))
        .collect()
}
