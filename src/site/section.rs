//! A section as a page shows it: the rules first, then examples, then notes, then what leads here.

use std::collections::BTreeMap;

use minijinja::Value;
use serde::Serialize;

use super::address::{self, Edition};
use super::data::{self, DataView, Reader};
use super::figure::FigureView;
use super::inputs::{self, Input};
use super::link::Linker;
use super::notes::{self, NoteView};
use super::notice::{Notice, Notices};
use super::option::{self, OptionView};
use super::press::{Choice, Label, Press, choices, href};
use super::ruling::{self, RulingView};
use super::strings::Strings;
use super::verdict::{Case, VerdictView};
use super::wording::Wording;
use super::{amendments, html, tables};
use crate::library::backlinks::Origin;
use crate::library::localized::{Piece, State, View};
use crate::library::{Book, Chapter, Example, ExampleKind, Prose, Section};

/// A section.
#[derive(Debug, Serialize)]
pub(super) struct SectionView {
    id: String,
    /// Anchors by number.
    anchors: Vec<String>,
    /// From 1 for the chapter's opening.
    level: u8,
    number: Option<String>,
    title: Label,
    /// The book that holds this heading.
    outside: Option<String>,
    /// What it does to other documents.
    amends: Vec<String>,
    notices: Vec<Notice>,
    text: Option<PieceView>,
    /// The tables of its logic.
    tables: Vec<Value>,
    /// What it needs and the book lacks.
    needs: Vec<Label>,
    /// The data tables that stand in it.
    data: Vec<DataView>,
    examples: Vec<ExampleView>,
    /// Cases of this edition, which are not the rulebook's.
    own: Vec<ExampleView>,
    options: Vec<OptionView>,
    rulings: Vec<RulingView>,
    notes: Vec<NoteView>,
    folded: Vec<NoteView>,
    back: Vec<BackLink>,
    languages: Vec<Choice>,
    pairs: Vec<Choice>,
}

/// A text and its language, if it is not that of the page.
#[derive(Debug, Serialize)]
pub(super) struct PieceView {
    html: Value,
    lang: Option<String>,
    pub(super) notice: Option<Notice>,
}

impl PieceView {
    /// A text of `book.yaml` or `assumptions.yaml` in the page's language, or in that of the book.
    pub(super) fn of_book(linker: &Linker<'_>, texts: &BTreeMap<String, Prose>) -> Option<Self> {
        let around = linker.edition.language();
        let (language, prose) = texts.get_key_value(around).or_else(|| texts.get_key_value(&linker.book.reference))?;
        Some(Self {
            html: Value::from_safe_string(html::prose(&prose.document, &linker.in_language(language), None)),
            lang: (language != around).then(|| language.clone()),
            notice: None,
        })
    }
}

#[derive(Debug, Serialize)]
struct ExampleView {
    id: String,
    label: String,
    text: Option<PieceView>,
    verdict: VerdictView,
    /// The odds that it shows.
    figure: Option<FigureView>,
    inputs: Vec<Input>,
    /// The steps of its run, and how many they are.
    trace: Option<Value>,
    lines: usize,
}

#[derive(Debug, Serialize)]
struct BackLink {
    href: Value,
    book: Option<Label>,
    number: Option<String>,
    title: Label,
}

/// How a section is headed, which depends on the sections around it.
pub(super) struct Heading {
    /// Its depth; 1 for the chapter's opening.
    pub(super) level: u8,
    /// Its anchors by number.
    pub(super) anchors: Vec<String>,
}

/// Each section of a chapter with its heading.
pub(super) fn headed(chapter: &Chapter) -> impl Iterator<Item = (&Section, Heading)> {
    let headings = levels(chapter).into_iter().zip(address::numbers(chapter));
    chapter.sections.iter().zip(headings.map(|(level, anchors)| Heading { level, anchors }))
}

/// The depth of each section's heading: as deep as its number, but never skipping a step.
pub(super) fn levels(chapter: &Chapter) -> Vec<u8> {
    let mut before = 1;
    let mut levels = Vec::new();
    for (at, section) in chapter.sections.iter().enumerate() {
        let depth = section.number().map_or(2, |number| number.split('.').count());
        let depth = u8::try_from(depth).unwrap_or(6).clamp(2, 6);
        before = if at == 0 && super::chapter::opening(chapter).is_some() { 1 } else { depth.min(before + 1) };
        levels.push(before);
    }
    levels
}

/// "Example 2", or plain "Example" where it is the only one of its kind; those of this edition are counted for themselves.
pub(super) fn example_label(strings: &Strings, section: &Section, example: &Example) -> String {
    let alike = || section.examples.iter().filter(|other| other.kind == example.kind);
    let at = alike().position(|other| other.id == example.id).unwrap_or_default() + 1;
    let number = if alike().count() == 1 { String::new() } else { at.to_string() };
    let number = [("number", number.as_str())];
    let label =
        if example.is_printed() { strings.fill("example", &number) } else { strings.fill("own_example", &number) };
    label.trim_end().to_owned()
}

