//! A parsed text: blocks and inlines, each with its range in the text it was parsed from.

use std::ops::Range;

use super::label::StatementLabel;
use crate::diagnostic::Code;

/// A parsed text.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Its blocks in order.
    pub blocks: Vec<Block>,
    /// What is wrong with it; ranges are bytes of the text.
    pub findings: Vec<Finding>,
    /// The labels of its statements, each with the range of its `^a`.
    pub(super) letters: Vec<(StatementLabel, Range<usize>)>,
}

/// Something wrong in a text.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Which kind.
    pub code: &'static Code,
    /// Where, in bytes of the text.
    pub range: Range<usize>,
    /// What, in one sentence.
    pub message: String,
    /// The mend.
    pub help: &'static str,
}

/// How a table column is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// As the language reads.
    None,
    /// To the left.
    Left,
    /// To the middle.
    Center,
    /// To the right.
    Right,
}

/// A block of text.
#[derive(Clone, Debug)]
pub enum Block {
    /// Running text.
    Paragraph(Paragraph),
    /// A heading inside the text, from 1 to 6.
    Heading(u8, Vec<Inline>),
    /// A list; numbered from the given number if there is one.
    List(Option<u64>, Vec<Vec<Block>>),
    /// A table: alignments, head, rows.
    Table(Vec<Alignment>, Vec<Vec<Inline>>, Vec<Vec<Vec<Inline>>>),
    /// A quotation.
    Quote(Vec<Block>),
    /// Preformatted text.
    Code(String),
    /// A horizontal rule.
    Rule,
}

/// Running text, perhaps a statement with a letter.
#[derive(Clone, Debug)]
pub struct Paragraph {
    /// The letter of the statement that begins here.
    pub letter: Option<StatementLabel>,
    /// The text.
    pub content: Vec<Inline>,
    /// Whether it is the text of a list item without blank lines around it.
    pub tight: bool,
}

/// A run of text within a block.
#[derive(Clone, Debug)]
pub struct Inline {
    /// What it is.
    pub kind: InlineKind,
    /// Where it stands, in bytes of the text.
    pub range: Range<usize>,
}

/// What an inline is.
#[derive(Clone, Debug)]
pub enum InlineKind {
    /// Plain words.
    Text(String),
    /// Emphasised words.
    Emphasis(Vec<Inline>),
    /// Strongly emphasised words.
    Strong(Vec<Inline>),
    /// Words that no longer hold.
    Strike(Vec<Inline>),
    /// Words quoted as they are; no check looks inside.
    Code(String),
    /// A line end that is only layout.
    SoftBreak,
    /// A line end that is meant.
    HardBreak,
    /// A link out of the library; `None` if its address is of no allowed kind.
    Link(Option<String>, Vec<Inline>),
    /// A picture of the book.
    Picture {
        /// The name of its file.
        name: String,
        /// What it shows, in words, for those who do not see it.
        words: Vec<Inline>,
        /// What stands below it; empty where nothing does.
        caption: String,
    },
    /// One of our own marks.
    Mark(Mark),
}

/// What is cut out before Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `[[target|words]]`
    Reference(Reference),
    /// `{expression}`: as written, and what logic makes of it once it was asked.
    Value(String, Option<Written>),
    /// `{:name}`: a symbol of the book, and its words in the language of the text once they were asked.
    Symbol(String, Option<String>),
    /// `^a`
    Letter(StatementLabel),
}

/// What logic makes of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// As readers see it.
    pub text: String,
    /// The number, if it is one: words around it may depend on it.
    pub number: Option<i64>,
}

/// The expression of a value, and the forms of a noun behind it: `{n | card|cards}`.
pub fn expression(value: &str) -> (&str, Vec<&str>) {
    let mut parts = value.split('|').map(str::trim);
    (parts.next().unwrap_or_default(), parts.collect())
}

/// What stands in a passage for a code span or a mark: the sign of Unicode for an object among letters.
pub const OBJECT: char = '\u{FFFC}';

/// Words that are read in one breath.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The words.
    pub text: String,
    /// Where each part begins in `text`, and its range in the text it was parsed from.
    parts: Vec<(usize, Range<usize>)>,
}

