//! A section as each sheet of its chapter shows it: the rules and the rulebook's examples, what is said of them, what runs show.

use std::collections::{BTreeMap, HashSet};

use minijinja::Value;
use serde::Serialize;

use super::address::{self, Edition, Sheet};
use super::cases::{self, Cases, Named};
use super::data::{self, DataView, Reader};
use super::figure::{self, FigureView, LineView};
use super::html::Rules;
use super::inputs::{self, Input};
use super::link::{Binding, Linker};
use super::mark::{self, Marks};
use super::notes::{self, NoteView};
use super::notice::{Notice, Notices};
use super::option::{self, OptionView};
use super::renderer::{Choice, Label, Renderer, choices, href};
use super::ruling::{self, On, RulingView};
use super::strings::Strings;
use super::terms::Marker;
use super::verdict::{Case, VerdictView};
use super::wording::Wording;
use super::{amendments, html, tables};
use crate::library::backlinks::Origin;
use crate::library::levels::levels;
use crate::library::localized::{Piece, State, View};
use crate::library::markup::StatementLabel;
use crate::library::{Book, Chapter, Example, ExampleKind, Prose, Section, texts};

/// A section.
#[derive(Debug, Serialize)]
pub(super) struct SectionView {
    id: String,
    /// Anchors by former ids and by number.
    anchors: Vec<String>,
    /// From 1 for the chapter's opening.
    level: u8,
    number: Option<String>,
    title: Label,
    /// Whether the title is only its opening words, which its text repeats.
    untitled: bool,
    /// The book that holds this heading.
    outside: Option<String>,
    /// What it does to other documents.
    amends: Vec<String>,
    /// Among rules: the sections whose rules join its procedures.
    changed_by: Vec<Joins>,
    notices: Vec<Notice>,
    /// Among rules: the marks of the section as a whole.
    marks: Value,
    text: Option<PieceView>,
    /// What it needs and the book lacks.
    needs: Vec<Label>,
    /// The data tables that stand in it.
    data: Vec<DataView>,
    /// The rulebook's; among rules only what they tell.
    examples: Vec<ExampleView>,
    /// Among the rules of a chapter: the odds of one of its examples.
    odds: Option<LineView>,
    /// Among the rules of a chapter: where there is more.
    more: Vec<More>,
    /// Among notes: all that is said about it.
    about: Option<About>,
    /// Among proofs: what runs show.
    shown: Option<Shown>,
}

/// The way to another sheet, which holds what is no rule.
#[derive(Debug, Serialize)]
pub(super) struct More {
    name: String,
    href: Value,
    count: usize,
    /// The anchors of what stands there: addresses that led to this page still do.
    anchors: Vec<String>,
}

/// What is said about a section.
#[derive(Debug, Serialize)]
pub(super) struct About {
    options: Vec<OptionView>,
    rulings: Vec<RulingView>,
    notes: Vec<NoteView>,
    folded: Vec<NoteView>,
    back: Vec<BackLink>,
    languages: Vec<Choice>,
    pairs: Vec<Choice>,
}

/// What runs show of a section.
#[derive(Debug, Serialize)]
struct Shown {
    /// The tables of its logic.
    tables: Vec<Value>,
    /// Examples of this edition, which are not the rulebook's.
    own: Vec<ExampleView>,
    /// Runs that nobody reads, and how many they are.
    cases: Vec<Cases>,
    count: usize,
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
        let around = linker.text_language;
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
    /// The statements it is about.
    on: Vec<On>,
    text: Option<PieceView>,
    verdict: VerdictView,
    /// The odds that it shows.
    figure: Option<FigureView>,
    inputs: Vec<Input>,
    /// The story of its run.
    story: Option<Value>,
    /// The steps of its run, and how many they are.
    trace: Option<Value>,
    lines: usize,
}

/// A section whose rules join a procedure of another.
#[derive(Debug, Serialize)]
struct Joins {
    href: Value,
    name: Label,
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
    /// Its anchors by former ids and by number.
    pub(super) anchors: Vec<String>,
}

