//! A doubt of a book that changes results: its readings, the one that is followed, why, and which printed examples fit each.

use minijinja::Value;
use serde::Serialize;

use super::address;
use super::link::Linker;
use super::renderer::{Label, Renderer, href};
use super::section::{PieceView, example_label};
use crate::library::BookOption;
use crate::library::localized::View;
use crate::logic::compile::in_logic;
use crate::logic::example::ExampleResult;

/// An option of a book.
#[derive(Debug, Serialize)]
pub(super) struct OptionView {
    pub(super) id: String,
    /// Whether players may agree on it.
    pub(super) optional: bool,
    title: Label,
    readings: Vec<Reading>,
    why: Option<PieceView>,
}

#[derive(Debug, Serialize)]
struct Reading {
    text: Label,
    followed: bool,
    /// Of the printed examples that tell the readings apart: those that hold under this one, and those that do not.
    fits: Vec<Jump>,
    unfit: Vec<Jump>,
}

/// The way to an example.
#[derive(Debug, Serialize)]
struct Jump {
    href: Value,
    text: String,
}

impl OptionView {
    /// `option` under the anchor `id`, shown in `section` if in one.
    fn new(
        renderer: &Renderer<'_>,
        linker: &Linker<'_>,
        option: &BookOption,
        id: String,
        section: Option<&str>,
    ) -> Self {
        let (book, language) = (linker.book, linker.text_language);
        let reading = |(name, texts, _): &(String, _, _)| {
            let jumps = |wanted: bool| fitting(renderer, linker, option, name, wanted, section);
            Reading {
                text: Label::named(texts, name, book, language),
                followed: option.followed.as_ref().is_some_and(|(followed, _)| followed == name),
                fits: jumps(true),
                unfit: jumps(false),
            }
        };
        Self {
            id,
            optional: option.optional,
            title: Label::named(&option.title, &option.id, book, language),
            readings: option.readings.iter().map(reading).collect(),
            why: PieceView::of_book(linker, &option.why),
        }
    }

    /// An option on the page of its book.
    pub(super) fn of_book(renderer: &Renderer<'_>, linker: &Linker<'_>, option: &BookOption) -> Self {
        Self::new(renderer, linker, option, address::of_book("option", &option.id), None)
    }
}

/// The options that belong to a section.
pub(super) fn of_section(renderer: &Renderer<'_>, linker: &Linker<'_>, section: &str) -> Vec<OptionView> {
    linker
        .book
        .options_of(section)
        .map(|option| {
            OptionView::new(renderer, linker, option, address::aside(section, "option", &option.id), Some(section))
        })
        .collect()
}

/// The printed examples that tell the readings of `option` apart and hold under `reading`, or do not; without their number
/// where they stand in `section` itself.
fn fitting(
    renderer: &Renderer<'_>,
    linker: &Linker<'_>,
    option: &BookOption,
    reading: &str,
    holds: bool,
    section: Option<&str>,
) -> Vec<Jump> {
    let reading = in_logic(reading);
    let mut found = Vec::new();
    for (program, id, result) in renderer.judged.telling(&linker.book.id, &option.id) {
        let is_it = |symbol: crate::logic::value::Symbol| {
            program.symbols.get(symbol.index()).is_some_and(|name| in_logic(name) == reading)
        };
        let mut fits = result.verdict.fits.iter().filter(|fit| fit.option == id && is_it(fit.reading));
        if fits.any(|fit| fit.holds == holds) {
            found.extend(jump(linker, result, section));
        }
    }
    found
}

fn jump(linker: &Linker<'_>, result: &ExampleResult, here: Option<&str>) -> Option<Jump> {
    let (chapter, section) = linker.book.section(&result.section)?;
    let example = section.examples.iter().find(|example| example.id == result.id)?;
    let page = address::chapter(linker.edition, &linker.book.id, &chapter.id);
    let anchor = address::aside(&section.id, "example", &example.id);
    let label = example_label(linker.strings, section, example);
    let number = View::new(linker.book, linker.edition.language()).number(section);
    let number = number.filter(|_| here != Some(section.id.as_str()));
    Some(Jump {
        href: href(linker.to(&format!("{page}#{anchor}"))),
        text: number.map_or_else(|| label.clone(), |number| format!("{number} · {label}")),
    })
}
