//! A chapter in two languages side by side, of which one is the book's own: its rules, and its notes.

mod part;

use minijinja::{Value, context, value::Serde};
use serde::Serialize;

use self::part::{Cell, Named, Part};
use super::address::{self, Edition, Sheet};
use super::chapter::{self, crumbs, neighbour, numbered};
use super::data::{self, DataView, Reader};
use super::formerly::{self, Lead};
use super::link::Linker;
use super::mark::{self, Marks};
use super::notice::Notices;
use super::renderer::{Frame, Label, Renderer, href};
use super::section::{About, Heading, More, Pieces, Writer, example_label, headed, needs};
use super::strings::Strings;
use super::wording::Wording;
use super::{SiteError, amendments, contents, language};
use crate::library::levels::opening;
use crate::library::localized::{State, View};
use crate::library::{Book, Chapter, Section};

#[derive(Serialize)]
struct PairSection {
    id: String,
    anchors: Vec<String>,
    level: u8,
    /// As it is read on each side.
    numbers: [Option<String>; 2],
    untitled: bool,
    titles: [Label; 2],
    outside: Option<String>,
    /// What it does to other documents.
    amends: Vec<String>,
    /// What must be said of the titles.
    said: Option<[Cell; 2]>,
    /// What it needs and the book lacks.
    needs: Vec<Label>,
    /// Among rules: the marks of the section as a whole, if it has any.
    marks: Option<[Value; 2]>,
    text: Option<Part>,
    /// The data tables, each with the names of both languages.
    data: Vec<DataView>,
    /// The rulebook's.
    examples: Vec<Part>,
    /// Among rules: where there is more.
    more: Vec<More>,
    /// Among notes: all that is said about it.
    about: Option<[About; 2]>,
    /// The section alone, in each of the two languages.
    alone: [Value; 2],
}