/// Each section of a chapter with its heading.
pub(super) fn headed<'a>(book: &Book, chapter: &'a Chapter) -> impl Iterator<Item = (&'a Section, Heading)> + use<'a> {
    let headings = levels(book, chapter).into_iter().zip(address::others(book, chapter));
    chapter.sections.iter().zip(headings.map(|(level, anchors)| Heading { level, anchors }))
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

/// Builds what the template needs of a section on the sheet of `linker`.
pub(super) fn view(
    renderer: &Renderer<'_>,
    linker: &Linker<'_>,
    wording: &Wording<'_>,
    chapter: &Chapter,
    section: &Section,
    heading: Heading,
) -> SectionView {
    let language = linker.edition.language();
    let view = View::new(linker.book, language);
    let glossary = linker.to(&address::book(language, &linker.book.id, "glossary"));
    let marker = Marker::new(renderer.terms(linker.book, language), section, glossary);
    let pieces = Pieces { notices: Notices::new(renderer, linker, view, chapter), linker, view, section };
    // Terms are marked in the rules alone.
    let terms = Some(&marker).filter(|_| linker.binding != Binding::Epub);
    let in_rules = Linker { terms, ..*linker };
    let writer = Writer { renderer, linker, wording, chapter, section, pieces: &pieces };
    let sheet = linker.sheet;
    let title = view.title(section);
    let marks = match sheet {
        Sheet::Rules => {
            let notes = address::sheet(Sheet::Notes, linker.edition, &linker.book.id, &chapter.id);
            mark::of_section(linker, &view, section, &notes)
        }
        Sheet::Notes | Sheet::Proof => Marks::default(),
    };
    let rules =
        || Rules { section: &section.id, number: section.number(), behind: Some(&marks.statements), taken: None };
    let text = view.text(section).filter(|_| sheet != Sheet::Proof);
    let mut anchors = heading.anchors;
    anchors.extend(text.iter().filter(|text| !text.state.is_settled()).flat_map(|text| lacking(section, text)));
    let mut shown = SectionView {
        id: address::anchor(&section.id),
        anchors,
        level: heading.level,
        number: view.number(section),
        title: Label::section(&view, section),
        untitled: title.is_none(),
        outside: section.outside.as_ref().map(|(id, _)| view.related_short(id).unwrap_or(id).to_owned()),
        amends: amendments::of_section(&view, linker.strings, section),
        changed_by: if sheet == Sheet::Rules { changed_by(renderer, linker, section) } else { Vec::new() },
        notices: title.and_then(|title| pieces.notices.of(Some(section), &title, "title")).into_iter().collect(),
        text: text.map(|text| Pieces { linker: &in_rules, ..pieces }.show(&text, "text", Some(rules()))),
        marks: Value::from_safe_string(marks.section),
        needs: needs(linker.book, &section.id, language),
        data: if sheet == Sheet::Proof {
            Vec::new()
        } else {
            data::tables(section, &[Reader { linker, view, wording }])
        },
        examples: writer.examples(match sheet {
            Sheet::Rules => renderer.counts(linker.book).told,
            Sheet::Notes | Sheet::Proof => ExampleKind::Printed,
        }),
        odds: if sheet == Sheet::Rules && linker.binding == Binding::Site { writer.odds() } else { None },
        more: if sheet == Sheet::Rules && linker.binding == Binding::Site { writer.more() } else { Vec::new() },
        about: (sheet == Sheet::Notes).then(|| writer.about()),
        shown: (sheet == Sheet::Proof).then(|| writer.shown()),
    };
    shown.join_notices();
    shown
}

/// The anchors of statements that a translation which lags behind does not have: what leads to them leads to their section.
fn lacking(section: &Section, text: &Piece<'_, Prose>) -> Vec<String> {
    let there: HashSet<_> = texts::labels(Some(text.text).filter(|_| !text.hidden)).into_iter().collect();
    let wanted = texts::labels(section.text.as_ref()).into_iter().filter(|label| !there.contains(label));
    wanted.map(|label| address::statement(&section.id, label)).collect()
}

/// Whether runs show something of a section: it has examples, or logic with tables.
pub(super) fn has_proof(renderer: &Renderer<'_>, book: &Book, section: &Section) -> bool {
    renderer.counts(book).proven && !section.examples.is_empty()
        || tables::has_tables(renderer.judged.logic(&book.id), section)
}

/// Writes the parts of one section.
pub(super) struct Writer<'a> {
    pub(super) renderer: &'a Renderer<'a>,
    pub(super) linker: &'a Linker<'a>,
    pub(super) wording: &'a Wording<'a>,
    pub(super) chapter: &'a Chapter,
    pub(super) section: &'a Section,
    pub(super) pieces: &'a Pieces<'a>,
}

impl Writer<'_> {
    pub(super) fn case<'s>(&'s self, example: &'s Example) -> Case<'s> {
        let Self { renderer, linker, wording, chapter, section, .. } = *self;
        Case { renderer, linker, wording, chapter, section, example }
    }

    fn of_kind(&self, kind: ExampleKind) -> impl Iterator<Item = &Example> {
        self.section.examples.iter().filter(move |example| example.kind == kind)
    }

    /// Those of a kind, with their runs where runs are shown.
    fn examples(&self, kind: ExampleKind) -> Vec<ExampleView> {
        let runs = self.linker.sheet == Sheet::Proof;
        let view = |example: &Example| {
            let case = self.case(example);
            let (trace, lines) = case.trace().filter(|_| runs).unzip();
            let text = self.pieces.view.example(self.section, example);
            ExampleView {
                id: address::aside(&self.section.id, "example", &example.id),
                label: example_label(self.linker.strings, self.section, example),
                on: ruling::statements(
                    self.linker,
                    self.section,
                    example.of.iter().filter_map(|(label, _)| StatementLabel::parse(label)),
                ),
                text: text.map(|text| self.pieces.show(&text, &format!("examples.{}", example.id), None)),
                verdict: case.verdict(),
                figure: if runs { case.figure() } else { None },
                story: if runs { case.story() } else { None },
                inputs: if runs {
                    inputs::inputs(self.wording, self.linker.strings, self.section, example, &[])
                } else {
                    Vec::new()
                },
                trace,
                lines: lines.unwrap_or_default(),
            }
        };
        self.of_kind(kind).map(view).collect()
    }

    /// The odds that stand under the rule.
    fn odds(&self) -> Option<LineView> {
        figure::under_rule(self.section, |example| self.case(example))
    }

    /// The ways to the notes and the runs of the section.
    pub(super) fn more(&self) -> Vec<More> {
        let (book, section) = (self.linker.book, self.section);
        let aside = |kind: &str, id: &str| address::aside(&section.id, kind, id);
        let notes = section.notes.iter().map(|note| aside("note", &note.id));
        let options = book.options_of(&section.id).map(|option| aside("option", &option.id));
        let rulings = book.rulings_of(&section.id).map(|ruling| aside("ruling", &ruling.id));
        let is_told = self.renderer.counts(book).told == ExampleKind::Own;
        let own = self.of_kind(ExampleKind::Own).filter(|_| !is_told).map(|example| aside("example", &example.id));
        let proof = has_proof(self.renderer, book, section).then_some(section.examples.len());
        let about: Vec<String> = rulings.chain(options).chain(notes).collect();
        let notes = (!about.is_empty()).then_some(about.len());
        [(Sheet::Notes, notes, about), (Sheet::Proof, proof, own.collect())]
            .into_iter()
            .filter_map(|(sheet, count, anchors)| {
                let page = address::sheet(sheet, self.linker.edition, &book.id, &self.chapter.id);
                Some(More {
                    name: self.linker.strings.get(&format!("sheet_{}", sheet.name())).to_owned(),
                    href: href(self.linker.to(&format!("{page}#{}", address::anchor(&section.id)))),
                    count: count?,
                    anchors,
                })
            })
            .collect()
    }

    /// What is said about the section, in the language of the reader.
    pub(super) fn about(&self) -> About {
        let in_two = matches!(self.linker.edition, Edition::Two(..));
        let (notes, folded) = notes::split(notes::views(self.pieces));
        About {
            options: option::of_section(self.renderer, self.linker, &self.section.id),
            rulings: ruling::of_section(self.linker, self.section),
            notes,
            folded,
            back: back_links(self.renderer, self.linker, self.section),
            // Beside another language it is read otherwise already.
            languages: if in_two { Vec::new() } else { languages(self.linker, self.chapter, self.section) },
            pairs: if in_two { Vec::new() } else { pairs(self.linker, self.chapter, self.section) },
        }
    }

    fn shown(&self) -> Shown {
        let case = |example: &Example| {
            let id = address::aside(&self.section.id, "example", &example.id);
            (Named { id, name: example.id.clone() }, self.case(example).verdict())
        };
        let logic = self.renderer.judged.logic(&self.linker.book.id);
        Shown {
            tables: tables::tables(logic, self.wording, self.linker, self.section),
            own: self.examples(ExampleKind::Own),
            cases: cases::by_verdict(self.of_kind(ExampleKind::Case).map(case)),
            count: self.of_kind(ExampleKind::Case).count(),
        }
    }
}