impl Run {
    /// The range of a part of the words in the text they were parsed from.
    pub fn range(&self, of: Range<usize>) -> Range<usize> {
        let start = self.part(of.start);
        let end = self.part(of.end.max(of.start + 1) - 1);
        let inside = |at: usize, (begin, range): &(usize, Range<usize>)| (range.start + (at - begin)).min(range.end);
        let last = self.text[..of.end].chars().next_back().map_or(0, char::len_utf8);
        inside(of.start, start)..(inside(of.end - last.min(of.end), end) + last).min(end.1.end)
    }

    fn part(&self, at: usize) -> &(usize, Range<usize>) {
        const NOWHERE: &(usize, Range<usize>) = &(0, 0..0);
        let after = self.parts.partition_point(|(begin, _)| *begin <= at);
        self.parts.get(after.saturating_sub(1)).unwrap_or(NOWHERE)
    }

    fn push(&mut self, words: &str, range: Range<usize>) {
        self.parts.push((self.text.len(), range));
        self.text.push_str(words);
    }
}

/// Something of the book that a text shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown<'a> {
    /// The picture of that name.
    Picture(&'a str),
    /// The symbol of that name.
    Symbol(&'a str),
}

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Picture(name) => write!(formatter, "![…]({name})"),
            Self::Symbol(name) => write!(formatter, "{{:{name}}}"),
        }
    }
}

/// A reference as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The book before the colon.
    pub book: Option<String>,
    /// A number or an id.
    pub target: String,
    /// The statement's letter behind the last dot; other labels are told from numbers where the reference is looked up.
    pub letter: Option<StatementLabel>,
    /// The words shown instead of number and title.
    pub words: Option<String>,
}

impl Reference {
    /// The reference that an address is: `9.6.4`, `base:9.6.4.a`, `fleets`.
    pub fn new(address: &str) -> Self {
        let (book, target) = match address.split_once(':') {
            Some((book, target)) => (Some(book.trim().to_owned()), target.trim()),
            None => (None, address.trim()),
        };
        let (target, letter) = match target.rsplit_once('.') {
            Some((before, last))
                if last.len() == 1 && last.starts_with(|c: char| c.is_ascii_lowercase()) && !before.is_empty() =>
            {
                (before, StatementLabel::parse(last))
            }
            _ => (target, None),
        };
        Self { book, target: target.to_owned(), letter, words: None }
    }

    /// How a number or an id is written in the place of its own: with the book that it names.
    pub fn address_of(&self, target: &str) -> String {
        self.book.as_ref().map_or_else(|| target.to_owned(), |book| format!("{book}:{target}"))
    }
}

impl Block {
    /// The statement that begins with it.
    pub fn letter(&self) -> Option<StatementLabel> {
        match self {
            Self::Paragraph(paragraph) => paragraph.letter,
            Self::Heading(..) | Self::List(..) | Self::Table(..) | Self::Quote(_) | Self::Code(_) | Self::Rule => None,
        }
    }

    /// Whether it is part of the statement that it follows: "The following may sail:".
    pub fn continues_statement(&self) -> bool {
        match self {
            Self::List(_, items) => items.iter().all(|item| item_letter(item).is_none()),
            Self::Table(..) | Self::Quote(_) | Self::Code(_) => true,
            Self::Paragraph(_) | Self::Heading(..) | Self::Rule => false,
        }
    }
}

/// The statement that an item of a list is.
pub fn item_letter(item: &[Block]) -> Option<StatementLabel> {
    item.first().and_then(Block::letter)
}

impl Document {
    /// Calls `visit` for every inline, outer before inner.
    pub fn visit<'a>(&'a self, visit: &mut dyn FnMut(&'a Inline)) {
        visit_blocks(&self.blocks, visit);
    }

    /// Every reference with its range.
    pub fn references(&self) -> Vec<(&Reference, Range<usize>)> {
        let mut found = Vec::new();
        self.visit(&mut |inline| {
            if let InlineKind::Mark(Mark::Reference(reference)) = &inline.kind {
                found.push((reference, inline.range.clone()));
            }
        });
        found
    }

