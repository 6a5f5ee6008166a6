//! Reads Markdown.

mod blocks;
mod headings;
mod inline;
mod items;
mod levels;
mod numbers;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use self::blocks::{Block, BlockKind, Slugs};
use self::inline::{Inlines, Lines};
use self::levels::Levels;
use self::numbers::{Begin, Numbers};
use super::document::{Document, Heading, PieceKind, Words};
use super::labels::{self, Open};
use super::report::{Report, quoted};
use super::source::Source;

pub(super) fn read(source: &Source, report: &mut Report) -> Document {
    let (blocks, definitions) = blocks::blocks(source);
    let levels = Levels::of(&blocks);
    let numbers = Numbers::of(&blocks, levels, source.text());
    for range in &numbers.refused {
        let what = format!("{} does not follow the numbers before it", quoted(&source.text()[range.clone()]));
        report.note(range.start, what, "kept as a part of the text");
    }
    let files: Vec<&str> = source.files().map(|(_, name)| name).collect();
    let mut taken = Vec::new();
    let inlines = Inlines {
        source: source.text(),
        files: &files,
        taken: &mut taken,
        report,
        footnotes: Vec::new(),
        used: HashSet::new(),
    };
    let footnotes = blocks.iter().enumerate().filter_map(|(at, block)| match &block.kind {
        BlockKind::Footnote(label) => Some((label.clone(), at)),
        _ => None,
    });
    let mut reader = Reader {
        source: source.text(),
        blocks: &blocks,
        levels,
        numbers,
        inlines,
        document: Document::default(),
        open: Open::default(),
        slugs: Slugs::default(),
        footnotes: footnotes.collect(),
        file: None,
    };
    // Of a tree, a file without headings is called by its name.
    let mut nameless = vec![files.len() > 1; files.len()];
    for block in blocks.iter().filter(|block| matches!(block.kind, BlockKind::Heading(..))) {
        nameless[block.file] = false;
    }
    let ranges: Vec<Range<usize>> = source.files().map(|(range, _)| range).collect();
    for (at, block) in blocks.iter().enumerate() {
        let file = block.file;
        if reader.file.replace(file) != Some(file) && nameless[file] {
            reader.named_by_file(at, files[file], &ranges[file]);
        }
        reader.block(at);
    }
    let used = reader.inlines.used;
    let mut document = reader.document;
    // The addresses stand in the links now.
    let written = definitions.into_iter().filter(|one| used.contains(&(one.file, one.name.clone())));
    document.taken.extend(written.map(|one| one.range));
    document.taken.append(&mut taken);
    document
}

/// What a line of a paragraph has begun.
enum Begun {
    Text,
    Statement(String, String),
    Example,
}

struct Reader<'a> {
    source: &'a str,
    blocks: &'a [Block<'a>],
    levels: Levels,
    numbers: Numbers,
    inlines: Inlines<'a>,
    document: Document,
    open: Open,
    slugs: Slugs,
    /// Footnotes that nothing has referred to yet, by their label: the index of their block.
    footnotes: HashMap<String, usize>,
    file: Option<usize>,
}

