//! Reads the plain text of a rulebook whose sections have numbers.

mod blocks;
mod contents;
mod escape;
mod lines;
mod titles;

use std::ops::Range;

use self::blocks::{Block, BlockKind};
use self::contents::Named;
use self::lines::Lines;
use super::document::{Document, Heading, PieceKind, Words};
use super::labels::Open;
use super::numbering::{Component, Printed, Unit};
use super::report::{Report, quoted};
use super::sequence::Role;
use super::source::Source;

pub(super) fn read(source: &Source, report: &mut Report) -> Document {
    let lines = Lines::of(source);
    let outline = contents::outline(&lines);
    let (blocks, refused) = blocks::blocks(&lines, &outline);
    for printed in refused {
        let number = &source.text()[printed.range.clone()];
        report.note(
            printed.range.start,
            format!("{} does not follow the numbers before it", quoted(number)),
            "kept as a part of the text",
        );
    }
    let titled = titles::titled(&blocks, &lines);
    let shape = Shape::of(&blocks, &lines);
    let mut reader = Reader {
        lines: &lines,
        report,
        shape,
        document: Document::default(),
        open: Open::default(),
        state: State::default(),
    };
    let paragraphs = with_paragraphs(&blocks);
    for ((block, titled), has_paragraphs) in blocks.iter().zip(titled).zip(paragraphs) {
        reader.state.has_paragraphs = has_paragraphs;
        reader.block(block, titled);
    }
    reader.end_list();
    reader.document
}

/// For each block whether it begins an article that has more than one paragraph.
fn with_paragraphs(blocks: &[Block]) -> Vec<bool> {
    let mut seen = false;
    let mut with: Vec<bool> = blocks
        .iter()
        .rev()
        .map(|block| match &block.kind {
            BlockKind::Label(label) => {
                seen |= label.is_paragraph();
                false
            }
            BlockKind::Number(..) => std::mem::take(&mut seen),
            _ => false,
        })
        .collect();
    with.reverse();
    with
}

/// What the chapters of a document are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Headings with a word for it: Chapter 3, 第三章.
    Units(Unit),
    /// Bare numbers above sections with others.
    Above,
    /// Bare numbers, or articles, above 3.1 and 3.2.
    Bare,
    /// Not printed: all that begins with 3.
    FirstComponents,
    /// None: all is one.
    One,
}

impl Shape {
    fn of(blocks: &[Block], lines: &Lines<'_>) -> Self {
        let numbers = || {
            blocks.iter().filter_map(|block| match &block.kind {
                BlockKind::Number(printed, role) => Some((printed, *role)),
                _ => None,
            })
        };
        let has = |wanted: Unit| numbers().any(|(printed, _)| printed.unit == Some(wanted));
        let is_parted = |printed: &Printed| printed.unit.is_none() && printed.components.len() > 1;
        let parted = numbers().any(|(printed, _)| is_parted(printed));
        let is_kanji = |printed: &Printed| lines.source[printed.range.clone()].starts_with('第');
        let heads = |printed: &Printed| {
            printed.components.len() == 1
                && (printed.unit.is_none() || printed.unit == Some(Unit::Article) && !is_kanji(printed))
        };
        if has(Unit::Chapter) {
            Self::Units(Unit::Chapter)
        } else if has(Unit::Part) {
            Self::Units(Unit::Part)
        } else if numbers().any(|(_, role)| role == Role::Above) {
            Self::Above
        } else if parted && numbers().any(|(printed, _)| heads(printed)) {
            Self::Bare
        } else if parted {
            Self::FirstComponents
        } else {
            Self::One
        }
    }
}

/// Where the reader is.
#[derive(Default)]
struct State {
    has_chapter: bool,
    in_supplement: bool,
    /// The first component of the last section, where chapters follow from that.
    first: Option<Component>,
    /// The name of the next article.
    caption: Option<Range<usize>>,
    /// A list that is not ended, and the number of its last item.
    list: Option<(usize, Words)>,
    last_item: u64,
    /// Whether the block that is read begins an article of more than one paragraph.
    has_paragraphs: bool,
}