/// Two readers of one chapter.
struct Sides<'a> {
    renderer: &'a Renderer<'a>,
    chapter: &'a Chapter,
    linkers: [Linker<'a>; 2],
    views: [View<'a>; 2],
    wordings: [&'a Wording<'a>; 2],
}

/// Makes the pages of a chapter in two languages; of a pair without pages those that lead to where it is read.
pub(super) fn pages(
    renderer: &mut Renderer<'_>,
    book: &Book,
    left: &str,
    right: &str,
    at: usize,
) -> Result<(), SiteError> {
    if !Edition::Two(left, right).has_pages(book) {
        return moved(renderer, book, left, right, at);
    }
    for sheet in [Sheet::Rules, Sheet::Notes] {
        page(renderer, book, left, right, at, sheet)?;
    }
    Ok(())
}

/// Two languages of which neither is the book's own had a page once: it leads to the one whose script puts them together.
fn moved(renderer: &mut Renderer<'_>, book: &Book, left: &str, right: &str, at: usize) -> Result<(), SiteError> {
    let chapter = &book.chapters[at];
    let address = address::chapter(Edition::Two(left, right), &book.id, &chapter.id);
    let to = address::beside(book, Sheet::Rules, left, right, &chapter.id);
    let names = [left, right].map(|code| language::name(code).to_owned()).to_vec();
    formerly::lead(renderer, (book, left), chapter, Lead { address, to: &to, names, canonical: None })
}

fn page(
    renderer: &mut Renderer<'_>,
    book: &Book,
    left: &str,
    right: &str,
    at: usize,
    sheet: Sheet,
) -> Result<(), SiteError> {
    let chapter = &book.chapters[at];
    let edition = Edition::Two(left, right);
    let address = address::sheet(sheet, edition, &book.id, &chapter.id);
    let linker = Linker { sheet, ..renderer.linker(book, edition, &address) };
    // Beside its counterpart an outdated text misleads nobody.
    let views = [View::as_written(book, left), View::as_written(book, right)];
    let wordings = [renderer.wording(book, left), renderer.wording(book, right)];
    // What stands in a text is in its language, the words around references too.
    let other = Linker { strings: renderer.strings(right), ..linker.in_language(right) };
    let sides = Sides { renderer, chapter, linkers: [linker, other], views, wordings };
    let titled = views.map(|view| view.chapter_title(chapter));
    let alternates = book.all_languages().into_iter().map(|other| {
        // The other language of the pair swaps the sides; a third one is read alone.
        let edition = if other == left {
            edition
        } else if other == right {
            Edition::Two(right, left)
        } else {
            Edition::One(other)
        };
        (other, address::sheet(sheet, edition, &book.id, &chapter.id))
    });
    let alone = |code| href(linker.to(&address::sheet(sheet, Edition::One(code), &book.id, &chapter.id)));
    let body = context! {
        codes => [left, right].map(str::to_owned).to_vec(),
        names => [left, right].map(|code| language::name(code).to_owned()).to_vec(),
        alone => vec![alone(left), alone(right)],
        numbers => views.map(|view| view.chapter_number(chapter)).to_vec(),
        titles => Serde(sides.titles(&titled, &chapter.id)),
        said => Serde(sides.said(None, "title", &titled)),
        opened => opening(chapter).is_some(),
        outside => chapter.outside.as_deref().map(|id| views[0].related_short(id).unwrap_or(id)),
        sheets => chapter::sheets(renderer, &linker, chapter, sheet),
        pairs => chapter::pairs(&linker, chapter),
        sections => Serde(headed(book, chapter).map(|(section, heading)| sides.section(section, heading)).collect::<Vec<_>>()),
        moved => formerly::moved(&linker, chapter),
        previous => at.checked_sub(1).map(|at| neighbour(renderer, book, &linker, at)),
        next => (at + 1 < book.chapters.len()).then(|| neighbour(renderer, book, &linker, at + 1)),
        // The words around what stands on the right.
        t_right => other.strings.value(),
        interface_right => (other.strings.language != right).then_some(other.strings.language),
    };
    let title = Label::chapter(&views[0], chapter);
    let mut named = numbered(&views[0], chapter, &title);
    if sheet == Sheet::Notes {
        named = format!("{named} · {}", linker.strings.get("sheet_notes"));
    }
    let both = format!("{} | {}", language::name(left), language::name(right));
    let label = Label { text: named.clone(), lang: title.lang.clone() };
    let frame = Frame {
        language: left,
        title: vec![named, both, views[0].short_title().to_owned()],
        crumbs: crumbs(renderer, book, edition, &address, Some(label)),
        alternates: alternates.collect(),
        contents: Some(contents::contents(renderer, &linker, &chapter.id)),
        book: Some(book),
        address: address.clone(),
    };
    renderer.page("pair.html", frame, body)
}

impl Sides<'_> {
    fn section(&self, section: &Section, heading: Heading) -> PairSection {
        let [left, right] = self.views;
        let linker = self.linkers[0];
        let page = left.language;
        let is_rules = linker.sheet == Sheet::Rules;
        let titled = self.views.map(|view| view.title(section));
        let marks = [0, 1].map(|side| if is_rules { self.marks(section, side) } else { Marks::default() });
        let [one, other] = [0, 1].map(|side| self.pieces(section, side));
        let writers = [self.writer(section, 0, &one), self.writer(section, 1, &other)];
        let labels = |name: &dyn Fn(&Strings) -> String| {
            self.linkers.map(|linker| Label::new(name(linker.strings), linker.strings.language, page))
        };
        let told = self.renderer.counts(linker.book).told;
        let examples = section.examples.iter().filter(|example| example.kind == told).filter_map(|example| {
            let named = Named {
                id: address::aside(&section.id, "example", &example.id),
                labels: labels(&|strings| example_label(strings, section, example)),
                verdict: writers[0].case(example).verdict(),
            };
            self.example(section, example, named)
        });
        let reader =
            |side: usize| Reader { linker: &self.linkers[side], view: self.views[side], wording: self.wordings[side] };
        let alone = [left, right].map(|view| {
            let linker = Linker { edition: Edition::One(view.language), ..linker };
            href(linker.section(linker.book, self.chapter, section, None))
        });
        PairSection {
            id: address::anchor(&section.id),
            anchors: heading.anchors,
            level: heading.level,
            numbers: self.views.map(|view| view.number(section)),
            untitled: section.title.is_none(),
            titles: match section.title {
                Some(_) => self.titles(&titled, &section.id),
                None => self.views.map(|view| Label::section(&view, section)),
            },
            outside: section.outside.as_ref().map(|(id, _)| left.related_short(id).unwrap_or(id).to_owned()),
            amends: amendments::of_section(&View::new(left.book, page), linker.strings, section),
            said: self.said(Some(section), "title", &titled),
            needs: needs(left.book, &section.id, page),
            text: self.rules(section, &marks),
            data: data::tables(section, &[reader(0), reader(1)]),
            examples: examples.collect(),
            more: if is_rules { writers[0].more() } else { Vec::new() },
            about: (!is_rules).then(|| [writers[0].about(), writers[1].about().on_the_right()]),
            marks: marks
                .iter()
                .any(|marks| !marks.section.is_empty())
                .then(|| marks.map(|marks| Value::from_safe_string(marks.section))),
            alone,
        }
    }

    /// The marks of one side; where it lacks the statements, all stand above.
    fn marks(&self, section: &Section, side: usize) -> Marks {
        let (linker, view) = (&self.linkers[side], &self.views[side]);
        let notes = address::sheet(Sheet::Notes, linker.edition, &linker.book.id, &self.chapter.id);
        let mut marks = mark::of_section(linker, view, section, &notes);
        if view.text(section).is_some_and(|piece| piece.state == State::Missing) {
            let lost: String = std::mem::take(&mut marks.statements).into_values().collect();
            marks.section.push_str(&lost);
        }
        marks
    }

    fn pieces<'p>(&'p self, section: &'p Section, side: usize) -> Pieces<'p> {
        let (linker, view) = (&self.linkers[side], self.views[side]);
        Pieces { notices: Notices::new(self.renderer, linker, view, self.chapter), linker, view, section }
    }

    fn writer<'p>(&'p self, section: &'p Section, side: usize, pieces: &'p Pieces<'p>) -> Writer<'p> {
        let (renderer, chapter) = (self.renderer, self.chapter);
        Writer { renderer, linker: &self.linkers[side], wording: self.wordings[side], chapter, section, pieces }
    }
}