    /// The names of its pictures and of its symbols, each with its range.
    pub fn shown(&self) -> Vec<(Shown<'_>, Range<usize>)> {
        let mut found = Vec::new();
        self.visit(&mut |inline| {
            let shown = match &inline.kind {
                InlineKind::Picture { name, .. } => Shown::Picture(name),
                InlineKind::Mark(Mark::Symbol(name, _)) => Shown::Symbol(name),
                _ => return,
            };
            found.push((shown, inline.range.clone()));
        });
        found
    }

    /// Every value written from logic with its range.
    pub fn values(&self) -> Vec<(&str, Range<usize>)> {
        self.written().into_iter().map(|(value, _, range)| (value, range)).collect()
    }

    /// Every value, what logic made of it, and its range.
    pub fn written(&self) -> Vec<(&str, Option<&Written>, Range<usize>)> {
        let mut found = Vec::new();
        self.visit(&mut |inline| {
            if let InlineKind::Mark(Mark::Value(value, written)) = &inline.kind {
                found.push((value.as_str(), written.as_ref(), inline.range.clone()));
            }
        });
        found
    }

    /// Writes what logic makes of each value, where it makes something of it.
    pub fn fill(&mut self, value: &dyn Fn(&str) -> Option<Written>) {
        change_marks(&mut self.blocks, &mut |mark| {
            if let Mark::Value(expression, shown) = mark {
                *shown = value(expression);
            }
        });
    }

    /// Writes the words of each symbol that has any.
    pub fn name_symbols(&mut self, words: &dyn Fn(&str) -> Option<String>) {
        change_marks(&mut self.blocks, &mut |mark| {
            if let Mark::Symbol(name, shown) = mark {
                *shown = words(name);
            }
        });
    }

    /// Every plain run of words with its range; code spans and what pictures show are left out.
    pub fn words(&self) -> Vec<(&str, Range<usize>)> {
        let mut found = Vec::new();
        let mut picture = 0..0;
        self.visit(&mut |inline| match &inline.kind {
            InlineKind::Text(text) if inline.range.start >= picture.end => {
                found.push((text.as_str(), inline.range.clone()));
            }
            InlineKind::Picture { .. } => picture = inline.range.clone(),
            _ => {}
        });
        found
    }

    /// Its words as they are read: joined over emphasis and line ends, apart at code spans, marks and blocks.
    pub fn runs(&self) -> Vec<Run> {
        runs(&self.blocks, &|_, runs| runs.push(Run::default()))
    }

    /// Its paragraphs and cells, each whole: a code span or a mark without words of its own is an [`OBJECT`].
    pub fn passages(&self) -> Vec<Run> {
        runs(&self.blocks, &|inline, runs| push_object(inline, runs))
    }

    /// The letters of its statements in order.
    pub fn letters(&self) -> Vec<(StatementLabel, Range<usize>)> {
        self.letters.clone()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The words alone: one line for each paragraph, item and table row. `label` says what a reference shows.
    pub fn plain(&self, label: &dyn Fn(&Reference) -> String) -> String {
        self.plain_lines(label).into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n")
    }

    /// The lines of [`Self::plain`], each with the letter of its statement.
    pub fn plain_lines(&self, label: &dyn Fn(&Reference) -> String) -> Vec<(Option<StatementLabel>, String)> {
        let mut lines = Vec::new();
        plain_blocks(&self.blocks, None, label, &mut lines);
        lines
    }
}

/// Calls `visit` for every inline of some blocks, outer before inner.
pub(crate) fn visit_blocks<'a>(blocks: &'a [Block], visit: &mut dyn FnMut(&'a Inline)) {
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => visit_inlines(&paragraph.content, visit),
            Block::Heading(_, content) => visit_inlines(content, visit),
            Block::List(_, items) => items.iter().for_each(|item| visit_blocks(item, visit)),
            Block::Table(_, head, rows) => {
                head.iter().chain(rows.iter().flatten()).for_each(|cell| visit_inlines(cell, visit));
            }
            Block::Quote(blocks) => visit_blocks(blocks, visit),
            Block::Code(_) | Block::Rule => {}
        }
    }
}