/// Builds what the template needs of a section.
pub(super) fn view(
    press: &Press<'_>,
    linker: &Linker<'_>,
    wording: &Wording<'_>,
    chapter: &Chapter,
    section: &Section,
    heading: Heading,
) -> SectionView {
    let book = linker.book;
    let language = linker.edition.language();
    let view = View::new(book, language);
    let pieces = Pieces { notices: Notices::new(press, linker, view, chapter), linker, view, section };
    let title = view.title(section);
    let text = view.text(section).map(|text| pieces.show(&text, "text", Some((&section.id, section.number()))));
    let (notes, folded) = notes::split(notes::views(&pieces));
    let example_view = |example: &Example| {
        let case = Case { press, linker, wording, chapter, section, example };
        let (trace, lines) = case.trace().unzip();
        ExampleView {
            id: address::aside(&section.id, "example", &example.id),
            label: example_label(linker.strings, section, example),
            text: view
                .example(section, example)
                .map(|text| pieces.show(&text, &format!("examples.{}", example.id), None)),
            verdict: case.verdict(),
            figure: case.figure(),
            inputs: inputs::inputs(wording, linker.strings, section, example),
            trace,
            lines: lines.unwrap_or_default(),
        }
    };
    let of_kind = |kind| section.examples.iter().filter(|example| example.kind == kind).map(example_view).collect();
    let mut shown = SectionView {
        id: address::anchor(&section.id),
        anchors: heading.anchors,
        level: heading.level,
        number: section.number().map(str::to_owned),
        title: Label::section(&view, section),
        outside: section.outside.as_ref().map(|(id, _)| view.related_short(id).unwrap_or(id).to_owned()),
        amends: amendments::of_section(&view, linker.strings, section),
        notices: title.and_then(|title| pieces.notices.of(Some(section), &title, "title")).into_iter().collect(),
        text,
        tables: tables::tables(press.judged.logic(&book.id), wording, linker, section),
        needs: needs(book, &section.id, language),
        data: data::tables(section, &[Reader { linker, view, wording }]),
        examples: of_kind(ExampleKind::Printed),
        own: of_kind(ExampleKind::Own),
        options: option::of_section(press, linker, &section.id),
        rulings: ruling::of_section(linker, section),
        notes,
        folded,
        back: back_links(press, linker, section),
        languages: languages(linker, chapter, section),
        pairs: pairs(linker, chapter, section),
    };
    shown.join_notices();
    shown
}

impl SectionView {
    /// One notice for the section says what would otherwise stand above each of its pieces.
    fn join_notices(&mut self) {
        let kinds: Vec<&'static str> = self.notices.iter().map(|notice| notice.kind).collect();
        let examples = self.examples.iter_mut().chain(&mut self.own).filter_map(|example| example.text.as_mut());
        let notes = self.notes.iter_mut().chain(&mut self.folded).flat_map(NoteView::pieces);
        for piece in self.text.iter_mut().chain(examples).chain(notes) {
            // What has changed is another thing for each.
            piece.notice.take_if(|notice| notice.kind == State::Missing.name() && kinds.contains(&notice.kind));
        }
    }
}

/// What a section needs and its book lacks.
pub(super) fn needs(book: &Book, section: &str, language: &str) -> Vec<Label> {
    let needs = book.needs_of(section).filter(|need| !need.what.is_empty());
    needs.map(|need| Label::named(&need.what, "", book, language)).collect()
}

/// The texts of one section, for one reader.
pub(super) struct Pieces<'a> {
    pub(super) notices: Notices<'a>,
    pub(super) linker: &'a Linker<'a>,
    pub(super) view: View<'a>,
    pub(super) section: &'a Section,
}

impl Pieces<'_> {
    /// A text as HTML; `key` is what the piece is called in its section, `rules` the id and number of the section if it
    /// holds the rules.
    pub(super) fn show(&self, piece: &Piece<'_, Prose>, key: &str, rules: Option<(&str, Option<&str>)>) -> PieceView {
        let linker = self.linker.in_language(piece.language);
        let html = if piece.hidden { String::new() } else { html::prose(&piece.text.document, &linker, rules) };
        PieceView {
            html: Value::from_safe_string(html),
            lang: (piece.language != self.linker.edition.language()).then(|| piece.language.to_owned()),
            notice: self.notices.of(Some(self.section), piece, key),
        }
    }
}

fn back_links(press: &Press<'_>, linker: &Linker<'_>, section: &Section) -> Vec<BackLink> {
    let language = linker.edition.language();
    let origins = press.backlinks.to(&linker.book.id, &section.id).iter();
    let link = |origin: &Origin<'_>| BackLink {
        href: href(linker.section(origin.book, origin.chapter, origin.section, None)),
        book: (origin.book.id != linker.book.id).then(|| Label::short_title(origin.book, language)),
        number: origin.section.number().map(str::to_owned),
        title: Label::section(&View::new(origin.book, language), origin.section),
    };
    origins.map(link).collect()
}

fn at(edition: Edition<'_>, book: &Book, chapter: &Chapter, section: &Section) -> String {
    format!("{}#{}", address::chapter(edition, &book.id, &chapter.id), address::anchor(&section.id))
}

/// The section in the other languages of its book.
fn languages(linker: &Linker<'_>, chapter: &Chapter, section: &Section) -> Vec<Choice> {
    let own = linker.edition.language();
    let others = linker.book.all_languages().into_iter().filter(|other| *other != own);
    choices(linker.page, own, others.map(|other| (other, at(Edition::One(other), linker.book, chapter, section))))
}

/// The section beside its text in another language.
fn pairs(linker: &Linker<'_>, chapter: &Chapter, section: &Section) -> Vec<Choice> {
    let own = linker.edition.language();
    let others = linker.book.all_languages().into_iter().filter(|other| *other != own);
    choices(linker.page, own, others.map(|other| (other, at(Edition::Two(own, other), linker.book, chapter, section))))
}
