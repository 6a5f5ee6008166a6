//! The pieces of a document as chapters and sections with ids.

use std::collections::{HashMap, HashSet};

use super::address::{self, Addresses};
use super::document::{Document, Heading, PieceKind, Words};
use super::report::{Report, quoted};
use super::source::Source;
use super::{Naming, numbering};
use crate::library::names;

/// Longest title, in characters: whatever is longer is a text that stands where headings stand.
const MOST_IN_TITLE: usize = 300;

/// A book as it is drafted.
#[derive(Debug, Default)]
pub(super) struct Book {
    pub(super) title: String,
    /// Its title, where the document has one.
    pub(super) said: Option<Words>,
    pub(super) chapters: Vec<Chapter>,
    /// Whether numbers of sections do not begin with that of their chapter.
    pub(super) is_continuous: bool,
    /// What each address leads to that a link inside the document can have: a chapter, or a section by its place there.
    pub(super) anchors: HashMap<String, (usize, Option<usize>)>,
}

/// A chapter as it is drafted.
#[derive(Debug, Default)]
pub(super) struct Chapter {
    /// The name of its file, without `.yaml`.
    pub(super) file: String,
    pub(super) heading: Heading,
    pub(super) is_editorial: bool,
    pub(super) sections: Vec<Section>,
}

/// A section as it is drafted.
#[derive(Debug, Default)]
pub(super) struct Section {
    pub(super) id: String,
    /// Where it begins in the source.
    pub(super) at: usize,
    pub(super) heading: Heading,
    pub(super) parts: Vec<Part>,
}

/// A part of a section.
#[derive(Debug)]
pub(super) enum Part {
    Text(Words),
    Statement {
        label: String,
        address: String,
        words: Words,
    },
    /// With the address of the statement that it follows.
    Example {
        words: Words,
        of: Option<String>,
    },
}

/// Puts the pieces of a document into chapters and sections.
pub(super) fn arrange(document: Document, source: &Source, naming: Naming<'_>, report: &mut Report) -> Book {
    let mut arranging = Arranging { source, report, book: Book::default(), has_section: false, statement: None };
    let mut sections_of_pieces = HashMap::new();
    for (index, piece) in document.pieces.into_iter().enumerate() {
        let is_heading = matches!(piece.kind, PieceKind::Chapter { .. } | PieceKind::Section(_));
        arranging.piece(piece.at, piece.kind);
        if is_heading {
            sections_of_pieces.insert(index, arranging.place());
        }
    }
    let mut book = arranging.book;
    // Places count from the first on: only a last one may be dropped.
    if book.chapters.last().is_some_and(|chapter| chapter.sections.is_empty() && chapter.heading == Heading::default())
    {
        book.chapters.pop();
    }
    for chapter in book.chapters.iter_mut().filter(|chapter| chapter.sections.is_empty()) {
        let (heading, at) = (chapter.heading.clone(), chapter.heading.title.as_ref().and_then(Words::start));
        chapter.sections.push(Section { heading, at: at.unwrap_or(0), ..Section::default() });
    }
    let places = |(anchor, piece)| Some((anchor, *sections_of_pieces.get(&piece)?));
    book.anchors = document.anchors.into_iter().filter_map(places).collect();
    book.said = document.title;
    let said = book.said.as_ref().map(|words| words.text(source.text()));
    book.title = naming.title.map(str::to_owned).or(said).unwrap_or_else(|| names::to_title(naming.book));
    give_ids(&mut book, source);
    part_numbers(&mut book, source, report);
    book.is_continuous = is_continuous(&book, source);
    count(&book, report);
    book
}

struct Arranging<'a> {
    source: &'a Source,
    report: &'a mut Report,
    book: Book,
    /// Whether the last chapter has a section that what follows belongs to.
    has_section: bool,
    /// The address of the last statement of the section.
    statement: Option<String>,
}