/// Calls `visit` for every inline, outer before inner.
pub(crate) fn visit_inlines<'a>(inlines: &'a [Inline], visit: &mut dyn FnMut(&'a Inline)) {
    for inline in inlines {
        visit(inline);
        if let InlineKind::Emphasis(inner)
        | InlineKind::Strong(inner)
        | InlineKind::Strike(inner)
        | InlineKind::Link(_, inner)
        | InlineKind::Picture { words: inner, .. } = &inline.kind
        {
            visit_inlines(inner, visit);
        }
    }
}

/// The runs of some blocks. `other` says what becomes of a code span, a mark or a hard line end.
fn runs(blocks: &[Block], other: &dyn Fn(&Inline, &mut Vec<Run>)) -> Vec<Run> {
    let mut runs = vec![Run::default()];
    runs_of(blocks, other, &mut runs);
    runs.retain(|run| !run.text.is_empty());
    runs
}

/// The passages of one paragraph or cell, as [`Document::passages`]: more than one where a picture stands in it.
pub(crate) fn passages_of(content: &[Inline]) -> Vec<Run> {
    let mut runs = vec![Run::default()];
    runs_in(content, &|inline, runs| push_object(inline, runs), &mut runs);
    runs.retain(|run| !run.text.is_empty());
    runs
}

/// What a code span, a mark or a hard line end is in a passage.
fn push_object(inline: &Inline, runs: &mut [Run]) {
    let Some(run) = runs.last_mut() else { return };
    match &inline.kind {
        InlineKind::Mark(Mark::Reference(Reference { words: Some(words), .. })) => {
            // They stand before the brackets that close.
            let end = inline.range.end.saturating_sub(2).max(inline.range.start);
            run.push(words, end.saturating_sub(words.len()).max(inline.range.start)..end);
        }
        InlineKind::HardBreak => run.push(" ", inline.range.clone()),
        InlineKind::Code(_) | InlineKind::Mark(Mark::Reference(_) | Mark::Value(..) | Mark::Symbol(..)) => {
            run.push(OBJECT.encode_utf8(&mut [0; 3]), inline.range.clone());
        }
        // A letter is not part of what it begins.
        _ => {}
    }
}

fn runs_of(blocks: &[Block], other: &dyn Fn(&Inline, &mut Vec<Run>), runs: &mut Vec<Run>) {
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => runs_in(&paragraph.content, other, runs),
            Block::Heading(_, content) => runs_in(content, other, runs),
            Block::List(_, items) => items.iter().for_each(|item| runs_of(item, other, runs)),
            Block::Table(_, head, rows) => {
                for cell in head.iter().chain(rows.iter().flatten()) {
                    runs_in(cell, other, runs);
                    runs.push(Run::default());
                }
            }
            Block::Quote(inner) => runs_of(inner, other, runs),
            Block::Code(_) | Block::Rule => {}
        }
        runs.push(Run::default());
    }
}

fn runs_in(inlines: &[Inline], other: &dyn Fn(&Inline, &mut Vec<Run>), runs: &mut Vec<Run>) {
    for inline in inlines {
        match (&inline.kind, runs.last_mut()) {
            (InlineKind::Text(words), Some(run)) => run.push(words, inline.range.clone()),
            (InlineKind::SoftBreak, Some(run)) => {
                let between = soft_break(&run.text);
                run.push(between, inline.range.clone());
            }
            (
                InlineKind::Emphasis(inner)
                | InlineKind::Strong(inner)
                | InlineKind::Strike(inner)
                | InlineKind::Link(_, inner),
                _,
            ) => {
                runs_in(inner, other, runs);
            }
            // What it shows is no part of the sentence around it.
            (InlineKind::Picture { words, .. }, _) => {
                runs.push(Run::default());
                runs_in(words, other, runs);
                runs.push(Run::default());
            }
            _ => other(inline, runs),
        }
    }
}