struct Reader<'a> {
    lines: &'a Lines<'a>,
    report: &'a mut Report,
    shape: Shape,
    document: Document,
    open: Open,
    state: State,
}

impl Reader<'_> {
    fn block(&mut self, block: &Block, titled: bool) {
        let at = self.lines.all[block.lines.start].range.start;
        if !matches!(block.kind, BlockKind::Bullet | BlockKind::Item(_)) {
            self.end_list();
        }
        let is_heading = matches!(block.kind, BlockKind::Number(..) | BlockKind::Named(_) | BlockKind::Caption);
        if !is_heading && !self.state.has_chapter {
            // What stands before all headings tells of the document, and begins with its title.
            if self.document.title.is_none() && self.document.pieces.is_empty() && self.is_title(block) {
                self.document.title = Some(Words::of(self.lines.all[at_line(block)].range.clone()));
                return;
            }
            self.chapter(at, Heading::default(), true);
        }
        match &block.kind {
            BlockKind::Contents => self.contents(at, block),
            BlockKind::Named(named) => self.named(at, block, *named),
            BlockKind::Number(printed, role) => self.number(at, block, printed, *role, titled),
            BlockKind::Caption => self.caption(at, block),
            BlockKind::Label(label) => match self.open.enter(label) {
                Some((label_path, address)) => {
                    self.document.taken.push(label.range.clone());
                    let words = self.paragraph(block, true);
                    self.document.push(at, PieceKind::Statement { label: label_path, address, words });
                }
                None => {
                    let printed = &self.lines.source[label.range.clone()];
                    self.report.note(
                        at,
                        format!("{} follows no label before it", quoted(printed)),
                        "kept as a part of the text",
                    );
                    let words = self.paragraph(&Block { rest: at, ..block.clone() }, true);
                    self.document.push(at, PieceKind::Text(words));
                }
            },
            BlockKind::Bullet => {
                let mark = at..block.rest;
                self.document.taken.push(mark);
                let words = self.paragraph(block, true);
                self.item(at, "- ", words);
            }
            BlockKind::Item(number) => self.numbered(at, block, *number),
            BlockKind::Example => {
                self.document.taken.push(at..block.rest);
                let words = self.paragraph(block, true);
                self.document.push(at, PieceKind::Example(words));
            }
            BlockKind::Columns => self.columns(at, block),
            BlockKind::Entry => {
                let title = Words::of(self.lines.all[at_line(block)].range.clone());
                self.section(at, Heading { title: Some(title), ..Heading::default() });
                let below = Block { lines: block.lines.start + 1..block.lines.end, ..block.clone() };
                for line in below.lines {
                    let start = self.lines.all[line].range.start;
                    let words =
                        self.paragraph(&Block { lines: line..line + 1, rest: start, kind: BlockKind::Text }, true);
                    self.document.push(start, PieceKind::Text(words));
                }
            }
            BlockKind::Text => {
                let words = self.paragraph(block, true);
                self.document.push(at, PieceKind::Text(words));
            }
        }
    }

    /// Whether a block before all others is the title of the document.
    fn is_title(&self, block: &Block) -> bool {
        let text = self.lines.text(at_line(block));
        matches!(block.kind, BlockKind::Text) && block.lines.len() == 1 && blocks::looks_like_title(text)
    }

    fn chapter(&mut self, at: usize, heading: Heading, editorial: bool) {
        self.document.push(at, PieceKind::Chapter { heading, editorial });
        self.open.begin(false);
        let State { caption, has_paragraphs, .. } = std::mem::take(&mut self.state);
        self.state = State { has_chapter: true, caption, has_paragraphs, ..State::default() };
    }

    fn section(&mut self, at: usize, heading: Heading) {
        self.document.push(at, PieceKind::Section(heading));
        self.open.begin(self.state.has_paragraphs);
        self.state.last_item = 0;
    }

    fn number(&mut self, at: usize, block: &Block, printed: &Printed, role: Role, titled: bool) {
        let is_chapter = match (self.shape, printed.unit) {
            (Shape::Units(unit), own) => own == Some(unit) || own == Some(Unit::Part),
            (Shape::Above, _) => role == Role::Above,
            (Shape::Bare, None | Some(Unit::Article)) => printed.components.len() == 1,
            _ => false,
        };
        let first = &self.lines.all[block.lines.start].range;
        if printed.range.start > at {
            // A word of chapters.
            self.document.taken.push(at..printed.range.start);
        }
        self.document.taken.push(printed.range.end..block.rest.min(first.end));
        let title = titled
            .then(|| self.title(block.rest.min(first.end)..first.end))
            .filter(|title| !title.is_blank(self.lines.source));
        let number = Words::of(printed.range.clone());
        if printed.unit == Some(Unit::Division) {
            // 第一節 counts anew in each chapter, and is a part of what it is called.
            let level = if self.lines.source[printed.range.clone()].ends_with('節') { 2 } else { 3 };
            self.section(at, Heading { title: Some(Words::of(first.clone())), number: None, level: Some(level) });
        } else if is_chapter {
            self.chapter(at, Heading { number: Some(number), title, level: None }, false);
            self.state.first = printed.components.first().copied();
        } else {
            self.begin_chapter(at, printed);
            let caption = self.state.caption.take().map(Words::of);
            self.section(at, Heading { number: Some(number), title: title.clone().or(caption), level: None });
        }
        if !titled && (block.rest < first.end || block.lines.len() > 1) {
            let words = self.paragraph(block, true);
            self.document.push(at, PieceKind::Text(words));
        } else if block.lines.len() > 1 {
            let start = self.lines.all[block.lines.start + 1].range.start;
            let lines = block.lines.start + 1..block.lines.end;
            let words = self.paragraph(&Block { lines, rest: start, kind: BlockKind::Text }, true);
            self.document.push(start, PieceKind::Text(words));
        }
    }

    /// A title, without the stop that some documents print behind it.
    fn title(&mut self, range: Range<usize>) -> Words {
        let text = &self.lines.source[range.clone()];
        let stop = usize::from(text.ends_with('.') && text.matches('.').count() == 1);
        self.document.taken.push(range.end - stop..range.end);
        Words::of(range.start..range.end - stop)
    }

    /// Begins the chapter that follows from the number of a section, where chapters are not printed.
    fn begin_chapter(&mut self, at: usize, printed: &Printed) {
        if self.state.in_supplement {
            return;
        }
        let is_first = !self.state.has_chapter || self.is_front();
        match self.shape {
            Shape::FirstComponents | Shape::Bare if self.state.first != printed.components.first().copied() => {
                let text = &self.lines.source[printed.range.clone()];
                let length = text.find(['.', '．', '(', '（']).unwrap_or(text.len());
                let number = Words::of(printed.range.start..printed.range.start + length);
                self.chapter(at, Heading { number: Some(number), ..Heading::default() }, false);
                self.state.first = printed.components.first().copied();
            }
            _ if is_first => self.chapter(at, Heading::default(), false),
            _ => {}
        }
    }

    /// Whether all that was read so far stands before the first chapter.
    fn is_front(&self) -> bool {
        self.document.pieces.iter().rev().find_map(|piece| match piece.kind {
            PieceKind::Chapter { editorial, .. } => Some(editorial),
            _ => None,
        }) == Some(true)
    }

    fn named(&mut self, at: usize, block: &Block, named: Named) {
        let title = Words::of(self.lines.all[at_line(block)].range.clone());
        if self.document.title.is_none() && self.document.pieces.is_empty() && named == Named::Other {
            // A title may be one of the known words only by accident; it is a heading all the same.
            self.state.has_chapter = true;
        }
        let heading = Heading { title: Some(title), ..Heading::default() };
        self.chapter(at, heading, named == Named::Contents);
        self.state.in_supplement = named == Named::Supplement;
    }

    fn caption(&mut self, at: usize, block: &Block) {
        let range = self.lines.all[at_line(block)].range.clone();
        let inner = range.start + '（'.len_utf8()..range.end - '）'.len_utf8();
        self.document.taken.push(at..inner.start);
        self.document.taken.push(inner.end..range.end);
        self.state.caption = Some(inner);
    }

    fn contents(&mut self, at: usize, block: &Block) {
        let first = self.lines.text(block.lines.start);
        if !self.is_front() {
            self.chapter(at, Heading::default(), true);
        }
        let is_headed = first.chars().count() < 24 && !first.starts_with(|c: char| c.is_numeric() || c == '第');
        let mut lines = block.lines.clone();
        if is_headed {
            lines.start += 1;
            let title = Words::of(self.lines.all[block.lines.start].range.clone());
            self.section(at, Heading { title: Some(title), ..Heading::default() });
        } else {
            self.section(at, Heading::default());
        }
        self.report.note(at, "a table of contents", "kept as a list, and not taken for the headings that it lists");
        for line in lines.filter(|line| !self.lines.all[*line].is_blank()) {
            let range = self.lines.all[line].range.clone();
            let mut words = Words::default();
            escape::push(&mut words, self.lines.source, range.clone(), true);
            self.item(range.start, "- ", words.verbatim());
        }
        self.end_list();
    }

    fn columns(&mut self, at: usize, block: &Block) {
        self.report.note(at, "lines with gaps in them, perhaps a table", "kept line by line, as they are set");
        self.report.counts.tables += 1;
        let longest = block.lines.clone().map(|line| longest_run(self.lines.text(line))).max().unwrap_or(0);
        let fence = "`".repeat((longest + 1).max(3));
        let mut words = Words::default();
        words.add(&format!("{fence}\n"));
        let least = block.lines.clone().map(|line| self.lines.all[line].indent).min().unwrap_or(0);
        for line in block.lines.clone() {
            words.add(&" ".repeat(self.lines.all[line].indent.min(least + 80) - least));
            words.keep_verbatim(self.lines.all[line].range.clone());
            words.add("\n");
        }
        words.add(&fence);
        self.document.push(at, PieceKind::Text(words));
    }

    /// An item of a numbered list, or a paragraph that begins with a number.
    fn numbered(&mut self, at: usize, block: &Block, number: u64) {
        let follows = number == self.state.last_item + 1;
        if follows && (number > 1 || self.state.list.is_none()) {
            self.state.last_item = number;
            self.document.taken.push(at..block.rest);
            let words = self.paragraph(block, true);
            self.item(at, &format!("{number}. "), words);
            return;
        }
        self.end_list();
        let words = self.paragraph(&Block { rest: at, ..block.clone() }, true);
        self.document.push(at, PieceKind::Text(words));
    }

    fn item(&mut self, at: usize, mark: &str, words: Words) {
        let (_, list) = self.state.list.get_or_insert_with(|| (at, Words::default()));
        if list.start().is_some() {
            list.add("\n");
        }
        list.add(mark);
        list.append(words);
    }

    fn end_list(&mut self) {
        if let Some((at, words)) = self.state.list.take() {
            self.document.push(at, PieceKind::Text(words));
        }
        self.state.last_item = 0;
    }

    /// The lines of a block as one paragraph, from `rest` on.
    fn paragraph(&self, block: &Block, at_start: bool) -> Words {
        let mut words = Words::default();
        let mut before: Option<&str> = None;
        for line in block.lines.clone() {
            let range = self.lines.all[line].range.clone();
            let range =
                if line == block.lines.start { block.rest.clamp(range.start, range.end)..range.end } else { range };
            let text = &self.lines.source[range.clone()];
            if text.is_empty() {
                continue;
            }
            if before.is_some_and(|before| lines::is_parted(before, text)) {
                words.add(" ");
            }
            escape::push(&mut words, self.lines.source, range, at_start && before.is_none());
            before = Some(text);
        }
        words
    }
}

fn at_line(block: &Block) -> usize {
    block.lines.start
}

/// The longest run of backticks in a text.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}