impl Reader<'_> {
    fn block(&mut self, index: usize) {
        let block = &self.blocks[index];
        let range = block.range.clone();
        match &block.kind {
            BlockKind::Heading(depth, id) => self.heading(index, *depth, id.as_deref()),
            BlockKind::Paragraph => self.paragraph(block, block.inner()),
            BlockKind::List => self.list(block),
            BlockKind::Table => {
                let words = self.inlines.words(block, range.clone(), Lines::AsSet);
                self.document.push(range.start, PieceKind::Table(words));
            }
            BlockKind::Quote => self.quote(block),
            BlockKind::Fenced => self.document.push(range.start, PieceKind::Text(verbatim(range))),
            BlockKind::Indented => self.indented(block),
            BlockKind::Html => self.text(block, range, Lines::Flow),
            BlockKind::Line => self.document.taken.push(range),
            BlockKind::Footnote(label) => {
                if self.footnotes.remove(label).is_some() {
                    self.inlines.report.note(
                        range.start,
                        format!("a footnote that nothing refers to, {}", quoted(label)),
                        "kept as a paragraph",
                    );
                    self.footnote(index);
                }
            }
            BlockKind::Definitions => {
                self.inlines.report.note(range.start, "a list of definitions", "kept as paragraphs, each name in bold");
                self.definitions(block);
            }
            BlockKind::Metadata => self.metadata(block),
        }
        self.footnotes_referred_to();
    }

    /// A paragraph, or several: each line with a number or a label that follows those before it begins one.
    fn paragraph(&mut self, block: &Block<'_>, inner: Range<usize>) {
        let mut starts = vec![inner.start];
        starts.extend(numbers::line_starts(block, &inner, self.source));
        let mut begun: Option<(usize, Begun)> = None;
        for (at, start) in starts.iter().copied().enumerate() {
            if let Some(begin) = self.numbers.begins(start) {
                self.end(block, begun.take(), start);
                begun = Some((self.begin_section(block, start, &begin, inner.end), Begun::Text));
                continue;
            }
            if let Some(length) = numbers::example(&self.source[start..inner.end]) {
                self.end(block, begun.take(), start);
                self.document.taken.push(start..start + length);
                begun = Some((start + length, Begun::Example));
                continue;
            }
            let end = starts.get(at + 1).copied().unwrap_or(inner.end);
            let label = labels::scan(self.source, start..end, false);
            match label.and_then(|label| Some((self.open.enter(&label)?, label))) {
                Some(((path, address), label)) => {
                    self.end(block, begun.take(), start);
                    self.document.taken.push(label.range.clone());
                    begun = Some((label.rest, Begun::Statement(path, address)));
                }
                None if begun.is_none() => begun = Some((start, Begun::Text)),
                None => {}
            }
        }
        self.end(block, begun, inner.end);
    }

    /// What was begun ends here.
    fn end(&mut self, block: &Block<'_>, begun: Option<(usize, Begun)>, end: usize) {
        let Some((start, begun)) = begun.filter(|(start, _)| *start < end) else { return };
        let trimmed = self.trimmed(start..end);
        let words = self.inlines.words(block, start..trimmed, Lines::Flow);
        let kind = match begun {
            Begun::Text if words.is_blank(self.source) => return,
            Begun::Text => PieceKind::Text(words),
            Begun::Statement(label, address) => PieceKind::Statement { label, address, words },
            Begun::Example => PieceKind::Example(words),
        };
        self.document.push(start, kind);
    }

    fn text(&mut self, block: &Block<'_>, range: Range<usize>, lines: Lines) {
        let words = self.inlines.words(block, range.clone(), lines);
        if !words.is_blank(self.source) {
            self.document.push(range.start, PieceKind::Text(words));
        }
    }

    /// Begins the section whose number stands at `start`; where its text begins.
    fn begin_section(&mut self, block: &Block<'_>, start: usize, begin: &Begin, end: usize) -> usize {
        self.document.taken.push(start..begin.printed.range.start);
        self.take_marks(begin.printed.range.clone());
        self.document.taken.push(begin.printed.range.end..begin.title.as_ref().map_or(begin.rest, |title| title.start));
        let title = begin.title.clone().map(|range| {
            // The marks around it, and a stop at its end.
            let stop = usize::from(self.source[range.clone()].ends_with('.'));
            self.document.taken.push(begin.printed.rest..range.start);
            self.document.taken.push(range.end - stop..begin.rest);
            let range = range.start..range.end - stop;
            self.inlines.words(block, range, Lines::Flow)
        });
        let number = Some(numbers::unescaped(self.source, begin.printed.range.clone()));
        self.document.push(start, PieceKind::Section(Heading { number, title, level: None }));
        self.open.begin(false);
        begin.rest.min(end)
    }

    /// Where a range ends without blanks.
    fn trimmed(&self, range: Range<usize>) -> usize {
        range.start + self.source[range].trim_end().len()
    }

    fn quote(&mut self, block: &Block<'_>) {
        let paragraphs = block.paragraphs();
        let first = paragraphs.first().cloned().unwrap_or(block.range.clone());
        let Some(length) = numbers::example(&self.source[first.clone()]) else {
            return self.text(block, block.range.clone(), Lines::AsSet);
        };
        self.document.taken.push(block.range.start..first.start + length);
        let mut words = self.inlines.words(block, first.start + length..first.end, Lines::Flow);
        for next in paragraphs.into_iter().skip(1) {
            words.add("\n\n");
            words.append(self.inlines.words(block, next, Lines::Flow));
        }
        self.document.push(block.range.start, PieceKind::Example(words));
    }

    fn indented(&mut self, block: &Block<'_>) {
        let mut words = Words::default();
        words.add("```\n");
        for (event, at) in &block.events {
            if matches!(event, Event::Text(_)) {
                words.keep_verbatim(at.clone());
            }
        }
        if !words.ends_line(self.source) {
            words.add("\n");
        }
        words.add("```");
        self.document.push(block.range.start, PieceKind::Text(words));
    }

    fn definitions(&mut self, block: &Block<'_>) {
        for (event, at) in &block.events {
            let (is_title, range) = match event {
                Event::Start(Tag::DefinitionListTitle) => (true, at.clone()),
                Event::Start(Tag::DefinitionListDefinition) => (false, at.clone()),
                _ => continue,
            };
            let text = &self.source[range.clone()];
            let lead = if is_title { 0 } else { text.len() - text.trim_start_matches([':', ' ', '~']).len() };
            let end = range.start + text.trim_end().len();
            self.document.taken.push(range.start..range.start + lead);
            let lines = if is_title { Lines::Flow } else { Lines::AsSet };
            let inner = self.inlines.words(block, range.start + lead..end.max(range.start + lead), lines);
            let inner = if is_title { inner } else { numbers::dedented(inner, self.source) };
            let mut words = Words::default();
            words.add(if is_title { "**" } else { "" });
            words.append(inner);
            words.add(if is_title { "**" } else { "" });
            self.document.push(range.start, PieceKind::Text(words));
        }
    }

    /// The head of a file, as site generators want it.
    fn metadata(&mut self, block: &Block<'_>) {
        self.inlines.report.note(block.range.start, "metadata before the text", "left out, but for a title");
        let text = &self.source[block.range.clone()];
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("title:"))
            .map(|title| title.trim().trim_matches(['"', '\'']));
        if let Some(title) = line.filter(|title| !title.is_empty() && self.document.title.is_none() && block.file == 0)
        {
            let start = block.range.start + text.find(title).unwrap_or(0);
            self.document.title = Some(Words::of(start..start + title.len()));
        }
    }

    /// The footnotes that the last block refers to stand behind it.
    fn footnotes_referred_to(&mut self) {
        let labels = std::mem::take(&mut self.inlines.footnotes);
        for label in labels {
            if let Some(index) = self.footnotes.remove(&label) {
                self.footnote(index);
            }
        }
    }

    fn footnote(&mut self, index: usize) {
        let block = &self.blocks[index];
        let text = &self.source[block.range.clone()];
        let Some(close) = text.find("]:") else { return };
        let from = block.range.start + close + 2;
        let from =
            from + self.source[from..block.range.end].len() - self.source[from..block.range.end].trim_start().len();
        self.document.taken.push(block.range.start..from);
        let mut words = Words::default();
        words.add("\\[");
        words.keep_verbatim(block.range.start + 2..block.range.start + close);
        words.add("\\] ");
        let end = block.range.start + text.trim_end().len();
        let inner = self.inlines.words(block, from..end.max(from), Lines::AsSet);
        words.append(numbers::dedented(inner, self.source));
        self.document.push(block.range.start, PieceKind::Text(words));
    }
}

fn verbatim(range: Range<usize>) -> Words {
    let mut words = Words::default();
    words.keep_verbatim(range);
    words
}