impl SectionView {
    /// One notice for the section says what would otherwise stand above each of its pieces.
    fn join_notices(&mut self) {
        let kinds: Vec<&'static str> = self.notices.iter().map(|notice| notice.kind).collect();
        let own = self.shown.iter_mut().flat_map(|shown| &mut shown.own);
        let examples = self.examples.iter_mut().chain(own).filter_map(|example| example.text.as_mut());
        let notes = self.about.iter_mut().flat_map(|about| about.notes.iter_mut().chain(&mut about.folded));
        for piece in self.text.iter_mut().chain(examples).chain(notes.flat_map(NoteView::pieces)) {
            // What has changed is another thing for each.
            piece.notice.take_if(|notice| notice.kind == State::Missing.name() && kinds.contains(&notice.kind));
        }
    }
}

impl About {
    /// The same on the right of its counterpart, whose anchors are taken.
    pub(super) fn on_the_right(mut self) -> Self {
        let rulings = self.rulings.iter_mut().map(|ruling| &mut ruling.id);
        let options = self.options.iter_mut().map(|option| &mut option.id);
        let notes = self.notes.iter_mut().chain(&mut self.folded).map(|note| &mut note.id);
        for id in rulings.chain(options).chain(notes) {
            *id = address::on_the_right(id);
        }
        self
    }
}