impl Arranging<'_> {
    fn piece(&mut self, at: usize, kind: PieceKind) {
        match kind {
            PieceKind::Chapter { heading, editorial } => self.chapter(at, heading, editorial),
            PieceKind::Section(heading) => self.section(at, heading),
            PieceKind::Text(words) => self.part(at, Part::Text(words)),
            PieceKind::Table(words) => {
                self.report.counts.tables += 1;
                self.part(at, Part::Text(words));
            }
            PieceKind::Statement { label, address, words } => {
                self.report.counts.statements += 1;
                self.part(at, Part::Statement { label, address: address.clone(), words });
                self.statement = Some(address);
            }
            PieceKind::Example(words) => {
                let of = self.statement.clone();
                self.part(at, Part::Example { words, of });
            }
        }
    }

    fn chapter(&mut self, at: usize, heading: Heading, is_editorial: bool) {
        let long = heading.title.clone().filter(|_| self.too_long(&heading));
        let heading = if long.is_some() { Heading { title: None, ..heading } } else { heading };
        self.book.chapters.push(Chapter { heading, is_editorial, ..Chapter::default() });
        self.has_section = false;
        self.statement = None;
        if let Some(words) = long {
            self.part(at, Part::Text(words));
        }
    }

    /// Whether a title is too long to be one; that is told.
    fn too_long(&mut self, heading: &Heading) -> bool {
        let Some(title) = &heading.title else { return false };
        let text = title.text(self.source.text());
        let is_long = text.chars().nth(MOST_IN_TITLE).is_some();
        if is_long {
            let at = title.start().unwrap_or(0);
            self.report.note(at, format!("a heading as long as a text, {}", quoted(&text)), "kept as a text");
        }
        is_long
    }

    fn section(&mut self, at: usize, heading: Heading) {
        let long = heading.title.clone().filter(|_| self.too_long(&heading));
        let heading = if long.is_some() { Heading { title: None, ..heading } } else { heading };
        if self.book.chapters.is_empty() {
            self.book.chapters.push(Chapter::default());
        }
        if let Some(chapter) = self.book.chapters.last_mut() {
            chapter.sections.push(Section { at, heading, ..Section::default() });
        }
        self.has_section = true;
        self.statement = None;
        if let Some(words) = long {
            self.part(at, Part::Text(words));
        }
    }

    fn part(&mut self, at: usize, part: Part) {
        if !self.has_section {
            // What stands right below the heading of a chapter opens it, under the same number and title.
            let heading = self.book.chapters.last().map(|chapter| chapter.heading.clone());
            self.section(at, heading.unwrap_or_default());
        }
        if let Some(section) = self.book.chapters.last_mut().and_then(|chapter| chapter.sections.last_mut()) {
            section.parts.push(part);
        }
    }

    /// The chapter that was begun last, and the section in it.
    fn place(&self) -> (usize, Option<usize>) {
        let chapter = self.book.chapters.len().saturating_sub(1);
        let sections = self.book.chapters.last().map_or(0, |chapter| chapter.sections.len());
        (chapter, sections.checked_sub(1).filter(|_| self.has_section))
    }
}

fn give_ids(book: &mut Book, source: &Source) {
    let text = |words: &Option<Words>| words.as_ref().map(|words| words.text(source.text()));
    let mut ids = Addresses::default();
    let mut last: Option<u64> = None;
    let digits = book.chapters.len().to_string().len().max(2);
    for (index, chapter) in book.chapters.iter_mut().enumerate() {
        let (title, number) = (text(&chapter.heading.title), text(&chapter.heading.number));
        // Files stand in their order, under the numbers of the chapters where that is the same.
        let own = number.as_deref().and_then(numbering::kanji_number).filter(|own| last.is_none_or(|last| *own > last));
        let next = last.map_or(u64::from(!chapter.is_editorial), |last| last + 1);
        let order = own.filter(|own| *own < 10_u64.pow(u32::try_from(digits).unwrap_or(2))).unwrap_or(next);
        last = Some(order);
        let name = address::of_chapter(title.as_deref(), number.as_deref());
        chapter.file = format!("{order:0digits$}-{name}");
        for section in &mut chapter.sections {
            let (title, number) = (text(&section.heading.title), text(&section.heading.number));
            section.id = ids.section(title.as_deref(), number.as_deref(), index + 1);
        }
    }
}