/// The lines of some blocks that stand in the statement `around`.
fn plain_blocks(
    blocks: &[Block],
    around: Option<StatementLabel>,
    label: &dyn Fn(&Reference) -> String,
    lines: &mut Vec<(Option<StatementLabel>, String)>,
) {
    let row =
        |cells: &[Vec<Inline>]| cells.iter().map(|cell| plain_inlines(cell, label)).collect::<Vec<_>>().join(" | ");
    let mut letter = around;
    for block in blocks {
        letter = block.letter().or(if block.continues_statement() { letter } else { around });
        let mut put = |text: String| lines.push((letter, text));
        match block {
            Block::Paragraph(paragraph) => put(plain_inlines(&paragraph.content, label)),
            Block::Heading(_, content) => put(plain_inlines(content, label)),
            Block::List(_, items) => {
                for item in items {
                    plain_blocks(item, letter, label, lines);
                }
            }
            Block::Table(_, head, rows) => {
                put(row(head));
                for cells in rows {
                    put(row(cells));
                }
            }
            Block::Quote(inner) => plain_blocks(inner, letter, label, lines),
            Block::Code(text) => {
                for line in text.trim_end().lines() {
                    put(line.to_owned());
                }
            }
            Block::Rule => {}
        }
    }
}

fn change_marks(blocks: &mut [Block], change: &mut dyn FnMut(&mut Mark)) {
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => change_marks_in(&mut paragraph.content, change),
            Block::Heading(_, content) => change_marks_in(content, change),
            Block::List(_, items) => items.iter_mut().for_each(|item| change_marks(item, change)),
            Block::Table(_, head, rows) => {
                for cell in head.iter_mut().chain(rows.iter_mut().flatten()) {
                    change_marks_in(cell, change);
                }
            }
            Block::Quote(inner) => change_marks(inner, change),
            Block::Code(_) | Block::Rule => {}
        }
    }
}

fn change_marks_in(inlines: &mut [Inline], change: &mut dyn FnMut(&mut Mark)) {
    for inline in inlines {
        match &mut inline.kind {
            InlineKind::Emphasis(inner)
            | InlineKind::Strong(inner)
            | InlineKind::Strike(inner)
            | InlineKind::Link(_, inner)
            | InlineKind::Picture { words: inner, .. } => change_marks_in(inner, change),
            InlineKind::Mark(mark) => change(mark),
            _ => {}
        }
    }
}

/// The words of a run of inlines.
pub(crate) fn plain_inlines(inlines: &[Inline], label: &dyn Fn(&Reference) -> String) -> String {
    let mut text = String::new();
    for inline in inlines {
        match &inline.kind {
            InlineKind::Text(words) | InlineKind::Code(words) => text.push_str(words),
            InlineKind::Emphasis(inner)
            | InlineKind::Strong(inner)
            | InlineKind::Strike(inner)
            | InlineKind::Link(_, inner) => {
                text.push_str(&plain_inlines(inner, label));
            }
            InlineKind::SoftBreak => text.push_str(soft_break(&text)),
            InlineKind::HardBreak => text.push(' '),
            InlineKind::Mark(Mark::Reference(reference)) => text.push_str(&label(reference)),
            InlineKind::Mark(Mark::Value(value, shown)) => {
                text.push_str(shown.as_ref().map_or(value, |shown| &shown.text));
            }
            InlineKind::Mark(Mark::Symbol(name, words)) => {
                text.push_str(&seen_as_words(words.as_ref().unwrap_or(name)));
            }
            InlineKind::Picture { words, caption, .. } => {
                text.push_str(&seen_as_words(&plain_inlines(words, label)));
                if !caption.is_empty() {
                    text.push_str(soft_break(&text));
                    text.push_str(caption);
                }
            }
            InlineKind::Mark(Mark::Letter(_)) => {}
        }
    }
    text
}

/// What stands for a picture or a symbol where only words are shown: what comes before it and behind it does not become part of
/// them.
pub(crate) fn seen_as_words(words: &str) -> String {
    format!("[{words}]")
}

/// What a line end of the source becomes after `before`: nothing within Japanese, a space elsewhere.
pub(crate) fn soft_break(before: &str) -> &'static str {
    match before.chars().next_back() {
        Some(c) if is_wide(c) => "",
        _ => " ",
    }
}

/// Whether `c` belongs to a script that is written without spaces between words.
pub(crate) fn is_wide(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}')
}