/// What a section needs and its book lacks.
pub(super) fn needs(book: &Book, section: &str, language: &str) -> Vec<Label> {
    let needs = book.needs_of(section).filter(|need| !need.what.is_empty());
    needs.map(|need| Label::named(&need.what, "", book, language)).collect()
}

/// The texts of one section, for one reader.
#[derive(Clone, Copy)]
pub(super) struct Pieces<'a> {
    pub(super) notices: Notices<'a>,
    pub(super) linker: &'a Linker<'a>,
    pub(super) view: View<'a>,
    pub(super) section: &'a Section,
}

impl Pieces<'_> {
    /// A text as HTML; `key` is what the piece is called in its section, `rules` if it holds the rules.
    pub(super) fn show(&self, piece: &Piece<'_, Prose>, key: &str, rules: Option<Rules<'_>>) -> PieceView {
        let linker = self.linker.in_language(piece.language);
        // Beside its counterpart the reference text stands in for nothing.
        let is_told = piece.hidden || piece.state == State::Missing && matches!(linker.edition, Edition::Two(..));
        let html = if is_told { String::new() } else { html::prose(&piece.text.document, &linker, rules) };
        PieceView {
            html: Value::from_safe_string(html),
            lang: (piece.language != self.linker.text_language).then(|| piece.language.to_owned()),
            notice: self.notices.of(Some(self.section), piece, key),
        }
    }
}

/// The sections whose rules join a procedure of this one, in the order of the book.
fn changed_by(renderer: &Renderer<'_>, linker: &Linker<'_>, section: &Section) -> Vec<Joins> {
    let Some(logic) = renderer.judged.logic(&linker.book.id) else { return Vec::new() };
    let view = View::new(linker.book, linker.edition.language());
    let sections = logic.program.joined_to(&section.id).filter_map(|joining| linker.book.section(joining));
    let link = |(chapter, other): (&Chapter, &Section)| Joins {
        href: href(linker.section(linker.book, chapter, other, None)),
        name: Label { text: view.number(other).unwrap_or_else(|| view.label(other)), lang: None },
    };
    sections.map(link).collect()
}

fn back_links(renderer: &Renderer<'_>, linker: &Linker<'_>, section: &Section) -> Vec<BackLink> {
    let language = linker.edition.language();
    let origins = renderer.backlinks.to(&linker.book.id, &section.id).iter();
    let link = |origin: &Origin<'_>| BackLink {
        href: href(linker.section(origin.book, origin.chapter, origin.section, None)),
        book: (origin.book.id != linker.book.id).then(|| Label::short_title(origin.book, language)),
        number: View::new(origin.book, language).number(origin.section),
        title: Label::section(&View::new(origin.book, language), origin.section),
    };
    origins.map(link).collect()
}

/// The section in the other languages of its book.
fn languages(linker: &Linker<'_>, chapter: &Chapter, section: &Section) -> Vec<Choice> {
    let own = linker.edition.language();
    let others = linker.book.all_languages().into_iter().filter(|other| *other != own);
    let at = |other| address::section_url(other, &linker.book.id, &chapter.id, &section.id);
    choices(linker.page, own, others.map(|other| (other, at(other))))
}

/// The section beside its text in another language.
fn pairs(linker: &Linker<'_>, chapter: &Chapter, section: &Section) -> Vec<Choice> {
    let own = linker.edition.language();
    let others = linker.book.all_languages().into_iter().filter(|other| *other != own);
    let at = |other| {
        let page = address::beside(linker.book, linker.sheet, own, other, &chapter.id);
        format!("{page}#{}", address::anchor(&section.id))
    };
    choices(linker.page, own, others.map(|other| (other, at(other))))
}