/// A number that stands twice can be that of one section only. Supplementary provisions count their articles anew, and are cited
/// with their name; any other stays in the words of its section.
fn part_numbers(book: &mut Book, source: &Source, report: &mut Report) {
    let mut taken: HashSet<String> = HashSet::new();
    let mut chapters: HashSet<String> = HashSet::new();
    for chapter in &mut book.chapters {
        part_chapter(chapter, source, &mut chapters, report);
        let title = chapter.heading.title.as_ref().map(|title| title.text(source.text())).unwrap_or_default();
        let is_supplement = title.split_whitespace().collect::<String>().starts_with(SUPPLEMENT);
        for section in &mut chapter.sections {
            let Some(number) = section.heading.number.take() else { continue };
            let text = number.text(source.text());
            let own = numbering::key(&text);
            if own.as_ref().is_some_and(|own| taken.insert(own.clone())) {
                section.heading.number = Some(number);
                continue;
            }
            let mut named = Words::default();
            named.add(SUPPLEMENT);
            named.append(number.clone());
            let other = numbering::key(&format!("{SUPPLEMENT}{text}")).filter(|_| is_supplement && own.is_some());
            if other.is_some_and(|other| taken.insert(other)) {
                section.heading.number = Some(named);
                continue;
            }
            let what =
                if own.is_some() { "the number of another section, too" } else { "no number that a section can have" };
            report.note(section.at, format!("{}, {what}", quoted(&text)), "kept as the first words of the section");
            section.parts.insert(0, Part::Text(number.verbatim()));
        }
    }
}

/// Takes the number from a chapter that another has, or that no chapter can have, and puts it before its title.
fn part_chapter(chapter: &mut Chapter, source: &Source, taken: &mut HashSet<String>, report: &mut Report) {
    let Some(number) = chapter.heading.number.take() else { return };
    let text = number.text(source.text());
    if numbering::key(&text).is_some_and(|key| taken.insert(key)) {
        chapter.heading.number = Some(number);
        return;
    }
    let at = chapter.sections.first().map_or(0, |section| section.at);
    report.note(
        at,
        format!("{}, the number of another chapter, too", quoted(&text)),
        "kept in the title of the chapter",
    );
    let mut title = number;
    if let Some(own) = chapter.heading.title.take() {
        title.add(" ");
        title.append(own);
    }
    chapter.heading.title = Some(title);
}

/// How the numbers of supplementary provisions are cited.
pub(super) const SUPPLEMENT: &str = "附則";

/// Whether a section stands in a chapter whose number its own does not begin with.
fn is_continuous(book: &Book, source: &Source) -> bool {
    let number = |heading: &Heading| numbering::key(&heading.number.as_ref()?.text(source.text()));
    book.chapters.iter().any(|chapter| {
        let own = number(&chapter.heading);
        chapter
            .sections
            .iter()
            .filter_map(|section| number(&section.heading))
            .any(|section| own.as_ref().is_some_and(|own| section.split('.').next() != own.split('.').next()))
    })
}

fn count(book: &Book, report: &mut Report) {
    let sections = || book.chapters.iter().flat_map(|chapter| &chapter.sections);
    report.counts.chapters = book.chapters.len();
    report.counts.sections = sections().count();
    report.counts.titled = sections().filter(|section| section.heading.title.is_some()).count();
    let examples = |section: &Section| section.parts.iter().filter(|part| matches!(part, Part::Example { .. })).count();
    report.counts.examples = sections().map(examples).sum();
}
